/* SPDX-License-Identifier: MIT */
/* A graph seen from its hubs: nodes by rank of falling degree, and planes of what is within two
 * steps of the highest ranks. A few nodes have most of the arcs; with adjacent ranks their bits
 * stay in the caches. Leaves (nodes with one neighbour) are left out of rows, because no shortest
 * path leads through them. */
#ifndef RW_ENGINE_CPU_HUBS_H
#define RW_ENGINE_CPU_HUBS_H

#include "base/memory.h"
#include "base/output.h"
#include "engine/cpu/planes.h"
#include "graph/directions.h"
#include "roles/codes.h"

/* The rows of all ranks below the view's count, one behind the other. A row is blocks of a bit
 * plane, aligned to their size, as long as they hold many neighbours, and then a list. If sides are
 * counted together, the rows of a rank are adjacent. */
typedef struct rw_ranked_rows {
    unsigned sides;
    uint64_t *places;        /* [count * sides + 1]: where a row starts << RW_ROW_BLOCK_BITS, and
                                the number of its blocks; a row ends where the next one starts */
    const uint32_t *numbers; /* blocks, and other neighbours below `count` as ascending ranks: hubs
                                first */
    uint32_t *memory;        /* has the numbers, or NULL: */
    rw_output *file;         /* an unnamed file has them, and is mapped */
} rw_ranked_rows;

#define RW_ROW_BLOCK_BITS 23 /* enough for the blocks of 2^32 nodes */
#define RW_ROW_BLOCKS ((UINT64_C(1) << RW_ROW_BLOCK_BITS) - 1)
#define RW_ROW_MOST_STARTS (UINT64_C(1) << (64 - RW_ROW_BLOCK_BITS))
#define RW_BLOCK_NUMBERS (RW_BLOCK_BITS / 32)

typedef struct rw_hubs {
    const riwalk_graph *graph;
    rw_pool pool;         /* owns all arrays except rows */
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

/* Makes the view of an undirected graph within `bytes`, and adds as many planes as fit. `arcs`, if
 * not NULL: also rows of arcs out and in, for counting by layer. `scratch`, if not NULL: rows are
 * in a file there (rw_output_open_scratch). */
riwalk_status rw_hubs_create(const riwalk_graph *graph, const rw_arc_rows *arcs, uint64_t bytes,
                             const char *scratch, const riwalk_run *run, rw_hubs **hubs,
                             riwalk_error *error);
void rw_hubs_free(rw_hubs *hubs);

/* The bytes that a view should have, at most `room`; 0 if the graph has no hubs, or what must be in
 * memory does not fit. */
uint64_t rw_hubs_bytes(const riwalk_graph *graph, bool arcs, bool scratch, uint64_t room);

/* Lays out the rows of `sides` kinds of arcs, in memory or in a file (hub_rows.c). What this needs
 * beside them is at most `room` bytes, if one thread can do it with that. */
riwalk_status rw_ranked_rows_make(rw_hubs *hubs, const rw_arc_rows *arcs, unsigned sides,
                                  const char *scratch, uint64_t room, const riwalk_run *run,
                                  rw_ranked_rows *rows, riwalk_error *error);
void rw_ranked_rows_free(rw_ranked_rows *rows);

static inline rw_ranked_row rw_ranked_rows_get(const rw_ranked_rows *rows, uint32_t rank,
                                               unsigned side)
{
    const uint64_t *place = &rows->places[(size_t)rank * rows->sides + side];
    uint64_t start = place[0] >> RW_ROW_BLOCK_BITS, blocks = place[0] & RW_ROW_BLOCKS;
    const uint32_t *end = rows->numbers + (place[1] >> RW_ROW_BLOCK_BITS), *dense, *ranks;

    start += blocks ? -start % RW_BLOCK_NUMBERS : 0;
    dense = rows->numbers + start;
    ranks = dense + blocks * RW_BLOCK_NUMBERS;
    return (rw_ranked_row){(const void *)dense, blocks * RW_BLOCK_WORDS, ranks,
                           (uint32_t)(end - ranks)};
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
