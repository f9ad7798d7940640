# SPDX-License-Identifier: MIT
"""How fast and how good the trainer is, against gensim on the same corpus in the same run.

    compare_gensim.py [--program build/bench/train_corpus] CORPUS[=LABELS] ...

CORPUS is a file of walks, one a line, LABELS a file of "node label" lines. Needs gensim, and
scikit-learn where labels are given. Prints, for each corpus, time and million pairs a second of
gensim and of ours with the same threads, in turns, the fastest of some rounds; the ratio (also of
CPU time, which is what to look at on a busy machine), F1 at 10/50/80 % labelled of both, ours with
pairs that have the anchor alone where walks have anchors, and ours by instruction set and number of
threads.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time


def run_ours(program, corpus, isa, **settings):
    """Runs our program; returns its figures as a dictionary."""
    environment = dict(os.environ, RIWALK_ISA=isa)
    words = [program, corpus] + [f"{key}={value}" for key, value in settings.items()]
    text = subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout
    found = {key: value for key, value in re.findall(r"(\w+)=(\S+)", text)}
    figures = {key: float(re.sub(r"[^0-9.]", "", found[key])) for key in ("local", "read", "train", "cpu", "pairs", "rate")}
    figures["isa"] = found["isa"]
    return figures


def run_gensim(corpus, threads, epochs, seed):
    """Trains gensim as the paper's authors did; returns seconds and vectors by token, named as ours."""
    from gensim.models import Word2Vec

    start = time.perf_counter()
    with open(corpus) as lines:
        sentences = [line.split() for line in lines]
    read = time.perf_counter() - start
    start, cpu = time.perf_counter(), time.process_time()
    model = Word2Vec(sentences, vector_size=128, window=10, min_count=0, sg=1, workers=threads,
                     epochs=epochs, seed=seed)
    return {"read": read, "train": time.perf_counter() - start, "cpu": time.process_time() - cpu,
            "vectors": model.wv}


def read_vectors(path):
    vectors = {}
    with open(path) as lines:
        next(lines)
        for line in lines:
            token, *numbers = line.split()
            vectors[token] = numbers
    return vectors


def score(vectors, labels_path):
    """Micro-F1 of one-vs-rest logistic regression (liblinear, L2, C = 1), mean of 10 splits."""
    import numpy
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier

    with open(labels_path) as lines:
        labels = dict(line.split()[:2] for line in lines)
    nodes = [node for node in labels if node in vectors]
    x = numpy.array([vectors[node] for node in nodes], dtype=numpy.float32)
    y = numpy.array([labels[node] for node in nodes])
    means = []
    for share in (0.1, 0.5, 0.8):
        right = []
        for split in range(10):
            order = numpy.random.RandomState(split).permutation(len(y))
            train, test = numpy.split(order, [int(len(y) * share)])
            model = OneVsRestClassifier(LogisticRegression(solver="liblinear"))
            right.append((model.fit(x[train], y[train]).predict(x[test]) == y[test]).mean())
        means.append(100 * numpy.mean(right))
    return " / ".join(f"{mean:.1f}" for mean in means)


def faster(found, again):
    return again if not found or again["train"] < found["train"] else found


def bench(options, corpus, labels):
    print(f"\n{os.path.basename(corpus)}, {options.epochs} epochs, {options.threads} threads each, "
          f"the fastest of {options.rounds} rounds")
    settings = {"threads": options.threads, "epochs": options.epochs, "seed": options.seed}
    ours, theirs = dict.fromkeys(("best", "avx2", "scalar")), None
    anchors = dict.fromkeys(("best", "avx2"))
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.rounds):
            for isa in ours:
                path = os.path.join(folder, isa)
                ours[isa] = faster(ours[isa], run_ours(options.program, corpus, isa, **settings, out=path))
            for isa in anchors if ours["best"]["local"] else ():
                again = run_ours(options.program, corpus, isa, **settings, pairs="anchor")
                anchors[isa] = faster(anchors[isa], again)
            if not options.no_gensim:
                theirs = faster(theirs, run_gensim(corpus, options.threads, options.epochs, options.seed))
        ours_score = score(read_vectors(os.path.join(folder, "best")), labels) if labels else ""
    best = ours["best"]
    if theirs:
        theirs_score = score(theirs["vectors"], labels) if labels else ""
        print(f"  gensim          {theirs['train']:8.2f} s  {best['pairs'] / theirs['train']:6.2f} M pairs/s          "
              f"F1 {theirs_score}   (+ {theirs['read']:.1f} s reading)")
    print(f"  riwalk {best['isa']:7s}  {best['train']:8.2f} s  {best['rate']:6.2f} M pairs/s          "
          f"F1 {ours_score}   (+ {best['read']:.1f} s reading)")
    for figures in ours.values() if theirs else ():
        print(f"  ratio {figures['isa']:7s}   {theirs['train'] / figures['train']:8.1f} x, in CPU time "
              f"{theirs['cpu'] / figures['cpu']:.1f} x")
    for figures in anchors.values() if theirs and best["local"] else ():
        print(f"  ratio {figures['isa']:7s}   {theirs['train'] / figures['train']:8.1f} x, in CPU time "
              f"{theirs['cpu'] / figures['cpu']:.1f} x: pairs with the anchor alone")
    settings["epochs"] = 1
    for isa in ("scalar", "avx2", "avx512"):
        rates = [max(run_ours(options.program, corpus, isa, **dict(settings, threads=threads))["rate"]
                     for _ in range(options.rounds)) for threads in (1, options.threads)]
        print(f"  {isa:7s} 1 thread {rates[0]:6.2f} M pairs/s, {options.threads} threads "
              f"{rates[1]:6.2f} ({rates[1] / rates[0]:.2f} x)")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", nargs="+", help="CORPUS or CORPUS=LABELS")
    parser.add_argument("--program", default="build/bench/train_corpus")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-gensim", action="store_true", help="ours alone")
    options = parser.parse_args()
    for argument in options.corpus:
        corpus, _, labels = argument.partition("=")
        bench(options, corpus, labels)
    return 0


if __name__ == "__main__":
    sys.exit(main())
