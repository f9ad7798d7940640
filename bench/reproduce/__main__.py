# SPDX-License-Identifier: MIT
"""The paper's experiments, again: ./dev reproduce WHAT; docs/reproduction.md has the protocol and the results.

    experiments.py  the tables: data sets, methods with their grids, experiments
    paper.py        the figures that the paper printed
    cells.py        which cells there are, how one is run, scored and stored
    rows.py         cells to figures with mean and deviation
    pages.py        what is written; charts.py draws
"""
import argparse
import os
import pathlib
import shlex
import shutil
import signal
import sys
import time

import cells
import pages
from experiments import CHARTS, EXPERIMENTS, METHODS
from rows import make_rows

REFUSED = {"--method", "--flag", "--preset", "--trainer", "--combine", "--like", "--estimate", "--show-options"}


def arguments():
    p = argparse.ArgumentParser(
        prog="reproduce", formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
        description="Run the paper's experiments and compare with its figures. Finished cells are stored, so the same\n"
                    "command goes on where it was interrupted.",
        epilog="\n".join(["WHAT:", *(f"  {e.name:12}  {e.title}" for e in EXPERIMENTS), "  all"]))
    p.add_argument("what", metavar="WHAT", choices=[e.name for e in EXPERIMENTS] + ["all"], help="experiment to run")
    p.add_argument("--data", type=pathlib.Path, metavar="DIR", default=os.environ.get("RIWALK_DATA") or None,
                   help="folder of the data sets (docs/datasets.md); without it the one that RIWALK_DATA names")
    p.add_argument("--out", type=pathlib.Path, metavar="DIR", default="build/reproduce", help="(%(default)s)")
    p.add_argument("--quick", action="store_true",
                   help="2 embeddings, 5 splits of each, graphs of at most 10,000 nodes for scaling")
    p.add_argument("--tune", action="store_true",
                   help="search a grid where the paper did: chosen on training parts, and the best figure")
    p.add_argument("--embeddings", type=int, metavar="N", help="embeddings, one seed each (10, with --quick 2)")
    p.add_argument("--repeats", type=int, metavar="N", help="splits of each embedding (10, with --quick 5)")
    p.add_argument("--seed", type=int, metavar="N", default=1, help="of the first embedding and its splits (1)")
    p.add_argument("--datasets", metavar="LIST", default="", help="only these: USA,Actor, or 1000,10000 (scaling)")
    p.add_argument("--methods", metavar="LIST", default="", help="only these: riwalk-sp,struc2vec")
    p.add_argument("--largest", type=int, metavar="N", help="nodes of the largest graph for scaling (1000000)")
    p.add_argument("--embed-options", metavar="WORDS", default="",
                   help="options of 'riwalk embed' for every embedding: --embed-options='--memory 4G'; a sweep or grid "
                        "overrides what it varies")
    p.add_argument("--C", type=float, default=1.0, help="weight of the data against the L2 penalty (1)")
    p.add_argument("--balanced", action="store_true", help="weight classes inversely to their sizes")
    p.add_argument("--normalize", choices=("none", "standard", "unit"),
                   help="how the classifier gets vectors; without it none, and standard for GraphWave")
    p.add_argument("--threads", type=int, metavar="N", default=os.cpu_count(), help="(all)")
    return p


def parse(words):
    parser = arguments()
    o = parser.parse_args(words)
    o.experiments = [e for e in EXPERIMENTS if o.what in (e.name, "all")]
    known = {"datasets": list(dict.fromkeys(d.name for e in o.experiments for d in e.datasets)),
             "methods": [method.name for method in METHODS]}
    for what, there in known.items():
        setattr(o, what, [name for name in getattr(o, what).split(",") if name])
        for name in getattr(o, what):
            if not cells.listed(there, name):
                parser.error(f"--{what}: there is no '{name}' here; there are: {', '.join(there)}")
    o.embeddings = o.embeddings or (2 if o.quick else 10)
    o.repeats = o.repeats or (5 if o.quick else 10)
    o.largest = o.largest or (10000 if o.quick else 1000000)
    o.command = shlex.join(words)
    if not o.data and o.what != "scaling":
        parser.error("name the folder of the data sets with --data DIR")
    for word in o.embed_options.split():
        if word.split("=")[0] in REFUSED:
            parser.error(f"--embed-options: not {word}: --methods chooses among the rows, and every cell embeds")
    beside = os.path.dirname(sys.executable)  # where a wheel puts the command
    command = os.environ.get("RIWALK") or shutil.which("riwalk", path=f"{beside}:{os.environ.get('PATH', '')}")
    o.riwalk = cells.Riwalk(command or parser.error("there is no command riwalk: ./dev reproduce installs it"))
    return o


def show(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}\r", end="", file=sys.stderr, flush=True)


def run(o, groups, problems):
    """Takes stored cells, runs all others and stores them; returns how many were there. What one embedding of a setting
    fails at, the others would too: they are left out, and tried again next time."""
    for group in groups:
        stored = {cell: cells.load(o, cells.key(o, group, *cell)) for cell in group.cells}
        group.records = {cell: record for cell, record in stored.items() if record}
    todo = [(group, cell) for group in groups for cell in group.cells if cell not in group.records]
    left, done, begin, failed = sum(group.weight for group, _ in todo), 0.0, time.monotonic(), set()
    for number, (group, cell) in enumerate(todo, 1):
        what = f"{group.experiment.name}, {group.dataset.name}, {group.method.name} {group.settings[cell[0]]}".strip()
        minutes = f", {(time.monotonic() - begin) / done * left / 60:.0f} min left" if done else ""
        show(f"cell {number} of {len(todo)}{minutes}: {what}, embedding {cell[1] + 1}")
        try:
            if what not in failed:
                group.records[cell] = cells.obtain(o, group, *cell)
        except cells.Failed as why:
            failed.add(what)
            problems.append(f"{what}: {why}")
        done, left = done + group.weight, left - group.weight
    show("")
    return sum(len(group.cells) for group in groups) - len(todo)


def write(o, results, problems):
    base = o.out / ("results" if o.what == "all" else f"results-{o.what}")
    if any(row.experiment.name in CHARTS for row in results):
        import charts  # matplotlib takes a second

        for name, text in charts.draw(results, o.experiments):
            cells.write_whole(o.out / f"{name}.svg", text)
    cells.write_whole(base.with_suffix(".csv"), pages.csv_text(results))
    cells.write_whole(base.with_suffix(".md"), pages.markdown(o, results, problems))
    return base.with_suffix(".md")


def main(words):
    o = parse(words)
    groups, problems = cells.plan(o)
    found = run(o, groups, problems)
    results = make_rows(groups)
    for problem in problems:
        print(f"reproduce: {problem}", file=sys.stderr)
    if not results:
        print("reproduce: there is no figure for the tables; those of earlier runs stay", file=sys.stderr)
        return 1
    path = write(o, results, problems)
    print(f"{sum(len(group.cells) for group in groups)} cells, {found} of them found stored; tables in {path}")
    return 1 if problems else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nreproduce: finished cells are kept: the same command goes on from there", file=sys.stderr)
        sys.exit(130)
