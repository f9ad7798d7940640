/* SPDX-License-Identifier: MIT */
/*
 * RiWalk with the factor trainer:
 *
 *   count the roles that every anchor's walks visit, in each view       src/walks/profiles.c
 *   find the leading singular vectors of all counts                     src/train/factor.c
 *   project every anchor's counts onto them
 *   put measures of the nodes beside that, where they are wanted        src/roles/measures.c
 */
#include "methods/riwalk_factor.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "methods/riwalk.h"
#include "model/model.h"
#include "options/options.h"
#include "vectors/vectors.h"

#include <math.h>

/* Anchors are projected in tasks of so many blocks. */
#define BLOCKS 32

/* Graphs of more nodes have shorter columns of roles beside measures, down to the least norm. */
#define LONG_NODES 1000.0
#define LEAST_NORM 0.2

/* ---- The run ---- */

/* The views that were given; where some keep the anchor's part and others drop it, and only one
 * kind is wanted, those of that kind. */
static uint32_t choose_views(const riwalk_options *o, riwalk_view *views)
{
    bool drop = o->view.role_anchor == RIWALK_ROLE_ANCHOR_DROP, any = false;
    uint32_t count = 0;

    for (uint32_t v = 0; v < o->view_count; v++)
        any |= (o->views[v].role_anchor == RIWALK_ROLE_ANCHOR_DROP) == drop;
    for (uint32_t v = 0; v < o->view_count; v++)
        if (o->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH || !any ||
            (o->views[v].role_anchor == RIWALK_ROLE_ANCHOR_DROP) == drop)
            views[count++] = o->views[v];
    return count;
}

/* The one view of the options, or two where the anchor's part is both kept and dropped. A role
 * identifier of the caller's own has no such part. */
static uint32_t split_view(const riwalk_options *o, riwalk_view *views)
{
    bool both = o->view.role_anchor == RIWALK_ROLE_ANCHOR_BOTH;

    views[0] = views[1] = o->view;
    if (both)
        views[0].role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
    views[1].role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    return both && o->view.identifier != RIWALK_IDENTIFIER_CUSTOM ? 2 : 1;
}

uint32_t rw_factor_run_views(const riwalk_options *options, riwalk_view views[RW_FACTOR_VIEWS])
{
    return options->view_count ? choose_views(options, views) : split_view(options, views);
}

riwalk_status rw_factor_run_init(rw_factor_run *run, const rw_embedding *embedding,
                                 riwalk_error *error)
{
    riwalk_options walks = embedding->options;
    riwalk_status status;

    *run = (rw_factor_run){.embedding = embedding};
    run->view_count = rw_factor_run_views(&embedding->options, run->views);
    if (embedding->options.view_count)
        walks.role = NULL;
    walks.view_count = 0;
    status = rw_rows_init(&run->rows, embedding->graph, embedding->options.run.threads, error);
    for (uint32_t v = 0; v < run->view_count && !status; v++) {
        walks.view = run->views[v];
        if (!(status = riwalk_sampler_create(embedding->graph, &walks, &run->samplers[v], error)))
            status = rw_walk_setup_add_hubs(&run->samplers[v]->setup, &run->rows,
                                            &embedding->options.run, error);
    }
    for (uint32_t v = 0; v < run->view_count && !status; v++)
        run->samplers[v]->setup.rows = run->rows;
    return status;
}

void rw_factor_run_drop_rows(rw_factor_run *run)
{
    for (uint32_t v = 0; v < run->view_count; v++)
        if (run->samplers[v])
            run->samplers[v]->setup.rows = (rw_rows){.graph = run->embedding->graph};
    rw_rows_free(&run->rows);
}

void rw_factor_run_free(rw_factor_run *run)
{
    rw_factor_run_drop_rows(run);
    rw_free(run->measures);
    for (uint32_t v = 0; v < run->view_count; v++) {
        rw_profiles_free(run->profiles[v]);
        riwalk_sampler_free(run->samplers[v]);
    }
}

/* An earlier view with the same roles but that they name the anchor's part, and this one's do not:
 * its walks need not be made again. The view itself where there is none. */
static uint32_t same_walks(const rw_factor_run *run, uint32_t v)
{
    const rw_walk_setup *plan = &run->samplers[v]->setup;
    const riwalk_view *own = &plan->options.view;

    if (plan->names_anchor || !plan->identifier->field_count || plan->identifier->walked)
        return v;
    for (uint32_t other = 0; other < v; other++) {
        const riwalk_view *its = &run->samplers[other]->setup.options.view;

        if (run->samplers[other]->setup.names_anchor && its->identifier == own->identifier &&
            its->radius == own->radius && its->classes == own->classes &&
            its->class_base == own->class_base)
            return other;
    }
    return v;
}

riwalk_status rw_factor_run_count(rw_factor_run *run, rw_anchors anchors, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    run->group = anchors.group;
    for (uint32_t v = 0; v < run->view_count && !status; v++) {
        const rw_walk_setup *plan = &run->samplers[v]->setup;
        uint32_t other = same_walks(run, v);

        if (other < v)
            status = rw_profiles_drop_anchor(run->profiles[other], &run->samplers[other]->setup,
                                             plan, &run->profiles[v], error);
        else
            status = rw_profiles_create(plan, anchors, &run->profiles[v], error);
        if (anchors.group) /* a member has all views of an anchor */
            anchors.own = run->profiles[0];
    }
    return status;
}

/* ---- Fitting in a group ---- */

static riwalk_status sum_in_group(void *context, uint64_t *values, size_t count,
                                  riwalk_error *error)
{
    return rw_group_sum(context, values, count, error);
}

static riwalk_status join_in_group(void *context, uint32_t *parents, uint32_t columns,
                                   riwalk_error *error)
{
    riwalk_group *group = context;
    uint32_t *other = rw_alloc(columns, sizeof *other, error);
    riwalk_status status = other ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    for (uint32_t m = 0; m < group->members && !status; m++) {
        bool own = m == group->rank;

        status =
            rw_group_broadcast(group, m, own ? parents : other, columns * sizeof *other, error);
        if (!status && !own)
            rw_factor_join(parents, other, columns);
    }
    rw_free(other);
    return status;
}

uint32_t rw_factor_run_measures(const riwalk_options *o)
{
    return o->measures == RIWALK_MEASURES_YES ? rw_measures_room(o->dimensions) : 0;
}

/* A regression with the usual penalty reads as much into long columns as there are nodes to learn
 * from. Beside measures, which say most of what large graphs can tell about a node, columns of
 * roles are shorter the more nodes there are. docs/defaults.md has the evidence. */
static double norm_of(const riwalk_options *o, double nodes)
{
    if (o->norm != RIWALK_NORM_AUTO)
        return o->norm;
    return nodes <= LONG_NODES ? RW_FACTOR_NORM
                               : fmax(RW_FACTOR_NORM * pow(LONG_NODES / nodes, 1.5), LEAST_NORM);
}

rw_factor_options rw_factor_run_options(const riwalk_options *options, uint32_t nodes)
{
    return (rw_factor_options){
        .weighting = options->weighting,
        .dimensions = options->dimensions,
        .measures = rw_factor_run_measures(options),
        .norm = norm_of(options, nodes),
        .seed = 1, /* only where an iteration starts: exact walks have no chance in them */
        .run = options->run,
    };
}

riwalk_status rw_factor_run_measure(rw_factor_run *run, riwalk_error *error)
{
    const rw_embedding *e = run->embedding;

    if (!rw_factor_run_measures(&e->options))
        return RIWALK_STATUS_OK;
    run->measures = rw_alloc(e->graph->node_count, RW_MEASURES * sizeof *run->measures, error);
    if (!run->measures)
        return RIWALK_STATUS_MEMORY;
    return rw_measures_find(e->graph, &e->options.run, run->measures, error);
}

riwalk_status rw_factor_run_fit(rw_factor_run *run, rw_factor **factor, riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    rw_factor_options options = rw_factor_run_options(&e->options, e->graph->node_count);
    rw_factor_source source =
        rw_factor_source_of((const rw_profiles *const *)run->profiles, run->view_count);
    const rw_factor_group group = {run->group, sum_in_group, join_in_group};
    riwalk_status status;

    source.group = run->group ? &group : NULL;
    if ((status = rw_factor_fit(&source, &options, factor, error)) ||
        (status = rw_factor_run_measure(run, error)))
        return status;
    if (run->measures)
        rw_measures_fit_to(e->graph, run->measures, options.measures, &(*factor)->measures);
    return RIWALK_STATUS_OK;
}

uint64_t rw_factor_run_bytes(const rw_factor_run *run, uint64_t roles, uint64_t entries,
                             uint64_t largest)
{
    const rw_embedding *e = run->embedding;
    uint64_t nodes = e->graph->node_count, walking = 0, rows = 0, fitting, vectors;
    uint64_t names = nodes * RW_NAME_BYTES;
    uint64_t profiles = rw_profiles_bytes(nodes * run->view_count, roles, entries / e->members);

    for (uint32_t v = 0; v < run->view_count; v++) {
        uint64_t its = rw_walk_setup_rows_bytes(&run->samplers[v]->setup);

        if (run->profiles[v]->worker_bytes > walking)
            walking = run->profiles[v]->worker_bytes;
        rows = its > rows ? its : rows;
    }
    walking = walking * (uint64_t)e->options.run.threads + rows;
    fitting = rw_factor_bytes(roles, largest, e->options.dimensions, e->options.run.threads);
    /* Profilers and cells are gone when the fit begins, and most of the fit when vectors are made
     * and named. */
    vectors = names + rw_embedding_vector_bytes(e) + roles * e->options.dimensions * sizeof(float);
    if (rw_factor_run_measures(&e->options))
        vectors += rw_measures_bytes(e->graph, e->options.run.threads);
    if (walking < fitting)
        walking = fitting;
    return rw_embedding_bytes(e) - names + profiles + (walking > vectors ? walking : vectors);
}

/* ---- Vectors ---- */

typedef struct projection {
    const rw_factor *factor;
    const rw_factor_run *run;
    riwalk_vectors *vectors;
    float *rows; /* [threads * RW_RUN_BLOCK * dimensions] */
} projection;

static void project_anchor(const projection *p, uint32_t anchor, float *row)
{
    rw_profile profiles[RW_FACTOR_VIEWS];

    for (uint32_t v = 0; v < p->run->view_count; v++)
        profiles[v] = rw_profiles_get(p->run->profiles[v], anchor);
    rw_factor_project(p->factor, profiles, NULL, row);
    if (p->run->measures && rw_degree(p->run->embedding->graph, anchor))
        rw_measures_write(&p->factor->measures, p->run->measures + (size_t)anchor * RW_MEASURES,
                          p->factor->dimensions, row);
}

static riwalk_status project_blocks(void *context, size_t task, int worker, riwalk_error *error)
{
    const projection *p = context;
    size_t row = p->factor->dimensions, nodes = p->run->embedding->graph->node_count;
    float *rows = p->rows + (size_t)worker * RW_RUN_BLOCK * row;
    size_t end = (task + 1) * BLOCKS * RW_RUN_BLOCK;
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t first = task * BLOCKS * RW_RUN_BLOCK; first < end && first < nodes && !status;
         first += RW_RUN_BLOCK) {
        uint32_t count = (uint32_t)(nodes - first < RW_RUN_BLOCK ? nodes - first : RW_RUN_BLOCK);

        if (!rw_profiles_has(p->run->profiles[0], (uint32_t)first))
            continue;
        for (uint32_t a = 0; a < count; a++)
            project_anchor(p, (uint32_t)first + a, rows + a * row);
        status = rw_vectors_put(p->vectors, (uint32_t)first, count, rows, error);
    }
    return status;
}

static riwalk_status project(const rw_factor_run *run, const rw_factor *factor,
                             riwalk_vectors **vectors, riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    projection p = {.factor = factor, .run = run};
    size_t blocks = ((size_t)e->graph->node_count + RW_RUN_BLOCK - 1) / RW_RUN_BLOCK;
    int threads = e->options.run.threads;
    riwalk_status status = rw_embedding_vectors(e, factor->dimensions, &p.vectors, error);

    if (status)
        return status;
    if (!(p.rows =
              rw_alloc((size_t)threads * RW_RUN_BLOCK, factor->dimensions * sizeof *p.rows, error)))
        status = RIWALK_STATUS_MEMORY;
    else
        status = rw_parallel(threads, (blocks + BLOCKS - 1) / BLOCKS, project_blocks, &p, error);
    rw_free(p.rows);
    if (status)
        riwalk_vectors_free(p.vectors);
    else
        *vectors = p.vectors;
    return status;
}

static riwalk_status fill_report(const rw_factor_run *run, const rw_factor *factor,
                                 riwalk_embed_report *report, riwalk_error *error)
{
    const rw_embedding *e = run->embedding;
    uint64_t sums[1 + RW_FACTOR_VIEWS] = {0}, *exact = sums + 1;
    riwalk_status status;

    for (uint32_t v = 0; v < run->view_count; v++) {
        sums[0] += run->profiles[v]->entry_count;
        exact[v] = run->profiles[v]->exact_count;
    }
    if ((status = rw_group_sum(run->group, sums, 1 + run->view_count, error)))
        return status;
    report->exact_anchors = (uint32_t)exact[0];
    report->sampled_walks = run->samplers[0]->setup.walks;
    for (uint32_t v = 0; v < run->view_count; v++)
        if (exact[v] < report->exact_anchors)
            report->exact_anchors = (uint32_t)exact[v];
    report->roles = factor->starts[factor->view_count];
    report->measures = 2 * factor->measures.count;
    report->rank = factor->rank + report->measures;
    report->memory_bytes = rw_factor_run_bytes(run, report->roles, sums[0], factor->largest);
    for (uint32_t a = 0; a < e->graph->node_count; a++)
        report->isolated += !rw_degree(e->graph, a);
    return RIWALK_STATUS_OK;
}

/* What cannot fit is refused before the long work, by the figure that an estimate gives. */
static riwalk_status check_memory(const rw_embedding *e, riwalk_error *error)
{
    riwalk_estimate estimate;
    riwalk_status status;

    if (!e->options.memory)
        return RIWALK_STATUS_OK;
    if ((status = rw_factor_run_estimate(e, &estimate, error)))
        return status;
    return rw_embedding_check_limit(e, estimate.least_memory_bytes, error);
}

riwalk_status rw_riwalk_factor_embed(const rw_embedding *e, riwalk_vectors **vectors,
                                     riwalk_embed_report *report, riwalk_error *error)
{
    rw_anchors anchors = {
        .count = e->graph->node_count, .group = e->options.group, .work = e->options.work};
    rw_factor_run run;
    rw_factor *factor = NULL;
    double start = rw_seconds();
    riwalk_status status;

    if ((status = rw_factor_run_init(&run, e, error)) || (status = check_memory(e, error)) ||
        (status = rw_factor_run_count(&run, anchors, error)))
        goto done;
    rw_factor_run_drop_rows(&run);
    report->walk_seconds = rw_seconds() - start;
    if ((status = rw_factor_run_fit(&run, &factor, error)) ||
        (status = fill_report(&run, factor, report, error)) ||
        (status = project(&run, factor, vectors, error)))
        goto done;
    report->train_seconds = rw_seconds() - start - report->walk_seconds;
    if (e->model &&
        (status = rw_model_from_factor(run.views, &e->options, &factor, e->model, error))) {
        riwalk_vectors_free(*vectors);
        *vectors = NULL;
    }
done:
    rw_factor_free(factor);
    rw_factor_run_free(&run);
    return status;
}
