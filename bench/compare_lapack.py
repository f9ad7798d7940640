# SPDX-License-Identifier: MIT
"""Our eigensolver against LAPACK's dsyevr (OpenBLAS, one thread): see bench/eigen."""

import subprocess
import sys
import time

import numpy as np
from scipy.linalg import lapack
from threadpoolctl import threadpool_limits


def theirs(matrix, count, repeats):
    """The largest values and their vectors, and the least seconds of the processor."""
    n = len(matrix)
    sizes = lapack.dsyevr_lwork(n)
    least = np.inf
    for _ in range(repeats):
        copy = np.array(matrix, order="F")
        start = time.process_time()
        values, vectors, found, _, info = lapack.dsyevr(
            copy, range="I", il=n - count + 1, iu=n, overwrite_a=1, lwork=int(sizes[0]), liwork=int(sizes[1])
        )
        least = min(least, time.process_time() - start)
        assert not info and found == count
    return values[:count][::-1], vectors[:, :count].T[::-1], least


def ours(program, matrix, count, threads, repeats):
    n = len(matrix)
    words = [program, str(n), str(count), str(threads), str(repeats)]
    done = subprocess.run(words, input=matrix.tobytes(), capture_output=True, check=True)
    numbers = np.frombuffer(done.stdout)
    clock, processor = map(float, done.stderr.split())
    return numbers[:count], numbers[count:].reshape(count, n), clock, processor


def precision(matrix, values, vectors):
    """The largest of A v - w v, as a share of the largest value, and of V V' - I."""
    norm = abs(values).max()
    return (
        abs(matrix @ vectors.T - vectors.T * values).max() / norm,
        abs(vectors @ vectors.T - np.eye(len(values))).max(),
    )


def main():
    program, *orders = sys.argv[1:]
    print("order, vectors; seconds of LAPACK, ours, ours by the clock with two threads; times as fast as LAPACK;")
    print("  largest A v - w v and V V' - I of LAPACK, of ours; largest difference of values")
    for order in map(int, orders):
        count, repeats = min(order, 128), max(1, min(20, 2000000 // order**2))
        rows = np.random.default_rng(order).random((2 * order, order)) ** 8
        matrix = rows.T @ rows
        with threadpool_limits(1):
            values, vectors, seconds = theirs(matrix, count, repeats)
        mine, mine_vectors, _, one = ours(program, matrix, count, 1, repeats)
        _, same, two, _ = ours(program, matrix, count, 2, repeats)
        assert np.array_equal(same, mine_vectors)
        off = abs(mine - values).max() / values[0]
        print(f"{order:5} {count:4}  {seconds:8.4f} {one:8.4f} {two:8.4f}  {seconds / one:5.2f}", end="  ")
        print("%.0e %.0e" % precision(matrix, values, vectors), end="  ")
        print("%.0e %.0e" % precision(matrix, mine, mine_vectors), f" {off:.0e}", flush=True)


main()
