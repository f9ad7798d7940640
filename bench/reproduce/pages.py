# SPDX-License-Identifier: MIT
"""What is written: results*.md with the paper's figures beside ours, and results*.csv."""
import csv
import datetime
import io
import math
import pathlib

from experiments import CHARTS, METHODS
from rows import fit


def csv_text(results):
    table = io.StringIO()
    to = csv.writer(table, lineterminator="\n")
    to.writerow("experiment dataset method choice setting sweep figure values mean deviation paper difference".split())
    for row in results:
        sweep = row.experiment.sweep[row.sweep][0] if row.choice == "sweep" else ""
        numbers = (row.mean, row.deviation, row.paper, row.mean - row.paper)
        to.writerow([row.experiment.name, row.dataset.name, row.method, row.choice, row.setting, sweep,
                     row.experiment.columns[row.column][0], len(row.values),
                     *(f"{x:.6g}" if math.isfinite(x) else "" for x in numbers)])
    return table.getvalue()


# ---- A table; its columns are places to look for rows: (label, data set, sweep, column) ----


def block(results, experiment, columns, method, choice, name, extra=0, what="ours"):
    """Ours, deviation, paper, difference of one method. `extra`: which of several figures of a data set."""
    found = [results.find(experiment, dataset, method, choice, sweep, column + extra)
             for _, dataset, sweep, column in columns]

    def text(value, sign):
        digits = 2 if not experiment.costs else 3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
        return f" {value:{sign}.{digits}f} |" if math.isfinite(value) else " |"

    def line(name, what, value, sign=""):
        values = [value(row) if row else math.nan for row in found]
        if any(map(math.isfinite, values)):
            yield f"| {name} | {what} |" + "".join(text(value, sign) for value in values)

    yield from line(name, what, lambda row: row.mean)
    if choice != "trivial":
        yield from line("", "deviation", lambda row: row.deviation)
    yield from line("", "paper", lambda row: row.paper)
    if experiment.costs:
        yield from line("", "paper / ours", lambda row: row.paper / row.mean if row.mean else math.nan)
    else:
        yield from line("", "difference", lambda row: row.mean - row.paper, "+")


def blocks(results, experiment, columns, method):
    """What block() shows of a method: choice, name, extra, what."""
    if experiment.layout == "sweep":
        return [("sweep", method)]
    if experiment.layout == "datasets" and len(experiment.columns) > 1:
        return [("default", "" if c else method, c, label) for c, (label, *_) in enumerate(experiment.columns)]
    if any(results.find(experiment, dataset, method, "best", 0, column) for _, dataset, _, column in columns):
        return [("default", f"{method}, defaults"), ("tuned", f"{method}, tuned on the training part"),
                ("best", f"{method}, best figure (the paper's way)")]
    return [("default", method)]


def table(results, experiment, columns):
    yield "| method | |" + "".join(f" {label} |" for label, *_ in columns)
    yield "|---|---|" + "---:|" * len(columns)
    for method in METHODS:
        for what in blocks(results, experiment, columns, method.name):
            yield from block(results, experiment, columns, method.name, *what)
    if experiment.trivial:
        yield from block(results, experiment, columns, experiment.trivial, "trivial", experiment.trivial)
    yield ""
    for dataset in dict.fromkeys(dataset for _, dataset, _, _ in columns):
        for method in METHODS:
            best = results.find(experiment, dataset, method.name, "best")
            if best:
                setting = f"`{best.setting}`" if best.setting else "the defaults"
                yield f"- {dataset.name}, {method.name}: the best figure is that with {setting}"


def tables(results, experiment):
    datasets = [d for d in experiment.datasets if any((r.experiment, r.dataset) == (experiment, d) for r in results)]
    if experiment.layout == "datasets":
        yield from table(results, experiment, [(d.name, d, 0, 0) for d in datasets])
        return
    for dataset in datasets:
        columns = ([(label, dataset, s, 0) for s, (label, _) in enumerate(experiment.sweep)]
                   or [(label, dataset, 0, c) for c, (label, *_) in enumerate(experiment.columns)])
        yield from (f"**{dataset.name}**", "", *table(results, experiment, columns))


# ---- The page ----


def exponents(results, experiment):
    for method in METHODS:
        for c, (label, *_) in enumerate(experiment.columns):
            grows = fit(results, experiment, method.name, c)
            if grows:
                yield f"- {method.name}, {label}: grows as n^{grows[1]:.2f} from 10,000 nodes on"


def markdown(o, results, problems):
    about = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    cpu = next((line.split(": ")[1] for line in about if line.startswith("model name")), "an unknown CPU")
    lines = ["# The paper's experiments, again", "",
             f"Made by {o.riwalk.version} on {datetime.date.today()}: {cpu}, threads: {o.threads}.", "",
             f"    ./dev reproduce {o.command}", "",
             f"Ours is the mean over all embeddings (here {o.embeddings}; scaling: 1) and, where there are splits, all "
             f"splits of each (here {o.repeats}); deviation is the standard deviation of these values. "
             "docs/reproduction.md has the protocol.", ""]
    for experiment in o.experiments:
        if not any(row.experiment == experiment for row in results):
            continue
        lines += [f"## {experiment.title}", "", experiment.about, "", *tables(results, experiment)]
        if experiment.task == "scaling":
            lines += exponents(results, experiment)
        if experiment.name in CHARTS:
            lines += ["", f"![{experiment.name}]({experiment.name}.svg)"]
        lines.append("")
    if problems:
        lines += ["## Not run", "", *(f"- {problem}" for problem in problems), ""]
    return "\n".join(lines)
