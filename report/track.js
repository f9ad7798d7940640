// SPDX-License-Identifier: MIT
// Nodes through snapshots: who is where, and who changed.

const Track = (() => {
    const {track} = data;
    const LIKELY = 0.05; // p below it is worth a look

    // Whether a node is in the snapshot that is shown.
    const shows = (node) => !track || track.stepOf[node] === state.step;

    // The same id in the snapshot before, or -1.
    const before = (node) => (track.stepOf[node] > 0
        ? track.places[track.stepOf[node] - 1][track.idOf[node]] : -1);

    const present = (step) => [...track.places[step]].filter((node) => node >= 0
        && data.roleOf[node] !== Data.NOWHERE && data.degrees[node] > 0);

    // Nodes with a p, those that changed most first.
    function changed(step) {
        const steps = step < 0 ? track.places.map((_, i) => i) : [step];
        return steps.flatMap(present).filter((node) => !Number.isNaN(track.p[node]))
            .sort((a, b) => track.p[a] - track.p[b] || track.change[b] - track.change[a]
                || track.stepOf[a] - track.stepOf[b] || track.idOf[a] - track.idOf[b]);
    }

    // The snapshot with most nodes that can have changed.
    function busiest() {
        if (!track)
            return -1;
        const counts = new Uint32Array(track.places.length);
        track.p.forEach((p, node) => { counts[track.stepOf[node]] += Number.isNaN(p) ? 0 : 1; });
        return counts.indexOf(Math.max(...counts));
    }

    const hub = () => present(state.step).reduce((best, node) =>
        (data.degrees[node] > data.degrees[best] ? node : best));

    // The node of an id, in the snapshot that is nearest to the one shown.
    function nearest(id) {
        const steps = track.places.map((_, i) => i)
            .sort((a, b) => Math.abs(a - state.step) - Math.abs(b - state.step));
        return track.places[steps.find((step) => track.places[step][id] >= 0)][id];
    }

    return {shows, before, present, changed, busiest, hub, nearest, LIKELY};
})();
