/* SPDX-License-Identifier: MIT */
/* Tracks nodes through snapshots of a graph, with one embedding and one set of roles. */
#include "compare/track.h"

#include "base/error.h"
#include "base/options.h"
#include "base/parallel.h"
#include "compare/align.h"
#include "graph/intern.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMENSIONS 32 /* dimensions of the vectors */
#define STARTS 4      /* starts of k-means */
#define MOST_ROLES 8  /* most roles to try: people can follow few over time */

void riwalk_track_options_init(riwalk_track_options *options)
{
    *options = (riwalk_track_options){.size = sizeof *options, .seed = 1, .peers = 200};
}

static riwalk_status check(const riwalk_graph *const *graphs, size_t count,
                           const riwalk_track_options *options, riwalk_error *error)
{
    if (count < 2)
        return rw_refuse(error, "there is one snapshot: nothing can be compared with it");
    if (count > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many snapshots");
    for (size_t g = 0; g < count; g++) {
        if (!graphs[g])
            return rw_refuse(error, "snapshot %zu is NULL", g + 1);
        if (!graphs[g]->arc_count)
            return rw_refuse(error, "snapshot %zu has no edges", g + 1);
        if (graphs[g]->directed != graphs[0]->directed)
            return rw_refuse(
                error, "some snapshots are directed and others are not: read all the same way");
    }
    if (options->peers < 20 || options->peers > 2000)
        return rw_refuse(error, "peers is %u: expected 20 to 2000", options->peers);
    return RIWALK_STATUS_OK;
}

/* ---- Names ---- */

/* Collects the names of all graphs in one sorted list. */
static riwalk_status collect_names(rw_tracked *t, uint32_t count, riwalk_error *error)
{
    rw_edges none = {0};
    rw_intern intern = {.copies = true};
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t g = 0; g < count && !status; g++)
        status = rw_intern_nodes(&intern, t->graphs[g], error);
    if (!status)
        status = rw_graph_build_interned(&intern, &none, false, &t->options.run,
                                         &t->tracking->nodes, error);
    rw_intern_free(&intern);
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
            rw_span name = rw_graph_name(graph, node, buffer);

            riwalk_graph_find(t->tracking->nodes, name.text, name.length, &t->outer[g][node]);
            t->inner[g][t->outer[g][node]] = node;
        }
    }
    return rw_pool_status(pool);
}

/* ---- Vectors ---- */

/* Names snapshots by their numbers. */
static riwalk_status name_steps(riwalk_tracking *made, riwalk_error *error)
{
    char(*text)[16] = rw_take(&made->pool, made->steps, sizeof *text, error);

    made->names = rw_take(&made->pool, made->steps, sizeof *made->names, error);
    for (uint32_t g = 0; g < made->steps && made->names; g++) {
        snprintf(text[g], sizeof text[g], "%u", g + 1);
        made->names[g] = text[g];
    }
    return rw_pool_status(&made->pool);
}

static riwalk_status embed(rw_tracked *t, riwalk_error *error)
{
    return rw_compare_embed(t->graphs, t->tracking->steps, t->tracking->names, DIMENSIONS,
                            t->options.embedding, &t->options.run, t->options.seed,
                            &t->tracking->vectors, error);
}

const float *rw_tracked_vector(const rw_tracked *t, uint32_t step, uint32_t node)
{
    if (t->tracking->states[step][node].role == RIWALK_NO_CLASS)
        return NULL;
    return rw_vectors_row(t->tracking->vectors, t->first_rows[step] + t->inner[step][node]);
}

/* Initialises states: role 0 for nodes with edges, none for others. */
static riwalk_status begin_states(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    uint32_t all = made->nodes->node_count;

    made->states = rw_take_zeroed(&made->pool, made->steps, sizeof *made->states, error);
    for (uint32_t g = 0; g < made->steps && !made->pool.failed; g++) {
        const riwalk_graph *graph = t->graphs[g];
        riwalk_node_state *states = rw_take(&made->pool, all, sizeof *states, error);

        made->states[g] = states;
        for (uint32_t node = 0; node < all && states; node++)
            states[node] = (riwalk_node_state){RIWALK_NO_CLASS, 0, NAN, NAN, NAN, NAN};
        for (uint32_t u = 0; u < graph->node_count && states; u++)
            for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
                riwalk_node_state *ends[] = {&states[t->outer[g][u]],
                                             &states[t->outer[g][graph->neighbors[a]]]};

                /* An undirected edge is two arcs, each of which counts for its first end. */
                for (int end = 0; end < (graph->directed ? 2 : 1); end++) {
                    ends[end]->role = 0;
                    ends[end]->degree++;
                }
            }
    }
    return rw_pool_status(&made->pool);
}

/* Checks that consecutive snapshots share a node. */
static riwalk_status check_shared(const rw_tracked *t, riwalk_error *error)
{
    const riwalk_tracking *made = t->tracking;

    for (uint32_t g = 1; g < made->steps; g++) {
        uint32_t shared = 0;

        for (uint32_t node = 0; node < made->nodes->node_count; node++)
            shared += made->states[g - 1][node].degree && made->states[g][node].degree;
        if (!shared)
            return rw_refuse(error,
                             "snapshots %u and %u have no node with edges in common: are their ids "
                             "different, or windows too short?",
                             g, g + 1);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Roles ---- */

/* Joins all snapshots into one graph, and notes the place of each node in it. */
static riwalk_status join(rw_tracked *t, rw_pool *pool, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    uint32_t *places = rw_take(pool, made->vectors->count, sizeof *places, error);
    uint32_t all = made->nodes->node_count;
    riwalk_status status = rw_pool_status(pool);

    if (!status)
        status = riwalk_graph_union(t->graphs, made->steps, made->names, &t->options.run, places,
                                    &made->joint, error);
    if (status)
        return status;
    made->places = rw_take(&made->pool, made->steps, sizeof *made->places, error);
    for (uint32_t g = 0; g < made->steps && !made->pool.failed; g++) {
        uint32_t *to = made->places[g] = rw_take(&made->pool, all, sizeof *to, error);

        for (uint32_t node = 0; node < all && to; node++)
            to[node] = t->inner[g][node] == RIWALK_NO_CLASS
                           ? RIWALK_NO_CLASS
                           : places[t->first_rows[g] + t->inner[g][node]];
    }
    return rw_pool_status(&made->pool);
}

/* Finds roles: clusters of the vectors of all nodes in all snapshots. */
static riwalk_status describe(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    riwalk_describe_options how;

    riwalk_describe_options_init(&how);
    how.run = t->options.run;
    how.seed = t->options.seed;
    how.roles = t->options.roles;
    how.starts = STARTS;
    how.most_roles = MOST_ROLES;
    return riwalk_describe(made->joint, made->vectors, &how, &made->description, error);
}

static double median_degree(const riwalk_tracking *made, uint32_t described)
{
    const riwalk_described_role *role = riwalk_description_role(made->description, described);

    return role->ranges[RIWALK_NODE_MEASURE_DEGREE].median;
}

/* Sorts the roles of nodes with edges by falling median degree. */
static riwalk_status order_roles(riwalk_tracking *made, riwalk_error *error)
{
    riwalk_description_summary found = {.size = sizeof found};

    riwalk_description_summarize(made->description, &found, NULL);
    RW_HAVE(made->described = rw_take(&made->pool, found.roles, sizeof *made->described, error));
    for (uint32_t role = 0; role < found.roles; role++) {
        uint32_t at = made->roles;

        if (median_degree(made, role) <= 0)
            continue;
        for (; at && median_degree(made, made->described[at - 1]) < median_degree(made, role); at--)
            made->described[at] = made->described[at - 1];
        made->described[at] = role;
        made->roles++;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status find_roles(riwalk_tracking *made, riwalk_error *error)
{
    const uint32_t *roles = riwalk_description_roles(made->description);
    riwalk_status status = order_roles(made, error);

    for (uint32_t g = 0; g < made->steps && !status; g++)
        for (uint32_t node = 0; node < made->nodes->node_count; node++) {
            riwalk_node_state *s = &made->states[g][node];

            for (uint32_t role = 0; role < made->roles && s->role != RIWALK_NO_CLASS; role++)
                if (made->described[role] == roles[made->places[g][node]])
                    s->role = role;
        }
    return status;
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
    rw_pool pool = {0};
    riwalk_status status;

    if ((status = collect_names(t, made->steps, error)) || (status = map_nodes(t, &pool, error)) ||
        (status = begin_states(t, error)) || (status = check_shared(t, error)) ||
        (status = name_steps(made, error)) || (status = embed(t, error)))
        goto done;
    for (uint32_t step = 1; step < made->steps; step++)
        if ((status = rw_track_changes(t, step, error)))
            goto done;
    if (!(status = join(t, &pool, error)) && !(status = describe(t, error)) &&
        !(status = find_roles(made, error)))
        status = count_moves(made, error);
done:
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

    RW_MUST(rw_options_over(riwalk_track_options, &t.options, options, error));
    if (!graphs || !tracking)
        return rw_refuse(error, "the graphs and the tracking must not be NULL");
    RW_MUST(check(graphs, graph_count, &t.options, error));
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
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
    riwalk_description_free(tracking->description);
    riwalk_vectors_free(tracking->vectors);
    riwalk_graph_free(tracking->joint);
    riwalk_graph_free(tracking->nodes);
    rw_pool_free(&tracking->pool);
    rw_free(tracking);
}

/* ---- Results ---- */

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

const riwalk_described_role *riwalk_tracking_role(const riwalk_tracking *tracking, uint32_t role)
{
    return riwalk_description_role(tracking->description, tracking->described[role]);
}

const char *riwalk_tracking_role_name(const riwalk_tracking *tracking, uint32_t role)
{
    return riwalk_tracking_role(tracking, role)->name;
}

/* ---- The order of changes ---- */

static int compare_changes(const void *a, const void *b)
{
    const riwalk_changed_node *x = a, *y = b;

    if (x->state->p != y->state->p)
        return x->state->p < y->state->p ? -1 : 1;
    if (x->state->change != y->state->change)
        return x->state->change > y->state->change ? -1 : 1;
    if (x->step != y->step)
        return x->step < y->step ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

riwalk_status riwalk_tracking_changed(const riwalk_tracking *tracking, uint32_t step,
                                      riwalk_changed_node **changed, size_t *count,
                                      riwalk_error *error)
{
    uint32_t first = step ? step : 1, last = step ? step : tracking->steps - 1;
    size_t room = (size_t)(last - first + 1) * tracking->nodes->node_count;
    riwalk_changed_node *made;

    RW_HAVE(made = rw_alloc(room, sizeof *made, error));
    *count = 0;
    for (uint32_t g = first; g <= last; g++)
        for (uint32_t node = 0; node < tracking->nodes->node_count; node++)
            if (!isnan(tracking->states[g][node].p))
                made[(*count)++] = (riwalk_changed_node){node, g, &tracking->states[g][node]};
    qsort(made, *count, sizeof *made, compare_changes);
    *changed = made;
    return RIWALK_STATUS_OK;
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
