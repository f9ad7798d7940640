// SPDX-License-Identifier: MIT
// Small charts: bars of profiles, and histograms of a group against the rest.

const Charts = (() => {
    const {element, svg} = Dom;

    // Rows of {words, color, values: [{share, color}], mean}: bars below the words.
    function bars(rows, most, onpoint) {
        return element("ul", {class: "bars"}, rows.map((row) => {
            const line = element("li", {
                onpointerenter: () => onpoint && onpoint(row),
                onpointerleave: () => onpoint && onpoint(null),
            },
            element("span", {class: "bar-words"}, row.color && Dom.swatch(row.color),
                row.words),
            element("span", {class: "bar-values"},
                row.values.map(({share}) => Text.percent(share)).join(" · ")),
            row.values.map(({share, color}) => {
                const bar = element("span", {class: "bar"}, element("span", {class: "bar-fill"}));
                bar.firstChild.style.width = `${share > 0 ? Math.max(0.5, 100 * share / most) : 0}%`;
                if (color)
                    bar.firstChild.style.background = color;
                if (row.mean !== undefined) {
                    const tick = element("span", {class: "bar-mean", title: "mean of all nodes"});
                    tick.style.left = `${Math.min(100, 100 * row.mean / most)}%`;
                    bar.append(tick);
                }
                return bar;
            }));
            return line;
        }));
    }

    // Shares of a group and of the rest in bins of a measure.
    function histogram(measure, isMember, color) {
        const low = measure.sorted[0], high = measure.sorted[measure.sorted.length - 1];
        const whole = measure.key === "hub";
        const bend = measure.log ? Math.log1p : (x) => x;
        const bins = whole ? Math.min(12, high - low + 1) : 12;
        const counts = [new Float64Array(bins), new Float64Array(bins)];
        const sums = [0, 0];
        const begin = bend(low), span = whole ? high - low + 1 : bend(high) - begin || 1;
        measure.values.forEach((value, node) => {
            if (Number.isNaN(value))
                return;
            const side = isMember(node) ? 0 : 1;
            counts[side][Math.min(bins - 1, Math.floor(bins * (bend(value) - begin) / span))]++;
            sums[side]++;
        });
        const shares = counts.map((list, side) => list.map((x) => x / (sums[side] || 1)));
        const most = Math.max(...shares[0], ...shares[1], 1e-9);
        const width = 120, height = 34, step = width / bins;
        const rects = [...shares[0]].map((share, i) => {
            const rect = svg("rect", {x: i * step + 0.5, width: Math.max(1, step - 1),
                y: height - height * share / most, height: height * share / most});
            rect.style.fill = color;
            return rect;
        });
        let path = `M0 ${height}`;
        shares[1].forEach((share, i) => {
            path += `V${(height - height * share / most).toFixed(1)}H${((i + 1) * step).toFixed(1)}`;
        });
        return svg("svg", {class: "histogram", viewBox: `0 -1 ${width} ${height + 2}`,
            preserveAspectRatio: "none", "aria-hidden": "true"},
        rects, svg("path", {class: "rest", d: path + `V${height}`}));
    }

    // The median of a measure over some nodes, and its quartiles: "3 2 to 5".
    function middle(measure, nodes) {
        const values = Float32Array.from(nodes, (node) => measure.values[node])
            .filter((x) => !Number.isNaN(x)).sort();
        const at = (share) => Text.number(values.length
            ? values[Math.round(share * (values.length - 1))] : NaN);
        return element("span", {class: "middle"}, element("strong", {}, at(0.5)),
            at(0.25) !== at(0.75) && element("span", {class: "muted"},
                ` ${at(0.25)} to ${at(0.75)}`));
    }

    return {bars, histogram, middle};
})();
