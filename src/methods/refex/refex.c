/* SPDX-License-Identifier: MIT */
/* ReFeX, from graphs to vectors: a column for each recursive feature, the simplest first. */
#include "methods/refex/refex.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "methods/embedding.h"
#include "methods/rolx/rolx.h"
#include "options/options.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdio.h>

/* The number of features is known only when they are found. Most graphs have fewer than these. Two
 * rounds tell how long one takes. */
#define USUAL_FEATURES 40
#define USUAL_TRIED 24
#define SAMPLED_FEATURES 4

/* The bytes of a run in most graphs. */
static uint64_t usual_bytes(const rw_embedding *e, uint32_t most)
{
    uint32_t usual = most < USUAL_FEATURES ? most : USUAL_FEATURES;
    uint64_t searching = rw_features_bytes(e->graph, e->options.run.threads, usual, USUAL_TRIED);
    uint64_t writing = (uint64_t)e->graph->node_count * usual * (5 + sizeof(float));

    return searching > writing ? searching : writing;
}

riwalk_status rw_features_make(rw_embedding *e, uint32_t most, uint32_t least,
                               riwalk_features **features, riwalk_error *error)
{
    uint32_t sampled = least > SAMPLED_FEATURES ? least : SAMPLED_FEATURES;
    uint64_t fixed = rw_embedding_bytes(e), locals = e->graph->weights ? RW_LOCAL_MOST / 2 : 3;
    uint64_t first = rw_features_bytes(e->graph, e->options.run.threads, 0, locals);
    riwalk_options options = e->options;
    double start = rw_seconds();

    options.dimensions = e->estimate ? sampled : most;
    /* The search may use what the limit leaves beside graph and names. */
    if (e->estimate)
        options.memory = 0;
    else if (options.memory)
        options.memory = options.memory > fixed ? options.memory - fixed : 1;
    RW_MUST(
        rw_embedding_need(e, fixed + first, fixed + usual_bytes(e, e->options.dimensions), error));
    RW_MUST(rw_features_find(e->graph, &options, features, error));
    e->report.features = (*features)->count;
    if (e->estimate)
        e->estimate->train_seconds = (rw_seconds() - start) * USUAL_FEATURES / sampled;
    return RIWALK_STATUS_OK;
}

static float entry(const rw_feature *feature, uint32_t node, riwalk_feature_values how)
{
    switch (how) {
    case RIWALK_FEATURE_VALUES_BINS:
        return feature->bins[node];
    case RIWALK_FEATURE_VALUES_RAW:
        return feature->values[node];
    default:
        return (float)log1p((double)feature->values[node]);
    }
}

riwalk_status rw_refex_method(rw_embedding *e, riwalk_error *error)
{
    riwalk_features *features = NULL;
    riwalk_status status;

    RW_MUST(rw_features_make(e, e->options.dimensions, 0, &features, error));
    status = e->estimate ? RIWALK_STATUS_OK : rw_embedding_vectors(e, features->count, error);
    if (e->vectors && !status)
        for (uint32_t node = 0; node < features->node_count; node++)
            for (uint32_t i = 0; i < features->count; i++)
                rw_vectors_row(e->vectors, node)[i] =
                    entry(&features->list[i], node, e->options.feature_values);
    riwalk_features_free(features);
    return status;
}

/* ---- Features for callers ---- */

riwalk_status riwalk_features_find(const riwalk_graph *graph, const riwalk_options *options,
                                   riwalk_features **features, riwalk_error *error)
{
    riwalk_options own;

    if (!graph || !features)
        return rw_refuse(error, "the graph and the features must not be NULL");
    RW_MUST(rw_options_take(options, &own, error));
    if (!graph->node_count)
        return rw_refuse(error, "the graph has no nodes");
    own.run = rw_run_resolve(&own.run);
    return rw_features_find(graph, &own, features, error);
}

uint32_t riwalk_features_count(const riwalk_features *features)
{
    return features->count;
}

const float *riwalk_features_values(const riwalk_features *features, uint32_t feature)
{
    return features->list[feature].values;
}

const uint8_t *riwalk_features_bins(const riwalk_features *features, uint32_t feature)
{
    return features->list[feature].bins;
}

/* Names of counts of edges and, in the second row, of sums of weights. */
static const char *const local_names[2][RW_LOCAL_KINDS] = {
    {"degree", "out-degree", "in-degree", "egonet edges", "edges leaving the egonet",
     "edges entering the egonet"},
    {"weighted degree", "weighted out-degree", "weighted in-degree", "egonet weight",
     "weight leaving the egonet", "weight entering the egonet"},
};

size_t riwalk_features_name(const riwalk_features *features, uint32_t feature, char *buffer,
                            size_t capacity)
{
    static const char *const steps[2][RW_STEPS] = {
        {"sum of ", "mean of ", "", ""},
        {"out-sum of ", "out-mean of ", "in-sum of ", "in-mean of "},
    };
    const rw_feature *f = &features->list[feature];
    rw_text text = {.buffer = buffer, .capacity = capacity};

    for (; f->parent != RW_FEATURE_LOCAL; f = &features->list[f->parent])
        rw_text_add(&text, "%s", steps[features->directed][f->step]);
    rw_text_add(&text, "%s", local_names[f->step / RW_LOCAL_WEIGHTS][f->step % RW_LOCAL_WEIGHTS]);
    return text.length;
}
