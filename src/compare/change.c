/* SPDX-License-Identifier: MIT */
/* How far nodes moved from one snapshot to the next, and whether that is more than chance. A change
 * has two parts: how far the vector moved, and which share of the neighbours are others. How much
 * of either is usual depends on the place: a leaf that loses its edge has no neighbour left, a hub
 * hardly notices. So the change of a node is compared with those of nodes that were most like it.
 */
#include "base/parallel.h"
#include "base/rng.h"
#include "compare/track.h"
#include "evaluate/points.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdlib.h>

#define BLOCK 64       /* nodes of a task */
#define POOL 5000      /* nodes among which the nearest are looked for */
#define LEAST_PEERS 20 /* or there is no p */

typedef struct changes {
    const rw_tracked *t;
    uint32_t step;
    uint32_t *nodes; /* [count]: with edges before and now */
    uint32_t count;
    uint32_t *pool_nodes; /* [pool_count]: those that are compared with */
    uint32_t pool_count;
    struct peer {
        double distance;
        uint32_t node;
    } * peers; /* of each worker: [pool_count] */
    rw_progress progress;
    rw_pool pool;
} changes;

/* Joined nodes of a graph, as numbers that all snapshots share, ascending. */
static uint32_t list_neighbors(const changes *c, uint32_t step, uint32_t node, uint32_t *list)
{
    const riwalk_graph *graph = c->t->graphs[step];
    uint32_t inner = c->t->inner[step][node], count = 0;

    for (uint64_t arc = graph->offsets[inner]; arc < graph->offsets[inner + 1]; arc++)
        list[count++] = c->t->outer[step][graph->neighbors[arc]];
    return count;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* The share of neighbours, before or now, that are not in both: out-neighbours where directed. */
static float find_turnover(const changes *c, uint32_t node, uint32_t *lists[2])
{
    uint32_t counts[2], both = 0, i = 0, j = 0;

    for (int side = 0; side < 2; side++) {
        counts[side] = list_neighbors(c, c->step - 1 + (uint32_t)side, node, lists[side]);
        qsort(lists[side], counts[side], sizeof **lists, compare_numbers);
    }
    while (i < counts[0] && j < counts[1]) {
        if (lists[0][i] == lists[1][j]) {
            both++;
            i++;
            j++;
        } else if (lists[0][i] < lists[1][j]) {
            i++;
        } else {
            j++;
        }
    }
    if (!counts[0] && !counts[1])
        return 0;
    return 1 - (float)both / (float)(counts[0] + counts[1] - both);
}

static riwalk_node_state *state_of(const changes *c, uint32_t node)
{
    return &c->t->tracking->states[c->step][node];
}

/* ---- The two parts ---- */

static riwalk_status find_parts(changes *c, riwalk_error *error)
{
    uint32_t all = c->t->tracking->nodes->node_count, *lists[2];
    double moved = 0, turnover = 0;

    lists[0] = rw_take(&c->pool, all, 2 * sizeof **lists, error);
    c->nodes = rw_take(&c->pool, all, sizeof *c->nodes, error);
    if (c->pool.failed)
        return RIWALK_STATUS_MEMORY;
    lists[1] = lists[0] + all;
    for (uint32_t node = 0; node < all; node++) {
        const float *before = rw_tracked_vector(c->t, c->step - 1, node);
        const float *now = rw_tracked_vector(c->t, c->step, node);
        riwalk_node_state *s = state_of(c, node);

        if (!before || !now)
            continue;
        c->nodes[c->count++] = node;
        s->moved =
            (float)sqrt(rw_squared_distance(before, now, c->t->tracking->vectors->dimensions));
        s->turnover = find_turnover(c, node, lists);
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

static int compare_peers(const void *a, const void *b)
{
    const struct peer *x = a, *y = b;

    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

/* Moves the `wanted` nearest peers to the front, in any order. */
static void select_nearest(struct peer *peers, uint32_t count, uint32_t wanted)
{
    uint32_t low = 0, high = count;

    while (high - low > 1) {
        struct peer pivot = peers[low + (high - low) / 2];
        uint32_t i = low, j = high - 1;

        for (;;) {
            struct peer swapped;

            while (compare_peers(&peers[i], &pivot) < 0)
                i++;
            while (compare_peers(&peers[j], &pivot) > 0)
                j--;
            if (i >= j)
                break;
            swapped = peers[i];
            peers[i++] = peers[j];
            peers[j--] = swapped;
        }
        if (wanted == i)
            return;
        if (wanted < i)
            high = i;
        else
            low = i;
    }
}

static void compare_with_peers(const changes *c, uint32_t node, struct peer *peers)
{
    const float *own = rw_tracked_vector(c->t, c->step - 1, node);
    uint32_t count = 0, wanted = c->t->options.peers, more = 0;
    riwalk_node_state *s = state_of(c, node);

    for (uint32_t i = 0; i < c->pool_count; i++) {
        uint32_t other = c->pool_nodes[i];

        if (other != node)
            peers[count++] =
                (struct peer){rw_squared_distance(own, rw_tracked_vector(c->t, c->step - 1, other),
                                                  c->t->tracking->vectors->dimensions),
                              other};
    }
    if (count < LEAST_PEERS)
        return;
    if (wanted < count)
        select_nearest(peers, count, wanted);
    else
        wanted = count;
    for (uint32_t i = 0; i < wanted; i++)
        more += state_of(c, peers[i].node)->change >= s->change;
    s->p = (float)(1 + more) / (float)(1 + wanted);
}

static riwalk_status peers_task(void *context, size_t task, int worker, riwalk_error *error)
{
    changes *c = context;
    uint32_t begin = (uint32_t)task * BLOCK;
    uint32_t end = c->count - begin < BLOCK ? c->count : begin + BLOCK;

    for (uint32_t i = begin; i < end; i++)
        compare_with_peers(c, c->nodes[i], c->peers + (size_t)worker * c->pool_count);
    return rw_progress_add(&c->progress, end - begin, error);
}

/* All nodes, or a random sample of them. */
static riwalk_status fill_pool(changes *c, riwalk_error *error)
{
    uint32_t *rows = rw_take(&c->pool, c->count, sizeof *rows, error);
    size_t threads = (size_t)c->t->options.run.threads;

    c->pool_count = c->count < POOL ? c->count : POOL;
    c->pool_nodes = rw_take(&c->pool, c->pool_count, sizeof *c->pool_nodes, error);
    c->peers = rw_take(&c->pool, c->pool_count, threads * sizeof *c->peers, error);
    if (c->pool.failed)
        return RIWALK_STATUS_MEMORY;
    rw_draw_rows(rows, c->count, POOL, c->t->options.seed + c->step);
    for (uint32_t i = 0; i < c->pool_count; i++)
        c->pool_nodes[i] = c->nodes[rows[i]];
    return RIWALK_STATUS_OK;
}

riwalk_status rw_track_changes(const rw_tracked *t, uint32_t step, riwalk_error *error)
{
    changes c = {.t = t, .step = step};
    riwalk_status status = find_parts(&c, error);

    if (!status && c.count && !(status = fill_pool(&c, error))) {
        rw_progress_begin(&c.progress, &t->options.run, "comparing changes", "nodes", c.count);
        status = rw_parallel(t->options.run.threads, (c.count + (size_t)BLOCK - 1) / BLOCK,
                             peers_task, &c, error);
    }
    rw_pool_free(&c.pool);
    return status;
}
