/* SPDX-License-Identifier: MIT */
/* ReFeX, from graphs to vectors: a column for each recursive feature, the simplest first. */
#include "methods/refex/refex.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "methods/embedding.h"
#include "methods/rolx/rolx.h"
#include "vectors/vectors.h"

#include <math.h>

/* What the search for features may use: what the caller's limit leaves beside graph and names. */
static uint64_t room_of(const rw_embedding *e)
{
    uint64_t fixed = rw_embedding_bytes(e);

    return !e->options.memory ? 0 : e->options.memory > fixed ? e->options.memory - fixed : 1;
}

rw_features_options rw_features_options_of(const rw_embedding *e, uint32_t most)
{
    return (rw_features_options){
        .share = e->options.bin_share, .most = most, .limit = room_of(e), .run = e->options.run};
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

static riwalk_status write_vectors(const rw_embedding *e, const riwalk_features *features,
                                   riwalk_vectors **vectors, riwalk_error *error)
{
    riwalk_status status = rw_embedding_vectors(e, features->count, vectors, error);

    if (status)
        return status;
    for (uint32_t node = 0; node < features->node_count; node++) {
        float *row = rw_vectors_row(*vectors, node);

        for (uint32_t i = 0; i < features->count; i++)
            row[i] = entry(&features->list[i], node, e->options.feature_values);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status embed(const rw_embedding *e, riwalk_vectors **vectors,
                           riwalk_embed_report *report, riwalk_error *error)
{
    rw_features_options options = rw_features_options_of(e, e->options.dimensions);
    double start = rw_seconds();
    riwalk_features *features = NULL;
    riwalk_status status;

    if ((status = rw_embedding_check_limit(e, rw_features_least(e), error)) ||
        (status = rw_features_find(e->graph, &options, &features, error)))
        return status;
    if (!(status = write_vectors(e, features, vectors, error))) {
        report->features = features->count;
        report->memory_bytes = rw_features_usual(e);
        report->train_seconds = rw_seconds() - start;
    }
    riwalk_features_free(features);
    return status;
}

/* ---- Estimates ---- */

/* How many features there will be is known when they are found. These are more than most graphs
 * have, and two rounds tell how long one takes. */
#define USUAL_FEATURES 40
#define USUAL_TRIED 24
#define SAMPLED_FEATURES 4

uint64_t rw_features_least(const rw_embedding *e)
{
    return rw_embedding_bytes(e) + rw_features_bytes(e->graph, e->options.run.threads, 0,
                                                     e->graph->weights ? RW_LOCAL_MOST / 2 : 3);
}

uint64_t rw_features_usual(const rw_embedding *e)
{
    uint32_t most = e->options.dimensions, usual = most < USUAL_FEATURES ? most : USUAL_FEATURES;
    uint64_t searching = rw_features_bytes(e->graph, e->options.run.threads, usual, USUAL_TRIED);
    uint64_t writing = (uint64_t)e->graph->node_count * usual * (5 + sizeof(float));

    return rw_embedding_bytes(e) + (searching > writing ? searching : writing);
}

riwalk_status rw_features_estimate(const rw_embedding *e, riwalk_estimate *estimate,
                                   riwalk_error *error)
{
    rw_features_options options = rw_features_options_of(e, SAMPLED_FEATURES);
    double start = rw_seconds();
    riwalk_features *features = NULL;
    riwalk_status status;

    options.limit = 0;
    if ((status = rw_features_find(e->graph, &options, &features, error)))
        return status;
    estimate->train_seconds = (rw_seconds() - start) * USUAL_FEATURES / SAMPLED_FEATURES;
    estimate->least_memory_bytes = rw_features_least(e);
    estimate->memory_bytes = rw_features_usual(e);
    riwalk_features_free(features);
    return RIWALK_STATUS_OK;
}

const rw_method rw_refex_method = {.embed = embed, .estimate = rw_features_estimate};
