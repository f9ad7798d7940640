# SPDX-License-Identifier: MIT
"""The tables: data sets, methods with their grids, experiments. A new method is a row of METHODS."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Method:
    name: str
    words: str  # to 'riwalk embed'
    grid: tuple = ("",)  # with --tune: words that are added, the default first
    normalize: str = "none"  # how the classifier gets its vectors, unless --normalize says


# The paper says that it searched grids, but not which. Ours are small: RiWalk's radius with longer walks or
# more training (which the few nodes of Expressway need, and its long paths), node2vec's p and q around 1 as
# its authors do, and with the one pass that their program takes, struc2vec's number of layers.
RIWALK_GRID = ("", "--radius 2", "--radius 3", "--radius 6", "--radius 8 --walk-length 20", "--epochs 20",
               "--radius 6 --epochs 20", "--radius 12 --walks 160 --walk-length 40 --epochs 20")
FACTOR_GRID = ("", "--radius 2", "--radius 3", "--radius 6")
NODE2VEC_GRID = ("", *(f"--p {p} --q {q}" for p in (0.25, 1, 4) for q in (0.25, 1, 4) if (p, q) != (1, 1)),
                 *(f"--epochs 1 --window 10 --alpha 0.025 {more}" for more in ("--p 0.25 --q 4", "--q 16")))
GRAPHWAVE_GRID = ("", *(f"--heat-scales {scales}" for scales in ("0.5,2", "2,8", "10,50", "0.5,2,8,32")))
STRUC2VEC_GRID = ("", *(f"--layers {layers}" for layers in (2, 3, 5, 6)))

METHODS = (
    Method("node2vec", "--method node2vec --walks 10 --walk-length 80 --window 5 --alpha 0.05", NODE2VEC_GRID),
    Method("deepwalk", "--method deepwalk --walks 10 --walk-length 80"),
    Method("struc2vec", "--method struc2vec --walks 10 --walk-length 80 --epochs 1", STRUC2VEC_GRID),
    Method("graphwave", "--method graphwave", GRAPHWAVE_GRID, "standard"),
    Method("refex", "--method refex"),
    Method("rolx", "--method rolx"),
    Method("line", "--method line"),
    Method("riwalk-sp", "--method riwalk-sp", RIWALK_GRID),
    Method("riwalk-wl", "--method riwalk-wl", RIWALK_GRID),
    Method("riwalk-sp-factor", "--method riwalk-sp --trainer factor", FACTOR_GRID),
    Method("riwalk-wl-factor", "--method riwalk-wl --trainer factor", FACTOR_GRID),
    Method("riwalk-best", "--preset best"),
)

# ---- Data sets: docs/datasets.md says where the files come from ----


@dataclass(frozen=True)
class Dataset:
    name: str
    stems: tuple = ()  # the graphs are STEM.edgelist; two are embedded together
    labels: tuple = ()  # files of labels, where the experiment has labels
    positive: tuple = ()  # the label that is told from all others
    nodes: int = 0  # not 0: an Erdos-Renyi graph of so many nodes
    tuned: bool = False  # the paper tuned its figures of this data set

    @property
    def graphs(self):
        return tuple(stem + ".edgelist" for stem in self.stems)

    @property
    def files(self):
        return self.graphs + self.labels


EUROPE, USA, ACTOR, FILM = "europe-airports", "usa-airports", "actor", "film"
HUBS = {EUROPE: "0", USA: "0", ACTOR: "3"}  # the class of most edges


def network(name, stem, tuned=False):
    return Dataset(name, (stem,), (stem + ".group",), tuned=tuned)


def road(name):
    return Dataset(name, ("expressway",), (f"expressway-{name.lower()}.group",), tuned=True)


def pair(name, learn, test):
    both = (learn, test)
    return Dataset(name, both, tuple(stem + ".group" for stem in both), tuple(HUBS[stem] for stem in both), tuned=True)


# ---- Experiments ----


@dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    about: str
    task: str  # classify, transfer, holes or scaling
    layout: str  # columns: a table for each data set; datasets: one table; sweep: a column for each of its values
    datasets: tuple
    columns: tuple  # (label, series of a cell, which ratio)
    ratios: tuple = ()
    methods: tuple = ()  # names; none: all
    sweep: tuple = ()  # (label, words), instead of a grid
    score: str = ""  # the series that settings are chosen by; none: nothing is chosen
    trivial: str = ""  # what needs no embedding: series with this prefix
    costs: bool = False  # seconds and memory: compared as a ratio


ALL_RATIOS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
COSTS = (("memory (MB)", "memory_mb", 0), ("real (s)", "real_seconds", 0), ("user (s)", "user_seconds", 0))
SECONDS = (("sampling (s)", "walk_seconds", 0), ("training (s)", "train_seconds", 0), ("in all (s)", "real_seconds", 0))
SIZES = (100, 1000, 10000, 30000, 100000, 300000, 1000000)
UNTUNED = (network("USA", USA), network("Film", FILM), network("Actor", ACTOR))

EXPERIMENTS = (
    Experiment(
        "expressway", "Expressway network (Table I)",
        "Macro-F1 in per cent, 80 % of the nodes labelled. The paper's figures are tuned for each set of labels, ours "
        "are the defaults unless they say \"tuned\".",
        "classify", "datasets", (road("geo"), road("status"), road("Starbucks")), (("Macro-F1", "macro_f1", 0),),
        ratios=(0.8,), score="macro_f1", trivial="majority"),
    Experiment(
        "within", "Within one network (Table III, left)",
        "Micro-F1 in per cent, by the share of labelled nodes. The paper's figures of USA are tuned, those of Film "
        "and Actor are at the defaults.",
        "classify", "columns", (network("USA", USA, tuned=True), *UNTUNED[1:]),
        tuple((f"{100 * ratio:.0f} %", "micro_f1", point) for point, ratio in enumerate(ALL_RATIOS)),
        ratios=ALL_RATIOS, score="micro_f1", trivial="majority"),
    Experiment(
        "within-time", "Time and memory (Table III, right)",
        "Of the process that embeds at the defaults, from reading the graph to writing the vectors. The paper's are "
        "of another machine: 16 cores, 10 threads, Python.",
        "classify", "columns", UNTUNED, COSTS, ratios=ALL_RATIOS, costs=True),
    Experiment(
        "radius", "The radius (Fig. 4)",
        "Micro-F1 in per cent, 80 % of the nodes labelled, all else at the defaults. The paper shows no numbers; it "
        "says that k = 2 is enough for USA and k = 3 for Actor.",
        "classify", "sweep", (network("USA", USA), network("Actor", ACTOR)), (("Micro-F1", "micro_f1", 0),),
        ratios=(0.8,), methods=("riwalk-sp", "riwalk-wl"),
        sweep=tuple((f"k = {k}", f"--radius {k}") for k in range(1, 7))),
    Experiment(
        "transfer", "Across networks (Table IV)",
        "Macro-F1 in per cent of hubs against the rest; A:B learns from A and is tested on B, both embedded together. "
        "The paper's figures are tuned for each pair, ours are the defaults unless they say \"tuned\".",
        "transfer", "datasets",
        (pair("USA:Europe", USA, EUROPE), pair("Europe:USA", EUROPE, USA), pair("Actor:USA", ACTOR, USA),
         pair("USA:Actor", USA, ACTOR)),
        (("Macro-F1", "macro_f1", 0),), score="macro_f1", trivial="majority"),
    Experiment(
        "holes", "Structural holes (Fig. 5)",
        "Of the 300 nodes nearest to the node of least constraint, how many are among the 300 of least constraint. The "
        "paper shows bars without numbers, tuned; of Actor it says that SP gains 145 % over struc2vec and WL 127 %.",
        "holes", "datasets",
        tuple(Dataset(name, (stem,), tuned=True) for name, stem in zip(("Europe", "USA", "Actor"), HUBS)),
        (("hits", "hits", 0),), score="hits", trivial="chance"),
    Experiment(
        "scaling", "Scaling (Fig. 6)",
        "Seconds on Erdos-Renyi graphs of mean degree 10, by the number of nodes, at the defaults; in all with reading "
        "the graph and writing the vectors to nowhere. The paper finds about n^1.2.",
        "scaling", "datasets", tuple(Dataset(str(nodes), nodes=nodes) for nodes in SIZES), SECONDS,
        methods=("riwalk-sp", "riwalk-sp-factor"), costs=True),
)
CHARTS = ("radius", "holes", "scaling")  # the experiments that the paper shows as figures
