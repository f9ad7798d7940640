/* SPDX-License-Identifier: MIT */
/* GraphWave (Donnat, Zitnik, Hallac and Leskovec, KDD 2018), from graphs to vectors:
 *
 *   how far does heat spread? the scales                        spectrum.c
 *   let heat spread from every node, at some scales             wavelets.c
 *   how is the heat distributed over the nodes then? its        wavelets.c
 *   characteristic function at evenly spaced points is the vector
 *
 * Nothing is random, and nothing is trained. A block of columns is spread and described before the
 * next, so memory stays linear in the graph. */
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

/* How much of the heat at an eigenvalue between the smallest and the largest one is left at the
 * smallest and at the largest scale. */
#define MOST_LEFT 0.95
#define LEAST_LEFT 0.80

#define USUAL_SCALES 2

/* -log(left) / sqrt(lambda_2 lambda_n), where lambda_n is taken as 2, which it never exceeds, as
 * the authors' program does. */
void riwalk_graphwave_scales(double eigenvalue, uint32_t count, double *scales)
{
    double unit = sqrt(0.5 / eigenvalue);
    double first = -log(MOST_LEFT) * unit, last = -log(LEAST_LEFT) * unit;

    for (uint32_t s = 0; s < count; s++)
        scales[s] = count > 1 ? first + s * (last - first) / (count - 1) : last;
}

/* ---- The plan of a run ---- */

typedef struct plan {
    double scales[RIWALK_MAX_SCALES];
    double eigenvalue; /* that automatic scales follow from, else 0 */
    uint32_t scale_count;
    uint32_t points; /* for each scale */
    int workers;
    uint64_t least, bytes; /* of memory, with one worker and with all */
} plan;

/* Scales and points, and as many workers as there are threads, or as fit into the limit. */
static riwalk_status make_plan(const rw_embedding *e, plan *p, riwalk_error *error)
{
    uint32_t dimensions = e->options.dimensions, count = e->options.scale_count;
    uint64_t nodes = e->graph->node_count, blocks = (nodes + RW_COLUMNS - 1) / RW_COLUMNS;
    uint64_t work, fixed;

    if (e->graph->directed)
        return rw_refuse(error,
                         "the graph is directed, and GraphWave is defined on undirected graphs: "
                         "read it as an undirected one");
    p->scale_count = count ? count : USUAL_SCALES;
    if (dimensions % (2 * p->scale_count) || dimensions < 4 * p->scale_count)
        return rw_refuse(
            error,
            "%u dimensions%s cannot be shared among %u scales: a scale takes two for "
            "each of its points, and has at least two points (%u would do)",
            dimensions, e->reserved ? ", half of all," : "", p->scale_count,
            2 * p->scale_count *
                (dimensions < 4 * p->scale_count ? 2 : dimensions / p->scale_count / 2));
    p->points = dimensions / p->scale_count / 2;
    memcpy(p->scales, e->options.scales, count * sizeof *p->scales);
    if (!count) { /* in less memory than one worker takes later */
        RW_MUST(rw_graphwave_eigenvalue(e->graph, &e->options.run, &p->eigenvalue, error));
        riwalk_graphwave_scales(p->eigenvalue, p->scale_count, p->scales);
    }
    work = rw_wavelet_work_bytes(e->graph, p->scale_count);
    fixed =
        rw_embedding_bytes(e) + rw_wavelets_bytes(e->graph) + nodes * dimensions * sizeof(float);
    p->workers = e->options.run.threads;
    if ((uint64_t)p->workers > blocks)
        p->workers = (int)blocks;
    while (p->workers > 1 && fixed + (uint64_t)p->workers * work > rw_embedding_limit(e))
        p->workers--;
    p->least = fixed + work;
    p->bytes = fixed + (uint64_t)p->workers * work;
    return RIWALK_STATUS_OK;
}

/* ---- The work ---- */

typedef struct run {
    const plan *plan;
    uint32_t nodes;
    rw_wavelets wavelets;
    rw_wavelet_work *work; /* [workers] */
    riwalk_vectors *vectors;
    rw_progress progress;
} run;

/* One block of columns. */
static riwalk_status embed_block(void *context, size_t block, int worker, riwalk_error *error)
{
    run *r = context;
    rw_wavelet_work *work = &r->work[worker];
    uint32_t first = (uint32_t)block * RW_COLUMNS, count = 0;
    float *rows[RW_COLUMNS] = {0};

    RW_MUST(rw_wavelets_columns(&r->wavelets, first, work, &r->progress, error));
    while (count < RW_COLUMNS && first + count < r->nodes) {
        rows[count] = rw_vectors_row(r->vectors, first + count);
        count++;
    }
    for (uint32_t s = 0; s < r->plan->scale_count; s++) {
        rw_characteristic(work->psi + (size_t)s * r->nodes * RW_COLUMNS, r->nodes, r->plan->points,
                          rows);
        for (uint32_t c = 0; c < count; c++)
            rows[c] += 2 * r->plan->points;
    }
    return rw_progress_add(&r->progress, count, error);
}

static void free_run(run *r)
{
    rw_pool_free(&r->wavelets.pool);
    riwalk_vectors_free(r->vectors);
}

/* All but the work itself. */
static riwalk_status start_run(run *r, const rw_embedding *e, const plan *p, riwalk_error *error)
{
    r->plan = p;
    r->nodes = e->graph->node_count;
    RW_MUST(rw_wavelets_init(&r->wavelets, e->graph, p->scales, p->scale_count, error));
    RW_MUST(rw_embedding_vectors(e, e->options.dimensions, &r->vectors, error));
    RW_HAVE(r->work = rw_take(&r->wavelets.pool, (size_t)p->workers, sizeof *r->work, error));
    for (int w = 0; w < p->workers; w++)
        RW_MUST(rw_wavelet_work_init(&r->work[w], &r->wavelets, error));
    rw_progress_begin(&r->progress, &e->options.run, "wavelets", "nodes", r->nodes);
    return RIWALK_STATUS_OK;
}

static size_t block_count(const run *r)
{
    return ((size_t)r->nodes + RW_COLUMNS - 1) / RW_COLUMNS;
}

static riwalk_status embed(const rw_embedding *e, riwalk_vectors **vectors,
                           riwalk_embed_report *report, riwalk_error *error)
{
    double start = rw_seconds();
    run r = {0};
    plan p = {0};
    riwalk_status status;

    RW_MUST(make_plan(e, &p, error));
    RW_MUST(rw_embedding_check_limit(e, p.least, error));
    if ((status = start_run(&r, e, &p, error)) ||
        (status = rw_parallel(p.workers, block_count(&r), embed_block, &r, error)))
        goto done;
    report->memory_bytes = p.bytes;
    report->eigenvalue = p.eigenvalue;
    report->train_seconds = rw_seconds() - start;
    *vectors = r.vectors;
    r.vectors = NULL;
done:
    free_run(&r);
    return status;
}

/* Blocks that are done to see how long one takes, and the seconds after which no more are. */
#define SAMPLED_BLOCKS 8
#define SAMPLED_SECONDS 0.5

static riwalk_status estimate(const rw_embedding *e, riwalk_estimate *estimate, riwalk_error *error)
{
    double start = rw_seconds(), prepared, sampled;
    size_t done = 0;
    run r = {0};
    plan p = {0};
    riwalk_status status;

    RW_MUST(make_plan(e, &p, error));
    *estimate = (riwalk_estimate){.memory_bytes = p.bytes, .least_memory_bytes = p.least};
    if ((status = start_run(&r, e, &p, error)))
        goto done;
    prepared = rw_seconds();
    do {
        status = embed_block(&r, done * block_count(&r) / SAMPLED_BLOCKS, 0, error);
        sampled = rw_seconds() - prepared;
    } while (!status && ++done < SAMPLED_BLOCKS && sampled < SAMPLED_SECONDS);
    if (!status)
        estimate->train_seconds =
            prepared - start + sampled / (double)done * (double)block_count(&r) / p.workers;
done:
    free_run(&r);
    return status;
}

const rw_method rw_graphwave_method = {.embed = embed, .estimate = estimate};
