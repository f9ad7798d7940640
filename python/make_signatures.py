# SPDX-License-Identifier: MIT
"""Writes riwalk/_signatures.py: real parameters, with types, of functions and estimators.

    python python/make_signatures.py            write it, beside this file
    python python/make_signatures.py --print    show what it would be

They follow from the library's table of options, in the module of the package that is installed. A test
compares the file with the table.
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import textwrap
import types

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE / "riwalk" / "_signatures.py"

# The installed package, not the sources beside this; without __init__.py, which imports what is to be made.
sys.path[:] = [path for path in sys.path if pathlib.Path(path).resolve() != HERE]
package = types.ModuleType("riwalk")
package.__path__ = importlib.util.find_spec("riwalk").submodule_search_locations
sys.modules["riwalk"] = package

from riwalk import _core, settings  # noqa: E402

# Estimators: the method, and other options that it is used with, where parameters differ by them.
ESTIMATORS = {
    "RiWalk": [{}, {"trainer": "factor"}],
    "DeepWalk": [{"method": "deepwalk"}],
    "Node2Vec": [{"method": "node2vec"}],
    "Struc2Vec": [{"method": "struc2vec"}],
    "GraphWave": [{"method": "graphwave"}],
    "Refex": [{"method": "refex"}],
    "RolX": [{"method": "rolx"}],
    "Line": [{"method": "line"}],
}

HEAD = '''# SPDX-License-Identifier: MIT
"""Parameters with their types, made by python/make_signatures.py from the library's table of options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Hashable, Literal, Sequence, TypeAlias, TypedDict, Unpack

if TYPE_CHECKING:
    import numpy as np

    from .embedding import Embedding

Preset = Literal["paper", "fast", "best", "roles"]
Device = Literal["cpu", "cuda", "auto"]
Seed: TypeAlias = "int | np.random.Generator | np.random.RandomState"
Verbose: TypeAlias = "bool | Callable[[str, str, int, int, float], object]"
'''

SHARED = """\
directed : bool, optional
    Keep the direction of edges. By default as the graph says.
weight : str, optional
    The edge attribute or column that holds weights. By default they are left out.
duplicates : {"max", "sum"}, optional
    The weight of a repeated edge. Default: max.
n_jobs : int, optional
    Threads; None or -1: all processors. They change no result.
verbose : bool or callable, optional
    Show a progress bar; by default for long work in a terminal or a notebook. A function is called a few times a
    second with (stage, unit, done, total, seconds)."""

DEVICE = """\
device : {"cpu", "cuda", "auto"}, optional
    Where walks run: "cuda" is a graphics card, "auto" uses one if it can. It changes no result.
    Default: cpu."""

TYPES = """\
node_types : str, dict, Series or list, optional
    Types of nodes, which roles tell apart: the name of an attribute of nodes, or types by id."""

PRESET = """\
preset : {"paper", "fast", "best", "roles"}, optional
    A list of settings to start from; parameters given beside it override it. The default is "paper". "best"
    has the best vectors of one graph, "fast" is the factor trainer, "roles" is for clusters."""

TRANSFERABLE = """\
transferable : bool
    Choose settings whose vectors mean the same in other graphs, as `riwalk embed --save-model` does: relative
    degree classes, one view, no measures. Vectors of one graph alone are better without."""

EMBED = '''
    """Embed a graph, or several into one space: one vector per node.

    With the default, the paper's settings, hubs of a degree class of their own share no role with any other
    node, and small graphs have few in a class: what is nearest to such a hub means little. preset="best"
    compares across classes.

    Parameters
    ----------
    graph : graph, or list of graphs
        Anything that `riwalk.graph` takes.
{parameters}

    >>> import riwalk
    >>> E = riwalk.embed([[1, 2], [2, 3], [3, 1], [3, 4]], preset="fast", n_components=8)
    >>> [node for node, similarity in E.nearest(1, 1)]
    [2]
    """
'''

ENDS = """\
source, target : column names, optional
    The columns of a frame that hold the ends of edges, as for `riwalk.graph`."""

NAMES = """\
names : list of str, optional
    Of several graphs: ids are then pairs (name, id)."""


def own_name(option: dict) -> str:
    name = option["name"].replace("-", "_")
    return settings._OWN_NAMES.get(name, name)


def type_of(option: dict, words: list[str] | None = None) -> str:
    """The type of a parameter, without None."""
    words = option["spellings"] if words is None else words
    types = {"whole": ["int"], "real": ["float"], "choice": [], "bytes": ["int", "str"], "list": ["str"]}[option["kind"]]
    if option["name"] == "seed":
        types = ["Seed"]
    if option["name"] == "heat-scales":
        types = ["str", "Sequence[float]"]
    if words and "str" not in types:
        types = types + ["Literal[" + ", ".join(f'"{w}"' for w in words) + "]"]
    if set(words) >= {"yes", "no"}:
        types = types + ["bool"]
    return " | ".join(types)


def words_about(option: dict, methods: list[str] | None = None) -> str:
    """An option as a parameter in a docstring."""
    kind = {"whole": "int", "real": "float", "choice": "str", "bytes": "int or str", "list": "str"}[option["kind"]]
    words = [c for c, _ in option["choices"] if option["name"] != "method" or not methods or c in methods]
    if option["kind"] == "choice":
        kind = "{" + ", ".join(f'"{w}"' for w in words) + "}"
    elif words:
        kind += " or " + " or ".join(f'"{w}"' for w in words)
    text = option["help"][0].upper() + option["help"][1:] + "."
    if option["use"]:
        text += f" For {option['use']}."
    if option["name"] != "memory":
        text += f" Default: {option['default']}."
    return f"{own_name(option)} : {kind}, optional\n" + textwrap.indent(textwrap.fill(text, 104), "    ")


def parameters_of(cases: list[dict]) -> list[dict]:
    """The options that a method uses, in the order of the table."""
    used = {name for case in cases for name in _core.resolve(case, 1, False, False)}
    fixed = {"combine"} | ({"method"} if cases != ESTIMATORS["RiWalk"] else set())
    return [o for o in settings.options() if o["name"].replace("-", "_") in used - fixed]


def lines_of(options: list[dict], methods: list[str] | None = None) -> str:
    types = {o["name"]: type_of(o, methods if o["name"] == "method" else None) for o in options}
    return "".join(f"        {own_name(o)}: {types[o['name']]} | None = None,\n" for o in options)


def role_methods() -> list[str]:
    """What RiWalk takes for its method."""
    spellings = next(o["spellings"] for o in settings.options() if o["name"] == "method")
    return [s for s in spellings if "trainer" in _core.resolve({"method": s}, 1, False, False)]


NODE_TYPES = "        node_types: Any = None,\n"

COLUMNS = """\
        source: Hashable = None,
        target: Hashable = None,
"""

ON_DEVICE = "        device: Device | None = None,\n"

COMMON = """\
        directed: bool | None = None,
        weight: str | bool | None = None,
        duplicates: Literal["max", "sum"] | None = None,
        n_jobs: int | None = None,
        verbose: Verbose | None = None,
        **aliases: Unpack[Aliases],
"""


def estimator(name: str) -> str:
    options = parameters_of(ESTIMATORS[name])
    model = name == "RiWalk"
    text = [*([PRESET] if model else []), *(words_about(o, role_methods()) for o in options), *([TRANSFERABLE, DEVICE, TYPES] if model else []), SHARED]
    parameters = (
        ("        preset: Preset | None = None,\n" if model else "")
        + lines_of(options, role_methods())
        + ("        transferable: bool = False,\n" + ON_DEVICE + NODE_TYPES if model else "")
        + COMMON
    )
    own = [line.strip().split(" = ")[0] for line in parameters.splitlines() if " = " in line]
    return (
        f"\n\nclass {name}Parameters:\n"
        + "".join(f"    {line}\n" for line in own)
        + "\n    def __init__(\n        self,\n        *,\n"
        + parameters
        + '    ) -> None:\n        """\n        Parameters\n        ----------\n'
        + textwrap.indent("\n".join(text), "        ")
        + '\n        """\n        self._take(locals())  # type: ignore[attr-defined]\n'
    )


def function(name: str, gives: str, head: str, body: str, with_names: bool) -> str:
    """A function over all options."""
    names = "    names: Sequence[str] | None = None,\n" if with_names else ""
    return (
        f"\n\ndef {name}(\n    graph: Any,\n    /,\n    *,\n    preset: Preset | None = None,\n{names}"
        + textwrap.indent(textwrap.dedent(lines_of(settings.options()) + ON_DEVICE + COLUMNS + NODE_TYPES + COMMON), "    ")
        + f") -> {gives}:"
        + head
        + body
    )


def made() -> str:
    options = settings.options()
    by_name = {own_name(o): o for o in options}
    aliases = "".join(
        f"    {alias}: {'int' if own == 'n_jobs' else type_of(by_name[own])}\n" for alias, own in settings._ALIASES.items()
    )
    text = "\n".join([PRESET, NAMES, *map(words_about, options), DEVICE, ENDS, TYPES, SHARED])
    documented = EMBED.format(parameters=textwrap.indent(text, "    "))
    return (
        HEAD
        + '\n\nclass Aliases(TypedDict, total=False):\n    """Names that other packages have for parameters."""\n\n'
        + aliases
        + "".join(estimator(name) for name in ESTIMATORS)
        + function(
            "embed",
            "Embedding",
            documented,
            "    given = locals()\n    from .estimators import _embed\n\n    return _embed(given)\n",
            True,
        )
        + function(
            "estimate",
            "dict[str, Any]",
            '\n    """Memory and time that `embed` would take with these parameters, without embedding."""\n',
            "    given = locals()\n    from .estimators import _estimate\n\n    return _estimate(given)\n",
            False,
        )
    )


if __name__ == "__main__":
    if sys.argv[1:] == ["--print"]:
        print(made(), end="")
    else:
        TARGET.write_text(made(), encoding="utf-8")
