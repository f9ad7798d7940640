# SPDX-License-Identifier: MIT
"""Reports in a real browser: what a reader sees and does, and what the page must not do."""

import csv
import io
import json
import pathlib
import xml.etree.ElementTree

import networkx
import pytest

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "report"
HOSTILE = [
    "<script>window.taken = 1</script>",
    "</script><script>window.taken = 2</script>",
    'x"><img src=x onerror="window.taken=3">',
    "<!--",
    "]]>&amp;'",
    "a,b\"c",
    "=1+1",
    "@SUM(A1)",
    "-2+3",
    "+1+1",
    "-2.5",
    "__proto__",
    "\u2028\u00e9\U0001f578",
    "\x01\x7f",
]


@pytest.fixture
def report(browser, riwalk, tmp_path):
    """Makes a report of a graph and opens it."""

    def make(graph, *options):
        page = tmp_path / "report.html"
        riwalk("report", graph, *options, "-o", page)
        browser.resize(1280, 800)
        browser.open(page)
        return browser

    return make


@pytest.fixture
def karate(riwalk, tmp_path):
    riwalk("generate", "karate", "-o", tmp_path / "karate.txt", "--labels", tmp_path / "sides.txt")
    return tmp_path / "karate.txt"


def places(page, view):
    """Where the nodes of a view are on the screen, by name."""
    script = f"""(() => {{
        const view = report.views[{view}], box = view.canvases[1].getBoundingClientRect();
        return [...view.nodes].map((u) => [report.data.names[u], box.left + view.screenX(u),
            box.top + view.screenY(u)]);
    }})()"""
    return {name: (x, y) for name, x, y in page.run(script)}


def selected(page):
    return set(page.run("report.state.selected.map((u) => report.data.names[u])"))


def text(page, selector):
    return page.run(f"document.querySelector({json.dumps(selector)})?.textContent")


# ---- The page by itself ----


def test_scripts_compile(browser):
    listed = (SOURCES / "scripts.txt").read_text().split()
    assert sorted(listed) == sorted(path.name for path in SOURCES.glob("*.js"))
    for name in listed:
        assert browser.compiles((SOURCES / name).read_text()) is None, name
    assert browser.compiles("const = 1") is not None


def test_page_loads_without_errors_and_without_the_network(report, karate, tmp_path):
    page = report(karate, "--labels", tmp_path / "sides.txt")
    for key in "nbptdt?1f+-l":
        page.press(key, key)
    page.press("Escape")
    assert page.console == []
    assert page.requests == [(tmp_path / "report.html").as_uri()]
    assert text(page, "#title") == "karate.txt"
    assert text(page, "#counts").startswith("34 nodes · 78 edges")


def test_policy_keeps_out_what_is_not_in_the_file(report, karate):
    page = report(karate)
    page.run("""document.head.append(Object.assign(document.createElement("script"),
        {textContent: "window.taken = 4"}))""")
    assert page.run("window.taken === undefined")
    assert page.run("fetch('data:,x').then(() => 'sent', () => 'refused')") == "refused"


def test_ids_are_text_whatever_they_say(report, tmp_path):
    graph = tmp_path / "<b>hostile.tsv"
    pairs = [(a, b) for i, a in enumerate(HOSTILE) for b in HOSTILE[i + 1 : i + 3]]
    graph.write_text("".join("\t".join(pair) + "\n" for pair in pairs), encoding="utf-8")
    labels = tmp_path / "labels.txt"
    labels.write_text("".join(f"{name}\t{name}\n" for name in HOSTILE), encoding="utf-8")
    title = "".join(HOSTILE[:5]) + "/../../etc/=x"
    page = report(graph, "--format", "edgelist", "--delimiter", "tab", "--labels", labels, "--node-types", labels, "--title", title)
    assert text(page, "#title") == title and page.run("document.title").startswith(title)
    names = page.run("report.data.names")
    assert sorted(names) == sorted(HOSTILE)
    for number, name in enumerate(names):
        page.run(f"report.State.focus({number})")
        assert text(page, "#cards h2") == name
        page.run(f"report.State.pinBoth({number}, {(number + 1) % len(names)})")
    page.run("report.State.select(report.data.names.map((_, u) => u))")
    assert page.run("window.taken === undefined")
    assert page.run("document.querySelectorAll('img, b, i, script').length") == 1
    page.run("HTMLAnchorElement.prototype.click = function () { window.saved = this.download; }; report.Download.csv()")
    assert page.run("window.saved") == "-x.csv"
    assert page.console == []
    rows = list(csv.reader(io.StringIO(page.run(
        "report.Download.table([...report.data.names.keys()])"), newline="")))
    assert [row[0] for row in rows[1:]] == [name if name[0] not in "=+@-" or name == "-2.5" else "'" + name for name in names]
    assert [row[rows[0].index("label")] for row in rows[1:]] == [row[0] for row in rows[1:]]  # no formulas
    root = xml.etree.ElementTree.fromstring(page.run("report.Download.graph().join('')"))
    found = [node.get("label") for node in root.iter("{http://www.gexf.net/1.2draft}node")]
    assert found == [name.replace("\x01", "\ufffd") for name in names]


# ---- What a reader does ----


@pytest.mark.parametrize("view", [0, 1])
def test_click_on_a_node_shows_its_card(report, karate, view):
    page = report(karate)
    for name in ("34", "12", "26"):
        x, y = places(page, view)[name]
        page.click(x, y)
        # In the embedding several nodes may be at one place.
        there = {other for other, at in places(page, view).items()
                 if abs(at[0] - x) < 1 and abs(at[1] - y) < 1}
        assert text(page, "#cards h2") in there
        assert text(page, "#cards .facts td.value") == str(page.run(
            "report.data.degrees[report.state.focus]"))
    box = page.run("(({left, top}) => [left, top])(report.views[0].canvases[1].getBoundingClientRect())")
    page.click(box[0] + 3, box[1] + 3)
    assert selected(page) == set()


@pytest.mark.parametrize("view", [0, 1])
def test_lasso_selects_what_is_inside(report, riwalk, tmp_path, view):
    riwalk("generate", "barabasi-albert", "--nodes", 300, "--edges-per-node", 2, "-o",
           tmp_path / "graph.txt")
    page = report(tmp_path / "graph.txt")
    at = places(page, view)
    left, right = min(x for x, _ in at.values()), max(x for x, _ in at.values())
    top, bottom = min(y for _, y in at.values()), max(y for _, y in at.values())

    # An L: the left half, and of the right half what is below.
    middle, half = (left + right) / 2 + 0.5, (top + bottom) / 2 + 0.5
    corners = [(left - 3, top - 3), (middle, top - 3), (middle, half), (right + 3, half),
               (right + 3, bottom + 3), (left - 3, bottom + 3)]
    page.drag([*corners, corners[0]], shift=True)
    expected = {name for name, (x, y) in at.items() if x < middle or y > half}
    assert 0 < len(expected) < 300
    assert selected(page) == expected
    assert text(page, "#cards h2") == f"{len(expected)} nodes"

    # The button does the same once.
    page.press("Escape")
    page.run(f"report.views[{view}].setLassoing(true)")
    page.drag([(left - 3, top - 3), (middle, top - 3), (middle, bottom + 3), (left - 3, bottom + 3)])
    assert selected(page) == {name for name, (x, _) in at.items() if x < middle}
    assert page.run(f"report.views[{view}].lassoing") is False


def test_search_finds_ids(report, riwalk, tmp_path):
    names = ["Anna", "Annabel", "Joanna", "Bert", "bertha"]
    (tmp_path / "graph.txt").write_text("".join(f"{a} {b}\n" for a in names for b in names if a < b))
    page = report(tmp_path / "graph.txt")
    page.press("/", "/")
    page.type("anna")
    options = page.run("[...document.querySelectorAll('#found li > :first-child')].map((e) => e.textContent)")
    assert options == ["Anna", "Annabel", "Joanna"]
    page.press("ArrowDown")
    page.press("Enter", "\r")
    assert selected(page) == {"Annabel"}
    assert text(page, "#cards h2") == "Annabel"
    page.press("/", "/")
    page.type("nobody")
    assert text(page, "#found") == "no such id"
    assert page.run("report.Search.find('BERT').map((u) => report.data.names[u])") == ["Bert", "bertha"]


def test_keys(report, karate):
    page = report(karate)
    page.press("n", "n")
    assert selected(page) == {"1"}
    page.press("p", "p")
    page.press("n", "n")
    page.press("p", "p")
    assert page.run("report.state.pins.map((u) => report.data.names[u])") == ["1", "2"]
    assert page.run("document.querySelectorAll('#cards .column').length") == 2
    page.press("1", "1")
    assert selected(page) == set(page.run(
        "report.data.names.filter((_, u) => report.data.roles[report.data.roleOf[u]].family === 0)"))
    page.press("Escape")
    assert selected(page) == set()
    before = page.run("report.views[0].scale")
    page.press("+", "+")
    assert page.run("report.views[0].scale") > before
    page.press("f", "f")
    assert page.run("report.views[0].scale") == before
    theme = "document.documentElement.dataset.theme"
    assert page.run(theme) == "light"
    page.press("d", "d")
    assert page.run(theme) == "dark"


def test_fits_on_a_phone(report, karate):
    page = report(karate)
    page.resize(360, 740)
    page.settle()
    page.run("report.State.focus(0)")
    assert page.run("document.documentElement.scrollWidth") <= 360
    assert page.run("document.getElementById('peek').getBoundingClientRect().height") > 30
    assert page.console == []


# ---- What it says ----


def test_downloads_hold_the_graph(report, karate, tmp_path):
    page = report(karate, "--labels", tmp_path / "sides.txt")
    graph = networkx.read_edgelist(karate)
    rows = list(csv.DictReader(io.StringIO(page.run(
        "report.Download.table([...report.data.names.keys()])"), newline="")))
    assert {row["id"]: int(row["degree"]) for row in rows} == dict(graph.degree)
    assert {row["id"]: int(row["triangles"]) for row in rows} == networkx.triangles(graph)
    for key, measure in (("clustering", networkx.clustering(graph)),
                         ("constraint", networkx.constraint(graph))):
        for row in rows:
            # Of one neighbour there are no pairs, for us and not 0 of them.
            if key == "constraint" or graph.degree[row["id"]] > 1:
                assert float(row[key]) == pytest.approx(measure[row["id"]], abs=1e-6)
    assert {row["label"] for row in rows} == {"mr-hi", "officer"}
    gexf = tmp_path / "karate.gexf"
    gexf.write_text(page.run("report.Download.graph().join('')"))
    read = networkx.read_gexf(gexf, relabel=True)
    assert {frozenset(edge) for edge in read.edges} == {frozenset(edge) for edge in graph.edges}


def test_profiles_are_those_of_explain(report, riwalk, karate):
    page = report(karate)
    for node in ("1", "12", "34"):
        explained = json.loads(riwalk("explain", karate, node, "--role-anchor", "drop", "--walks",
                                      20000, "--walk-length", 5, "--top", 1000, "--json"))
        # The page tells of visits to other nodes.
        others = [role for role in explained["roles"] if role["tuple"]["distance"]]
        visits = sum(role["visits"] for role in others)
        wanted = {role["meaning"]: role["visits"] / visits for role in others}
        number = page.run(f"report.data.names.indexOf({json.dumps(node)})")
        shown = dict(page.run(f"""report.Profiles.of({number}).map(({{role, share}}) =>
            [report.Profiles.roles[role].words, share])"""))
        for words in wanted.keys() | shown.keys():
            # Roots of shares are stored in steps of 1/255; sampled shares are within 0.005.
            assert shown.get(words, 0) == pytest.approx(wanted.get(words, 0), abs=0.012), words


def test_similar_nodes_are_those_of_nearest(report, riwalk, karate, tmp_path):
    vectors = tmp_path / "vectors.txt"
    riwalk("embed", karate, "-o", vectors, "--dimensions", 16)
    page = report(karate, vectors)
    for number, node in enumerate(page.run("report.data.names")):
        wanted = [line.split() for line in riwalk("nearest", vectors, node, "-n", 10).splitlines()[1:]]
        shown = page.run(f"""[...report.data.similar.nodes.subarray(10 * {number}, 10 * {number} + 10)]
            .map((u, i) => [report.data.names[u],
                report.data.similar.cosines[10 * {number} + i] / 32767 - 1])""")
        assert [name for name, _ in shown] == [row[-2] for row in wanted]
        for (_, cosine), row in zip(shown, wanted):
            assert cosine == pytest.approx(float(row[-1]), abs=1e-4)


def test_families_open_to_roles_with_names_and_rules(report, riwalk, karate):
    described = json.loads(riwalk("describe", karate, "--json"))
    page = report(karate)
    heads = page.run("[...document.querySelectorAll('.family > summary h2')].map((e) => e.textContent)")
    assert heads == [family["name"] for family in described["families"]] and 3 <= len(heads) <= 7
    assert page.run("document.querySelectorAll('.role').length") == 0
    page.run("document.querySelectorAll('.family').forEach((e) => { e.open = true; })")
    page.settle()
    cards = page.run("[...document.querySelectorAll('.role')].map((e) => "
                     "[e.querySelector('h2').textContent, e.querySelector('.rule').textContent])")
    wanted = [described["roles"][number - 1] for family in described["families"] for number in family["roles"]]
    assert [name for name, _ in cards] == [role["name"] for role in wanted]
    for (_, rule), role in zip(cards, wanted):
        assert rule.startswith(role["rule"]["text"] + ": ")
        assert f"{100 * role['rule']['recall']:.0f}" in rule
    page.run("[...document.querySelectorAll('.family > summary button')][1].click()")
    roles = dict(page.run("report.data.names.map((name, u) => [name, report.data.roleOf[u] + 1])"))
    assert roles == {node: number for number, role in enumerate(described["roles"], 1) for node in role["members"]}
    assert selected(page) == {node for node, role in roles.items() if role in described["families"][1]["roles"]}
    # Legend and colours begin with families; a role's own colour is a choice.
    assert page.run("[...document.querySelectorAll('#color option')].slice(0, 2).map((e) => e.value)") == ["family", "role"]
    assert page.run("new Set(report.state.paint.entries).size") == len(heads)


def test_directions_and_weights_are_shown(report, tmp_path):
    arcs = [("a", "b", 2), ("a", "c", 3), ("c", "a", 5), ("d", "a", 1), ("d", "e", 1), ("b", "e", 4)]
    graph = tmp_path / "arcs.txt"
    graph.write_text("".join(f"{u} {v} {w}\n" for u, v, w in arcs))
    page = report(graph, "--directed", "--weighted")
    assert text(page, "#counts").startswith("5 nodes · 6 edges")
    measure = "report.data.names.map((name, u) => [name, report.data.measured.%s[u]])"
    assert dict(page.run(measure % "out_degree")) == {"a": 2, "b": 1, "c": 1, "d": 2, "e": 0}
    assert dict(page.run(measure % "in_degree")) == {"a": 2, "b": 1, "c": 1, "d": 0, "e": 2}
    assert dict(page.run(measure % "strength"))["a"] == 11
    page.run("report.State.focus(0)")
    shown = page.run("[...document.querySelectorAll('#cards .facts th')].map((e) => e.textContent)")
    assert {"out-degree", "in-degree", "reciprocity", "strength"} <= set(shown)
    # Both strokes of a head begin at its tip, which is nearer to the node that the arc leads to.
    heads = page.run("""(() => {
        const view = report.views[0], found = [], {offsets, neighbors, directions, names} = report.data;
        for (let u = 0; u < names.length; u++)
            for (let a = offsets[u]; a < offsets[u + 1]; a++)
                if (neighbors[a] > u) {
                    const tips = [];
                    view.addArrows({moveTo: (x, y) => tips.push([x, y]), lineTo() {}}, u, neighbors[a], directions[a]);
                    const far = (node, [x, y]) => Math.hypot(view.screenX(node) - x, view.screenY(node) - y);
                    for (let i = 0; i < tips.length; i += 2)
                        found.push(far(u, tips[i]) < far(neighbors[a], tips[i])
                            ? [names[neighbors[a]], names[u]] : [names[u], names[neighbors[a]]]);
                }
        return found;
    })()""")
    assert sorted(map(tuple, heads)) == sorted((u, v) for u, v, _ in arcs)
    gexf = tmp_path / "arcs.gexf"
    gexf.write_text(page.run("report.Download.graph().join('')"))
    read = networkx.read_gexf(gexf, relabel=True)
    assert read.is_directed() and set(read.edges) == {(u, v) for u, v, _ in arcs}
    assert page.console == []


# ---- Large graphs ----


def test_report_of_film_is_small_and_opens_soon(browser, riwalk, data, tmp_path):
    page = tmp_path / "film.html"
    riwalk("report", data / "film.edgelist", "-k", 5, "--tsne-limit", 0, "-o", page)
    # t-SNE adds two coordinates of 16 bits a node.
    assert page.stat().st_size + 27312 * 4 * 4 / 3 < 8e6
    browser.resize(1280, 800)
    # 1.2 s on a quiet machine.
    assert browser.open(page) < 10
    browser.run("report.State.focus(report.data.names.indexOf('100'))")
    browser.settle()
    assert text(browser, "#cards h2") == "100"
    assert "of" in text(browser, "#graph .note")
    assert browser.console == []
