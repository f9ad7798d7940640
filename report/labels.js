// SPDX-License-Identifier: MIT
// Names beside nodes, as many as find room: never over each other, and in small graphs not over
// another node either.

const Labels = (() => {
    const MOST = 60;
    const CANDIDATES = 400;
    const HEIGHT = 14;

    // Nodes on the screen, the most important first.
    function candidates(view) {
        const seen = view.nodes.filter((node) => view.isVisible(node));
        const weight = (node) => (node === state.focus || node === state.hover ? 4e9 : 0)
            + (view.lit[node] ? 2e9 : 0) + data.degrees[node];
        return [...seen].sort((a, b) => weight(b) - weight(a) || a - b).slice(0, CANDIDATES);
    }

    const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width
        && a.y < b.y + b.height && b.y < a.y + a.height;

    function draw(context, view, ground, ink) {
        const nodes = candidates(view), placed = [];
        const marks = nodes.length < CANDIDATES ? nodes.map((node) => {
            const r = view.radius(node) * 0.8;
            return {node, x: view.screenX(node) - r, y: view.screenY(node) - r, width: 2 * r,
                height: 2 * r};
        }) : [];
        context.font = "12px " + getComputedStyle(document.body).fontFamily;
        context.textBaseline = "middle";
        context.lineJoin = "round";
        const few = view.nodes.length <= 200
            || (state.selected.length > 1 && view.nodes.length <= 2000);
        const most = few ? MOST : 12;
        for (const node of nodes) {
            if (placed.length >= most)
                break;
            if (state.selected.length > 0 && view.nodes.length > 200 && !view.lit[node])
                break;
            const name = Text.brief(data.ids[node], 24);
            const width = context.measureText(name).width;
            const x = view.screenX(node), y = view.screenY(node), r = view.radius(node) + 3;
            const boxes = [[x + r, y - HEIGHT / 2], [x - r - width, y - HEIGHT / 2],
                [x - width / 2, y - r - HEIGHT], [x - width / 2, y + r]];
            const spot = boxes.map(([left, top]) => ({x: left, y: top, width, height: HEIGHT}))
                .find((box) => box.x > 2 && box.y > 2 && box.x + width < view.width - 2
                    && box.y + HEIGHT < view.height - 2
                    && !placed.some((other) => overlap(box, other))
                    && !marks.some((mark) => mark.node !== node && overlap(box, mark)));
            if (!spot)
                continue;
            placed.push(spot);
            const faded = state.selected.length > 0 && !view.lit[node];
            context.globalAlpha = faded ? 0.45 : 1;
            context.strokeStyle = ground;
            context.lineWidth = 3;
            context.strokeText(name, spot.x, spot.y + HEIGHT / 2);
            context.fillStyle = ink;
            context.fillText(name, spot.x, spot.y + HEIGHT / 2);
            context.globalAlpha = 1;
        }
    }

    return {draw};
})();
