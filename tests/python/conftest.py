# SPDX-License-Identifier: MIT
"""Running the command under test: RIWALK names it, as ./dev test does."""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Riwalk:
    """The command; a call returns what it printed, and fails the test when the command fails."""

    def __init__(self):
        self.path = os.environ.get("RIWALK", str(ROOT / "build" / "riwalk"))

    def __call__(self, *arguments, stdin=""):
        done = subprocess.run(
            [self.path, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def info(self, *arguments):
        return json.loads(self("info", "--json", *arguments))

    def edges(self, *arguments):
        """The edge list of a graph in any format, as rows of strings."""
        text = self("convert", *arguments, "-", "--to", "edgelist")
        return [line.split() for line in text.splitlines() if not line.startswith("#")]


@pytest.fixture
def riwalk():
    return Riwalk()


@pytest.fixture
def data():
    """The folder of the data sets."""
    folder = os.environ.get("RIWALK_DATA")
    if not folder:
        pytest.skip("RIWALK_DATA is not set")
    return pathlib.Path(folder)
