# SPDX-License-Identifier: MIT
"""Parameters of Python as options of the library, which has the one table of them.

Names are the command's, with '_' for '-', but for n_components (dimensions), random_state (seed) and
n_jobs (threads). None means what the preset says.
"""

from __future__ import annotations

from typing import Any, Callable, Iterable

import numpy as np

from . import _core

_TABLE: dict[str, dict[str, Any]] = {o["name"].replace("-", "_"): o for o in _core.options_table()}
_METHODS = _core.methods_table()
_OWN_NAMES = {"dimensions": "n_components", "seed": "random_state"}
_OPTION_OF = {_OWN_NAMES.get(name, name): name for name in _TABLE}

# Habits of other packages.
_ALIASES = {
    "dimensions": "n_components",
    "size": "n_components",
    "vector_size": "n_components",
    "dim": "n_components",
    "seed": "random_state",
    "workers": "n_jobs",
    "threads": "n_jobs",
    "num_walks": "walks",
    "walk_number": "walks",
    "window_size": "window",
    "iter": "epochs",
    "learning_rate": "alpha",
    "until_k": "radius",
}

# What the library does not know by these names.
_OURS = (
    "preset", "n_jobs", "verbose", "source", "target", "directed", "weight", "duplicates", "node_types", "transferable", "device"
)

_DEVICES = {None: 0, "cpu": 0, "cuda": 1, "auto": 2}


def _device(given: dict[str, Any]) -> int:
    """What walks run on, as the library numbers it."""
    device = given.get("device")
    if device not in _DEVICES:
        raise ValueError(f"device: expected 'cpu', 'cuda' or 'auto', not {device!r}")
    return _DEVICES[device]


_SCALES = {"none": 0, "standard": 1, "unit": 2}


def _scale(normalize: str) -> int:
    """How vectors are scaled, as the library numbers it."""
    if normalize not in _SCALES:
        raise ValueError(f"normalize: {normalize!r} is not {', '.join(_SCALES)}")
    return _SCALES[normalize]


def _check_choice(k: int | None, random_state: int) -> None:
    """Refuses a number of clusters or roles, and a seed, that there cannot be."""
    if (k is not None and k < 1) or random_state < 0:
        raise ValueError("k must be 1 or more, and random_state 0 or more")


def options() -> list[dict[str, Any]]:
    """All options with their defaults, ranges and meanings."""
    return _core.options_table()


def _unknown(who: str, name: str, known: Iterable[str]) -> str:
    """What to say about a parameter that there is not."""
    known = list(known)
    near = _core.suggest(name, [*known, *(a for a, own in _ALIASES.items() if own in known)])
    return f"{who} no parameter {name!r}: " + (f"did you mean {near!r}?" if near else "its parameters are " + ", ".join(known))


def _rename(given: dict[str, Any]) -> dict[str, Any]:
    renamed: dict[str, Any] = {}
    for name, value in given.items():
        own = _ALIASES.get(name, name)
        if renamed.get(own) is not None and value is not None:
            raise TypeError(f"{name} and {own} are the same: give one of them")
        if value is not None or own not in renamed:
            renamed[own] = value
    return renamed


def _text(name: str, value: Any) -> str:
    """A value as the library takes it from text."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(str(v) for v in value)
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, str):
        return value
    if name == "random_state" and isinstance(value, (np.random.RandomState, np.random.Generator)):
        draw = value.integers if isinstance(value, np.random.Generator) else value.randint
        return str(int(draw(2**31)))
    raise TypeError(f"{name}: expected a number or text, not {type(value).__name__}")


def _library_options(given: dict[str, Any], **fixed: str) -> dict[str, str]:
    made = {"preset": given["preset"]} if given.get("preset") else {}
    for name, value in {**given, **fixed}.items():
        if value is not None and name not in _OURS:
            if name not in _OPTION_OF:
                raise TypeError(_unknown("there is", name, [*_OPTION_OF, *_OURS]))
            made[_OPTION_OF[name]] = _text(name, value)
    return made


_KINDS: dict[str, Callable] = {"whole": int, "real": float}


def _value(name: str, text: str) -> Any:
    """An option as a number where it is one: "auto" is none."""
    try:
        return _KINDS.get(_TABLE[name]["kind"], str)(text)
    except ValueError:
        return text


def _settled(wanted: dict[str, str], directed: bool, weighted: bool, typed: bool) -> dict[str, str]:
    """Options with what roles use of graphs that have directions, weights or types, or have not."""
    settled = dict(wanted)
    for name, there in (("role_directions", directed), ("role_weights", weighted), ("role_types", typed)):
        if settled.get(name, "auto") == "auto":
            settled[name] = "yes" if there else "no"
    return settled


# What "auto" becomes for one graph, or for other graphs too.
_FOR_GRAPHS = ("role_anchor", "degree_classes", "class_base", "views", "measures", "norm")


def _beside_a_model(wanted: dict[str, str], graphs: int) -> dict[str, str] | None:
    """Options that give the vectors of an embedding without a model, and a model; None: there are none."""
    alone = _core.resolve(wanted, graphs, False, True)
    spelled = {**wanted, **{name: alone[name] for name in _FOR_GRAPHS}}
    return spelled if _core.resolve(spelled, graphs, True, True) == alone else None


def _suits_one_graph(wanted: dict[str, str]) -> bool:
    """Whether options would be others if vectors were meant for several graphs."""
    return _core.resolve(wanted, 1, False, True) != _core.resolve(wanted, 1, True, True)
