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
        return this.show(nodes, places);
    }

    companions(node) {
        const {count, nodes} = data.similar;
        return nodes.subarray(node * count, (node + 1) * count)
            .filter((other) => other !== Data.NONE);
    }

    changed(names) {
        if (names.has("projection"))
            this.showProjection();
        super.changed(names);
    }
}
