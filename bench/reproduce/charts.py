# SPDX-License-Identifier: MIT
"""The figures: radius.svg (Fig. 4), holes.svg (Fig. 5) and scaling.svg (Fig. 6), by matplotlib."""
import io

import matplotlib
from matplotlib import pyplot

from experiments import CHARTS, METHODS
from rows import FIT_FROM, fit

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "riwalk"  # the same figures, the same bytes


def radius(results, experiment, axes):
    axes.set(title="Micro-F1 by radius, 80 % labelled", xlabel="radius k",
             ylabel="Micro-F1 (%), bars: standard deviation")
    for dataset in experiment.datasets:
        for method in METHODS:
            rows = [results.find(experiment, dataset, method.name, "sweep", s) for s in range(len(experiment.sweep))]
            points = [(s + 1, row.mean, row.deviation) for s, row in enumerate(rows) if row]
            if points:
                x, y, error = zip(*points)
                axes.errorbar(x, y, error, marker="o", capsize=3, label=f"{dataset.name}, {method.name}")


def scaling(results, experiment, axes):
    axes.set(title="Time on Erdos-Renyi graphs, mean degree 10", xlabel="nodes", ylabel="seconds",
             xscale="log", yscale="log")
    for method in METHODS:
        for c, (label, *_) in enumerate(experiment.columns):
            rows = [results.find(experiment, dataset, method.name, "default", 0, c) for dataset in experiment.datasets]
            points = [(row.dataset.nodes, row.mean) for row in rows if row and row.mean > 0]
            if not points:
                continue
            line, = axes.plot(*zip(*points), marker="o", label=f"{method.name}, {label}")
            grows = fit(results, experiment, method.name, c)
            if grows:
                ends = (FIT_FROM, points[-1][0])
                axes.plot(ends, [grows[0] * n ** grows[1] for n in ends], "--", color=line.get_color(),
                          label=f"n^{grows[1]:.2f}")


def holes(results, experiment, axes):
    axes.set(title="Structural holes found among 300", ylabel="hits; error bars: standard deviation")
    datasets = [d for d in experiment.datasets if results.find(experiment, d, experiment.trivial, "trivial")]
    series = [(method.name, "default") for method in METHODS] + [(experiment.trivial, "trivial")]
    series = [(name, [results.find(experiment, d, name, choice) for d in datasets]) for name, choice in series]
    series = [(name, rows) for name, rows in series if any(rows)]
    width = 0.8 / len(series)
    for s, (name, rows) in enumerate(series):
        x, y, error = zip(*((d + s * width, row.mean, row.deviation) for d, row in enumerate(rows) if row))
        trivial = name == experiment.trivial
        axes.bar(x, y, width, yerr=None if trivial else error, label=name, color="0.7" if trivial else None)
    axes.set_xticks([d + 0.4 - width / 2 for d in range(len(datasets))], [dataset.name for dataset in datasets])


def draw(results, experiments):
    """The figures for which there are rows: name and text of each."""
    for experiment in experiments:
        if experiment.name not in CHARTS or not any(row.experiment == experiment for row in results):
            continue
        figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
        {"radius": radius, "holes": holes, "scaling": scaling}[experiment.name](results, experiment, axes)
        axes.legend(fontsize="small")
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        pyplot.close(figure)
        yield experiment.name, text.getvalue()
