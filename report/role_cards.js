// SPDX-License-Identifier: MIT
// A card for each role: what it is, who has it, and how it differs from the rest.

const RoleCards = (() => {
    const {element} = Dom;

    function distributions(number) {
        const nodes = Chips.members(number), color = Colors.ofClass(number);
        const isMember = (node) => data.roleOf[node] === number;
        return element("div", {class: "distributions"}, Measures.list.map((measure) =>
            measure.sorted.length > 0 && element("figure", {title: measure.meaning},
                Charts.histogram(measure, isMember, color),
                element("figcaption", {}, element("span", {}, measure.name),
                    Charts.middle(measure, nodes)))));
    }

    function card(role, number) {
        const share = role.size / data.count;
        return element("article", {class: "card role"},
            element("header", {class: "card-head"},
                element("h2", {}, Colors.swatch(number, "swatch"), role.name),
                element("p", {class: "muted"},
                    `${Text.count(role.size, "node")}, ${Text.percent(share)}`),
                Dom.button("Select", () => State.select(Chips.members(number), role.name),
                    {class: "small"})),
            role.rule && element("p", {class: "rule"}, role.rule),
            element("p", {class: "chips"}, element("span", {class: "muted"}, "typical"),
                role.typical.map((node) => Chips.node(node, 16))),
            role.size > role.typical.length && element("p", {class: "chips"},
                element("span", {class: "muted"}, "most unusual"), Chips.node(role.unusual, 16)),
            role.tokens.length > 0 && [element("h3", {}, "Met much more often than elsewhere"),
                Charts.bars(role.tokens.map(({meaning, share, elsewhere}) => ({
                    words: meaning, values: [{share, color: Colors.ofClass(number)}],
                    mean: elsewhere})), Math.max(...role.tokens.map(({share}) => share)))],
            element("h3", {}, "Beside all other nodes"),
            distributions(number));
    }

    function make() {
        return element("div", {}, element("p", {class: "hint"},
            "A role is a group of nodes with similar vectors. In the charts, bars are its members and the line is all other nodes; below them the median and the quartiles."),
        data.roles.map(card));
    }

    return {make};
})();
