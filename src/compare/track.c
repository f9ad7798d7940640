/* SPDX-License-Identifier: MIT */
/* Nodes through snapshots of a graph: one embedding and one set of roles for all of them. */
#include "compare/track.h"

#include "base/error.h"
#include "base/options.h"
#include "base/parallel.h"
#include "graph/intern.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONS 32 /* of the vectors */
#define STARTS 4      /* of k-means */
#define MOST_ROLES 8  /* that are tried: what a person follows over time */

void riwalk_track_options_init(riwalk_track_options *options)
{
    *options = (riwalk_track_options){.size = sizeof *options, .seed = 1, .peers = 200};
}

static riwalk_status check(const riwalk_graph *const *graphs, size_t count,
                           const riwalk_track_options *options, riwalk_error *error)
{
    if (count < 2)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "there is one snapshot: nothing can be compared with it");
    if (count > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many snapshots");
    for (size_t g = 0; g < count; g++) {
        if (!graphs[g])
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "snapshot %zu is NULL", g + 1);
        if (!graphs[g]->arc_count)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "snapshot %zu has no edges", g + 1);
        if (graphs[g]->directed != graphs[0]->directed)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "some snapshots are directed and others are not: read all in one way");
    }
    if (options->peers < 20 || options->peers > 2000)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "peers is %u: expected 20 to 2000",
                       options->peers);
    return RIWALK_STATUS_OK;
}

/* ---- Names ---- */

/* The names of all graphs as one sorted list. */
static riwalk_status collect_names(rw_tracked *t, uint32_t count, riwalk_error *error)
{
    rw_edges none = {0};
    rw_intern intern = {0};
    rw_pool pool = {0};
    riwalk_status status = rw_intern_init(&intern, error);

    for (uint32_t g = 0; g < count && !status; g++) {
        const riwalk_graph *graph = t->graphs[g];
        uint64_t *offsets = rw_take(&pool, graph->node_count + (size_t)1, sizeof *offsets, error);
        char *text = NULL;
        uint32_t id;

        if (offsets)
            text = rw_take(&pool, riwalk_graph_names(graph, offsets, NULL) + 32, 1, error);
        if (!text) {
            status = RIWALK_STATUS_MEMORY;
            break;
        }
        riwalk_graph_names(graph, offsets, text);
        for (uint32_t node = 0; node < graph->node_count && !status; node++)
            status = rw_intern_text(&intern, text + offsets[node],
                                    (size_t)(offsets[node + 1] - offsets[node]), &id, error);
    }
    if (!status)
        status = rw_graph_build_interned(&intern, &none, false, &t->options.run,
                                         &t->tracking->nodes, error);
    rw_intern_free(&intern);
    rw_pool_free(&pool);
    return status;
}

static riwalk_status map_nodes(rw_tracked *t, rw_pool *pool, riwalk_error *error)
{
    uint32_t steps = t->tracking->steps, all = t->tracking->nodes->node_count, row = 0;
    char buffer[RW_INTEGER_CHARS];

    t->inner = rw_take_zeroed(pool, steps, sizeof *t->inner, error);
    t->outer = rw_take_zeroed(pool, steps, sizeof *t->outer, error);
    t->first_rows = rw_take(pool, steps, sizeof *t->first_rows, error);
    for (uint32_t g = 0; g < steps && !pool->failed; g++) {
        const riwalk_graph *graph = t->graphs[g];

        t->inner[g] = rw_take(pool, all, sizeof **t->inner, error);
        t->outer[g] = rw_take(pool, graph->node_count, sizeof **t->outer, error);
        if (pool->failed)
            break;
        memset(t->inner[g], 0xff, all * sizeof **t->inner);
        t->first_rows[g] = row;
        row += graph->node_count;
        for (uint32_t node = 0; node < graph->node_count; node++) {
            size_t length;
            const char *name = rw_graph_name(graph, node, buffer, &length);

            riwalk_graph_find(t->tracking->nodes, name, length, &t->outer[g][node]);
            t->inner[g][t->outer[g][node]] = node;
        }
    }
    return rw_pool_status(pool);
}

/* ---- Vectors ---- */

static riwalk_status embed(rw_tracked *t, rw_pool *pool, riwalk_vectors **vectors,
                           riwalk_error *error)
{
    uint32_t steps = t->tracking->steps;
    char(*text)[16] = rw_take(pool, steps, sizeof *text, error);
    const char **names = rw_take(pool, steps, sizeof *names, error);
    riwalk_options o;
    riwalk_status status;

    if ((status = rw_pool_status(pool)))
        return status;
    for (uint32_t g = 0; g < steps; g++) {
        snprintf(text[g], sizeof text[g], "%u", g + 1);
        names[g] = text[g];
    }
    riwalk_options_init(&o);
    rw_compare_embedding(&o, DIMENSIONS);
    if ((status = rw_options_copy(&o, sizeof o, t->options.embedding, error)))
        return status;
    o.run = t->options.run;
    o.seed = t->options.seed;
    return riwalk_embed(t->graphs, steps, names, &o, vectors, NULL, NULL, error);
}

const float *rw_tracked_vector(const rw_tracked *t, uint32_t step, uint32_t node)
{
    if (t->tracking->states[step][node].role == RIWALK_NO_CLASS)
        return NULL;
    return rw_vectors_row(t->vectors, t->first_rows[step] + t->inner[step][node]);
}

/* Nodes begin without a role where they have no edges, and with 0 where they have. */
static riwalk_status begin_states(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    uint32_t all = made->nodes->node_count;

    made->states = rw_take_zeroed(&made->pool, made->steps, sizeof *made->states, error);
    for (uint32_t g = 0; g < made->steps && !made->pool.failed; g++) {
        rw_directions arcs = {0};
        riwalk_status status;

        if (!(made->states[g] = rw_take(&made->pool, all, sizeof **made->states, error)))
            break;
        if ((status = rw_directions_init(&arcs, t->graphs[g], error))) {
            rw_pool_free(&arcs.pool);
            return status;
        }
        for (uint32_t node = 0; node < all; node++) {
            uint32_t inner = t->inner[g][node], degree = 0;

            if (inner != RIWALK_NO_CLASS)
                degree = rw_arc_count(&arcs.out, inner) +
                         (arcs.directed ? rw_arc_count(&arcs.in, inner) : 0);
            made->states[g][node] =
                (riwalk_node_state){degree ? 0 : RIWALK_NO_CLASS, degree, NAN, NAN, NAN, NAN};
        }
        rw_pool_free(&arcs.pool);
    }
    return rw_pool_status(&made->pool);
}

/* Two snapshots that follow each other must have a node in common. */
static riwalk_status check_shared(const rw_tracked *t, riwalk_error *error)
{
    const riwalk_tracking *made = t->tracking;

    for (uint32_t g = 1; g < made->steps; g++) {
        uint32_t shared = 0;

        for (uint32_t node = 0; node < made->nodes->node_count; node++)
            shared += made->states[g - 1][node].degree && made->states[g][node].degree;
        if (!shared)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "snapshots %u and %u have no node with edges in common: are their ids "
                           "the same?",
                           g, g + 1);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Roles ---- */

typedef struct role_degrees {
    uint32_t role, low, median, high;
} role_degrees;

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static int by_degree(const void *a, const void *b)
{
    const role_degrees *x = a, *y = b;

    if (x->median != y->median)
        return x->median < y->median ? 1 : -1;
    if (x->high != y->high)
        return x->high < y->high ? 1 : -1;
    return (x->role > y->role) - (x->role < y->role);
}

/* Numbers roles by falling median degree, and names them by the middle half of their degrees. */
static riwalk_status name_roles(rw_tracked *t, const uint32_t *states, const uint32_t *clusters,
                                uint32_t count, uint32_t *ranks, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    uint32_t *degrees = rw_alloc(count, sizeof *degrees, error);
    role_degrees *roles = rw_alloc(made->roles, sizeof *roles, error);
    riwalk_status status = degrees && roles ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    for (uint32_t role = 0; role < made->roles && !status; role++) {
        uint32_t size = 0;

        for (uint32_t i = 0; i < count; i++)
            if (clusters[i] == role)
                degrees[size++] = states[i];
        qsort(degrees, size, sizeof *degrees, compare_u32);
        roles[role] = (role_degrees){role, degrees[size / 4], degrees[size / 2],
                                     degrees[size - 1 - size / 4]};
    }
    if (!status)
        qsort(roles, made->roles, sizeof *roles, by_degree);
    for (uint32_t i = 0; i < made->roles && !status; i++) {
        ranks[roles[i].role] = i;
        if (roles[i].low == roles[i].high)
            snprintf(made->names[i], RW_ROLE_NAME, "%u: degree %u", i + 1, roles[i].low);
        else
            snprintf(made->names[i], RW_ROLE_NAME, "%u: degree %u-%u", i + 1, roles[i].low,
                     roles[i].high);
    }
    rw_free(degrees);
    rw_free(roles);
    return status;
}

/* Clusters the vectors of all nodes with edges, in all snapshots. */
static riwalk_status find_roles(rw_tracked *t, rw_pool *pool, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    uint32_t all = made->nodes->node_count, count = 0;
    uint32_t *clusters = rw_take(pool, t->vectors->count, sizeof *clusters, error);
    uint32_t *degrees = rw_take(pool, t->vectors->count, sizeof *degrees, error);
    riwalk_vectors some = {.dimensions = t->vectors->dimensions};
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_cluster_options how;
    uint32_t *ranks;
    riwalk_status status;

    some.values = rw_take(pool, t->vectors->count, some.dimensions * sizeof *some.values, error);
    if ((status = rw_pool_status(pool)))
        return status;
    for (uint32_t g = 0; g < made->steps; g++)
        for (uint32_t node = 0; node < all; node++) {
            const float *vector = rw_tracked_vector(t, g, node);

            if (!vector)
                continue;
            degrees[count] = made->states[g][node].degree;
            memcpy(rw_vectors_row(&some, count++), vector, some.dimensions * sizeof *vector);
        }
    some.count = count;
    riwalk_cluster_options_init(&how);
    how.run = t->options.run;
    how.seed = t->options.seed;
    how.starts = STARTS;
    how.most_clusters = MOST_ROLES;
    how.scale = RIWALK_NORMALIZATION_UNIT;
    if ((status = riwalk_cluster(&some, t->options.roles, &how, clusters, &scores, error)))
        return status;
    made->roles = scores.clusters;
    made->names = rw_take(&made->pool, made->roles, sizeof *made->names, error);
    ranks = rw_take(pool, made->roles, sizeof *ranks, error);
    if (made->pool.failed || pool->failed)
        return RIWALK_STATUS_MEMORY;
    if ((status = name_roles(t, degrees, clusters, count, ranks, error)))
        return status;
    count = 0;
    for (uint32_t g = 0; g < made->steps; g++)
        for (uint32_t node = 0; node < all; node++)
            if (made->states[g][node].role != RIWALK_NO_CLASS)
                made->states[g][node].role = ranks[clusters[count++]];
    return RIWALK_STATUS_OK;
}

static riwalk_status count_moves(riwalk_tracking *made, riwalk_error *error)
{
    size_t roles = made->roles;

    made->sizes = rw_take_zeroed(&made->pool, made->steps, roles * sizeof *made->sizes, error);
    made->moves =
        rw_take_zeroed(&made->pool, made->steps, roles * roles * sizeof *made->moves, error);
    if (made->pool.failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t g = 0; g < made->steps; g++)
        for (uint32_t node = 0; node < made->nodes->node_count; node++) {
            uint32_t now = made->states[g][node].role;
            uint32_t before = g ? made->states[g - 1][node].role : RIWALK_NO_CLASS;

            if (now == RIWALK_NO_CLASS)
                continue;
            made->sizes[g * roles + now]++;
            if (before != RIWALK_NO_CLASS)
                made->moves[(g * roles + before) * roles + now]++;
        }
    return RIWALK_STATUS_OK;
}

/* ---- The whole ---- */

static riwalk_status track(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    riwalk_vectors *vectors = NULL;
    rw_pool pool = {0};
    riwalk_status status;

    if ((status = collect_names(t, made->steps, error)) || (status = map_nodes(t, &pool, error)) ||
        (status = begin_states(t, error)) || (status = check_shared(t, error)) ||
        (status = embed(t, &pool, &vectors, error)))
        goto done;
    t->vectors = vectors;
    for (uint32_t step = 1; step < made->steps; step++)
        if ((status = rw_track_changes(t, step, error)))
            goto done;
    if (!(status = find_roles(t, &pool, error)))
        status = count_moves(made, error);
done:
    riwalk_vectors_free(vectors);
    rw_pool_free(&pool);
    return status;
}

riwalk_status riwalk_track(const riwalk_graph *const *graphs, size_t graph_count,
                           const riwalk_track_options *options, riwalk_tracking **tracking,
                           riwalk_error *error)
{
    rw_tracked t = {.graphs = graphs};
    riwalk_tracking *made;
    riwalk_status status;

    riwalk_track_options_init(&t.options);
    if ((status = rw_options_copy(&t.options, sizeof t.options, options, error)))
        return status;
    if (!graphs || !tracking)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graphs and the tracking must not be NULL");
    if ((status = check(graphs, graph_count, &t.options, error)))
        return status;
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    t.options.run = rw_run_resolve(&t.options.run);
    t.tracking = made;
    made->steps = (uint32_t)graph_count;
    if ((status = track(&t, error)))
        riwalk_tracking_free(made);
    else
        *tracking = made;
    return status;
}

void riwalk_tracking_free(riwalk_tracking *tracking)
{
    if (!tracking)
        return;
    riwalk_graph_free(tracking->nodes);
    rw_pool_free(&tracking->pool);
    rw_free(tracking);
}

/* ---- What is in it ---- */

const riwalk_graph *riwalk_tracking_nodes(const riwalk_tracking *tracking)
{
    return tracking->nodes;
}

uint32_t riwalk_tracking_steps(const riwalk_tracking *tracking)
{
    return tracking->steps;
}

uint32_t riwalk_tracking_roles(const riwalk_tracking *tracking)
{
    return tracking->roles;
}

const riwalk_node_state *riwalk_tracking_states(const riwalk_tracking *tracking, uint32_t step)
{
    return tracking->states[step];
}

const char *riwalk_tracking_role_name(const riwalk_tracking *tracking, uint32_t role)
{
    return tracking->names[role];
}

uint32_t riwalk_tracking_role_size(const riwalk_tracking *tracking, uint32_t step, uint32_t role)
{
    return tracking->sizes[(size_t)step * tracking->roles + role];
}

uint32_t riwalk_tracking_moves(const riwalk_tracking *tracking, uint32_t step, uint32_t from,
                               uint32_t to)
{
    return tracking->moves[((size_t)step * tracking->roles + from) * tracking->roles + to];
}
