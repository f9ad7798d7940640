/* SPDX-License-Identifier: MIT */
/* GraphWave (Donnat, Zitnik, Hallac and Leskovec, KDD 2018), from graphs to vectors:
 *
 *   choose the scales: how far heat spreads                       spectrum.c
 *   let heat spread from every node at each scale
 *   describe how the heat is distributed over the nodes: its
 *   characteristic function at evenly spaced points is the vector
 *
 * Nothing is random or trained. Columns are made and described in blocks, so memory is linear in
 * the graph.
 *
 * With L = I - S the kernel is exp(-s) exp(s S), and the eigenvalues of S are in [-1, 1]. There
 * exp(s x) is a sum of Chebyshev polynomials, with Bessel functions as coefficients:
 *
 *   exp(-s L) = sum over k of c_k T_k(S),   c_0 = exp(-s) I_0(s),   c_k = 2 exp(-s) I_k(s)
 *
 * All c_k are positive and sum to 1, and |T_k| <= 1. So a sum cut where the rest of the c_k sums to
 * TAIL is wrong by at most TAIL. The recurrence T_k = 2 S T_k-1 - T_k-2 gives T_k(S) of a block of
 * columns, once for all scales. */
#include "methods/graphwave/graphwave.h"

#include "base/cpu.h"
#include "base/error.h"
#include "base/frontend.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "methods/embedding.h"
#include "vectors/vectors.h"

#include <math.h>
#include <string.h>

#define TAIL 1e-7
#define POINTS 2048 /* at most, for 4096 dimensions at one scale */

typedef struct run {
    rw_embedding *embedding;
    double scales[RIWALK_MAX_SCALES];
    uint32_t points; /* points per scale, at least 2 */
    uint32_t nodes;
    int workers;
    size_t blocks; /* blocks of columns */
    rw_wavelets wavelets;
    float **rooms; /* [workers]: matrices, two for the recurrence, then one per scale */
    rw_pool *pool; /* owns the arrays */
    rw_progress progress;
} run;

/* ---- Scales ---- */

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

/* ---- Preparation ---- */

void rw_graphwave_roots(const riwalk_graph *g, double *roots)
{
    for (uint32_t u = 0; u < g->node_count; u++) {
        double sum = 0;

        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            sum += rw_arc_weight(g, a);
        roots[u] = sqrt(sum);
    }
}

/* Computes S for each arc. */
static riwalk_status normalise(run *r, riwalk_error *error)
{
    rw_wavelets *w = &r->wavelets;
    const riwalk_graph *g = w->graph;
    double *roots;
    RW_POOL(pool);

    RW_HAVE(w->arcs = rw_take(r->pool, g->arc_count, sizeof *w->arcs, error));
    RW_HAVE(roots = rw_take(&pool, g->node_count, sizeof *roots, error));
    rw_graphwave_roots(g, roots);
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            w->arcs[a] = (float)(rw_arc_weight(g, a) / (roots[u] * roots[g->neighbors[a]]));
    return RIWALK_STATUS_OK;
}

/* The coefficients c_0 .. c_terms-1, by Miller's downward recurrence of Bessel functions, scaled to
 * sum to 1. */
static void bessel(double scale, uint32_t terms, double *c)
{
    double above = 0, at = 1, sum = 0;

    for (uint32_t k = terms; k-- > 0;) {
        double below = above + 2 * (k + 1) / scale * at;

        above = at;
        at = below;
        c[k] = k ? 2 * at : at;
        if (at > 1e200) { /* rescale: terms that underflow are negligible */
            for (uint32_t j = k; j < terms; j++)
                c[j] *= 1e-200;
            at *= 1e-200;
            above *= 1e-200;
        }
    }
    for (uint32_t k = terms; k-- > 0;)
        sum += c[k];
    for (uint32_t k = 0; k < terms; k++)
        c[k] /= sum;
}

static riwalk_status prepare_scale(run *r, uint32_t s, riwalk_error *error)
{
    rw_wavelets *w = &r->wavelets;
    double scale = r->scales[s];
    /* More than enough: exp(-s) I_k(s) falls like exp(-k^2 / 2s), and faster for k above s. */
    uint32_t terms = 32 + (uint32_t)ceil(9 * sqrt(scale)), order = terms - 1;
    double *c, rest = 0;
    RW_POOL(pool);

    RW_HAVE(w->coefficients[s] = rw_take(r->pool, terms, sizeof(float), error));
    RW_HAVE(c = rw_take(&pool, terms, sizeof *c, error));
    bessel(scale, terms, c);
    while (order > 1 && rest + c[order] <= TAIL)
        rest += c[order--];
    w->orders[s] = order;
    for (uint32_t k = 0; k < terms; k++)
        w->coefficients[s][k] = (float)c[k];
    return RIWALK_STATUS_OK;
}

static uint64_t worker_bytes(const run *r)
{
    return (r->wavelets.scale_count + UINT64_C(2)) * r->nodes * RW_COLUMNS * sizeof(float);
}

static riwalk_status prepare(run *r, riwalk_error *error)
{
    rw_wavelets *w = &r->wavelets;

    w->orders = rw_take_zeroed(r->pool, w->scale_count, sizeof *w->orders, error);
    w->coefficients = rw_take(r->pool, w->scale_count, sizeof *w->coefficients, error);
    r->rooms = rw_take(r->pool, (size_t)r->workers, sizeof *r->rooms, error);
    RW_MUST(rw_pool_status(r->pool));
    RW_MUST(normalise(r, error));
    for (uint32_t s = 0; s < w->scale_count; s++)
        RW_MUST(prepare_scale(r, s, error));
    for (int t = 0; t < r->workers; t++)
        r->rooms[t] = rw_take_aligned(r->pool, worker_bytes(r), 1, error);
    return rw_pool_status(r->pool);
}

/* ---- Columns ---- */

/* Computes columns first .. first + RW_COLUMNS - 1 at all scales into the worker's room. Columns
 * past the last node are zero. */
static riwalk_status make_columns(run *r, uint32_t first, int worker, const float **psi,
                                  riwalk_error *error)
{
    const rw_wavelets *w = &r->wavelets;
    const rw_graphwave_kernels *kernels = RW_KERNELS_OF(rw_cpu_isa(), rw_graphwave);
    size_t n = r->nodes, size = n * RW_COLUMNS;
    float *x = r->rooms[worker], *y = x + size, *sums = y + size;
    uint32_t left = r->nodes - first, order = 0;
    uint32_t count = left < RW_COLUMNS ? left : RW_COLUMNS;

    *psi = sums;
    memset(x, 0, size * sizeof *x);
    memset(sums, 0, w->scale_count * size * sizeof *sums);
    for (uint32_t c = 0; c < count; c++)
        x[(size_t)(first + c) * RW_COLUMNS + c] = 1;
    for (uint32_t s = 0; s < w->scale_count; s++) {
        for (uint32_t c = 0; c < count; c++)
            sums[(s * n + first + c) * RW_COLUMNS + c] = w->coefficients[s][0];
        order = w->orders[s] > order ? w->orders[s] : order;
    }
    for (uint32_t k = 1; k <= order; k++) {
        float *next = y;

        kernels->step(w, k, x, y, sums);
        y = x;
        x = next;
        RW_MUST(rw_progress_add(&r->progress, 0, error));
    }
    return RIWALK_STATUS_OK;
}

/* ---- Characteristic functions ---- */

/* Nearly all values of a column are small. For |t x| <= 1 the power series of exp(i t x) is short,
 * so those values are only summed as powers, once for all points t. The few larger ones (at most
 * 10^4 in a column, as its squares sum to at most 1) are evaluated one by one, from point to point
 * by a rotation. The series is cut below 1/11! = 2.5e-8; no small value is rounded to zero. */

/* Floats are summed over short chunks only, then as doubles. */
#define CHUNK 256

typedef double power_sums[RW_POWERS][RW_COLUMNS]; /* [p]: sums of (RW_LAST_POINT x)^(p + 1) */

/* Adds exp(i t x) - 1 of one large value x at all points. */
static void add_large(double x, uint32_t points, double *re, double *im)
{
    double angle = x * (RW_LAST_POINT / (points - 1));
    double step_re = cos(angle), step_im = sin(angle), at_re = 1, at_im = 0;

    for (uint32_t j = 1; j < points; j++) {
        double next = at_re * step_re - at_im * step_im;

        at_im = at_re * step_im + at_im * step_re;
        at_re = next;
        re[j] += at_re - 1;
        im[j] += at_im;
    }
}

/* Adds the power series of the small values at all points. */
static void add_small(const power_sums sums, int column, uint32_t points, double *re, double *im)
{
    for (uint32_t j = 1; j < points; j++) {
        double t = (double)j / (points - 1), term = 1;

        for (int p = 1; p <= RW_POWERS; p++) {
            double sign = p / 2 % 2 ? -1 : 1;

            term *= t / p;
            *(p % 2 ? &im[j] : &re[j]) += sign * term * sums[p - 1][column];
        }
    }
}

static void evaluate(const float *psi, uint32_t nodes, const power_sums sums, int column,
                     uint32_t points, float *row)
{
    double re[POINTS], im[POINTS];
    const float *value = psi + column;

    memset(re, 0, points * sizeof *re);
    memset(im, 0, points * sizeof *im);
    for (uint32_t m = 0; m < nodes; m++, value += RW_COLUMNS) {
        float x = *value * (float)RW_LAST_POINT; /* rounded as in the kernel */

        if (!(x >= -1 && x <= 1))
            add_large((double)*value, points, re, im);
    }
    add_small(sums, column, points, re, im);
    for (uint32_t j = 0; j < points; j++) {
        row[2 * j] = (float)(1 + re[j] / nodes);
        row[2 * j + 1] = (float)(im[j] / nodes);
    }
}

/* For each column: the mean over its values x of exp(i t x), at evenly spaced t from 0 to
 * RW_LAST_POINT, into rows[column][0 .. 2 points-1] as real, imaginary, real, ... */
static void describe(const run *r, const float *psi, uint32_t count, float *const rows[RW_COLUMNS])
{
    const rw_graphwave_kernels *kernels = RW_KERNELS_OF(rw_cpu_isa(), rw_graphwave);
    power_sums sums = {{0}};

    for (size_t m = 0; m < r->nodes; m += CHUNK) {
        _Alignas(64) float chunk[RW_POWERS][RW_COLUMNS] = {0};

        kernels->powers(psi + m * RW_COLUMNS,
                        (uint32_t)(r->nodes - m < CHUNK ? r->nodes - m : CHUNK), chunk);
        for (int p = 0; p < RW_POWERS; p++)
            for (int c = 0; c < RW_COLUMNS; c++)
                sums[p][c] += (double)chunk[p][c];
    }
    for (uint32_t c = 0; c < count; c++)
        evaluate(psi, r->nodes, (const double(*)[RW_COLUMNS])sums, (int)c, r->points, rows[c]);
}

/* ---- A run ---- */

/* Sets scales and points. Starts as many workers as threads, or as fit into the limit. */
static riwalk_status make_plan(run *r, riwalk_error *error)
{
    rw_embedding *e = r->embedding;
    uint32_t dimensions = e->options.dimensions, given = e->options.scale_count;
    uint32_t count = given ? given : USUAL_SCALES;
    uint64_t fixed;

    if (e->graph->directed)
        return rw_refuse(error,
                         "the graph is directed, and GraphWave is defined on undirected graphs: "
                         "read it as an undirected one");
    if (dimensions % (2 * count) || dimensions < 4 * count)
        return rw_refuse(error,
                         "%u dimensions%s cannot be shared among %u scales: a scale takes two for "
                         "each of its points, and has at least two points (%u would do)",
                         dimensions, e->reserved ? ", half of all," : "", count,
                         2 * count * (dimensions < 4 * count ? 2 : dimensions / count / 2));
    r->points = dimensions / count / 2;
    memcpy(r->scales, e->options.scales, given * sizeof *r->scales);
    if (!given) { /* takes less memory than one worker does later */
        RW_MUST(rw_graphwave_eigenvalue(e->graph, &e->options.run, &e->report.eigenvalue, error));
        riwalk_graphwave_scales(e->report.eigenvalue, count, r->scales);
    }
    r->wavelets = (rw_wavelets){.graph = e->graph, .scale_count = count};
    r->nodes = e->graph->node_count;
    r->blocks = ((size_t)r->nodes + RW_COLUMNS - 1) / RW_COLUMNS;
    r->workers = e->options.run.threads;
    if ((size_t)r->workers > r->blocks)
        r->workers = (int)r->blocks;
    /* The preparation needs one more double per node. */
    fixed = rw_embedding_bytes(e) + (uint64_t)r->nodes * dimensions * sizeof(float) +
            e->graph->arc_count * sizeof(float) + (uint64_t)r->nodes * sizeof(double);
    while (r->workers > 1 && fixed + (uint64_t)r->workers * worker_bytes(r) > rw_embedding_limit(e))
        r->workers--;
    return rw_embedding_need(e, fixed + worker_bytes(r),
                             fixed + (uint64_t)r->workers * worker_bytes(r), error);
}

/* Embeds one block of columns. */
static riwalk_status embed_block(void *context, size_t block, int worker, riwalk_error *error)
{
    run *r = context;
    uint32_t first = (uint32_t)block * RW_COLUMNS, count = 0;
    float *rows[RW_COLUMNS] = {0};
    const float *psi;

    RW_MUST(make_columns(r, first, worker, &psi, error));
    while (count < RW_COLUMNS && first + count < r->nodes) {
        rows[count] = rw_vectors_row(r->embedding->vectors, first + count);
        count++;
    }
    for (uint32_t s = 0; s < r->wavelets.scale_count; s++, psi += (size_t)r->nodes * RW_COLUMNS) {
        describe(r, psi, count, rows);
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
    RW_POOL(pool);
    run r = {.embedding = e, .pool = &pool};

    RW_MUST(make_plan(&r, error));
    RW_MUST(prepare(&r, error));
    RW_MUST(rw_embedding_vectors(e, e->options.dimensions, error));
    rw_progress_begin(&r.progress, &e->options.run, "wavelets", "nodes", r.nodes);
    if (!e->estimate)
        return rw_parallel(r.workers, r.blocks, embed_block, &r, error);
    e->estimate->train_seconds = rw_seconds() - start;
    return sample(&r, error);
}
