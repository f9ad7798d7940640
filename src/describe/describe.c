/* SPDX-License-Identifier: MIT */
/* Makes the description of a graph: from its nodes to roles in words. */
#include "describe/describe.h"

#include "base/options.h"
#include "evaluate/points.h"
#include "methods/embedding.h"

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

/* Embeds the nodes, unless vectors are given; keeps the profiles if they are by the described
 * roles. */
static riwalk_status embed(riwalk_description *d, riwalk_error *error)
{
    rw_embedding e = {.graphs = &d->graph, .graph_count = 1};
    riwalk_options *o = &d->embedding, told;
    rw_view_profiles also;
    riwalk_status status;

    if (d->vectors)
        return RIWALK_STATUS_OK;
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

/* Gathers the rows of all nodes that have edges and a vector, and scales them. */
static riwalk_status gather(riwalk_description *d, rw_clustered *c, riwalk_error *error)
{
    uint32_t nodes = d->graph->node_count, dimensions = d->vectors->dimensions;
    riwalk_vectors *some = &c->rows;

    some->dimensions = dimensions;
    some->values = rw_take(&d->scratch, nodes, dimensions * sizeof *some->values, error);
    c->nodes = rw_take(&d->scratch, nodes, sizeof *c->nodes, error);
    c->clusters = rw_take(&d->scratch, nodes, sizeof *c->clusters, error);
    d->rows = rw_take(&d->pool, nodes, sizeof *d->rows, error);
    if (d->scratch.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t node = 0; node < nodes; node++)
        if (!rw_vectors_find_node(d->vectors, d->graph, node, d->options.prefix, &d->rows[node])) {
            d->rows[node] = RIWALK_NO_CLASS;
            d->summary.missing++;
        } else if (rw_degree(d->joined, node)) {
            memcpy(rw_vectors_row(some, some->count), rw_vectors_row(d->vectors, d->rows[node]),
                   dimensions * sizeof *some->values);
            c->nodes[some->count++] = node;
        }
    if (!some->count)
        return rw_refuse(error,
                         "none of the nodes with edges has a vector: are these the vectors of this "
                         "graph?");
    return rw_scale_rows(some, NULL, some->count, d->options.scale, some->values, dimensions,
                         error);
}

/* ---- Clusters ---- */

/* Merges similar clusters until as many are left as wanted. */
static riwalk_status merge(riwalk_description *d, rw_clustered *c, riwalk_error *error)
{
    uint32_t *groups;
    rw_role_tree tree;

    RW_HAVE(groups = rw_take(&d->scratch, c->k, sizeof *groups, error));
    RW_MUST(rw_role_tree_build(d, c, &tree, error));
    c->k = d->options.roles;
    rw_role_tree_cut(&tree, c->k, groups);
    for (uint32_t i = 0; i < c->rows.count; i++)
        c->clusters[i] = groups[c->clusters[i]];
    return RIWALK_STATUS_OK;
}

/* Chooses the number of clusters with the largest silhouette, or the wanted one if it is larger;
 * then there may be too many. */
static riwalk_status cluster(riwalk_description *d, rw_clustered *c, riwalk_cluster_scores *scores,
                             riwalk_error *error)
{
    uint32_t wanted = d->options.roles;
    rw_points points = {c->rows.count, c->rows.dimensions, c->rows.values, d->options.run.threads,
                        NULL};
    riwalk_cluster_options options;

    riwalk_cluster_options_init(&options);
    options.run = d->options.run;
    options.seed = d->options.seed;
    options.starts = d->options.starts;
    options.most_clusters = d->options.most_roles;
    RW_MUST(riwalk_cluster(&c->rows, wanted >= d->options.most_roles ? wanted : 0, &options,
                           c->clusters, scores, error));
    if (scores->clusters < wanted)
        RW_MUST(riwalk_cluster(&c->rows, wanted, &options, c->clusters, scores, error));
    c->k = scores->clusters;
    if (wanted && c->k > wanted)
        RW_MUST(merge(d, c, error));
    else if (!wanted && d->made)
        RW_MUST(rw_describe_join_twins(d, c, error));
    return c->k == scores->clusters
               ? RIWALK_STATUS_OK
               : rw_silhouette(&points, c->k, &options, c->clusters, scores, error);
}

/* Builds the tree of the roles whose nodes have edges, in the order of roles. */
static riwalk_status grow_tree(riwalk_description *d, rw_clustered *c, riwalk_error *error)
{
    uint32_t *leaves = rw_take(&d->pool, d->summary.roles, sizeof *leaves, error), count = 0;

    RW_HAVE(d->leaf_roles = rw_take(&d->pool, c->k, sizeof *d->leaf_roles, error));
    for (uint32_t role = 0; role < d->summary.roles; role++)
        if (rw_role_walks(d, role)) {
            d->leaf_roles[count] = role;
            leaves[role] = count++;
        }
    for (uint32_t i = 0; i < c->rows.count; i++)
        c->clusters[i] = leaves[d->roles[c->nodes[i]]];
    return rw_role_tree_build(d, c, &d->tree, error);
}

static riwalk_status find_roles(riwalk_description *d, riwalk_error *error)
{
    riwalk_cluster_scores scores = {.size = sizeof scores};
    rw_clustered c = {0};

    RW_MUST(gather(d, &c, error));
    RW_MUST(cluster(d, &c, &scores, error));
    d->summary.roles = c.k + (d->summary.isolated > 0);
    d->summary.chosen = !d->options.roles;
    d->summary.silhouette = scores.silhouette;
    d->summary.silhouette_nodes = scores.silhouette_rows;
    RW_MUST(rw_describe_members(d, &c, error));
    return grow_tree(d, &c, error);
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
    static rw_describe_step *const steps[] = {
        embed,
        rw_describe_measure,
        find_roles,
        rw_describe_tokens,
        rw_describe_families,
        rw_describe_ranges,
        rw_describe_names,
    };
    riwalk_status status = RIWALK_STATUS_OK;

    d->summary.size = sizeof d->summary;
    d->summary.nodes = d->graph->node_count;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !status; i++) {
        status = steps[i](d, error);
        rw_pool_free(&d->scratch);
    }
    return status;
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
