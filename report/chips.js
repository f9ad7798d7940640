// SPDX-License-Identifier: MIT
// Names of nodes and roles that can be clicked.

const Chips = (() => {
    function node(number, most = 24) {
        const name = Track.shows(number) ? data.ids[number] : data.names[number];
        const chip = Dom.button(Text.brief(name, most), () => State.focus(number), {
            class: "chip", title: data.names[number],
            onpointerenter: () => State.hover(number), onpointerleave: () => State.hover(-1),
        });
        const role = data.roleOf[number];
        chip.prepend(role === Data.NOWHERE ? Dom.swatch(Colors.noColor())
            : Colors.swatch(Colors.classOfRole(role)));
        return chip;
    }

    const nodesOf = (classes, number, all) => {
        const list = [];
        for (let u = 0; u < data.count; u++)
            if (classes[u] === number && (all || Track.shows(u)))
                list.push(u);
        return list;
    };
    const members = (role, all) => nodesOf(data.roleOf, role, all);
    const family = (number) => nodesOf(data.familyOf, number);

    function role(number) {
        if (number === Data.NOWHERE)
            return Dom.element("span", {class: "muted"}, "no role: it has no vector");
        const chip = Dom.button(data.roles[number].name,
            () => State.select(members(number), data.roles[number].name), {class: "chip"});
        chip.prepend(Colors.swatch(Colors.classOfRole(number)));
        return chip;
    }

    return {node, role, members, family};
})();
