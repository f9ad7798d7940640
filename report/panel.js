// SPDX-License-Identifier: MIT
// The cards beside the views, one at a time.

const Panel = (() => {
    const tabs = {
        ...(data.track && {changes: {name: "Changes", make: () => ChangesCard.make()}}),
        roles: {name: "Roles", make: () => RoleCards.make()},
        node: {name: "Node", make: () => (state.focus >= 0 ? NodeCard.make(state.focus)
            : state.selected.length > 1 ? SelectionCard.make()
                : Dom.element("p", {class: "empty"}, "Click a node, draw a lasso around some, or search for an id."))},
        compare: {name: "Compare", make: () => CompareCard.make()},
        about: {name: "About", make: () => AboutCard.make()},
    };
    const first = Object.keys(tabs)[0];
    let current = first;
    let holder;

    function open(key) {
        const another = current !== key;
        current = key;
        for (const [name, tab] of Object.entries(tabs))
            tab.button.setAttribute("aria-selected", String(name === key));
        document.body.classList.toggle("wide", key === "compare" && state.pins.length === 2);
        Dom.replace(holder, tabs[key].make());
        if (another || key === "node")
            holder.scrollTop = 0;
    }

    // On a phone the cards are below the views: a bar at the bottom leads there.
    function peek() {
        const bar = Dom.find("peek");
        bar.hidden = !state.selected.length;
        bar.textContent = state.focus >= 0 ? `${Text.brief(data.names[state.focus])} ↓`
            : `${Text.count(state.selected.length, "node")} ↓`;
    }

    function changed(names) {
        if (names.has("selected"))
            peek();
        if (names.has("pins")) {
            tabs.compare.button.textContent = state.pins.length
                ? `Compare (${state.pins.length})` : "Compare";
            open(state.pins.length === 2 ? "compare" : current);
        } else if (names.has("selected") && !names.has("kept")) {
            open(state.selected.length ? "node" : current === "node" ? first : current);
        } else if (names.has("theme") || names.has("color") || names.has("step")) {
            open(current);
        }
    }

    function start() {
        holder = Dom.find("cards");
        const list = Dom.find("tabs");
        for (const [key, tab] of Object.entries(tabs)) {
            tab.button = Dom.button(tab.name, () => open(key), {role: "tab", id: `tab-${key}`});
            list.append(tab.button);
        }
        Dom.find("peek").addEventListener("click", (event) => {
            event.target.hidden = true;
            list.scrollIntoView({behavior: "smooth"});
        });
        open(first);
        State.listen(changed);
    }

    return {start, open};
})();
