/* SPDX-License-Identifier: MIT */
/* Ranks nodes, and computes planes of nodes near hubs (hubs.h). */
#include "engine/cpu/adjacency.h"

#include "base/error.h"
#include "base/parallel.h"
#include "roles/roles.h"

#include <string.h>

/* Planes take at most this many bytes per arc of the graph: more would not pay. */
#define PLANE_BYTES_PER_ARC 16

/* Reading this many nodes from a plane takes as long as following one arc. */
#define ARCS_OF_PLANE 4

#define BATCH 64 /* hubs whose planes are made together: the bits of a word */

typedef struct maker {
    rw_hubs *hubs;
    uint64_t **beside; /* [threads][count]: a node's adjacent hubs in the batch */
    rw_progress progress;
} maker;

/* By counting sort of degrees. */
riwalk_status rw_rank_nodes(const riwalk_graph *graph, uint32_t *ranks, uint32_t *nodes,
                            uint32_t *count, riwalk_error *error)
{
    uint32_t largest = rw_largest_degree(graph), place = 0;
    RW_POOL(pool);
    uint32_t *places = rw_take_zeroed(&pool, (size_t)largest + 1, sizeof *places, error);

    RW_HAVE(places);
    for (uint32_t u = 0; u < graph->node_count; u++)
        places[rw_degree(graph, u)]++;
    *count = graph->node_count - places[0] - (largest ? places[1] : 0);
    for (size_t degree = (size_t)largest + 1; degree-- > 0;) {
        uint32_t equal = places[degree];

        places[degree] = place;
        place += equal;
    }
    for (uint32_t u = 0; u < graph->node_count; u++) {
        ranks[u] = places[rw_degree(graph, u)]++;
        nodes[ranks[u]] = u;
    }
    return RIWALK_STATUS_OK;
}

/* ---- Planes ---- */

/* The neighbours in a row. */
static uint64_t count_row(const rw_hubs *hubs, uint32_t rank)
{
    rw_ranked_row row = rw_hubs_row(hubs, rank);
    uint64_t count = row.count;

    for (size_t i = 0; i < row.words; i++)
        count += (uint64_t)__builtin_popcountll(row.dense[i]);
    return count;
}

/* Computes the mean degree of neighbours, and counts the hubs: nodes whose plane is faster to read
 * than their arcs are to follow. */
static uint32_t count_hubs(rw_hubs *hubs, uint64_t most)
{
    double squares = 0, arcs = 0;
    uint32_t count = 0;

    for (uint32_t r = 0; r < hubs->count; r++) {
        double degree = (double)count_row(hubs, r);

        squares += degree * degree;
        arcs += degree;
    }
    if (squares > 0) /* all neighbours of a hub may be leaves */
        hubs->spread = (uint32_t)(squares / arcs);
    while (count < hubs->count && count < most &&
           count_row(hubs, count) * hubs->spread > hubs->count / ARCS_OF_PLANE)
        count++;
    return count;
}

/* Transposes 64 x 64 bits: bit i of word j becomes bit j of word i. */
static void transpose(uint64_t words[64])
{
    uint64_t mask = UINT64_C(0x00000000FFFFFFFF);

    for (unsigned step = 32; step; step /= 2, mask ^= mask << step)
        for (unsigned i = 0; i < 64; i = ((i | step) + 1) & ~step) {
            uint64_t swap = ((words[i] >> step) ^ words[i | step]) & mask;

            words[i] ^= swap << step;
            words[i | step] ^= swap;
        }
}

/* Sets a bit of all neighbours of a hub. */
static void mark_neighbors(const rw_hubs *hubs, uint32_t hub, uint64_t bit, uint64_t *beside)
{
    rw_ranked_row row = rw_hubs_row(hubs, hub);

    for (size_t i = 0; i < row.words; i++)
        for (uint64_t word = row.dense[i]; word; word &= word - 1)
            beside[i * 64 + (size_t)__builtin_ctzll(word)] |= bit;
    for (uint32_t i = 0; i < row.count; i++)
        beside[row.ranks[i]] |= bit;
}

/* The hubs of a batch within two steps of a node: adjacent to it or to a neighbour. */
static uint64_t hubs_within_two(const rw_hubs *hubs, const uint64_t *beside, uint32_t rank)
{
    rw_ranked_row row = rw_hubs_row(hubs, rank);
    uint64_t found = beside[rank];

    for (size_t i = 0; i < row.words; i++)
        for (uint64_t word = row.dense[i]; word; word &= word - 1)
            found |= beside[i * 64 + (size_t)__builtin_ctzll(word)];
    for (uint32_t i = 0; i < row.count; i++)
        found |= beside[row.ranks[i]];
    return found;
}

static riwalk_status mark_within_two(void *context, size_t task, int worker, riwalk_error *error)
{
    maker *m = context;
    rw_hubs *hubs = m->hubs;
    uint64_t *beside = m->beside[worker];
    uint32_t first = (uint32_t)task * BATCH, end = first + BATCH;

    if (end > hubs->hub_count)
        end = hubs->hub_count;
    memset(beside, 0, hubs->count * sizeof *beside);
    for (uint32_t h = first; h < end; h++) {
        beside[h] |= UINT64_C(1) << (h - first);
        mark_neighbors(hubs, h, UINT64_C(1) << (h - first), beside);
    }
    for (size_t word = 0; word < hubs->words; word++) {
        uint64_t block[64] = {0};

        for (uint32_t i = 0; i < 64 && word * 64 + i < hubs->count; i++)
            block[i] = hubs_within_two(hubs, beside, (uint32_t)(word * 64 + i));
        transpose(block);
        for (uint32_t h = first; h < end; h++)
            hubs->within_two[h * hubs->words + word] = block[h - first];
    }
    return rw_progress_add(&m->progress, end - first, error);
}

static riwalk_status make_planes(rw_hubs *hubs, const riwalk_run *run, riwalk_error *error)
{
    int threads = run->threads;
    size_t tasks = ((size_t)hubs->hub_count + BATCH - 1) / BATCH;
    RW_POOL(pool);
    maker m = {.hubs = hubs, .beside = rw_take(&pool, (size_t)threads, sizeof *m.beside, error)};

    for (int t = 0; t < threads && !pool.failed; t++)
        m.beside[t] = rw_take(&pool, hubs->count, sizeof **m.beside, error);
    RW_MUST(rw_pool_status(&pool));
    rw_progress_begin(&m.progress, run, "marking hubs", "hubs", hubs->hub_count);
    return rw_parallel(threads, tasks, mark_within_two, &m, error);
}

/* ---- The view ---- */

/* Fills the view; planes take at most `room` bytes. */
static riwalk_status fill(rw_hubs *hubs, const rw_arc_rows *arcs, uint64_t room,
                          const char *scratch, const riwalk_run *run, riwalk_error *error)
{
    const riwalk_graph *graph = hubs->graph;
    rw_arc_rows all = {graph->offsets, graph->neighbors, NULL};

    hubs->ranks = rw_take(&hubs->pool, graph->node_count, sizeof *hubs->ranks, error);
    hubs->nodes = rw_take(&hubs->pool, graph->node_count, sizeof *hubs->nodes, error);
    RW_MUST(rw_pool_status(&hubs->pool));
    RW_MUST(rw_rank_nodes(graph, hubs->ranks, hubs->nodes, &hubs->count, error));
    RW_MUST(rw_ranked_rows_make(hubs, &all, 1, scratch, room, run, &hubs->rows, error));
    if (arcs)
        RW_MUST(
            rw_ranked_rows_make(hubs, arcs, RW_MOST_SIDES, scratch, room, run, &hubs->arcs, error));
    hubs->words = (hubs->count / RW_BLOCK_BITS + 1) * RW_BLOCK_WORDS;
    hubs->hub_count = count_hubs(hubs, room / (hubs->words * sizeof *hubs->within_two));
    RW_HAVE(hubs->within_two = rw_take_aligned(&hubs->pool, hubs->hub_count,
                                               hubs->words * sizeof(uint64_t), error));
    return make_planes(hubs, run, error);
}

/* The bytes of planes that pay at most. */
static uint64_t planes_bytes(const riwalk_graph *graph)
{
    uint64_t all = graph->node_count * (graph->node_count / 64 + UINT64_C(1)) * sizeof(uint64_t);
    uint64_t most = graph->arc_count * PLANE_BYTES_PER_ARC;

    return most < all ? most : all;
}

/* The bytes of rows, and of what they need, that are in memory: also as much as places take, for
 * the lists of those who make them. Leaves are in no row. */
static uint64_t rows_bytes(const riwalk_graph *graph, bool arcs, bool scratch)
{
    uint64_t sides = arcs ? 1 + RW_MOST_SIDES : 1, leaves = 0, ranked = 0;

    for (uint32_t u = 0; u < graph->node_count; u++) {
        leaves += rw_degree(graph, u) == 1;
        ranked += rw_degree(graph, u) > 1;
    }
    return graph->node_count * 2 * sizeof(uint32_t) + ranked * sides * 2 * sizeof(uint64_t) +
           (scratch ? 0 : (graph->arc_count - leaves) * sides * sizeof(uint32_t));
}

riwalk_status rw_hubs_create(const riwalk_graph *graph, const rw_arc_rows *arcs, uint64_t bytes,
                             const char *scratch, const riwalk_run *run, rw_hubs **hubs,
                             riwalk_error *error)
{
    uint64_t room = bytes - rows_bytes(graph, arcs, scratch);
    rw_hubs *made;
    riwalk_status status;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->graph = graph;
    if ((status = fill(made, arcs, room, scratch, run, error)))
        rw_hubs_free(made);
    else
        *hubs = made;
    return status;
}

bool rw_has_hubs(const riwalk_graph *graph)
{
    double squares = 0;

    for (uint32_t u = 0; u < graph->node_count; u++)
        squares += (double)rw_degree(graph, u) * rw_degree(graph, u);
    return graph->arc_count &&
           2.0 * rw_largest_degree(graph) * (squares / (double)graph->arc_count) >=
               graph->node_count;
}

uint64_t rw_hubs_bytes(const riwalk_graph *graph, bool arcs, bool scratch, uint64_t room)
{
    uint64_t rows, most, planes = planes_bytes(graph);

    if (!rw_has_hubs(graph) || graph->arc_count >= RW_ROW_MOST_STARTS / RW_MOST_SIDES ||
        (rows = rows_bytes(graph, arcs, scratch)) > room)
        return 0;
    most = (room - rows) / 2; /* not all: profiles, too, take memory, which nobody knows yet */
    return rows + (planes < most ? planes : most);
}

void rw_hubs_free(rw_hubs *hubs)
{
    if (!hubs)
        return;
    rw_pool_free(&hubs->pool);
    rw_ranked_rows_free(&hubs->rows);
    rw_ranked_rows_free(&hubs->arcs);
    rw_free(hubs);
}
