# SPDX-License-Identifier: MIT
"""Ranges of nodes, in one process and over engines, give the model and the vectors of the command."""

import concurrent.futures
import os
import pickle
import shutil
import signal
import sys

import networkx as nx
import numpy as np
import pytest

import riwalk
import riwalk.distributed
from conftest import SANITIZED

SETTINGS = dict(n_components=16, random_state=3, n_jobs=1)


@pytest.fixture(scope="module")
def by_command(command, tmp_path_factory):
    """A graph, its vectors and its model."""
    folder = tmp_path_factory.mktemp("parts")
    riwalk.graph(nx.relabel_nodes(nx.gnm_random_graph(300, 700, seed=1), "n{}".format)).save(folder / "g.rwg")
    words = "embed g.rwg -o v.npy --trainer factor --dimensions 16 --seed 3 --save-model m.rwm -q"
    command(*words.split(), cwd=folder)
    return folder


def is_the_commands(embedding, folder):
    embedding.save(folder / "again.npy")
    return (folder / "again.npy").read_bytes() == (folder / "v.npy").read_bytes()


# ---- Three steps


def test_ranges_cover_all_nodes():
    for nodes, parts in [(0, 4), (1, 4), (10, 3), (1000, 7), (5, 5)]:
        found = riwalk.distributed.ranges(nodes, parts)
        assert [i for first, end in found for i in range(first, end)] == list(range(nodes))
        assert len(found) == min(nodes, parts)
    pytest.raises(ValueError, riwalk.distributed.ranges, 10, 0).match("below 1")


def test_best_is_best_in_parts_too(by_command):
    """It was what "fast" is."""
    own = riwalk.graph(by_command / "g.rwg")
    for source, preset in [(own, "best"), ([own, own], "best"), ([own, own], "fast")]:
        ends = (0, 120, 300 if source is own else 600)
        model = riwalk.fit([riwalk.profiles(source, pair, preset=preset, n_components=32) for pair in zip(ends, ends[1:])])
        expected = riwalk.embed(source, preset=preset, n_components=32)
        assert np.array_equal(np.asarray(model.embed(source)), np.asarray(expected))
        assert model.report_["measures"] == expected.report["measures"] and (source is not own or model.report_["measures"])
    assert riwalk.profiles(own, preset="best", role_anchor="keep").options["role_anchor"] == "keep"


def test_any_ranges_give_the_same_bytes(by_command, tmp_path):
    path, bounds = by_command / "g.rwg", [0, 77, 130, 220, 300]
    pairs = list(zip(bounds, bounds[1:]))
    parts = [riwalk.profiles(path, pair, **SETTINGS) for pair in pairs]
    for i, part in enumerate(parts):
        part.save(tmp_path / f"{i}.rwp")
    sent = [pickle.loads(pickle.dumps(part)) for part in reversed(parts)]
    for model in (riwalk.fit(sent), riwalk.fit(tmp_path / f"{i}.rwp" for i in range(len(parts)))):
        model.save(tmp_path / "m.rwm")
        assert (tmp_path / "m.rwm").read_bytes() == (by_command / "m.rwm").read_bytes()
        rows = np.concatenate([model.transform(path, anchors=pair) for pair in pairs])
        assert np.array_equal(rows, np.load(by_command / "v.npy")) and np.array_equal(model.transform(path), rows)


def test_a_part_knows_its_range(by_command):
    part = riwalk.profiles(by_command / "g.rwg", range(5, 20), **SETTINGS)
    known = part.summary()
    assert (known["first"], known["end"], known["nodes"]) == (5, 20, 300)
    assert repr(part) == "<riwalk.Part: nodes 5 to 19 of 300>" and part.options["seed"] == "3"
    frame = riwalk.fit([riwalk.profiles(by_command / "g.rwg", **SETTINGS)]).set_output(transform="pandas")
    assert list(frame.transform(by_command / "g.rwg", anchors=(0, 3)).index) == ["n0", "n1", "n10"]


def test_parts_that_do_not_fit_are_refused(by_command, tmp_path):
    path = by_command / "g.rwg"
    for pairs, changed in [([(0, 100)], {}), ([(0, 200), (100, 300)], {}), ([(0, 100), (100, 300)], {"random_state": 4})]:
        parts = [riwalk.profiles(path, pairs[0], **SETTINGS)]
        parts += [riwalk.profiles(path, pair, **{**SETTINGS, **changed}) for pair in pairs[1:]]
        pytest.raises(ValueError, riwalk.fit, parts)
    whole = riwalk.profiles(path, **SETTINGS)
    riwalk.fit([whole])
    for late in (whole.summary, lambda: pickle.dumps(whole), lambda: riwalk.fit([whole]), lambda: whole.options, lambda: whole.save(tmp_path / "late.rwp")):
        pytest.raises(ValueError, late).match("used up")
    for bad in ((5, 5), (-1, 3), (0, 301), (7, 2)):
        pytest.raises(ValueError, riwalk.profiles, path, bad, **SETTINGS).match("not a range of the 300 nodes")
    for bad in (5, "ab", (1, 2, 3), (1.5, None)):
        pytest.raises(TypeError, riwalk.profiles, path, bad, **SETTINGS).match("two numbers")
    pytest.raises(ValueError, riwalk.profiles, path, trainer="sgns")
    pytest.raises(ValueError, riwalk.fit, [])
    (tmp_path / "cut.rwp").write_bytes(b"no part")
    for attempt in (riwalk.Part.read, lambda p: riwalk.fit([p])):
        pytest.raises(ValueError, attempt, tmp_path / "cut.rwp").match("cut.rwp")
        pytest.raises(FileNotFoundError, attempt, tmp_path / "missing.rwp")


# ---- Engines


def test_a_pool_of_processes(by_command, tmp_path):
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        for work in (None, tmp_path / "work"):
            made = riwalk.distributed.embed(by_command / "g.rwg", pool, parts=5, work=work, **SETTINGS)
            assert is_the_commands(made, by_command)
    assert made["n7"].shape == (16,) and made.nearest("n7", 1)


class Stops:
    """An engine that gives up after some tasks, as a cluster whose time is over."""

    def __init__(self, most):
        self.left = most

    def submit(self, task, *arguments):
        self.left -= 1
        future = concurrent.futures.Future()
        if self.left < 0:
            future.set_exception(RuntimeError("the time is over"))
        else:
            future.set_result(task(*arguments))
        return future


def test_work_that_was_broken_off_goes_on(by_command, tmp_path):
    work, path = tmp_path / "work", by_command / "g.rwg"
    pytest.raises(RuntimeError, riwalk.distributed.embed, path, Stops(3), parts=5, work=work, **SETTINGS).match("time is over")
    kept = {file.name: file.stat().st_mtime_ns for file in work.iterdir()}
    assert len(kept) == 3
    first = work / sorted(kept, key=lambda name: int(name.split("-")[0]))[0]
    first.write_bytes(first.read_bytes()[:-5])  # a damaged one is made again
    made = riwalk.distributed.embed(path, Stops(10), parts=5, work=work, **SETTINGS)
    assert is_the_commands(made, by_command)
    again = {file.name: file.stat().st_mtime_ns for file in work.iterdir()}
    assert len(again) == 5 and [n for n in kept if again[n] != kept[n]] == [first.name]
    other = riwalk.distributed.fit(path, Stops(5), parts=5, work=work, **{**SETTINGS, "random_state": 4})
    assert other.model_.options()["seed"] == "4"  # those of another seed are not taken


def test_what_runs_no_tasks_is_refused(by_command):
    with pytest.raises(TypeError, match="concurrent.futures executor, a Dask client or a Spark session"):
        riwalk.distributed.embed(by_command / "g.rwg", 5)
    pytest.raises(FileNotFoundError, riwalk.distributed.embed, by_command / "none.rwg", Stops(5))
    pytest.raises(ValueError, riwalk.distributed.embed, by_command / "g.rwg", Stops(5), walks=0).match("walks")


def dies_once(marker, task, *arguments):
    """A task whose worker is killed when it is first run."""
    try:
        os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return task(*arguments)
    os.kill(os.getpid(), signal.SIGKILL)


class Deadly:
    """A client whose third task kills its worker."""

    def __init__(self, client, marker):
        self.client, self.marker, self.count = client, marker, 0

    def submit(self, task, *arguments):
        self.count += 1
        if self.count == 3:
            return self.client.submit(dies_once, self.marker, task, *arguments)
        return self.client.submit(task, *arguments)


@SANITIZED
def test_dask_with_a_worker_that_is_killed(by_command, tmp_path):
    distributed = pytest.importorskip("distributed")
    import cloudpickle

    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            marker = str(tmp_path / "killed")
            made = riwalk.distributed.embed(by_command / "g.rwg", Deadly(client, marker), parts=6, **SETTINGS)
    assert os.path.exists(marker) and is_the_commands(made, by_command)


@SANITIZED
@pytest.mark.skipif(not shutil.which("java"), reason="Spark needs Java")
def test_spark(by_command, tmp_path, monkeypatch):
    session = pytest.importorskip("pyspark.sql").SparkSession
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    spark = session.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        for engine, work in ((spark, None), (spark.sparkContext, tmp_path / "work")):
            made = riwalk.distributed.embed(by_command / "g.rwg", engine, parts=3, work=work, **SETTINGS)
            assert is_the_commands(made, by_command)
    finally:
        spark.stop()
