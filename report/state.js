// SPDX-License-Identifier: MIT
// What the views share: which nodes are selected, pinned and pointed at, and what colours mean.

const State = (() => {
    const listeners = [];
    const state = {
        focus: -1,          // the node whose card is shown; -1: none
        hover: -1,          // the node under the pointer
        selected: [],       // nodes, the focus among them
        mask: new Uint8Array(data.count), // of the selected ones
        source: "",         // what the selection is, in words
        pins: [],           // up to two nodes to compare
        step: Track.busiest(), // the snapshot that is shown; -1: there is one graph
        followed: [],       // ids of what is selected
        color: Colors.choices()[data.track ? 1 : 0],
        paint: null,
        projection: data.projections.tsne ? "tsne" : "pca",
    };
    state.paint = Colors.paint(state.color);

    // Calls every listener with the names of what changed.
    function change(values) {
        Object.assign(state, values);
        const names = new Set(Object.keys(values));
        for (const listener of listeners)
            listener(names);
    }

    function mark(nodes) {
        state.mask.fill(0);
        for (const node of nodes)
            state.mask[node] = 1;
        return {selected: nodes, focus: nodes.length === 1 ? nodes[0] : -1};
    }

    // A node of another snapshot takes the views there.
    function select(nodes, source = "") {
        const {track} = data;
        const steps = track && nodes.length && track.stepOf[nodes[0]] !== state.step
            ? {step: track.stepOf[nodes[0]]} : {};
        state.followed = track ? Array.from(nodes, (node) => track.idOf[node]) : [];
        change({...steps, ...mark(nodes), source});
    }

    // Another snapshot: what is selected is followed there.
    function goTo(step) {
        const nodes = state.followed.map((id) => data.track.places[step][id])
            .filter((node) => node >= 0);
        change({step, ...(state.followed.length ? {...mark(nodes), kept: true} : {})});
    }

    const focus = (node) => select(node < 0 ? [] : [node]);

    function hover(node) {
        if (node !== state.hover)
            change({hover: node});
    }

    function pin(node) {
        const pins = state.pins.includes(node) ? state.pins.filter((other) => other !== node)
            : [...state.pins, node].slice(-2);
        change({pins});
    }

    const pinBoth = (a, b) => change({pins: [a, b]});

    const colorBy = (choice) => change({color: choice, paint: Colors.paint(choice)});
    const project = (projection) => change({projection});

    // Another theme has other colours of the same meaning.
    function setTheme(theme) {
        Colors.setTheme(theme);
        document.documentElement.dataset.theme = theme;
        change({theme, paint: Colors.paint(state.color)});
    }

    return {
        state, select, focus, goTo, hover, pin, pinBoth, colorBy, project, setTheme,
        listen: (listener) => listeners.push(listener),
    };
})();

const state = State.state;
