# SPDX-License-Identifier: MIT
"""The package as it is installed: its command, its import, its types and its examples."""

import ast
import doctest
import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap

import numpy as np
import pytest

import riwalk
from riwalk import _core, describing, distributed, embedding, estimators, graphs, parts

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDER = pathlib.Path(riwalk.__file__).parent


def test_one_binary_is_for_all_versions_of_python():
    assert _core.__file__.endswith("_core.abi3.so")


def test_the_command_comes_along():
    command = pathlib.Path(sysconfig.get_path("scripts")) / "riwalk"
    done = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    assert riwalk.__version__ in done.stdout


def test_importing_takes_no_time():
    """Beyond numpy: 60 ms, of processor time, as others may be busy here; the best of three."""
    code = """
import time, numpy, typing, os
before = time.process_time()
import riwalk
print(time.process_time() - before)
import sys
assert not {"sklearn", "pandas", "scipy", "networkx", "tqdm", "tempfile", "json"} & set(sys.modules) - known
"""
    code = "import sys, numpy; known = set(sys.modules)" + code
    found = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    assert min(float(done.stdout) for done in found) < 0.06


@pytest.mark.parametrize("module", [graphs, embedding, describing, estimators, parts, distributed, riwalk], ids=lambda m: m.__name__)
def test_examples_in_docstrings(module):
    result = doctest.testmod(module)
    assert result.failed == 0 and result.attempted


def test_every_name_is_documented():
    for name in riwalk.__all__:
        thing = getattr(riwalk, name)
        assert name == "isa" or (thing.__doc__ and len(thing.__doc__) > 20), name


def test_stubs_name_what_the_module_has():
    assert (FOLDER / "py.typed").exists()
    tree = ast.parse((FOLDER / "_core.pyi").read_text())
    stubs = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    stubs |= {node.target.id: node for node in tree.body if isinstance(node, ast.AnnAssign)}
    own = {name for name in dir(_core) if not name.startswith("__")}
    assert own == set(stubs) - {"Listener", "Path"}
    for name in ("Graph", "Vectors", "Model", "Part"):
        methods = {m for m in vars(getattr(_core, name)) if not m.startswith("__")}
        assert methods == {node.name for node in stubs[name].body if isinstance(node, ast.FunctionDef)}, name


# ---- Pages


def python_of(page):
    """The Python of a page, block after block, at the lines that it has there."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for block in re.finditer(r"^( *)```python\n(.*?)^\1```$", text, re.S | re.M):
        yield "\n" * text[: block.start(2)].count("\n") + textwrap.dedent(block[2])


def airports(folder):
    data = os.environ.get("RIWALK_DATA")
    if not data:
        pytest.skip("RIWALK_DATA is not set")
    for name in ("usa-airports", "europe-airports"):
        for ending in (".edgelist", ".group"):
            shutil.copy(pathlib.Path(data) / (name + ending), folder)
            shutil.copy(pathlib.Path(data) / (name + ending), folder / (name.split("-")[0] + ending))


def flights(folder):
    (folder / "flights.csv").write_text("date,from,to,passengers\n2026-01-01,1,2,90\n2026-02-01,2,3,80\n2026-02-02,3,1,70\n")
    riwalk.graph([(1, 2, 0.5), (2, 3, 1.5)], weight=True).save(folder / "flights.rwg")


def big(folder):
    with gzip.open(folder / "big.txt.gz", "wt") as file:
        file.writelines(f"{i} {i * i % 997}\n" for i in range(1000))


def nothing(folder):
    pass


# Pages, and what makes the files that they read. All but README.md need networkx.
PAGES = {
    "README.md": nothing,
    "docs/tutorial.md": nothing,
    "docs/coming-from.md": nothing,
    "docs/describe.md": nothing,
    "docs/report.md": nothing,
    "docs/plot.md": nothing,
    "docs/how-to/labelled-nodes.md": airports,
    "docs/how-to/models.md": airports,
    "docs/how-to/weights-and-directions.md": flights,
    "docs/how-to/large-graphs.md": big,
}


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    if page != "README.md":
        pytest.importorskip("networkx")
    monkeypatch.chdir(tmp_path)
    PAGES[page](tmp_path)
    shared = {}
    blocks = list(python_of(page))
    assert blocks
    for block in blocks:
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, shared, page, page, 0)
            runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
            runner.run(test, clear_globs=False)
            shared.update(test.globs)
            assert runner.failures == 0, page
        else:
            exec(compile(block, page, "exec"), shared)
