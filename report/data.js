// SPDX-License-Identifier: MIT
// What the page shows: the JSON of src/report/data.c with its arrays unpacked.

const Data = (() => {
    const NONE = 0xFFFFFFFF;
    const NOWHERE = 0xFFFF;

    function bytes(base64) {
        const text = atob(base64);
        const array = new Uint8Array(text.length);
        for (let i = 0; i < text.length; i++)
            array[i] = text.charCodeAt(i);
        return array;
    }

    const array = (Type, base64) => new Type(bytes(base64).buffer);

    // Neighbours of all nodes in compressed sparse rows, from gaps to the later ones. Of a directed
    // graph each has two bits: an arc leads there (1), and one comes from there (2).
    function readEdges(packed, arcs, nodes) {
        const forward = new Uint32Array(nodes);
        const targets = [];
        const degrees = new Uint32Array(nodes);
        let at = 0;
        const next = () => {
            let value = 0;
            for (let shift = 0;; shift += 7) {
                value += (packed[at] & 127) * 2 ** shift;
                if (packed[at++] < 128)
                    return value;
            }
        };
        for (let u = 0; u < nodes; u++) {
            forward[u] = next();
            degrees[u] += forward[u];
            for (let i = 0, v = u; i < forward[u]; i++) {
                v += next();
                targets.push(v);
                degrees[v]++;
            }
        }
        const offsets = new Uint32Array(nodes + 1);
        for (let u = 0; u < nodes; u++)
            offsets[u + 1] = offsets[u] + degrees[u];
        const neighbors = new Uint32Array(offsets[nodes]);
        const directions = arcs && new Uint8Array(offsets[nodes]);
        const used = offsets.slice();
        const turned = [0, 2, 1, 3];
        for (let u = 0, e = 0; u < nodes; u++)
            for (let i = 0; i < forward[u]; i++, e++) {
                const v = targets[e];
                if (directions) {
                    const bits = arcs[e >> 2] >> 2 * (e & 3) & 3;
                    directions[used[u]] = bits;
                    directions[used[v]] = turned[bits];
                }
                neighbors[used[u]++] = v;
                neighbors[used[v]++] = u;
            }
        const edges = directions ? directions.reduce((sum, bits) => sum + (bits & 1), 0) : targets.length;
        return {offsets, neighbors, degrees, directions, edges};
    }

    // Places from 0 to 1; NaN for a node that has none.
    function readPlaces(base64) {
        if (!base64)
            return null;
        const whole = array(Uint16Array, base64);
        return Float32Array.from(whole, (x) => (x === NOWHERE ? NaN : x / (NOWHERE - 1)));
    }

    function readProfiles(raw) {
        const counts = bytes(raw.counts);
        const starts = new Uint32Array(counts.length + 1);
        for (let u = 0; u < counts.length; u++)
            starts[u + 1] = starts[u] + counts[u];
        return {
            radius: raw.radius,
            roles: raw.roles.map(([degreeClass, distance, words]) =>
                ({degreeClass, distance, words})),
            starts,
            entries: array(Uint16Array, raw.entries),
            shares: bytes(raw.shares), // 255 times the square root of a share
        };
    }

    // Times of day are left out where dates tell snapshots apart.
    function shorten(snapshots) {
        const days = snapshots.map((name) => name.replace(/^(\d{4}-\d\d-\d\d)T.*$/, "$1"));
        return new Set(days).size === days.length ? days : snapshots;
    }

    // Snapshots side by side: each node here is one of `ids` at a step. places[step][id] is the node
    // of an id there, or -1.
    function readTrack(raw) {
        const idOf = array(Uint32Array, raw.nodes), stepOf = array(Uint32Array, raw.steps);
        const places = raw.snapshots.map(() => new Int32Array(raw.names.length).fill(-1));
        idOf.forEach((id, node) => { places[stepOf[node]][id] = node; });
        return {
            ids: raw.names, titles: shorten(raw.snapshots), idOf, stepOf, places,
            order: raw.order, reasons: new Map(raw.reasons),
            ...Object.fromEntries(["moved", "turnover", "change", "p"]
                .map((key) => [key, array(Float32Array, raw[key])])),
        };
    }

    function read() {
        const holder = document.getElementById("data");
        const raw = JSON.parse(holder.textContent);
        const roleOf = array(Uint16Array, raw.roleOf), count = roleOf.length;
        const track = raw.track ? readTrack(raw.track) : null;
        const ids = track ? Array.from(track.idOf, (id) => track.ids[id]) : raw.names;
        const graph = readEdges(bytes(raw.edges), raw.arcs && bytes(raw.arcs), count);
        holder.remove();
        return {
            count,
            track,
            ids,
            names: track ? ids.map((id, node) => `${id} · ${track.titles[track.stepOf[node]]}`) : ids,
            title: raw.title || "Graph",
            made: raw.made,
            ...graph,
            layout: readPlaces(raw.layout),
            projections: {
                tsne: readPlaces(raw.tsne),
                pca: readPlaces(raw.pca),
            },
            shares: raw.shares,
            perplexity: raw.perplexity,
            hub: raw.hub,
            byDegree: raw.byDegree,
            // By their keys in src/report/data.c; those of arcs and weights may be missing.
            measured: Object.fromEntries(Object.entries(raw.measures)
                .map(([key, values]) => [key, array(Float32Array, values)])),
            similar: {
                count: raw.similar.count,
                nodes: array(Uint32Array, raw.similar.nodes),
                cosines: array(Uint16Array, raw.similar.cosines),
            },
            profiles: readProfiles(raw.profiles),
            families: raw.families,
            roles: raw.roles,
            roleOf,
            familyOf: roleOf.map((role) => (role === NOWHERE ? NOWHERE : raw.roles[role].family)),
            labels: raw.labels || [],
            labelOf: raw.labels ? array(Uint16Array, raw.labelOf) : null,
        };
    }

    return {read, NONE, NOWHERE};
})();

const data = Data.read();
