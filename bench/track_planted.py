# SPDX-License-Identifier: MIT
"""Planted changes: 20 pairs of nodes of like degree exchange places, and a share of all edges is rewired at random.

    track_planted.py [--program build/riwalk] [--seeds N] [--pairs N] [DATASET:SHARE...]

DATASET is a file of the folder that RIWALK_DATA names, without .edgelist; SHARE is in per cent. A node
is drawn, and its partner from all nodes whose degree differs by a fifth at most; an edge that is
rewired gets two random ends. Figures are areas under the ROC curve and average precision of the
planted nodes, means over seeds, by

    p         as riwalk track gives it, equals by change
    change    of vector and neighbours
    moved     of the vector alone
    turnover  of neighbours alone
    degree    its change

and, of a run without planted changes, the share of nodes with p < 0.05 in per cent, which should
be about 5.
"""
import argparse
import csv
import os
import pathlib
import random
import subprocess
import tempfile

CASES = ["usa-airports:2", "usa-airports:10", "actor:2", "actor:10"]
MEASURES = ["p", "change", "moved", "turnover", "degree"]


def read_edges(path):
    numbers, edges = {}, set()
    for line in open(path):
        if line[0] not in "#%":
            a, b = (numbers.setdefault(name, len(numbers)) for name in line.split()[:2])
            if a != b:
                edges.add((min(a, b), max(a, b)))
    return sorted(edges), len(numbers)


def plant(edges, nodes, share, pairs, draw):
    """The edges after the changes, and the nodes that exchanged places."""
    degrees = [0] * nodes
    for edge in edges:
        for node in edge:
            degrees[node] += 1
    partners = {}
    while len(partners) < 2 * pairs:
        a = draw.randrange(nodes)
        like = [b for b in range(nodes) if b not in partners and b != a and abs(degrees[b] - degrees[a]) <= degrees[a] / 5]
        if a not in partners and like:
            b = draw.choice(like)
            partners[a], partners[b] = b, a
    moved = [(partners.get(a, a), partners.get(b, b)) for a, b in edges]
    for place in draw.sample(range(len(moved)), round(share / 100 * len(moved))):
        moved[place] = draw.randrange(nodes), draw.randrange(nodes)
    return moved, set(partners)


def run(program, edges, moved, folder):
    """By node: the measures, all larger where there is more change."""
    before, after, out = folder / "before.txt", folder / "after.txt", folder / "changes.csv"
    before.write_text("".join(f"{a} {b}\n" for a, b in edges))
    after.write_text("".join(f"{a} {b}\n" for a, b in moved if a != b))
    subprocess.run(list(map(str, [program, "track", before, after, "-o", out, "-q", "-n", "0"])), check=True, stdout=subprocess.DEVNULL)
    found, degrees = {}, {}
    for row in csv.DictReader(open(out)):
        node = int(row["node"])
        if row["step"] == "1":
            degrees[node] = int(row["degree"])
        elif row["p"]:
            change = abs(int(row["degree"]) - degrees[node])
            values = [float(row[name]) for name in ("change", "moved", "turnover")]
            found[node] = [(-float(row["p"]), values[0]), *values, change]
    return found


def auc(values, positive):
    """The share of pairs of a positive and another that are in order, ties counting half."""
    ranked = sorted(values.items(), key=lambda item: item[1])
    total, i = 0.0, 0
    while i < len(ranked):
        j = i
        while j < len(ranked) and ranked[j][1] == ranked[i][1]:
            j += 1
        total += sum(node in positive for node, _ in ranked[i:j]) * (i + j + 1) / 2
        i = j
    hits = sum(node in positive for node in values)
    return (total - hits * (hits + 1) / 2) / (hits * (len(values) - hits))


def precision(values, positive):
    ranked = sorted(values, key=lambda node: values[node], reverse=True)
    hits, total = 0, 0.0
    for place, node in enumerate(ranked, 1):
        if node in positive:
            hits += 1
            total += hits / place
    return total / hits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=CASES, metavar="DATASET:SHARE")
    parser.add_argument("--program", default="build/riwalk")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=20)
    given = parser.parse_args()
    data = pathlib.Path(os.environ["RIWALK_DATA"])
    print(f"{'':16}" + "".join(f"{name:>16}" for name in MEASURES) + f"{'p < 0.05':>10}")
    for case in given.cases:
        name, share = case.rsplit(":", 1)
        edges, nodes = read_edges(data / f"{name}.edgelist")
        rows = []
        for seed in range(1, given.seeds + 1):
            draw = random.Random(seed)
            with tempfile.TemporaryDirectory() as folder:
                moved, positive = plant(edges, nodes, float(share), given.pairs, draw)
                found = run(given.program, edges, moved, pathlib.Path(folder))
                calm, _ = plant(edges, nodes, float(share), 0, draw)
                calm = run(given.program, edges, calm, pathlib.Path(folder))
            columns = [{node: values[i] for node, values in found.items()} for i in range(len(MEASURES))]
            rows.append([score(column, positive) for column in columns for score in (auc, precision)])
            rows[-1].append(100 * sum(values[0][0] > -0.05 for values in calm.values()) / len(calm))
        means = [sum(column) / len(rows) for column in zip(*rows)]
        print(f"{case:16}" + "".join(f"{means[2 * i]:9.3f} /{means[2 * i + 1]:5.2f}" for i in range(len(MEASURES))) + f"{means[-1]:10.1f}", flush=True)


if __name__ == "__main__":
    main()
