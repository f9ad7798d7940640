#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every command of riwalk on small graphs while something fails, through shim.c.

    tests/faults/inject.py RIWALK SHIM [--kinds LIST] [--most N] [--seed N] [--only WORD]

Kinds: alloc, open, read, write, fsync, rename, reserve, folder, thread: each call fails in turn, alone and
with all later ones, by any of the errors that the system knows for it; space: the disk is full after a
random number of bytes; kill: the process is killed at a random moment; SIGKILL, SIGTERM, SIGINT: the
process gets the signal at each of the calls above. --most N looks at about N places for each command and
kind, evenly spread; without it at all of them (of space and kill, 20).

What must hold: the exit status is 0 with the same results as undisturbed, or 1 with one sentence, the
old outputs as they were, no other file, and no block of memory left. A rename that fails, and a
kill, may leave some outputs old and some new, each of them whole; a kill may leave temporary files, and
the same command then gives the same results. Other signals leave all outputs old or all new.
"""
import argparse
import functools
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SMALL = "-d 4 --walks 3 --epochs 1 --walk-length 6"
PARTS = "-d 4 --walks 2 --threads 1"

# Name: words => the files that are written. A name that ends in ~ holds times, and is only parsed.
LINES = f"""
embed-text: embed ../club.txt -o v.txt {SMALL} => v.txt v.txt.json
embed-all: embed ../club.txt -o v.npy --save-model m.rwm --report r.json {SMALL} => v.npy v.ids v.npy.json m.rwm r.json~
embed-gz: embed ../club.csv.gz -o v.tsv.gz --no-metadata {SMALL} => v.tsv.gz
embed-like: embed ../club.txt --like ../v.npy.json -o v.bin => v.bin v.bin.json
embed-csv: embed ../club.txt -o v.csv --no-metadata {SMALL} => v.csv
embed-npz: embed ../club.txt -o v.npz {SMALL} => v.npz v.npz.json
embed-two: embed ../club.txt ../grid.rwg -o v.bin {SMALL} => v.bin v.bin.json
embed-wl: embed ../club.txt -o - --method riwalk-wl {SMALL}
embed-rw: embed ../club.txt -o - --method riwalk-rw-wl {SMALL}
embed-factor: embed ../club.txt -o v.npy --trainer factor --save-model m.rwm -d 8 => v.npy v.ids v.npy.json m.rwm
embed-typed: embed ../named.csv --directed --weighted --steps weight --node-types ../types.txt -o v.npy --trainer factor --save-model m.rwm -d 4 => v.npy v.ids v.npy.json m.rwm
embed-work: embed ../club.txt -o - --trainer factor --work ../kept -d 4
embed-best: embed ../club.txt -o - --preset best -d 8 --walks 4
embed-combine: embed ../club.txt -o - --combine deepwalk {SMALL}
embed-node2vec: embed ../club.txt -o - --method node2vec --p 2 {SMALL}
embed-struc2vec: embed ../club.txt -o - --method struc2vec {SMALL}
embed-refex: embed ../club.txt -o - --method refex -d 8
embed-line: embed ../club.txt -o - --method line -d 8 --samples 3
embed-rolx: embed ../club.txt -o - --method rolx -d 3
embed-graphwave: embed ../club.txt -o - --method graphwave -d 8
embed-bounded: embed ../large.rwg -o v.npy --trainer factor --memory 12400k --save-model m.rwm {PARTS} => v.npy v.ids v.npy.json m.rwm
embed-filed: embed ../large.rwg -o v.npy -d 4 --walks 40 --epochs 1 --memory 6200k => v.npy v.ids v.npy.json
embed-goes-on: embed ../large.rwg -o v.npy --trainer factor --memory 12400k --no-metadata --work . {PARTS} => v.npy v.ids
estimate: embed ../club.txt --estimate
transform: transform ../m.rwm ../grid.rwg -o t.npy => t.npy t.ids t.npy.json
transform-only: transform ../m.rwm ../club.txt -o - --only @../nodes.txt
transform-anchors: transform ../m.rwm ../club.txt -o t.npy --anchors 3:20 => t.npy t.ids t.npy.json
profiles-typed: profiles ../named.csv --directed --node-types ../types.txt -o p.rwp {PARTS} => p.rwp
profiles: profiles ../club.txt --anchors 3:20 -o p.rwp {PARTS} => p.rwp
profiles-bounded: profiles ../hubs.rwg --anchors 0:400 -o p.rwp --memory 8M {PARTS} => p.rwp
fit: fit ../a.rwp ../b.rwp --save-model fitted.rwm => fitted.rwm
concat: concat ../rows1.npy ../rows0.npy -o all.npy => all.npy all.ids all.npy.json
transform-changed: transform ../m.rwm ../club.txt --changed ../changes.txt --vectors ../t.npy -o t.txt => t.txt t.txt.json
nearest: nearest ../v.npy 34 1
nearest-json: nearest ../v.npy 34 1 --json
classify: classify ../v.npy ../labels.txt --repeats 2 --ratios 0.5 --predict p.txt => p.txt
classify-json: classify ../v.npy ../labels.txt --repeats 2 --json
classify-tune: classify ../v.npy ../labels.txt --repeats 1 --ratios 0.8 --tune micro --predict p.txt => p.txt
transfer: transfer ../v.npy ../labels.txt ../labels.txt
transfer-two: transfer ../t.npy ../labels.txt ../labels.txt --test-vectors ../t.npy --json
holes: holes ../club.txt ../v.npy --top 5 --constraints c.txt => c.txt
cluster: cluster ../v.npy --labels ../labels.txt -o c.txt => c.txt
plot: plot ../v.npy --labels ../labels.txt -o p.svg => p.svg
plot-graph: plot ../v.npy --graph ../club.txt -k 3 -o p.svg => p.svg
plot-tsne: plot ../v.npy --projection tsne --perplexity 5 -o p.svg => p.svg
track: track ../club.txt ../club.csv.gz -k 3 -o c.csv --plot c.svg --report c.html => c.csv c.svg c.html
track-times: track ../timed.csv --window 1d --growing -k 2 --json --directed
align-known: align ../named.csv ../named.csv --known ../pairs.txt --node-types ../types.txt --one-to-one -o p.json => p.json
align: align ../club.txt ../club.csv.gz -o p.csv => p.csv
describe: describe ../club.txt ../v.npy -k 3 -o roles.txt => roles.txt
describe-also: describe ../club.txt --also ../grid.rwg -k 3 -o roles.txt => roles.txt
describe-json: describe ../club.txt --json -k 3
report: report ../club.txt ../v.npy -k 3 -o r.html => r.html
report-tsne: report ../club.txt -k 3 --labels ../labels.txt -o r.html => r.html
info: info ../club.txt --json
info-gz: info ../club.csv.gz
convert-rwg: convert ../club.txt g.rwg => g.rwg
convert-bounded: convert ../club.txt g.rwg --memory 30M => g.rwg
convert-names: convert ../named.csv g.rwg --weighted --memory 30M => g.rwg
convert-types: convert ../named.csv g.rwg --directed --node-types ../types.txt --memory 30M => g.rwg
convert-mapped: convert ../grid.rwg g.txt --map => g.txt
convert-mtx: convert ../grid.rwg g.mtx.zst => g.mtx.zst
convert-metis: convert ../club.mtx g.graph.gz => g.graph.gz
convert-text: convert ../club.graph g.txt => g.txt
convert-graphml: convert ../club.json g.graphml => g.graphml
convert-gexf: convert ../club.graphml g.gexf.gz => g.gexf.gz
convert-json: convert ../club.gexf g.json => g.json
generate: generate shapes -o g.txt --labels l.txt => g.txt l.txt
generate-bounded: generate rmat --scale 5 -o g.rwg --memory 30M => g.rwg
generate-payments: generate transactions --markets 2 -o g.txt --labels l.txt => g.txt l.txt
generate-random: generate rmat --scale 5 -o g.rwg => g.rwg
roles: roles ../club.txt --json --walks 3
explain: explain ../club.txt 1 34
explain-json: explain ../club.txt 1 34 --json
walks: walks ../club.txt -o w.txt.zst --walks 3 => w.txt.zst
train: train ../corpus.txt -o v.txt -d 4 --epochs 1 => v.txt v.txt.json
help: help embed
spellings: help --spellings
completion: completion bash
man: man
"""
if os.environ.get("RIWALK_CAIRO", "1") == "1":
    LINES += """\
plot-png: plot ../v.npy -o p.png --width 200 --height 150 => p.png
plot-pdf: plot --graph ../club.txt -o p.pdf --title t => p.pdf
"""


def parse(line):
    name, _, rest = line.partition(": ")
    words, _, outputs = rest.partition(" => ")
    return name, (words.split(), outputs.split())


COMMANDS = dict(map(parse, LINES.strip().splitlines()))
CAIRO = ("p.png", "p.pdf")  # fonts are found and drawn by libraries that end when memory does
MAPPED = ("convert-bounded", "convert-names", "convert-mapped", "generate-bounded", "profiles-bounded")
WITHOUT_THREADS = ("help", "completion", "man")
CALLS = ("alloc", "open", "read", "write", "fsync", "rename", "reserve", "folder", "thread")
OLD = b"what was here before\n"


class Wrong(Exception):
    pass


INPUTS = f"""
generate karate -o club.txt
generate grid --rows 5 --columns 6 -o grid.rwg
generate erdos-renyi --nodes 2000 --degree 6 -o large.rwg
generate rmat --scale 13 --edges-per-node 32 -o hubs.rwg
embed club.txt -o v.npy --save-model m.rwm {SMALL}
transform m.rwm club.txt -o t.npy
transform m.rwm club.txt -o rows0.npy --anchors 0:20
transform m.rwm club.txt -o rows1.npy --anchors 20:
profiles club.txt -o a.rwp --anchors 0:20 {PARTS}
profiles club.txt -o b.rwp --anchors 20: {PARTS}
walks club.txt -o corpus.txt --walks 2
"""
FILES = {
    "named.csv": "a,b,2\nc,d,1\na,c,7\nb,a,3\n",
    "labels.txt": "".join(f"{i} {'even' if i % 2 else 'odd'}\n" for i in range(1, 33)),
    "types.txt": "a shop\nb person\nc shop\nd bank\n",
    "pairs.txt": "# known\na a\n",
    "timed.csv": "".join(f"{i * i % 7},{i % 5 + 7},2026-01-0{i % 3 + 1}\n" for i in range(30)),
    "nodes.txt": "1\n# a comment\n34\n",
    "changes.txt": "+ 1 35\n- 1 2\n+ 34 35\n",
}


def make_inputs(riwalk, folder):
    converted = [f"convert club.txt club.{ending}" for ending in "mtx graph csv.gz graphml gexf json".split()]
    for line in [*INPUTS.strip().splitlines(), *converted]:
        subprocess.run([riwalk, *line.split(), "-q"], cwd=folder, check=True)
    for name, text in FILES.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)


class Runner:
    def __init__(self, riwalk, shim, folder):
        self.riwalk, self.shim, self.folder = riwalk, shim, folder
        self.work = os.path.join(folder, "work")
        self.log = os.path.join(folder, "log")
        self.done = 0

    def prepare(self, outputs):
        shutil.rmtree(self.work, ignore_errors=True)
        os.mkdir(self.work)
        for name in outputs:
            with open(os.path.join(self.work, name.rstrip("~")), "wb") as file:
                file.write(OLD)

    def start(self, words, fault=None):
        environment = dict(os.environ, RIWALK_ISA="scalar", LC_ALL="C", LD_PRELOAD=self.shim)
        environment["RIWALK_FAULT_LOG"] = self.log
        environment["RIWALK_FAULT"] = fault or ""
        if any(name in words for name in CAIRO):
            environment["RIWALK_FAULT_OWN"] = "1"
        if os.path.exists(self.log):
            os.remove(self.log)
        self.done += 1
        threads = [] if words[0] in WITHOUT_THREADS else ["--threads", "2"]
        return subprocess.Popen([self.riwalk, *words, *threads], cwd=self.work, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, words, fault=None):
        """The status, the output and the messages."""
        process = self.start(words, fault)
        try:
            out, err = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Wrong("does not end")
        return process.returncode, out, err.decode()

    def files(self):
        paths = [path for path in pathlib.Path(self.work).rglob("*") if path.is_file()]
        return {str(path.relative_to(self.work)): path.read_bytes() for path in paths}

    def counts(self):
        with open(self.log) as file:
            return {name: int(count) for name, count in (line.split() for line in file)}

    @functools.cache
    def undisturbed(self, name):
        words, outputs = COMMANDS[name]
        self.prepare(outputs)
        begin = time.monotonic()
        status, out, err = self.run(words)
        if status:
            raise Wrong(f"status {status} undisturbed: {err}")
        return {"out": out, "files": self.files(), "counts": self.counts(), "seconds": time.monotonic() - begin}

    def check_file(self, name, content, allowed, outputs):
        if content in allowed:
            return
        if name + "~" in outputs and OLD not in [content]:
            json.loads(content)
            return
        raise Wrong(f"{name} is neither old nor new: {content[:60]!r}")

    def check(self, outputs, good, fault, status, out, err, varies):
        files, kind = self.files(), fault.split(":")[0]
        new = good["files"]
        if status == 0:
            if out != good["out"] and not varies:
                raise Wrong("status 0, but another standard output")
            for name, content in new.items():
                if name not in files:
                    raise Wrong(f"status 0, but no {name}")
                self.check_file(name, files[name], [content], outputs)
        elif status == 1:
            said = [line for line in err.splitlines() if not line.startswith("riwalk: wrote ")]
            if not said or not said[-1].startswith("riwalk: ") or len(said[-1]) < 15:
                raise Wrong(f"status 1 without a sentence: {err!r}")
            for name in (name.rstrip("~") for name in outputs):
                some = kind == "rename" or "standard output" in said[-1]  # which comes last
                allowed = [OLD, new[name]] if some else [OLD]
                if some and name + "~" in outputs and files[name] != OLD:
                    continue
                self.check_file(name, files[name], allowed, [])
        else:
            raise Wrong(f"status {status}: {err!r}")
        parts = set(new) - {name.rstrip("~") for name in outputs}  # of --work: complete or absent where the run fails
        if set(files) != set(new) and not (status and set(new) - parts <= set(files) <= set(new)):
            raise Wrong(f"files: {sorted(files)}")
        for name in parts & set(files):
            self.check_file(name, files[name], [new[name]], [])
        left = self.counts()["left"]
        if left > good["counts"]["left"]:
            raise Wrong(f"{left} blocks are left, undisturbed {good['counts']['left']}")

    def fault(self, words, outputs, good, fault):
        self.prepare(outputs)
        self.check(outputs, good, fault, *self.run(words, fault), "--estimate" in words)

    def signal(self, words, outputs, good, fault):
        """A signal at a call of the process, and the same command again where it has left anything."""
        self.prepare(outputs)
        before, number = self.files(), int(fault.split("!")[1])
        status, _, err = self.run(words, fault)
        if status not in (-number, 0):
            raise Wrong(f"status {status}: {err!r}")
        kinds, files = set(), self.files()
        for name in (name.rstrip("~") for name in outputs):
            if good["files"][name] != OLD:
                kinds.add(files[name] == OLD)
            self.check_file(name, files[name], [OLD, good["files"][name]], outputs if files[name] != OLD else [])
        if number != signal.SIGKILL and (len(kinds) > 1 or temporary(files)):
            raise Wrong(f"outputs are old and new, or temporary files are left: {sorted(files)}")
        if files == before:
            return
        status, out, err = self.run(words)
        if status or out != good["out"] and "--estimate" not in words:
            raise Wrong(f"status {status} the next time, or another output: {err!r}")
        for name, content in self.files().items():
            if name in good["files"]:
                self.check_file(name, content, [good["files"][name]], outputs)

    def kill(self, words, outputs, good, fault):
        self.prepare(outputs)
        process = self.start(words)
        time.sleep(float(fault.split(":")[1]))
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=20)
        for name, content in self.files().items():
            if not temporary([name]):
                self.check_file(name, content, [OLD, good["files"].get(name)], outputs)


def temporary(files):
    """Files with temporary names, or in folders with them."""
    return [name for name in files if any(part.startswith(".riwalk-") for part in pathlib.Path(name).parts)]


def places(count, most):
    """Call numbers from 1 to `count`, about `most` of them, evenly spread with both ends."""
    if not most or count <= most:
        return range(1, count + 1)
    return sorted({1 + i * (count - 1) // (most - 1) for i in range(most)})


def faults(kind, good, most, rng):
    if kind == "space":
        total = sum(len(content) for content in good["files"].values()) + len(good["out"])
        return [f"space:{rng.randrange(total + 1)}" for _ in range(most or 20)]
    if kind == "kill":
        return [f"kill:{rng.random() * 1.2 * good['seconds']:.4f}" for _ in range(most or 20)]
    if kind.startswith("SIG"):
        return [f"{call}:{number}!{int(signal.Signals[kind])}" for call in CALLS
                for number in places(good["counts"][call], most)]
    chosen = places(good["counts"][kind], most)
    return [f"{kind}:{call}{ending}#{rng.randrange(8)}" for call in chosen for ending in ("", "+")]


def attempt(runner, name, kind, options, rng):
    words, outputs = COMMANDS[name]
    good = runner.undisturbed(name)
    if bool(good["counts"]["mmap"]) != (name in MAPPED):
        raise Wrong("a file is mapped, or is not")
    failures = 0
    disturb = runner.kill if kind == "kill" else runner.signal if kind.startswith("SIG") else runner.fault
    if disturb != runner.fault and not outputs:
        return 0
    for fault in faults(kind, good, options.most, rng):
        try:
            disturb(words, outputs, good, fault)
        except Wrong as wrong:
            failures += 1
            print(f"{name} ({' '.join(words)}) with {fault}: {wrong}", flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description="faults by injection; see the top of this file")
    parser.add_argument("riwalk")
    parser.add_argument("shim")
    parser.add_argument("--kinds", default=",".join(CALLS) + ",space,kill,SIGKILL,SIGTERM,SIGINT")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        riwalk = os.path.abspath(options.riwalk)
        make_inputs(riwalk, folder)
        runner = Runner(riwalk, os.path.abspath(options.shim), folder)
        for kind in options.kinds.split(","):
            before = runner.done
            for name in COMMANDS:
                if options.only not in name:
                    continue
                try:
                    failures += attempt(runner, name, kind, options, rng)
                except Wrong as wrong:
                    failures += 1
                    print(f"{name}: {wrong}", flush=True)
            print(f"{kind}: {runner.done - before} runs", flush=True)
    print(f"{runner.done} runs, {failures} failures, seed {options.seed}")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
