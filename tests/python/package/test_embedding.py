# SPDX-License-Identifier: MIT
"""Embeddings: rows, questions, files and other packages' forms."""

import doctest
import gc
import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
import time
import weakref

import networkx as nx
import numpy as np
import pytest

import riwalk
from riwalk import _core, embedding, estimators, graphs


@pytest.fixture(scope="module")
def club():
    return nx.karate_club_graph()


@pytest.fixture(scope="module")
def roles(club):
    mirrored = nx.disjoint_union(club, club)
    mirrored.add_edge(0, 34)
    return riwalk.embed(mirrored, preset="fast", method="wl", n_components=32)


def test_rows_are_a_read_only_view(roles):
    rows = np.asarray(roles)
    assert rows.dtype == np.float32 and rows.shape == (68, 32) == roles.shape
    assert np.asarray(roles) is rows or np.shares_memory(np.asarray(roles), rows)
    assert not rows.flags.writeable
    with pytest.raises(ValueError):
        rows[0, 0] = 1
    assert np.array(roles).flags.writeable


def test_memory_lives_as_long_as_a_slice(club):
    vectors = _core.embed([riwalk.graph(club)._core], None, {"trainer": "factor"}, False, 0, None)[0]
    kept = np.asarray(vectors)[3]
    copy = kept.copy()
    del vectors
    gc.collect()
    assert np.array_equal(kept, copy)


def test_the_nearest_node_is_the_mirror_image(roles):
    assert sum(roles.nearest(i, 1)[0][0] == i + 34 or roles.nearest(i, 1)[0][1] > 0.999 for i in range(34)) >= 32
    with pytest.raises(KeyError, match="there is no node 99"):
        roles.nearest(99)


def test_order_of_ids_does_not_confuse_questions():
    g = nx.Graph([("c", "a"), ("a", "b"), ("b", "d"), ("d", "e")])
    e = riwalk.embed(g, preset="fast", n_components=8)
    assert e.node_ids == ["c", "a", "b", "d", "e"]
    assert e.nearest("c", 1)[0][0] == "e"
    assert np.array_equal(np.asarray(e)[0], e["c"])


def test_clusters_belong_to_their_nodes(roles):
    clusters = roles.cluster(11)
    assert len(clusters) == 68 and set(clusters) == set(range(11))
    assert (clusters[:34] == clusters[34:]).sum() >= 30
    assert len(set(roles.cluster())) >= 2


def test_explanations_are_words(roles):
    one, two = roles.explain(0), roles.explain(0, 34)
    assert "degree" in str(one) or "hop" in str(one)
    assert two.similarity > 0.95 and "similarity" in str(two)
    apart = roles.explain(0, 11)
    assert apart.similarity < 1e-9 and "left out" in str(apart)


def test_pictures_are_svg(roles, tmp_path):
    picture = roles.plot()
    assert picture._repr_svg_().lstrip().startswith("<?xml") or "<svg" in picture.svg[:200]
    picture.save(tmp_path / "p.svg")
    assert "<svg" in roles.plot(kind="pca", colors=["<b>"] * 68).svg
    assert "<b>" not in roles.plot(kind="pca", colors=["<b>"] * 68).svg
    with pytest.raises(ValueError, match="is not graph, pca or tsne"):
        roles.plot(kind="pie")


def test_files_come_back(roles, tmp_path):
    for name in ("v.npy", "v.txt", "v.bin", "v.tsv"):
        roles.save(tmp_path / name)
        again = riwalk.read(tmp_path / name)
        assert again.node_ids == list(range(68))
        assert np.array_equal(np.asarray(again), np.asarray(roles))
    with pytest.raises(OSError):
        roles.save(tmp_path / "no" / "such" / "v.npy")


def test_other_forms(roles):
    frame = roles.to_pandas()
    assert frame.shape == (68, 32) and list(frame.index) == list(range(68))
    assert "<table>" in roles._repr_html_()
    assert "68 nodes" in repr(roles)


def test_markup_in_ids_is_text():
    e = riwalk.embed({"<script>": ["b"]}, n_components=4, walks=2)
    assert "<script>" not in e._repr_html_() and "&lt;script&gt;" in e._repr_html_()


# ---- Threads, signals, memory


def test_two_threads_work_side_by_side(club):
    expected = np.array(riwalk.embed(club, n_components=16))
    found = [None] * 4

    def work(i):
        found[i] = np.array(riwalk.embed(club, n_components=16, n_jobs=1))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert all(np.array_equal(f, expected) for f in found)


def test_an_interrupt_is_heard_soon():
    code = """
        import os, signal, threading, time, networkx as nx, riwalk
        g = riwalk.graph(nx.gnp_random_graph(3000, 0.01, seed=1))
        def send():
            time.sleep(1)
            send.at = time.time()
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=send).start()
        try:
            riwalk.embed(g, epochs=100000)
        except KeyboardInterrupt:
            print("late" if time.time() - send.at > 2 else "soon")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120)
    assert done.stdout == "soon\n", done.stderr


def test_progress_is_told_and_may_raise(club):
    told = []
    riwalk.embed(club, epochs=200, verbose=lambda *news: told.append(news))
    assert told and {len(n) for n in told} == {5}

    def refuse(*news):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        riwalk.embed(club, epochs=100000, verbose=refuse)


def test_fits_do_not_leak(club):
    graph = riwalk.graph(club)

    def peak():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    for _ in range(50):
        riwalk.embed(graph, preset="fast", n_components=8)
    before = peak()
    for _ in range(400):
        riwalk.embed(graph, preset="fast", n_components=8)
    gc.collect()
    assert peak() - before < 8e6


def test_objects_of_the_library_cannot_be_made_by_hand():
    for kind in (_core.Graph, _core.Vectors, _core.Model):
        with pytest.raises(TypeError):
            kind()


@pytest.mark.parametrize("module", [graphs, embedding, estimators, riwalk])
def test_examples_in_docstrings(module):
    assert doctest.testmod(module).failed == 0
