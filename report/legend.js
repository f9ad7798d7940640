// SPDX-License-Identifier: MIT
// What colours mean: classes with their sizes, to be clicked, or a scale of numbers.

const Legend = (() => {
    const {element} = Dom;
    const MOST = 24;
    let holder;

    function classes(choice) {
        const sizes = new Uint32Array(choice.names.length);
        choice.of.forEach((number, node) => {
            if (number !== Data.NOWHERE && Track.shows(node))
                sizes[number]++;
        });
        const items = choice.names.slice(0, MOST).map((name, number) => {
            const chip = Dom.button(Text.brief(name, 64), () => {
                const nodes = [];
                choice.of.forEach((each, node) => each === number && Track.shows(node) && nodes.push(node));
                State.select(nodes, choice.key === "label" ? `label ${name}` : name);
            }, {class: "chip", title: "Select these nodes"});
            chip.prepend(Colors.swatch(number));
            chip.append(element("span", {class: "muted"}, Text.number(sizes[number])));
            return chip;
        });
        if (choice.names.length > MOST)
            items.push(element("span", {class: "muted"}, `and ${choice.names.length - MOST} more`));
        return items;
    }

    function scale({measure}) {
        const bar = element("span", {class: "scale"});
        const stops = Array.from({length: 9}, (_, i) => Colors.gradient(i / 8));
        bar.style.background = `linear-gradient(90deg, ${stops.join(",")})`;
        return [element("span", {}, Text.number(measure.quantile(0.01))), bar,
            element("span", {}, Text.number(measure.quantile(0.99))),
            element("span", {class: "muted"}, measure.meaning)];
    }

    function show() {
        Dom.replace(holder, state.color.kind === "classes" ? classes(state.color)
            : scale(state.color));
    }

    function start() {
        holder = Dom.find("legend");
        const select = Dom.find("color");
        const choices = Colors.choices();
        for (const choice of choices)
            select.append(element("option", {value: choice.key}, choice.name));
        select.value = state.color.key;
        select.addEventListener("change", () =>
            State.colorBy(choices.find((choice) => choice.key === select.value)));
        State.listen((names) => ["color", "theme", "step"].some((name) => names.has(name)) && show());
        show();
    }

    return {start};
})();
