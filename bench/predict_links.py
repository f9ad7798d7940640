# SPDX-License-Identifier: MIT
"""Link prediction: how well vectors of a graph without a fifth of its edges tell these from other pairs.

    predict_links.py [--program build/riwalk] [--seeds N] [--method OPTIONS]... [DATASET...]

Data sets (usa-airports and actor) are in the folder that RIWALK_DATA names. Edges are held out at
random, but none that would leave a node without edges. For the edges that stay and for those held
out, as many pairs of nodes are drawn that are not joined. Figures are areas under the ROC curve in
per cent, mean and deviation over seeds, which change splits and vectors:

    product   a logistic regression of the products of two vectors' entries, standardised, which
              learns from the edges that stay (the protocol of the node2vec paper)
    cosine    of the two vectors, where nothing is learned

and the processor seconds of an embedding on one thread.
"""
import argparse
import os
import pathlib
import random
import resource
import subprocess
import tempfile

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

METHODS = ["line", "line --order first", "line --order second", "deepwalk", "node2vec --p 0.5 --q 2", "riwalk-sp"]
HELD_OUT = 0.2


def read_edges(path):
    """Pairs of node numbers, each once, and how many nodes there are."""
    numbers, edges = {}, set()
    for line in open(path):
        if line[0] not in "#%":
            a, b = (numbers.setdefault(name, len(numbers)) for name in line.split()[:2])
            edges.add((min(a, b), max(a, b)))
    return sorted(edge for edge in edges if edge[0] != edge[1]), len(numbers)


def hold_out(edges, nodes, draw):
    """The edges that stay, and those that do not."""
    degrees = [0] * nodes
    for edge in edges:
        for node in edge:
            degrees[node] += 1
    held, kept = [], []
    for edge in draw.sample(edges, len(edges)):
        if len(held) < HELD_OUT * len(edges) and min(degrees[node] for node in edge) > 1:
            held.append(edge)
            for node in edge:
                degrees[node] -= 1
        else:
            kept.append(edge)
    return kept, held


def draw_others(count, nodes, known, draw):
    """Pairs that are not known; they are from now on."""
    others = []
    while len(others) < count:
        pair = tuple(sorted((draw.randrange(nodes), draw.randrange(nodes))))
        if pair[0] != pair[1] and pair not in known:
            known.add(pair)
            others.append(pair)
    return others


def embed(program, method, kept, nodes, seed):
    """The vectors by node, zero where there is none, and the processor seconds."""
    with tempfile.TemporaryDirectory() as folder:
        graph, out = os.path.join(folder, "graph.txt"), os.path.join(folder, "vectors.npy")
        with open(graph, "w") as file:
            file.writelines(f"{a} {b}\n" for a, b in kept)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "embed", graph, "-o", out, "-q", "--seed", str(seed), "--threads", "1",
                        "--method", *method.split()], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = numpy.load(out)
        rows = numpy.zeros((nodes, found.shape[1]))
        rows[[int(line) for line in open(os.path.join(folder, "vectors.ids"))]] = found
    return rows, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def predict(program, method, edges, nodes, seed):
    """Both areas for one split and one embedding, and the processor seconds of the latter."""
    draw, known = random.Random(seed), set(edges)
    kept, held = hold_out(edges, nodes, draw)
    rows, seconds = embed(program, method, kept, nodes, seed)
    products, labels, cosines = [], [], []
    for joined in (kept, held):
        pairs = numpy.array(joined + draw_others(len(joined), nodes, known, draw))
        left, right = rows[pairs[:, 0]], rows[pairs[:, 1]]
        lengths = numpy.linalg.norm(left, axis=1) * numpy.linalg.norm(right, axis=1)
        products.append(left * right)
        labels.append(numpy.arange(len(pairs)) < len(joined))
        cosines.append(products[-1].sum(axis=1) / numpy.maximum(lengths, 1e-30))
    model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(products[0], labels[0])
    return (100 * roc_auc_score(labels[1], model.decision_function(products[1])),
            100 * roc_auc_score(labels[1], cosines[1]), seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/riwalk")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--method", action="append", help="what follows --method; may be repeated")
    parser.add_argument("datasets", nargs="*", default=["usa-airports", "actor"])
    given = parser.parse_args()
    for name in given.datasets:
        edges, nodes = read_edges(pathlib.Path(os.environ["RIWALK_DATA"]) / f"{name}.edgelist")
        print(f"{name}: {len(edges)} edges, {given.seeds} seeds\n  {'method':26s}{'product':>12s}{'cosine':>13s}   seconds")
        for method in given.method or METHODS:
            found = numpy.array([predict(given.program, method, edges, nodes, seed)
                                 for seed in range(1, given.seeds + 1)])
            mean, spread = found.mean(axis=0), found.std(axis=0)
            print(f"  {method:26s}{mean[0]:6.1f} +- {spread[0]:.1f}{mean[1]:7.1f} +- {spread[1]:.1f}{mean[2]:10.1f}", flush=True)


if __name__ == "__main__":
    main()
