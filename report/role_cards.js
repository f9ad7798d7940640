// SPDX-License-Identifier: MIT
// Families, and in each a card for every role: what it is, who has it, how it differs from the rest.

const RoleCards = (() => {
    const {element} = Dom;

    function distributions(number) {
        const nodes = Chips.members(number, true), color = Colors.ofClass(Colors.classOfRole(number));
        const isMember = (node) => data.roleOf[node] === number;
        return element("div", {class: "distributions"}, Measures.list.map((measure) =>
            measure.sorted.length > 0 && element("figure", {title: measure.meaning},
                Charts.histogram(measure, isMember, color),
                element("figcaption", {}, element("span", {}, measure.name),
                    Charts.middle(measure, nodes)))));
    }

    const rule = ({text, precision, recall}, of) => element("p", {class: "rule"}, text,
        `: matches ${Text.percent(recall)} of the ${of}; ${Text.percent(precision)} of its matches are in it`);

    function card(number) {
        const role = data.roles[number];
        const share = role.size / data.count;
        return element("article", {class: "card role"},
            element("header", {class: "card-head"},
                element("h2", {}, Colors.swatch(Colors.classOfRole(number), "swatch"),
                    role.name),
                element("p", {class: "muted"},
                    `${Text.count(role.size, "node")}, ${Text.percent(share)}`),
                Dom.button("Select", () => State.select(Chips.members(number), role.name),
                    {class: "small"})),
            rule(role.rule, "role"),
            element("p", {class: "chips"}, element("span", {class: "muted"}, "typical"),
                role.typical.map((node) => Chips.node(node, 16))),
            role.size > role.typical.length && element("p", {class: "chips"},
                element("span", {class: "muted"}, "most unusual"), Chips.node(role.unusual, 16)),
            role.tokens.length > 0 && [element("h3", {}, "Met much more often than elsewhere"),
                Charts.bars(role.tokens.map(({meaning, share, elsewhere}) => ({
                    words: meaning, values: [{share, color: Colors.ofClass(Colors.classOfRole(number))}],
                    mean: elsewhere})), Math.max(...role.tokens.map(({share}) => share)))],
            element("h3", {}, "Beside all other nodes"),
            distributions(number));
    }

    // The cards of its roles are made when it is opened.
    function family({name, rule: tells, size, roles}, number) {
        const holder = element("div", {});
        const swatch = state.color.key === "family" && Colors.swatch(number, "swatch");
        return element("details", {class: "family", ontoggle: () => {
            if (!holder.children.length)
                holder.append(...roles.map(card));
        }},
        element("summary", {}, element("h2", {}, swatch, name),
            element("span", {class: "muted"}, `${Text.count(size, "node")}, `
                + Text.count(roles.length, "role")),
            Dom.button("Select", (event) => {
                event.preventDefault();
                State.select(Chips.family(number), name);
            }, {class: "small"})),
        rule(tells, "family"), holder);
    }

    function make() {
        return element("div", {}, element("p", {class: "hint"},
            "A role is a group of nodes with similar vectors, and roles that are alike are a family: open one to see its roles. In the charts, bars are the members and the line is all other nodes; below them the median and the quartiles."),
        data.byDegree >= 0.8 && element("p", {class: "hint"},
            "Here roles are little more than degree classes."),
        data.families.map(family));
    }

    return {make};
})();
