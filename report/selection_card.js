// SPDX-License-Identifier: MIT
// The card of several selected nodes.

const SelectionCard = (() => {
    const {element} = Dom;
    const MOST = 60;

    function counts(of, names, chip) {
        const sizes = new Map();
        for (const node of state.selected)
            if (of[node] !== Data.NOWHERE)
                sizes.set(of[node], (sizes.get(of[node]) || 0) + 1);
        const sorted = [...sizes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
        return element("ul", {class: "plain"}, sorted.slice(0, 12).map(([number, size]) =>
            element("li", {}, chip(number), element("span", {class: "muted"},
                ` ${Text.number(size)} (${Text.percent(size / state.selected.length)})`))));
    }

    function make() {
        const nodes = state.selected;
        const list = [...nodes].sort((a, b) => data.degrees[b] - data.degrees[a] || a - b);
        return element("article", {class: "card"},
            element("header", {class: "card-head"},
                element("h2", {}, Text.count(nodes.length, "node")),
                element("p", {class: "muted"}, state.source)),
            element("table", {class: "facts"}, element("tbody", {}, Measures.list.map((measure) =>
                element("tr", {title: measure.meaning}, element("th", {scope: "row"}, measure.name),
                    element("td", {class: "right"}, Charts.middle(measure, nodes)))))),
            element("h3", {}, "Roles"), counts(data.roleOf, data.roles, Chips.role),
            data.labelOf && [element("h3", {}, "Labels"),
                counts(data.labelOf, data.labels, (number) => data.labels[number])],
            element("h3", {}, nodes.length > MOST ? `Nodes, the first ${MOST} by degree` : "Nodes"),
            element("p", {class: "chips"}, list.slice(0, MOST).map((node) => Chips.node(node))),
            element("p", {}, Dom.button("Download these as CSV", () => Download.csv(nodes),
                {class: "small"})));
    }

    return {make};
})();
