/* SPDX-License-Identifier: MIT */
/* The groups that a node's neighbours fall into without it: those that edges among them connect. */
#ifndef RW_DESCRIBE_GROUPS_H
#define RW_DESCRIBE_GROUPS_H

#include "graph/graph.h"

/* Scratch of one worker. */
typedef struct rw_groups {
    const riwalk_graph *graph;
    uint32_t *places;  /* [nodes]: 1 + the place among the current node's neighbours; else 0 */
    uint32_t *parents; /* [largest degree]: a union-find over the places */
    uint32_t *sizes;   /* [largest degree]: for the caller's own use */
} rw_groups;

/* On failure there is nothing to free. */
riwalk_status rw_groups_init(rw_groups *groups, const riwalk_graph *graph, uint32_t largest_degree,
                             riwalk_error *error);
void rw_groups_free(rw_groups *groups);

/* Finds the groups of a node; until the next call rw_groups_of says which one a neighbour is in, by
 * the place of one of its members. O(sum over neighbours of the lesser of both degrees * log). */
void rw_groups_find(rw_groups *groups, uint32_t node);
uint32_t rw_groups_of(rw_groups *groups, uint32_t place);

#endif
