// SPDX-License-Identifier: MIT
// How the report was made, what can be taken from it, and keys.

const AboutCard = (() => {
    const {element, button} = Dom;

    function make() {
        return element("article", {class: "card"},
            element("h2", {}, "How it was made"),
            element("table", {class: "facts made"}, element("tbody", {}, data.made.map(
                ([name, value]) => element("tr", {}, element("th", {scope: "row"}, name),
                    element("td", {}, value))))),
            element("h2", {}, "Download"),
            element("p", {class: "chips"}, button("Table of nodes (CSV)", () => Download.csv()),
                button("Graph with places and colours (GEXF)", () => Download.gexf())),
            element("h2", {}, "Keys"),
            element("table", {class: "facts keys"}, element("tbody", {}, Keys.list.map(
                ([key, words]) => element("tr", {}, element("th", {scope: "row"},
                    element("kbd", {}, key)), element("td", {}, words))))),
            element("p", {class: "hint"}, "The colour-blind can tell the colours apart; beyond sixteen classes marks differ, too. The page needs no network and sends nothing."));
    }

    return {make};
})();
