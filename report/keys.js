// SPDX-License-Identifier: MIT
// What keys do. They go to the view that has the focus, or to the graph.

const Keys = (() => {
    const list = [
        ["/", "search for an id"],
        ["N, B", "next and previous node, of the selection or of all"],
        ["P", "pin the node, to compare two"],
        ["1 – 9", "select a family"],
        ["Esc", "clear the selection"],
        ...(data.track ? [["[, ]", "previous and next snapshot"]] : []),
        ["L", "lasso: then drag around nodes"],
        ["F, +, −", "show all, zoom in, zoom out"],
        ["← ↑ → ↓", "move the picture"],
        ["T", "t-SNE or PCA"],
        ["D", "dark or light"],
        ["?", "this list"],
    ];
    let views = [];
    let walked = []; // the nodes that N and B go through

    const current = () => views.find((view) => view.canvases[1] === document.activeElement) || views[0];

    function step(by) {
        if (state.selected.length > 1)
            walked = state.selected;
        const at = walked.indexOf(state.focus);
        if (walked.length && (at >= 0 || state.selected.length > 1))
            State.focus(walked[(at + by + walked.length) % walked.length]);
        else
            State.focus((state.focus + by + data.count) % data.count);
    }

    const otherProjection = () => {
        const key = state.projection === "tsne" ? "pca" : "tsne";
        if (data.projections[key])
            State.project(key);
    };

    const actions = {
        "/": () => Search.focus(),
        n: () => step(1),
        b: () => step(-1),
        p: () => state.focus >= 0 && State.pin(state.focus),
        Escape: () => {
            walked = [];
            State.focus(-1);
        },
        "[": () => data.track && State.goTo(Math.max(0, state.step - 1)),
        "]": () => data.track && State.goTo(Math.min(data.track.titles.length - 1, state.step + 1)),
        l: () => current().setLassoing(!current().lassoing),
        f: () => current().fit(),
        "+": () => current().zoom(1.3),
        "=": () => current().zoom(1.3),
        "-": () => current().zoom(1 / 1.3),
        ArrowLeft: () => current().pan(40, 0),
        ArrowRight: () => current().pan(-40, 0),
        ArrowUp: () => current().pan(0, 40),
        ArrowDown: () => current().pan(0, -40),
        t: otherProjection,
        d: () => Theme.toggle(),
        "?": () => Panel.open("about"),
    };

    function pressed(event) {
        const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
        const arrow = event.key.startsWith("Arrow");
        if (typing || event.ctrlKey || event.metaKey || event.altKey)
            return;
        if (arrow && !views.some((view) => view.canvases[1] === event.target))
            return;
        const action = actions[event.key] || actions[event.key.toLowerCase()];
        if (action) {
            event.preventDefault();
            action();
        } else if (/^[1-9]$/.test(event.key) && data.families[event.key - 1]) {
            State.select(Chips.family(event.key - 1), data.families[event.key - 1].name);
        }
    }

    function start(all) {
        views = all;
        document.addEventListener("keydown", pressed);
    }

    return {list, start};
})();
