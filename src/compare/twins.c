/* SPDX-License-Identifier: MIT */
/* Twins: nodes of a graph that structure cannot tell apart. Colours are refined (1-WL): a node's
 * new colour follows from its own and its neighbours', until no more colours appear. Each known
 * pair begins with a colour of its own, other nodes with that of their type. Colours are 64-bit
 * sums of mixed colours; they collide as rarely as random numbers. */
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sort.h"
#include "compare/align.h"

#include <string.h>

#define BLOCK 1024 /* nodes in a task */
#define MOST 64    /* rounds; long paths would need half as many as they have nodes */

typedef struct refinement {
    const rw_alignment_work *work;
    int graph;
    uint64_t *colors, *next; /* [nodes] */
    uint64_t *sorted;        /* [2 * nodes] */
} refinement;

static uint64_t sum_of(const rw_arc_rows *rows, uint32_t node, const uint64_t *colors)
{
    uint64_t sum = 0;

    for (uint64_t i = rows->offsets[node]; i < rows->offsets[node + 1]; i++)
        sum += rw_rng_mix(colors[rows->neighbors[i]]);
    return sum;
}

/* A colour for `own` and the colours of a node's neighbours. */
static uint64_t color_of(const rw_directions *arcs, uint32_t node, const uint64_t *colors,
                         uint64_t own)
{
    uint64_t color = own + sum_of(&arcs->out, node, colors);

    return arcs->directed ? rw_rng_mix(color) + sum_of(&arcs->in, node, colors) : color;
}

static riwalk_status refine_task(void *context, size_t node, int worker, riwalk_error *error)
{
    const refinement *r = context;

    r->next[node] = color_of(&r->work->arcs[r->graph], (uint32_t)node, r->colors,
                             rw_rng_mix(r->colors[node] ^ RW_RNG_GAMMA));
    return RIWALK_STATUS_OK;
}

/* Counts the distinct colours, in a sorted copy. */
static uint32_t count_colors(const refinement *r)
{
    uint32_t nodes = r->work->counts[r->graph], colors = 0;

    memcpy(r->sorted, r->colors, nodes * sizeof *r->sorted);
    rw_sort_u64(r->sorted, r->sorted + nodes, nodes);
    for (uint32_t i = 0; i < nodes; i++)
        colors += !i || r->sorted[i] != r->sorted[i - 1];
    return colors;
}

static riwalk_status refine(refinement *r, riwalk_error *error)
{
    uint32_t nodes = r->work->counts[r->graph], before = 0, colors;

    for (int round = 0; (colors = count_colors(r)) != before && round < MOST; round++) {
        uint64_t *old = r->colors;

        RW_MUST(
            rw_parallel_blocks(r->work->run.threads, nodes, BLOCK, refine_task, r, NULL, error));
        r->colors = r->next;
        r->next = old;
        before = colors;
    }
    return RIWALK_STATUS_OK;
}

/* Counts the values equal to `value` in a sorted array; *first is the index of the first. */
static uint32_t count_equal(const uint64_t *sorted, uint32_t count, uint64_t value, uint64_t *first)
{
    uint64_t end = count;

    *first = rw_search_u64(sorted, 0, count, value);
    if (value < UINT64_MAX)
        end = rw_search_u64(sorted, *first, count, value + 1);
    return (uint32_t)(end - *first);
}

riwalk_status rw_align_twins(rw_alignment_work *work, int graph, uint32_t *twins,
                             riwalk_error *error)
{
    uint32_t nodes = work->counts[graph];
    refinement r = {.work = work, .graph = graph};
    uint64_t first;
    RW_POOL(pool);

    r.colors = rw_take(&pool, nodes, sizeof *r.colors, error);
    r.next = rw_take(&pool, nodes, sizeof *r.next, error);
    r.sorted = rw_take(&pool, nodes, 2 * sizeof *r.sorted, error);
    RW_MUST(rw_pool_status(&pool));
    for (uint32_t node = 0; node < nodes; node++)
        r.colors[node] = rw_align_is_known(work, graph, node)
                             ? UINT64_C(2) + node
                             : (work->types[graph] ? (uint64_t)work->types[graph][node] << 32 : 1);
    RW_MUST(refine(&r, error));
    for (uint32_t node = 0; node < nodes; node++)
        twins[node] = count_equal(r.sorted, nodes, r.colors[node], &first);
    return RIWALK_STATUS_OK;
}

/* ---- The same neighbours ---- */

riwalk_status rw_find_siblings(const riwalk_graph *graph, uint32_t least, uint32_t *siblings,
                               bool *any, riwalk_error *error)
{
    uint32_t nodes = graph->node_count, *firsts;
    uint64_t *hashes, *sorted;
    RW_OWN(rw_directions, arcs, rw_directions_free);
    RW_POOL(pool);

    RW_MUST(rw_directions_init(&arcs, graph, error));
    hashes = rw_take(&pool, nodes, sizeof *hashes, error);
    sorted = rw_take(&pool, nodes, 2 * sizeof *sorted, error);
    firsts = rw_take(&pool, nodes, sizeof *firsts, error);
    RW_MUST(rw_pool_status(&pool));
    for (uint32_t node = 0; node < nodes; node++)
        sorted[node] = node + UINT64_C(1);
    for (uint32_t node = 0; node < nodes; node++)
        hashes[node] = color_of(&arcs, node, sorted, graph->types ? graph->types[node] : 0);
    memcpy(sorted, hashes, nodes * sizeof *sorted);
    rw_sort_u64(sorted, sorted + nodes, nodes);
    memset(firsts, 0xff, nodes * sizeof *firsts);
    for (uint32_t node = 0; node < nodes; node++) {
        uint64_t first;

        siblings[node] = node;
        if (count_equal(sorted, nodes, hashes[node], &first) < least)
            continue;
        if (firsts[first] == RW_NO_NODE)
            firsts[first] = node;
        siblings[node] = firsts[first];
        *any = true;
    }
    return RIWALK_STATUS_OK;
}
