/* SPDX-License-Identifier: MIT */
/*
 * The structural distances of all pairs that layers join. The places are cut into blocks. A worker
 * keeps the rings of its block, compares those of the block with each other, and then takes every
 * place beyond it that one of the block has chosen: finds its rings, and compares them with those
 * of all that chose it. So rings are never kept for more than a block.
 */
#include "methods/struc2vec/layers.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"

#include <math.h>

/* A block's rings take at most about BLOCK_BYTES. Small graphs have BLOCKS blocks, for threads. */
#define BLOCK_BYTES (UINT64_C(64) << 20)
#define BLOCKS 64
#define BLOCK_LEAST 32
#define BLOCK_MOST 512

typedef struct worker {
    rw_ring_search search;
    rw_rings *rings;  /* [block + 1]: of the block's places, and of one beyond it */
    uint32_t *beyond; /* [count]: places beyond the block that it has chosen */
    bool *listed;     /* [count]: those */
    uint64_t *ends;   /* [count] */
} worker;

typedef struct pairs_job {
    rw_layers *layers;
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
    rw_free(w->beyond);
    rw_free(w->listed);
    rw_free(w->ends);
    rw_ring_search_free(&w->search);
}

static riwalk_status make_worker(worker *w, const rw_ring_plan *plan, uint32_t count,
                                 uint32_t block, riwalk_error *error)
{
    riwalk_status status = rw_ring_search_init(&w->search, plan, error);

    if (status)
        return status;
    if (!(w->beyond = rw_alloc(count, sizeof *w->beyond, error)) ||
        !(w->listed = rw_alloc_zeroed(count, sizeof *w->listed, error)) ||
        !(w->ends = rw_alloc(count, sizeof *w->ends, error)) ||
        !(w->rings = rw_alloc_zeroed(block + 1, sizeof *w->rings, error)))
        return RIWALK_STATUS_MEMORY;
    return rw_rings_init(w->rings, block + 1, plan, error);
}

static void compare(pairs_job *j, worker *w, const rw_rings *a, const rw_rings *b, uint64_t edge)
{
    rw_layers *l = j->layers;
    uint32_t both = a->count < b->count ? a->count : b->count;
    double f = 0;

    for (uint32_t k = 0; k < l->layers; k++) {
        f += k < both ? rw_rings_warp(a, b, k, w->search.row) : (double)INFINITY;
        l->shares[k * l->edges + edge] = (float)f;
    }
}

/* Compares the places of a block with those of it that they chose, and lists the others. */
static riwalk_status compare_inside(pairs_job *j, worker *w, uint32_t begin, uint32_t size,
                                    uint32_t *beyond_count, riwalk_error *error)
{
    const rw_layers *l = j->layers;
    riwalk_status status = RIWALK_STATUS_OK;
    uint32_t beyond = 0;

    for (uint32_t i = 0; i < size && !status; i++) {
        rw_rings_find(&w->search, l->order[begin + i], &w->rings[i]);
        status = rw_progress_add(&j->progress, 0, error);
    }
    for (uint32_t i = 0; i < size && !status; i++) {
        uint64_t first = l->offsets[begin + i];

        for (uint64_t e = first; e < first + l->chosen[begin + i]; e++) {
            uint32_t other = l->partners[e];

            if (other >= begin && other - begin < size)
                compare(j, w, &w->rings[i], &w->rings[other - begin], e);
            else if (!w->listed[other]) {
                w->listed[other] = true;
                w->beyond[beyond++] = other;
            }
        }
        status = rw_progress_add(&j->progress, 0, error);
    }
    *beyond_count = beyond;
    return status;
}

/* The edge by which a place chose another, or one that it has not. */
static uint64_t find_edge(const rw_layers *l, uint32_t place, uint32_t other)
{
    uint64_t first = l->offsets[place];

    return rw_search_u32(l->partners, first, first + l->chosen[place], other);
}

static void compare_beyond(pairs_job *j, worker *w, uint32_t begin, uint32_t size, uint32_t other)
{
    const rw_layers *l = j->layers;
    rw_rings *rings = &w->rings[j->block];

    w->listed[other] = false;
    rw_rings_find(&w->search, l->order[other], rings);
    for (uint32_t i = 0; i < size; i++) {
        uint32_t place = begin + i;
        uint64_t edge = find_edge(l, place, other);

        if (edge < l->offsets[place] + l->chosen[place] && l->partners[edge] == other)
            compare(j, w, &w->rings[i], rings, edge);
    }
}

static riwalk_status block_task(void *context, size_t task, int number, riwalk_error *error)
{
    pairs_job *j = context;
    worker *w = &j->workers[number];
    uint32_t begin = (uint32_t)task * j->block, left = j->layers->count - begin;
    uint32_t size = left < j->block ? left : j->block;
    uint32_t beyond;
    riwalk_status failed = compare_inside(j, w, begin, size, &beyond, error);

    if (failed)
        return failed;
    for (uint32_t i = 0; i < beyond; i++) {
        uint64_t done = rw_part(size, beyond, i + 1) - rw_part(size, beyond, i);
        riwalk_status status;

        compare_beyond(j, w, begin, size, w->beyond[i]);
        if ((status = rw_progress_add(&j->progress, done, error)))
            return status;
    }
    return beyond ? RIWALK_STATUS_OK : rw_progress_add(&j->progress, size, error);
}

static riwalk_status mirror_task(void *context, size_t layer, int number, riwalk_error *error)
{
    pairs_job *j = context;
    const rw_layers *l = j->layers;

    return rw_layers_mirror(l, l->shares + layer * l->edges, j->workers[number].ends, &j->progress,
                            error);
}

static riwalk_status make_room(rw_layers *l, riwalk_error *error)
{
    size_t count = (size_t)l->layers * l->count;

    if (!(l->depths = rw_alloc_zeroed(l->count, sizeof *l->depths, error)) ||
        !(l->ups = rw_alloc(count, sizeof *l->ups, error)) ||
        !(l->shares = rw_alloc(l->edges, l->layers * sizeof *l->shares, error)))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_layers_measure(rw_layers *l, const rw_ring_plan *plan, const riwalk_run *job,
                                riwalk_error *error)
{
    pairs_job j = {.layers = l, .block = block_size(plan, l->count)};
    size_t threads = (size_t)job->threads;
    riwalk_status status = rw_layers_make_edges(l, plan, job, error);

    if (!status)
        status = make_room(l, error);
    if (status)
        return status;
    if (!(j.workers = rw_alloc_zeroed(threads, sizeof *j.workers, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < threads && !status; t++)
        status = make_worker(&j.workers[t], plan, l->count, j.block, error);
    rw_progress_begin(&j.progress, job, "comparing", "nodes", l->count);
    if (!status)
        status = rw_parallel(job->threads, ((size_t)l->count + j.block - 1) / j.block, block_task,
                             &j, error);
    rw_progress_begin(&j.progress, job, "mirroring", "nodes", (uint64_t)l->layers * l->count);
    if (!status)
        status = rw_parallel(job->threads, l->layers, mirror_task, &j, error);
    for (size_t t = 0; t < threads; t++)
        free_worker(&j.workers[t]);
    rw_free(j.workers);
    return status;
}

uint64_t rw_layers_measure_bytes(const rw_layers *l, const rw_ring_plan *plan, int threads)
{
    uint64_t rings = rw_rings_bytes(plan) + sizeof(rw_rings);
    uint64_t own = rings * (block_size(plan, l->count) + UINT64_C(1)) + UINT64_C(13) * l->count;

    return (uint64_t)threads * (rw_ring_search_bytes(plan) + own);
}

/* A place beyond a block is taken once, however many of the block have chosen it. */
uint64_t rw_layers_searches(const rw_layers *l, const rw_ring_plan *plan)
{
    uint64_t block = block_size(plan, l->count), blocks = (l->count + block - 1) / block;
    uint64_t beyond = l->near + (block / l->group + 1) * l->parts;

    return l->count + blocks * (beyond < l->count ? beyond : l->count);
}
