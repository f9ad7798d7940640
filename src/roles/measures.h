/* SPDX-License-Identifier: MIT */
/*
 * Plain measures of a node and its surroundings: degrees, triangles, and their means over the nodes
 * near it. Roles tell apart what they can; measures are few and smooth, so that little suffices to
 * learn from them. In vectors a measure is two columns: itself, of mean 0 and deviation 1 over the
 * nodes that it was fitted on, and its square less 1, since what is typical of some class may be
 * the middle; of half the weight.
 */
#ifndef RW_ROLES_MEASURES_H
#define RW_ROLES_MEASURES_H

#include "base/sums.h"
#include "graph/graph.h"

/* The measures, the more telling ones first; those of a node depend on the rows of nodes at most
 * RW_MEASURE_REACH away. */
#define RW_MEASURES 9
#define RW_MEASURE_REACH 3

/* How many measures vectors of so many dimensions have: their columns are a quarter at most. */
uint32_t rw_measures_room(uint32_t dimensions);

/* values[u * RW_MEASURES + m] becomes measure m of node u of an undirected graph; 0 for nodes
 * without neighbours. The same on any number of threads. */
riwalk_status rw_measures_find(const riwalk_graph *graph, const riwalk_run *run, double *values,
                               riwalk_error *error);

/* The bytes that it takes, the values included. */
uint64_t rw_measures_bytes(const riwalk_graph *graph, int threads);

/* Whether a value can be that of a measure. */
bool rw_measures_sane(double value);

/* Deviations below are rounding errors of a measure that is the same everywhere. */
#define RW_MEASURES_LEAST_DEVIATION 1e-9

/* What is usual: of all nodes with neighbours. */
typedef struct rw_measures_fit {
    uint32_t count; /* the measures in use; 0: none */
    double means[RW_MEASURES];
    double deviations[RW_MEASURES]; /* 0 where all nodes are alike: columns of zeros */
} rw_measures_fit;

/* Fits in two passes over nodes with neighbours, in any order: first their sums, which give means,
 * then the squares of what is off the means, which give deviations. Sums of several passes over
 * other nodes can be added, word by word. */
typedef struct rw_measures_sums {
    uint64_t nodes;
    uint64_t limbs[RW_MEASURES][RW_LIMBS];
} rw_measures_sums;

void rw_measures_fit_add(rw_measures_sums *sums, uint32_t count, const double *values);
void rw_measures_fit_means(rw_measures_fit *fit, const rw_measures_sums *sums, uint32_t count);
void rw_measures_fit_add_off(const rw_measures_fit *fit, rw_measures_sums *squares,
                             const double *values);
void rw_measures_fit_deviations(rw_measures_fit *fit, const rw_measures_sums *squares);

/* Both for a graph whose measures are known. */
void rw_measures_fit_to(const riwalk_graph *graph, const double *values, uint32_t count,
                        rw_measures_fit *fit);

/* Writes the last 2 * count columns of a vector from the measures of its node. */
void rw_measures_write(const rw_measures_fit *fit, const double *values, uint32_t dimensions,
                       float *vector);

#endif
