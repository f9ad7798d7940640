# SPDX-License-Identifier: MIT
"""Typing the value that help shows as the default of an option never changes a byte: of the commands of tests/faults."""

import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "tests" / "faults"))
from inject import COMMANDS, make_inputs  # noqa: E402

KINDS = "karate barbell erdos-renyi barabasi-albert rmat grid shapes transactions"
# Command lines by command. A typed value counts more than one of a preset, of --like or that --tune finds; estimates hold times.
LINES = {}
for words, outputs in [*COMMANDS.values(), *((["generate", kind, "-o", "g.txt"], ["g.txt"]) for kind in KINDS.split())]:
    if not {"--preset", "--like", "--tune", "--estimate"} & set(words):
        LINES.setdefault(words[0], []).append((words[1:], outputs))
WITHOUT = {"help", "completion", "man"}

OPTION = re.compile(r"^  (?:-(?P<letter>\w), |    )--(?P<name>[\w-]+)")
DEFAULT = re.compile(r"[(;] ?default: ([^;)]*)\)")


def shown_defaults(riwalk, command):
    """Names of options, with their letters, and the defaults that --help-all shows, as they would be typed."""
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
            found[f"--{match['name']}", f"-{match['letter']}"] = re.sub(r", [a-z ]+$", "", default[1])
    return found


def test_every_command_is_tried(riwalk):
    text = riwalk("help").split("Commands:\n")[1].split("\n\n")[0]
    assert set(LINES) - WITHOUT == {line.split()[0] for line in text.splitlines() if re.match(r"  \w", line)} - WITHOUT


def test_help_shows_defaults(riwalk):
    # The parser of help sees them: what is tested below is not an empty list.
    embed = {name: value for (name, _), value in shown_defaults(riwalk, "embed").items()}
    assert embed["--walks"] == "auto" and embed["--dimensions"] == "128"
    assert embed["--threads"] == "0" and embed["--degree-classes"] == "auto"
    assert len(embed) == riwalk("embed", "--help-all").count("default:")


@pytest.fixture(scope="module")
def folder(riwalk, tmp_path_factory):
    folder = tmp_path_factory.mktemp("defaults")
    make_inputs(riwalk.path, folder)
    return folder


def outcome(riwalk, folder, command, words, timed):
    """What a command prints and the bytes of every file that it writes."""
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    done = subprocess.run([riwalk.path, command, *words], cwd=work, capture_output=True, timeout=120)
    assert done.returncode == 0, (command, words, done.stderr)
    told = re.compile(rb'"riwalk (report|track) [^"]*"')  # a page tells the command line that made it
    files = {path.name: told.sub(b"", path.read_bytes()) for path in work.iterdir() if path.name not in timed}
    return done.stdout, files


@pytest.mark.parametrize("command, number", [(c, i) for c in LINES if c not in WITHOUT for i in range(len(LINES[c]))])
def test_typing_a_default_changes_nothing(riwalk, folder, command, number):
    words, outputs = LINES[command][number]
    timed = {name.rstrip("~") for name in outputs if name.endswith("~")}
    defaults = {names: value for names, value in shown_defaults(riwalk, command).items() if not set(names) & set(words)}
    expected = outcome(riwalk, folder, command, words, timed)
    assert expected[0] or expected[1]
    for (name, _), value in defaults.items() if number == 0 else ():
        assert outcome(riwalk, folder, command, [*words, name, value], timed) == expected, (name, value)
    everything = [word for (name, _), value in defaults.items() for word in (name, value)]
    assert outcome(riwalk, folder, command, words + everything, timed) == expected
