/* SPDX-License-Identifier: MIT */
/* Tracks nodes through snapshots of a graph, with one embedding and one set of roles. */
#include "compare/track.h"

#include "base/error.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "compare/align.h"
#include "describe/describe.h"
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
static riwalk_status collect_names(rw_tracked *t, riwalk_error *error)
{
    rw_edges none = {0};
    RW_OWN(rw_intern, intern, rw_intern_free);

    intern.copies = true;
    for (uint32_t g = 0; g < t->tracking->steps; g++)
        RW_MUST(rw_intern_nodes(&intern, t->graphs[g], error));
    return rw_graph_build_interned(&intern, &none, false, &t->options.run, &t->tracking->nodes,
                                   error);
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

/* Joins all snapshots into one graph, and notes which of its nodes is which. */
static riwalk_status join(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    size_t all = made->nodes->node_count, count = 0;
    char buffer[RW_INTEGER_CHARS];
    uint32_t *places;

    for (uint32_t g = 0; g < made->steps; g++)
        count += t->graphs[g]->node_count;
    places = rw_take(&t->pool, count, sizeof *places, error);
    t->nodes = rw_take(&t->pool, count, sizeof *t->nodes, error);
    t->rows = rw_take(&t->pool, count, sizeof *t->rows, error);
    RW_MUST(rw_pool_status(&t->pool));
    RW_HAVE(made->places = rw_take(&made->pool, made->steps, all * sizeof *places, error));
    memset(made->places, 0xff, made->steps * all * sizeof *places); /* RIWALK_NO_CLASS */
    RW_MUST(riwalk_graph_union(t->graphs, made->steps, made->names, &t->options.run, places,
                               &made->joint, error));
    for (uint32_t g = 0, row = 0; g < made->steps; g++)
        for (uint32_t u = 0; u < t->graphs[g]->node_count; u++, row++) {
            rw_span name = rw_graph_name(t->graphs[g], u, buffer);
            uint32_t place = places[row];

            riwalk_graph_find(made->nodes, name.text, name.length, &t->nodes[place]);
            made->places[rw_track_at(made, g, t->nodes[place])] = place;
            t->rows[place] = row;
        }
    return RIWALK_STATUS_OK;
}

const float *rw_tracked_vector(const rw_tracked *t, uint32_t step, uint32_t node)
{
    const riwalk_tracking *made = t->tracking;
    size_t at = rw_track_at(made, step, node);

    if (made->states[at].role == RIWALK_NO_CLASS)
        return NULL;
    return rw_vectors_row(made->vectors, t->rows[made->places[at]]);
}

/* Initialises states: role 0 for nodes with edges, none for others. */
static riwalk_status begin_states(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;
    const riwalk_graph *g = made->joint;
    size_t count = rw_track_at(made, made->steps, 0);
    uint32_t *degrees;

    RW_HAVE(made->states = rw_take(&made->pool, count, sizeof *made->states, error));
    RW_HAVE(degrees = rw_take_zeroed(&t->pool, g->node_count, sizeof *degrees, error));
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++) {
            degrees[u]++;
            degrees[g->neighbors[a]] += g->directed; /* else there is an arc back */
        }
    for (size_t i = 0; i < count; i++) {
        uint32_t degree = made->places[i] == RIWALK_NO_CLASS ? 0 : degrees[made->places[i]];

        made->states[i] =
            (riwalk_node_state){degree ? 0 : RIWALK_NO_CLASS, degree, NAN, NAN, NAN, NAN};
    }
    return RIWALK_STATUS_OK;
}

/* Checks that consecutive snapshots share a node. */
static riwalk_status check_shared(const riwalk_tracking *made, riwalk_error *error)
{
    for (uint32_t g = 1; g < made->steps; g++) {
        const riwalk_node_state *now = riwalk_tracking_states(made, g);
        const riwalk_node_state *before = riwalk_tracking_states(made, g - 1);
        uint32_t shared = 0;

        for (uint32_t node = 0; node < made->nodes->node_count; node++)
            shared += before[node].degree && now[node].degree;
        if (!shared)
            return rw_refuse(error,
                             "snapshots %u and %u have no node with edges in common: are their ids "
                             "different, or windows too short?",
                             g, g + 1);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Roles ---- */

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
    return made->description->described[described].ranges[RIWALK_NODE_MEASURE_DEGREE].median;
}

/* Sorts the roles of nodes with edges by falling median degree. */
static riwalk_status order_roles(riwalk_tracking *made, riwalk_error *error)
{
    uint32_t found = made->description->summary.roles;

    RW_HAVE(made->described = rw_take(&made->pool, found, sizeof *made->described, error));
    for (uint32_t role = 0; role < found; role++) {
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

    RW_MUST(order_roles(made, error));
    for (size_t i = 0; i < rw_track_at(made, made->steps, 0); i++)
        for (uint32_t role = 0; role < made->roles && made->states[i].role != RIWALK_NO_CLASS;
             role++)
            if (made->described[role] == roles[made->places[i]])
                made->states[i].role = role;
    return RIWALK_STATUS_OK;
}

static riwalk_status count_moves(riwalk_tracking *made, riwalk_error *error)
{
    size_t roles = made->roles, all = made->nodes->node_count;

    made->sizes = rw_take_zeroed(&made->pool, made->steps, roles * sizeof *made->sizes, error);
    made->moves =
        rw_take_zeroed(&made->pool, made->steps, roles * roles * sizeof *made->moves, error);
    RW_MUST(rw_pool_status(&made->pool));
    for (size_t i = 0; i < made->steps * all; i++) {
        uint32_t now = made->states[i].role;
        uint32_t before = i < all ? RIWALK_NO_CLASS : made->states[i - all].role;

        if (now == RIWALK_NO_CLASS)
            continue;
        made->sizes[i / all * roles + now]++;
        if (before != RIWALK_NO_CLASS)
            made->moves[(i / all * roles + before) * roles + now]++;
    }
    return RIWALK_STATUS_OK;
}

/* ---- The whole ---- */

static riwalk_status track(rw_tracked *t, riwalk_error *error)
{
    riwalk_tracking *made = t->tracking;

    RW_MUST(collect_names(t, error));
    RW_MUST(name_steps(made, error));
    RW_MUST(join(t, error));
    RW_MUST(begin_states(t, error));
    RW_MUST(check_shared(made, error));
    RW_MUST(rw_compare_embed(t->graphs, made->steps, made->names, DIMENSIONS, t->options.embedding,
                             &t->options.run, t->options.seed, &made->vectors, error));
    for (uint32_t step = 1; step < made->steps; step++)
        RW_MUST(rw_track_changes(t, step, error));
    RW_MUST(describe(t, error));
    RW_MUST(find_roles(made, error));
    return count_moves(made, error);
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
    rw_pool_free(&t.pool);
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
    return tracking->states + rw_track_at(tracking, step, 0);
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

    return 8 * RW_ORDER(x->state->p, y->state->p) +
           4 * RW_ORDER(y->state->change, x->state->change) + 2 * RW_ORDER(x->step, y->step) +
           RW_ORDER(x->node, y->node);
}

riwalk_status riwalk_tracking_changed(const riwalk_tracking *tracking, uint32_t step,
                                      riwalk_changed_node **changed, size_t *count,
                                      riwalk_error *error)
{
    uint32_t all = tracking->nodes->node_count;
    size_t begin = rw_track_at(tracking, step ? step : 1, 0);
    size_t end = rw_track_at(tracking, step ? step + 1 : tracking->steps, 0);
    riwalk_changed_node *made;

    RW_HAVE(made = rw_alloc(end - begin, sizeof *made, error));
    *count = 0;
    for (size_t i = begin; i < end; i++)
        if (!isnan(tracking->states[i].p))
            made[(*count)++] = (riwalk_changed_node){(uint32_t)(i % all), (uint32_t)(i / all),
                                                     &tracking->states[i]};
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
