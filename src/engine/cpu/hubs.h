/* SPDX-License-Identifier: MIT */
/*
 * A graph seen from its hubs: nodes by rank, of falling degree, and what lies within two steps of
 * those of the highest ranks. Few nodes have most of the arcs; as ranks they lie together, so that
 * their bits stay in the near caches.
 * Leaves, the nodes with one neighbour, are left out of rows: no shortest path leads through them.
 */
#ifndef RW_ENGINE_CPU_HUBS_H
#define RW_ENGINE_CPU_HUBS_H

#include "base/memory.h"
#include "engine/cpu/planes.h"
#include "graph/directions.h"
#include "roles/codes.h"

/* Where a row is. It begins with blocks of a bit plane, as far as they hold many neighbours, and
 * goes on with a list; both end where those of the next rank begin. */
typedef struct rw_ranked_place {
    uint64_t dense; /* in words */
    uint64_t list;
} rw_ranked_place;

/* The rows of all ranks below a hub view's count. Where they are counted together, those of a rank
 * on each side lie side by side. */
typedef struct rw_ranked_rows {
    unsigned sides;
    rw_ranked_place *places; /* [count * sides + 1] */
    uint64_t *dense;
    uint32_t *lists; /* neighbours below `count`, as ranks, ascending: hubs first */
} rw_ranked_rows;

typedef struct rw_hubs {
    const riwalk_graph *graph;
    rw_pool pool;        /* of all arrays but the lists */
    uint32_t *ranks;     /* [nodes]: by falling degree, then by number */
    uint32_t *nodes;     /* [nodes]: by rank */
    uint32_t count;      /* of nodes with two neighbours or more: their ranks come first */
    rw_ranked_rows rows; /* neighbours */
    rw_ranked_rows arcs; /* out and in, where layers of a directed graph are counted */
    uint32_t spread;     /* the mean degree of neighbours, over all arcs */
    size_t words;        /* of a plane, which has a bit for each rank below `count`: whole blocks */
    uint32_t hub_count;  /* ranks that have a plane */
    uint64_t *within_two; /* [hub_count * words]: planes of the nodes within two steps of a hub */
} rw_hubs;

typedef struct rw_ranked_row {
    const uint64_t *dense; /* [words]: a bit for each neighbour below 64 * words */
    size_t words;          /* whole blocks */
    const uint32_t *ranks; /* [count]: the others */
    uint32_t count;
} rw_ranked_row;

/* Makes the view of an undirected graph within so many bytes, which its rows have room in: there
 * are as many planes as fit. With rows of arcs out and in, so that they can be counted by layer,
 * where `arcs` is not NULL. */
riwalk_status rw_hubs_create(const riwalk_graph *graph, const rw_arc_rows *arcs, uint64_t bytes,
                             const riwalk_run *run, rw_hubs **hubs, riwalk_error *error);
void rw_hubs_free(rw_hubs *hubs);

/* The steps of that with rows (hub_rows.c): lists of all neighbours, and then the final form. The
 * last of the sides has the arcs of the first from their other ends. */
riwalk_status rw_hubs_list_rows(rw_hubs *hubs, rw_ranked_rows *rows, const rw_arc_rows *arcs,
                                unsigned sides, riwalk_error *error);
riwalk_status rw_hubs_split_rows(rw_hubs *hubs, rw_ranked_rows *rows, riwalk_error *error);

/* The bytes that a view should have, of those that there are; 0 where the graph has no hubs, or
 * there is no room for its rows. */
uint64_t rw_hubs_bytes(const riwalk_graph *graph, bool arcs, uint64_t room);

static inline rw_ranked_row rw_ranked_rows_get(const rw_ranked_rows *rows, uint32_t rank,
                                               unsigned side)
{
    const rw_ranked_place *place = &rows->places[(size_t)rank * rows->sides + side];

    return (rw_ranked_row){rows->dense + place[0].dense, place[1].dense - place[0].dense,
                           rows->lists + place[0].list, (uint32_t)(place[1].list - place[0].list)};
}

static inline rw_ranked_row rw_hubs_row(const rw_hubs *hubs, uint32_t rank)
{
    return rw_ranked_rows_get(&hubs->rows, rank, 0);
}

/* The plane of the nodes within two steps of a hub, itself among them. */
static inline const uint64_t *rw_hubs_within_two(const rw_hubs *hubs, uint32_t hub)
{
    return hubs->within_two + hub * hubs->words;
}

#endif
