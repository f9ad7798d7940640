/* SPDX-License-Identifier: MIT */
/* How much nodes changed between two snapshots, and whether that is more than chance. A change has
 * two parts: the distance that the vector moved, and the share of neighbours that are not the same.
 * What is usual depends on the node: a leaf that loses its edge has no neighbour left, a hub hardly
 * changes. So a node is compared with those that were most like it. */
#include "base/heap.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/sort.h"
#include "compare/track.h"
#include "evaluate/points.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 64       /* nodes in a task */
#define SAMPLE 5000    /* nodes to search for the nearest */
#define LEAST_PEERS 20 /* fewer: no p */

typedef struct changes {
    const rw_tracked *t;
    uint32_t step;
    uint32_t dimensions;
    uint32_t *nodes; /* [count]: with edges in both snapshots */
    uint32_t count;
    rw_scored *sample; /* [sample_count]: nodes to compare with, by their places on an axis */
    uint32_t sample_count;
    float *vectors;     /* [sample_count * dimensions]: of the sample */
    rw_scored *nearest; /* [peers] per worker: a heap of distances */
    rw_progress progress;
    rw_pool *pool;
} changes;

static const float *vector_before(const changes *c, uint32_t node)
{
    return rw_tracked_vector(c->t, c->step - 1, node);
}

/* The share of neighbours in either snapshot that are not in both; out-neighbours if directed.
 * `marks`, [nodes], are those of other nodes. */
static float find_turnover(const changes *c, uint32_t node, uint32_t *marks)
{
    uint32_t either = 0, both = 0;

    for (uint32_t step = c->step - 1; step <= c->step; step++) {
        const riwalk_graph *graph = c->t->tracking->joint;
        uint32_t u = c->t->tracking->places[rw_track_at(c->t->tracking, step, node)];

        for (uint64_t arc = graph->offsets[u]; arc < graph->offsets[u + 1]; arc++) {
            uint32_t *mark = &marks[c->t->nodes[graph->neighbors[arc]]];

            both += *mark == node;
            either += *mark != node;
            *mark = node;
        }
    }
    return either ? 1 - (float)both / (float)either : 0;
}

static riwalk_node_state *state_of(const changes *c, uint32_t node)
{
    return &c->t->tracking->states[rw_track_at(c->t->tracking, c->step, node)];
}

/* ---- The two parts ---- */

static riwalk_status find_parts(changes *c, riwalk_error *error)
{
    uint32_t all = c->t->tracking->nodes->node_count;
    uint32_t *marks = rw_take(c->pool, all, sizeof *marks, error);
    double moved = 0, turnover = 0;

    c->nodes = rw_take(c->pool, all, sizeof *c->nodes, error);
    RW_MUST(rw_pool_status(c->pool));
    memset(marks, 0xff, all * sizeof *marks);
    for (uint32_t node = 0; node < all; node++) {
        const float *before = vector_before(c, node);
        const float *now = rw_tracked_vector(c->t, c->step, node);
        riwalk_node_state *s = state_of(c, node);

        if (!before || !now)
            continue;
        c->nodes[c->count++] = node;
        s->moved = (float)sqrt(rw_squared_distance(before, now, c->dimensions));
        s->turnover = find_turnover(c, node, marks);
        moved += (double)s->moved * (double)s->moved;
        turnover += (double)s->turnover * (double)s->turnover;
    }
    for (uint32_t i = 0; i < c->count; i++) {
        riwalk_node_state *s = state_of(c, c->nodes[i]);
        double a = (double)s->moved, b = (double)s->turnover;

        a = moved > 0 ? a * a * c->count / moved : 0;
        b = turnover > 0 ? b * b * c->count / turnover : 0;
        s->change = (float)sqrt(a + b);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Peers ---- */

RW_HEAP(heap, rw_scored, rw_scored_after)

/* The second dimension: the first is much alike in all nodes. */
static double place_on_axis(const changes *c, const float *vector)
{
    return (double)vector[c->dimensions > 1];
}

/* Finds the nearest of the sample. Visits nodes by their distance along the axis, until it alone
 * exceeds the whole distance of the furthest wanted peer. Nodes at equal coordinates come in the
 * order of their numbers, which decides ties. */
static riwalk_status peers_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const changes *c = context;
    uint32_t low = 0, high = c->sample_count, found = 0, wanted = c->t->options.peers, more = 0;
    uint32_t node = c->nodes[task];
    const float *own = vector_before(c, node);
    rw_scored *heap = c->nearest + (size_t)worker * wanted;
    double place = place_on_axis(c, own);
    riwalk_node_state *s = state_of(c, node);

    while (low < high)
        if (c->sample[low + (high - low) / 2].value < place)
            low += (high - low) / 2 + 1;
        else
            high = low + (high - low) / 2;
    while (low > 0 || high < c->sample_count) {
        double below = low > 0 ? place - c->sample[low - 1].value : INFINITY;
        double above = high < c->sample_count ? c->sample[high].value - place : INFINITY;
        double gap = below < above ? below : above;
        uint32_t i = below < above ? --low : high++;
        rw_scored other = {.number = c->sample[i].number};

        if (found == wanted && (gap * gap > heap->value ||
                                (gap == 0 && heap->value == 0 && other.number > heap->number)))
            break;
        other.value =
            rw_squared_distance(own, c->vectors + (size_t)i * c->dimensions, c->dimensions);
        if (other.number != node)
            heap_offer(heap, &found, wanted, other);
    }
    for (uint32_t i = 0; i < found; i++)
        more += state_of(c, heap[i].number)->change >= s->change;
    if (found >= LEAST_PEERS)
        s->p = (float)(1 + more) / (float)(1 + found);
    return RIWALK_STATUS_OK;
}

/* Takes all nodes, or a random sample. */
static riwalk_status fill_sample(changes *c, riwalk_error *error)
{
    uint32_t *rows = rw_take(c->pool, c->count, sizeof *rows, error);
    size_t threads = (size_t)c->t->options.run.threads, bytes = c->dimensions * sizeof *c->vectors;

    c->sample_count = c->count < SAMPLE ? c->count : SAMPLE;
    c->sample = rw_take(c->pool, c->sample_count, sizeof *c->sample, error);
    c->vectors = rw_take(c->pool, c->sample_count, bytes, error);
    c->nearest = rw_take(c->pool, c->t->options.peers, threads * sizeof *c->nearest, error);
    RW_MUST(rw_pool_status(c->pool));
    rw_draw_rows(rows, c->count, SAMPLE, c->t->options.seed + c->step);
    for (uint32_t i = 0; i < c->sample_count; i++)
        c->sample[i].number = c->nodes[rows[i]];
    for (uint32_t i = 0; i < c->sample_count; i++)
        c->sample[i].value = place_on_axis(c, vector_before(c, c->sample[i].number));
    qsort(c->sample, c->sample_count, sizeof *c->sample, rw_scored_order);
    for (uint32_t i = 0; i < c->sample_count; i++)
        memcpy(c->vectors + (size_t)i * c->dimensions, vector_before(c, c->sample[i].number),
               bytes);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_track_changes(const rw_tracked *t, uint32_t step, riwalk_error *error)
{
    RW_POOL(pool);
    changes c = {
        .t = t, .step = step, .dimensions = t->tracking->vectors->dimensions, .pool = &pool};

    RW_MUST(find_parts(&c, error));
    if (!c.count)
        return RIWALK_STATUS_OK;
    RW_MUST(fill_sample(&c, error));
    rw_progress_begin(&c.progress, &t->options.run, "comparing changes", "nodes", c.count);
    return rw_parallel_blocks(t->options.run.threads, c.count, BLOCK, peers_task, &c, &c.progress,
                              error);
}
