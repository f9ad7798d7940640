// SPDX-License-Identifier: MIT
// Colours that the colour-blind can tell apart: sixteen for classes, in a lighter variant on dark
// ground, and a scale from dark blue to yellow for numbers.

const Colors = (() => {
    const classes = {
        light: ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#004433",
            "#660077", "#A9A95A", "#444400", "#990044", "#665577", "#8877FF", "#886644", "#1133CC",
            "#00B5B5"],
        dark: ["#3D9BE0", "#F2793A", "#2BC598", "#E39BC4", "#F5BE41", "#8FD3FF", "#7FA88F",
            "#C585E8", "#D9D9A8", "#B5B53C", "#F0609A", "#A99ABF", "#A79BFF", "#C9A583", "#7C93FF",
            "#3FE3E3"],
    };
    const scale = ["#440154", "#482878", "#3E4989", "#31688E", "#26828E", "#1F9E89", "#35B779",
        "#6DCD59", "#B4DE2C", "#FDE725"];
    const none = {light: "#A0A4AA", dark: "#6C7077"};
    const shapes = ["circle", "square", "triangle", "diamond"];

    let theme = "light";
    const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const hex = (rgb) => "#" + rgb.map((x) => Math.round(x).toString(16).padStart(2, "0")).join("");
    const mix = (a, b, share) => {
        const from = channels(a), to = channels(b);
        return hex(from.map((x, i) => x + (to[i] - x) * share));
    };

    // Both ends of the scale are cut where they would vanish against the ground.
    function gradient(share) {
        const [low, high] = theme === "light" ? [0, 0.86] : [0.2, 1];
        const at = (low + (high - low) * Math.min(1, Math.max(0, share))) * (scale.length - 1);
        const below = Math.min(Math.floor(at), scale.length - 2);
        return mix(scale[below], scale[below + 1], at - below);
    }

    const ofClass = (number) => classes[theme][number % classes[theme].length];
    const shapeOf = (number) => shapes[Math.floor(number / classes.light.length) % shapes.length];
    const swatch = (number, kind) => Dom.swatch(ofClass(number), kind, shapeOf(number));
    // A role has its own colour where nodes are coloured by role, else that of its family.
    const classOfRole = (role) => (state.color.key === "role" ? role : data.roles[role].family);
    const noColor = () => none[theme];
    // Classes of degrees are numbers too, from 1 on.
    const ofDegreeClass = (number, most) => gradient(most > 1 ? (number - 1) / (most - 1) : 0.5);

    // What a colour stands for: {of: class of each node, names} or {measure}. 
    function choices() {
        const list = [
            {key: "family", name: "family", kind: "classes", of: data.familyOf,
                names: data.families.map((family) => family.name)},
            {key: "role", name: "role", kind: "classes", of: data.roleOf,
                names: data.roles.map((role) => role.name)}];
        if (data.labelOf)
            list.push({key: "label", name: "label", kind: "classes", of: data.labelOf,
                names: data.labels});
        for (const measure of Measures.list)
            list.push({key: measure.key, name: measure.name, kind: "measure", measure});
        return list;
    }

    const position = (measure, value) => {
        const low = measure.quantile(0.01), high = measure.quantile(0.99);
        const bend = measure.log ? (x) => Math.log1p(x) : (x) => x;
        return high > low ? (bend(value) - bend(low)) / (bend(high) - bend(low)) : 0.5;
    };

    // A palette of at most 256 colours and the entry of each node in it: quick to draw by.
    function paint(choice) {
        const entries = new Uint16Array(data.count);
        if (choice.kind === "classes") {
            const palette = choice.names.map((_, i) => ofClass(i));
            const shape = choice.names.map((_, i) => shapeOf(i));
            for (let u = 0; u < data.count; u++)
                entries[u] = choice.of[u] === Data.NOWHERE ? palette.length : choice.of[u];
            return {palette: [...palette, noColor()], shapes: [...shape, "circle"], entries};
        }
        const steps = 64, {measure} = choice;
        const palette = Array.from({length: steps}, (_, i) => gradient(i / (steps - 1)));
        for (let u = 0; u < data.count; u++) {
            const value = measure.values[u];
            const at = Math.round(position(measure, value) * (steps - 1));
            entries[u] = Number.isNaN(value) ? steps : Math.min(steps - 1, Math.max(0, at));
        }
        return {palette: [...palette, noColor()], shapes: null, entries};
    }

    return {
        choices, paint, gradient, ofClass, swatch, classOfRole, ofDegreeClass, noColor, mix, channels,
        setTheme: (name) => { theme = name; },
        theme: () => theme,
    };
})();
