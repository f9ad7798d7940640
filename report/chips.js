// SPDX-License-Identifier: MIT
// Names of nodes and roles that can be clicked.

const Chips = (() => {
    function node(number, most = 24) {
        const chip = Dom.button(Text.brief(data.names[number], most), () => State.focus(number), {
            class: "chip", title: data.names[number],
            onpointerenter: () => State.hover(number), onpointerleave: () => State.hover(-1),
        });
        const role = data.roleOf[number];
        chip.prepend(role === Data.NOWHERE ? Dom.swatch(Colors.noColor()) : Colors.swatch(role));
        return chip;
    }

    const members = (role) => {
        const list = [];
        for (let u = 0; u < data.count; u++)
            if (data.roleOf[u] === role)
                list.push(u);
        return list;
    };

    function role(number) {
        if (number === Data.NOWHERE)
            return Dom.element("span", {class: "muted"}, "no role: it has no vector");
        const chip = Dom.button(data.roles[number].name,
            () => State.select(members(number), data.roles[number].name), {class: "chip"});
        chip.prepend(Colors.swatch(number));
        return chip;
    }

    return {node, role, members};
})();
