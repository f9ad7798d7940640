# SPDX-License-Identifier: MIT
"""What the tests share: the command, and files for it."""

import json
import os
import subprocess

import numpy as np
import pytest

RIWALK = os.environ.get("RIWALK", "build/riwalk")


class Command:
    """Runs riwalk in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return str(self.folder / name)

    def run(self, *words):
        done = subprocess.run(
            [RIWALK, *map(str, words)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *words):
        return json.loads(self.run(*words, "--json"))

    def vectors(self, values, ids=None, name="vectors.txt"):
        """Writes float32 vectors so that they read back exactly."""
        values = np.asarray(values, dtype=np.float32)
        ids = range(len(values)) if ids is None else ids
        with open(self.path(name), "w", encoding="utf-8") as file:
            print(*values.shape, file=file)
            for node, row in zip(ids, values):
                print(node, *(repr(float(x)) for x in row), file=file)
        return self.path(name)

    def labels(self, labels, ids=None, name="labels.txt"):
        """Writes one label, or a list of labels, for each node."""
        ids = range(len(labels)) if ids is None else ids
        with open(self.path(name), "w", encoding="utf-8") as file:
            for node, label in zip(ids, labels):
                several = label if isinstance(label, (list, tuple)) else [label]
                print(node, *several, file=file)
        return self.path(name)


@pytest.fixture
def riwalk(tmp_path):
    return Command(tmp_path)
