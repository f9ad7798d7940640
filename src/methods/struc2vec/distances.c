/* SPDX-License-Identifier: MIT */
/* Chooses the edges of places (layers.h), and computes the structural distances along them. An edge
 * is made once, by the place that chose it (of two near places the later one), and then copied to
 * its other end.
 *
 * For distances the places are cut into blocks. A worker finds the rings of its block. Then it
 * takes every place that a place of the block chose, in order, finds its rings if it is outside,
 * and compares them with those of all that chose it. So it keeps the rings of one block only. */
#include "methods/struc2vec/layers.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sort.h"

#include <math.h>

/* ---- Edges ---- */

/* The places of nodes with at least half and at most twice the degree of a place. */
static void find_similar(const rw_layers *l, uint32_t place, uint32_t *begin, uint32_t *end)
{
    const rw_ring_plan *plan = &l->plan;
    uint32_t rank = plan->ranks[l->order[place]], low = rank, high = rank;
    uint64_t degree = plan->degrees[rank];

    while (low && 2 * (uint64_t)plan->degrees[low - 1] >= degree)
        low--;
    while (high + 1 < plan->degree_count && plan->degrees[high + 1] <= 2 * degree)
        high++;
    *begin = l->classes[low];
    *end = l->classes[high + 1];
}

/* Lists the places that a place chooses, ascending; returns their number. NULL: only counts. */
static uint32_t choose(const rw_layers *l, uint32_t place, uint32_t *chosen)
{
    uint32_t first = place > l->near ? place - l->near : 0, near = place - first;
    uint32_t begin, end, before = 0, count = 0;
    uint64_t stream = rw_rng_stream(0, RW_STAGE_CANDIDATES, place / l->group, 0);

    find_similar(l, place, &begin, &end);
    for (uint32_t i = 0; i < l->parts; i++) {
        uint32_t from = begin + (uint32_t)rw_part(end - begin, l->parts, i);
        uint32_t size = begin + (uint32_t)rw_part(end - begin, l->parts, i + 1) - from;
        uint32_t other = from + (uint32_t)rw_rng_below(rw_rng_at(stream, i), size);

        if (!size || (other >= first && other <= place + (uint64_t)l->near))
            continue;
        if (other < first)
            before++;
        if (chosen) /* leave room for near ones */
            chosen[count + (other > place ? near : 0)] = other;
        count++;
    }
    for (uint32_t i = 0; chosen && i < near; i++)
        chosen[before + i] = first + i;
    return count + near;
}

riwalk_status rw_layers_count_edges(rw_layers *l, const riwalk_run *run, riwalk_error *error)
{
    rw_progress progress;

    rw_progress_begin(&progress, run, "choosing", "nodes", l->count);
    l->edges = 0;
    for (uint32_t p = 0; p < l->count; p++) {
        l->chosen[p] = choose(l, p, NULL);
        l->edges += UINT64_C(2) * l->chosen[p];
        RW_MUST(rw_progress_add(&progress, 1, error));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status make_edges(rw_layers *l, const riwalk_run *run, riwalk_error *error)
{
    rw_pool *pool = &l->plan.pool; /* freed after measuring */
    uint32_t *chosen = rw_take(pool, (size_t)l->near + l->parts, sizeof *chosen, error);
    uint64_t *ends = rw_take(pool, l->count, sizeof *ends, error);
    rw_progress progress;

    RW_MUST(rw_pool_status(pool));
    rw_progress_begin(&progress, run, "joining", "nodes", UINT64_C(3) * l->count);
    /* A place has an edge for each place it chose, and for each that chose it. */
    for (uint32_t p = 0; p < l->count; p++) {
        uint32_t count = choose(l, p, chosen);

        l->offsets[p + 1] += count;
        for (uint32_t i = 0; i < count; i++)
            l->offsets[chosen[i] + 1]++;
        RW_MUST(rw_progress_add(&progress, 1, error));
    }
    for (uint32_t p = 0; p < l->count; p++)
        l->offsets[p + 1] += l->offsets[p];
    for (uint32_t p = 0; p < l->count; p++) {
        ends[p] = l->offsets[p] + choose(l, p, l->partners + l->offsets[p]);
        RW_MUST(rw_progress_add(&progress, 1, error));
    }
    for (uint32_t p = 0; p < l->count; p++) {
        for (uint32_t i = 0; i < l->chosen[p]; i++)
            l->partners[ends[l->partners[l->offsets[p] + i]]++] = p;
        RW_MUST(rw_progress_add(&progress, 1, error));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Distances ---- */

/* Rings of a block take about BLOCK_BYTES at most. Small graphs have BLOCKS blocks, for threads. */
#define BLOCK_BYTES (UINT64_C(64) << 20)
#define BLOCKS 64
#define BLOCK_LEAST 32
#define BLOCK_MOST 512

typedef struct worker {
    rw_ring_search search; /* rings: [block + 1], of the block's places and of one outside */
    uint32_t *chosen;      /* [count]: places that the block chose */
    bool *listed;          /* [count]: whether a place is in `chosen` */
    uint64_t *next;        /* [count]: a place's next edge to compare or to copy to */
} worker;

typedef struct pairs_job {
    rw_layers *layers;
    uint32_t block;
    worker *workers;
    rw_progress progress;
} pairs_job;

static uint32_t block_size(const rw_layers *l)
{
    uint64_t size = l->count / BLOCKS, room = BLOCK_BYTES / rw_rings_bytes(&l->plan);

    if (size < BLOCK_LEAST)
        size = BLOCK_LEAST;
    if (size > BLOCK_MOST)
        size = BLOCK_MOST;
    if (size > room)
        size = room ? room : 1;
    return (uint32_t)size;
}

static riwalk_status make_worker(const pairs_job *j, worker *w, rw_pool *pool, riwalk_error *error)
{
    uint32_t count = j->layers->count;

    RW_MUST(rw_ring_search_init(&w->search, &j->layers->plan, j->block + 1, pool, error));
    w->chosen = rw_take(pool, count, sizeof *w->chosen, error);
    w->listed = rw_take_zeroed(pool, count, sizeof *w->listed, error);
    w->next = rw_take(pool, count, sizeof *w->next, error);
    return rw_pool_status(pool);
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

/* Finds the rings of a block's places, and lists the places that they chose. */
static riwalk_status begin_block(pairs_job *j, worker *w, uint32_t begin, uint32_t size,
                                 uint32_t *chosen, riwalk_error *error)
{
    const rw_layers *l = j->layers;
    uint32_t count = 0;

    for (uint32_t i = 0; i < size; i++) {
        uint64_t first = w->next[i] = l->offsets[begin + i];

        rw_rings_find(&w->search, l->order[begin + i], &w->search.rings[i]);
        for (uint64_t e = first; e < first + l->chosen[begin + i]; e++) {
            if (!w->listed[l->partners[e]])
                w->chosen[count++] = l->partners[e];
            w->listed[l->partners[e]] = true;
        }
        RW_MUST(rw_progress_add(&j->progress, 0, error));
    }
    rw_sort_u32(w->chosen, w->search.queue, count);
    *chosen = count;
    return RIWALK_STATUS_OK;
}

/* Compares a place with those of a block that chose it. Places chosen before are done. */
static void compare_block(pairs_job *j, worker *w, uint32_t begin, uint32_t size, uint32_t other)
{
    const rw_layers *l = j->layers;
    bool outside = other < begin || other - begin >= size;
    rw_rings *rings = &w->search.rings[outside ? j->block : other - begin];

    w->listed[other] = false;
    if (outside)
        rw_rings_find(&w->search, l->order[other], rings);
    for (uint32_t i = 0; i < size; i++)
        if (w->next[i] < l->offsets[begin + i] + l->chosen[begin + i] &&
            l->partners[w->next[i]] == other)
            compare(j, w, &w->search.rings[i], rings, w->next[i]++);
}

static riwalk_status block_task(void *context, size_t task, int number, riwalk_error *error)
{
    pairs_job *j = context;
    worker *w = &j->workers[number];
    uint32_t begin = (uint32_t)task * j->block, left = j->layers->count - begin;
    uint32_t size = left < j->block ? left : j->block, chosen;

    RW_MUST(begin_block(j, w, begin, size, &chosen, error));
    for (uint32_t i = 0; i < chosen; i++) {
        compare_block(j, w, begin, size, w->chosen[i]);
        RW_MUST(rw_progress_add(&j->progress,
                                rw_part(size, chosen, i + 1) - rw_part(size, chosen, i), error));
    }
    return chosen ? RIWALK_STATUS_OK : rw_progress_add(&j->progress, size, error);
}

/* Copies the distances of a layer from the places that chose edges to the other ends. */
static riwalk_status mirror_task(void *context, size_t layer, int number, riwalk_error *error)
{
    pairs_job *j = context;
    const rw_layers *l = j->layers;
    float *entries = l->shares + layer * l->edges;
    uint64_t *ends = j->workers[number].next;

    for (uint32_t p = 0; p < l->count; p++)
        ends[p] = l->offsets[p] + l->chosen[p];
    for (uint32_t p = 0; p < l->count; p++) {
        for (uint64_t e = l->offsets[p]; e < l->offsets[p] + l->chosen[p]; e++)
            entries[ends[l->partners[e]]++] = entries[e];
        RW_MUST(rw_progress_add(&j->progress, 1, error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_layers_measure(rw_layers *l, const riwalk_run *job, riwalk_error *error)
{
    pairs_job j = {.layers = l, .block = block_size(l)};
    size_t threads = (size_t)job->threads;
    RW_POOL(pool);

    l->offsets = rw_take_zeroed(&l->pool, (size_t)l->count + 1, sizeof *l->offsets, error);
    l->partners = rw_take(&l->pool, l->edges, sizeof *l->partners, error);
    l->depths = rw_take_zeroed(&l->pool, l->count, sizeof *l->depths, error);
    l->ups = rw_take(&l->pool, (size_t)l->layers * l->count, sizeof *l->ups, error);
    l->shares = rw_take(&l->pool, l->edges, l->layers * sizeof *l->shares, error);
    RW_MUST(rw_pool_status(&l->pool));
    RW_MUST(make_edges(l, job, error));
    RW_HAVE(j.workers = rw_take(&pool, threads, sizeof *j.workers, error));
    for (size_t t = 0; t < threads; t++)
        RW_MUST(make_worker(&j, &j.workers[t], &pool, error));
    rw_progress_begin(&j.progress, job, "comparing", "nodes", l->count);
    RW_MUST(rw_parallel(job->threads, ((size_t)l->count + j.block - 1) / j.block, block_task, &j,
                        error));
    rw_progress_begin(&j.progress, job, "mirroring", "nodes", (uint64_t)l->layers * l->count);
    RW_MUST(rw_parallel(job->threads, l->layers, mirror_task, &j, error));
    rw_pool_free(&l->plan.pool);
    return RIWALK_STATUS_OK;
}

uint64_t rw_layers_measure_bytes(const rw_layers *l, int threads)
{
    uint64_t rings = rw_rings_bytes(&l->plan) + sizeof(rw_rings);
    uint64_t own = rings * (block_size(l) + UINT64_C(1)) + UINT64_C(13) * l->count;

    return (uint64_t)threads * (rw_ring_search_bytes(&l->plan) + own);
}

/* A block searches a place outside once, however many of its places chose it. */
uint64_t rw_layers_searches(const rw_layers *l)
{
    uint64_t block = block_size(l), blocks = (l->count + block - 1) / block;
    uint64_t beyond = l->near + (block / l->group + 1) * l->parts;

    return l->count + blocks * (beyond < l->count ? beyond : l->count);
}
