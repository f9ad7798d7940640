// SPDX-License-Identifier: MIT
// The neighbourhood of a node in rings, a ring a hop. Marks show degree classes, which with the hops
// are what roles are made of. A ring with too many nodes shows one mark for each class.

class Rings {
    constructor(node, size) {
        this.node = node;
        this.size = size;
        this.lit = null; // a role whose nodes stand out
        this.canvas = Dom.element("canvas", {class: "rings", role: "img", tabindex: 0,
            "aria-label": `Neighbourhood of ${data.names[node]} in rings`});
        this.caption = Dom.element("p", {class: "caption"});
        this.hops = data.profiles.radius;
        this.items = [];
        this.find();
        this.arrange();
        this.canvas.style.width = this.canvas.style.height = `${size}px`;
        this.canvas.addEventListener("pointermove", (event) => this.point(event));
        this.canvas.addEventListener("pointerleave", () => this.say(null));
        this.canvas.addEventListener("click", (event) => {
            const item = this.at(event);
            if (item && item.nodes.length === 1)
                State.focus(item.nodes[0]);
        });
        this.say(null);
        this.draw();
    }

    // Nodes by their distance, and items: a node each, or the nodes of a class.
    find() {
        const seen = new Uint8Array(data.count), rings = [[this.node]];
        seen[this.node] = 1;
        for (let hop = 1; hop <= this.hops && rings[hop - 1].length; hop++) {
            rings.push([]);
            for (const u of rings[hop - 1])
                for (let a = data.offsets[u]; a < data.offsets[u + 1]; a++)
                    if (!seen[data.neighbors[a]]) {
                        seen[data.neighbors[a]] = 1;
                        rings[hop].push(data.neighbors[a]);
                    }
        }
        if (!rings[rings.length - 1].length)
            rings.pop();
        this.rings = rings.map((nodes, hop) => this.group(nodes, hop));
        this.items = this.rings.flat();
        this.join();
    }

    group(nodes, hop) {
        const item = (members, degreeClass) => ({nodes: members, degreeClass, hop, angle: 0});
        const classOf = (node) => Profiles.degreeClass(data.degrees[node]);
        if (nodes.length <= 16 + 12 * hop)
            return nodes.map((node) => item([node], classOf(node)));
        const classes = Array.from({length: Profiles.mostClass + 1}, () => []);
        for (const node of nodes)
            classes[classOf(node)].push(node);
        return classes.map(item).filter(({nodes: members}) => members.length > 0);
    }

    // Edges between items, and how many each stands for.
    join() {
        const count = this.items.length;
        const itemOf = new Int32Array(data.count).fill(-1);
        const joined = new Uint32Array(count * count);
        this.items.forEach(({nodes}, i) => nodes.forEach((node) => { itemOf[node] = i; }));
        this.items.forEach(({nodes}, i) => {
            for (const node of nodes)
                for (let a = data.offsets[node]; a < data.offsets[node + 1]; a++)
                    if (itemOf[data.neighbors[a]] > i)
                        joined[i * count + itemOf[data.neighbors[a]]]++;
        });
        this.edges = [];
        joined.forEach((edges, at) => edges && this.edges.push({
            a: this.items[Math.floor(at / count)], b: this.items[at % count], count: edges}));
    }

    // Items of a ring go near those that they are joined to one ring closer.
    arrange() {
        const most = Math.max(1, this.rings.length - 1);
        this.radii = this.rings.map((_, hop) => (this.size / 2 - 16) * (hop / most) ** 0.72);
        const wanted = new Map(this.items.map((item) => [item, []]));
        const inner = this.edges.filter(({a, b}) => a.hop !== b.hop);
        this.rings.forEach((ring, hop) => {
            for (const {a, b} of inner)
                if (b.hop === hop || a.hop === hop) {
                    const [near, far] = a.hop < b.hop ? [a, b] : [b, a];
                    if (far.hop === hop && near.hop > 0)
                        wanted.get(far).push(near.angle);
                }
            if (hop === 1)
                ring.sort((a, b) => a.degreeClass - b.degreeClass || a.nodes[0] - b.nodes[0]);
            else {
                for (const item of ring) {
                    const angles = wanted.get(item);
                    item.wish = Math.atan2(angles.reduce((sum, x) => sum + Math.sin(x), 0),
                        angles.reduce((sum, x) => sum + Math.cos(x), 0));
                }
                ring.sort((a, b) => a.wish - b.wish || a.degreeClass - b.degreeClass);
            }
            const first = hop > 1 && ring.length ? ring[0].wish : -Math.PI / 2;
            ring.forEach((item, i) => {
                item.angle = first + 2 * Math.PI * i / ring.length;
                item.x = this.size / 2 + this.radii[hop] * Math.cos(item.angle);
                item.y = this.size / 2 + this.radii[hop] * Math.sin(item.angle);
                item.radius = item.nodes.length > 1
                    ? Math.min(15, 5 + 2.4 * Math.log10(item.nodes.length) * 1.4)
                    : 3 + 0.55 * item.degreeClass;
            });
        });
    }

    draw() {
        const ratio = window.devicePixelRatio || 1, context = this.canvas.getContext("2d");
        const style = getComputedStyle(document.documentElement);
        const ink = style.getPropertyValue("--ink").trim();
        const ground = style.getPropertyValue("--surface").trim();
        this.canvas.width = this.canvas.height = Math.round(this.size * ratio);
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.strokeStyle = ink;
        context.lineWidth = 1;
        context.globalAlpha = 0.14;
        for (let hop = 1; hop < this.rings.length; hop++) {
            context.beginPath();
            context.arc(this.size / 2, this.size / 2, this.radii[hop], 0, 2 * Math.PI);
            context.stroke();
        }
        for (const {a, b, count} of this.edges) {
            context.globalAlpha = (this.edges.length > 120 ? 0.1 : 0.28) * (this.lit ? 0.5 : 1);
            context.lineWidth = Math.min(3, 0.8 + 0.6 * Math.log10(count));
            context.beginPath();
            context.moveTo(a.x, a.y);
            context.lineTo(b.x, b.y);
            context.stroke();
        }
        context.globalAlpha = 1;
        for (const item of this.items)
            this.drawItem(context, item, ink, ground);
    }

    drawItem(context, item, ink, ground) {
        const lit = !this.lit || (item.hop === this.lit.distance
            && item.degreeClass === this.lit.degreeClass);
        context.globalAlpha = lit ? 1 : 0.15;
        context.beginPath();
        context.arc(item.x, item.y, item.radius, 0, 2 * Math.PI);
        context.fillStyle = item.hop ? Colors.ofDegreeClass(item.degreeClass, Profiles.mostClass)
            : ink;
        context.fill();
        context.strokeStyle = ground;
        context.lineWidth = 1.5;
        context.stroke();
        if (item.nodes.length > 1) {
            context.font = "600 10px " + getComputedStyle(document.body).fontFamily;
            context.textAlign = "center";
            context.textBaseline = "middle";
            const [r, g, b] = Colors.channels(context.fillStyle);
            context.fillStyle = 0.3 * r + 0.59 * g + 0.11 * b > 140 ? "#111" : "#fff";
            const many = item.nodes.length;
            context.fillText(many < 1000 ? many : `${(many / 1000).toFixed(many < 9950 ? 1 : 0)}k`,
                item.x, item.y);
        }
        context.globalAlpha = 1;
    }

    at(event) {
        const x = event.offsetX, y = event.offsetY;
        return this.items.find((item) =>
            Math.hypot(item.x - x, item.y - y) <= Math.max(item.radius, 6) + 2);
    }

    point(event) {
        this.say(this.at(event) || null);
    }

    say(item) {
        this.canvas.classList.toggle("pointing", Boolean(item && item.nodes.length === 1));
        if (!item) {
            const around = this.items.reduce((sum, {nodes}) => sum + nodes.length, -1);
            this.caption.textContent = `${Text.count(around, "node")} within `
                + `${Text.count(Math.max(1, this.rings.length - 1), "hop")}; a ring is a hop`;
            return;
        }
        const range = Profiles.classRange(item.degreeClass);
        this.caption.textContent = item.nodes.length > 1
            ? `${Text.count(item.nodes.length, "node")} of degree ${range}, `
                + Text.count(item.hop, "hop")
            : `${Text.brief(data.names[item.nodes[0]])}: degree `
                + `${data.degrees[item.nodes[0]]} (class ${range}), ${Text.count(item.hop, "hop")}`;
    }

    light(role) {
        this.lit = role;
        this.draw();
    }

    // Which colour is which class, of those that are there.
    legend() {
        const classes = [...new Set(this.items.filter((item) => item.hop)
            .map((item) => item.degreeClass))].sort((a, b) => a - b);
        return Dom.element("p", {class: "ring-legend"}, "degree ", classes.map((number) =>
            Dom.element("span", {class: "key"},
                Dom.swatch(Colors.ofDegreeClass(number, Profiles.mostClass)),
                Profiles.classRange(number))));
    }

    element() {
        return Dom.element("figure", {}, this.canvas, Dom.element("figcaption", {},
            this.caption, this.legend()));
    }
}
