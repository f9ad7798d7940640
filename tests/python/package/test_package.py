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
from conftest import ROOT, output_of, python
from riwalk import _core, _signatures, classifier, describing, distributed, embedding, estimators, graphs, parts

INSTALLED = pathlib.Path(sysconfig.get_path("scripts")) / "riwalk"
FOLDER = pathlib.Path(riwalk.__file__).parent


def test_one_binary_is_for_all_versions_of_python():
    assert _core.__file__.endswith("_core.abi3.so")


def test_the_command_comes_along():
    assert riwalk.__version__ in output_of([INSTALLED, "--version"])


def test_importing_takes_no_time():
    """Beyond numpy: 60 ms, of processor time, as others may be busy here; the best of three."""
    code = """
        import sys, numpy
        known = set(sys.modules)
        import time, typing, os
        before = time.process_time()
        import riwalk
        print(time.process_time() - before)
        assert not {"sklearn", "pandas", "scipy", "networkx", "tqdm", "tempfile", "json", "torch"} & set(sys.modules) - known
    """
    assert min(float(python(code)) for _ in range(3)) < 0.06


@pytest.mark.parametrize("module", [graphs, embedding, describing, estimators, classifier, _signatures, parts, distributed, riwalk], ids=lambda m: m.__name__)
def test_examples_in_docstrings(module):
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted or module is _signatures


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


def test_signatures_follow_the_table():
    """python/make_signatures.py would write what is there."""
    made = output_of([sys.executable, ROOT / "python" / "make_signatures.py", "--print"])
    assert made == (ROOT / "python" / "riwalk" / "_signatures.py").read_text(encoding="utf-8")


def test_parameters_are_real():
    import inspect

    of_embed = inspect.signature(riwalk.embed).parameters
    for option in riwalk.options():
        name = option["name"].replace("-", "_")
        assert {"dimensions": "n_components", "seed": "random_state"}.get(name, name) in of_embed
    assert of_embed["trainer"].annotation == "Literal['sgns', 'factor'] | None"
    for kind in (riwalk.RiWalk, riwalk.Node2Vec, riwalk.RolX, riwalk.NodeVectors, riwalk.RoleClassifier):
        parameters = inspect.signature(kind).parameters
        own = [p for p in parameters.values() if p.kind is not p.VAR_KEYWORD]
        assert all(p.annotation is not p.empty for p in own)
        given = {"estimator": riwalk.RiWalk(), "graph": [[1, 2]]} if kind is riwalk.NodeVectors else {"graph": [[1, 2]]}
        made = kind(**{name: value for name, value in given.items() if name in parameters})
        assert list(made.get_params(deep=False)) == [p.name for p in own]
        assert "Parameters" in (kind.__init__.__doc__ or kind.__doc__) or kind is riwalk.NodeVectors
    assert "Tokens per walk" in riwalk.Node2Vec.__init__.__doc__


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_the_types_of_the_package_hold(checker, tmp_path):
    """Over all of its files and over what callers write, of which the last three lines are wrong; other packages need no types."""
    pytest.importorskip(checker)
    shutil.copytree(ROOT / "python" / "riwalk", tmp_path / "riwalk")
    use = """\
        import riwalk
        E = riwalk.embed([[1, 2]], n_components=4, trainer="factor", walks="exact", source="a", target="b")
        E.nearest(1, n=3), E["a"].shape, E.describe(k=2).roles[0].members
        riwalk.RiWalk(preset="best", seed=3).fit([[1, 2]]).embed([[1, 2]]).save("v.npy")
        riwalk.RoleClassifier([[1, 2]]).fit([1, 2], ["a", "b"]).predict([1])
        riwalk.fit([riwalk.profiles([[1, 2]], (0, 2)), "part.rwp"]).transform([[1, 2]])
        riwalk.distributed.embed("graph.rwg", None)
        riwalk.embed([[1, 2]], trainer="facto")
        riwalk.Node2Vec(p="a")
        riwalk.DeepWalk(radius=2)
    """
    (tmp_path / "use.py").write_text(textwrap.dedent(use))
    (tmp_path / "pyrightconfig.json").write_text('{"reportMissingImports": "none", "reportMissingModuleSource": "none"}')
    words = ["--ignore-missing-imports", "--no-incremental", "riwalk", "use.py"] if checker == "mypy" else ["--pythonpath", sys.executable]
    done = subprocess.run([sys.executable, "-m", checker, *words], cwd=tmp_path, capture_output=True, text=True)
    wrong = [line for line in done.stdout.splitlines() if "error:" in line and "[import-untyped]" not in line]
    assert sorted({tuple(re.findall(r"(\w+\.py):(\d+)", line)[0]) for line in wrong}) == [("use.py", "10"), ("use.py", "8"), ("use.py", "9")], done.stdout


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


def payments(folder):
    pytest.importorskip("pandas")
    pytest.importorskip("sklearn")
    output_of([INSTALLED, *"generate transactions --noise 0.05 --labels truth.txt -o payments.txt -q".split()], cwd=folder)


def torch_geometric(folder):
    pytest.importorskip("torch_geometric")


def two_graphs(folder):
    names = ["alice", *range(1, 34)]
    club = [(names[u], names[v]) for u, v in pytest.importorskip("networkx").karate_club_graph().edges]
    return {"A": club, "B": [(f"b{u}", f"b{v}") for u, v in club]}


def snapshots(folder):
    pandas = pytest.importorskip("pandas")
    days = [[(i, (i + j * day) % 40) for i in range(40) for j in (1, 2)] for day in (1, 2, 3)]
    sent = [(u, v, pandas.Timestamp("2026-11-01") + pandas.Timedelta(days=8 * day)) for day in range(3) for u, v in days[day]]
    return {"G1": days[0], "G2": days[1], "G3": days[2], "frame": pandas.DataFrame(sent, columns=["from", "to", "sent"])}


def nothing(folder):
    pass


# Pages, and what makes the files and names that they use. All but README.md need networkx.
PAGES = {
    "README.md": nothing,
    "docs/tutorial.md": nothing,
    "docs/tutorial-payments.md": payments,
    "docs/coming-from.md": nothing,
    "docs/describe.md": nothing,
    "docs/report.md": nothing,
    "docs/plot.md": nothing,
    "docs/how-to/labelled-nodes.md": airports,
    "docs/how-to/models.md": airports,
    "docs/how-to/align.md": two_graphs,
    "docs/how-to/track.md": snapshots,
    "docs/how-to/graph-neural-networks.md": torch_geometric,
    "docs/how-to/weights-and-directions.md": flights,
    "docs/how-to/large-graphs.md": big,
}


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch):
    if page != "README.md":
        pytest.importorskip("networkx")
    monkeypatch.chdir(tmp_path)
    shared = PAGES[page](tmp_path) or {}
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
