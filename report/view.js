// SPDX-License-Identifier: MIT
// A picture of nodes at places that can be moved, zoomed, pointed at and lassoed. Marks are on one
// canvas, what follows the pointer on another above it.

class View {
    constructor(id, name) {
        this.section = Dom.find(id);
        this.stage = this.section.querySelector(".stage");
        this.name = name;
        this.nodes = new Uint32Array(0);  // those that are shown
        this.places = new Float32Array(0); // [2 * count], from 0 to 1; of others NaN
        this.outlined = false;
        this.turns = false; // the picture may be turned, to fill the room
        this.turned = 0;
        this.scale = 1; // pixels of a unit
        this.left = 0;
        this.top = 0;
        this.lit = new Uint8Array(data.count); // 1: not dimmed while there is a selection
        this.lasso = null; // points of the line that is being drawn
        this.lassoing = false; // dragging draws a line
        this.canvases = [0, 1].map((layer) =>
            Dom.element("canvas", layer ? {tabindex: 0, role: "img", "aria-label": name} : {}));
        this.stage.prepend(...this.canvases);
        [this.base, this.over] = this.canvases.map((canvas) => canvas.getContext("2d"));
        this.tip = Dom.element("div", {class: "tip", hidden: true});
        this.stage.append(this.tip);
        this.addTools();
        Gestures.attach(this);
        new ResizeObserver(() => this.resize()).observe(this.stage);
        State.listen((names) => this.changed(names));
    }

    addTools() {
        this.lassoButton = Dom.button("Lasso", () => this.setLassoing(!this.lassoing),
            {"aria-pressed": "false", title: "Draw around nodes to select them (L, or drag with Shift)"});
        const tools = this.section.querySelector(".tools");
        tools.append(this.lassoButton,
            Dom.button("+", () => this.zoom(1.4), {class: "zoom", title: "Zoom in (+)", "aria-label": "Zoom in"}),
            Dom.button("−", () => this.zoom(1 / 1.4), {class: "zoom", title: "Zoom out (-)", "aria-label": "Zoom out"}),
            Dom.button("Fit", () => this.fit(), {title: "Show all (F)"}));
    }

    setLassoing(on) {
        this.lassoing = on;
        this.lassoButton.setAttribute("aria-pressed", String(on));
        this.stage.classList.toggle("lassoing", on);
    }

    // ---- Places ----

    show(nodes, places) {
        this.nodes = nodes;
        this.places = places;
        this.grid = new Grid(nodes, places);
        this.fit();
    }

    screenX(node) { return this.left + this.scale * this.places[2 * node + this.turned]; }
    screenY(node) { return this.top + this.scale * this.places[2 * node + 1 - this.turned]; }

    isVisible(node) {
        const x = this.screenX(node), y = this.screenY(node);
        return x >= 0 && y >= 0 && x <= this.width && y <= this.height;
    }

    // Larger when there is more room; node -1 stands for any.
    radius(node) {
        const room = Math.sqrt(this.width * this.height / (this.nodes.length + 10));
        const zoomed = Math.pow(this.scale / this.fitted, 0.35);
        const size = Math.min(9, Math.max(1.5, 0.17 * room)) * zoomed;
        if (!this.outlined || node < 0)
            return Math.min(size, 9);
        return Math.min(size * (0.75 + 0.25 * Math.log2(1 + data.degrees[node]) / 3), 14);
    }

    fit() {
        const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
        for (const node of this.nodes)
            for (let axis = 0; axis < 2; axis++) {
                low[axis] = Math.min(low[axis], this.places[2 * node + axis]);
                high[axis] = Math.max(high[axis], this.places[2 * node + axis]);
            }
        if (!(this.width > 0) || low[0] === Infinity)
            return this.redraw();
        const margin = Math.min(34, 0.08 * this.width);
        const room = [this.width - 2 * margin, this.height - 2 * margin];
        const sides = [0, 1].map((axis) => Math.max(1e-6, high[axis] - low[axis]));
        this.turned = this.turns && (sides[0] > sides[1]) !== (room[0] > room[1]) ? 1 : 0;
        if (this.turned)
            [low, high, sides].forEach((pair) => pair.reverse());
        this.scale = Math.min(room[0] / sides[0], room[1] / sides[1], 4e4);
        this.fitted = this.scale;
        this.left = this.width / 2 - this.scale * (low[0] + high[0]) / 2;
        this.top = this.height / 2 - this.scale * (low[1] + high[1]) / 2;
        this.redraw();
    }

    zoom(factor, x = this.width / 2, y = this.height / 2) {
        const bounded = Math.min(2000 * this.fitted, Math.max(this.fitted / 4, this.scale * factor));
        this.left = x - (x - this.left) * bounded / this.scale;
        this.top = y - (y - this.top) * bounded / this.scale;
        this.scale = bounded;
        this.moved();
    }

    pan(dx, dy) {
        this.left += dx;
        this.top += dy;
        this.moved();
    }

    // While the picture moves, what takes long may be left out.
    moved() {
        this.moving = true;
        clearTimeout(this.rest);
        this.rest = setTimeout(() => {
            this.moving = false;
            this.redraw();
        }, 140);
        this.redraw();
    }

    // The nearest node within reach of a place on the screen, or -1.
    pick(x, y, reach = 12) {
        const place = [(x - this.left) / this.scale, (y - this.top) / this.scale];
        return this.grid.nearest(place[this.turned], place[1 - this.turned],
            Math.max(reach, this.radius(-1) + 4) / this.scale);
    }

    // The nodes inside a line around them, given by points on the screen.
    inside(line) {
        return [...this.nodes].filter((node) => {
            const x = this.screenX(node), y = this.screenY(node);
            let within = false;
            for (let i = 0, j = line.length - 1; i < line.length; j = i++) {
                const [ax, ay] = line[i], [bx, by] = line[j];
                if (ay > y !== by > y && x < ax + (bx - ax) * (y - ay) / (by - ay))
                    within = !within;
            }
            return within;
        });
    }

    // ---- Drawing ----

    resize() {
        const box = this.stage.getBoundingClientRect();
        if (!box.width || !box.height)
            return;
        const refit = !this.width || Math.abs(this.scale / this.fitted - 1) < 0.01;
        this.ratio = window.devicePixelRatio || 1;
        this.width = box.width;
        this.height = box.height;
        for (const canvas of this.canvases) {
            canvas.width = Math.round(box.width * this.ratio);
            canvas.height = Math.round(box.height * this.ratio);
        }
        if (refit)
            this.fit();
        this.draw();
    }

    redraw() {
        if (!this.asked)
            this.asked = requestAnimationFrame(() => this.draw());
    }

    clear(context) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, context.canvas.width, context.canvas.height);
        context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    }

    draw() {
        cancelAnimationFrame(this.asked);
        this.asked = 0;
        if (!this.width)
            return;
        const style = getComputedStyle(document.documentElement);
        this.ground = style.getPropertyValue("--ground").trim();
        this.ink = style.getPropertyValue("--ink").trim();
        this.accent = style.getPropertyValue("--accent").trim();
        this.clear(this.base);
        this.drawBelow(this.base);
        Marks.draw(this.base, this, this.ground);
        this.drawOver();
    }

    // Both canvases in one, for paper, where the upper one would hide the lower.
    flatten() {
        this.draw();
        if (!this.width)
            return;
        this.base.setTransform(1, 0, 0, 1, 0, 0);
        this.base.drawImage(this.canvases[1], 0, 0);
    }

    drawBelow() {}
    drawBetween() {}

    // Names, rings and the lasso.
    drawOver() {
        const context = this.over;
        if (!this.width || !this.ground)
            return;
        this.clear(context);
        if (!this.moving || this.nodes.length <= 2000)
            Labels.draw(context, this, this.ground, this.ink);
        const ring = (node, color, width, more = 3) => {
            if (node >= 0 && !Number.isNaN(this.places[2 * node]))
                Marks.ring(context, this.screenX(node), this.screenY(node),
                    this.radius(node) + more, color, width);
        };
        if (state.focus >= 0 && this.ringed)
            this.companions(state.focus).forEach((node) => ring(node, this.accent, 1.2));
        state.pins.forEach((node) => ring(node, this.ink, 2, 5));
        ring(state.focus, this.accent, 3);
        ring(state.hover, this.ink, 2);
        if (this.lasso)
            this.drawLasso(context);
    }

    // What is shown with a node that is chosen: its neighbours here, or the nodes like it.
    companions() { return []; }

    drawLasso(context) {
        context.beginPath();
        this.lasso.forEach(([x, y], i) => (i ? context.lineTo(x, y) : context.moveTo(x, y)));
        context.closePath();
        context.globalAlpha = 0.12;
        context.fillStyle = this.accent;
        context.fill();
        context.globalAlpha = 1;
        context.lineWidth = 1.5;
        context.strokeStyle = this.accent;
        context.stroke();
    }

    showTip(node) {
        this.tip.hidden = node < 0;
        if (node < 0)
            return;
        const role = data.roleOf[node];
        Dom.replace(this.tip, Dom.element("strong", {}, Text.brief(data.names[node], 40)),
            Dom.element("span", {}, ` degree ${Text.number(data.degrees[node])}`
                + (role === Data.NOWHERE ? "" : `, ${data.roles[role].name}`)));
        const x = Math.min(Math.max(this.screenX(node), 90), this.width - 90);
        const below = this.screenY(node) < 60;
        this.tip.style.left = `${x}px`;
        this.tip.style.top = `${this.screenY(node) + (below ? 1 : -1) * (this.radius(node) + 8)}px`;
        this.tip.classList.toggle("below", below);
    }

    changed(names) {
        if (names.has("hover") && names.size === 1) {
            this.drawOver();
            return;
        }
        if (names.has("selected")) {
            this.lit.set(state.mask);
            if (state.focus >= 0)
                this.companions(state.focus).forEach((node) => { this.lit[node] = 1; });
        }
        this.redraw();
    }
}
