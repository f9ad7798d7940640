/* SPDX-License-Identifier: MIT */
/* From graphs to vectors by a model:
 *
 *   find the nodes that changes of the graph can affect              transform_changed.c
 *   walk from each wanted anchor, name roles by the model's table
 *   project the visits, or solve the anchor's own problem            src/model
 *   add columns with measures of the nodes                           src/roles/measures.c
 *
 * Anchors are independent of each other. */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "engine/profiles.h"
#include "graph/types.h"
#include "methods/embedding.h"
#include "model/projector.h"
#include "vectors/vectors.h"

#include <string.h>

typedef struct transforming {
    const riwalk_model *model;
    riwalk_transform_options options;
    rw_embedding run;
    riwalk_graph *typed;  /* the graph, with types as the model numbers them */
    riwalk_graph *before; /* the same for the earlier graph; NULL: none */
    rw_walk_setup setups[RW_MODEL_VIEWS];
    rw_engine *engine;
    int threads;
    rw_pool *pool;            /* owns the arrays */
    rw_cut cut;               /* the rows of the result, cut into tasks */
    uint32_t count;           /* nodes in the result */
    bool *redo;               /* [nodes]: must be embedded anew; NULL: all must */
    double *unknown;          /* [count]: shares of visits to unknown roles */
    double *measures;         /* [nodes * RW_MEASURES]; NULL: the model has none */
    rw_projector *projectors; /* [threads] */
    rw_progress progress;
    riwalk_transform_report report;
} transforming;

void riwalk_transform_options_init(riwalk_transform_options *options)
{
    *options = (riwalk_transform_options){.size = sizeof *options};
}

/* The node of a row of the result. */
static uint32_t node_of(const transforming *t, uint32_t row)
{
    return t->options.only ? t->options.only[row] : t->options.first + row;
}

static bool is_redone(const transforming *t, uint32_t node)
{
    return !t->redo || t->redo[node];
}

/* ---- Before the work ---- */

static riwalk_status check_options(const transforming *t, riwalk_error *error)
{
    const riwalk_transform_options *o = &t->options;
    uint32_t nodes = t->run.graph->node_count;

    for (uint32_t i = 0; o->only && i < o->only_count; i++)
        if (o->only[i] >= nodes || (i && o->only[i] <= o->only[i - 1]))
            return rw_refuse(error, "the nodes to embed must be ascending, and below %u", nodes);
    if (o->only && (o->first || o->end))
        return rw_refuse(error, "give the nodes to embed as a list or as a range, not both");
    if (o->end > nodes || (o->first && o->first >= (o->end ? o->end : nodes)))
        return rw_refuse(error,
                         "the range %u:%u is not one of the %u nodes: it must begin before it ends",
                         o->first, o->end ? o->end : nodes, nodes);
    if (!o->before != !o->vectors)
        return rw_refuse(error,
                         "the earlier graph and its vectors go together: give both or neither");
    if (o->before && (t->run.graph_count > 1 || o->before->directed != t->run.graph->directed))
        return rw_refuse(
            error, "an earlier graph goes with one graph, and both are directed or neither is");
    if (o->before && riwalk_vectors_dimensions(o->vectors) != t->model->options.dimensions)
        return rw_refuse(error,
                         "the earlier vectors have %u dimensions, the model makes %u: they are not "
                         "of this model",
                         riwalk_vectors_dimensions(o->vectors), t->model->options.dimensions);
    return RIWALK_STATUS_OK;
}

static riwalk_status make_setups(transforming *t, riwalk_error *error)
{
    riwalk_options walks = t->run.options;

    for (uint32_t v = 0; v < t->model->view_count; v++) {
        walks.view = t->model->views[v].setup.view;
        RW_MUST(rw_walk_setup_init(&t->setups[v], t->run.graph, &walks, error));
    }
    return RIWALK_STATUS_OK;
}

static bool has_measures(const riwalk_model *model)
{
    return model->factor && model->factor->measures.count;
}

static riwalk_status measure(transforming *t, riwalk_error *error)
{
    if (!has_measures(t->model))
        return RIWALK_STATUS_OK;
    t->measures =
        rw_take(t->pool, t->run.graph->node_count, RW_MEASURES * sizeof *t->measures, error);
    RW_HAVE(t->measures);
    return rw_measures_find(t->setups[0].graph, &t->run.options.run, t->measures, error);
}

/* The distance up to which nodes affect an anchor's embedding. RW variants leave the ball. */
static uint32_t reach_of(const transforming *t)
{
    uint32_t reach = has_measures(t->model) ? RW_MEASURE_REACH : 0;

    for (uint32_t v = 0; v < t->model->view_count; v++) {
        const rw_walk_setup *setup = &t->setups[v];
        uint32_t own = setup->identifier->walked ? setup->walk_length : setup->radius;

        reach = own > reach ? own : reach;
    }
    return reach;
}

/* Numbers the types of both graphs as the model does, or drops them. */
static riwalk_status take_types(transforming *t, riwalk_error *error)
{
    const rw_type_names *types = &t->model->types;

    RW_MUST(rw_graph_retype(t->run.graph, types, &t->typed, error));
    t->run.graph = t->typed;
    if (t->options.before)
        RW_MUST(rw_graph_retype(t->options.before, types, &t->before, error));
    return RIWALK_STATUS_OK;
}

/* Whether all anchors change: the limit up to which balls are walked exactly depends on the graph's
 * size, and relative classes on the degrees of all nodes. Classes of strengths and of one side's
 * arcs are taken to change always. */
static riwalk_status find_changed_views(const transforming *t, bool *changed, riwalk_error *error)
{
    riwalk_options walks = t->run.options;

    *changed = false;
    for (uint32_t v = 0; v < t->model->view_count; v++) {
        const rw_walk_setup *setup = &t->setups[v];
        RW_OWN(rw_walk_setup, before, rw_walk_setup_free);

        walks.view = setup->view;
        RW_MUST(rw_walk_setup_init(&before, t->before, &walks, error));
        *changed |=
            t->model->factor && rw_engine_exact_limit(&before) != rw_engine_exact_limit(setup);
        *changed |= setup->relative && (setup->directed || setup->weighted ||
                                        !rw_classes_equal(&before.classes, &setup->classes));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status find_changed(transforming *t, riwalk_error *error)
{
    uint32_t nodes = t->run.graph->node_count;
    bool all = !t->options.before;

    if (!all)
        RW_MUST(find_changed_views(t, &all, error));
    if (all)
        return RIWALK_STATUS_OK;
    RW_HAVE(t->redo = rw_take(t->pool, nodes, sizeof *t->redo, error));
    return rw_changed_anchors(t->before, t->run.graph, reach_of(t), t->redo, error);
}

static riwalk_status allocate(transforming *t, riwalk_error *error)
{
    const riwalk_transform_options *o = &t->options;
    const rw_walk_setup *setups[RW_MODEL_VIEWS];
    uint64_t anchors = 0;

    t->count = o->only ? o->only_count : (o->end ? o->end : t->run.graph->node_count) - o->first;
    for (uint32_t v = 0; v < t->model->view_count; v++)
        setups[v] = &t->setups[v];
    for (uint32_t row = 0; row < t->count; row++)
        anchors += is_redone(t, node_of(t, row));
    t->threads = t->run.options.run.threads;
    t->unknown = rw_take_zeroed(t->pool, t->count, sizeof *t->unknown, error);
    t->projectors = rw_take_zeroed(t->pool, (size_t)t->threads, sizeof *t->projectors, error);
    RW_MUST(rw_pool_status(t->pool));
    RW_MUST(rw_engine_open(setups, t->model->view_count, &t->run.options.run, anchors, &t->engine,
                           error));
    t->cut = rw_cut_make(t->engine, t->count, 1);
    for (int w = 0; w < t->threads; w++)
        RW_MUST(rw_projector_init(&t->projectors[w], t->model, t->engine, w, error));
    RW_MUST(rw_vectors_new(t->count, t->model->options.dimensions, &t->run.vectors, error));
    return rw_embedding_name(&t->run, o->only, o->first, t->count, error);
}

/* ---- The work ---- */

/* Copies a row from the earlier vectors. */
static riwalk_status take_over(const transforming *t, uint32_t row, riwalk_error *error)
{
    uint32_t earlier;
    rw_span name = rw_vectors_name(t->run.vectors, row);

    if (!riwalk_vectors_find(t->options.vectors, name.text, name.length, &earlier))
        return rw_refuse(error,
                         "the earlier vectors have no row for node '%.*s', which has not changed",
                         RW_CUT(name, 80));
    memcpy(rw_vectors_row(t->run.vectors, row), riwalk_vectors_row(t->options.vectors, earlier),
           t->run.vectors->dimensions * sizeof(float));
    return RIWALK_STATUS_OK;
}

static riwalk_status transform_block(void *context, size_t task, int worker, riwalk_error *error)
{
    transforming *t = context;
    uint32_t first = rw_cut_first(&t->cut, task), room = rw_cut_size(&t->cut, task), count = 0;
    RW_POOL(pool);
    uint32_t *nodes = rw_take(&pool, room, sizeof *nodes, error); /* nodes to embed */
    uint32_t *rows = rw_take(&pool, room, sizeof *rows, error);   /* their rows */
    float **vectors = rw_take(&pool, room, sizeof *vectors, error);
    double *unknown = rw_take(&pool, room, sizeof *unknown, error);

    RW_MUST(rw_pool_status(&pool));
    for (uint32_t row = first; row < first + room; row++) {
        uint32_t node = node_of(t, row);

        if (!is_redone(t, node)) {
            RW_MUST(take_over(t, row, error));
            continue;
        }
        nodes[count] = node;
        rows[count] = row;
        vectors[count++] = rw_vectors_row(t->run.vectors, row);
    }
    RW_MUST(rw_projector_find(&t->projectors[worker], nodes, count, vectors, unknown, error));
    for (uint32_t i = 0; i < count; i++) {
        t->unknown[rows[i]] = unknown[i];
        if (t->measures && rw_degree(t->setups[0].graph, nodes[i]))
            rw_measures_write(&t->model->factor->measures,
                              t->measures + (size_t)nodes[i] * RW_MEASURES,
                              t->run.vectors->dimensions, vectors[i]);
    }
    return rw_progress_add(&t->progress, room, error);
}

static riwalk_status count_unknown_roles(transforming *t, riwalk_error *error)
{
    for (uint32_t v = 0; v < t->model->view_count; v++) {
        rw_role_table *all = &t->projectors[0].unknown[v];

        for (int w = 1; w < t->threads; w++) {
            const rw_role_table *own = &t->projectors[w].unknown[v];

            for (uint32_t r = 0, number; r < own->count; r++)
                RW_MUST(rw_role_table_number(all, own->roles[r], &number, error));
        }
        t->report.unknown_roles += all->count;
    }
    return RIWALK_STATUS_OK;
}

static void fill_report(transforming *t)
{
    uint32_t walked = 0;
    double share = 0;

    t->report.nodes = t->count;
    for (uint32_t row = 0; row < t->count; row++) {
        uint32_t node = node_of(t, row);
        bool isolated = !rw_degree(t->setups[0].graph, node), redone = is_redone(t, node);

        t->report.isolated += isolated;
        t->report.embedded += redone;
        walked += redone && !isolated;
        share += t->unknown[row];
    }
    t->report.unknown_share = walked ? share / walked : 0;
}

static riwalk_status transform(transforming *t, riwalk_error *error)
{
    riwalk_options options = t->model->options;
    double start = rw_seconds();

    options.run = t->options.run;
    RW_MUST(rw_embedding_init(&t->run, &options, error));
    RW_MUST(check_options(t, error));
    RW_MUST(take_types(t, error));
    RW_MUST(make_setups(t, error));
    RW_MUST(find_changed(t, error));
    RW_MUST(allocate(t, error));
    RW_MUST(measure(t, error));
    rw_progress_begin(&t->progress, &t->options.run, "transforming", "anchors", t->count);
    RW_MUST(rw_parallel(t->threads, t->cut.count, transform_block, t, error));
    RW_MUST(count_unknown_roles(t, error));
    fill_report(t);
    t->report.seconds = rw_seconds() - start;
    return RIWALK_STATUS_OK;
}

static void free_transforming(transforming *t)
{
    for (int w = 0; t->projectors && w < t->threads; w++)
        rw_projector_free(&t->projectors[w]);
    rw_engine_close(t->engine);
    for (uint32_t v = 0; v < RW_MODEL_VIEWS; v++)
        rw_walk_setup_free(&t->setups[v]);
    riwalk_graph_free(t->typed);
    riwalk_graph_free(t->before);
    rw_embedding_free(&t->run);
}

riwalk_status riwalk_model_transform(const riwalk_model *model, const riwalk_graph *const *graphs,
                                     size_t graph_count, const char *const *names,
                                     const riwalk_transform_options *options,
                                     riwalk_vectors **vectors, riwalk_transform_report *report,
                                     riwalk_error *error)
{
    RW_POOL(pool);
    RW_OWN(transforming, t, free_transforming);

    t.model = model;
    t.run = (rw_embedding){.graphs = graphs, .graph_count = graph_count, .names = names};
    t.report.size = sizeof t.report;
    t.pool = &pool;
    riwalk_transform_options_init(&t.options);
    RW_MUST(rw_report_check(report, error));
    RW_MUST(rw_options_copy(&t.options, sizeof t.options, options, error));
    if (!model || !vectors)
        return rw_refuse(error, "the model and the vectors must not be NULL");
    if (!model->column_count)
        return rw_refuse(error, "the model has no roles: the graph it was trained on has no edges");
    RW_MUST(transform(&t, error));
    *vectors = t.run.vectors;
    t.run.vectors = NULL;
    rw_report_hand_over(report, &t.report);
    return RIWALK_STATUS_OK;
}
