# SPDX-License-Identifier: MIT
"""Vectors out: gensim, numpy and pandas read what the command writes, and it reads theirs."""

import gensim
import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def graph(riwalk, tmp_path):
    path = tmp_path / "graph.txt"
    riwalk("generate", "karate-mirrored", "-o", path)
    return path


def embed(riwalk, graph, out, *options):
    riwalk("embed", graph, "-o", out, "--walks", 5, "--epochs", 1, "--dimensions", 20, *options)
    return out


def test_the_same_vectors_in_every_format(riwalk, graph, tmp_path):
    text = gensim.models.KeyedVectors.load_word2vec_format(
        embed(riwalk, graph, tmp_path / "v.txt"), binary=False
    )
    packed = gensim.models.KeyedVectors.load_word2vec_format(
        embed(riwalk, graph, tmp_path / "v.txt.gz"), binary=False
    )
    binary = gensim.models.KeyedVectors.load_word2vec_format(
        embed(riwalk, graph, tmp_path / "v.bin"), binary=True
    )
    array = np.load(embed(riwalk, graph, tmp_path / "v.npy"))
    ids = (tmp_path / "v.ids").read_text().split()
    table = pd.read_csv(embed(riwalk, graph, tmp_path / "v.tsv"), sep="\t", index_col="id", dtype={"id": str})

    assert text.index_to_key == [str(i) for i in range(1, 69)]
    assert text.index_to_key == packed.index_to_key == binary.index_to_key == ids == list(table.index)
    assert array.dtype == np.float32 and array.shape == (68, 20)
    np.testing.assert_array_equal(text.vectors, array)
    np.testing.assert_array_equal(packed.vectors, array)
    np.testing.assert_array_equal(binary.vectors, array)
    np.testing.assert_array_equal(table.to_numpy(np.float32), array)


def test_neighbours_are_those_of_gensim(riwalk, graph, tmp_path):
    path = embed(riwalk, graph, tmp_path / "v.txt")
    vectors = gensim.models.KeyedVectors.load_word2vec_format(path, binary=False)
    lines = riwalk("nearest", path, "34", "-n", 5).splitlines()[1:]
    ours = [line.split("\t")[1:] for line in lines]
    theirs = vectors.most_similar("34", topn=5)
    assert [name for name, _ in ours] == [name for name, _ in theirs]
    np.testing.assert_allclose([float(s) for _, s in ours], [s for _, s in theirs], atol=1e-4)


@pytest.mark.parametrize("binary", [False, True])
def test_files_of_gensim_are_read(riwalk, tmp_path, binary):
    vectors = gensim.models.KeyedVectors(3)
    vectors.add_vectors(["a", "b", "c"], np.array([[1, 0, 0], [0.9, 0.1, 0], [0, 0, 1]], np.float32))
    path = tmp_path / ("v.bin" if binary else "v.txt")
    vectors.save_word2vec_format(str(path), binary=binary)
    lines = riwalk("nearest", path, "a", "-n", 1).splitlines()
    assert lines[1].startswith("a\tb\t0.99")
