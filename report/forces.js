// SPDX-License-Identifier: MIT
// Places for a few hundred nodes: edges pull, nodes push, from a spiral in the order of nearness.

const Forces = (() => {
    const STEPS = 160;

    // `edges` are pairs of numbers below `count`. Returns [2 * count] places from 0 to 1.
    function place(count, edges) {
        const x = new Float64Array(count), y = new Float64Array(count);
        const dx = new Float64Array(count), dy = new Float64Array(count);
        for (let i = 0; i < count; i++) {
            const angle = i * 2.399963, radius = Math.sqrt(i);
            x[i] = radius * Math.cos(angle);
            y[i] = radius * Math.sin(angle);
        }
        for (let step = 0; step < STEPS; step++) {
            const most = 1.2 * (1 - step / STEPS) + 0.02;
            dx.fill(0);
            dy.fill(0);
            push(count, x, y, dx, dy);
            for (const [a, b] of edges) {
                const awayX = x[b] - x[a], awayY = y[b] - y[a];
                const pull = 0.25 * Math.hypot(awayX, awayY);
                dx[a] += awayX * pull;
                dy[a] += awayY * pull;
                dx[b] -= awayX * pull;
                dy[b] -= awayY * pull;
            }
            for (let i = 0; i < count; i++) {
                const length = Math.hypot(dx[i], dy[i]) || 1;
                x[i] += dx[i] / length * Math.min(length, most) - 0.004 * x[i];
                y[i] += dy[i] / length * Math.min(length, most) - 0.004 * y[i];
            }
        }
        return normalize(x, y);
    }

    function push(count, x, y, dx, dy) {
        for (let i = 0; i < count; i++)
            for (let j = i + 1; j < count; j++) {
                const awayX = x[i] - x[j], awayY = y[i] - y[j];
                const force = 1 / (awayX * awayX + awayY * awayY + 0.01);
                dx[i] += awayX * force;
                dy[i] += awayY * force;
                dx[j] -= awayX * force;
                dy[j] -= awayY * force;
            }
    }

    function normalize(x, y) {
        const lowX = Math.min(...x), lowY = Math.min(...y);
        const side = Math.max(Math.max(...x) - lowX, Math.max(...y) - lowY, 1e-9);
        const places = new Float32Array(2 * x.length);
        for (let i = 0; i < x.length; i++) {
            places[2 * i] = (x[i] - lowX) / side;
            places[2 * i + 1] = (y[i] - lowY) / side;
        }
        return places;
    }

    return {place};
})();
