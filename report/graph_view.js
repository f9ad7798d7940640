// SPDX-License-Identifier: MIT
// The graph: all of it where there is a layout, else the neighbourhood of what is selected.

class GraphView extends View {
    constructor() {
        super("graph", "graph");
        this.outlined = true;
        this.turns = true;
        this.note = this.section.querySelector(".note");
        if (data.layout)
            this.show(Uint32Array.from({length: data.count}, (_, u) => u), data.layout);
        else
            this.showNeighborhood();
    }

    // Some of many selected nodes: those that are joined, from the largest degrees on.
    static part(most) {
        const nodes = [], seen = new Set();
        const add = (node) => {
            if (state.mask[node] && !seen.has(node) && nodes.length < most) {
                seen.add(node);
                nodes.push(node);
            }
        };
        const byDegree = [...state.selected].sort((u, v) => data.degrees[v] - data.degrees[u] || u - v);
        for (let begin = 0, next = 0; nodes.length < most && next < byDegree.length; next++) {
            add(byDegree[next]);
            for (; begin < nodes.length; begin++)
                for (let a = data.offsets[nodes[begin]]; a < data.offsets[nodes[begin] + 1]; a++)
                    add(data.neighbors[a]);
        }
        return nodes;
    }

    // The focus, its neighbours of the largest degrees, and where they are few some of the nodes
    // further away, evenly chosen; or the selected nodes alone.
    static members(most = 200) {
        if (state.selected.length > 1)
            return {nodes: GraphView.part(most), of: state.selected.length, hops: 0};
        const center = state.focus >= 0 ? state.focus : data.track ? Track.hub() : data.hub;
        const nodes = [center], seen = new Set(nodes);
        let hops = 0, of = 1;
        for (let begin = 0; nodes.length < 60 && begin < nodes.length && hops < 4; hops++) {
            const ring = [], end = nodes.length;
            for (; begin < end; begin++)
                for (let a = data.offsets[nodes[begin]]; a < data.offsets[nodes[begin] + 1]; a++)
                    if (!seen.has(data.neighbors[a])) {
                        seen.add(data.neighbors[a]);
                        ring.push(data.neighbors[a]);
                    }
            if (!hops)
                ring.sort((u, v) => data.degrees[v] - data.degrees[u] || u - v);
            of += ring.length;
            const room = Math.min(ring.length, most - nodes.length);
            for (let i = 0; i < room; i++)
                nodes.push(ring[hops ? Math.floor(i * ring.length / room) : i]);
        }
        return {nodes, of, hops, center};
    }

    showNeighborhood() {
        const {nodes, of, hops, center} = GraphView.members();
        const numbers = new Map(nodes.map((node, i) => [node, i]));
        const edges = [];
        nodes.forEach((node, i) => {
            for (let a = data.offsets[node]; a < data.offsets[node + 1]; a++)
                if (numbers.get(data.neighbors[a]) > i)
                    edges.push([i, numbers.get(data.neighbors[a])]);
        });
        const compact = Forces.place(nodes.length, edges);
        const places = new Float32Array(2 * data.count).fill(NaN);
        nodes.forEach((node, i) => places.set(compact.subarray(2 * i, 2 * i + 2), 2 * node));
        this.shown = new Uint8Array(data.count);
        for (const node of nodes)
            this.shown[node] = 1;
        this.note.textContent = center === undefined
            ? `${Text.number(nodes.length)} of ${Text.count(of, "selected node")}`
            : `${Text.number(nodes.length)} of ${Text.count(of, "node")} within `
                + `${Text.count(hops, "hop")} of ${Text.brief(data.names[center])}`;
        this.show(Uint32Array.from(nodes), places);
    }

    companions(node) {
        return data.neighbors.subarray(data.offsets[node], data.offsets[node + 1]);
    }

    // A head at each end that an arc leads to.
    addArrows(path, u, v, bits) {
        const ends = [[u, v], [v, u]];
        ends.forEach(([from, to], i) => {
            const x = this.screenX(to), y = this.screenY(to);
            const dx = x - this.screenX(from), dy = y - this.screenY(from);
            const length = Math.hypot(dx, dy), gap = this.radius(to) + 1, head = 6;
            if (!(bits >> i & 1) || length < gap + head)
                return;
            const ux = dx / length, uy = dy / length, tipX = x - gap * ux, tipY = y - gap * uy;
            for (const side of [-1, 1]) {
                path.moveTo(tipX, tipY);
                path.lineTo(tipX - head * ux + side * head / 2 * uy,
                    tipY - head * uy - side * head / 2 * ux);
            }
        });
    }

    // Each edge once; those of the focus and of the pointer's node stand out.
    drawBelow(context) {
        const any = state.selected.length > 0;
        const few = this.moving ? Math.ceil(data.edges / 12000) : 1;
        const paths = [new Path2D(), new Path2D()];
        const arrows = this.nodes.length <= 500 && !this.moving; // more would be a blur
        let drawn = 0;
        for (const u of this.nodes)
            for (let a = data.offsets[u]; a < data.offsets[u + 1]; a++) {
                const v = data.neighbors[a];
                if (v < u || (this.shown && !this.shown[v]))
                    continue;
                const bright = any && (state.focus >= 0 ? u === state.focus || v === state.focus
                    : state.mask[u] && state.mask[v]);
                if (!bright && drawn++ % few)
                    continue;
                const path = paths[bright ? 1 : 0];
                path.moveTo(this.screenX(u), this.screenY(u));
                path.lineTo(this.screenX(v), this.screenY(v));
                if (data.directions && (bright || arrows))
                    this.addArrows(path, u, v, data.directions[a]);
            }
        const dense = Math.min(1, 30 / Math.sqrt(data.edges + 1));
        context.strokeStyle = this.ink;
        context.globalAlpha = (any ? 0.1 : 0.34) * Math.max(0.3, dense);
        context.lineWidth = 1;
        context.stroke(paths[0]);
        context.globalAlpha = 1;
        this.bright = paths[1];
    }

    drawBetween(context) {
        context.strokeStyle = this.ink;
        context.globalAlpha = 0.6;
        context.lineWidth = 1.3;
        context.stroke(this.bright);
        context.globalAlpha = 1;
    }

    changed(names) {
        if (!data.layout && ((names.has("selected") && state.selected.length) || names.has("step")))
            this.showNeighborhood();
        super.changed(names);
    }
}
