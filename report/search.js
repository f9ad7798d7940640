// SPDX-License-Identifier: MIT
// Finding nodes by id: the same id first, then those that begin with it, then those that hold it.

const Search = (() => {
    const MOST = 12;
    const lower = (data.track ? data.track.ids : data.names).map((name) => name.toLowerCase());
    let input, list, chosen = -1, found = [];

    function find(text) {
        const wanted = text.trim().toLowerCase();
        const groups = [[], [], []];
        if (!wanted)
            return [];
        for (let u = 0; u < lower.length; u++) {
            const at = lower[u].indexOf(wanted);
            const group = at < 0 ? -1 : at > 0 ? 2 : lower[u].length > wanted.length ? 1 : 0;
            if (group >= 0 && groups[group].length < MOST)
                groups[group].push(u);
        }
        const places = groups.flat().slice(0, MOST);
        return data.track ? places.map(Track.nearest) : places;
    }

    function show() {
        Dom.replace(list, found.map((node, i) => Dom.element("li", {
            role: "option", id: `found-${i}`, "aria-selected": String(i === chosen),
            onpointerdown: (event) => {
                event.preventDefault();
                choose(i);
            },
        }, Dom.element("span", {}, data.names[node]),
        Dom.element("span", {class: "muted"}, `degree ${Text.number(data.degrees[node])}`))));
        if (input.value.trim() && !found.length)
            list.append(Dom.element("li", {class: "muted"}, "no such id"));
        list.hidden = !input.value.trim();
        input.setAttribute("aria-expanded", String(!list.hidden));
        input.setAttribute("aria-activedescendant", chosen >= 0 ? `found-${chosen}` : "");
    }

    function choose(i) {
        if (found[i] === undefined)
            return;
        State.focus(found[i]);
        input.value = "";
        found = [];
        show();
        input.blur();
    }

    function start() {
        input = Dom.find("search");
        list = Dom.find("found");
        input.addEventListener("input", () => {
            found = find(input.value);
            chosen = found.length ? 0 : -1;
            show();
        });
        input.addEventListener("keydown", (event) => {
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
                event.preventDefault();
                const step = event.key === "ArrowDown" ? 1 : -1;
                chosen = found.length ? (chosen + step + found.length) % found.length : -1;
                show();
            } else if (event.key === "Enter") {
                choose(chosen);
            } else if (event.key === "Escape") {
                input.value = "";
                found = [];
                show();
                input.blur();
            }
        });
        input.addEventListener("blur", () => { list.hidden = true; });
    }

    return {start, find, focus: () => input.focus()};
})();
