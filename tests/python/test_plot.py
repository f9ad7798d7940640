# SPDX-License-Identifier: MIT
"""riwalk plot: projections against scikit-learn, and SVG that XML readers accept."""

import subprocess
import xml.etree.ElementTree as ElementTree

import networkx as nx
import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE, trustworthiness

SVG = "{http://www.w3.org/2000/svg}"


def plot(place, words):
    """Where the points of a picture are."""
    place.run(f"plot {words} -o out.svg --places places -q")
    return np.array([[float(word) for word in words[1:]] for words in place.lines("places")])


@pytest.mark.parametrize("load", [load_iris, load_wine, load_digits])
def test_pca_equals_that_of_scikit_learn(place, load):
    x = load().data.astype(np.float32).astype(np.float64)
    place.vectors(x)
    ours = plot(place, "vectors.txt")
    theirs = PCA(2, svd_solver="full").fit_transform(x)
    theirs *= np.sign((ours * theirs).sum(axis=0))  # a direction has two signs
    assert np.allclose(ours, theirs, atol=1e-6 * np.abs(theirs).max())


def test_tsne_keeps_neighbours_as_well_as_scikit_learn(place):
    x = load_digits().data[:400]
    theirs = TSNE(random_state=1).fit_transform(x)
    place.vectors(x)
    for theta in (0, 0.5):
        ours = plot(place, f"vectors.txt --projection tsne --theta {theta}")
        # Over its seeds scikit-learn's figure varies by 0.002.
        assert trustworthiness(x, ours) > trustworthiness(x, theirs) - 0.01


def test_svg_is_well_formed_and_complete(place):
    x = load_wine().data
    place.vectors(x)
    place.labels(['<&">' + str(t) for t in load_wine().target])
    place.command("plot", "vectors.txt", "--labels", "labels.txt", "--title", '<&"\'> ünï \x07', "-o", "out.svg", cwd=place.folder)
    root = ElementTree.parse(place.folder / "out.svg").getroot()
    assert root.tag == SVG + "svg"
    assert (root.get("width"), root.get("height")) == ("720", "560")
    assert len(list(root.iter(SVG + "circle"))) == len(x) + 3
    texts = {text.text for text in root.iter(SVG + "text")}
    assert texts >= {'<&"\'> ünï ?', '<&">0 (59)', '<&">1 (71)', '<&">2 (48)'}


def test_layouts_show_distances(place):
    graph = nx.grid_2d_graph(8, 8)
    nodes = {node: i for i, node in enumerate(sorted(graph))}
    (place.folder / "grid.txt").write_text("".join(f"{nodes[u]} {nodes[v]}\n" for u, v in graph.edges))
    ours = plot(place, "--graph grid.txt")
    shown = [np.hypot(*(ours[a] - ours[b])) for a in range(64) for b in range(a)]
    distances = dict(nx.all_pairs_shortest_path_length(nx.convert_node_labels_to_integers(graph)))
    steps = [distances[a][b] for a in range(64) for b in range(a)]
    assert np.corrcoef(shown, steps)[0, 1] > 0.95


def test_a_missing_home_is_no_trouble(place):
    """Fonts are looked for in caches that may not be writable."""
    place.vectors(load_iris().data)
    words = [place.command.path, *"plot -q vectors.txt -o out.png".split()]
    result = subprocess.run(words, cwd=place.folder, env={"HOME": "/nonexistent"}, capture_output=True)
    assert (result.returncode, result.stderr) == (0, b"")
    assert (place.folder / "out.png").read_bytes().startswith(b"\x89PNG")
