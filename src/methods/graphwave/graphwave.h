/* SPDX-License-Identifier: MIT */
/* What the steps of GraphWave share, and the interface of its two inner loops. */
#ifndef RW_METHODS_GRAPHWAVE_H
#define RW_METHODS_GRAPHWAVE_H

#include "graph/graph.h"

/* Columns are made in blocks of this many, so nothing has size nodes^2. Matrices are
 * [nodes][RW_COLUMNS] floats, aligned to 64 bytes. */
#define RW_COLUMNS 16

/* The square root of the sum of weights at each node. */
void rw_graphwave_roots(const riwalk_graph *graph, double *roots);

/* The smallest eigenvalue above 0 of the normalised Laplacian, but at least 1 / nodes; 1 if there
 * are no edges. One thread, O(nodes + edges), 44 bytes a node while it runs (spectrum.c). */
riwalk_status rw_graphwave_eigenvalue(const riwalk_graph *graph, const riwalk_run *run,
                                      double *eigenvalue, riwalk_error *error);

/* The heat kernel exp(-scale L) of the normalised Laplacian L = I - S at some scales: the sum over
 * k of coefficients[scale][k] T_k(S), k = 0 .. orders[scale]. S = D^-1/2 W D^-1/2, with the weights
 * W and their row sums D. A node without edges has S = 1 and keeps its heat. */
typedef struct rw_wavelets {
    const riwalk_graph *graph;
    uint32_t scale_count;
    float *arcs; /* S: [arc_count] */
    uint32_t *orders;
    float **coefficients;
} rw_wavelets;

#define RW_LAST_POINT 100.0 /* the characteristic function is taken from 0 to here */
#define RW_POWERS 10        /* small values are summed as powers 1 .. RW_POWERS */

/* Columns never mix, so all instruction sets give the same bits. */
typedef struct rw_graphwave_kernels {
    /* One step of the recurrence: y = T_k x, that is y = S x for k = 1, else y = 2 S x - y. Adds
     * its term to psi, one matrix for each scale. */
    void (*step)(const rw_wavelets *wavelets, uint32_t k, const float *x, float *y, float *psi);
    /* Adds the powers of x = RW_LAST_POINT * psi to sums[power - 1], except for |x| > 1. */
    void (*powers)(const float *psi, uint32_t nodes, float sums[RW_POWERS][RW_COLUMNS]);
} rw_graphwave_kernels;

extern const rw_graphwave_kernels rw_graphwave_scalar, rw_graphwave_avx2, rw_graphwave_avx512;

#endif
