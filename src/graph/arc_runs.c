/* SPDX-License-Identifier: MIT */
/* Sorts arcs through a file: writes runs that fit into memory, and merges them. */
#include "graph/arc_runs.h"

#include "base/heap.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <string.h>

/* Reserved for the buffers of outputs. */
#define BUFFERS ((uint64_t)5 << 20)
#define LEAST_MEMORY ((uint64_t)1 << 20)

/* A run's buffer while runs are merged, in bytes. */
#define LEAST_BUFFER ((size_t)4096)
#define MOST_BUFFER ((size_t)4 << 20)

/* Arcs between two reports of progress. */
#define STRIDE ((uint64_t)1 << 20)

riwalk_status rw_arc_runs_open(rw_arc_runs *r, const char *beside, uint64_t memory,
                               riwalk_error *error)
{
    r->width = r->weighted ? sizeof(rw_keyed) : sizeof(uint64_t);
    memory = memory < BUFFERS + LEAST_MEMORY ? LEAST_MEMORY : memory - BUFFERS;
    r->room = (size_t)memory / 2 / r->width * r->width;
    RW_HAVE(r->arcs = rw_alloc(r->room, 2, error));
    r->spare = r->arcs + r->room;
    return rw_output_open(beside, &r->file, error);
}

void rw_arc_runs_close(rw_arc_runs *r)
{
    rw_output_discard(r->file);
    rw_free(r->arcs);
    rw_free(r->runs);
    *r = (rw_arc_runs){0};
}

/* ---- Runs ---- */

/* Drops arcs equal to the one before. Weights that will be added up all stay for now. */
static size_t drop_repeated(const rw_arc_runs *r, void *arcs, size_t count)
{
    uint64_t *plain = arcs;
    rw_keyed *keyed = arcs;
    size_t kept = 0;

    if (r->weighted && r->add)
        return count;
    for (size_t i = 0; i < count; i++) {
        if (!r->weighted && (!kept || plain[i] != plain[kept - 1]))
            plain[kept++] = plain[i];
        if (!r->weighted)
            continue;
        if (kept && keyed[i].key == keyed[kept - 1].key)
            keyed[kept - 1].value =
                keyed[i].value > keyed[kept - 1].value ? keyed[i].value : keyed[kept - 1].value;
        else
            keyed[kept++] = keyed[i];
    }
    return kept;
}

/* Each thread sorts and writes a run of its own share. */
static riwalk_status sort_share(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_arc_runs *r = context;
    size_t begin = (size_t)rw_part(r->used, (size_t)r->run.threads, task);
    size_t count = (size_t)rw_part(r->used, (size_t)r->run.threads, task + 1) - begin;
    char *arcs = r->arcs + begin * r->width, *spare = r->spare + begin * r->width;
    rw_arc_run *run = &r->runs[r->count + task];

    if (r->weighted)
        rw_sort_keyed((rw_keyed *)(void *)arcs, (rw_keyed *)(void *)spare, count);
    else
        rw_sort_u64((uint64_t *)(void *)arcs, (uint64_t *)(void *)spare, count);
    run->count = drop_repeated(r, arcs, count);
    run->at = __atomic_fetch_add(&r->bytes, run->count * r->width, __ATOMIC_RELAXED);
    return rw_output_write_at(r->file, arcs, run->count * r->width, run->at, error);
}

static riwalk_status write_runs(rw_arc_runs *r, riwalk_error *error)
{
    riwalk_status status;

    if (!r->used)
        return RIWALK_STATUS_OK;
    RW_HAVE(rw_grow_at(&r->runs, &r->capacity, r->count + (size_t)r->run.threads, sizeof *r->runs,
                       error));
    status = rw_parallel(r->run.threads, (size_t)r->run.threads, sort_share, r, error);
    r->count += (size_t)r->run.threads;
    r->used = 0;
    return status;
}

static inline void put_arc(rw_arc_runs *r, uint64_t from, uint64_t to, const double *weight)
{
    if (r->weighted)
        ((rw_keyed *)(void *)r->arcs)[r->used++] = (rw_keyed){from << 32 | to, *weight};
    else
        ((uint64_t *)(void *)r->arcs)[r->used++] = from << 32 | to;
    r->taken++;
}

riwalk_status rw_arc_runs_add(rw_arc_runs *r, const uint32_t *ends, const double *weights,
                              uint64_t count, riwalk_error *error)
{
    size_t full = r->room / r->width - 1;

    for (uint64_t e = 0; e < count; e++) {
        uint32_t u = ends[2 * e], v = ends[2 * e + 1];

        if (u == v) {
            r->loops++;
            continue;
        }
        if (r->used >= full)
            RW_MUST(write_runs(r, error));
        put_arc(r, u, v, weights ? &weights[e] : NULL);
        if (!r->directed)
            put_arc(r, v, u, weights ? &weights[e] : NULL);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Merging ---- */

/* A run being read. */
typedef struct cursor {
    uint64_t key; /* key of the next arc */
    char *buffer;
    size_t next, have; /* arcs in the buffer */
    rw_arc_run left;   /* still in the file */
} cursor;

static bool lesser(cursor *const *a, cursor *const *b)
{
    return (*a)->key < (*b)->key;
}

RW_HEAP(heap, cursor *, lesser)

typedef struct merge {
    rw_arc_runs *runs;
    cursor *cursors;
    cursor **heap;  /* least key on top */
    uint32_t count; /* size of the heap */
    char *memory;
    size_t buffer; /* arcs per buffer */
    double *weights;
    size_t weight_count, weight_room;
    rw_pool pool; /* everything but the weights */
    rw_progress progress;
} merge;

/* Goes to the next arc and refills an empty buffer, which stays empty at the end. */
static riwalk_status advance(merge *m, cursor *c, riwalk_error *error)
{
    size_t width = m->runs->width;

    if (++c->next >= c->have) {
        c->have = (size_t)(c->left.count < m->buffer ? c->left.count : m->buffer);
        c->next = 0;
        RW_MUST(rw_output_read_at(m->runs->file, c->buffer, c->have * width, c->left.at, error));
        c->left.at += c->have * width;
        c->left.count -= c->have;
    }
    if (c->have)
        memcpy(&c->key, c->buffer + c->next * width, sizeof c->key);
    return RIWALK_STATUS_OK;
}

/* Removes the least arc from the heap, and keeps its weight. */
static riwalk_status pop(merge *m, riwalk_error *error)
{
    cursor *c = m->heap[0];

    if (m->runs->weighted) {
        RW_HAVE(rw_grow_at(&m->weights, &m->weight_room, m->weight_count + 1, sizeof *m->weights,
                           error));
        m->weights[m->weight_count++] = ((const rw_keyed *)(const void *)c->buffer)[c->next].value;
    }
    RW_MUST(advance(m, c, error));
    if (!c->have)
        c = m->heap[--m->count];
    heap_sink(m->heap, m->count, c);
    return RIWALK_STATUS_OK;
}

static riwalk_status open_merge(merge *m, riwalk_error *error)
{
    rw_arc_runs *r = m->runs;
    size_t share = 2 * r->room / (r->count + !r->count);

    share = share < MOST_BUFFER ? share : MOST_BUFFER;
    if (share < LEAST_BUFFER)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the memory limit is too low for so many edges: at least %.0f MB are needed",
                       (double)(LEAST_BUFFER * r->count) * 2 / 1e6 + 1);
    m->buffer = share / r->width;
    m->cursors = rw_take(&m->pool, r->count, sizeof *m->cursors, error);
    m->heap = rw_take(&m->pool, r->count, sizeof *m->heap, error);
    RW_HAVE(m->memory = rw_take(&m->pool, r->count * m->buffer, r->width, error));
    for (size_t i = 0; i < r->count; i++) {
        cursor *c = &m->cursors[i];

        *c = (cursor){.left = r->runs[i], .buffer = m->memory + i * m->buffer * r->width};
        RW_MUST(advance(m, c, error));
        if (c->have)
            heap_offer(m->heap, &m->count, UINT32_MAX, c);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status merge_all(merge *m, rw_take_arc *take, void *context, riwalk_error *error)
{
    uint64_t done = 0;

    while (m->count) {
        uint64_t key = m->heap[0]->key;
        double weight = 1;

        for (m->weight_count = 0; m->count && m->heap[0]->key == key;) {
            RW_MUST(pop(m, error));
            if (!(++done % STRIDE))
                RW_MUST(rw_progress_add(&m->progress, STRIDE, error));
        }
        if (m->runs->weighted)
            weight = rw_repeated_weight(m->weights, (uint32_t)m->weight_count, m->runs->add);
        RW_MUST(take(context, key, weight, error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_arc_runs_merge(rw_arc_runs *r, rw_take_arc *take, void *context,
                                riwalk_error *error)
{
    merge m = {.runs = r};
    riwalk_status status = write_runs(r, error);
    uint64_t arcs = 0;

    rw_free(r->arcs);
    r->arcs = NULL;
    for (size_t i = 0; i < r->count; i++)
        arcs += r->runs[i].count;
    rw_progress_begin(&m.progress, &r->run, "merging", "arcs", arcs);
    if (!status && !(status = open_merge(&m, error)))
        status = merge_all(&m, take, context, error);
    rw_pool_free(&m.pool);
    rw_free(m.weights);
    return status;
}
