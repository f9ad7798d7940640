# SPDX-License-Identifier: MIT
"""Objects that lie: Arrow's structures with false lengths and pointers, arrays that change, numbers too large."""

import array
import ctypes
import pickle
import threading
from types import SimpleNamespace

import numpy as np
import pytest

import riwalk

N, P, TEXT = ctypes.c_int64, ctypes.c_void_p, ctypes.c_char_p
RELEASE = ctypes.CFUNCTYPE(None, P)


def structure(**fields):
    return type("structure", (ctypes.Structure,), {"_fields_": list(fields.items())})


Schema = structure(
    format=TEXT, name=TEXT, metadata=TEXT, flags=N, n_children=N, children=P, dictionary=P, release=RELEASE, own=P
)
Array = structure(
    length=N, null_count=N, offset=N, n_buffers=N, n_children=N, buffers=P, children=P, dictionary=P, release=RELEASE, own=P
)
GET = ctypes.CFUNCTYPE(ctypes.c_int, P, P)
Stream = structure(get_schema=GET, get_next=GET, get_last_error=P, release=RELEASE, own=P)

done = RELEASE(lambda pointer: None)
released = RELEASE(lambda pointer: setattr(Stream.from_address(pointer), "release", RELEASE()))


def pointers(*targets):
    return (P * len(targets))(*(t and ctypes.addressof(t) for t in targets))


class Lies:
    """Two columns of three rows each: `change` makes it lie. All that it points to is kept."""

    def __init__(self, kind, change):
        numbers = (N * 3)(1, 2, 3)
        word = (ctypes.c_int32 * 4)(1, 0x61, 0, 0)  # a view of "a"
        far = (ctypes.c_int32 * 4)(20, 0x61, 0, 0)  # 20 bytes of the first buffer of data
        self.text = ctypes.create_string_buffer(b"abcdefghijklmnopqrstuvwxyz")
        self.offsets = (ctypes.c_int32 * 4)(0, 1, 2, 3)
        self.views = (ctypes.c_int32 * 12)(*word, *word, *far)
        self.sizes = (N * 1)(26)
        own = {
            "l": (None, numbers),
            "u": (None, self.offsets, self.text),
            "vu": (None, self.views, self.text, self.sizes),
            "dictionary": (None, (N * 3)(0, 1, 2)),
        }[kind]
        self.numbers, self.buffers = own[1], pointers(*own)
        self.word_buffers = pointers(None, self.offsets, self.text)
        self.words = Array(length=3, n_buffers=3, buffers=ctypes.addressof(self.word_buffers))
        self.word_type = Schema(format=b"u")
        self.type = Schema(format=b"l" if kind == "dictionary" else kind.encode(), name=b"x", release=done)
        self.column = Array(length=3, n_buffers=len(own), buffers=ctypes.addressof(self.buffers), release=done)
        if kind == "dictionary":
            self.type.dictionary, self.column.dictionary = map(ctypes.addressof, (self.word_type, self.words))
        self.other = Schema.from_buffer_copy(self.type)
        self.other.name = b"y"
        self.types, self.columns = pointers(self.type, self.other), pointers(self.column, self.column)
        self.schema = Schema(format=b"+s", n_children=2, children=ctypes.addressof(self.types), release=done)
        self.batch = Array(length=3, n_children=2, children=ctypes.addressof(self.columns), release=done)
        self.rest, self.code = 1, 0
        self.calls = GET(self.get_schema), GET(self.get_next)
        self.stream = Stream(*self.calls, None, released)
        change(self)

    def get_schema(self, _, to):
        ctypes.memmove(to, ctypes.addressof(self.schema), ctypes.sizeof(Schema))
        return self.code

    def get_next(self, _, to):
        if self.rest:
            ctypes.memmove(to, ctypes.addressof(self.batch), ctypes.sizeof(Array))
        self.rest -= 1
        return 0

    def __arrow_c_stream__(self, requested_schema=None):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (P, TEXT, P)
        return new(ctypes.addressof(self.stream), b"arrow_array_stream", None)


def lie(*kinds, of, **values):
    """A case for each kind of column: these values of a part."""

    def change(it):
        thing = getattr(it, of)
        for name, value in values.items():
            if name[0] == "_":
                thing[int(name[1:])] = value
            else:
                setattr(thing, name, value)

    words = ",".join(f"{of}.{n}={v if isinstance(v, (int, bytes)) else 'NULL'}" for n, v in values.items())
    return [pytest.param(kind, change, id=f"{kind}:{words}") for kind in kinds or ("l", "u", "vu", "dictionary")]


def lies(*kinds, of, **values):
    """A case for each value alone."""
    return [case for name, several in values.items() for value in several for case in lie(*kinds, of=of, **{name: value})]


HUGE = 2**63 - 1


@pytest.mark.parametrize("kind", ["l", "u", "vu", "dictionary"])
def test_structures_that_do_not_lie_are_read(kind):
    ids = {"l": [1, 2, 3], "vu": ["a", "abcdefghijklmnopqrst"]}.get(kind, ["a", "b", "c"])
    assert riwalk.graph(Lies(kind, lambda it: None)).node_ids == ids


@pytest.mark.parametrize(
    "kind, change",
    [
        *lies("l", of="schema", format=[None], children=[None], n_children=[-1], release=[RELEASE()]),
        *lies("l", of="types", _1=[None]),
        *lies("l", of="type", format=[None, b"", b"+s"]),
        *lies("l", of="stream", get_schema=[GET()], get_next=[GET()]),
        pytest.param("l", lambda it: setattr(it, "code", 5), id="an error without words"),
        *lies(of="batch", length=[HUGE, 2**40]),
        *lies("l", of="batch", length=[-1], offset=[1, HUGE, -1], n_children=[1], children=[None]),
        *lie("l", of="batch", length=2**40, null_count=1, n_buffers=1),
        *lies("l", of="columns", _0=[None]),
        *lies(of="column", length=[2, -1], offset=[-1, HUGE], buffers=[None], n_buffers=[0, -1]),
        *lie(of="column", length=HUGE, offset=HUGE),
        *lie(of="column", n_buffers=-1, null_count=-1),
        *lies(of="buffers", _1=[None]),
        *lies("u", of="buffers", _2=[None]),
        *lies("u", of="offsets", _1=[-1], _2=[0]),
        *lies("vu", of="buffers", _2=[None], _3=[None]),
        *lies("vu", of="views", _8=[-1, 27], _10=[1, -1], _11=[7, -1]),
        *lies("vu", of="sizes", _0=[-1]),
        *lies("dictionary", of="word_type", format=[None, b"l"]),
        *lies("dictionary", of="type", format=[b"g"]),
        *lies("dictionary", of="column", dictionary=[None]),
        *lies("dictionary", of="numbers", _0=[3, -1]),
        *lies("dictionary", of="words", length=[HUGE], buffers=[None]),
        *lie("dictionary", of="words", length=2, offset=HUGE),
        *lies("dictionary", of="word_buffers", _1=[None]),
    ],
)
def test_arrow_structures_that_lie_are_refused(kind, change):
    pytest.raises((ValueError, TypeError, OSError), riwalk.graph, Lies(kind, change)).match("broken|failed|column|Arrow")


def test_a_stream_in_two_threads_is_read_once():
    lies = Lies("l", lambda it: None)
    capsule, outcomes = lies.__arrow_c_stream__(), []
    inside, go_on = threading.Event(), threading.Event()

    def slowly(_, to):
        inside.set()
        go_on.wait(10)
        return lies.get_next(_, to)

    lies.stream.get_next = kept = GET(slowly)
    reader = threading.Thread(target=lambda: outcomes.append(riwalk.graph(SimpleNamespace(__arrow_c_stream__=lambda: capsule))))
    reader.start()
    assert inside.wait(10) and kept
    pytest.raises(ValueError, riwalk.graph, SimpleNamespace(__arrow_c_stream__=lambda: capsule)).match("read already")
    go_on.set()
    reader.join()
    assert outcomes[0].node_ids == [1, 2, 3]


# ---- Arrays that change while they are read


def test_a_matrix_that_changes_meanwhile_does_no_harm():
    sparse = pytest.importorskip("scipy.sparse")
    n = 20000
    loops = np.repeat(np.arange(n, dtype=np.int32), 10)
    matrix = sparse.csr_array((np.ones(10 * n), loops.copy(), np.arange(0, 10 * n + 1, 10)), shape=(n, n))
    others, stop = np.roll(loops, 10), threading.Event()

    def change():
        while not stop.is_set():
            matrix.indices[:] = others  # each entry is a loop, which is dropped, or is none
            matrix.indices[:] = loops

    changer = threading.Thread(target=change)
    changer.start()
    try:
        for _ in range(20):
            try:
                assert riwalk.graph(matrix).node_count == n
            except ValueError as problem:
                assert "changed" in str(problem)
    finally:
        stop.set()
        changer.join()


@pytest.mark.parametrize("rows", [False, True])
def test_buffers_are_held_while_they_are_read_and_let_go(rows):
    """They neither grow nor shrink meanwhile."""
    kept = [array.array("q", range(5000)), array.array("q", range(1, 5001)), array.array("d", [1.0] * 5000)]
    if rows:
        kept[0] = array.array("i", [i + 1 for i in range(4999)] + [0])
        kept[1:2] = []
    outcomes = set()

    def change(*_):
        for one in kept:
            for call in (lambda: one.append(0), one.pop, lambda: one.__delitem__(slice(10, None))):
                try:
                    call()
                    outcomes.add("changed")
                except BufferError:
                    outcomes.add("held")

    data = tuple(np.frombuffer(one, dtype=one.typecode) for one in kept)
    if rows:
        sparse = pytest.importorskip("scipy.sparse")
        data = sparse.csr_array((data[1], data[0], np.arange(5001, dtype=np.int32)), shape=(5000, 5000))
        assert np.shares_memory(data.indices, np.frombuffer(kept[0], dtype="i"))
    made = riwalk.graph(data, weight=True, progress=change)
    assert made.edge_count == 5000 and outcomes == {"held"}
    del data
    kept[0].append(0)


class Rows:
    """A sparse matrix whose parts need not agree."""

    def __init__(self, change):
        self.shape, self.nnz, self.has_canonical_format = (4, 4), 6, True
        self.indptr, self.indices, self.data = np.array([0, 1, 3, 4, 6]), np.array([1, 0, 2, 1, 3, 0]), np.ones(6)
        vars(self).update(change)

    def tocsr(self):
        return self


WRONG = {
    "nnz": [2, -2],
    "shape": [(5, 5), (-4, -4), (2**40, 2**40), (2**63, 2**63)],
    "indptr": [[0, 1, 3], [0, 5, 1, 4, 6], [0, -5, 1, 4, 6], [0, 2**62, 2**62, 2**62, 6], [0, 1, 3, 4, 7]],
    "indices": [[1, 0, 2], [1, 0, 2, 1, 3, 4], [1, 0, 2, 1, 3, -1], [1, 0, 2, 1, 3, 2**40], np.zeros((6, 2), dtype=int), np.zeros(6)],
    "data": [np.ones(2), np.array([])],
}


@pytest.mark.parametrize("name, value", [(name, value) for name, values in WRONG.items() for value in values], ids=lambda it: str(it)[:40])
def test_matrices_that_lie_are_refused(name, value):
    assert riwalk.graph(Rows({}), weight=True).edge_count == 3
    change = {name: np.array(value) if isinstance(value, list) else value}
    pytest.raises((ValueError, TypeError, OverflowError), riwalk.graph, Rows(change), weight=True)


def test_a_sentence_about_a_long_value_is_short():
    long = list(range(100000))
    for data in ([array.array("q", long)] * 2, {"a": "b" * 100000}, ["x" * 100000]):
        with pytest.raises((ValueError, TypeError)) as problem:
            riwalk.graph(data)
        assert len(str(problem.value)) < 500


def test_threads_share_a_graph_a_model_and_vectors():
    """Some are cancelled meanwhile; the others give what they give alone. Under ThreadSanitizer, too."""
    edges = [(u, (u * u + 7 * u + 1) % 97) for u in range(97)]
    typed = riwalk.graph(edges, directed=True, node_types={u: f"t{u % 3}" for edge in edges for u in edge})
    plain = riwalk.graph(edges)
    few = dict(trainer="factor", n_components=4)
    model = riwalk.RiWalk(**few, transferable=True).fit(typed)
    vectors, problems = riwalk.embed(typed, **few), []

    def cancel():
        def stop(*_):
            raise KeyError("enough")

        pytest.raises(KeyError, riwalk.embed, typed, n_components=4, walks=2, epochs=1, n_jobs=2, verbose=stop).match("enough")

    calls = [
        lambda: np.asarray(riwalk.embed(typed, **few, n_jobs=2)).tobytes(),
        lambda: np.asarray(riwalk.embed(plain, n_components=4, walks=2, epochs=1, n_jobs=2)).tobytes(),
        lambda: np.asarray(model.transform(typed)).tobytes(),
        lambda: (repr(vectors.nearest(3, 5)), vectors.similarity(1, 2), vectors.cluster(3).tolist()),
        lambda: (typed.summary(), typed.node_types, typed.node_ids),
        lambda: riwalk.describe(plain, k=3).labels.tolist(),
        lambda: riwalk.align(plain, plain, rounds=1).to_dict(),
        lambda: riwalk.track([plain, plain], k=2).states["moved"].tobytes(),
        lambda: pickle.dumps(riwalk.profiles(plain, (0, 10), n_components=4)),
        cancel,
    ]
    alone = [call() for call in calls]

    def repeat(first):
        for i in [*range(first, len(calls)), *range(first)]:
            try:
                if calls[i]() != alone[i]:
                    problems.append(f"call {i} gives something else")
            except BaseException as problem:
                problems.append((i, problem))

    threads = [threading.Thread(target=repeat, args=(first,)) for first in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems


# ---- Numbers that have no place in 32 or 64 bits


@pytest.mark.parametrize("number", [2**32, 2**40 + 3, 2**63, 2**64 + 1, 10**30, -1, -(2**40)])
def test_numbers_too_large_are_refused(number):
    path = [(0, 1), (1, 2), (2, 3)]
    made = riwalk.embed(path, n_components=4, walks=2)
    for call in (
        lambda: made._vectors.nearest(number, 2),
        lambda: made.cluster(number),
        lambda: riwalk.align(path, path, matches=number),
        lambda: riwalk.align(path, path, rounds=number),
        lambda: riwalk.align(path, path, random_state=number << 33),
        lambda: riwalk.describe(path, random_state=number << 33),
        lambda: riwalk.track([path, path], k=number),
    ):
        pytest.raises((ValueError, OverflowError), call)


@pytest.mark.parametrize("count", [0, 1, 3, 2**32, 2**61, -(2**63), 2**63 - 1])
def test_values_of_classes_have_room(count):
    from riwalk import _core

    made = riwalk.embed([(0, 1), (1, 2), (2, 3)], n_components=4, walks=2)._vectors
    pairs = ([b"0", b"1", b"2", b"3"], ["a", "b", "a", "b"])
    assert len(_core.classify(made, *pairs, 2, 0, 0, False, 1, None)[0]) == 4 * 2 * 8
    with pytest.raises((ValueError, OverflowError)):
        _core.classify(made, *pairs, count, 0, 0, False, 1, None)
