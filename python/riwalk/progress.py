# SPDX-License-Identifier: MIT
"""Progress of long work: a tqdm bar where tqdm is there, and a line on standard error where it is not."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import Any, Callable, Iterator

Listener = Callable[[str, str, int, int, float], object]


def _is_watched() -> bool:
    """Whether somebody looks at standard error: a terminal or a notebook."""
    if "ipykernel" in sys.modules:
        return True
    try:
        return sys.stderr.isatty()
    except (AttributeError, ValueError):  # there is none, or it is closed
        return False


class _Bar:
    """A bar for each stage that takes longer than `delay` seconds."""

    PATIENCE = 1.0

    def __init__(self, delay: float):
        self._delay = delay
        self._bar: Any = None
        self._stage = ""

    def tell(self, stage: str, unit: str, done: int, total: int, seconds: float) -> None:
        if stage != self._stage:
            self.close()
            if seconds < self._delay:
                return
            self._stage = stage
            self._begin(stage, unit, total)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def _begin(self, stage: str, unit: str, total: int) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            print(f"riwalk: {stage}", file=sys.stderr)
        else:
            self._bar = tqdm(total=total or None, desc=stage, unit=f" {unit}", unit_scale=True)

    def close(self) -> None:
        self._stage = ""
        if self._bar is not None:
            self._bar.close()
            self._bar = None


@contextmanager
def watching(verbose: Any) -> Iterator[Listener | None]:
    """A listener for the work inside: the caller's function, a bar, or none. With None, bars are for work that takes
    longer than a second, where somebody watches."""
    if callable(verbose):
        yield verbose
    elif not (_is_watched() if verbose is None else verbose):
        yield None
    else:
        bar = _Bar(_Bar.PATIENCE if verbose is None else 0.0)
        try:
            yield bar.tell
        finally:
            bar.close()
