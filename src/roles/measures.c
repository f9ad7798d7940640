/* SPDX-License-Identifier: MIT */
/* Measures of nodes, in one pass over all rows for each step that they look further
 * (measures.h). */
#include "roles/measures.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "graph/graph.h"

#include <math.h>

#define BLOCK 1024 /* nodes in a task */

#define PART_OF_COLUMNS 4 /* measures have at most this fraction of all columns */
#define SQUARE_WEIGHT 0.5
#define LARGEST_SQUARED 3.0  /* caps values before squaring, or one would dominate */
#define LARGEST_MEASURE 64.0 /* above all logarithms of 64-bit counts and of LEAST_INVERSE */
#define LARGEST_SQUARE (4 * LARGEST_MEASURE * LARGEST_MEASURE) /* for differences from a mean */
#define LEAST_INVERSE 1e-3 /* bounds the logarithm of a mean of 1 / degree */

/* d is the degree, t the number of triangles, "mean" the mean over neighbours. */
enum {
    DEGREE,             /* log(1 + d) */
    TRIANGLES,          /* log(1 + t) */
    NEAR_DEGREE,        /* mean of DEGREE */
    NEAR_TRIANGLES,     /* mean of TRIANGLES */
    FAR_DEGREE,         /* mean of the mean of NEAR_DEGREE */
    MEAN_DEGREE,        /* log(1 + mean of d) */
    MEAN_TRIANGLES,     /* log(1 + mean of t) */
    FAR_MEAN_DEGREE,    /* log(1 + mean of the mean of d) */
    MEAN_INVERSE_DEGREE /* log(mean of 1 / d): the chance to return at once */
};

typedef struct measuring {
    const riwalk_graph *graph;
    atomic_uint_least64_t *triangles; /* [nodes] */
    double *mean_degrees;             /* [nodes]: mean degree of neighbours */
    double *mean_near;                /* [nodes]: mean NEAR_DEGREE of neighbours */
    double *values;                   /* [nodes * RW_MEASURES] */
    void (*measure)(const struct measuring *m, uint32_t node, double *own);
} measuring;

uint32_t rw_measures_room(uint32_t dimensions)
{
    uint32_t room = dimensions / PART_OF_COLUMNS / 2;

    return room < RW_MEASURES ? room : RW_MEASURES;
}

static inline double triangles_of(const measuring *m, uint32_t node)
{
    return (double)atomic_load_explicit(&m->triangles[node], memory_order_relaxed);
}

/* The mean of values[neighbour * stride] over the neighbours of a node. */
static double mean(const measuring *m, uint32_t node, const double *values, size_t stride)
{
    const riwalk_graph *graph = m->graph;
    double sum = 0;

    for (uint64_t a = graph->offsets[node]; a < graph->offsets[node + 1]; a++)
        sum += values[graph->neighbors[a] * stride];
    return sum / rw_degree(graph, node);
}

/* ---- The passes ---- */

static void measure_node(const measuring *m, uint32_t node, double *own)
{
    own[DEGREE] = log1p(rw_degree(m->graph, node));
    own[TRIANGLES] = log1p(triangles_of(m, node));
}

static void measure_neighbors(const measuring *m, uint32_t node, double *own)
{
    const riwalk_graph *graph = m->graph;
    double degree = rw_degree(graph, node), degrees = 0, triangles = 0, inverses = 0;

    for (uint64_t a = graph->offsets[node]; a < graph->offsets[node + 1]; a++) {
        uint32_t its = rw_degree(graph, graph->neighbors[a]);

        degrees += its;
        inverses += 1.0 / its;
        triangles += triangles_of(m, graph->neighbors[a]);
    }
    own[NEAR_DEGREE] = mean(m, node, m->values + DEGREE, RW_MEASURES);
    own[NEAR_TRIANGLES] = mean(m, node, m->values + TRIANGLES, RW_MEASURES);
    own[MEAN_DEGREE] = log1p(degrees / degree);
    own[MEAN_TRIANGLES] = log1p(triangles / degree);
    own[MEAN_INVERSE_DEGREE] = log(inverses / degree + LEAST_INVERSE);
    m->mean_degrees[node] = degrees / degree;
}

static void measure_far(const measuring *m, uint32_t node, double *own)
{
    own[FAR_MEAN_DEGREE] = log1p(mean(m, node, m->mean_degrees, 1));
    m->mean_near[node] = mean(m, node, m->values + NEAR_DEGREE, RW_MEASURES);
}

static void measure_furthest(const measuring *m, uint32_t node, double *own)
{
    own[FAR_DEGREE] = mean(m, node, m->mean_near, 1);
}

static riwalk_status measure_task(void *context, size_t node, int worker, riwalk_error *error)
{
    const measuring *m = context;

    if (rw_degree(m->graph, (uint32_t)node))
        m->measure(m, (uint32_t)node, m->values + node * RW_MEASURES);
    return RIWALK_STATUS_OK;
}

static riwalk_status measure_all(measuring *m, const riwalk_run *run, riwalk_error *error)
{
    static void (*const passes[])(const measuring *, uint32_t, double *) = {
        measure_node, measure_neighbors, measure_far, measure_furthest};

    RW_MUST(rw_triangles_count(m->graph, run, m->triangles, error));
    for (size_t p = 0; p < sizeof passes / sizeof *passes; p++) {
        m->measure = passes[p];
        RW_MUST(rw_parallel_blocks(run->threads, m->graph->node_count, BLOCK, measure_task, m, NULL,
                                   error));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_measures_find(const riwalk_graph *graph, const riwalk_run *run, double *values,
                               riwalk_error *error)
{
    RW_POOL(pool);
    size_t nodes = graph->node_count;
    measuring m = {.graph = graph,
                   .triangles = rw_take_zeroed(&pool, nodes, sizeof *m.triangles, error),
                   .mean_degrees = rw_take_zeroed(&pool, nodes, sizeof *m.mean_degrees, error),
                   .mean_near = rw_take_zeroed(&pool, nodes, sizeof *m.mean_near, error),
                   .values = values};

    RW_MUST(rw_pool_status(&pool));
    for (size_t i = 0; i < nodes * RW_MEASURES; i++)
        values[i] = 0;
    return measure_all(&m, run, error);
}

uint64_t rw_measures_bytes(const riwalk_graph *graph, int threads)
{
    uint64_t per_node =
        RW_MEASURES * sizeof(double) + 4 * sizeof(uint64_t) + (uint64_t)threads * sizeof(uint32_t);

    return graph->node_count * per_node + graph->arc_count / 2 * sizeof(uint32_t);
}

/* ---- Columns ---- */

bool rw_measures_sane(double value)
{
    return fabs(value) <= LARGEST_MEASURE;
}

void rw_measures_fit_add(rw_measures_sums *sums, uint32_t count, const double *values)
{
    sums->nodes++;
    for (uint32_t i = 0; i < count; i++)
        rw_limbs_add(sums->limbs[i], values[i] / LARGEST_MEASURE);
}

void rw_measures_fit_means(rw_measures_fit *fit, const rw_measures_sums *sums, uint32_t count)
{
    *fit = (rw_measures_fit){.count = count};
    for (uint32_t i = 0; i < count && sums->nodes; i++)
        fit->means[i] = rw_limbs_value(sums->limbs[i]) * LARGEST_MEASURE / (double)sums->nodes;
}

void rw_measures_fit_add_off(const rw_measures_fit *fit, rw_measures_sums *sums,
                             const double *values)
{
    sums->nodes++;
    for (uint32_t i = 0; i < fit->count; i++) {
        double off = values[i] - fit->means[i];

        rw_limbs_add(sums->limbs[i], off * off / LARGEST_SQUARE);
    }
}

void rw_measures_fit_deviations(rw_measures_fit *fit, const rw_measures_sums *sums)
{
    for (uint32_t i = 0; i < fit->count && sums->nodes; i++) {
        double squares = rw_limbs_value(sums->limbs[i]) * LARGEST_SQUARE;

        fit->deviations[i] = sqrt(squares / (double)sums->nodes);
        if (fit->deviations[i] < RW_MEASURES_LEAST_DEVIATION)
            fit->deviations[i] = 0;
    }
}

void rw_measures_fit_to(const riwalk_graph *graph, const double *values, uint32_t count,
                        rw_measures_fit *fit)
{
    rw_measures_sums sums = {0}, squares = {0};

    for (uint32_t u = 0; u < graph->node_count; u++)
        if (rw_degree(graph, u))
            rw_measures_fit_add(&sums, count, values + (size_t)u * RW_MEASURES);
    rw_measures_fit_means(fit, &sums, count);
    for (uint32_t u = 0; u < graph->node_count; u++)
        if (rw_degree(graph, u))
            rw_measures_fit_add_off(fit, &squares, values + (size_t)u * RW_MEASURES);
    rw_measures_fit_deviations(fit, &squares);
}

void rw_measures_write(const rw_measures_fit *fit, const double *values, uint32_t dimensions,
                       float *vector)
{
    float *columns = vector + dimensions - 2 * fit->count;

    for (uint32_t i = 0; i < fit->count; i++) {
        double off = values[i] - fit->means[i], value, cut;

        columns[2 * i] = columns[2 * i + 1] = 0;
        if (fit->deviations[i] == 0)
            continue;
        value = off / fit->deviations[i];
        cut = fmin(fmax(value, -LARGEST_SQUARED), LARGEST_SQUARED);
        columns[2 * i] = (float)value;
        columns[2 * i + 1] = (float)(SQUARE_WEIGHT * (cut * cut - 1));
    }
}
