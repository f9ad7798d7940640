/* SPDX-License-Identifier: MIT */
/* The smallest eigenvalue above 0 of the normalised Laplacian L = I - S, for automatic scales.
 *
 * It is 1 minus the largest eigenvalue of S below 1. The eigenvectors for 1 are known: one for each
 * component, with the square roots of the sums of weights as entries. They are projected out, and
 * Lanczos finds the largest eigenvalue of the rest. It keeps no basis: rounding then brings copies
 * of eigenvalues back, which do not change the largest. */
#include "base/error.h"
#include "base/memory.h"
#include "base/rng.h"
#include "base/sets.h"
#include "base/sums.h"
#include "methods/graphwave/graphwave.h"

#include <math.h>
#include <string.h>

/* After some dozen steps the largest eigenvalue is right to 1e-9 if the next one is not near; after
 * all, within 1e-3 in any case. */
#define STEPS 256

/* All arrays are [nodes]. */
typedef struct spectrum {
    const riwalk_graph *graph;
    double *roots;       /* square roots of the sums of weights; 0 without edges */
    uint32_t *component; /* the number of one node in it */
    double *sums;        /* sum of weights of each component */
    double *shares;      /* scratch, by component */
    double *now, *before, *scaled;
} spectrum;

static void measure(spectrum *s)
{
    const riwalk_graph *g = s->graph;

    rw_graphwave_roots(g, s->roots);
    rw_sets_begin(s->component, g->node_count);
    for (uint32_t u = 0; u < g->node_count; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            rw_sets_join(s->component, u, g->neighbors[a]);
    for (uint32_t u = 0; u < g->node_count; u++) {
        s->component[u] = rw_sets_find(s->component, u);
        s->sums[s->component[u]] += s->roots[u] * s->roots[u];
    }
}

/* Projects the eigenvectors for 1 out of a vector. */
static void take_out(const spectrum *s, double *vector)
{
    uint32_t n = s->graph->node_count;

    memset(s->shares, 0, n * sizeof *s->shares);
    for (uint32_t u = 0; u < n; u++)
        s->shares[s->component[u]] += vector[u] * s->roots[u];
    for (uint32_t u = 0; u < n; u++) {
        double sum = s->sums[s->component[u]];

        vector[u] = sum > 0 ? vector[u] - s->shares[s->component[u]] / sum * s->roots[u] : 0;
    }
}

/* before = S now - off * before */
static void multiply(const spectrum *s, double off)
{
    const riwalk_graph *g = s->graph;

    for (uint32_t u = 0; u < g->node_count; u++)
        s->scaled[u] = s->roots[u] > 0 ? s->now[u] / s->roots[u] : 0;
    for (uint32_t u = 0; u < g->node_count; u++) {
        double sum = 0;

        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            sum += rw_arc_weight(g, a) * s->scaled[g->neighbors[a]];
        s->before[u] = (s->roots[u] > 0 ? sum / s->roots[u] : 0) - off * s->before[u];
    }
}

/* Makes Lanczos steps. They give a tridiagonal matrix with diagonal `middle` and off-diagonal
 * `off`. */
static riwalk_status lanczos(spectrum *s, const riwalk_run *run, double middle[STEPS],
                             double off[STEPS], uint32_t *made, riwalk_error *error)
{
    uint32_t n = s->graph->node_count, steps = 0;
    rw_progress progress;
    double length;

    rw_progress_begin(&progress, run, "finding scales", "steps", STEPS);
    for (uint32_t u = 0; u < n; u++) /* any vector without a symmetry of the graph */
        s->now[u] = (double)(int64_t)rw_rng_mix(u + UINT64_C(1)) * 0x1p-63;
    take_out(s, s->now);
    length = sqrt(rw_dot(s->now, s->now, n));
    while (steps < STEPS && steps < n && length > 1e-9) {
        double *next = s->before;

        for (uint32_t u = 0; u < n; u++)
            s->now[u] /= length;
        multiply(s, steps ? length : 0);
        middle[steps] = rw_dot(s->now, next, n);
        for (uint32_t u = 0; u < n; u++)
            next[u] -= middle[steps] * s->now[u];
        take_out(s, next);
        length = sqrt(rw_dot(next, next, n));
        off[steps++] = length;
        s->before = s->now;
        s->now = next;
        RW_MUST(rw_progress_add(&progress, 1, error));
    }
    *made = steps;
    return RIWALK_STATUS_OK;
}

/* Whether the matrix has an eigenvalue above x: a pivot of the matrix minus x is positive. */
static bool any_above(const double *middle, const double *off, uint32_t steps, double x)
{
    double pivot = 1;

    for (uint32_t i = 0; i < steps; i++) {
        pivot = middle[i] - x - (i ? off[i - 1] * off[i - 1] / pivot : 0);
        if (pivot > 0)
            return true;
        pivot = pivot < -1e-300 ? pivot : -1e-300;
    }
    return false;
}

riwalk_status rw_graphwave_eigenvalue(const riwalk_graph *graph, const riwalk_run *run,
                                      double *eigenvalue, riwalk_error *error)
{
    size_t n = graph->node_count, each = sizeof(double);
    double middle[STEPS], off[STEPS], low = -1, high = 1;
    RW_POOL(pool);
    spectrum s = {.graph = graph,
                  .roots = rw_take(&pool, n, each, error),
                  .component = rw_take(&pool, n, sizeof *s.component, error),
                  .sums = rw_take_zeroed(&pool, n, each, error),
                  .shares = rw_take(&pool, n, each, error),
                  .now = rw_take(&pool, n, each, error),
                  .before = rw_take_zeroed(&pool, n, each, error),
                  .scaled = rw_take(&pool, n, each, error)};
    uint32_t steps = 0;

    RW_MUST(rw_pool_status(&pool));
    measure(&s);
    RW_MUST(lanczos(&s, run, middle, off, &steps, error));
    for (int i = 0; i < 50; i++) {
        double x = (low + high) / 2;

        *(any_above(middle, off, steps, x) ? &low : &high) = x;
    }
    *eigenvalue = steps ? fmax(1 - high, 1.0 / (double)n) : 1; /* without edges no heat flows */
    return RIWALK_STATUS_OK;
}
