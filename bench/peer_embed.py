# SPDX-License-Identifier: MIT
"""One peer embeds one graph: peer_embed.py PEER GRAPH OUT.npy [key=value ...]

Writes OUT.npy and OUT.ids, which `riwalk classify` reads, and prints the seconds from reading the
graph to having the vectors: imports and writing are not counted against a peer. Settings are those
of ours: walks, length, window, epochs, dimensions, threads, seed. `--check PEER` only imports it.
"""
import sys
import time
import warnings

warnings.filterwarnings("ignore")


def read(path):
    """The graph without self-loops, its nodes numbered; and the ids by number."""
    import networkx

    graph = networkx.read_edgelist(path)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    ids = list(graph)
    return networkx.relabel_nodes(graph, {node: i for i, node in enumerate(ids)}), ids


def node2vec(path, o):
    from node2vec import Node2Vec

    yield
    graph, ids = read(path)
    walks = Node2Vec(graph, dimensions=o["dimensions"], walk_length=o["length"], num_walks=o["walks"],
                     workers=o["threads"], seed=o["seed"], quiet=True)
    model = walks.fit(window=o["window"], min_count=0, epochs=o["epochs"], sg=1)
    yield [model.wv[str(node)] for node in graph], ids


def pecanpy(path, o):
    from pecanpy import pecanpy as peer

    yield
    graph = peer.SparseOTF(p=1, q=1, workers=o["threads"], random_state=o["seed"])
    graph.read_edg(path, weighted=False, directed=False, delimiter=" ")
    vectors = graph.embed(dim=o["dimensions"], num_walks=o["walks"], walk_length=o["length"],
                          window_size=o["window"], epochs=o["epochs"])
    yield vectors, graph.nodes


def karateclub_graphwave(path, o):
    from karateclub import GraphWave

    yield
    graph, ids = read(path)
    points = o["dimensions"] // 2
    model = GraphWave(sample_number=points, step_size=100 / (points - 1))
    model.fit(graph)
    yield model.get_embedding(), ids


def karateclub_role2vec(path, o):
    from karateclub import Role2Vec

    yield
    graph, ids = read(path)
    # Its window has another meaning and must be shorter than a walk: it stays at the peer's default.
    model = Role2Vec(walk_number=o["walks"], walk_length=o["length"], dimensions=o["dimensions"],
                     workers=o["threads"], epochs=o["epochs"], min_count=0, seed=o["seed"])
    model.fit(graph)
    yield model.get_embedding(), ids


def graphrole(path, o):
    from graphrole import RecursiveFeatureExtractor

    yield
    graph, ids = read(path)
    features = RecursiveFeatureExtractor(graph).extract_features()
    yield features.loc[list(graph)].to_numpy(), ids


def graphrole_rolx(path, o):
    from graphrole import RecursiveFeatureExtractor, RoleExtractor

    yield
    graph, ids = read(path)
    features = RecursiveFeatureExtractor(graph).extract_features()
    roles = RoleExtractor(n_roles=None)
    roles.extract_role_factors(features)
    yield roles.role_percentage.loc[list(graph)].to_numpy(), ids


PEERS = {"node2vec": node2vec, "pecanpy": pecanpy, "karateclub-graphwave": karateclub_graphwave,
         "karateclub-role2vec": karateclub_role2vec, "graphrole": graphrole,
         "graphrole-rolx": graphrole_rolx}


def main():
    if sys.argv[1] == "--check":
        next(PEERS[sys.argv[2]]("", {}))
        return
    name, path, out = sys.argv[1:4]
    steps = PEERS[name](path, {key: int(value) for key, value in
                               (word.split("=") for word in sys.argv[4:])})
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
