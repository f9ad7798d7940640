# SPDX-License-Identifier: MIT
from collections.abc import Callable
from os import PathLike
from typing import Any, final

from numpy.typing import NDArray
from typing_extensions import Buffer

version: str
isa: str

Listener = Callable[[str, str, int, int, float], object] | None
Path = str | bytes | PathLike[str] | PathLike[bytes]
Array = Buffer | NDArray[Any]  # numpy says from Python 3.12 on only that it is one
Profile = list[tuple[str, str, int, float]]

@final
class Graph:
    @property
    def node_count(self) -> int: ...
    @property
    def edge_count(self) -> int: ...
    @property
    def directed(self) -> bool: ...
    @property
    def weighted(self) -> bool: ...
    def names(self) -> list[str]: ...
    def summary(self) -> dict[str, Any]: ...
    def write(self, path: Path, /) -> None: ...
    def find(self, name: str, /) -> int | None: ...
    def set_types(self, types: list[bytes], /) -> None: ...
    def types(self) -> tuple[list[str], bytes] | None: ...

@final
class Vectors(Buffer):
    def names(self) -> list[str]: ...
    def write(self, path: Path, beside: Path = ..., text: str = ..., /) -> None: ...
    def checksum(self) -> str: ...
    def nearest(self, row: int, wanted: int, /) -> list[tuple[int, float]]: ...
    def give_away(self) -> "Vectors": ...
    def cluster(self, k: int, scale: int, seed: int, threads: int, listener: Listener, /) -> bytes: ...

@final
class Model:
    def to_bytes(self) -> bytes: ...
    def write(self, path: Path, /) -> None: ...
    def options(self) -> dict[str, str]: ...

@final
class Part:
    def to_bytes(self) -> bytes: ...
    def write(self, path: Path, /) -> None: ...
    def summary(self) -> dict[str, int]: ...
    def options(self) -> dict[str, str]: ...

def options_table() -> list[dict[str, Any]]: ...
def methods_table() -> dict[str, dict[str, bool]]: ...
def resolve(options: dict[str, str], graphs: int, model: bool, all: bool, /) -> dict[str, str]: ...
def check_use(options: dict[str, str], graphs: int, model: bool, /) -> None: ...
def suggest(word: str, candidates: list[str], /) -> str | None: ...
def graph_read(
    path: Path, directed: bool | None, weighted: bool, add: bool, types: str | None, threads: int, listener: Listener, /
) -> Graph: ...
def graph_from_bytes(data: bytes, directed: bool, weighted: bool, /) -> Graph: ...
def graph_from_edges(
    nodes: int,
    sources: Array,
    targets: Array,
    weights: Array | None,
    names: list[bytes] | Array | None,
    directed: bool,
    add: bool,
    threads: int,
    listener: Listener,
    /,
) -> tuple[Graph, bytes]: ...
def graph_from_rows(
    nodes: int,
    offsets: Array,
    targets: Array,
    weights: Array | None,
    names: list[bytes] | Array | None,
    directed: bool,
    add: bool,
    threads: int,
    listener: Listener,
    /,
) -> tuple[Graph, bytes]: ...
def graph_union(graphs: list[Graph], names: list[bytes], threads: int, listener: Listener, /) -> tuple[Graph, bytes]: ...
def arrow_names(stream: object, /) -> list[str]: ...
def arrow_columns(stream: object, columns: list[int], /) -> list[tuple[str, list[Any]]]: ...
def embed(
    graphs: list[Graph],
    names: list[str] | None,
    options: dict[str, str],
    with_model: bool,
    threads: int,
    listener: Listener,
    device: int = 0,
    /,
) -> tuple[Vectors, Model | None, dict[str, Any]]: ...
def estimate(
    graphs: list[Graph],
    names: list[str] | None,
    options: dict[str, str],
    with_model: bool,
    threads: int,
    listener: Listener,
    /,
) -> dict[str, Any]: ...
def transform(
    model: Model,
    graphs: list[Graph],
    names: list[str] | None,
    first: int,
    end: int,
    threads: int,
    listener: Listener,
    device: int = 0,
    /,
) -> tuple[Vectors, dict[str, Any]]: ...
def model_read(path: Path, /) -> Model: ...
def model_from_bytes(data: bytes, /) -> Model: ...
def part_find(
    graphs: list[Graph],
    names: list[str] | None,
    options: dict[str, str],
    first: int,
    end: int,
    threads: int,
    listener: Listener,
    /,
) -> Part: ...
def part_read(path: Path, /) -> Part: ...
def part_from_bytes(data: bytes, /) -> Part: ...
def parts_fit(parts: list[Part], threads: int, listener: Listener, /) -> tuple[Model, dict[str, Any]]: ...
def parts_fit_files(paths: list[bytes], threads: int, listener: Listener, /) -> tuple[Model, dict[str, Any]]: ...
def profiles(
    graph: Graph, nodes: list[int], options: dict[str, str], drop_anchor: bool, /
) -> tuple[Profile, Profile | None, float]: ...
def lonely_hub(graph: Graph, /) -> int | None: ...
def features(graph: Graph, options: dict[str, str], threads: int, /) -> list[str]: ...
def describe(
    graph: Graph,
    vectors: Vectors | None,
    roles: int,
    scale: int,
    seed: int,
    threads: int,
    listener: Listener,
    label_ids: list[bytes] | None,
    labels: list[bytes] | None,
    path: Path = ...,
    title: str | None = ...,
    facts: list[str] = ...,
    /,
) -> dict[str, Any]: ...
def classify(
    vectors: Vectors,
    ids: list[bytes],
    classes: list[str],
    class_count: int,
    folds: int,
    measures: int,
    macro: bool,
    threads: int,
    listener: Listener,
    /,
) -> tuple[bytes, float, float, float]: ...
def transfer(
    train: Vectors,
    train_ids: list[bytes],
    train_classes: list[bytes],
    test: Vectors,
    test_ids: list[bytes],
    test_classes: list[bytes],
    C: float,
    balanced: bool,
    scale: int,
    threads: int,
    listener: Listener,
    /,
) -> dict[str, Any]: ...
def align(
    first: Graph,
    second: Graph,
    known: bytes,
    matches: int,
    one_to_one: bool,
    rounds: int,
    seed: int,
    threads: int,
    listener: Listener,
    /,
) -> tuple[bytes, bytes, bytes, float, int]: ...
def track(
    graphs: list[Graph],
    roles: int,
    peers: int,
    seed: int,
    path: Path | None,
    names: list[str] | None,
    page: Path | None,
    title: str | None,
    threads: int,
    listener: Listener,
    /,
) -> tuple[list[str], list[tuple[str, tuple]], list[bytes], list[list[str]]]: ...
def vectors_read(path: Path, /) -> Vectors: ...
def vectors_build(rows: list[bytes] | Graph, values: Array, /) -> Vectors: ...
def places(what: Graph | Vectors, kind: str, threads: int, listener: Listener, /) -> bytes: ...
def plot(
    graph: Graph | None,
    places: bytes,
    names: list[bytes] | None,
    classes: bytes | None,
    class_names: list[str] | None,
    path: Path,
    width: int,
    height: int,
    title: str | None,
    /,
) -> None: ...
