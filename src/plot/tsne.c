/* SPDX-License-Identifier: MIT */
/* t-SNE (van der Maaten and Hinton 2008; by a tree: van der Maaten 2014). The matrix P has Gaussian
 * weights for each point's nearest neighbours, with the width that the perplexity requires,
 * averaged over both directions. Then gradient descent with momentum and a gain per coordinate; the
 * step is count / exaggeration, as is usual now. One task sums the forces on a point in a fixed
 * order, so threads have no influence. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "plot/project.h"

#include <math.h>

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

/* Rows before they are made symmetric, by column: squared distances to the nearest points, then
 * weights. */
typedef struct rows {
    uint32_t count;
    uint32_t neighbors;
    double entropy;       /* log(perplexity) */
    rw_affinity *entries; /* [count][neighbors] */
    uint32_t *sizes;      /* [count] */
    rw_pool pool;
    rw_progress progress;
} rows;

/* The entropy of weights exp(-beta * (distance - nearest)), and their sum. */
static double entropy_at(const rw_affinity *row, uint32_t size, double nearest, double beta,
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
static uint32_t weigh(const rows *r, rw_affinity *row, uint32_t size)
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
            row[kept++] = (rw_affinity){row[i].column, weight / sum};
    }
    return kept;
}

static riwalk_status weigh_task(void *context, size_t row, int worker, riwalk_error *error)
{
    rows *r = context;

    r->sizes[row] = weigh(r, r->entries + row * r->neighbors, r->neighbors);
    return RIWALK_STATUS_OK;
}

/* Appends to each row the entries of others for it, row by row, so that columns ascend. `ends` are
 * the current ends of rows. */
static riwalk_status scatter(rows *r, uint64_t *ends, rw_affinity *entries, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t row = 0; row < r->count && !status; row++) {
        for (uint32_t i = 0; i < r->sizes[row]; i++) {
            rw_affinity *entry = &r->entries[(size_t)row * r->neighbors + i];

            entries[ends[entry->column]++] = (rw_affinity){row, entry->value};
        }
        if (row % BLOCK == 0)
            status = rw_progress_add(&r->progress, BLOCK, error);
    }
    return status;
}

/* Appends to the result the mean of a row and of the others' entries for it, both by column. */
static void merge(const rw_affinity *a, uint64_t a_size, const rw_affinity *b, uint64_t b_size,
                  uint32_t row, rw_affinities *result)
{
    uint64_t i = 0, j = 0, used = result->starts[row];

    while (i < a_size || j < b_size) {
        rw_affinity entry;

        if (j == b_size || (i < a_size && a[i].column < b[j].column))
            entry = a[i++];
        else if (i == a_size || b[j].column < a[i].column)
            entry = b[j++];
        else {
            entry = a[i++];
            entry.value += b[j++].value;
        }
        result->columns[used] = entry.column;
        result->values[used++] = entry.value * (0.5 / result->count);
    }
    result->starts[row + 1] = used;
}

static riwalk_status make_symmetric(rows *r, rw_affinities *result, riwalk_error *error)
{
    uint32_t count = r->count;
    rw_affinity *others;
    uint64_t *starts;
    riwalk_status status;

    RW_HAVE(starts = rw_take_zeroed(&r->pool, (size_t)count + 2, sizeof *starts, error));
    /* Counted two places ahead, so that after scattering row i begins at starts[i]. */
    for (uint32_t row = 0; row < count; row++)
        for (uint32_t i = 0; i < r->sizes[row]; i++)
            starts[r->entries[(size_t)row * r->neighbors + i].column + 2]++;
    for (uint32_t row = 0; row < count; row++)
        starts[row + 2] += starts[row + 1];
    RW_HAVE(others = rw_take(&r->pool, starts[count + 1], sizeof *others, error));
    result->starts = rw_take(&result->pool, (size_t)count + 1, sizeof *result->starts, error);
    result->columns = rw_take(&result->pool, 2 * starts[count + 1], sizeof *result->columns, error);
    result->values = rw_take(&result->pool, 2 * starts[count + 1], sizeof *result->values, error);
    RW_MUST(rw_pool_status(&result->pool));
    result->starts[0] = 0;
    status = scatter(r, starts + 1, others, error);
    for (uint32_t row = 0; row < count && !status; row++) {
        merge(r->entries + (size_t)row * r->neighbors, r->sizes[row], others + starts[row],
              starts[row + 1] - starts[row], row, result);
        if (row % BLOCK == 0)
            status = rw_progress_add(&r->progress, BLOCK, error);
    }
    return status;
}

riwalk_status rw_affinities_make(const rw_points *points, uint32_t neighbors, double perplexity,
                                 const riwalk_project_options *options, rw_affinities *affinities,
                                 riwalk_error *error)
{
    rows r = {.count = points->count, .neighbors = neighbors, .entropy = log(perplexity)};
    uint32_t *order;
    riwalk_status status;

    *affinities = (rw_affinities){.count = points->count};
    order = affinities->order = rw_take(&affinities->pool, points->count, sizeof *order, error);
    r.entries = rw_take(&r.pool, points->count, neighbors * sizeof *r.entries, error);
    r.sizes = rw_take(&r.pool, points->count, sizeof *r.sizes, error);
    status = order ? rw_pool_status(&r.pool) : RIWALK_STATUS_MEMORY;
    if (!status &&
        !(status = rw_neighbors_find(points, neighbors, options, order, r.entries, error))) {
        rw_progress_begin(&r.progress, &options->run, "weighing neighbours", "points",
                          UINT64_C(3) * points->count);
        if (!(status = rw_parallel_blocks(points->threads, points->count, BLOCK, weigh_task, &r,
                                          &r.progress, error)))
            status = make_symmetric(&r, affinities, error);
    }
    rw_pool_free(&r.pool);
    if (status)
        rw_pool_free(&affinities->pool);
    return status;
}

/* ---- The gradient ---- */

static void pull(const rw_tsne *t, uint32_t point, double force[2])
{
    const rw_affinities *p = t->affinities;
    const double *here = t->places + 2 * (size_t)point;
    double x = 0, y = 0;

    for (uint64_t e = p->starts[point]; e < p->starts[point + 1]; e++) {
        const double *there = t->places + 2 * (size_t)p->columns[e];
        double dx = here[0] - there[0], dy = here[1] - there[1];
        double weight = p->values[e] / (1 + dx * dx + dy * dy);

        x += weight * dx;
        y += weight * dy;
    }
    force[0] = x;
    force[1] = y;
}

static size_t blocks(const rw_tsne *t)
{
    return ((size_t)t->affinities->count + BLOCK - 1) / BLOCK;
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
        for (uint32_t i = begin; i < t->affinities->count && i - begin < BLOCK; i++)
            pull(t, i, t->pulls + 2 * (size_t)i);
    return t->progress ? rw_progress_add(t->progress, 0, error) : RIWALK_STATUS_OK;
}

double rw_tsne_gradient(rw_tsne *t)
{
    uint32_t count = t->affinities->count;
    double sum = 0;

    rw_quadtree_build(&t->tree, t->places);
    rw_parallel(t->threads, blocks(t) + t->tree.task_count, force_task, t, NULL);
    for (uint32_t i = 0; i < count; i++)
        sum += t->sums[i];
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        t->gradient[i] = 4 * (t->exaggeration * t->pulls[i] - t->gradient[i] / sum);
    return sum;
}

/* The Kullback-Leibler divergence at the current places, given the sum of all q. */
static double find_divergence(const rw_tsne *t, double sum)
{
    const rw_affinities *p = t->affinities;
    double divergence = 0;

    for (uint32_t i = 0; i < p->count; i++)
        for (uint64_t e = p->starts[i]; e < p->starts[i + 1]; e++) {
            double dx = t->places[2 * (size_t)i] - t->places[2 * (size_t)p->columns[e]];
            double dy = t->places[2 * (size_t)i + 1] - t->places[2 * (size_t)p->columns[e] + 1];

            divergence += p->values[e] * log(p->values[e] * (1 + dx * dx + dy * dy) * sum);
        }
    return divergence;
}

/* ---- The descent ---- */

typedef struct descent {
    rw_tsne tsne;
    double *speed; /* [2 * count] */
    double *gains; /* [2 * count] */
    rw_pool pool;
    double step;
    double momentum;
} descent;

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

static void move(descent *d)
{
    uint32_t count = d->tsne.affinities->count;
    double *places = d->tsne.places, middle[2] = {0};

    for (size_t i = 0; i < 2 * (size_t)count; i++) {
        double gradient = d->tsne.gradient[i];

        d->gains[i] = (gradient > 0) != (d->speed[i] > 0) ? d->gains[i] + 0.2 : d->gains[i] * 0.8;
        d->gains[i] = fmax(d->gains[i], LEAST_GAIN);
        d->speed[i] = d->momentum * d->speed[i] - d->step * d->gains[i] * gradient;
        places[i] += d->speed[i];
        middle[i % 2] += places[i] / count;
    }
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        places[i] -= middle[i % 2];
}

static riwalk_status descend(descent *d, const riwalk_project_options *options,
                             riwalk_project_report *report, riwalk_error *error)
{
    uint32_t early = options->iterations / 4 < 250 ? options->iterations / 4 : 250;
    uint32_t count = d->tsne.affinities->count;
    riwalk_status status = RIWALK_STATUS_OK;
    rw_progress progress;

    d->step = fmax(count / options->exaggeration / 4, fmin(USUAL_STEP, count / 8.0));
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        d->gains[i] = 1;
    rw_progress_begin(&progress, &options->run, "placing", "iterations", options->iterations);
    d->tsne.progress = &progress;
    for (uint32_t i = 0; i < options->iterations && !status; i++) {
        d->tsne.exaggeration = i < early ? options->exaggeration : 1;
        d->momentum = i < early ? FIRST_MOMENTUM : MOMENTUM;
        rw_tsne_gradient(&d->tsne);
        move(d);
        status = rw_progress_add(&progress, 1, error);
    }
    if (!status)
        report->divergence = find_divergence(&d->tsne, rw_tsne_gradient(&d->tsne));
    d->tsne.progress = NULL;
    return status;
}

/* Runs t-SNE. `places` are by point, t-SNE's own by row. */
static riwalk_status run(descent *d, const riwalk_project_options *options, double *places,
                         riwalk_project_report *report, riwalk_error *error)
{
    uint32_t count = d->tsne.affinities->count;
    const uint32_t *order = d->tsne.affinities->order;
    riwalk_status status = rw_quadtree_new(count, &d->tsne.tree, error);

    d->tsne.places = rw_take(&d->pool, count, 2 * sizeof *places, error);
    d->tsne.gradient = rw_take(&d->pool, count, 2 * sizeof *d->tsne.gradient, error);
    d->tsne.pulls = rw_take(&d->pool, count, 2 * sizeof *d->tsne.pulls, error);
    d->tsne.sums = rw_take(&d->pool, count, sizeof *d->tsne.sums, error);
    d->speed = rw_take_zeroed(&d->pool, count, 2 * sizeof *d->speed, error);
    d->gains = rw_take(&d->pool, count, 2 * sizeof *d->gains, error);
    if (report->exact)
        d->tsne.tree.leaf = LARGE_LEAF;
    if (!status && !(status = rw_pool_status(&d->pool))) {
        for (size_t i = 0; i < 2 * (size_t)count; i++)
            d->tsne.places[i] = places[2 * (size_t)order[i / 2] + i % 2];
        status = descend(d, options, report, error);
        for (size_t i = 0; i < 2 * (size_t)count; i++)
            places[2 * (size_t)order[i / 2] + i % 2] = d->tsne.places[i];
    }
    rw_pool_free(&d->pool);
    rw_pool_free(&d->tsne.tree.pool);
    return status;
}

riwalk_status rw_tsne_run(const rw_points *points, const riwalk_project_options *options,
                          double *places, riwalk_project_report *report, riwalk_error *error)
{
    uint32_t most = points->count - 1, neighbors;
    descent d = {.tsne = {.theta = options->theta}};
    rw_affinities affinities;
    riwalk_status status;

    d.tsne.threads = points->count < PARALLEL_FROM ? 1 : points->threads;
    if (options->theta < 0)
        d.tsne.theta = points->count <= EXACT_MOST ? 0 : 0.5;
    report->exact = d.tsne.theta == 0;
    report->perplexity = fmin(options->perplexity, fmax(most / 3.0, 1));
    neighbors = report->exact || 3 * report->perplexity >= most
                    ? most
                    : (uint32_t)ceil(3 * report->perplexity);
    RW_MUST(rw_affinities_make(points, neighbors, report->perplexity, options, &affinities, error));
    d.tsne.affinities = &affinities;
    spread(places, points->count, options->seed);
    status = run(&d, options, places, report, error);
    rw_pool_free(&affinities.pool);
    return status;
}
