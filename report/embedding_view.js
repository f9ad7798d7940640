// SPDX-License-Identifier: MIT
// The vectors in the plane: near points have similar vectors.

class EmbeddingView extends View {
    constructor() {
        super("embedding", "embedding");
        this.ringed = true;
        this.note = this.section.querySelector(".note");
        this.buttons = {};
        const holder = this.section.querySelector(".choices");
        const names = {tsne: "t-SNE", pca: "PCA"};
        for (const key of Object.keys(names)) {
            this.buttons[key] = Dom.button(names[key], () => State.project(key));
            if (data.projections[key])
                holder.append(this.buttons[key]);
        }
        this.showProjection();
    }

    showProjection() {
        const places = data.projections[state.projection];
        for (const [key, button] of Object.entries(this.buttons))
            button.setAttribute("aria-pressed", String(key === state.projection));
        if (!places) {
            this.note.textContent = "All vectors are the same: there is nothing to place.";
            return this.show(new Uint32Array(0), new Float32Array(2 * data.count).fill(NaN));
        }
        // The first component lies flat; how t-SNE lies means nothing.
        this.turns = state.projection === "tsne";
        const nodes = Uint32Array.from({length: data.count}, (_, u) => u)
            .filter((u) => !Number.isNaN(places[2 * u]));
        this.note.textContent = state.projection === "pca"
            ? `${data.shares.map(Text.percent).join(" and ")} of the variance`
            : `neighbours stay neighbours, far distances mean little (perplexity ${Text.number(data.perplexity)})`;
        this.all = nodes;
        this.show(nodes, places);
        return data.track && this.showStep(-1);
    }

    // Room for the nodes of all snapshots, so that places stay as they are.
    fit() {
        const {nodes} = this;
        this.nodes = this.all || nodes;
        super.fit();
        this.nodes = nodes;
    }

    // The nodes of the snapshot that is shown; those that were in the last one glide from there.
    showStep(last) {
        const places = data.projections[state.projection];
        const nodes = Uint32Array.from(Track.present(state.step));
        const from = Array.from(nodes, (node) => (last < 0 ? -1
            : data.track.places[last][data.track.idOf[node]]));
        const began = performance.now();
        const still = last < 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
        const glide = () => {
            const share = still ? 1 : Math.min(1, (performance.now() - began) / 500);
            const moved = places.slice();
            nodes.forEach((node, i) => {
                for (let axis = 0; axis < 2 && from[i] >= 0; axis++)
                    moved[2 * node + axis] = places[2 * from[i] + axis]
                        + share * (places[2 * node + axis] - places[2 * from[i] + axis]);
            });
            this.places = moved;
            this.redraw();
            if (share < 1)
                this.gliding = requestAnimationFrame(glide);
            else
                this.grid = new Grid(nodes, places);
        };
        cancelAnimationFrame(this.gliding);
        this.nodes = nodes;
        this.step = state.step;
        glide();
    }

    companions(node) {
        const {count, nodes} = data.similar;
        return nodes.subarray(node * count, (node + 1) * count)
            .filter((other) => other !== Data.NONE && Track.shows(other));
    }

    changed(names) {
        if (names.has("projection"))
            this.showProjection();
        else if (names.has("step") && data.projections[state.projection])
            this.showStep(this.step);
        super.changed(names);
    }
}
