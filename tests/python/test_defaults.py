# SPDX-License-Identifier: MIT
"""Typing the value that help shows as the default of an option never changes a byte."""

import re
import subprocess

import pytest

# Command lines by command, over the files of `files`; {out} is a folder for what is written. The
# defaults that the help of the command shows are typed after each of them: all at once, and after
# the first line also one by one.
LINES = {
    "embed": [
        "karate.txt -o {out}/v.txt",
        "karate.txt -o {out}/v.txt --method riwalk-wl",
        "karate.txt -o {out}/v.txt --method riwalk-rw-sp",
        "karate.txt -o {out}/v.txt --pairs anchor",
        "karate.txt -o {out}/v.txt --trainer factor",
        "karate.txt -o {out}/v.txt --trainer factor --save-model {out}/m.rwm",
        "karate.txt barbell.txt -o {out}/v.txt --trainer factor",
        "karate.txt -o {out}/v.txt --trainer factor --walks exact --weighting ppmi",
        "karate.txt -o {out}/v.txt --method deepwalk",
        "karate.txt -o {out}/v.txt --method node2vec",
        "karate.txt -o {out}/v.txt --method struc2vec",
        "karate.txt -o {out}/v.txt --method graphwave",
        "karate.txt -o {out}/v.txt --method refex",
        "karate.txt -o {out}/v.txt --method rolx",
        "karate.txt -o {out}/v.txt --method line",
        "karate.txt -o {out}/v.txt --combine deepwalk",
        "karate.txt -o {out}/v.txt --combine node2vec --trainer factor",
    ],
    "transform": ["model.rwm barbell.txt -o {out}/v.txt"],
    "nearest": ["karate.vec 1 34"],
    "classify": ["karate.vec karate.labels --predict {out}/p.txt --write-splits {out}/s.txt --json"],
    "transfer": ["karate.vec karate.labels karate.labels --positive officer"],
    "holes": ["karate.txt karate.vec --json"],
    "cluster": ["karate.vec -o {out}/c.txt", "karate.vec --labels karate.labels -o {out}/c.txt"],
    "plot": [
        "karate.vec -o {out}/p.svg",
        "karate.vec -o {out}/p.svg --projection tsne --labels karate.labels",
        "karate.vec -o {out}/p.svg --graph karate.txt",
        "-o {out}/p.svg --graph karate.txt",
    ],
    "describe": ["karate.txt", "karate.txt karate.vec --labels karate.labels --json"],
    "report": ["karate.txt -o {out}/r.html", "karate.txt karate.vec -o {out}/r.html"],
    "align": ["karate.txt barbell.txt -o {out}/p.csv"],
    "track": ["karate.txt karate.txt -o {out}/t.csv"],
    "info": ["karate.txt"],
    "convert": ["karate.txt {out}/k.rwg"],
    "generate": [
        f"{kind} -o {{out}}/g.txt"
        for kind in ("karate", "barbell", "erdos-renyi", "barabasi-albert", "rmat", "grid", "shapes", "transactions")
    ],
    "roles": ["karate.txt", "karate.txt --method refex", "karate.txt --method rolx"],
    "explain": ["karate.txt 1", "karate.txt 1 34", "karate.txt 1 --json"],
    "walks": ["karate.txt -o {out}/w.txt", "karate.txt -o {out}/w.txt --method riwalk-wl"],
    "train": ["walks.txt -o {out}/v.txt"],
    "profiles": ["karate.txt --anchors 3:9 -o {out}/p.rwp"],
    "fit": ["karate.rwp --save-model {out}/m.rwm"],
    "concat": ["first.npy last.npy -o {out}/v.npy"],
}

WITHOUT = {"help", "completion", "man"}

OPTION = re.compile(r"^  (?:-(?P<letter>\w), |    )--(?P<name>[\w-]+)")
DEFAULT = re.compile(r"[(;] ?default: ([^;)]*)\)")


def commands(riwalk):
    text = riwalk("help").split("Commands:\n")[1].split("\n\n")[0]
    return {line.split()[0] for line in text.splitlines() if re.match(r"  \w", line)}


def shown_defaults(riwalk, command):
    """Names of options and the defaults that --help-all shows, as they would be typed."""
    entries, found = [], {}
    for line in riwalk(command, "--help-all").splitlines():
        if OPTION.match(line):
            entries.append(line)
        elif entries and re.match(r" {8,}\S", line):
            entries[-1] += " " + line.strip()
        else:
            entries.append("")
    for entry in entries:
        match, default = OPTION.match(entry), DEFAULT.search(entry)
        if match and default:
            # "0, all": what stands behind the comma explains.
            found[match["name"]] = re.sub(r", [a-z ]+$", "", default[1])
    return found


def test_every_command_is_tried(riwalk):
    assert set(LINES) == commands(riwalk) - WITHOUT


def test_help_shows_defaults(riwalk):
    # The parser of help sees them: what is tested below is not an empty list.
    embed = shown_defaults(riwalk, "embed")
    assert embed["walks"] == "auto" and embed["dimensions"] == "128"
    assert embed["threads"] == "0" and embed["degree-classes"] == "auto"
    assert len(embed) == riwalk("embed", "--help-all").count("default:")
    assert shown_defaults(riwalk, "plot")["normalize"] == "auto"


@pytest.fixture(scope="module")
def files(riwalk, tmp_path_factory):
    folder = tmp_path_factory.mktemp("defaults")
    for line in (
        "generate karate -o karate.txt --labels karate.labels",
        "generate barbell -o barbell.txt",
        "embed karate.txt -o karate.vec --trainer factor --save-model model.rwm",
        "walks karate.txt -o walks.txt --walks 5",
        "profiles karate.txt -o karate.rwp",
        "transform model.rwm karate.txt --anchors 0:20 -o first.npy",
        "transform model.rwm karate.txt --anchors 20: -o last.npy",
    ):
        riwalk(*line.split(), cwd=folder)
    return folder


def outcome(riwalk, files, command, words, out):
    """What a command prints and the bytes of every file that it writes."""
    for old in out.iterdir():
        old.unlink()
    line = [riwalk.path, command, *words]
    done = subprocess.run(line, cwd=files, capture_output=True, timeout=120)
    assert done.returncode == 0, (line, done.stderr)
    # A report tells the command line that made it.
    told = re.compile(rb'"riwalk report [^"]*"')
    return done.stdout, {path.name: told.sub(b"", path.read_bytes()) for path in sorted(out.iterdir())}


@pytest.mark.parametrize("command, line", [(c, line) for c, lines in LINES.items() for line in lines])
def test_typing_a_default_changes_nothing(riwalk, files, tmp_path, command, line):
    words = line.format(out=tmp_path).split()
    defaults = {
        name: value
        for name, value in shown_defaults(riwalk, command).items()
        if f"--{name}" not in words and not (name == "output" and "-o" in words)
    }
    expected = outcome(riwalk, files, command, words, tmp_path)
    assert expected[0] or expected[1]
    for name, value in defaults.items() if line == LINES[command][0] else ():
        typed = outcome(riwalk, files, command, [*words, f"--{name}", value], tmp_path)
        assert typed == expected, (line, name, value)
    everything = [word for name, value in defaults.items() for word in (f"--{name}", value)]
    assert outcome(riwalk, files, command, words + everything, tmp_path) == expected
