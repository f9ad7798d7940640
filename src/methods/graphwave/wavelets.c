/* SPDX-License-Identifier: MIT */
/* Heat-kernel wavelets: columns of exp(-s L) for the normalised Laplacian L.
 *
 * With L = I - S the kernel is exp(-s) exp(s S), and the eigenvalues of S are in [-1, 1]. There
 * exp(s x) is a sum of Chebyshev polynomials, with Bessel functions as coefficients:
 *
 *   exp(-s L) = sum over k of c_k T_k(S),   c_0 = exp(-s) I_0(s),   c_k = 2 exp(-s) I_k(s)
 *
 * All c_k are positive and sum to 1, and |T_k| <= 1. So a sum cut where the rest of the c_k sums to
 * TAIL is wrong by at most TAIL. The recurrence T_k = 2 S T_k-1 - T_k-2 gives T_k(S) of a block of
 * columns, once for all scales. */
#include "base/cpu.h"
#include "base/error.h"
#include "base/memory.h"
#include "methods/graphwave/kernels.h"

#include <math.h>
#include <string.h>

#define TAIL 1e-7

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
static riwalk_status normalise(rw_wavelets *w, riwalk_error *error)
{
    const riwalk_graph *g = w->graph;
    double *roots;

    RW_HAVE(w->arcs = rw_take(&w->pool, g->arc_count, sizeof *w->arcs, error));
    RW_HAVE(roots = rw_alloc(g->node_count, sizeof *roots, error));
    rw_graphwave_roots(g, roots);
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            w->arcs[a] = (float)(rw_arc_weight(g, a) / (roots[u] * roots[g->neighbors[a]]));
    rw_free(roots);
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

static riwalk_status prepare_scale(rw_wavelets *w, uint32_t s, double scale, riwalk_error *error)
{
    /* More than enough: exp(-s) I_k(s) falls like exp(-k^2 / 2s), and faster for k above s. */
    uint32_t terms = 32 + (uint32_t)ceil(9 * sqrt(scale)), order = terms - 1;
    double *c, rest = 0;

    RW_HAVE(w->coefficients[s] = rw_take(&w->pool, terms, sizeof(float), error));
    RW_HAVE(c = rw_alloc(terms, sizeof *c, error));
    bessel(scale, terms, c);
    while (order > 1 && rest + c[order] <= TAIL)
        rest += c[order--];
    w->orders[s] = order;
    for (uint32_t k = 0; k < terms; k++)
        w->coefficients[s][k] = (float)c[k];
    rw_free(c);
    return RIWALK_STATUS_OK;
}

/* The bytes of a worker. */
static uint64_t room_bytes(const riwalk_graph *graph, uint32_t scale_count)
{
    return (scale_count + UINT64_C(2)) * graph->node_count * RW_COLUMNS * sizeof(float);
}

riwalk_status rw_wavelets_init(rw_wavelets *w, const riwalk_graph *graph, const double *scales,
                               uint32_t scale_count, int workers, riwalk_error *error)
{
    *w = (rw_wavelets){.graph = graph, .scale_count = scale_count};
    w->orders = rw_take_zeroed(&w->pool, w->scale_count, sizeof *w->orders, error);
    w->coefficients = rw_take(&w->pool, w->scale_count, sizeof *w->coefficients, error);
    w->rooms = rw_take(&w->pool, (size_t)workers, sizeof *w->rooms, error);
    RW_MUST(rw_pool_status(&w->pool));
    RW_MUST(normalise(w, error));
    for (uint32_t s = 0; s < w->scale_count; s++)
        RW_MUST(prepare_scale(w, s, scales[s], error));
    for (int t = 0; t < workers; t++)
        w->rooms[t] = rw_take_aligned(&w->pool, room_bytes(graph, scale_count), 1, error);
    return rw_pool_status(&w->pool);
}

uint64_t rw_wavelets_bytes(const riwalk_graph *graph, uint32_t scale_count, int workers)
{
    /* The preparation needs one more double per node. */
    return graph->arc_count * sizeof(float) + (uint64_t)graph->node_count * sizeof(double) +
           (uint64_t)workers * room_bytes(graph, scale_count);
}

/* ---- Columns ---- */

riwalk_status rw_wavelets_columns(const rw_wavelets *w, uint32_t first, int worker,
                                  const float **psi, rw_progress *progress, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;
    const rw_graphwave_kernels *kernels = RW_KERNELS_OF(rw_cpu_isa(), rw_graphwave);
    size_t n = w->graph->node_count, size = n * RW_COLUMNS;
    float *x = w->rooms[worker], *y = x + size, *sums = y + size;
    uint32_t left = w->graph->node_count - first, order = 0;
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
    for (uint32_t k = 1; k <= order && !status; k++) {
        float *next = y;

        kernels->step(w, k, x, y, sums);
        y = x;
        x = next;
        status = rw_progress_add(progress, 0, error);
    }
    return status;
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
    double re[RW_POINTS], im[RW_POINTS];
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

void rw_characteristic(const float *psi, uint32_t nodes, uint32_t points,
                       float *const rows[RW_COLUMNS])
{
    const rw_graphwave_kernels *kernels = RW_KERNELS_OF(rw_cpu_isa(), rw_graphwave);
    power_sums sums = {{0}};

    for (size_t m = 0; m < nodes; m += CHUNK) {
        _Alignas(64) float chunk[RW_POWERS][RW_COLUMNS] = {0};

        kernels->powers(psi + m * RW_COLUMNS, (uint32_t)(nodes - m < CHUNK ? nodes - m : CHUNK),
                        chunk);
        for (int p = 0; p < RW_POWERS; p++)
            for (int c = 0; c < RW_COLUMNS; c++)
                sums[p][c] += (double)chunk[p][c];
    }
    for (int c = 0; c < RW_COLUMNS; c++)
        if (rows[c])
            evaluate(psi, nodes, (const double(*)[RW_COLUMNS])sums, c, points, rows[c]);
}
