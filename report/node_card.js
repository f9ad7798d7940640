// SPDX-License-Identifier: MIT
// The card of a node: what it is, its rings, its profile and the nodes like it.

const NodeCard = (() => {
    const {element, button} = Dom;
    const FIRST = 8; // bars that are shown at once

    function head(node) {
        const label = data.labelOf && data.labelOf[node] !== Data.NOWHERE
            ? data.labels[data.labelOf[node]] : null;
        return element("header", {class: "card-head"},
            element("h2", {class: "node-name"}, data.names[node]),
            element("p", {}, Chips.role(data.roleOf[node]),
                label !== null && element("span", {class: "label"}, `label ${label}`)),
            button(state.pins.includes(node) ? "Unpin" : "Pin to compare", () => State.pin(node),
                {class: "small", title: "Pin two nodes to see them side by side (P)"}));
    }

    function table(nodes) {
        return element("table", {class: "facts"}, element("tbody", {}, Measures.list.map((measure) =>
            element("tr", {title: measure.meaning},
                element("th", {scope: "row"}, measure.name),
                nodes.map((node) => {
                    const value = measure.values[node];
                    return [element("td", {class: "value"}, Text.number(value)),
                        element("td", {class: "muted"}, Number.isNaN(value) ? ""
                            : `above ${Text.percent(Measures.rank(measure, value))}`)];
                })))));
    }

    const wordsOf = (role) => Profiles.roles[role].words;
    const colorOf = (role) => Colors.ofDegreeClass(Profiles.roles[role].degreeClass,
        Profiles.mostClass);

    function profile(node, rings) {
        const list = Profiles.of(node), holder = element("div", {});
        if (!list.length)
            return element("p", {class: "muted"}, "It has no neighbours, so walks meet nothing.");
        const most = Math.max(...list.map((entry) => entry.share));
        const show = (count) => {
            const rows = list.slice(0, count).map(({role, share}) => ({
                words: wordsOf(role), color: colorOf(role), role, mean: Profiles.means[role],
                values: [{share}],
            }));
            Dom.replace(holder,
                Charts.bars(rows, most, (row) => rings.light(row && Profiles.roles[row.role])),
                count < list.length && button(`Show all ${list.length}`, () => show(list.length),
                    {class: "small"}));
        };
        show(FIRST);
        return holder;
    }

    // "degree 3-6, one hop from the anchor (26 %, 24 %)"
    const listed = (rows, text) => element("ul", {class: "plain"}, rows.slice(0, 3).map((row) =>
        element("li", {}, Dom.swatch(colorOf(row.role)), ` ${wordsOf(row.role)} `,
            element("span", {class: "muted"}, text(row)))));

    function differences(node, other) {
        const found = Profiles.compare(node, other);
        const both = (row) => `${Text.percent(row.a)} and ${Text.percent(row.b)}`;
        const part = (title, rows, text) => rows.length > 0
            && [element("h4", {}, title), listed(rows, text)];
        return element("div", {class: "differences"},
            part("Both meet", found.both, both),
            part(`Only ${Text.brief(data.names[node])} meets`, found.onlyA,
                (row) => Text.percent(row.a)),
            part(`Only ${Text.brief(data.names[other])} meets`, found.onlyB,
                (row) => Text.percent(row.b)),
            element("p", {}, button("Compare side by side", () => {
                State.pinBoth(node, other);
            }, {class: "small"})));
    }

    function similar(node) {
        const {count, nodes, cosines} = data.similar;
        const rows = [];
        for (let i = 0; i < count; i++) {
            const other = nodes[node * count + i];
            if (other === Data.NONE)
                break;
            const cosine = cosines[node * count + i] / 32767 - 1;
            const more = element("details", {},
                element("summary", {}, Chips.node(other),
                    element("span", {class: "muted"}, `cosine ${cosine.toFixed(3)}`)));
            more.addEventListener("toggle", () => {
                if (more.open && more.children.length === 1)
                    more.append(differences(node, other));
            });
            rows.push(element("li", {}, more));
        }
        if (!rows.length)
            return element("p", {class: "muted"}, "Its vector is zero or missing.");
        return element("ol", {class: "similar"}, rows);
    }

    function make(node) {
        const rings = new Rings(node, 320);
        return element("article", {class: "card"}, head(node),
            data.track && ChangesCard.past(node), table([node]),
            element("p", {class: "hint"}, "On the right, the share of nodes with less; equal ones count half."),
            element("h3", {}, "Neighbourhood"), rings.element(),
            element("h3", {}, "Profile"),
            element("p", {class: "hint"}, "What walks from this node, the anchor, meet. The tick is the mean of all nodes."),
            profile(node, rings),
            element("h3", {}, "Most similar nodes"),
            element("p", {class: "hint"}, "By the cosine of their vectors. Open one to see what both have."),
            similar(node));
    }

    return {make, table, wordsOf, colorOf};
})();
