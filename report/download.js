// SPDX-License-Identifier: MIT
// The table of nodes as CSV (RFC 4180), and the graph as GEXF 1.2 with places and colours.

const Download = (() => {
    // A spreadsheet takes these for formulas, wherever the text comes from; numbers stay as they are.
    const harmless = (text) => (/^[\t\r=@]|^[+-](?!\d*\.?\d+(e[+-]?\d+)?$)/i.test(text) ? `'${text}` : text);
    const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const plain = (value) => (Number.isNaN(value) ? "" : String(+value.toPrecision(7)));

    const columns = () => [
        ["id", (node) => data.ids[node]],
        ...(data.track ? [["snapshot", (node) => data.track.titles[data.track.stepOf[node]]],
            ...["moved", "turnover", "change", "p"].map((key) =>
                [key, (node) => plain(data.track[key][node])])] : []),
        ["family", (node) => (data.familyOf[node] === Data.NOWHERE ? ""
            : data.families[data.familyOf[node]].name)],
        ["role", (node) => (data.roleOf[node] === Data.NOWHERE ? "" : data.roles[data.roleOf[node]].name)],
        ...(data.labelOf ? [["label", (node) =>
            (data.labelOf[node] === Data.NOWHERE ? "" : data.labels[data.labelOf[node]])]] : []),
        ...Measures.list.map((measure) =>
            [measure.name.replaceAll(" ", "_").replaceAll("'", ""), (node) => plain(measure.values[node])]),
    ];

    function table(nodes) {
        const list = columns();
        const lines = [list.map(([name]) => name).join(",")];
        for (const node of nodes)
            lines.push(list.map(([, value]) => quoted(harmless(value(node)))).join(","));
        return lines.join("\r\n") + "\r\n";
    }

    // XML has no place for most control characters.
    const escaped = (text) => text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
        .replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

    function graph() {
        const attributes = columns().slice(1);
        const places = data.layout || data.projections[state.projection];
        const {palette, entries} = state.paint;
        const parts = ['<?xml version="1.0" encoding="UTF-8"?>\n',
            '<gexf xmlns="http://www.gexf.net/1.2draft" xmlns:viz="http://www.gexf.net/1.2draft/viz" version="1.2">\n',
            `<graph defaultedgetype="${data.directions ? "directed" : "undirected"}">\n<attributes class="node">\n`];
        attributes.forEach(([name], i) => {
            const type = /^(family|role|label|snapshot)$/.test(name) ? "string" : "double";
            parts.push(`<attribute id="${i}" title="${name}" type="${type}"/>\n`);
        });
        parts.push("</attributes>\n<nodes>\n");
        for (let u = 0; u < data.count; u++) {
            const [r, g, b] = Colors.channels(palette[entries[u]]);
            const values = attributes.map(([, value], i) => [i, value(u)])
                .filter(([, value]) => value !== "")
                .map(([i, value]) => `<attvalue for="${i}" value="${escaped(value)}"/>`);
            parts.push(`<node id="${u}" label="${escaped(data.names[u])}">`,
                `<attvalues>${values.join("")}</attvalues>`,
                `<viz:color r="${r}" g="${g}" b="${b}"/>`);
            if (places && !Number.isNaN(places[2 * u]))
                parts.push(`<viz:position x="${(1000 * places[2 * u]).toFixed(2)}" `
                    + `y="${(-1000 * places[2 * u + 1]).toFixed(2)}" z="0"/>`);
            parts.push("</node>\n");
        }
        parts.push("</nodes>\n<edges>\n");
        for (let u = 0, e = 0; u < data.count; u++)
            for (let a = data.offsets[u]; a < data.offsets[u + 1]; a++)
                if (data.directions ? data.directions[a] & 1 : data.neighbors[a] > u)
                    parts.push(`<edge id="${e++}" source="${u}" target="${data.neighbors[a]}"/>\n`);
        parts.push("</edges>\n</graph>\n</gexf>\n");
        return parts;
    }

    function save(parts, type, ending) {
        const address = URL.createObjectURL(new Blob(parts, {type}));
        const stem = data.title.replace(/^.*\//, "").replace(/[^\w.-]+/g, "-") || "graph";
        Dom.element("a", {href: address, download: `${stem}.${ending}`}).click();
        setTimeout(() => URL.revokeObjectURL(address), 60000);
    }

    const all = () => Array.from({length: data.count}, (_, u) => u);

    return {
        table, graph,
        csv: (nodes = all()) => save([table(nodes)], "text/csv", "csv"),
        gexf: () => save(graph(), "application/gexf+xml", "gexf"),
    };
})();
