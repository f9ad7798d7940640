/* SPDX-License-Identifier: MIT */
/* Simple measures of a node and its surroundings: degrees, triangles, and their means over near
 * nodes. Roles separate as much as they can; measures are few and smooth, so that little data
 * suffices to learn from them. A measure is two columns of vectors: its value, scaled to mean 0 and
 * deviation 1 over the fitted nodes; and its square less 1, with half the weight, because a class
 * may be typical by middle values. */
#ifndef RW_ROLES_MEASURES_H
#define RW_ROLES_MEASURES_H

#include "base/sums.h"
#include "graph/graph.h"

/* The measures, more telling ones first. Those of a node depend on rows of nodes within
 * RW_MEASURE_REACH hops. */
#define RW_MEASURES 9
#define RW_MEASURE_REACH 3

/* The number of measures in vectors of this many dimensions; they get at most a quarter of the
 * columns. */
uint32_t rw_measures_room(uint32_t dimensions);

/* Sets values[u * RW_MEASURES + m] to measure m of node u of an undirected graph; 0 for nodes
 * without neighbours. The same on any number of threads. */
riwalk_status rw_measures_find(const riwalk_graph *graph, const riwalk_run *run, double *values,
                               riwalk_error *error);

/* The bytes that this takes, with the values. */
uint64_t rw_measures_bytes(const riwalk_graph *graph, int threads);

/* Whether a value can be a measure. */
bool rw_measures_sane(double value);

/* Smaller deviations are rounding errors of a constant measure. */
#define RW_MEASURES_LEAST_DEVIATION 1e-9

/* Mean and deviation over all nodes with neighbours. */
typedef struct rw_measures_fit {
    uint32_t count; /* measures in use; 0: none */
    double means[RW_MEASURES];
    double deviations[RW_MEASURES]; /* 0 if all nodes are equal: columns of zeros */
} rw_measures_fit;

/* Fits in two passes over nodes with neighbours, in any order: sums give the means, then sums of
 * squared differences give the deviations. Sums over other nodes can be added word by word. */
typedef struct rw_measures_sums {
    uint64_t nodes;
    uint64_t limbs[RW_MEASURES][RW_LIMBS];
} rw_measures_sums;

void rw_measures_fit_add(rw_measures_sums *sums, uint32_t count, const double *values);
void rw_measures_fit_means(rw_measures_fit *fit, const rw_measures_sums *sums, uint32_t count);
void rw_measures_fit_add_off(const rw_measures_fit *fit, rw_measures_sums *squares,
                             const double *values);
void rw_measures_fit_deviations(rw_measures_fit *fit, const rw_measures_sums *squares);

/* Both passes, for a graph whose measures are known. */
void rw_measures_fit_to(const riwalk_graph *graph, const double *values, uint32_t count,
                        rw_measures_fit *fit);

/* Writes a node's measures to the last 2 * count columns of its vector. */
void rw_measures_write(const rw_measures_fit *fit, const double *values, uint32_t dimensions,
                       float *vector);

#endif
