// SPDX-License-Identifier: MIT
// Roles over time: a column for each snapshot, a bar for each role, bands are nodes that go from one
// role to another. A slider chooses the snapshot that the other views show.

class FlowsView {
    constructor() {
        const {track} = data;
        this.section = Dom.find("flows");
        this.section.hidden = false;
        this.stage = this.section.querySelector(".stage");
        this.label = Dom.element("strong", {id: "snapshot"});
        this.slider = Dom.element("input", {type: "range", id: "step", min: 0,
            max: track.titles.length - 1, "aria-label": "Snapshot",
            oninput: () => State.goTo(Number(this.slider.value))});
        this.player = Dom.button("Play", () => this.play(!this.timer), {id: "play"});
        this.section.querySelector(".choices").append(this.player, this.slider, this.label);
        this.count();
        new ResizeObserver(() => this.draw()).observe(this.stage);
        State.listen((names) => this.changed(names));
        this.tell();
    }

    play(on) {
        clearInterval(this.timer);
        const last = data.track.titles.length - 1;
        this.timer = on ? setInterval(() => {
            if (state.step >= last)
                this.play(false);
            else
                State.goTo(state.step + 1);
        }, 1100) : 0;
        if (on && state.step >= last)
            State.goTo(0);
        this.player.textContent = on ? "Pause" : "Play";
    }

    // sizes[step][role], and moves[step][from][to]: lists of nodes.
    count() {
        const roles = data.roles.length;
        const lists = () => Array.from({length: roles}, () => []);
        this.nodes = data.track.places.map(lists);
        this.moves = data.track.places.map(() => Array.from({length: roles}, lists));
        for (let step = 0; step < this.nodes.length; step++)
            for (const node of Track.present(step)) {
                const before = Track.before(node);
                this.nodes[step][data.roleOf[node]].push(node);
                if (before >= 0 && data.degrees[before] > 0)
                    this.moves[step][data.roleOf[before]][data.roleOf[node]].push(node);
            }
    }

    tell() {
        const {titles} = data.track, here = Track.present(state.step);
        const arcs = data.measured.out_degree;
        const edges = here.reduce((sum, node) => sum + (arcs ? arcs[node] : data.degrees[node] / 2), 0);
        this.slider.value = state.step;
        this.label.textContent = titles[state.step];
        Dom.replace(this.section.querySelector(".note"), `${Text.count(here.length, "node")} and `
            + `${Text.count(edges, "edge")} in this snapshot, ${state.step + 1} of ${titles.length}. `
            + "A band is nodes on their way to another role: click it to select them.");
    }

    // ---- The picture ----

    place() {
        const {order, titles} = data.track, gap = 5;
        const most = Math.max(...this.nodes.map((roles) =>
            roles.reduce((sum, list) => sum + list.length, 0)));
        const bottom = this.height - 20;
        this.bar = Math.min(16, 0.3 * this.width / titles.length);
        this.unit = Math.max(1, bottom - 8 - gap * (order.length - 1)) / most;
        this.x = (step) => 12 + (this.width - 24 - this.bar) * (titles.length > 1
            ? step / (titles.length - 1) : 0);
        this.tops = this.nodes.map((roles) => {
            let y = 8;
            const tops = [];
            for (const role of order) {
                tops[role] = y;
                y += this.unit * roles[role].length + gap;
            }
            return tops;
        });
    }

    color(role) { return Colors.ofClass(Colors.classOfRole(role)); }

    go(step, nodes, source) {
        State.goTo(step);
        if (nodes)
            State.select(nodes, source);
    }

    bands(step) {
        const {order} = data.track, left = [], right = [];
        const paths = [];
        const x0 = this.x(step - 1) + this.bar, x1 = this.x(step), bend = (x1 - x0) / 2;
        for (const from of order)
            for (const to of order) {
                const nodes = this.moves[step][from][to], height = this.unit * nodes.length;
                if (!nodes.length)
                    continue;
                const y0 = this.tops[step - 1][from] + (left[from] || 0);
                const y1 = this.tops[step][to] + (right[to] || 0);
                left[from] = (left[from] || 0) + height;
                right[to] = (right[to] || 0) + height;
                const words = from === to ? `stay: ${data.roles[to].name}`
                    : `from ${data.roles[from].name} to ${data.roles[to].name}`;
                const path = Dom.svg("path", {class: step === state.step ? "band now" : "band",
                    d: `M${x0} ${y0}C${x0 + bend} ${y0} ${x1 - bend} ${y1} ${x1} ${y1}v${height}`
                        + `C${x1 - bend} ${y1 + height} ${x0 + bend} ${y0 + height} ${x0} ${y0 + height}Z`,
                    onclick: () => this.go(step, nodes, words)},
                Dom.svg("title", {}, `${Text.count(nodes.length, "node")} ${words}, ${data.track.titles[step]}`));
                path.style.fill = this.color(from);
                paths.push(path);
            }
        return paths;
    }

    column(step, named) {
        const {order, titles} = data.track, x = this.x(step), now = step === state.step;
        const rects = order.filter((role) => this.nodes[step][role].length).map((role) => {
            const nodes = this.nodes[step][role];
            const rect = Dom.svg("rect", {class: "bar-of-role", x, y: this.tops[step][role],
                width: this.bar, height: Math.max(1, this.unit * nodes.length),
                onclick: () => this.go(step, nodes, data.roles[role].name)},
            Dom.svg("title", {}, `${Text.count(nodes.length, "node")}: ${data.roles[role].name}, ${titles[step]}`));
            rect.style.fill = this.color(role);
            return rect;
        });
        const edge = step === 0 ? "start" : step === titles.length - 1 ? "end" : "middle";
        return [now && Dom.svg("rect", {class: "now-column", x: x - 4, y: 1, width: this.bar + 8,
            height: this.height - 20, rx: 4}), ...rects,
        (named || now) && Dom.svg("text", {class: now ? "now" : "", "text-anchor": edge,
            x: edge === "start" ? x : edge === "end" ? x + this.bar : x + this.bar / 2,
            y: this.height - 5, onclick: () => State.goTo(step)}, titles[step])];
    }

    draw() {
        const box = this.stage.getBoundingClientRect();
        if (!box.width || !box.height)
            return;
        this.width = box.width;
        this.height = box.height;
        this.place();
        const {titles} = data.track;
        const every = Math.ceil(titles.length * 8 * (Math.max(...titles.map((t) => t.length)) + 1) / this.width);
        const steps = titles.map((_, step) => step);
        // The name of the snapshot that is shown has room to both sides.
        const named = (step) => step % every === 0 && Math.abs(step - state.step) >= every;
        Dom.replace(this.stage, Dom.svg("svg", {viewBox: `0 0 ${box.width} ${box.height}`, role: "img",
            "aria-label": "Nodes of each role in each snapshot, and moves between roles"},
        steps.slice(1).map((step) => this.bands(step)),
        steps.map((step) => this.column(step, named(step)))));
    }

    changed(names) {
        if (names.has("step"))
            this.tell();
        if (names.has("step") || names.has("theme") || names.has("color"))
            this.draw();
    }
}
