/* SPDX-License-Identifier: MIT */
/* Ranks nodes, lays out their rows by rank, and computes planes of nodes near hubs (hubs.h). */
#include "engine/cpu/adjacency.h"

#include "base/error.h"
#include "base/parallel.h"
#include "roles/roles.h"

#include <string.h>

/* Planes take at most this many bytes per arc of the graph: more would not pay. */
#define PLANE_BYTES_PER_ARC 16

/* Reading this many nodes from a plane takes as long as following one arc. */
#define ARCS_OF_PLANE 4

/* A block takes as much memory as a list of this many neighbours. */
#define BLOCK_NEIGHBORS (RW_BLOCK_BITS / 8 / sizeof(uint32_t))

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
    uint32_t *places = rw_alloc_zeroed((size_t)largest + 1, sizeof *places, error);

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
    rw_free(places);
    return RIWALK_STATUS_OK;
}

/* ---- Rows: first lists of all neighbours, then the denser part of each row as bits ---- */

/* Appends each rank to the rows it belongs to, in order of ranks, so that rows are ascending. The
 * place behind a row's own counts its entries, and ends as the start of the next row. */
static riwalk_status list_rows(rw_hubs *hubs, rw_ranked_rows *rows, const rw_arc_rows *arcs,
                               unsigned sides, riwalk_error *error)
{
    size_t count = (size_t)hubs->count * sides;
    uint64_t start = 0;

    rows->sides = sides;
    RW_HAVE(rows->places = rw_take_aligned(&hubs->pool, count + 1, sizeof *rows->places, error));
    rows->places[0] = (rw_ranked_place){0, 0};
    for (size_t r = 0; r < count; r++) {
        rw_row row = rw_arc_row(&arcs[r % sides], hubs->nodes[r / sides]);

        rows->places[r + 1].list = start;
        for (uint32_t i = 0; i < row.degree; i++)
            start += hubs->ranks[row.nodes[i]] < hubs->count;
    }
    RW_HAVE(rows->lists = rw_alloc_aligned(start, sizeof *rows->lists, error));
    for (size_t r = 0; r < count; r++) {
        size_t side = r % sides;
        rw_row back = rw_arc_row(&arcs[sides - 1 - side], hubs->nodes[r / sides]);

        for (uint32_t i = 0; i < back.degree; i++) {
            size_t rank = hubs->ranks[back.nodes[i]];

            if (rank < hubs->count)
                rows->lists[rows->places[rank * sides + side + 1].list++] = (uint32_t)(r / sides);
        }
    }
    return RIWALK_STATUS_OK;
}

/* The number of blocks at the front of a row that saves most memory. *held: neighbours in them. */
static size_t count_blocks(const uint32_t *list, uint64_t count, uint64_t *held)
{
    size_t blocks = 0;
    int64_t best = 0;

    *held = 0;
    for (uint64_t i = 0; i < count;) {
        size_t end = list[i] / RW_BLOCK_BITS + 1;
        int64_t saved;

        while (i < count && list[i] / RW_BLOCK_BITS < end)
            i++;
        saved = (int64_t)i - (int64_t)(end * BLOCK_NEIGHBORS);
        if (saved > best) {
            best = saved;
            blocks = end;
            *held = i;
        }
    }
    return blocks;
}

/* Moves rows into `dense` and to the front of the lists; if `dense` is NULL, only counts. Returns
 * the place after the last row: words, and neighbours left in lists. */
static rw_ranked_place move_rows(rw_ranked_rows *rows, size_t row_count, uint64_t *dense)
{
    rw_ranked_place to = {0}, next;
    uint64_t from = 0;

    for (size_t r = 0; r < row_count; r++, to = next) {
        const uint32_t *list = rows->lists + from;
        uint64_t count = rows->places[r + 1].list - from, held;

        from += count;
        next.dense = to.dense + count_blocks(list, count, &held) * RW_BLOCK_WORDS;
        next.list = to.list + count - held;
        if (!dense)
            continue;
        for (uint64_t i = 0; i < held; i++)
            rw_plane_add(dense + to.dense, list[i]);
        memmove(rows->lists + to.list, list + held, (count - held) * sizeof *list);
        rows->places[r] = to;
    }
    return to;
}

/* In place, because a second copy of the lists might not fit into memory. */
static riwalk_status split_rows(rw_hubs *hubs, rw_ranked_rows *rows, riwalk_error *error)
{
    size_t count = (size_t)hubs->count * rows->sides;
    rw_ranked_place end = move_rows(rows, count, NULL);

    RW_HAVE(rows->dense = rw_take_aligned(&hubs->pool, end.dense, sizeof *rows->dense, error));
    memset(rows->dense, 0, end.dense * sizeof *rows->dense);
    move_rows(rows, count, rows->dense);
    rows->places[count] = end;
    RW_HAVE(rw_resize_at(&rows->lists, end.list, sizeof *rows->lists, error));
    return RIWALK_STATUS_OK;
}

/* ---- Planes ---- */

/* The degree of a rank, while rows are lists. */
static uint64_t degree_of(const rw_hubs *hubs, uint32_t rank)
{
    const rw_ranked_place *places = hubs->rows.places;

    return places[rank + 1].list - places[rank].list;
}

/* Computes the mean degree of neighbours, and counts the hubs: nodes whose plane is faster to read
 * than their arcs are to follow. */
static uint32_t count_hubs(rw_hubs *hubs, uint64_t most)
{
    double squares = 0;
    uint32_t count = 0;

    for (uint32_t r = 0; r < hubs->count; r++)
        squares += (double)degree_of(hubs, r) * (double)degree_of(hubs, r);
    if (squares > 0) /* all neighbours of a hub may be leaves */
        hubs->spread = (uint32_t)(squares / (double)hubs->rows.places[hubs->count].list);
    while (count < hubs->count && count < most &&
           degree_of(hubs, count) * hubs->spread > hubs->count / ARCS_OF_PLANE)
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

/* The hubs of a batch within two steps of a node: adjacent to it or to a neighbour. */
static uint64_t hubs_within_two(const rw_hubs *hubs, const uint64_t *beside, uint32_t rank)
{
    const rw_ranked_rows *rows = &hubs->rows;
    uint64_t found = beside[rank];

    for (uint64_t e = rows->places[rank].list; e < rows->places[rank + 1].list; e++)
        found |= beside[rows->lists[e]];
    return found;
}

static riwalk_status mark_within_two(void *context, size_t task, int worker, riwalk_error *error)
{
    maker *m = context;
    rw_hubs *hubs = m->hubs;
    const rw_ranked_rows *rows = &hubs->rows;
    uint64_t *beside = m->beside[worker];
    uint32_t first = (uint32_t)task * BATCH, end = first + BATCH;

    if (end > hubs->hub_count)
        end = hubs->hub_count;
    memset(beside, 0, hubs->count * sizeof *beside);
    for (uint32_t h = first; h < end; h++) {
        beside[h] |= UINT64_C(1) << (h - first);
        for (uint64_t e = rows->places[h].list; e < rows->places[h + 1].list; e++)
            beside[rows->lists[e]] |= UINT64_C(1) << (h - first);
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
    rw_pool pool = {0};
    maker m = {.hubs = hubs, .beside = rw_take(&pool, (size_t)threads, sizeof *m.beside, error)};
    riwalk_status status;

    for (int t = 0; t < threads && !pool.failed; t++)
        m.beside[t] = rw_take(&pool, hubs->count, sizeof **m.beside, error);
    status = rw_pool_status(&pool);
    rw_progress_begin(&m.progress, run, "marking hubs", "hubs", hubs->hub_count);
    if (!status)
        status = rw_parallel(threads, tasks, mark_within_two, &m, error);
    rw_pool_free(&pool);
    return status;
}

/* ---- The view ---- */

/* Fills the view; planes take at most `room` bytes. */
static riwalk_status fill(rw_hubs *hubs, const rw_arc_rows *arcs, uint64_t room,
                          const riwalk_run *run, riwalk_error *error)
{
    const riwalk_graph *graph = hubs->graph;
    rw_arc_rows all = {graph->offsets, graph->neighbors, NULL};

    hubs->ranks = rw_take(&hubs->pool, graph->node_count, sizeof *hubs->ranks, error);
    hubs->nodes = rw_take(&hubs->pool, graph->node_count, sizeof *hubs->nodes, error);
    RW_MUST(rw_pool_status(&hubs->pool));
    RW_MUST(rw_rank_nodes(graph, hubs->ranks, hubs->nodes, &hubs->count, error));
    RW_MUST(list_rows(hubs, &hubs->rows, &all, 1, error));
    hubs->words = (hubs->count / RW_BLOCK_BITS + 1) * RW_BLOCK_WORDS;
    hubs->hub_count = count_hubs(hubs, room / (hubs->words * sizeof *hubs->within_two));
    RW_HAVE(hubs->within_two = rw_take_aligned(&hubs->pool, hubs->hub_count,
                                               hubs->words * sizeof(uint64_t), error));
    RW_MUST(make_planes(hubs, run, error));
    RW_MUST(split_rows(hubs, &hubs->rows, error));
    if (!arcs)
        return RIWALK_STATUS_OK;
    RW_MUST(list_rows(hubs, &hubs->arcs, arcs, RW_MOST_SIDES, error));
    return split_rows(hubs, &hubs->arcs, error);
}

/* The bytes of planes that pay at most. */
static uint64_t planes_bytes(const riwalk_graph *graph)
{
    uint64_t all = graph->node_count * (graph->node_count / 64 + UINT64_C(1)) * sizeof(uint64_t);
    uint64_t most = graph->arc_count * PLANE_BYTES_PER_ARC;

    return most < all ? most : all;
}

/* Leaves are in no row. */
static uint64_t rows_bytes(const riwalk_graph *graph, bool arcs)
{
    uint64_t sides = arcs ? 1 + RW_MOST_SIDES : 1, leaves = 0, ranked = 0;

    for (uint32_t u = 0; u < graph->node_count; u++) {
        leaves += rw_degree(graph, u) == 1;
        ranked += rw_degree(graph, u) > 1;
    }
    return graph->node_count * 2 * sizeof(uint32_t) + ranked * sides * sizeof(rw_ranked_place) +
           (graph->arc_count - leaves) * sides * sizeof(uint32_t);
}

riwalk_status rw_hubs_create(const riwalk_graph *graph, const rw_arc_rows *arcs, uint64_t bytes,
                             const riwalk_run *run, rw_hubs **hubs, riwalk_error *error)
{
    rw_hubs *made;
    riwalk_status status;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->graph = graph;
    if ((status = fill(made, arcs, bytes - rows_bytes(graph, arcs), run, error)))
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

uint64_t rw_hubs_bytes(const riwalk_graph *graph, bool arcs, uint64_t room)
{
    uint64_t rows, planes = planes_bytes(graph);

    if (!rw_has_hubs(graph) || (rows = rows_bytes(graph, arcs)) > room)
        return 0;
    return planes < room - rows ? rows + planes : room;
}

void rw_hubs_free(rw_hubs *hubs)
{
    if (!hubs)
        return;
    rw_pool_free(&hubs->pool);
    rw_free(hubs->rows.lists);
    rw_free(hubs->arcs.lists);
    rw_free(hubs);
}
