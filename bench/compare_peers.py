# SPDX-License-Identifier: MIT
"""Time, peak memory and F1 of our methods and of peers, on the same graphs in the same run.

    compare_peers.py [--python] [--program build/riwalk] [--limit SECONDS] [--only NAME,...] [DATASET ...]

Datasets are NAME.edgelist and NAME.group in the folder that RIWALK_DATA names. Walks, their length,
window, epochs, dimensions and threads are the same for all. Our time is that of the whole command;
a peer's begins after its imports and ends before it writes. With --python all are called from Python,
and time begins with the networkx graph. Memory is that of the largest process.
F1 is Micro-F1 at 10/50/80 % labelled by `riwalk classify`, with vectors as they are or with
standardised dimensions, whichever is better at 50 %; the column says which.
"""
import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

SETTINGS = {"walks": 80, "length": 10, "window": 10, "epochs": 5, "dimensions": 128, "seed": 1}
# Which of ours does the same, or comes nearest: the first one that there is.
COMPARED = {"node2vec": ["node2vec"], "pecanpy": ["node2vec"], "karateclub-graphwave": ["graphwave"],
            "karateclub-role2vec": ["riwalk-sp"], "graphrole": ["refex"],
            "graphrole-rolx": ["rolx"], "ensmallen-line": ["line"]}
WITHOUT_WALKS = ("graphwave", "refex", "rolx", "line")


def our_methods(program):
    """All that --method knows, and RiWalk with the other trainer, as the help has them."""
    text = subprocess.run([program, "embed", "--help"], check=True, capture_output=True, text=True).stdout
    about = " ".join(text.split("\n      --method ")[1].split("\n  -")[0].split())
    names = re.search(r"\(([^;)]*);", about)[1].split(", ")
    return [names[0], f"{names[0]} --trainer factor", *names[1:]]


def run(words, limit, prepare=None):
    """Runs a command: seconds, processor seconds and peak megabytes, or why it failed. The new process calls prepare."""
    log = tempfile.TemporaryFile("w+")
    start = time.perf_counter()
    process = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                               preexec_fn=prepare)
    late = threading.Event()

    def stop():
        late.set()
        os.killpg(process.pid, signal.SIGKILL)

    timer = threading.Timer(limit, stop)
    timer.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    except BaseException:  # interrupted: nothing of it goes on
        os.killpg(process.pid, signal.SIGKILL)
        raise
    finally:
        timer.cancel()
    seconds = time.perf_counter() - start
    process.returncode = status
    log.seek(0)
    text = log.read()
    if late.is_set():
        return {"failed": f"stopped after {limit} s"}
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return {"failed": "stopped at its limit of processor time"}
    if status:
        return {"failed": (text.strip().splitlines() or ["no message"])[-1][:90]}
    found = re.search(r"^seconds=(\S+)", text, re.M)
    return {"seconds": float(found[1]) if found else seconds, "cpu": usage.ru_utime + usage.ru_stime,
            "megabytes": usage.ru_maxrss * 1024 / 1e6}


def score(program, vectors, labels):
    """F1 at the three ratios and how vectors were scaled, or why there are none."""
    best = []
    for scale in ("none", "standard"):
        text = subprocess.run([program, "classify", vectors, labels, "--ratios", "0.1,0.5,0.8", "--normalize", scale,
                               "--json"], capture_output=True, text=True)
        if text.returncode:
            return text.stderr.strip()[:90]
        best.append(([100 * row["micro_f1"]["mean"] for row in json.loads(text.stdout)["ratios"]], scale))
    return max(best, key=lambda found: found[0][1])


def our_words(options, name, graph, out):
    if options.python:
        return peer_words(options, f"riwalk {name}", graph, out)
    words = [options.program, "embed", graph, "-o", out, "-q", "--threads", str(options.threads), "--method"]
    words += name.split() + ["--dimensions", str(SETTINGS["dimensions"]), "--seed", str(SETTINGS["seed"])]
    words += ["--report", out + ".report"]
    if name not in WITHOUT_WALKS:
        words += ["--walks", str(SETTINGS["walks"]), "--walk-length", str(SETTINGS["length"])]
    if name not in WITHOUT_WALKS and "factor" not in name:
        words += ["--window", str(SETTINGS["window"]), "--epochs", str(SETTINGS["epochs"])]
    return words


def peer_words(options, name, graph, out):
    settings = dict(SETTINGS, threads=options.threads, read=int(not options.python))
    return [sys.executable, os.path.join(os.path.dirname(__file__), "peer_embed.py"), name, graph, out] + \
        [f"{key}={value}" for key, value in settings.items()]


def measure(options, name, words, labels, out):
    """Runs and scores one method, and prints its line."""
    figures = run(words, options.limit)
    if "--report" in words and "failed" not in figures:  # the kernel's figure is never below this script's own
        with open(words[words.index("--report") + 1]) as report:
            figures["megabytes"] = json.load(report)["peak_memory_bytes"] / 1e6
    if "failed" not in figures:
        found = score(options.program, out, labels)
        figures.update({"failed": found} if isinstance(found, str) else {"f1": found[0], "scale": found[1]})
    if "failed" not in figures:
        print(f"  {name:28s}{figures['seconds']:9.2f}{figures['cpu']:9.2f}{figures['megabytes']:8.0f}   "
              f"{' / '.join(f'{value:.1f}' for value in figures['f1'])}  {figures['scale']}", flush=True)
    else:
        print(f"  {name:28s} {figures['failed']}", flush=True)
    return figures


def compare(name, peer, ours):
    """The line of a peer against the nearest of ours."""
    near = next((method for method in COMPARED[name] if "f1" in ours.get(method, {})), None)
    if not near or "f1" not in peer:
        return
    own = ours[near]
    gains = " / ".join(f"{a - b:+.1f}" for a, b in zip(own["f1"], peer["f1"]))
    print(f"  {near + ' against ' + name:48s}{peer['seconds'] / own['seconds']:7.1f} x faster, "
          f"{peer['cpu'] / own['cpu']:.1f} x in CPU time, {peer['megabytes'] / own['megabytes']:.1f} x less "
          f"memory, F1 {gains}")


def bench(options, dataset, peers):
    data = os.path.join(os.environ["RIWALK_DATA"], dataset)
    print(f"\n{dataset}: {options.threads} threads, " + ", ".join(f"{k} {v}" for k, v in SETTINGS.items()))
    print(f"  {'method':28s}{'real s':>9s}{'CPU s':>9s}{'MB':>8s}   F1 at 10 / 50 / 80 %")
    wanted = options.only.split(",") if options.only else None
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = {}, {}
        for names, found, make in ((our_methods(options.program), ours, our_words), (peers, theirs, peer_words)):
            for name in names:
                label = f"{name} (peer)" if found is theirs else name
                out = os.path.join(folder, "peer.npy" if found is theirs else "ours.npy")  # which has its metadata
                if not wanted or label in wanted:
                    found[name] = measure(options, label, make(options, name, data + ".edgelist", out),
                                          data + ".group", out)
    for name, figures in theirs.items():
        compare(name, figures, ours)


def usable_peers():
    """The peers that can be imported; says which cannot, and why."""
    usable = []
    for name in COMPARED:
        result = subprocess.run([sys.executable, os.path.join(os.path.dirname(__file__), "peer_embed.py"), "--check",
                                 name], capture_output=True, text=True)
        if result.returncode:
            print(f"{name} is left out: {(result.stderr.strip().splitlines() or ['no message'])[-1]}")
        else:
            usable.append(name)
    print("struc2vec is left out: no package of it is on PyPI")
    return usable


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dataset", nargs="*", default=["usa-airports", "actor"])
    parser.add_argument("--python", action="store_true", help="ours from Python too, from a networkx graph to an array")
    parser.add_argument("--program", default="build/riwalk")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--limit", type=float, default=600, help="seconds that one method may take")
    parser.add_argument("--only", help="names of methods, as the table has them, split by commas")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    peers = usable_peers()
    for dataset in options.dataset:
        bench(options, dataset, peers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
