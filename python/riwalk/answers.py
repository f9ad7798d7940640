# SPDX-License-Identifier: MIT
"""What an embedding answers with: explanations in words, and pictures."""

from __future__ import annotations

import os
from typing import Any, Callable

from .graphs import Path


class Explanation:
    """What the walks of a node, or of two, visit: print it, or use ``profiles``.

    ``similarity`` is that of the walks: the sum over roles of the square root of the product of both
    nodes' shares of visits, and ``similarity_without_anchor`` the same for roles without the degree
    class of the node itself. ``cosine`` is the similarity of the vectors.
    """

    def __init__(self, a, b, first, second, similarity, dropped, cosine, top):
        self.nodes = (a,) if b is None else (a, b)
        self.profiles = [first] if b is None else [first, second]
        self.similarity = similarity
        self.cosine = cosine
        self.similarity_without_anchor = dropped[2] if dropped else similarity
        self._dropped = dropped
        self._top = top

    def __str__(self) -> str:
        if len(self.nodes) == 1:
            lines = [f"{self.nodes[0]}: its walks visit"]
            lines += [f"{share:7.1%}  {words}" for _, words, _, share in self.profiles[0][: self._top]]
            return "\n".join(lines)
        apart = self._dropped if self.similarity < 1e-9 else None
        first, second, similarity = apart or (*self.profiles, self.similarity)
        note = "; their degree classes differ, so the anchors' own part is left out" if apart else ""
        lines = [
            f"{self.nodes[0]} and {self.nodes[1]}",
            f"similarity of their walks    {similarity:6.3f}  (visits to the same roles, 0 to 1{note})",
            f"similarity of their vectors  {self.cosine:6.3f}  (cosine, by which nearest ranks)",
        ]
        shares = [{role: (words, share) for role, words, _, share in p} for p in (first, second)]
        words = {role: w for known in shares for role, (w, _) in known.items()}
        pair = {role: tuple(s.get(role, ("", 0.0))[1] for s in shares) for role in words}
        ranked = sorted(pair, key=lambda role: -sum(pair[role]))[: self._top]
        lines += [f"{pair[r][0]:7.1%} {pair[r][1]:7.1%}  {words[r]}" for r in ranked]
        return "\n".join(lines)

    __repr__ = __str__


class Picture:
    """A picture; a notebook shows it, and ``svg`` is its text."""

    def __init__(self, svg: str, draw: Callable[[Path], None] | None = None):
        self.svg = svg
        self._draw = draw

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} characters of SVG; save(path) writes it>"

    def _repr_svg_(self) -> str:
        return self.svg

    def __getstate__(self) -> dict[str, Any]:
        return {"svg": self.svg, "_draw": None}

    def save(self, path: Path) -> None:
        """Write the picture: .svg, or .png and .pdf where the library was built with Cairo."""
        name = os.fsdecode(path)
        ending = os.path.splitext(name)[1].lower()
        if ending not in (".svg", ".png", ".pdf"):
            raise ValueError(f"{name}: a picture is written as .svg, .png or .pdf, not as {ending or 'a name without extension'}")
        if ending == ".svg":
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.svg)
        elif self._draw is None:
            raise ValueError(f"{name}: a picture that was copied or pickled is SVG alone: plot it again")
        else:
            self._draw(path)


def drawn(draw: Callable[[Path], None]) -> str:
    """The picture that a function draws into a file, as text."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "picture.svg")
        draw(path)
        with open(path, encoding="utf-8") as file:
            return file.read()
