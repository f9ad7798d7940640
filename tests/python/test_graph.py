# SPDX-License-Identifier: MIT
"""Graphs in, facts and files out: networkx and scipy are the oracles."""

import gzip
import random
import statistics

import networkx as nx
import numpy as np
import pytest
import scipy.io

GRAPHS = {
    "karate": nx.karate_club_graph(),
    "sparse": nx.gnm_random_graph(300, 250, seed=1),
    "dense": nx.gnm_random_graph(60, 900, seed=2),
    "hubs": nx.barabasi_albert_graph(500, 3, seed=3),
    "star": nx.star_graph(50),
    "path": nx.path_graph(40),
    "single": nx.Graph([(7, 9)]),
    "pieces": nx.disjoint_union_all([nx.cycle_graph(n) for n in (3, 4, 5, 6)]),
    "directed": nx.gnm_random_graph(200, 500, seed=4, directed=True),
    "strings": nx.relabel_nodes(nx.gnm_random_graph(80, 150, seed=5), lambda n: f"né{n:x}"),
    "negative": nx.relabel_nodes(nx.gnm_random_graph(80, 150, seed=6), lambda n: n * 10**15 - 10**16),
}


@pytest.fixture(params=GRAPHS)
def graph(request):
    return GRAPHS[request.param]


def write(graph, path, seed=0):
    """Writes an edge list in a random order, with loops and repeated edges put in; returns how
    many of each."""
    rng = random.Random(seed)
    lines = [(u, v) if graph.is_directed() or rng.random() < 0.5 else (v, u) for u, v in graph.edges]
    repeated = rng.choices(lines, k=len(lines) // 5)
    if not graph.is_directed():
        repeated = [(v, u) for u, v in repeated]
    loops = [(v, v) for v in rng.choices([v for edge in lines for v in edge], k=5)]
    lines += repeated + loops
    rng.shuffle(lines)
    path.write_text("".join(f"{u} {v}\n" for u, v in lines), encoding="utf-8")
    return len(loops), len(repeated)


def flags(graph):
    return ["--directed"] if graph.is_directed() else []


def edge_set(graph):
    pairs = ((str(u), str(v)) for u, v in graph.edges)
    return set(pairs) if graph.is_directed() else {frozenset(pair) for pair in pairs}


def row_set(rows, directed=False):
    pairs = [tuple(row[:2]) if directed else frozenset(row[:2]) for row in rows]
    assert len(pairs) == len(set(pairs)), "an edge was written twice"
    return set(pairs)


def check_info(info, graph):
    degrees = [d for _, d in (graph.out_degree if graph.is_directed() else graph.degree)]
    components = nx.weakly_connected_components if graph.is_directed() else nx.connected_components
    sizes = [len(component) for component in components(graph)]
    assert info["nodes"] == graph.number_of_nodes()
    assert info["edges"] == graph.number_of_edges()
    assert info["directed"] == graph.is_directed()
    assert info["components"] == len(sizes)
    assert info["largest_component"] == max(sizes)
    assert info["isolated_nodes"] == nx.number_of_isolates(graph)
    assert info["degree"]["min"] == min(degrees)
    assert info["degree"]["median"] == statistics.median_low(degrees)
    assert info["degree"]["max"] == max(degrees)
    assert info["degree"]["mean"] == pytest.approx(np.mean(degrees), rel=1e-12)
    for bin in info["degree"]["histogram"]:
        assert bin["nodes"] == sum(bin["from"] <= d <= bin["to"] for d in degrees)
    assert sum(bin["nodes"] for bin in info["degree"]["histogram"]) == len(degrees)


def test_info(riwalk, graph, tmp_path):
    graph = graph.copy()
    graph.remove_nodes_from(list(nx.isolates(graph)))
    loops, repeated = write(graph, tmp_path / "graph.txt")
    info = riwalk.info(*flags(graph), tmp_path / "graph.txt")
    check_info(info, graph)
    assert info["self_loops_dropped"] == loops
    assert info["duplicates_dropped"] == repeated


def test_node_list_adds_isolated_nodes(riwalk, graph, tmp_path):
    write(graph, tmp_path / "graph.txt")
    (tmp_path / "nodes.txt").write_text("".join(f"{v}\n" for v in graph), encoding="utf-8")
    check_info(
        riwalk.info(*flags(graph), "--node-list", tmp_path / "nodes.txt", tmp_path / "graph.txt"), graph
    )


def test_ids_come_back_as_written(riwalk, graph, tmp_path):
    write(graph, tmp_path / "graph.txt")
    rows = riwalk.edges(*flags(graph), tmp_path / "graph.txt")
    assert row_set(rows, graph.is_directed()) == edge_set(graph)


def test_order_of_lines_has_no_effect(riwalk, graph, tmp_path):
    checksums = set()
    for seed in range(3):
        write(graph, tmp_path / "graph.txt", seed)
        checksums.add(riwalk.info(*flags(graph), tmp_path / "graph.txt")["checksum"])
    assert len(checksums) == 1


@pytest.mark.parametrize("extension", ["txt", "txt.gz", "txt.zst", "rwg"])
def test_formats_that_keep_names(riwalk, graph, extension, tmp_path):
    write(graph, tmp_path / "graph.txt")
    copy = tmp_path / f"copy.{extension}"
    riwalk("convert", *flags(graph), tmp_path / "graph.txt", copy)
    before = riwalk.info(*flags(graph), tmp_path / "graph.txt")
    after = riwalk.info(*flags(graph), copy)
    assert after["checksum"] == before["checksum"]
    rows = riwalk.edges(*flags(graph), copy)
    assert row_set(rows, graph.is_directed()) == edge_set(graph)


def test_gzip_of_python(riwalk, tmp_path):
    graph = GRAPHS["hubs"]
    write(graph, tmp_path / "graph.txt")
    with gzip.open(tmp_path / "packed", "wb") as packed:
        packed.write((tmp_path / "graph.txt").read_bytes())
    assert riwalk.info(tmp_path / "packed") | {"memory_bytes": 0} == riwalk.info(
        tmp_path / "graph.txt"
    ) | {"memory_bytes": 0}


def without_names(graph):
    """Nodes 1, 2, ... in the order in which riwalk keeps them: integers by value, else by bytes."""
    integers = all(isinstance(v, int) for v in graph)
    order = sorted(graph) if integers else sorted(graph, key=lambda v: v.encode())
    return nx.relabel_nodes(graph, {v: i + 1 for i, v in enumerate(order)})


@pytest.mark.parametrize("extension", ["mtx", "graph"])
def test_formats_that_number_nodes(riwalk, graph, extension, tmp_path):
    # METIS has no directed graphs.
    graph = graph.to_undirected() if extension == "graph" else graph.copy()
    graph.remove_nodes_from(list(nx.isolates(graph)))
    write(graph, tmp_path / "graph.txt")
    copy = tmp_path / f"copy.{extension}"
    riwalk("convert", *flags(graph), tmp_path / "graph.txt", copy)
    rows = riwalk.edges(*flags(graph), copy)
    assert row_set(rows, graph.is_directed()) == edge_set(without_names(graph))


def test_matrix_market_for_scipy(riwalk, graph, tmp_path):
    graph = graph.copy()
    graph.remove_nodes_from(list(nx.isolates(graph)))
    write(graph, tmp_path / "graph.txt")
    riwalk("convert", *flags(graph), tmp_path / "graph.txt", tmp_path / "copy.mtx")
    read = scipy.io.mmread(tmp_path / "copy.mtx").toarray()
    plain = without_names(graph)
    wanted = nx.to_numpy_array(plain, nodelist=range(1, len(plain) + 1), weight=None)
    assert np.array_equal(read, wanted)


@pytest.mark.parametrize("field", ["pattern", "real", "integer"])
@pytest.mark.parametrize("symmetry", ["general", "symmetric"])
def test_matrix_market_of_scipy(riwalk, field, symmetry, tmp_path):
    rng = np.random.default_rng(7)
    dense = rng.integers(1, 9, (30, 30)) * (rng.random((30, 30)) < 0.1)
    dense = np.triu(dense, 1)
    dense = dense + dense.T if symmetry == "symmetric" else dense
    matrix = scipy.sparse.coo_matrix(dense.astype(float if field == "real" else int))
    scipy.io.mmwrite(tmp_path / "graph.mtx", matrix, field=field, symmetry=symmetry)
    weighted = [] if field == "pattern" else ["--weighted"]
    rows = riwalk.edges(*weighted, tmp_path / "graph.mtx")
    upper = np.triu(dense)
    wanted = {frozenset((str(i + 1), str(j + 1))): upper[i, j] for i, j in zip(*upper.nonzero())}
    assert row_set(rows) == set(wanted)
    for row in rows if weighted else []:
        assert float(row[2]) == wanted[frozenset(row[:2])]


def test_weights(riwalk, tmp_path):
    """Of repeated edges the largest weight is kept; weights survive every format that has them."""
    rng = random.Random(8)
    lines = [(rng.randrange(40), rng.randrange(40), rng.randrange(1, 64) / 8) for _ in range(400)]
    (tmp_path / "graph.txt").write_text("".join(f"{u},{v},{w}\n" for u, v, w in lines))
    wanted = {}
    for u, v, weight in lines:
        key = frozenset((str(u), str(v)))
        if u != v:
            wanted[key] = max(weight, wanted.get(key, 0))
    riwalk("convert", "--weighted", tmp_path / "graph.txt", tmp_path / "copy.rwg")
    for path in (tmp_path / "graph.txt", tmp_path / "copy.rwg"):
        rows = riwalk.edges("--weighted", path)
        assert row_set(rows) == set(wanted)
        assert all(float(row[2]) == wanted[frozenset(row[:2])] for row in rows)


def generated(riwalk, tmp_path, *arguments):
    riwalk("generate", *arguments, "-o", tmp_path / "made.txt")
    return nx.Graph([row[:2] for row in riwalk.edges(tmp_path / "made.txt")])


def test_generated_karate(riwalk, tmp_path):
    wanted = nx.relabel_nodes(nx.karate_club_graph(), lambda v: v + 1)
    assert edge_set(generated(riwalk, tmp_path, "karate")) == edge_set(wanted)


def test_generated_mirror(riwalk, tmp_path):
    """Two clubs and one edge: without that bridge, two pieces that are each the club."""
    mirrored = generated(riwalk, tmp_path, "karate-mirrored")
    assert (len(mirrored), mirrored.size()) == (68, 157)
    clubs = []
    for bridge in nx.bridges(mirrored):
        cut = mirrored.copy()
        cut.remove_edge(*bridge)
        clubs.append([cut.subgraph(piece) for piece in nx.connected_components(cut)])
    halves = [pair for pair in clubs if len(pair[0]) == 34]
    assert len(halves) == 1
    for half in halves[0]:
        assert nx.is_isomorphic(half, nx.karate_club_graph())


def test_generated_shapes_of_networkx(riwalk, tmp_path):
    grid = generated(riwalk, tmp_path, "grid", "--rows", 5, "--columns", 7)
    assert nx.is_isomorphic(grid, nx.grid_2d_graph(5, 7))
    barbell = generated(riwalk, tmp_path, "barbell", "--clique", 6, "--path", 4)
    assert nx.is_isomorphic(barbell, nx.barbell_graph(6, 4))


def test_generated_random_graphs(riwalk, tmp_path):
    """Simple graphs of the asked size; attachment gives hubs, plain chance does not."""
    plain = generated(riwalk, tmp_path, "erdos-renyi", "--nodes", 2000, "--degree", 10, "--seed", 3)
    assert plain.size() == 10000
    assert max(d for _, d in plain.degree) < 40
    attached = generated(
        riwalk, tmp_path, "barabasi-albert", "--nodes", 2000, "--edges-per-node", 5, "--seed", 3
    )
    assert nx.is_connected(attached)
    assert min(d for _, d in attached.degree) >= 5
    assert max(d for _, d in attached.degree) > 80


@pytest.mark.parametrize("name", ["europe-airports", "usa-airports", "actor", "film", "expressway"])
def test_data_sets(riwalk, data, name):
    path = data / f"{name}.edgelist"
    graph = nx.Graph()
    loops = 0
    for line in path.read_text().splitlines():
        u, v = line.split()[:2]
        graph.add_nodes_from((u, v))
        if u == v:
            loops += 1
        else:
            graph.add_edge(u, v)
    info = riwalk.info(path)
    check_info(info, graph)
    assert info["self_loops_dropped"] == loops
