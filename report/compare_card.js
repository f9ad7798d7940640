// SPDX-License-Identifier: MIT
// Two pinned nodes side by side.

const CompareCard = (() => {
    const {element} = Dom;
    const colors = () => [Colors.ofClass(0), Colors.ofClass(1)];

    function column(node, side) {
        const rings = new Rings(node, 250);
        return {rings, element: element("div", {class: "column"},
            element("h3", {class: "node-name"}, Dom.swatch(colors()[side]), data.names[node],
                Dom.button("Unpin", () => State.pin(node), {class: "small"})),
            element("p", {}, Chips.role(data.roleOf[node])),
            rings.element())};
    }

    function make() {
        if (state.pins.length < 2)
            return element("article", {class: "card"}, element("p", {class: "empty"},
                "Pin two nodes to see them side by side: click a node, then “Pin to compare” or press P. ",
                state.pins.map((node) => Chips.node(node))));
        const [a, b] = state.pins;
        const columns = state.pins.map(column);
        const found = Profiles.compare(a, b);
        const most = Math.max(...found.rows.map((row) => Math.max(row.a, row.b)), 1e-9);
        const rows = found.rows.slice(0, 16).map((row) => ({
            words: NodeCard.wordsOf(row.role), color: NodeCard.colorOf(row.role), role: row.role,
            values: [{share: row.a, color: colors()[0]}, {share: row.b, color: colors()[1]}],
        }));
        return element("article", {class: "card"},
            element("div", {class: "columns"}, columns.map((each) => each.element)),
            NodeCard.table([a, b]),
            element("h3", {}, "Profiles"),
            element("p", {class: "hint"}, `${Text.percent(found.common)} of their visits are to the same roles.`),
            Charts.bars(rows, most, (row) => columns.forEach(({rings}) =>
                rings.light(row && Profiles.roles[row.role]))));
    }

    return {make};
})();
