// SPDX-License-Identifier: MIT
// Who changed most, and why; and the history of one node.

const ChangesCard = (() => {
    const {element} = Dom;
    const MOST = 40;
    let everywhere = false;

    const figures = (node) => `p ${data.track.p[node].toFixed(3)}, `
        + `moved ${data.track.moved[node].toFixed(2)}, `
        + `${Text.percent(data.track.turnover[node])} of neighbours replaced`;

    function way(node) {
        const from = data.roleOf[Track.before(node)], to = data.roleOf[node];
        return element("p", {class: "chips"}, Chips.role(from), from === to
            ? element("span", {class: "muted"}, "as before") : ["→", Chips.role(to)]);
    }

    const reason = (node) => data.track.reasons.has(node)
        && element("p", {class: "reason"}, data.track.reasons.get(node));

    const compare = (node) => Dom.button("Before and after",
        () => State.pinBoth(Track.before(node), node), {class: "small"});

    const row = (node) => element("li", {class: "card change"},
        element("header", {class: "card-head"},
            element("h2", {}, Chips.node(node)),
            compare(node)),
        way(node), reason(node), element("p", {class: "figures muted"}, figures(node)));

    function make() {
        const step = everywhere ? -1 : state.step, list = Track.changed(step);
        const likely = list.filter((node) => data.track.p[node] < Track.LIKELY).length;
        const choice = (all, name) => Dom.button(name, () => {
            everywhere = all;
            Panel.open("changes");
        }, {class: "small", "aria-pressed": String(everywhere === all)});
        return element("div", {}, element("p", {class: "chips"},
            choice(false, data.track.titles[state.step]), choice(true, "all snapshots")),
        list.length ? element("p", {class: "hint"}, `${Text.count(likely, "node")} of ${Text.number(list.length)} `
            + `with p below ${Track.LIKELY}; by chance it would be ${Text.number(Math.round(Track.LIKELY * list.length))}. `
            + "p is the share of the nodes most like it before that changed as much or more.")
            : element("p", {class: "empty"}, state.step ? "Too few nodes are in this snapshot and in the one before."
                : "This is the first snapshot: move the slider to compare."),
        element("ol", {}, list.slice(0, MOST).map(row)));
    }

    // A bar for each snapshot: as high as the degree, in the colour of the role.
    function history(node) {
        const {track} = data, id = track.idOf[node];
        const degrees = track.places.map((nodes) => (nodes[id] < 0 ? 0 : data.degrees[nodes[id]]));
        const most = Math.log1p(Math.max(...degrees));
        return element("div", {class: "history"}, degrees.map((degree, step) => {
            const there = track.places[step][id];
            const bar = Dom.button("", () => State.focus(there), {
                disabled: !degree, "aria-pressed": String(there === node),
                title: degree ? `${track.titles[step]}: degree ${degree}, ${data.roles[data.roleOf[there]].name}`
                    : `${track.titles[step]}: no edges`});
            bar.style.height = `${degree ? 8 + 36 * Math.log1p(degree) / most : 4}px`;
            if (degree)
                bar.style.background = Colors.ofClass(Colors.classOfRole(data.roleOf[there]));
            return bar;
        }));
    }

    // What the card of a node says of its past.
    function past(node) {
        const last = Track.before(node);
        return [history(node), last >= 0 && !Number.isNaN(data.track.moved[node]) && [way(node), reason(node),
                !Number.isNaN(data.track.p[node]) && element("p", {class: "figures muted"}, figures(node)),
                element("p", {class: "figures"}, compare(node))]];
    }

    return {make, past};
})();
