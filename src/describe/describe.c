/* SPDX-License-Identifier: MIT */
/* Makes the description of a graph: from its nodes to roles in words. */
#include "describe/describe.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "evaluate/points.h"
#include "methods/embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

void riwalk_describe_options_init(riwalk_describe_options *options)
{
    *options = (riwalk_describe_options){
        .size = sizeof *options,
        .seed = 1,
        .most_roles = 20,
        .typical = 5,
        .tokens = 5,
        .scale = RIWALK_NORMALIZATION_UNIT,
        .starts = 30,
    };
}

/* ---- Vectors ---- */

void rw_describe_told(const riwalk_description *d, riwalk_options *options)
{
    riwalk_options_preset(options, RIWALK_PRESET_ROLES);
    options->run = d->options.run;
    options->seed = d->options.seed;
    options->view_count = 0;
    options->role_directions = options->role_weights = options->role_types = RIWALK_USE_NO;
    options->view = (riwalk_view){RIWALK_IDENTIFIER_SP, RW_DESCRIBE_RADIUS,
                                  RIWALK_DEGREE_CLASSES_LOG, RIWALK_ROLE_ANCHOR_DROP, 2};
}

/* Embeds the nodes; keeps the profiles if they are by the described roles. */
static riwalk_status embed(riwalk_description *d, riwalk_error *error)
{
    rw_embedding e = {.graphs = &d->graph, .graph_count = 1};
    riwalk_options *o = &d->embedding, told;
    rw_view_profiles also;
    riwalk_status status;

    rw_describe_told(d, &told);
    also = (rw_view_profiles){.view = told.view};
    riwalk_options_preset(o, RIWALK_PRESET_ROLES);
    RW_MUST(rw_options_copy(o, sizeof *o, d->options.embedding, error));
    o->run = d->options.run;
    o->seed = d->options.seed;
    if (!(status = rw_embedding_init(&e, o, error))) {
        *o = e.options;
        if (o->walks == told.walks && o->walk_length == told.walk_length && !d->graph->directed &&
            !d->graph->weights && o->role_types != RIWALK_USE_YES)
            e.also = &also;
        if (!(status = rw_embed(&e, error))) {
            d->made = e.vectors;
            e.vectors = NULL;
        }
    }
    rw_embedding_free(&e);
    d->profiles = also.profiles;
    d->vectors = d->made;
    return status;
}

/* Gathers the rows of all nodes that have edges and a vector. */
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
        if (!rw_degree(d->joined, node))
            continue;
        memcpy(some->values + (size_t)c->count * dimensions, rw_vectors_row(d->vectors, row),
               dimensions * sizeof *some->values);
        c->nodes[c->count++] = node;
    }
    if (!c->count)
        return rw_refuse(error,
                         "none of the nodes with edges has a vector: are these the vectors of this "
                         "graph?");
    some->count = c->count;
    some->dimensions = dimensions;
    return RIWALK_STATUS_OK;
}

/* ---- Clusters ---- */

/* Merges similar clusters until `roles` are left. */
static riwalk_status merge(const rw_points *points, const riwalk_cluster_options *options,
                           uint32_t roles, rw_clustered *c, riwalk_cluster_scores *scores,
                           riwalk_error *error)
{
    rw_pool pool = {0};
    uint32_t *groups = rw_take(&pool, c->k, sizeof *groups, error);
    rw_role_tree tree;
    riwalk_status status = rw_pool_status(&pool);

    if (!status && !(status = rw_role_tree_build(c, &pool, &tree, error))) {
        rw_role_tree_cut(&tree, roles, groups);
        for (uint32_t i = 0; i < c->count; i++)
            c->clusters[i] = groups[c->clusters[i]];
        c->k = roles;
        status = rw_silhouette(points, roles, options, c->clusters, scores, error);
    }
    rw_pool_free(&pool);
    return status;
}

/* Chooses the number of clusters with the largest silhouette, or the wanted one if it is larger. */
static riwalk_status cluster(const riwalk_description *d, const riwalk_vectors *some,
                             rw_points *points, rw_clustered *c, riwalk_cluster_scores *scores,
                             riwalk_error *error)
{
    uint32_t wanted = d->options.roles;
    riwalk_cluster_options options;
    riwalk_status status;

    riwalk_cluster_options_init(&options);
    options.run = d->options.run;
    options.seed = d->options.seed;
    options.starts = d->options.starts;
    options.scale = d->options.scale;
    options.most_clusters = d->options.most_roles;
    status = riwalk_cluster(some, wanted >= d->options.most_roles ? wanted : 0, &options,
                            c->clusters, scores, error);
    if (!status && scores->clusters < wanted)
        status = riwalk_cluster(some, wanted, &options, c->clusters, scores, error);
    c->k = scores->clusters;
    if (!status && wanted && c->k > wanted)
        status = merge(points, &options, wanted, c, scores, error);
    return status;
}

/* Builds the tree of the roles whose nodes have edges, in the order of roles. */
static riwalk_status grow_tree(riwalk_description *d, rw_clustered *c, riwalk_error *error)
{
    uint32_t *leaves = rw_take(&d->pool, d->summary.roles, sizeof *leaves, error), count = 0;

    d->leaf_roles = rw_take(&d->pool, c->k, sizeof *d->leaf_roles, error);
    if (d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t role = 0; role < d->summary.roles; role++)
        if (rw_degree(d->joined, d->described[role].members[0])) {
            d->leaf_roles[count] = role;
            leaves[role] = count++;
        }
    for (uint32_t i = 0; i < c->count; i++)
        c->clusters[i] = leaves[d->roles[c->nodes[i]]];
    return rw_role_tree_build(c, &d->pool, &d->tree, error);
}

static riwalk_status find_roles(riwalk_description *d, riwalk_error *error)
{
    riwalk_cluster_scores scores = {.size = sizeof scores};
    rw_clustered c = {0};
    riwalk_vectors some = {0};
    rw_points points;
    rw_pool pool = {0};
    float *scaled = NULL;
    riwalk_status status;

    if ((status = gather(d, &c, &pool, &some, error)) ||
        (status = rw_points_make(&some, d->options.scale, d->options.run.threads, &points, &scaled,
                                 error)))
        goto done;
    c.values = points.values;
    if ((status = cluster(d, &some, &points, &c, &scores, error)))
        goto done;
    d->summary.roles = c.k + (d->summary.isolated > 0);
    d->summary.chosen = !d->options.roles;
    d->summary.silhouette = scores.silhouette;
    d->summary.silhouette_nodes = scores.silhouette_rows;
    if (!(status = rw_describe_members(d, &c, error)))
        status = grow_tree(d, &c, error);
done:
    rw_pool_free(&pool);
    rw_free(scaled);
    return status;
}

/* ---- The description ---- */

static riwalk_status check(const riwalk_graph *graph, const riwalk_describe_options *options,
                           riwalk_error *error)
{
    if (!graph->arc_count)
        return rw_refuse(error, "the graph has no edges, so there are no roles to describe");
    if (options->most_roles < 2)
        return rw_refuse(error, "most_roles must be 2 or more");
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
        (status = rw_describe_tokens(d, error)) || (status = rw_describe_families(d, error)) ||
        (status = rw_describe_ranges(d, error)))
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

    RW_MUST(rw_options_over(riwalk_describe_options, &known, options, error));
    if (!graph || !description)
        return rw_refuse(error, "the graph and the description must not be NULL");
    RW_MUST(check(graph, &known, error));
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
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

/* ---- Results ---- */

riwalk_status riwalk_description_summarize(const riwalk_description *description,
                                           riwalk_description_summary *summary, riwalk_error *error)
{
    if (!description || !summary)
        return rw_refuse(error, "the description and the summary must not be NULL");
    RW_MUST(rw_report_check(summary, error));
    rw_report_hand_over(summary, &description->summary);
    return RIWALK_STATUS_OK;
}

const riwalk_described_role *riwalk_description_role(const riwalk_description *d, uint32_t role)
{
    return &d->described[role];
}

const riwalk_described_family *riwalk_description_family(const riwalk_description *d,
                                                         uint32_t family)
{
    return &d->families[family];
}

const uint32_t *riwalk_description_roles(const riwalk_description *d)
{
    return d->roles;
}

const double *riwalk_description_measure(const riwalk_description *d, riwalk_node_measure measure)
{
    return d->measures[measure];
}

const riwalk_vectors *riwalk_description_vectors(const riwalk_description *d)
{
    return d->vectors;
}

const riwalk_options *riwalk_description_embedding(const riwalk_description *d)
{
    return d->made ? &d->embedding : NULL;
}
