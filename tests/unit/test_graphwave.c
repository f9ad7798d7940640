/* SPDX-License-Identifier: MIT */
/* GraphWave against its definition, on graphs of all kinds; repeatable, within memory, and refused
 * where it has no meaning. */
#include "base/eigen.h"
#include "embedding.h"
#include "methods/graphwave/graphwave.h"

/* Wavelets are floats, and multiplied by up to 100 before they become angles. That is what vectors
 * are off by at automatic scales, in fact up to 3e-6; at larger ones the Laplacian, which has
 * floats too, is rounded as often as the scale says, which makes up to 4e-5 at scale 40. */
#define PRECISE 1e-5
#define AGREEMENT 1e-4

/* ---- The definition ---- */

static void multiply(size_t n, const double *a, const double *b, double *product)
{
    memset(product, 0, n * n * sizeof *product);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            for (size_t j = 0; j < n; j++)
                product[i * n + j] += a[i * n + k] * b[k * n + j];
}

/* The normalised Laplacian times `factor`; a row of zeros for a node without edges. */
static void laplacian(const riwalk_graph *g, double factor, double *matrix)
{
    size_t n = g->node_count;
    scoped double *sums = calloc(n, sizeof *sums);

    assert_non_null(sums);
    memset(matrix, 0, n * n * sizeof *matrix);
    for (uint32_t u = 0; u < n; u++)
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            sums[u] += g->weights ? (double)g->weights[a] : 1;
    for (uint32_t u = 0; u < n; u++) {
        matrix[u * n + u] = sums[u] > 0 ? factor : 0;
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            matrix[u * n + g->neighbors[a]] = -factor * (g->weights ? (double)g->weights[a] : 1) /
                                              sqrt(sums[u] * sums[g->neighbors[a]]);
    }
}

/* exp(-scale L) by the power series of a small part of the scale, squared again and again. */
static double *heat(const riwalk_graph *g, double scale)
{
    size_t n = g->node_count, size = n * n;
    int squarings = (int)fmax(0, ceil(log2(scale * 4)));
    double *m = calloc(4 * size, sizeof *m), *term = m + size, *sum = term + size,
           *next = sum + size;

    assert_non_null(m);
    laplacian(g, -scale / exp2(squarings), m);
    for (size_t i = 0; i < n; i++)
        term[i * n + i] = sum[i * n + i] = 1;
    for (int k = 1; k < 20; k++) {
        multiply(n, term, m, next);
        for (size_t i = 0; i < size; i++) {
            term[i] = next[i] / k;
            sum[i] += term[i];
        }
    }
    while (squarings--) {
        multiply(n, sum, sum, next);
        memcpy(sum, next, size * sizeof *sum);
    }
    memcpy(m, sum, size * sizeof *m);
    return m;
}

/* The farthest that vectors are from the definition. */
static double error_of(const riwalk_vectors *v, const riwalk_graph *g, const double *scales,
                       uint32_t scale_count)
{
    uint32_t n = g->node_count, points = v->dimensions / scale_count / 2;
    double most = 0;

    for (uint32_t s = 0; s < scale_count; s++) {
        scoped double *kernel = heat(g, scales[s]);

        for (uint32_t a = 0; a < n; a++)
            for (uint32_t j = 0; j < points; j++) {
                const float *got = rw_vectors_row(v, a) + 2 * (s * points + j);
                double t = 100.0 * j / (points - 1), re = 0, im = 0;

                for (uint32_t m = 0; m < n; m++) {
                    re += cos(t * kernel[m * n + a]) / n;
                    im += sin(t * kernel[m * n + a]) / n;
                }
                most = fmax(most, fmax(fabs(re - (double)got[0]), fabs(im - (double)got[1])));
            }
    }
    return most;
}

TEST(vectors_are_the_definition)
{
    static const double scales[] = {0.2, 3, 40};

    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        scoped_graph *plain = reference_graph(kind, kind + 5, 30);
        scoped_graph *graph = vary(plain, kind % 2, false);
        scoped_vectors *vectors =
            embed_as(graph, options_of("method=graphwave dimensions=48 heat-scales=0.2,3,40"));
        double error = error_of(vectors, graph, scales, 3);

        if (error > AGREEMENT / 2)
            fail_msg("kind %u: off by %g", kind, error);
    }
}

static void check_automatic_scales(const riwalk_graph *graph)
{
    double eigenvalue = 0, scales[2], error;
    riwalk_error failure;
    scoped_vectors *vectors = embed_as(graph, options_of("method=graphwave dimensions=64"));

    assert_int_equal(rw_graphwave_eigenvalue(graph, &(riwalk_run){0}, &eigenvalue, &failure), 0);
    riwalk_graphwave_scales(eigenvalue, 2, scales);
    error = error_of(vectors, graph, scales, 2);
    if (error > PRECISE)
        fail_msg("%u nodes: off by %g", graph->node_count, error);
}

/* Small graphs, whose values are large, and a larger one, where most are small enough for the power
 * series. */
TEST(vectors_at_automatic_scales_are_precise)
{
    scoped_graph *large = generate(RIWALK_GENERATOR_BARABASI_ALBERT, 200);

    check_automatic_scales(large);
    for (unsigned i = 0; i < 4 * REFERENCE_GRAPH_KINDS; i++) {
        scoped_graph *graph = reference_graph(i % REFERENCE_GRAPH_KINDS, i, 30);

        check_automatic_scales(graph);
    }
}

/* ---- Automatic scales ---- */

/* -log(0.95) / 0.2 and -log(0.80) / 0.2, by a pocket calculator. */
TEST(automatic_scales_follow_from_an_eigenvalue)
{
    double scales[3];

    riwalk_graphwave_scales(0.02, 2, scales);
    assert_true(fabs(scales[0] - 0.2564665) < 1e-6);
    assert_true(fabs(scales[1] - 1.1157178) < 1e-6);
    riwalk_graphwave_scales(0.02, 3, scales);
    assert_true(fabs(scales[1] - (0.2564665 + 1.1157178) / 2) < 1e-6);
    riwalk_graphwave_scales(0.02, 1, scales);
    assert_true(fabs(scales[0] - 1.1157178) < 1e-6);
}

/* The smallest eigenvalue above 0, of all. */
static double smallest_eigenvalue(const riwalk_graph *g)
{
    uint32_t n = g->node_count;
    scoped double *matrix = malloc((size_t)n * n * sizeof *matrix);
    scoped double *values = malloc(n * sizeof *values);
    scoped double *vectors = malloc((size_t)n * n * sizeof *vectors);
    double found = 1;

    assert_true(matrix && values && vectors);
    laplacian(g, 1, matrix);
    ok(rw_eigen(n, matrix, n, values, vectors, 1, NULL, &failure));
    for (uint32_t i = 0; i < n && values[i] > 1e-9; i++) /* descending */
        found = fmax(values[i], 1.0 / n);
    return found;
}

TEST(eigenvalues_are_those_of_the_laplacian)
{
    for (unsigned i = 0; i < 6 * REFERENCE_GRAPH_KINDS; i++) {
        scoped_graph *graph = reference_graph(i % REFERENCE_GRAPH_KINDS, i, 60);
        double eigenvalue = -1, expected;

        ok(rw_graphwave_eigenvalue(graph, &(riwalk_run){0}, &eigenvalue, &failure));
        expected = smallest_eigenvalue(graph);
        if (!(fabs(eigenvalue - expected) < 1e-6))
            fail_msg("graph %u, %u nodes: %.9g, not %.9g", i, graph->node_count, eigenvalue,
                     expected);
    }
}
