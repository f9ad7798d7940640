/* SPDX-License-Identifier: MIT */
/*
 * A graph seen from its hubs: nodes by rank, of falling degree, and what lies within two steps of
 * those of the highest ranks. Few nodes have most of the arcs; as ranks they lie together, so that
 * what is kept about each node, a bit or a byte, stays in the near caches where it is read most.
 * Leaves, the nodes with one neighbour, are left out of rows: no shortest path leads through them.
 */
#ifndef RW_GRAPH_HUBS_H
#define RW_GRAPH_HUBS_H

#include "graph/graph.h"

typedef struct rw_hubs {
    const riwalk_graph *graph;
    uint32_t *ranks;    /* [nodes]: by falling degree, then by number */
    uint32_t count;     /* of nodes with two neighbours or more: their ranks come first */
    uint64_t *starts;   /* [count + 1] */
    uint32_t *arcs;     /* neighbours below `count`, as ranks, ascending in each row: hubs first */
    uint32_t spread;    /* the mean degree of neighbours, over all arcs */
    size_t words;       /* of a plane, which has a bit for each rank below `count` */
    uint32_t hub_count; /* ranks that have a plane */
    uint64_t *near;     /* [hub_count * words]: planes of the nodes within two steps of a hub */
} rw_hubs;

typedef struct rw_ranked_row {
    const uint32_t *ranks; /* [degree] */
    uint32_t degree;
} rw_ranked_row;

/* Makes the view of an undirected graph; *hubs stays NULL where it has no hubs. `rw_hubs_create`
 * makes it all the same. */
riwalk_status rw_hubs_find(const riwalk_graph *graph, const riwalk_run *run, rw_hubs **hubs,
                           riwalk_error *error);
riwalk_status rw_hubs_create(const riwalk_graph *graph, const riwalk_run *run, rw_hubs **hubs,
                             riwalk_error *error);
void rw_hubs_free(rw_hubs *hubs);

/* The most bytes of what rw_hubs_find makes. */
uint64_t rw_hubs_bytes(const riwalk_graph *graph);

static inline rw_ranked_row rw_hubs_row(const rw_hubs *hubs, uint32_t rank)
{
    uint64_t start = hubs->starts[rank];

    return (rw_ranked_row){hubs->arcs + start, (uint32_t)(hubs->starts[rank + 1] - start)};
}

/* The plane of the nodes within two steps of a hub, itself among them. */
static inline const uint64_t *rw_hubs_near(const rw_hubs *hubs, uint32_t hub)
{
    return hubs->near + hub * hubs->words;
}

static inline bool rw_plane_has(const uint64_t *plane, uint32_t rank)
{
    return plane[rank / 64] >> rank % 64 & 1;
}

static inline void rw_plane_add(uint64_t *plane, uint32_t rank)
{
    plane[rank / 64] |= UINT64_C(1) << rank % 64;
}

#endif
