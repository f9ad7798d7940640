# SPDX-License-Identifier: MIT
"""Alignment by REGAL's protocol: a graph against a copy of it with permuted ids, from which each edge is removed with some probability.

    align_copies.py [--program build/riwalk] [--seeds N] [--options "..."] [DATASET:SHARE...]

DATASET is a file of the folder that RIWALK_DATA names, without its extension (.arcs are read with
directions), SHARE the probability in per cent. Figures are means over seeds, in per cent of all
nodes:

    vectors   nodes whose nearest vector is their own in the copy (--rounds 0)
    votes     nodes whose best match is their own in the copy
    five      nodes that are among their five best matches
    score     the mean score of best matches, which should be about `votes`

then the processor seconds and the memory (MB) of the second run.
"""
import argparse
import csv
import os
import pathlib
import random
import subprocess
import tempfile

CASES = ["usa-airports:1", "usa-airports:5", "usa-airports:10", "actor:5", "film:5", "enron:5"]


def read_edges(path):
    """Pairs of ids, each once, loops left out."""
    directed = path.suffix == ".arcs"
    edges = set()
    for line in open(path):
        if line[0] not in "#%":
            a, b = line.split()[:2]
            if a != b:
                edges.add((a, b) if directed else (min(a, b), max(a, b)))
    return sorted(edges), directed


def run(program, first, second, directed, options, out):
    command = [program, "align", first, second, "-o", out, "-q", *(["--directed"] if directed else []), *options]
    process = subprocess.Popen(list(map(str, command)))
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        raise SystemExit(f"failed: {' '.join(map(str, command))}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def score(out, partners):
    best, found, total = {}, set(), 0.0
    for row in csv.DictReader(open(out)):
        if row["node"] not in best:
            best[row["node"]] = row["match"]
            total += float(row["score"])
        if partners[row["node"]] == row["match"]:
            found.add(row["node"])
    right = sum(partners[node] == match for node, match in best.items())
    return [100 * value / len(partners) for value in (right, len(found), total)]


def one(program, edges, directed, share, seed, options, folder):
    draw = random.Random(seed)
    ids = sorted({node for edge in edges for node in edge})
    partners = dict(zip(ids, map(str, draw.sample(range(len(ids)), len(ids)))))
    first, second, out = folder / "a.txt", folder / "b.txt", folder / "pairs.csv"
    first.write_text("".join(f"{a} {b}\n" for a, b in edges))
    second.write_text("".join(f"{partners[a]} {partners[b]}\n" for a, b in edges if draw.random() >= share / 100))
    run(program, first, second, directed, ["--rounds", "0", *options], out)
    vectors = score(out, partners)[0]
    seconds, memory = run(program, first, second, directed, options, out)
    return [vectors, *score(out, partners), seconds, memory]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", default=CASES, metavar="DATASET:SHARE")
    parser.add_argument("--program", default="build/riwalk")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--options", default="", help="of riwalk align")
    given = parser.parse_args()
    data = pathlib.Path(os.environ["RIWALK_DATA"])
    print(f"{'':20} {'vectors':>8} {'votes':>8} {'five':>8} {'score':>8} {'s':>8} {'MB':>8}")
    for case in given.cases:
        name, share = case.rsplit(":", 1)
        edges, directed = read_edges(next(p for p in sorted(data.glob(f"{name}.*")) if p.suffix in (".edgelist", ".arcs")))
        with tempfile.TemporaryDirectory() as folder:
            rows = [
                one(given.program, edges, directed, float(share), seed, given.options.split(), pathlib.Path(folder))
                for seed in range(1, given.seeds + 1)
            ]
        means = [sum(column) / len(rows) for column in zip(*rows)]
        print(f"{case:20}" + "".join(f" {mean:8.1f}" for mean in means), flush=True)


if __name__ == "__main__":
    main()
