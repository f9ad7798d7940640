// SPDX-License-Identifier: MIT
// Nodes sorted into the cells of a grid, so that the one nearest to the pointer is found at once.

class Grid {
    constructor(nodes, places) {
        this.places = places;
        this.side = Math.max(1, Math.min(256, Math.ceil(Math.sqrt(nodes.length / 4))));
        const cells = this.side * this.side;
        this.starts = new Uint32Array(cells + 1);
        this.order = new Uint32Array(nodes.length);
        for (const node of nodes)
            this.starts[this.cell(node) + 1]++;
        for (let c = 0; c < cells; c++)
            this.starts[c + 1] += this.starts[c];
        const used = this.starts.slice();
        for (const node of nodes)
            this.order[used[this.cell(node)]++] = node;
    }

    column(x) { return Math.min(this.side - 1, Math.max(0, Math.floor(x * this.side))); }

    cell(node) {
        return this.column(this.places[2 * node + 1]) * this.side
            + this.column(this.places[2 * node]);
    }

    nearest(x, y, reach) {
        let best = -1, least = reach * reach;
        for (let row = this.column(y - reach); row <= this.column(y + reach); row++)
            for (let column = this.column(x - reach); column <= this.column(x + reach); column++) {
                const cell = row * this.side + column;
                for (let i = this.starts[cell]; i < this.starts[cell + 1]; i++) {
                    const node = this.order[i];
                    const dx = this.places[2 * node] - x, dy = this.places[2 * node + 1] - y;
                    if (dx * dx + dy * dy <= least) {
                        least = dx * dx + dy * dy;
                        best = node;
                    }
                }
            }
        return best;
    }
}
