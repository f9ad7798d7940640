// SPDX-License-Identifier: MIT
// Marks of nodes on a canvas: paths where they are few, pixels where there are many thousands.

const Marks = (() => {
    const MOST_PATHS = 6000;
    const MOST_MOVING = 60000; // points while the picture moves: some of more
    const DIMMED = 0.72; // of the way to the ground

    const outlines = {
        circle: (context, x, y, r) => {
            context.moveTo(x + r, y);
            context.arc(x, y, r, 0, 2 * Math.PI);
        },
        square: (context, x, y, r) => context.rect(x - 0.89 * r, y - 0.89 * r, 1.77 * r, 1.77 * r),
        triangle: (context, x, y, r) => polygon(context,
            [x, y - 1.45 * r, x + 1.35 * r, y + 0.88 * r, x - 1.35 * r, y + 0.88 * r]),
        diamond: (context, x, y, r) => polygon(context,
            [x, y - 1.4 * r, x + 1.1 * r, y, x, y + 1.4 * r, x - 1.1 * r, y]),
    };

    function polygon(context, points) {
        context.moveTo(points[0], points[1]);
        for (let i = 2; i < points.length; i += 2)
            context.lineTo(points[i], points[i + 1]);
        context.closePath();
    }

    // One path for each colour; what is dimmed lies below the rest, with edges between the two.
    function drawPaths(context, view, ground) {
        const {palette, shapes, entries} = state.paint;
        const groups = [new Map(), new Map()];
        const any = state.selected.length > 0;
        for (const node of view.nodes) {
            const bright = !any || view.lit[node] ? 1 : 0;
            const group = groups[bright];
            if (!group.has(entries[node]))
                group.set(entries[node], []);
            group.get(entries[node]).push(node);
        }
        const outlined = view.radius(-1) > 2.5; // thinner marks would vanish in their outline
        groups.forEach((group, bright) => {
            if (bright)
                view.drawBetween(context);
            context.lineWidth = view.outlined ? 1.2 : 0.6;
            context.strokeStyle = ground;
            for (const [entry, nodes] of group) {
                const outline = outlines[shapes ? shapes[entry] : "circle"];
                context.beginPath();
                for (const node of nodes)
                    outline(context, view.screenX(node), view.screenY(node), view.radius(node));
                context.fillStyle = bright ? palette[entry]
                    : Colors.mix(palette[entry], ground, DIMMED);
                context.fill();
                if (outlined)
                    context.stroke();
            }
        });
    }

    const packed = (color) => {
        const [r, g, b] = Colors.channels(color);
        return (255 << 24 | b << 16 | g << 8 | r) >>> 0;
    };

    // Little discs, written into the pixels: a fraction of the time that paths take.
    function drawPixels(context, view, ground) {
        const ratio = view.ratio, {width, height} = context.canvas;
        const image = context.createImageData(width, height);
        const pixels = new Uint32Array(image.data.buffer);
        const {palette, entries} = state.paint;
        const any = state.selected.length > 0;
        const bright = Uint32Array.from(palette, packed);
        const dimmed = Uint32Array.from(palette,
            (color) => packed(Colors.mix(color, ground, DIMMED)));
        const radius = Math.max(0.5, view.radius(-1) * ratio), reach = Math.floor(radius);
        const disc = [];
        for (let dy = -reach; dy <= reach; dy++)
            for (let dx = -reach; dx <= reach; dx++)
                if (dx * dx + dy * dy <= radius * radius)
                    disc.push(dx, dy);
        const step = view.moving ? Math.ceil(view.nodes.length / MOST_MOVING) : 1;
        for (let pass = any ? 0 : 1; pass < 2; pass++)
            for (let i = 0; i < view.nodes.length; i += step) {
                const node = view.nodes[i];
                if (any && view.lit[node] !== pass)
                    continue;
                const x = Math.round(view.screenX(node) * ratio);
                const y = Math.round(view.screenY(node) * ratio);
                if (!(x >= reach && y >= reach && x < width - reach && y < height - reach))
                    continue;
                const color = (pass ? bright : dimmed)[entries[node]];
                for (let d = 0; d < disc.length; d += 2)
                    pixels[(y + disc[d + 1]) * width + x + disc[d]] = color;
            }
        context.putImageData(image, 0, 0);
    }

    const draw = (context, view, ground) =>
        (view.nodes.length > MOST_PATHS ? drawPixels : drawPaths)(context, view, ground);

    // A ring around a node: it is pointed at, shown or pinned.
    function ring(context, x, y, radius, color, width = 2) {
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.strokeStyle = color;
        context.lineWidth = width;
        context.stroke();
    }

    return {draw, ring, MOST_PATHS};
})();
