/* SPDX-License-Identifier: MIT */
/* The steps of GraphWave: automatic scales, wavelets, and the distribution of their values. Columns
 * are made in blocks of RW_COLUMNS, so nothing has size nodes^2. */
#ifndef RW_METHODS_GRAPHWAVE_H
#define RW_METHODS_GRAPHWAVE_H

#include "base/memory.h"
#include "base/progress.h"
#include "graph/graph.h"

#define RW_COLUMNS 16

/* ---- Automatic scales (spectrum.c) ---- */

/* The smallest eigenvalue above 0 of the normalised Laplacian, but at least 1 / nodes; 1 if there
 * are no edges. One thread, O(nodes + edges), 44 bytes a node while it runs. */
riwalk_status rw_graphwave_eigenvalue(const riwalk_graph *graph, const riwalk_run *run,
                                      double *eigenvalue, riwalk_error *error);

/* ---- Wavelets (wavelets.c) ---- */

/* The heat kernel exp(-scale L) of the normalised Laplacian L = I - S at some scales, ready to give
 * any of its columns. S = D^-1/2 W D^-1/2, with the weights W and their row sums D. A node without
 * edges has S = 1 and keeps its heat. */
typedef struct rw_wavelets {
    const riwalk_graph *graph;
    uint32_t scale_count;
    rw_pool pool; /* owns the arrays; to be freed in any case */
    float *arcs;  /* S: [arc_count] */
    /* The kernel is the sum over k of coefficients[scale][k] T_k(S), k = 0 .. orders[scale]. */
    uint32_t *orders;
    float **coefficients;
    /* [workers]: matrices [nodes][RW_COLUMNS], two for the recurrence, then one per scale */
    float **rooms;
} rw_wavelets;

riwalk_status rw_wavelets_init(rw_wavelets *wavelets, const riwalk_graph *graph,
                               const double *scales, uint32_t scale_count, int workers,
                               riwalk_error *error);

/* Computes columns first .. first + RW_COLUMNS - 1 at all scales into the worker's room:
 * [scale][node][RW_COLUMNS]. Columns past the last node are zero. `progress` can cancel it. */
riwalk_status rw_wavelets_columns(const rw_wavelets *wavelets, uint32_t first, int worker,
                                  const float **psi, rw_progress *progress, riwalk_error *error);

/* The bytes of wavelets. */
uint64_t rw_wavelets_bytes(const riwalk_graph *graph, uint32_t scale_count, int workers);

/* The square root of the sum of weights at each node. */
void rw_graphwave_roots(const riwalk_graph *graph, double *roots);

/* ---- Characteristic functions (wavelets.c) ---- */

/* For each column: the mean over its values x of exp(i t x), at `points` (at least 2) evenly spaced
 * t from 0 to RW_LAST_POINT, into rows[column][0 .. 2 points-1] as real, imaginary, real, ... NULL
 * rows are skipped. `psi` is [nodes][RW_COLUMNS]. */
#define RW_LAST_POINT 100.0
#define RW_POINTS 2048 /* at most, for 4096 dimensions at one scale */

void rw_characteristic(const float *psi, uint32_t nodes, uint32_t points,
                       float *const rows[RW_COLUMNS]);

#endif
