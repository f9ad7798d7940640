# SPDX-License-Identifier: MIT
"""Adjusted Rand index of clusters against the roles that a generator knows, mean over seeds.

A graph has random edges added (noise, a share of its own edges), is embedded, and its vectors, brought to
length 1, are clustered by k-means with as many clusters as there are roles. "describe" is what `riwalk describe -k`
finds with that number, "chosen" without being told it, and the mean number that it chose. RolX is GraphRole's: the role of largest
share is a node's, and there are at most as many roles as it keeps features. Settings were chosen on seeds from 1001 on; these are others.
"""
import argparse
import collections
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile

# Each is one library call of a few milliseconds for such graphs: threads only get in its way.
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

GRAPHS = [("shapes", 0), ("shapes", 0.05), ("shapes", 0.1), ("barbell", 0), ("barbell", 0.05)]
SIZES = {"shapes": ["--shapes", "10"], "barbell": []}
METHODS = {
    "sp, sgns": [],
    "wl, factor": ["--method", "riwalk-wl", "--trainer", "factor"],
    "best": ["--preset", "best"],
    "struc2vec": ["--method", "struc2vec"],
    "GraphWave": ["--method", "graphwave"],
}


def riwalk(*words):
    return subprocess.run(["build/riwalk", *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout


def pairs(counts):
    return sum(math.comb(count, 2) for count in counts)


def adjusted_rand(groups, others):
    both = pairs(collections.Counter(zip(groups, others)).values())
    a, b = (pairs(collections.Counter(g).values()) for g in (groups, others))
    expected, most = a * b / math.comb(len(groups), 2), (a + b) / 2
    return (both - expected) / (most - expected)


def read_labels(path):
    with open(path) as lines:
        return dict(line.split() for line in lines)


def rolx(graph, truth, seed):
    import warnings

    warnings.filterwarnings("ignore")
    import networkx
    import numpy
    from graphrole import RecursiveFeatureExtractor, RoleExtractor

    numpy.random.seed(seed)
    features = RecursiveFeatureExtractor(networkx.read_edgelist(graph)).extract_features()
    roles = RoleExtractor(n_roles=min(len(set(truth.values())), *features.shape))
    roles.extract_role_factors(features)
    return adjusted_rand(list(truth.values()), [roles.roles[node] for node in truth])


def clustered(graph, labels, vectors, options, seed, k):
    """With k clusters, or as many as there are different vectors."""
    riwalk("embed", graph, "-o", vectors, "-q", "--no-metadata", "--seed", seed, *options)
    while True:
        run = subprocess.run(["build/riwalk", "cluster", vectors, "--labels", labels, "-k", str(k), "--normalize", "unit",
                              "--starts", "30", "--seed", str(seed), "--json", "-q"], capture_output=True, text=True)
        if run.returncode == 0:
            return json.loads(run.stdout)["adjusted_rand"]
        if "different vectors" not in run.stderr:
            sys.exit(run.stderr)
        k -= 1


def score(kind, noise, seed, methods, folder):
    """The index of each method on one graph, and the number of roles that describe chose."""
    graph, labels, vectors = (os.path.join(folder, name) for name in ("graph", "labels", "vectors.bin"))
    noisy = ["--noise", noise, "--seed", seed] if noise else []
    riwalk("generate", kind, *SIZES[kind], *noisy, "--labels", labels, "-o", graph, "-q")
    truth = read_labels(labels)
    k = len(set(truth.values()))
    found = {}
    for name in methods:
        if name == "RolX":
            found[name] = rolx(graph, truth, seed)
        elif name in ("describe", "chosen"):
            number = [] if name == "chosen" else ["-k", k]
            described = json.loads(riwalk("describe", graph, *number, "--labels", labels, "--seed", seed, "--json", "-q"))
            found[name] = described["agreement"]["adjusted_rand"]
            if name == "chosen":
                found["k"] = len(described["roles"])
        else:
            found[name] = clustered(graph, labels, vectors, METHODS[name], seed, k)
    return found, k


def mirror_images(folder):
    """Of the 34 members of a club, how many have their image in the other as their nearest node, ties counted."""
    graph, vectors = (os.path.join(folder, name) for name in ("graph", "vectors.bin"))
    riwalk("generate", "karate-mirrored", "-o", graph, "-q")
    riwalk("embed", graph, "--preset", "roles", "-o", vectors, "-q", "--no-metadata")
    hits = 0
    for node in range(1, 35):
        nearest = json.loads(riwalk("nearest", vectors, node, "-n", 67, "--json", "-q"))[0]["nearest"]
        similarity = {other["node"]: other["similarity"] for other in nearest}
        hits += similarity[str(node + 34)] >= max(similarity.values()) - 1e-6
    return hits


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--without", action="append", default=[], help="a method to leave out; may be repeated")
    parser.add_argument("graphs", nargs="*", default=list(SIZES), help="of shapes and barbell; both")
    given = parser.parse_args()
    methods = [name for name in ["describe", "chosen", *METHODS, "RolX"] if name not in given.without]
    if "RolX" in methods and subprocess.run([sys.executable, "-c", "import graphrole"], stderr=subprocess.DEVNULL).returncode:
        print("GraphRole is not installed: RolX is left out")
        methods.remove("RolX")
    print("graph, noise".ljust(16) + "".join(name.rjust(12) for name in methods) + "  roles, chosen")
    with tempfile.TemporaryDirectory() as folder:
        for kind, noise in GRAPHS:
            if kind not in given.graphs:
                continue
            runs = [score(kind, noise, given.first + s, methods, folder) for s in range(given.seeds)]
            means = [statistics.mean(found[name] for found, _ in runs) for name in methods]
            chosen = [found["k"] for found, _ in runs if "k" in found]
            print(f"{kind}, {noise:.0%}".ljust(16) + "".join(f"{mean:12.3f}" for mean in means)
                  + f"  {runs[0][1]}" + (f", {statistics.mean(chosen):.1f}" if chosen else ""), flush=True)
        print(f"karate-mirrored: the nearest node is the mirror image for {mirror_images(folder)} of 34")


if __name__ == "__main__":
    main()
