# SPDX-License-Identifier: MIT
"""One peer embeds one graph: peer_embed.py PEER GRAPH OUT.npy [key=value ...]

Writes OUT.npy and OUT.ids, which `riwalk classify` reads, and prints the seconds from reading the
graph to having the vectors: imports and writing are not counted against a peer. With read=0 time
begins when the networkx graph is there; PecanPy and Ensmallen read their files in any case.
Settings are those of ours: walks, length, window, epochs, dimensions, threads, seed; q of node2vec; directed=1 and weighted=1 for peers
that take such graphs (DIRECTED, WEIGHTED). PEER may be one of our own methods, in Python: "riwalk METHOD". `--check PEER` only imports it.
"""
import sys
import time
import warnings

warnings.filterwarnings("ignore")


def read(path, directed=0, weighted=0):
    """The graph without self-loops, its nodes numbered; and the ids by number."""
    import networkx

    kinds = [("weight", float)] if weighted else False
    graph = networkx.read_edgelist(path, create_using=networkx.DiGraph if directed else networkx.Graph, data=kinds)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    ids = list(graph)
    return networkx.relabel_nodes(graph, {node: i for i, node in enumerate(ids)}), ids


def node2vec(load, o):
    from node2vec import Node2Vec

    yield
    graph, ids = load()
    walks = Node2Vec(graph, dimensions=o["dimensions"], walk_length=o["length"], num_walks=o["walks"],
                     workers=o["threads"], seed=o["seed"], q=o.get("q", 1), quiet=True)
    model = walks.fit(window=o["window"], min_count=0, epochs=o["epochs"], sg=1)
    yield [model.wv[str(node)] for node in graph], ids


def pecanpy(load, o):
    from pecanpy import pecanpy as peer

    yield
    graph = peer.SparseOTF(p=1, q=o.get("q", 1), workers=o["threads"], random_state=o["seed"])
    graph.read_edg(o["path"], weighted=o["weighted"] > 0, directed=o["directed"] > 0, delimiter=" ")
    # Its length counts steps, that of the others nodes.
    vectors = graph.embed(dim=o["dimensions"], num_walks=o["walks"], walk_length=o["length"] - 1,
                          window_size=o["window"], epochs=o["epochs"])
    yield vectors, graph.nodes


def karateclub_graphwave(load, o):
    from karateclub import GraphWave

    yield
    graph, ids = load()
    points = o["dimensions"] // 2
    model = GraphWave(sample_number=points, step_size=100 / (points - 1))
    model.fit(graph)
    yield model.get_embedding(), ids


def karateclub_role2vec(load, o):
    from karateclub import Role2Vec

    yield
    graph, ids = load()
    # Its window has another meaning and must be shorter than a walk: it stays at the peer's default.
    model = Role2Vec(walk_number=o["walks"], walk_length=o["length"], dimensions=o["dimensions"],
                     workers=o["threads"], epochs=o["epochs"], min_count=0, seed=o["seed"])
    model.fit(graph)
    yield model.get_embedding(), ids


def graphrole(load, o):
    from graphrole import RecursiveFeatureExtractor

    yield
    graph, ids = load()
    features = RecursiveFeatureExtractor(graph).extract_features()
    yield features.loc[list(graph)].to_numpy(), ids


def graphrole_rolx(load, o):
    from graphrole import RecursiveFeatureExtractor, RoleExtractor

    yield
    graph, ids = load()
    features = RecursiveFeatureExtractor(graph).extract_features()
    roles = RoleExtractor(n_roles=None)
    roles.extract_role_factors(features)
    yield roles.role_percentage.loc[list(graph)].to_numpy(), ids


def ensmallen_line(load, o):
    import numpy
    from ensmallen import Graph, models

    yield
    graph = Graph.from_csv(edge_path=o["path"], edge_list_separator=" ", edge_list_header=False,
                           sources_column_number=0, destinations_column_number=1, directed=False, name="graph",
                           node_list_is_correct=False, edge_list_is_correct=False, verbose=False)
    halves = []
    for model in (models.FirstOrderLINE, models.SecondOrderLINE):
        half = model(embedding_size=o["dimensions"] // 2, random_state=o["seed"], verbose=False).fit_transform(graph)
        half = half[0] if isinstance(half, list) else half
        halves.append(half / numpy.linalg.norm(half, axis=1, keepdims=True))
    yield numpy.hstack(halves), graph.get_node_names()


def ours(words):
    """One of our methods, as the command spells it: "riwalk-sp --trainer factor"."""
    method, *more = words.split()
    options = {name.removeprefix("--"): value for name, value in zip(more[::2], more[1::2])}

    def embed(load, o):
        import numpy
        import riwalk

        yield
        graph, ids = load()
        own = dict(method=method, n_components=o["dimensions"], random_state=o["seed"], n_jobs=o["threads"], **options)
        if method not in ("graphwave", "refex", "rolx", "line"):
            own.update(walks=o["walks"], walk_length=o["length"])
        if method not in ("graphwave", "refex", "rolx", "line") and "trainer" not in options:
            own.update(window=o["window"], epochs=o["epochs"])
        yield numpy.asarray(riwalk.embed(graph, **own)), ids

    return embed


PEERS = {"node2vec": node2vec, "pecanpy": pecanpy, "karateclub-graphwave": karateclub_graphwave,
         "karateclub-role2vec": karateclub_role2vec, "graphrole": graphrole,
         "graphrole-rolx": graphrole_rolx, "ensmallen-line": ensmallen_line}
DIRECTED = WEIGHTED = {"node2vec", "pecanpy", "graphrole", "graphrole-rolx"}


def find(name):
    return ours(name.removeprefix("riwalk ")) if name.startswith("riwalk ") else PEERS[name]


def main():
    if sys.argv[1] == "--check":
        next(find(sys.argv[2])(None, {}))
        return
    name, path, out = sys.argv[1:4]
    options = {key: int(value) for key, value in (word.split("=") for word in sys.argv[4:])}
    kind = {"directed": options.get("directed", 0), "weighted": options.get("weighted", 0)}
    read_before = None if options.pop("read", 1) else read(path, **kind)
    steps = find(name)(lambda: read_before or read(path, **kind), {**options, **kind, "path": path})
    next(steps)
    start = time.perf_counter()
    vectors, ids = next(steps)
    print(f"seconds={time.perf_counter() - start:.3f}")

    import numpy

    numpy.save(out, numpy.ascontiguousarray(vectors, dtype=numpy.float32))
    with open(out.removesuffix(".npy") + ".ids", "w") as file:
        file.writelines(f"{node}\n" for node in ids)


if __name__ == "__main__":
    main()
