/* SPDX-License-Identifier: MIT */
/* Generators as plans. A plan says how many nodes a graph has and how many items its edges come
 * in, and has a function that makes any range of items from nothing but their numbers and the
 * seed. So one driver (generate.c) makes every kind of graph on any number of threads, and no
 * result depends on how the items were shared out. */
#ifndef RW_GRAPH_GENERATE_H
#define RW_GRAPH_GENERATE_H

#include "riwalk_graphs.h"

#define RW_PLAN_STREAMS 32

typedef struct rw_plan rw_plan;
struct rw_plan {
    const riwalk_generate_options *options;
    uint32_t node_count;
    int64_t first_name;                /* nodes are named first_name, first_name + 1, ... */
    uint64_t item_count;               /* of indivisible pieces of work */
    uint64_t item_edges;               /* edges in every item; 1 unless a planner sets it */
    uint64_t serial_items;             /* this many first items are made before all others */
    bool piecewise;                    /* edges do not depend on others */
    uint64_t origin;                   /* of piecewise ones: the number of the edge at ends[0] */
    uint64_t streams[RW_PLAN_STREAMS]; /* of random numbers, for the kinds that draw any */

    /* Makes items begin .. end-1. `ends` has room for all edges: edge e joins ends[2e] and
     * ends[2e+1], and item i is the edges from i * item_edges on. Serial items are made in order,
     * so they may read what is before them, and all others may read the serial ones. `scratch`
     * is scratch_count numbers that no one else uses meanwhile. */
    void (*make)(const rw_plan *plan, uint64_t begin, uint64_t end, uint32_t *ends,
                 uint32_t *scratch);
    size_t scratch_count;

    bool directed; /* edges are arcs from ends[2e] to ends[2e+1], and noise moves their heads */

    /* The weights of items begin .. end-1, for all edges in order. NULL: there are none. */
    void (*weigh)(const rw_plan *plan, uint64_t begin, uint64_t end, double *weights);

    /* The true role of a node: a string constant, or text written into label_chars bytes that are
     * the node's own. NULL where roles are not known. */
    const char *(*label)(const rw_plan *plan, uint32_t node, char *text);
    size_t label_chars;
};

/* Each checks the options of its kind and fills the plan, whose options are set already. */
typedef riwalk_status rw_planner(rw_plan *plan, riwalk_error *error);

rw_planner rw_plan_karate; /* generate_small.c */
rw_planner rw_plan_karate_mirrored;
rw_planner rw_plan_barbell;
rw_planner rw_plan_grid;
rw_planner rw_plan_shapes;
rw_planner rw_plan_erdos_renyi; /* generate_random.c */
rw_planner rw_plan_barabasi_albert;
rw_planner rw_plan_rmat;
rw_planner rw_plan_transactions; /* generate_transactions.c */

/* Sets the node count, or fails with LIMIT when there are more than a graph may have. */
riwalk_status rw_plan_nodes(rw_plan *plan, uint64_t node_count, riwalk_error *error);

/* All pairs of n nodes as a table of (n - 1) | 1 rows and n / 2 columns, each pair in exactly one
 * cell: the rounds of a tournament, in which row r pairs the nodes that lie `step` before and
 * after r on a circle of an odd number of nodes. Where n is even the last node stands outside the
 * circle and is paired with r itself. */
static inline void rw_pair(uint32_t n, uint32_t row, uint32_t column, uint32_t ends[2])
{
    uint64_t circle = (n - 1) | 1;
    uint64_t step = column + (n & 1);
    uint64_t after = row + step, before = row + circle - step;

    ends[0] = (uint32_t)(after < circle ? after : after - circle);
    ends[1] = step ? (uint32_t)(before < circle ? before : before - circle) : n - 1;
}

#endif
