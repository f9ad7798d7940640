/* SPDX-License-Identifier: MIT */
/*
 * The structural distances of all pairs that layers join. The places are cut into blocks. A worker
 * keeps the rings of its block, and takes every place from the block's first to `reach` beyond its
 * last in turn: finds its rings, and compares them with those of the block that come before it. So
 * rings are never kept for more than a block, and a search is made about 1 + reach / block times.
 */
#include "methods/struc2vec_layers.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <math.h>

/* A block's rings take at most about BLOCK_BYTES. Small graphs have BLOCKS blocks, for threads. */
#define BLOCK_BYTES (UINT64_C(64) << 20)
#define BLOCKS 64
#define BLOCK_LEAST 32
#define BLOCK_MOST 512

typedef struct worker {
    rw_ring_search search;
    rw_rings *rings; /* [block + 1]: of the block's places, and of one beyond it */
} worker;

typedef struct pairs_job {
    rw_layers *layers;
    const rw_ring_plan *plan;
    uint32_t block;
    worker *workers;
    rw_progress progress;
} pairs_job;

static uint32_t block_size(const rw_ring_plan *plan, uint32_t count)
{
    uint64_t size = count / BLOCKS, room = BLOCK_BYTES / rw_rings_bytes(plan);

    if (size < BLOCK_LEAST)
        size = BLOCK_LEAST;
    if (size > BLOCK_MOST)
        size = BLOCK_MOST;
    if (size > room)
        size = room ? room : 1;
    return (uint32_t)size;
}

static void free_worker(worker *w)
{
    if (w->rings)
        rw_rings_free(w->rings);
    rw_free(w->rings);
    rw_ring_search_free(&w->search);
}

static riwalk_status make_worker(worker *w, const rw_ring_plan *plan, uint32_t block,
                                 riwalk_error *error)
{
    riwalk_status status = rw_ring_search_init(&w->search, plan, error);

    if (status)
        return status;
    if (!(w->rings = rw_alloc_zeroed(block + 1, sizeof *w->rings, error)))
        return RIWALK_STATUS_MEMORY;
    return rw_rings_init(w->rings, block + 1, plan, error);
}

static void compare(pairs_job *j, worker *w, const rw_rings *a, uint32_t p, const rw_rings *b,
                    uint32_t q)
{
    rw_layers *l = j->layers;
    uint32_t p_slot = rw_layers_slot(l, p, q), q_slot = rw_layers_slot(l, q, p);
    uint32_t both = a->count < b->count ? a->count : b->count;
    double f = 0;

    for (uint32_t k = 0; k < l->layers; k++) {
        f += k < both ? rw_rings_warp(a, b, k, w->search.row) : (double)INFINITY;
        rw_layers_row(l, k, p)[p_slot] = (float)f;
        rw_layers_row(l, k, q)[q_slot] = (float)f;
    }
}

/* Slots at the ends of the order that have no partner. */
static void close_row(rw_layers *l, uint32_t place)
{
    uint32_t last = l->count - 1 - place < l->reach ? l->count - 1 : place + l->reach;
    uint32_t used = last - rw_layers_first(l, place);

    for (uint32_t k = 0; k < l->layers; k++)
        for (uint32_t s = used; s < l->slots; s++)
            rw_layers_row(l, k, place)[s] = INFINITY;
}

static riwalk_status block_task(void *context, size_t task, int number, riwalk_error *error)
{
    pairs_job *j = context;
    rw_layers *l = j->layers;
    worker *w = &j->workers[number];
    uint32_t begin = (uint32_t)task * j->block;
    uint32_t size = l->count - begin < j->block ? l->count - begin : j->block;
    uint64_t end = (uint64_t)begin + size + l->reach;
    riwalk_status status;

    for (uint32_t q = begin; q < end && q < l->count; q++) {
        bool inside = q - begin < size;
        rw_rings *rings = &w->rings[inside ? q - begin : j->block];
        uint32_t first = rw_layers_first(l, q);

        rw_rings_find(&w->search, l->order[q], rings);
        for (uint32_t p = first > begin ? first : begin; p < q && p - begin < size; p++)
            compare(j, w, &w->rings[p - begin], p, rings, q);
        if (!inside)
            continue;
        close_row(l, q);
        if ((status = rw_progress_add(&j->progress, 1, error)))
            return status;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status make_room(rw_layers *l, riwalk_error *error)
{
    size_t cells = (size_t)l->layers * l->count;

    if (!(l->depths = rw_alloc_zeroed(l->count, sizeof *l->depths, error)) ||
        !(l->ups = rw_alloc(cells, sizeof *l->ups, error)) ||
        !(l->shares = rw_alloc(cells, l->slots * sizeof *l->shares, error)))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_layers_measure(rw_layers *l, const rw_ring_plan *plan, const rw_job *job,
                                riwalk_error *error)
{
    pairs_job j = {.layers = l, .plan = plan, .block = block_size(plan, l->count)};
    size_t threads = (size_t)job->threads;
    riwalk_status status = make_room(l, error);

    if (status)
        return status;
    if (!(j.workers = rw_alloc_zeroed(threads, sizeof *j.workers, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < threads && !status; t++)
        status = make_worker(&j.workers[t], plan, j.block, error);
    rw_progress_begin(&j.progress, job->progress, job->progress_data, "comparing", "nodes",
                      l->count);
    if (!status)
        status = rw_parallel(job->threads, ((size_t)l->count + j.block - 1) / j.block, block_task,
                             &j, error);
    for (size_t t = 0; t < threads; t++)
        free_worker(&j.workers[t]);
    rw_free(j.workers);
    return status;
}

uint64_t rw_layers_measure_bytes(const rw_layers *l, const rw_ring_plan *plan, int threads)
{
    uint64_t rings = rw_rings_bytes(plan) + sizeof(rw_rings);

    return (uint64_t)threads *
           (rw_ring_search_bytes(plan) + rings * (block_size(plan, l->count) + UINT64_C(1)));
}

uint64_t rw_layers_searches(const rw_layers *l, const rw_ring_plan *plan)
{
    uint64_t block = block_size(plan, l->count), searches = 0;

    for (uint64_t begin = 0; begin < l->count; begin += block) {
        uint64_t end = begin + block + l->reach;

        searches += (end < l->count ? end : l->count) - begin;
    }
    return searches;
}
