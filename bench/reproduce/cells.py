# SPDX-License-Identifier: MIT
"""Cells: one embedding and its scores each, run by the command riwalk and stored when they are finished.

A cell's record is an object of lists ("series"): F1 in per cent, the values of a ratio's repeats together; memory,
seconds and counts have one value. It lies in OUT/cells under a checksum of all that it depends on.
"""
import dataclasses
import functools
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import time

from experiments import METHODS, Dataset, Experiment, Method

INNER_RATIO, INNER_REPEATS = 0.8, 3
SCORES = ("micro_f1", "macro_f1", "majority_micro_f1", "majority_macro_f1")


class Failed(Exception):
    """A sentence: why a cell could not be run."""


@functools.cache
def checksum(path):
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()[:32]


class Riwalk:
    """The command; a call returns what it printed."""

    def __init__(self, path):
        self.path = path
        self.version = self("--version").strip()  # with the instruction set

    def __call__(self, *words):
        done = subprocess.run([self.path, *map(str, words)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            said = done.stderr.splitlines() or [f"riwalk {words[0]} ended with status {done.returncode}"]
            raise Failed(said[0].removeprefix("riwalk: "))
        return done.stdout

    def json(self, *words):
        return json.loads(self(*words, "--json", "-q"))


# ---- Which cells there are ----


@dataclasses.dataclass
class Group:
    """All cells of a method on a data set in an experiment."""

    experiment: Experiment
    dataset: Dataset
    method: Method
    settings: tuple  # words
    embeddings: int
    tuned: bool  # the settings are a grid: cells have validation scores too
    weight: float  # of a cell, for the time left: they take about as long as their files are large
    records: dict = dataclasses.field(default_factory=dict)  # by (setting, embedding)

    @property
    def cells(self):
        return [(s, e) for s in range(len(self.settings)) for e in range(self.embeddings)]


def listed(names, name):
    return not names or name.lower() in (n.lower() for n in names)


def plan(o):
    """The groups that were asked for and can be run, and sentences about what cannot."""
    groups, problems = [], {}
    for experiment in o.experiments:
        for dataset in experiment.datasets:
            if not listed(o.datasets, dataset.name) or dataset.nodes > o.largest:
                continue
            missing = [name for name in dataset.files if not (o.data / name).is_file()]
            problems |= {f"{name} is not in {o.data}: docs/datasets.md says where to get it": None for name in missing}
            for method in METHODS if not missing else ():
                if listed(experiment.methods, method.name) and listed(o.methods, method.name):
                    groups.append(make_group(o, experiment, dataset, method))
    return groups, list(problems)


def make_group(o, experiment, dataset, method):
    tuned = bool(o.tune and dataset.tuned and experiment.score and len(method.grid) > 1)
    settings = tuple(words for _, words in experiment.sweep) or (method.grid if tuned else ("",))
    weight = 100.0 * dataset.nodes + sum((o.data / name).stat().st_size for name in dataset.files)
    return Group(experiment, dataset, method, settings, 1 if dataset.nodes else o.embeddings, tuned, weight)


# ---- Finished cells ----


def classifier(o, method):
    return ["--C", o.C, "--normalize", o.normalize or method.normalize, *["--balanced"] * o.balanced]


def embed_words(o, group, setting):
    """Of an option that is given twice the last one counts: a sweep or grid overrules --embed-options."""
    return f"{group.method.words} {o.embed_options} {group.settings[setting]}".split()


def key(o, group, setting, embedding):
    """All that a cell depends on."""
    experiment, dataset = group.experiment, group.dataset
    scored = experiment.task in ("classify", "transfer")
    return {
        "riwalk": o.riwalk.version, "program": checksum(o.riwalk.path), "task": experiment.task,
        "nodes": dataset.nodes, "files": [checksum(o.data / name) for name in dataset.files],
        "positive": list(dataset.positive), "words": embed_words(o, group, setting), "seed": o.seed + embedding,
        "threads": o.threads, "ratios": list(experiment.ratios), "repeats": o.repeats if experiment.ratios else 1,
        "validation": group.tuned, "classifier": classifier(o, group.method) if scored else None,
    }


def cell_path(o, wanted):
    name = hashlib.sha256(json.dumps(wanted, sort_keys=True).encode()).hexdigest()[:16]
    return o.out / "cells" / f"{name}.json"


def load(o, wanted):
    """The stored record, or None; a file that is damaged or of another key is as if it were not there."""
    try:
        stored = json.loads(cell_path(o, wanted).read_text())
        return stored["record"] if stored["key"] == wanted else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_whole(path, text):
    """A file is there as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)


def obtain(o, group, setting, embedding):
    """The record of a cell: run and stored, unless an earlier experiment of the same run has stored it."""
    wanted = key(o, group, setting, embedding)
    record = load(o, wanted)
    if not record:
        record = run_cell(o, group, setting, embedding)
        write_whole(cell_path(o, wanted), json.dumps({"key": wanted, "record": record}, indent=1))
    return record


# ---- Running a cell ----


def run_cell(o, group, setting, embedding):
    seed, dataset = o.seed + embedding, group.dataset
    o.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".work-", dir=o.out) as folder:
        folder = pathlib.Path(folder)
        graphs, vectors = [o.data / name for name in dataset.graphs], folder / "vectors.bin"
        if dataset.nodes:  # scaling looks at no vector, and those of a million nodes are half a gigabyte
            graphs, vectors = [folder / "graph.rwg"], os.devnull
            o.riwalk("generate", "erdos-renyi", "--nodes", dataset.nodes, "--degree", 10, "--seed", seed,
                     "--threads", o.threads, "-o", graphs[0], "-q")
        begin = time.monotonic()
        o.riwalk("embed", *embed_words(o, group, setting), "-q", "--progress=never", "--no-metadata", "--to=binary",
                 *graphs, "-o", vectors, "--report", folder / "report", "--threads", o.threads, "--seed", seed)
        seconds = time.monotonic() - begin
        report = json.loads((folder / "report").read_text())
        record = {name: [report[name]] for name in ("walk_seconds", "train_seconds", "user_seconds")}
        record |= {"real_seconds": [seconds], "memory_mb": [report["peak_memory_bytes"] / 1e6]}
        scoring = {"classify": classify, "transfer": transfer, "holes": holes, "scaling": lambda *_: {}}
        return record | scoring[group.experiment.task](o, group, folder, vectors, seed)


def read_labels(path):
    return dict(line.split()[:2] for line in path.read_text().splitlines() if len(line.split()) > 1)


def classify(o, group, folder, vectors, seed):
    splits = ["--write-splits", folder / "splits"] if group.tuned else []
    labels = o.data / group.dataset.labels[0]
    found = o.riwalk.json("classify", vectors, labels, "--ratios", ",".join(map(str, group.experiment.ratios)),
                          "--repeats", o.repeats, "--seed", seed, "--threads", o.threads, *splits,
                          *classifier(o, group.method))
    record = {name: [100 * value for at in found["ratios"] for value in at[name]["values"]] for name in SCORES}
    if group.tuned:
        known = read_labels(labels)
        parts = [line.split()[1:] for line in (folder / "splits").read_text().splitlines()]
        scores = [inner_scores(o, group, folder, vectors, seed, {id: known[id] for id in part}) for part in parts]
        record |= {name: [s[name] for s in scores] for name in scores[0]}
    return record


def transfer(o, group, folder, vectors, seed):
    dataset = group.dataset
    found = o.riwalk.json("transfer", vectors, *(o.data / name for name in dataset.labels), "--positive",
                          ":".join(dataset.positive), "--train-prefix", dataset.stems[0], "--test-prefix",
                          dataset.stems[1], "--threads", o.threads, *classifier(o, group.method))
    record = {name: [100 * found[name]] for name in SCORES}
    if group.tuned:
        labels = {f"{dataset.stems[0]}:{id}": "positive" if label == dataset.positive[0] else "rest"
                  for id, label in read_labels(o.data / dataset.labels[0]).items()}
        record |= {name: [score] for name, score in inner_scores(o, group, folder, vectors, seed, labels).items()}
    return record


def inner_scores(o, group, folder, vectors, seed, labels):
    """Validation scores, for tuning, see a training part only: it is split again, and what is fitted on four fifths of
    it is scored on the rest. Of one class, or of one node, there is none: then all settings are equal."""
    if len(labels) < 2 or len(set(labels.values())) < 2:
        return {"validation_micro_f1": 0.0, "validation_macro_f1": 0.0}
    (folder / "part").write_text("".join(f"{id} {label}\n" for id, label in labels.items()))
    found = o.riwalk.json("classify", vectors, folder / "part", "--ratios", INNER_RATIO, "--repeats", INNER_REPEATS,
                          "--seed", seed, "--threads", o.threads, *classifier(o, group.method))["ratios"][0]
    return {f"validation_{name}": sum(100 * value / INNER_REPEATS for value in found[name]["values"])
            for name in SCORES[:2]}


def holes(o, group, folder, vectors, seed):
    found = o.riwalk.json("holes", o.data / group.dataset.graphs[0], vectors, "--threads", o.threads)
    return {"hits": [found["hits"]], "chance_hits": [found["hits_by_chance"]]}
