// SPDX-License-Identifier: MIT
// Elements and text. Whatever comes from the data becomes a text node, never markup.

const Dom = (() => {
    const SVG = "http://www.w3.org/2000/svg";

    function fill(node, properties, children) {
        for (const [name, value] of Object.entries(properties || {})) {
            if (name.startsWith("on"))
                node.addEventListener(name.slice(2), value);
            else if (value !== undefined && value !== null && value !== false)
                node.setAttribute(name, value === true ? "" : value);
        }
        for (const child of children.flat(2))
            if (child !== undefined && child !== null && child !== false)
                node.append(child);
        return node;
    }

    // element("p", {class: "note", onclick: f}, "text", another)
    const element = (tag, properties, ...children) =>
        fill(document.createElement(tag), properties, children);
    const svg = (tag, properties, ...children) =>
        fill(document.createElementNS(SVG, tag), properties, children);
    const button = (text, action, properties) =>
        element("button", {type: "button", onclick: action, ...properties}, text);

    const find = (id) => document.getElementById(id);
    const replace = (parent, ...children) =>
        parent.replaceChildren(...children.flat().filter((child) => child));

    // A coloured square; colours are set by way of the style object, as the page's policy demands.
    function swatch(color, kind = "dot", shape = "circle") {
        const mark = element("span", {class: `${kind} ${shape}`, "aria-hidden": "true"});
        mark.style.background = color;
        return mark;
    }

    return {element, svg, button, find, replace, swatch};
})();

const Text = (() => {
    const grouped = new Intl.NumberFormat("en", {maximumFractionDigits: 0});

    // A measure: whole numbers as they are, others with three digits.
    function number(value) {
        if (value === null || Number.isNaN(value))
            return "–";
        if (Number.isInteger(value))
            return grouped.format(value);
        return value >= 1000 ? grouped.format(value) : String(+value.toPrecision(3));
    }

    function percent(share) {
        const value = 100 * share;
        return (value >= 9.95 || value === 0 ? value.toFixed(0) : value.toFixed(1)) + "\u00a0%";
    }

    const count = (many, one, more) => `${grouped.format(many)} ${many === 1 ? one : more || one + "s"}`;

    // Long ids are shortened where room is scarce.
    const brief = (name, most = 28) =>
        name.length > most ? name.slice(0, most - 9) + "…" + name.slice(-8) : name;

    return {number, percent, count, brief};
})();
