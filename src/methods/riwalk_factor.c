/* SPDX-License-Identifier: MIT */
/*
 * RiWalk with the factor trainer:
 *
 *   count the roles that every anchor's walks visit       src/walks/profiles.c
 *   find the leading singular vectors of all counts       src/train/factor.c
 *   project every anchor's counts onto them
 */
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "methods/riwalk.h"
#include "model/model.h"
#include "train/factor.h"
#include "vectors/vectors.h"

/* Anchors are projected in blocks of this many. */
#define BLOCK 1024

void riwalk_factor_options_init(riwalk_factor_options *options)
{
    *options = (riwalk_factor_options){.size = sizeof *options};
}

typedef struct projection {
    const rw_factor *factor;
    const rw_profiles *const *views;
    riwalk_vectors *vectors;
} projection;

static riwalk_status project_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const projection *p = context;
    uint32_t first = (uint32_t)task * BLOCK, left = p->views[0]->anchor_count - first;

    (void)worker;
    (void)error;
    for (uint32_t a = first; a < first + (left < BLOCK ? left : BLOCK); a++) {
        rw_profile profiles[RW_FACTOR_VIEWS];

        for (uint32_t v = 0; v < p->factor->view_count; v++)
            profiles[v] = rw_profiles_get(p->views[v], a);
        rw_factor_project(p->factor, profiles, NULL, rw_vectors_row(p->vectors, a));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status project(const rw_embedding *e, const rw_factor *factor,
                             const rw_profiles *const *views, riwalk_vectors **vectors,
                             riwalk_error *error)
{
    projection p = {.factor = factor, .views = views};
    uint32_t nodes = e->graph->node_count;
    riwalk_status status = rw_embedding_vectors(e, factor->dimensions, &p.vectors, error);

    if (status)
        return status;
    status = rw_parallel(e->walks.threads, (nodes + (size_t)BLOCK - 1) / BLOCK, project_block, &p,
                         error);
    if (status)
        riwalk_vectors_free(p.vectors);
    else
        *vectors = p.vectors;
    return status;
}

static riwalk_status fit(const rw_embedding *e, const riwalk_sampler *sampler,
                         const riwalk_factor_options *options, rw_profiles **profiles,
                         rw_factor **factor, riwalk_embed_report *report, riwalk_error *error)
{
    rw_factor_options fitting = {
        .transform = options->transform,
        .dimensions = e->training.dimensions,
        .seed = e->options.seed,
        .threads = e->walks.threads,
        .progress = e->options.progress,
        .progress_data = e->options.progress_data,
    };
    double start = rw_seconds();
    riwalk_status status = rw_profiles_create(&sampler->plan, options->exact, profiles, error);

    if (status)
        return status;
    report->walk_seconds = rw_seconds() - start;
    status = rw_factor_fit((const rw_profiles *const *)profiles, 1, &fitting, factor, error);
    report->roles = (*profiles)->role_count;
    return status;
}

riwalk_status rw_riwalk_factor_embed(const rw_embedding *e, riwalk_vectors **vectors,
                                     riwalk_embed_report *report, riwalk_error *error)
{
    riwalk_factor_options options;
    riwalk_sampler *sampler = NULL;
    rw_profiles *profiles = NULL;
    rw_factor *factor = NULL;
    riwalk_status status;
    double start = rw_seconds();

    riwalk_factor_options_init(&options);
    if ((status = rw_options_copy(&options, sizeof options, e->options.factor, error)))
        return status;
    if (!(status = riwalk_sampler_create(e->graph, &e->walks, &sampler, error)) &&
        !(status = fit(e, sampler, &options, &profiles, &factor, report, error)))
        status = project(e, factor, (const rw_profiles *const *)&profiles, vectors, error);
    if (!status && e->options.model &&
        (status = rw_saved_from_factor(&(const rw_role_plan *){&sampler->plan}, options.exact,
                                       &e->training, &factor, e->options.model, error))) {
        riwalk_vectors_free(*vectors);
        *vectors = NULL;
    }
    for (uint32_t a = 0; a < e->graph->node_count; a++)
        report->isolated += !rw_degree(e->graph, a);
    report->train_seconds = rw_seconds() - start - report->walk_seconds;
    rw_factor_free(factor);
    rw_profiles_free(profiles);
    riwalk_sampler_free(sampler);
    return status;
}
