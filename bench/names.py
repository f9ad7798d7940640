# SPDX-License-Identifier: MIT
"""Names and rules that `riwalk describe` gives to roles and families, on graphs of many kinds.

    RIWALK_DATA=data python3 bench/names.py [--program build/riwalk] [--show] [GRAPH...]

GRAPH is a file of the folder that RIWALK_DATA names, without its extension (.arcs are read with
directions), or one of karate, ba, rmat and grid, which are generated. Printed are the numbers of
roles and families, the mean precision and recall of their rules, how well degrees alone tell roles,
and processor seconds; --show adds all names. The exit status is 1 where a name is missing or
double, or where the families' rules of a graph have a mean precision or recall below 0.8.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

GENERATED = {
    "karate": ["karate"],
    "ba": ["barabasi-albert", "--nodes", "2000", "--edges-per-node", "3"],
    "rmat": ["rmat", "--scale", "11", "--edges-per-node", "8"],
    "grid": ["grid", "--rows", "30", "--columns", "30"],
}
GRAPHS = ["karate", "usa-airports", "europe-airports", "actor", "film", "ba", "rmat", "grid", "enron"]
LEAST = 0.8


def find(name, program, folder):
    if name in GENERATED:
        path = pathlib.Path(folder) / f"{name}.txt"
        subprocess.run([program, "generate", *GENERATED[name], "-o", path, "-q"], check=True)
        return path
    data = pathlib.Path(os.environ["RIWALK_DATA"])
    return next(p for p in sorted(data.glob(f"{name}.*")) if p.suffix in (".edgelist", ".arcs"))


def mean(things, key):
    return sum(thing["rule"][key] for thing in things) / len(things)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", nargs="*", default=GRAPHS, metavar="GRAPH")
    parser.add_argument("--program", default="build/riwalk")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    bad = []
    print(f"{'':17} {'families':>8} {'prec.':>6} {'recall':>6} {'roles':>6} {'prec.':>6} {'recall':>6} {'degree':>7} {'s':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name in given.graphs:
            path = find(name, given.program, folder)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            command = [given.program, "describe", path, "--json", "-q", *(["--directed"] if path.suffix == ".arcs" else [])]
            found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            figures = []
            for kind in ("families", "roles"):
                things = found[kind]
                names = [thing["name"] for thing in things]
                if not all(names) or len(set(names)) < len(names):
                    bad.append(f"{name}: {kind} without a name, or with the same")
                figures.append((len(things), mean(things, "precision"), mean(things, "recall")))
            if min(figures[0][1:]) < LEAST:
                bad.append(f"{name}: rules of families")
            (a, b, c), (d, e, f) = figures
            print(f"{name:17} {a:8} {b:6.2f} {c:6.2f} {d:6} {e:6.2f} {f:6.2f} {found['by_degree']:7.2f} {seconds:6.1f}", flush=True)
            for family in found["families"] if given.show else []:
                print(f"  {family['name']} ({family['count']}): {family['rule']['text']}")
                for number in family["roles"]:
                    role = found["roles"][number - 1]
                    print(f"    {role['name']} ({role['count']})")
    for line in bad:
        print(line, file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
