# SPDX-License-Identifier: MIT
"""The page of riwalk track in a real browser: the slider, the flows, who changed and why."""

import networkx
import pytest


@pytest.fixture(scope="module")
def page(browser, riwalk, tmp_path_factory):
    """Three days of a town with hubs: on the second "n7" becomes one, on the third "n9" is gone."""
    folder = tmp_path_factory.mktemp("track")
    days = [networkx.barabasi_albert_graph(120, 2, seed=1)]
    days.append(networkx.Graph(days[0]))
    days[1].add_edges_from((7, other) for other in range(20, 60))
    days.append(networkx.Graph(days[1]))
    days[2].remove_node(9)
    paths = [folder / f"day{i}.txt" for i in range(3)]
    for path, day in zip(paths, days):
        path.write_text("".join(f"n{a} n{b}\n" for a, b in day.edges))
    riwalk("track", *paths, "--report", folder / "track.html", "-k", "4")
    browser.days, browser.page = days, folder / "track.html"
    return browser


@pytest.fixture
def opened(page):
    page.open(page.page)
    return page


def slide(page, step):
    page.run(f"document.querySelector('#step').value = {step}; document.querySelector('#step').dispatchEvent(new Event('input'))")


def test_the_page_needs_nothing_and_says_what_it_shows(opened):
    assert not opened.console
    assert all(request.startswith(("file:", "data:", "blob:")) for request in opened.requests)
    assert opened.run("document.querySelector('#counts').textContent").startswith("120 nodes · 3 snapshots · 4 roles")


def test_the_slider_moves_all_views(opened):
    for step, day in enumerate(opened.days):
        slide(opened, step)
        assert opened.run("document.querySelector('#snapshot').textContent") == f"day{step}.txt"
        note = opened.run("document.querySelector('#flows .note').textContent")
        present = [node for node, degree in day.degree if degree]
        assert note.startswith(f"{len(present)} nodes and {day.number_of_edges()} edges in this snapshot, {step + 1} of 3")
        shown = opened.run("[...report.views[1].nodes].map((node) => report.data.names[node])")
        assert sorted(shown) == sorted(f"n{node} · day{step}.txt" for node in present)


def test_edges_of_directed_snapshots_are_arcs(page, riwalk, tmp_path):
    days = [[(1, 2), (2, 1), (2, 3), (3, 4)], [(1, 2), (2, 3), (3, 4), (4, 1), (1, 4)]]
    for i, day in enumerate(days):
        (tmp_path / f"{i}.txt").write_text("".join(f"{u} {v}\n" for u, v in day))
    riwalk("track", tmp_path / "0.txt", tmp_path / "1.txt", "--directed", "-k", "2", "--report", tmp_path / "track.html")
    page.open(tmp_path / "track.html")
    for step, day in enumerate(days):
        slide(page, step)
        assert page.run("document.querySelector('#flows .note').textContent").startswith(f"4 nodes and {len(day)} edges")


def test_bars_and_bands_are_the_nodes_of_roles(opened):
    heights = opened.run(
        "report.flows.nodes.map((roles, step) => roles.map((nodes) => nodes.length))"
    )
    for step, sizes in enumerate(heights):
        assert sum(sizes) == sum(degree > 0 for _, degree in opened.days[step].degree)
    # What leaves a bar and what comes into one are not more than it has; all that are in both days move.
    moves = opened.run("report.flows.moves.map((from) => from.map((to) => to.map((nodes) => nodes.length)))")
    assert sum(map(sum, moves[1])) == 120
    assert sum(map(sum, moves[2])) == sum(heights[2])
    for role in range(4):
        assert sum(moves[1][role]) == heights[0][role]
        assert sum(row[role] for row in moves[1]) == heights[1][role]
    drawn = opened.run("document.querySelectorAll('#flows .band').length")
    assert drawn == sum(count > 0 for step in moves for row in step for count in row)


def test_who_changed_comes_first_with_the_reason(opened):
    slide(opened, 1)
    first = opened.run("document.querySelector('.change').textContent")
    degrees = [day.degree[7] for day in opened.days]
    assert first.startswith("n7")
    assert f"degree {degrees[0]} to {degrees[1]}, keeps {degrees[0]} of {degrees[0]} neighbours" in first
    assert "p 0.008" in first  # of 119 peers and itself, none changed as much
    slide(opened, 0)
    assert "This is the first snapshot: move the slider" in opened.run("document.querySelector('#cards').textContent")


def test_before_and_after_stand_side_by_side(opened):
    slide(opened, 1)
    opened.run("document.querySelector('.change .small').click()")
    names = opened.run("[...document.querySelectorAll('.column h3')].map((h) => h.textContent)")
    assert [name.replace("Unpin", "") for name in names] == ["n7 · day0.txt", "n7 · day1.txt"]


def test_a_node_is_followed_through_snapshots(opened):
    slide(opened, 1)
    opened.run("report.State.focus(report.Search.find('n9')[0])")
    assert opened.run("document.querySelector('.node-name').textContent") == "n9 · day1.txt"
    bars = opened.run("[...document.querySelectorAll('.history button')].map((bar) => bar.disabled)")
    assert bars == [False, False, True]
    slide(opened, 2)
    assert opened.run("report.state.focus") == -1
    slide(opened, 0)
    assert opened.run("report.data.names[report.state.focus]") == "n9 · day0.txt"


def test_a_band_selects_the_nodes_on_their_way(opened):
    slide(opened, 0)
    wanted = opened.run("""(() => {
        const band = [...document.querySelectorAll('#flows .band')]
            .find((each) => each.textContent.includes('from') && each.textContent.endsWith('day1.txt'));
        band.dispatchEvent(new MouseEvent('click', {bubbles: true}));
        return band.textContent;
    })()""")
    chosen = opened.run("report.state.selected.length")
    assert wanted.startswith(f"{chosen} node")
    assert opened.run("document.querySelector('#snapshot').textContent") == "day1.txt"


def test_keys_and_play_go_through_snapshots(opened):
    slide(opened, 0)
    opened.press("]")
    assert opened.run("report.state.step") == 1
    opened.press("[")
    assert opened.run("report.state.step") == 0
    opened.run("document.querySelector('#play').click()")
    assert opened.run("document.querySelector('#play').textContent") == "Pause"
    opened.run("document.querySelector('#play').click()")
    assert opened.run("document.querySelector('#play').textContent") == "Play"


def test_the_table_has_snapshots_and_changes(opened):
    lines = opened.run("report.Download.table([report.Search.find('n7')[0]])").split("\r\n")
    assert lines[0].startswith("id,snapshot,moved,turnover,change,p,family,role,degree")
    assert lines[1].startswith("n7,day")


@pytest.mark.parametrize("from_python", [False, True])
def test_ids_and_names_of_files_are_text(page, riwalk, tmp_path, from_python):
    names = ['<img src=x onerror="window.taken=1">', "=1+1", "<!--<script>"]
    for name, more in zip(names, ("", "=2\t</script>\n", "=2\t@x\n")):
        (tmp_path / name).write_text("".join(f"a{i}\t<b>{i * i % 11}</b>\n" for i in range(9)) + more)
    title = "<!--<script>, </title></script><b>=1+1"
    if from_python:
        graphs = [[line.split("\t") for line in (tmp_path / name).read_text().splitlines()] for name in names]
        package = pytest.importorskip("riwalk")
        package.track([[*graph, ("\t=1", "\r=1")] for graph in graphs], k=2, names=names, report=tmp_path / "track.html", title=title)
    else:
        riwalk("track", *(tmp_path / name for name in names), "--report", tmp_path / "track.html", "-k", "2", "--delimiter", "tab")
    page.open(tmp_path / "track.html")
    assert page.run("document.querySelector('#title').textContent") == (title if from_python else names[0])
    for step, name in enumerate(names):
        slide(page, step)
        assert page.run("document.querySelector('#snapshot').textContent") == name
    assert page.run("window.taken === undefined && document.querySelectorAll('img, b').length === 0")
    assert not page.console
    table = page.run("report.Download.table([...report.data.names.keys()])")
    assert "'=2," in table and ",'=1+1," in table and "\n=" not in table and ",=" not in table
    if from_python:
        assert "\r\n'\t=1," in table and "\"'\r=1\"," in table
