/* SPDX-License-Identifier: MIT */
/* Vectors in the plane, by PCA alone or by t-SNE from there. */
#include "plot/project.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "vectors/vectors.h"

#include <math.h>

#define LEAST_FOR_TSNE 4
#define MOST_ITERATIONS 100000

void riwalk_project_options_init(riwalk_project_options *options)
{
    *options = (riwalk_project_options){.size = sizeof *options,
                                        .seed = 1,
                                        .perplexity = 30,
                                        .iterations = 1000,
                                        .exaggeration = 12,
                                        .theta = -1};
}

static riwalk_status check(const riwalk_project_options *o, riwalk_error *error)
{
    if (o->projection != RIWALK_PROJECTION_PCA && o->projection != RIWALK_PROJECTION_TSNE)
        return rw_refuse(error, "unknown projection %d", (int)o->projection);
    if (!(o->perplexity >= 1) || isinf(o->perplexity))
        return rw_refuse(error, "the perplexity must be 1 or more");
    if (!o->iterations || o->iterations > MOST_ITERATIONS)
        return rw_refuse(error, "iterations must be 1 to %d", MOST_ITERATIONS);
    if (!(o->exaggeration >= 1 && o->exaggeration <= 1000))
        return rw_refuse(error, "the exaggeration must be 1 to 1000");
    if (!(o->theta <= 1 && (o->theta >= 0 || o->theta == -1)))
        return rw_refuse(error,
                         "theta must be 0 to 1, or -1, which leaves the choice to the library");
    return rw_scale_check(o->scale, error);
}

riwalk_status riwalk_project(const riwalk_vectors *vectors, const riwalk_project_options *options,
                             double *places, riwalk_project_report *report, riwalk_error *error)
{
    riwalk_project_report made = {.size = sizeof made};
    riwalk_project_options known;
    riwalk_status status;
    float *copy = NULL;
    rw_points points;

    riwalk_project_options_init(&known);
    RW_MUST(rw_options_copy(&known, sizeof known, options, error));
    if (!vectors || !places)
        return rw_refuse(error, "vectors and places must not be NULL");
    RW_MUST(rw_report_check(report, error));
    RW_MUST(check(&known, error));
    if (known.projection == RIWALK_PROJECTION_TSNE && vectors->count < LEAST_FOR_TSNE)
        return rw_refuse(error, "t-SNE needs at least %d vectors, and there are %u; PCA needs two",
                         LEAST_FOR_TSNE, vectors->count);
    points = (rw_points){.count = vectors->count,
                         .dimensions = vectors->dimensions,
                         .threads = rw_threads(known.run.threads)};
    if (!(status = rw_points_make(vectors, known.scale, &points, &copy, error)) &&
        !(status = rw_pca(&points, 2, places, made.shares, &known.run, error)) &&
        known.projection == RIWALK_PROJECTION_TSNE)
        status = rw_tsne_run(&points, &known, places, &made, error);
    rw_free(copy);
    if (!status)
        rw_report_hand_over(report, &made);
    return status;
}
