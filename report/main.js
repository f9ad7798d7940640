// SPDX-License-Identifier: MIT
// Puts the page together. A node can be named in the address: report.html#node=ID.

(() => {
    function readAddress() {
        const match = /^#node=(.*)$/.exec(location.hash);
        if (!match)
            return;
        let name = match[1];
        try {
            name = decodeURIComponent(name);
        } catch {
            return;
        }
        const node = Math.max(data.names.indexOf(name), data.ids.indexOf(name));
        if (node >= 0)
            State.focus(node);
    }

    function writeAddress(names) {
        if (names.has("selected"))
            history.replaceState(null, "", state.focus >= 0
                ? `#node=${encodeURIComponent(data.names[state.focus])}` : "#");
    }

    document.title = `${data.title} – riwalk report`;
    Dom.find("title").textContent = data.title;
    Dom.find("counts").textContent = [...(data.track
        ? [Text.count(data.track.ids.length, "node"), Text.count(data.track.titles.length, "snapshot")]
        : [Text.count(data.count, "node"), Text.count(data.edges, "edge")]),
        Text.count(data.roles.length, "role"),
        Text.count(data.families.length, "family", "families")].join(" · ");
    const flows = data.track ? new FlowsView() : null;
    const views = [new GraphView(), new EmbeddingView()];
    Legend.start();
    Search.start();
    Panel.start();
    Keys.start(views);
    Theme.start(views);
    State.listen(writeAddress);
    Dom.find("help").addEventListener("click", () => Panel.open("about"));
    readAddress();
    window.addEventListener("hashchange", readAddress);
    // In the first frame views learn their sizes, in the second all is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => {
        document.body.dataset.ready = "true";
    }));
    // For the console of the browser, and for tests.
    window.report = {state, views, flows, Track, State, Search, Download, Profiles, data};
})();
