/* SPDX-License-Identifier: MIT */
/* t-SNE (van der Maaten and Hinton 2008; by a tree: van der Maaten 2014). The matrix P has Gaussian
 * weights for each point's nearest neighbours, with the width that the perplexity requires,
 * averaged over both directions. Then gradient descent with momentum and a gain per coordinate; the
 * step is count / exaggeration, as is usual now. One task sums the forces on a point in a fixed
 * order, so threads have no influence. */
#include "base/parallel.h"
#include "base/rng.h"
#include "plot/project.h"

#include <math.h>
#include <stdlib.h>

#define SEARCH_STEPS 100  /* bisections for the width of a Gaussian */
#define LEAST 0x1p-50     /* smaller weights, relative to a row's largest, are dropped */
#define BLOCK 64          /* points in a task */
#define PARALLEL_FROM 500 /* points: below, waking threads costs more than it saves */
#define EXACT_MOST 1000   /* points up to which theta is 0 by default */
#define LARGE_LEAF 100    /* points of a leaf if no box is ever far */
#define FIRST_MOMENTUM 0.5
#define MOMENTUM 0.8
#define LEAST_GAIN 0.01
#define USUAL_STEP 50.0
#define SPREAD 1e-4 /* size of the initial placement */

/* ---- The matrix ---- */

/* Rows before they are made symmetric: the nearest points with squared distances, then columns with
 * weights. */
typedef struct rows {
    uint32_t count;
    uint32_t neighbors;
    double entropy;     /* log(perplexity) */
    rw_scored *entries; /* [count][neighbors] */
    uint32_t *sizes;    /* [count] */
    uint32_t *ranks;    /* [count]: the row of each point */
    rw_pool *pool;
    rw_progress progress;
} rows;

static int by_column(const void *a, const void *b)
{
    return RW_ORDER(((const rw_scored *)a)->number, ((const rw_scored *)b)->number);
}

/* The entropy of weights exp(-beta * (distance - nearest)), and their sum. */
static double entropy_at(const rw_scored *row, uint32_t size, double nearest, double beta,
                         double *sum)
{
    double weighted = 0;

    *sum = 0;
    for (uint32_t i = 0; i < size; i++) {
        double away = row[i].value - nearest;
        double weight = exp(-beta * away);

        *sum += weight;
        weighted += weight * away;
    }
    *sum = fmax(*sum, 1); /* it is at least 1: the nearest weighs 1 */
    return log(*sum) + beta * weighted / *sum;
}

/* Turns squared distances into weights that sum to 1. If more points are equally near than the
 * perplexity, no width gives its entropy; then the narrowest tried is right. */
static uint32_t weigh(const rows *r, rw_scored *row, uint32_t size)
{
    double nearest = INFINITY, mean = 0, low = 0, high = INFINITY, beta, sum;
    uint32_t kept = 0;

    for (uint32_t i = 0; i < size; i++) {
        nearest = fmin(nearest, row[i].value);
        mean += row[i].value / size;
    }
    beta = mean > nearest ? 1 / (mean - nearest) : 1;
    for (int step = 0; step < SEARCH_STEPS; step++) {
        double entropy = entropy_at(row, size, nearest, beta, &sum);

        if (fabs(entropy - r->entropy) < 1e-10)
            break;
        if (entropy > r->entropy)
            low = beta;
        else
            high = beta;
        beta = isinf(high) ? beta * 2 : (low + high) / 2;
    }
    entropy_at(row, size, nearest, beta, &sum);
    for (uint32_t i = 0; i < size; i++) {
        double weight = exp(-beta * (row[i].value - nearest));

        if (weight >= LEAST)
            row[kept++] = (rw_scored){weight / sum, row[i].number};
    }
    return kept;
}

static riwalk_status weigh_task(void *context, size_t row, int worker, riwalk_error *error)
{
    rows *r = context;
    rw_scored *entries = r->entries + row * r->neighbors;

    for (uint32_t i = 0; i < r->neighbors; i++)
        entries[i].number = r->ranks[entries[i].number];
    qsort(entries, r->neighbors, sizeof *entries, by_column);
    r->sizes[row] = weigh(r, entries, r->neighbors);
    return RIWALK_STATUS_OK;
}

/* Makes P, the mean of the entries in both directions, with ascending columns. */
static riwalk_status make_symmetric(rows *r, rw_tsne *t, riwalk_error *error)
{
    uint64_t *starts, used = 0;
    rw_scored *both;

    RW_HAVE(starts = t->starts =
                rw_take_zeroed(&t->pool, (size_t)r->count + 2, sizeof *starts, error));
    /* Counted two places ahead, so that afterwards row i begins at starts[i]. */
    for (uint32_t row = 0; row < r->count; row++)
        for (uint32_t i = 0; i < r->sizes[row]; i++) {
            starts[row + 2]++;
            starts[r->entries[(size_t)row * r->neighbors + i].number + 2]++;
        }
    for (uint32_t row = 0; row < r->count; row++)
        starts[row + 2] += starts[row + 1];
    both = rw_take(r->pool, starts[r->count + 1], sizeof *both, error);
    t->columns = rw_take(&t->pool, starts[r->count + 1], sizeof *t->columns, error);
    t->values = rw_take(&t->pool, starts[r->count + 1], sizeof *t->values, error);
    if (r->pool->failed || t->pool.failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t row = 0; row < r->count; row++)
        for (uint32_t i = 0; i < r->sizes[row]; i++) {
            rw_scored entry = r->entries[(size_t)row * r->neighbors + i];

            both[starts[row + 1]++] = entry;
            both[starts[entry.number + 1]++] = (rw_scored){entry.value, row};
        }
    for (uint32_t row = 0; row < r->count; row++) {
        uint64_t begin = starts[row], end = starts[row + 1];

        qsort(both + begin, end - begin, sizeof *both, by_column);
        starts[row] = used;
        for (uint64_t e = begin; e < end; e++)
            if (e > begin && both[e].number == both[e - 1].number) {
                t->values[used - 1] += both[e].value;
            } else {
                t->columns[used] = both[e].number;
                t->values[used++] = both[e].value;
            }
        if (row % BLOCK == 0)
            RW_MUST(rw_progress_add(&r->progress, BLOCK, error));
    }
    starts[r->count] = used;
    for (uint64_t e = 0; e < used; e++)
        t->values[e] *= 0.5 / r->count;
    return RIWALK_STATUS_OK;
}

static riwalk_status make_matrix(const rw_points *points, uint32_t neighbors, double perplexity,
                                 const riwalk_project_options *options, rw_tsne *t,
                                 riwalk_error *error)
{
    RW_POOL(pool);
    rows r = {
        .count = points->count, .neighbors = neighbors, .entropy = log(perplexity), .pool = &pool};

    r.entries = rw_take(&pool, points->count, neighbors * sizeof *r.entries, error);
    r.sizes = rw_take(&pool, points->count, sizeof *r.sizes, error);
    r.ranks = rw_take(&pool, points->count, sizeof *r.ranks, error);
    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rw_neighbors_find(points, neighbors, &options->run, t->order, r.entries, error));
    for (uint32_t row = 0; row < points->count; row++)
        r.ranks[t->order[row]] = row;
    rw_progress_begin(&r.progress, &options->run, "weighing neighbours", "points",
                      UINT64_C(2) * points->count);
    RW_MUST(rw_parallel_blocks(points->threads, points->count, BLOCK, weigh_task, &r, &r.progress,
                               error));
    return make_symmetric(&r, t, error);
}

riwalk_status rw_tsne_new(const rw_points *points, uint32_t neighbors, double perplexity,
                          const riwalk_project_options *options, rw_tsne *t, riwalk_error *error)
{
    uint32_t count = points->count;

    *t = (rw_tsne){.count = count, .exaggeration = 1};
    t->threads = count < PARALLEL_FROM ? 1 : points->threads;
    RW_HAVE(t->order = rw_take(&t->pool, count, sizeof *t->order, error));
    RW_MUST(make_matrix(points, neighbors, perplexity, options, t, error));
    t->places = rw_take(&t->pool, count, 2 * sizeof *t->places, error);
    t->gradient = rw_take(&t->pool, count, 2 * sizeof *t->gradient, error);
    t->pulls = rw_take(&t->pool, count, 2 * sizeof *t->pulls, error);
    t->sums = rw_take(&t->pool, count, sizeof *t->sums, error);
    t->speed = rw_take_zeroed(&t->pool, count, 2 * sizeof *t->speed, error);
    t->gains = rw_take(&t->pool, count, 2 * sizeof *t->gains, error);
    return rw_quadtree_new(count, &t->pool, &t->tree, error);
}

/* ---- The gradient ---- */

static void pull(const rw_tsne *t, uint32_t point, double force[2])
{
    const double *here = t->places + 2 * (size_t)point;
    double x = 0, y = 0;

    for (uint64_t e = t->starts[point]; e < t->starts[point + 1]; e++) {
        const double *there = t->places + 2 * (size_t)t->columns[e];
        double dx = here[0] - there[0], dy = here[1] - there[1];
        double weight = t->values[e] / (1 + dx * dx + dy * dy);

        x += weight * dx;
        y += weight * dy;
    }
    force[0] = x;
    force[1] = y;
}

static size_t blocks(const rw_tsne *t)
{
    return ((size_t)t->count + BLOCK - 1) / BLOCK;
}

/* A task computes pulls on some points in the order of rows, or pushes in the order of the tree.
 * Pushes are not yet divided by the sum of q. */
static riwalk_status force_task(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_tsne *t = context;
    uint32_t begin = (uint32_t)(task * BLOCK);

    if (task >= blocks(t))
        rw_quadtree_push(&t->tree, (uint32_t)(task - blocks(t)), t->theta, t->gradient, t->sums);
    else
        for (uint32_t i = begin; i < t->count && i - begin < BLOCK; i++)
            pull(t, i, t->pulls + 2 * (size_t)i);
    return rw_progress_add(&t->progress, 0, error);
}

double rw_tsne_gradient(rw_tsne *t)
{
    double sum = 0;

    rw_quadtree_build(&t->tree, t->places);
    rw_parallel(t->threads, blocks(t) + t->tree.task_count, force_task, t, NULL);
    for (uint32_t i = 0; i < t->count; i++)
        sum += t->sums[i];
    for (size_t i = 0; i < 2 * (size_t)t->count; i++)
        t->gradient[i] = 4 * (t->exaggeration * t->pulls[i] - t->gradient[i] / sum);
    return sum;
}

/* The Kullback-Leibler divergence at the current places, given the sum of all q. */
static double find_divergence(const rw_tsne *t, double sum)
{
    double divergence = 0;

    for (size_t i = 0; i < t->count; i++)
        for (uint64_t e = t->starts[i]; e < t->starts[i + 1]; e++) {
            size_t j = t->columns[e];
            double dx = t->places[2 * i] - t->places[2 * j];
            double dy = t->places[2 * i + 1] - t->places[2 * j + 1];

            divergence += t->values[e] * log(t->values[e] * (1 + dx * dx + dy * dy) * sum);
        }
    return divergence;
}

/* ---- The descent ---- */

/* Scales the initial placement down, and adds much smaller jitter to separate equal places. */
static void spread(double *places, uint32_t count, uint64_t seed)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_SPLIT, RW_DRAW_PROJECT, 0);
    double squares = 0, factor;

    for (size_t i = 0; i < count; i++)
        squares += places[2 * i] * places[2 * i];
    factor = SPREAD / sqrt(squares / count);
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        places[i] = factor * places[i] + SPREAD * 0.01 * (rw_rng_unit(rw_rng_at(stream, i)) - 0.5);
}

static void move(rw_tsne *t, double step, double momentum)
{
    double middle[2] = {0};

    for (size_t i = 0; i < 2 * (size_t)t->count; i++) {
        double gradient = t->gradient[i];

        t->gains[i] = (gradient > 0) != (t->speed[i] > 0) ? t->gains[i] + 0.2 : t->gains[i] * 0.8;
        t->gains[i] = fmax(t->gains[i], LEAST_GAIN);
        t->speed[i] = momentum * t->speed[i] - step * t->gains[i] * gradient;
        t->places[i] += t->speed[i];
        middle[i % 2] += t->places[i] / t->count;
    }
    for (size_t i = 0; i < 2 * (size_t)t->count; i++)
        t->places[i] -= middle[i % 2];
}

static riwalk_status descend(rw_tsne *t, const riwalk_project_options *options,
                             riwalk_project_report *report, riwalk_error *error)
{
    uint32_t early = options->iterations / 4 < 250 ? options->iterations / 4 : 250;
    double step = fmax(t->count / options->exaggeration / 4, fmin(USUAL_STEP, t->count / 8.0));

    for (size_t i = 0; i < 2 * (size_t)t->count; i++)
        t->gains[i] = 1;
    rw_progress_begin(&t->progress, &options->run, "placing", "iterations", options->iterations);
    for (uint32_t i = 0; i < options->iterations; i++) {
        t->exaggeration = i < early ? options->exaggeration : 1;
        rw_tsne_gradient(t);
        move(t, step, i < early ? FIRST_MOMENTUM : MOMENTUM);
        RW_MUST(rw_progress_add(&t->progress, 1, error));
    }
    report->divergence = find_divergence(t, rw_tsne_gradient(t));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_tsne_run(const rw_points *points, const riwalk_project_options *options,
                          double *places, riwalk_project_report *report, riwalk_error *error)
{
    uint32_t count = points->count, most = count - 1, neighbors;
    double theta = options->theta >= 0 ? options->theta : count <= EXACT_MOST ? 0 : 0.5;
    riwalk_status status;
    rw_tsne t;

    report->exact = theta == 0;
    report->perplexity = fmin(options->perplexity, fmax(most / 3.0, 1));
    neighbors = report->exact || 3 * report->perplexity >= most
                    ? most
                    : (uint32_t)ceil(3 * report->perplexity);
    if (!(status = rw_tsne_new(points, neighbors, report->perplexity, options, &t, error))) {
        t.theta = theta;
        if (report->exact)
            t.tree.leaf = LARGE_LEAF;
        spread(places, count, options->seed);
        for (size_t i = 0; i < 2 * (size_t)count; i++) /* places are by point, t-SNE's own by row */
            t.places[i] = places[2 * (size_t)t.order[i / 2] + i % 2];
        status = descend(&t, options, report, error);
        for (size_t i = 0; i < 2 * (size_t)count; i++)
            places[2 * (size_t)t.order[i / 2] + i % 2] = t.places[i];
    }
    rw_pool_free(&t.pool);
    return status;
}
