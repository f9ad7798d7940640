/* SPDX-License-Identifier: MIT */
/* A graph seen from its hubs: nodes by rank of falling degree, and planes of what is within two
 * steps of the highest ranks. A few nodes have most of the arcs; with adjacent ranks their bits
 * stay in the caches. Leaves (nodes with one neighbour) are left out of rows, because no shortest
 * path leads through them. */
#ifndef RW_ENGINE_CPU_HUBS_H
#define RW_ENGINE_CPU_HUBS_H

#include "base/memory.h"
#include "engine/cpu/planes.h"
#include "graph/directions.h"
#include "roles/codes.h"

/* The place of a row: first blocks of a bit plane, as long as they hold many neighbours, then a
 * list. Both end where those of the next rank begin. */
typedef struct rw_ranked_place {
    uint64_t dense; /* in words */
    uint64_t list;
} rw_ranked_place;

/* The rows of all ranks below the view's count. If sides are counted together, the rows of a rank
 * are adjacent. */
typedef struct rw_ranked_rows {
    unsigned sides;
    rw_ranked_place *places; /* [count * sides + 1] */
    uint64_t *dense;
    uint32_t *lists; /* other neighbours below `count` as ascending ranks: hubs first */
} rw_ranked_rows;

typedef struct rw_hubs {
    const riwalk_graph *graph;
    rw_pool pool;         /* owns all arrays except lists */
    uint32_t *ranks;      /* [nodes]: rank of a node, by falling degree, then by number */
    uint32_t *nodes;      /* [nodes]: node of a rank */
    uint32_t count;       /* nodes with at least two neighbours, which have the first ranks */
    rw_ranked_rows rows;  /* neighbours */
    rw_ranked_rows arcs;  /* out and in, if layers of a directed graph are counted */
    uint32_t spread;      /* mean degree of neighbours, over all arcs */
    size_t words;         /* of a plane, with a bit for each rank below `count`; whole blocks */
    uint32_t hub_count;   /* ranks that have a plane */
    uint64_t *within_two; /* [hub_count * words]: planes of nodes within two steps of each hub */
} rw_hubs;

typedef struct rw_ranked_row {
    const uint64_t *dense; /* [words]: a bit for each neighbour below 64 * words */
    size_t words;          /* whole blocks */
    const uint32_t *ranks; /* [count]: the other neighbours */
    uint32_t count;
} rw_ranked_row;

/* Ranks nodes by falling degree, then by number. *count: those with at least two neighbours. */
riwalk_status rw_rank_nodes(const riwalk_graph *graph, uint32_t *ranks, uint32_t *nodes,
                            uint32_t *count, riwalk_error *error);

/* Whether two steps from the largest hub follow half as many arcs as there are nodes. If not, as in
 * large Barabasi-Albert graphs, searches are faster than planes and marks by rank. */
bool rw_has_hubs(const riwalk_graph *graph);

/* Makes the view of an undirected graph within `bytes`, which suffice for its rows; adds as many
 * planes as fit. `arcs`, if not NULL: also rows of arcs out and in, for counting by layer. */
riwalk_status rw_hubs_create(const riwalk_graph *graph, const rw_arc_rows *arcs, uint64_t bytes,
                             const riwalk_run *run, rw_hubs **hubs, riwalk_error *error);
void rw_hubs_free(rw_hubs *hubs);

/* The bytes that a view should have, at most `room`; 0 if the graph has no hubs, or its rows do not
 * fit. */
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

/* The plane of nodes within two steps of a hub, with the hub. */
static inline const uint64_t *rw_hubs_within_two(const rw_hubs *hubs, uint32_t hub)
{
    return hubs->within_two + hub * hubs->words;
}

#endif
