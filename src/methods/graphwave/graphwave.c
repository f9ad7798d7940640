/* SPDX-License-Identifier: MIT */
/* GraphWave (Donnat, Zitnik, Hallac and Leskovec, KDD 2018), from graphs to vectors:
 *
 *   choose the scales: how far heat spreads                       spectrum.c
 *   let heat spread from every node at each scale                 wavelets.c
 *   describe how the heat is distributed over the nodes: its
 *   characteristic function at evenly spaced points is the vector wavelets.c
 *
 * Nothing is random or trained. Columns are made and described in blocks, so memory is linear in
 * the graph. */
#include "methods/graphwave/graphwave.h"

#include "base/error.h"
#include "base/frontend.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "methods/embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

/* The share of heat that is left at the smallest and at the largest scale, for an eigenvalue in the
 * middle (geometric mean) of the spectrum. */
#define MOST_LEFT 0.95
#define LEAST_LEFT 0.80

#define USUAL_SCALES 2

/* A scale is -log(left) / sqrt(lambda_2 lambda_n). As in the authors' program, lambda_n is 2, its
 * upper bound. */
void riwalk_graphwave_scales(double eigenvalue, uint32_t count, double *scales)
{
    double unit = sqrt(0.5 / eigenvalue);
    double first = -log(MOST_LEFT) * unit, last = -log(LEAST_LEFT) * unit;

    for (uint32_t s = 0; s < count; s++)
        scales[s] = count > 1 ? first + s * (last - first) / (count - 1) : last;
}

/* ---- A run ---- */

typedef struct run {
    double scales[RIWALK_MAX_SCALES];
    uint32_t scale_count;
    uint32_t points; /* points per scale */
    uint32_t nodes;
    int workers;
    size_t blocks; /* blocks of columns */
    rw_wavelets wavelets;
    rw_embedding *embedding;
    rw_progress progress;
} run;

/* Sets scales and points. Starts as many workers as threads, or as fit into the limit. */
static riwalk_status make_plan(run *r, riwalk_error *error)
{
    rw_embedding *e = r->embedding;
    uint32_t dimensions = e->options.dimensions, count = e->options.scale_count;
    uint64_t fixed, least, bytes;

    if (e->graph->directed)
        return rw_refuse(error,
                         "the graph is directed, and GraphWave is defined on undirected graphs: "
                         "read it as an undirected one");
    r->scale_count = count ? count : USUAL_SCALES;
    if (dimensions % (2 * r->scale_count) || dimensions < 4 * r->scale_count)
        return rw_refuse(
            error,
            "%u dimensions%s cannot be shared among %u scales: a scale takes two for "
            "each of its points, and has at least two points (%u would do)",
            dimensions, e->reserved ? ", half of all," : "", r->scale_count,
            2 * r->scale_count *
                (dimensions < 4 * r->scale_count ? 2 : dimensions / r->scale_count / 2));
    r->points = dimensions / r->scale_count / 2;
    memcpy(r->scales, e->options.scales, count * sizeof *r->scales);
    if (!count) { /* takes less memory than one worker does later */
        RW_MUST(rw_graphwave_eigenvalue(e->graph, &e->options.run, &e->report.eigenvalue, error));
        riwalk_graphwave_scales(e->report.eigenvalue, r->scale_count, r->scales);
    }
    r->nodes = e->graph->node_count;
    r->blocks = ((size_t)r->nodes + RW_COLUMNS - 1) / RW_COLUMNS;
    r->workers = e->options.run.threads;
    if ((size_t)r->workers > r->blocks)
        r->workers = (int)r->blocks;
    fixed = rw_embedding_bytes(e) + (uint64_t)r->nodes * dimensions * sizeof(float);
    least = fixed + rw_wavelets_bytes(e->graph, r->scale_count, 1);
    bytes = fixed + rw_wavelets_bytes(e->graph, r->scale_count, r->workers);
    while (r->workers > 1 && bytes > rw_embedding_limit(e))
        bytes = fixed + rw_wavelets_bytes(e->graph, r->scale_count, --r->workers);
    return rw_embedding_need(e, least, bytes, error);
}

/* Embeds one block of columns. */
static riwalk_status embed_block(void *context, size_t block, int worker, riwalk_error *error)
{
    run *r = context;
    uint32_t first = (uint32_t)block * RW_COLUMNS, count = 0;
    float *rows[RW_COLUMNS] = {0};
    const float *psi;

    RW_MUST(rw_wavelets_columns(&r->wavelets, first, worker, &psi, &r->progress, error));
    while (count < RW_COLUMNS && first + count < r->nodes) {
        rows[count] = rw_vectors_row(r->embedding->vectors, first + count);
        count++;
    }
    for (uint32_t s = 0; s < r->scale_count; s++, psi += (size_t)r->nodes * RW_COLUMNS) {
        rw_characteristic(psi, r->nodes, r->points, rows);
        for (uint32_t c = 0; c < count; c++)
            rows[c] += 2 * r->points;
    }
    return rw_progress_add(&r->progress, count, error);
}

/* An estimate times this many blocks, or fewer once it has taken this many seconds. */
#define SAMPLED_BLOCKS 8
#define SAMPLED_SECONDS 0.5

/* Estimates the seconds of all blocks. */
static riwalk_status sample(run *r, riwalk_error *error)
{
    double start = rw_seconds(), sampled;
    size_t done = 0;

    do {
        RW_MUST(embed_block(r, done * r->blocks / SAMPLED_BLOCKS, 0, error));
        sampled = rw_seconds() - start;
    } while (++done < SAMPLED_BLOCKS && sampled < SAMPLED_SECONDS);
    r->embedding->estimate->train_seconds +=
        sampled / (double)done * (double)r->blocks / r->workers;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_graphwave_method(rw_embedding *e, riwalk_error *error)
{
    double start = rw_seconds();
    run r = {.embedding = e};
    riwalk_status status;

    RW_MUST(make_plan(&r, error));
    if (!(status =
              rw_wavelets_init(&r.wavelets, e->graph, r.scales, r.scale_count, r.workers, error)) &&
        !(status = rw_embedding_vectors(e, e->options.dimensions, error))) {
        rw_progress_begin(&r.progress, &e->options.run, "wavelets", "nodes", r.nodes);
        if (e->estimate)
            e->estimate->train_seconds = rw_seconds() - start;
        status = e->estimate ? sample(&r, error)
                             : rw_parallel(r.workers, r.blocks, embed_block, &r, error);
    }
    rw_pool_free(&r.wavelets.pool);
    return status;
}
