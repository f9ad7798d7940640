# SPDX-License-Identifier: MIT
"""From cells to figures: at the defaults, tuned on training parts, best by the figure itself."""
import collections
import dataclasses
import math
import statistics

from experiments import Dataset, Experiment
from paper import FIGURES

FIT_FROM = 10000  # nodes: below, fixed costs count


@dataclasses.dataclass
class Row:
    experiment: Experiment
    dataset: Dataset
    method: str
    choice: str  # default, tuned, best, sweep or trivial
    setting: str  # words; of tuned those chosen most often
    sweep: int  # number in the sweep
    column: int
    values: list

    @property
    def mean(self):
        return statistics.fmean(self.values)

    @property
    def deviation(self):
        return statistics.stdev(self.values) if len(self.values) > 1 else math.nan

    @property
    def paper(self):
        printed = FIGURES.get(self.experiment.name, {}).get(self.dataset.name, {}).get(self.method, ())
        return printed[self.column] if printed else math.nan


class Results(list):
    """Rows, in the order of the cells."""

    def add(self, group, method, choice, setting, sweep, column, values):
        self.append(Row(group.experiment, group.dataset, method, choice, setting, sweep, column, values))

    def find(self, experiment, dataset, method, choice, sweep=0, column=0):
        wanted = (experiment, dataset, method, choice, sweep, column)
        return next((row for row in self if wanted == (row.experiment, row.dataset, row.method, row.choice, row.sweep,
                                                       row.column)), None)


def at(group, series, point):
    """The values of a ratio in a series; of seconds and memory there is one for all ratios."""
    repeats = len(series) // max(len(group.experiment.ratios), 1) or len(series)
    return series[point * repeats:(point + 1) * repeats]


def gather(group, setting, column, prefix=""):
    """All values of a column at one setting."""
    _, name, point = column
    series = [group.records[setting, e][prefix + name] for e in range(group.embeddings)]
    return [value for values in series for value in at(group, values, point)]


def gather_tuned(group, column):
    """All values of a column, each at the setting that its own training part chose, the first of equals; and the
    setting that was chosen most often."""
    _, name, point = column
    values, times = [], collections.Counter()
    for e in range(group.embeddings):
        for repeat in range(len(at(group, group.records[0, e][name], point))):
            scores = [at(group, group.records[s, e]["validation_" + group.experiment.score], point)[repeat]
                      for s in range(len(group.settings))]
            chosen = scores.index(max(scores))
            times[chosen] += 1
            values.append(at(group, group.records[chosen, e][name], point)[repeat])
    return values, min(times, key=lambda s: (-times[s], s))


def find_best(group):
    """The setting of the highest mean over all columns."""
    means = [sum(statistics.fmean(gather(group, s, column)) for column in group.experiment.columns)
             for s in range(len(group.settings))]
    return means.index(max(means))


def add_setting(results, group, setting, choice):
    """A setting of which a cell failed has no figure rather than one over fewer embeddings."""
    if all((setting, e) in group.records for e in range(group.embeddings)):
        for c, column in enumerate(group.experiment.columns):
            results.add(group, group.method.name, choice, group.settings[setting],
                        setting if choice == "sweep" else 0, c, gather(group, setting, column))


def add_tuned(results, group):
    if group.experiment.task != "holes":  # which have no training part to choose by
        for c, column in enumerate(group.experiment.columns):
            values, often = gather_tuned(group, column)
            results.add(group, group.method.name, "tuned", group.settings[often], 0, c, values)
    add_setting(results, group, find_best(group), "best")


def add_trivial(results, group):
    """What needs no embedding is the same for every method: the first one tells."""
    trivial = group.experiment.trivial
    known = results.find(group.experiment, group.dataset, trivial, "trivial")
    if trivial and not known and all((0, e) in group.records for e in range(group.embeddings)):
        for c, column in enumerate(group.experiment.columns):
            results.add(group, trivial, "trivial", "", 0, c, gather(group, 0, column, trivial + "_"))


def make_rows(groups):
    results = Results()
    for group in groups:
        if group.experiment.sweep:
            for setting in range(len(group.settings)):
                add_setting(results, group, setting, "sweep")
        else:
            add_setting(results, group, 0, "default")
        if group.tuned and all(cell in group.records for cell in group.cells):
            add_tuned(results, group)
        add_trivial(results, group)
    return results


def fit(results, experiment, method, column):
    """The factor a and the exponent b of seconds = a n^b over the sizes from 10,000 on; None where there are less
    than two."""
    rows = [results.find(experiment, dataset, method, "default", 0, column) for dataset in experiment.datasets
            if dataset.nodes >= FIT_FROM]
    points = [(math.log(row.dataset.nodes), math.log(row.mean)) for row in rows if row and row.mean > 0]
    if len(points) < 2:
        return None
    line = statistics.linear_regression(*zip(*points))
    return math.exp(line.intercept), line.slope
