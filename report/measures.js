// SPDX-License-Identifier: MIT
// Numbers of every node that it can be coloured by and that roles are compared by.

const Measures = (() => {
    const {count, degrees, offsets, neighbors} = data;

    const each = (value) => {
        const values = new Float32Array(count);
        for (let u = 0; u < count; u++)
            values[u] = value(u);
        return values;
    };

    function neighborMean(u) {
        let sum = 0;
        for (let a = offsets[u]; a < offsets[u + 1]; a++)
            sum += degrees[neighbors[a]];
        return degrees[u] ? sum / degrees[u] : NaN;
    }

    const {measured} = data;
    const list = [
        {key: "degree", name: "degree", values: each((u) => degrees[u]), log: true,
            meaning: "number of neighbours"},
        {key: "triangles", name: "triangles", values: measured.triangles, log: true,
            meaning: "triangles that the node is a corner of"},
        {key: "clustering", name: "clustering",
            values: each((u) => (degrees[u] > 1
                ? measured.triangles[u] / (degrees[u] * (degrees[u] - 1) / 2) : NaN)),
            meaning: "share of the pairs of neighbours that are joined"},
        {key: "constraint", name: "constraint", values: measured.constraint,
            meaning: "Burt's constraint: low where a node bridges others that do not know each other"},
        {key: "hub", name: "distance to hub", values: measured.hub_distance,
            meaning: "hops to the nearest hub: a node with twice the mean degree"},
        {key: "around", name: "neighbours' degree", values: each(neighborMean), log: true,
            meaning: "mean degree of the neighbours"},
        {key: "core", name: "core number", values: measured.core,
            meaning: "the node is within a group in which each has so many neighbours"},
        {key: "layer", name: "layer from the rim", values: measured.layer, log: true,
            meaning: "rounds until the node goes, when those of the fewest neighbours are taken away at once"},
        {key: "groups", name: "groups of neighbours", values: measured.groups, log: true,
            meaning: "groups that the neighbours fall into without the node"},
        {key: "out", name: "out-degree", values: measured.out_degree, log: true,
            meaning: "neighbours that the node has an arc to"},
        {key: "in", name: "in-degree", values: measured.in_degree, log: true,
            meaning: "neighbours that have an arc to the node"},
        {key: "reciprocity", name: "reciprocity", values: measured.reciprocity,
            meaning: "share of the neighbours with arcs in both directions"},
        {key: "strength", name: "strength", values: measured.strength, log: true,
            meaning: "sum of the weights of its edges"},
    ].filter((measure) => measure.values);

    for (const measure of list) {
        measure.sorted = measure.values.filter((x) => !Number.isNaN(x)).sort();
        measure.quantile = (share) =>
            measure.sorted[Math.round(share * (measure.sorted.length - 1))];
    }

    // The share of nodes with a smaller value, those of the same value counted half.
    function rank(measure, value) {
        const bound = (above) => {
            let low = 0, high = measure.sorted.length;
            while (low < high) {
                const middle = (low + high) >> 1;
                if (above ? measure.sorted[middle] <= value : measure.sorted[middle] < value)
                    low = middle + 1;
                else
                    high = middle;
            }
            return low;
        };
        return (bound(false) + bound(true)) / 2 / measure.sorted.length;
    }

    return {list, rank, byKey: (key) => list.find((measure) => measure.key === key)};
})();
