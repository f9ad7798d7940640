/* SPDX-License-Identifier: MIT */
/* From a graph to the roles of its nodes, described. */
#include "describe/describe.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "evaluate/points.h"
#include "evaluate/scale.h"
#include "methods/embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* Of k-means: with many roles ten starts seldom meet the best. */
#define STARTS 30

void riwalk_describe_options_init(riwalk_describe_options *options)
{
    *options = (riwalk_describe_options){
        .size = sizeof *options,
        .seed = 1,
        .most_roles = 20,
        .typical = 5,
        .tokens = 5,
        .scale = RIWALK_NORMALIZATION_UNIT,
    };
}

/* ---- Vectors ---- */

void rw_describe_told(const riwalk_description *d, riwalk_options *options)
{
    riwalk_options_preset(options, RIWALK_PRESET_ROLES);
    options->run = d->options.run;
    options->seed = d->options.seed;
    options->view_count = 0;
    options->role_types = RIWALK_USE_NO;
    options->view = (riwalk_view){RIWALK_IDENTIFIER_SP, RW_DESCRIBE_RADIUS,
                                  RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_DROP, 2};
}

/* Where the vectors are made of the roles that are told in words, their profiles are kept. */
static riwalk_status embed(riwalk_description *d, riwalk_error *error)
{
    riwalk_embed_report report = {.size = sizeof report};
    rw_embedding e = {.graphs = &d->graph, .graph_count = 1};
    riwalk_options *o = &d->embedding, told;
    rw_view_profiles also;
    riwalk_status status;

    rw_describe_told(d, &told);
    also = (rw_view_profiles){.view = told.view};
    riwalk_options_preset(o, RIWALK_PRESET_ROLES);
    if ((status = rw_options_copy(o, sizeof *o, d->options.embedding, error)))
        return status;
    o->run = d->options.run;
    o->seed = d->options.seed;
    if (!(status = rw_embedding_init(&e, o, error))) {
        *o = e.options;
        if (o->walks == told.walks && o->walk_length == told.walk_length &&
            o->role_types != RIWALK_USE_YES)
            e.also = &also;
        status = rw_embed(&e, &d->made, &report, error);
    }
    rw_embedding_free(&e);
    d->profiles = also.profiles;
    d->vectors = d->made;
    return status;
}

/* The rows of the nodes that have edges and a vector, one after the other. */
static riwalk_status gather(riwalk_description *d, rw_clustered *c, rw_pool *pool,
                            riwalk_vectors *some, riwalk_error *error)
{
    uint32_t dimensions = d->vectors->dimensions, row;

    c->dimensions = dimensions;
    c->nodes = rw_take(pool, d->graph->node_count, sizeof *c->nodes, error);
    c->clusters = rw_take(pool, d->graph->node_count, sizeof *c->clusters, error);
    some->values = rw_take(pool, d->graph->node_count, dimensions * sizeof *some->values, error);
    if (pool->failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t node = 0; node < d->graph->node_count; node++) {
        if (!rw_vectors_find_node(d->vectors, d->graph, node, d->options.prefix, &row)) {
            d->summary.missing++;
            continue;
        }
        if (!rw_degree(d->graph, node))
            continue;
        memcpy(some->values + (size_t)c->count * dimensions, rw_vectors_row(d->vectors, row),
               dimensions * sizeof *some->values);
        c->nodes[c->count++] = node;
    }
    if (!c->count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "none of the nodes with edges has a vector: are these the vectors of this "
                       "graph?");
    some->count = c->count;
    some->dimensions = dimensions;
    return RIWALK_STATUS_OK;
}

/* ---- Clusters ---- */

static riwalk_status find_roles(riwalk_description *d, riwalk_error *error)
{
    riwalk_cluster_scores scores = {.size = sizeof scores};
    riwalk_cluster_options options;
    rw_clustered c = {0};
    riwalk_vectors some = {0};
    rw_points points;
    rw_pool pool = {0};
    float *scaled = NULL;
    riwalk_status status;

    riwalk_cluster_options_init(&options);
    options.run = d->options.run;
    options.seed = d->options.seed;
    options.starts = STARTS;
    options.scale = d->options.scale;
    options.most_clusters = d->options.most_roles;
    if ((status = gather(d, &c, &pool, &some, error)) ||
        (status = riwalk_cluster(&some, d->options.roles, &options, c.clusters, &scores, error)) ||
        (status = rw_points_make(&some, d->options.scale, &points, &scaled, error)))
        goto done;
    c.k = scores.clusters;
    c.values = points.values;
    d->summary.roles = c.k + (d->summary.isolated > 0);
    d->summary.chosen = !d->options.roles;
    d->summary.silhouette = scores.silhouette;
    d->summary.silhouette_nodes = scores.silhouette_rows;
    status = rw_describe_members(d, &c, error);
done:
    rw_pool_free(&pool);
    rw_free(scaled);
    return status;
}

/* ---- The whole ---- */

static riwalk_status check(const riwalk_graph *graph, const riwalk_describe_options *options,
                           riwalk_error *error)
{
    if (graph->directed)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph is directed, and roles are defined on undirected graphs: read "
                       "it as an undirected one");
    if (!graph->arc_count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph has no edges, so there are no roles to describe");
    if (options->most_roles < 2)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "most_roles must be 2 or more");
    return rw_scale_check(options->scale, error);
}

static riwalk_status describe(riwalk_description *d, riwalk_error *error)
{
    riwalk_status status;

    d->summary.size = sizeof d->summary;
    d->summary.nodes = d->graph->node_count;
    if (!d->vectors && (status = embed(d, error)))
        return status;
    if ((status = rw_describe_measure(d, error)) || (status = find_roles(d, error)) ||
        (status = rw_describe_ranges(d, error)) || (status = rw_describe_tokens(d, error)))
        return status;
    return rw_describe_names(d, error);
}

riwalk_status riwalk_describe(const riwalk_graph *graph, const riwalk_vectors *vectors,
                              const riwalk_describe_options *options,
                              riwalk_description **description, riwalk_error *error)
{
    riwalk_describe_options known;
    riwalk_description *made;
    riwalk_status status;

    riwalk_describe_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!graph || !description)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph and the description must not be NULL");
    if ((status = check(graph, &known, error)))
        return status;
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    made->graph = graph;
    made->vectors = vectors;
    made->options = known;
    made->options.run = rw_run_resolve(&known.run);
    if ((status = describe(made, error)))
        riwalk_description_free(made);
    else
        *description = made;
    return status;
}

void riwalk_description_free(riwalk_description *d)
{
    if (!d)
        return;
    riwalk_vectors_free(d->made);
    rw_pool_free(&d->pool);
    rw_profiles_free(d->profiles);
    riwalk_sampler_free(d->sampler);
    rw_free(d);
}

/* ---- What is in it ---- */

riwalk_status riwalk_description_summarize(const riwalk_description *description,
                                           riwalk_description_summary *summary, riwalk_error *error)
{
    if (!description || !summary)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the description and the summary must not be NULL");
    if (rw_report_check(summary, error))
        return RIWALK_STATUS_ARGUMENT;
    rw_report_hand_over(summary, &description->summary);
    return RIWALK_STATUS_OK;
}

const riwalk_described_role *riwalk_description_role(const riwalk_description *d, uint32_t role)
{
    return &d->described[role];
}

const uint32_t *riwalk_description_roles(const riwalk_description *d)
{
    return d->roles;
}

const double *riwalk_description_measure(const riwalk_description *d, riwalk_node_measure measure)
{
    return rw_measure(d, measure);
}

const riwalk_vectors *riwalk_description_vectors(const riwalk_description *d)
{
    return d->vectors;
}

const riwalk_options *riwalk_description_embedding(const riwalk_description *d)
{
    return d->made ? &d->embedding : NULL;
}
