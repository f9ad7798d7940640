# SPDX-License-Identifier: MIT
"""riwalk plot: t-SNE against scikit-learn, and SVG that XML readers accept."""

import itertools
import subprocess
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.manifold import TSNE, trustworthiness

SVG = "{http://www.w3.org/2000/svg}"


def plot(place, words):
    """Where the points of a picture are."""
    place.run(f"plot {words} -o out.svg --places places -q")
    return np.array([[float(word) for word in words[1:]] for words in place.lines("places")])


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


def lab_of(color, eyes):
    """CIE L*a*b* of a colour as eyes see it."""
    srgb = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
    xyz = to_xyz @ np.clip(eyes @ linear, 0, 1) / [0.95047, 1, 1.08883]
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("eyes, least", [
    (np.eye(3), 25),  # without red, and without green: G. M. Machado and others, 2009
    ([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]], 15),
    ([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]], 15),
])  # fmt: skip
def test_colours_can_be_told_apart(place, eyes, least):
    """About 2 can just be seen. Of the eight colours of Okabe and Ito the least differences are 26, 21 and 17."""
    place.vectors(np.eye(17))
    place.labels([f"class {i}" for i in range(16)])
    place.run("plot vectors.txt --labels labels.txt -o out.svg -q")
    root = ElementTree.parse(place.folder / "out.svg").getroot()
    circles = {circle.get("fill") for circle in root.iter(SVG + "circle")} - {"#c2c2be"}  # of no class
    assert len(circles) == 16
    seen = [lab_of(color, np.array(eyes)) for color in (*circles, root.find(f".//{SVG}path").get("fill"))]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > least
    assert min(np.linalg.norm(a - lab_of("#c2c2be", np.array(eyes))) for a in seen[:16]) > 10


def test_a_missing_home_is_no_trouble(place):
    """Fonts are looked for in caches that may not be writable."""
    place.vectors(load_iris().data)
    words = [place.command.path, *"plot -q vectors.txt -o out.png".split()]
    result = subprocess.run(words, cwd=place.folder, env={"HOME": "/nonexistent"}, capture_output=True)
    assert (result.returncode, result.stderr) == (0, b"")
    assert (place.folder / "out.png").read_bytes().startswith(b"\x89PNG")
