# SPDX-License-Identifier: MIT
"""Running the command under test: RIWALK names it, as ./dev test does."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import textwrap

import networkx as nx
import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a plain shell ignores it, and so would its children
SANITIZED = pytest.mark.skipif("RIWALK_SANITIZED" in os.environ, reason="a sanitizer is slow, and keeps what was freed")


def output_of(command, **options):
    """What a program prints; it must not fail."""
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def python(code, *arguments):
    """What a Python program of its own prints."""
    return output_of([sys.executable, "-c", textwrap.dedent(code), *arguments])


def polars_frame(frame):
    return pytest.importorskip("polars").DataFrame(frame.to_dict("list"))


def arrow_table(frame):
    return pytest.importorskip("pyarrow").table(frame.to_dict("list"))


class Stream:
    """Something that offers its columns by Arrow's C interface alone."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


class Riwalk:
    """The command; a call returns what it printed, and fails the test when the command fails."""

    def __init__(self):
        self.path = os.path.abspath(os.environ.get("RIWALK", ROOT / "build" / "riwalk"))

    def __call__(self, *arguments, cwd=None):
        return output_of([self.path, *map(str, arguments)], cwd=cwd)

    def info(self, *arguments):
        return json.loads(self("info", "--json", *arguments))

    def edges(self, *arguments):
        """The edge list of a graph in any format, as rows of strings."""
        text = self("convert", *arguments, "-", "--to", "edgelist")
        return [line.split() for line in text.splitlines() if not line.startswith("#")]


@pytest.fixture(scope="session")
def riwalk():
    return Riwalk()


@pytest.fixture(scope="session")
def command(riwalk):
    """The same, where riwalk is the package."""
    return riwalk


@pytest.fixture(scope="module")
def club():
    return nx.karate_club_graph()


@pytest.fixture(scope="module")
def novel():
    return nx.les_miserables_graph()


class Place:
    """A folder with vectors and labels, and the command over them."""

    def __init__(self, command, folder):
        self.command = command
        self.folder = folder

    def run(self, line):
        """What a command line, of words between blanks, prints in the folder."""
        return self.command(*line.split(), cwd=self.folder)

    def json(self, line):
        return json.loads(self.run(line + " --json"))

    def lines(self, name):
        """The words of each line of a file."""
        return [line.split() for line in (self.folder / name).read_text(encoding="utf-8").splitlines()]

    def vectors(self, values, ids=None, name="vectors.txt"):
        """Writes vectors of float32 so that they read back exactly."""
        values = np.asarray(values, dtype=np.float32)
        ids = range(len(values)) if ids is None else ids
        with open(self.folder / name, "w", encoding="utf-8") as file:
            print(*values.shape, file=file)
            for node, row in zip(ids, values):
                print(node, *(repr(float(x)) for x in row), file=file)

    def labels(self, labels, ids=None, name="labels.txt"):
        """Writes one label, or a list of labels, for each node."""
        ids = range(len(labels)) if ids is None else ids
        with open(self.folder / name, "w", encoding="utf-8") as file:
            for node, label in zip(ids, labels):
                several = label if isinstance(label, (list, tuple)) else [label]
                print(node, *several, file=file)


@pytest.fixture
def place(riwalk, tmp_path):
    return Place(riwalk, tmp_path)


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    if not shutil.which("chromium"):
        pytest.skip("chromium is not installed")
    from browser import Browser

    found = Browser(tmp_path_factory.mktemp("browser"))
    found.resize(1280, 800)
    yield found
    found.close()


@pytest.fixture
def data():
    """The folder of the data sets."""
    folder = os.environ.get("RIWALK_DATA")
    if not folder:
        pytest.skip("RIWALK_DATA is not set")
    return pathlib.Path(folder)


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: takes minutes; ./dev test slow")
