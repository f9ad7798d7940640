/* SPDX-License-Identifier: MIT */
/* Generators as plans. A plan has the number of nodes, the number of items that its edges come in,
 * and a function that makes any range of items from their numbers and the seed alone. So one driver
 * (generate.c) makes every kind of graph on any number of threads, with the same result. */
#ifndef RW_GRAPH_GENERATE_H
#define RW_GRAPH_GENERATE_H

#include "riwalk_graphs.h"

#define RW_PLAN_STREAMS 32

/* Where items are made. */
typedef struct rw_room {
    uint32_t *ends;    /* of all edges: edge e joins ends[2e] and ends[2e+1] */
    double *weights;   /* of all edges; NULL: unweighted */
    uint32_t *scratch; /* scratch_count numbers for this call alone */
} rw_room;

typedef struct rw_plan rw_plan;
struct rw_plan {
    const riwalk_generate_options *options;
    uint32_t node_count;
    int64_t first_name;                /* nodes are named first_name, first_name + 1, ... */
    uint64_t item_count;               /* an item is an indivisible piece of work */
    uint64_t item_edges;               /* edges per item; 1 unless a planner sets it */
    uint64_t serial_items;             /* the first items, made in order before all others */
    bool piecewise;                    /* no edge depends on another */
    uint64_t origin;                   /* piecewise: the number of the edge at ends[0] */
    uint64_t streams[RW_PLAN_STREAMS]; /* of random numbers */

    /* Makes the items begin .. end-1; item i starts at edge i * item_edges. Serial items are made
     * in order, so they may read earlier items; all others may read the serial ones. */
    void (*make)(const rw_plan *plan, uint64_t begin, uint64_t end, const rw_room *to);
    size_t scratch_count;

    bool weighted;
    bool directed; /* edges are arcs from ends[2e] to ends[2e+1], and noise changes heads */

    /* The true role of a node: a constant string, or text written into the node's label_chars
     * bytes. NULL: roles are unknown. */
    const char *(*label)(const rw_plan *plan, uint32_t node, char *text);
    size_t label_chars;
};

/* Checks the generator's options and fills the plan, whose options and streams are set. */
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

/* Sets the node count; LIMIT if a graph cannot have that many nodes. */
riwalk_status rw_plan_nodes(rw_plan *plan, uint64_t node_count, riwalk_error *error);

/* Arranges all pairs of n nodes in a table of (n - 1) | 1 rows and n / 2 columns, each pair in one
 * cell, like the rounds of a tournament: row r pairs the nodes `step` before and `step` after r on
 * a circle of an odd number of nodes. If n is even, the last node is outside the circle and is
 * paired with r itself. */
static inline void rw_pair(uint32_t n, uint32_t row, uint32_t column, uint32_t ends[2])
{
    uint64_t circle = (n - 1) | 1;
    uint64_t step = column + (n & 1);
    uint64_t after = row + step, before = row + circle - step;

    ends[0] = (uint32_t)(after < circle ? after : after - circle);
    ends[1] = step ? (uint32_t)(before < circle ? before : before - circle) : n - 1;
}

#endif
