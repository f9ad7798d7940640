/* SPDX-License-Identifier: MIT */
/* GraphWave against its definition, on graphs of all kinds; repeatable, within memory, and refused
 * where it has no meaning. */
#include "base/eigen.h"
#include "methods/graphwave/graphwave.h"
#include "reference/graphs.h"
#include "reference/pairs.h"
#include "vectors/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/frontend.h"
#include "failing.h"

/* Wavelets are floats, and multiplied by up to 100 before they become angles. That is what vectors
 * are off by at automatic scales, in fact up to 3e-6; at larger ones the Laplacian, which has
 * floats too, is rounded as often as the scale says, which makes up to 4e-5 at scale 40. */
#define PRECISE 1e-5
#define AGREEMENT 1e-4

static void start(riwalk_options *s, uint32_t dimensions)
{
    riwalk_options_init(s);
    s->dimensions = dimensions;
    s->method = RIWALK_METHOD_GRAPHWAVE;
}

static riwalk_vectors *embed(const riwalk_graph *graph, const riwalk_options *s)
{
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};

    if (riwalk_embed(&graph, 1, NULL, s, &vectors, NULL, NULL, &error))
        fail_msg("%s", error.message);
    return vectors;
}

static riwalk_graph *make_graph(riwalk_generator kind, uint32_t nodes)
{
    riwalk_generate_options options;
    riwalk_graph *graph = NULL;
    riwalk_error error;

    riwalk_generate_options_init(&options);
    options.nodes = nodes;
    assert_int_equal(riwalk_graph_generate(kind, &options, &graph, NULL, &error), 0);
    return graph;
}

static double difference(const float *a, const float *b, size_t count)
{
    double most = 0;

    for (size_t i = 0; i < count; i++) {
        double apart = fabs((double)a[i] - (double)b[i]);

        most = apart > most ? apart : most; /* gcc 12 for aarch64 breaks at fmax here */
    }
    return most;
}

static double vectors_difference(const riwalk_vectors *a, const riwalk_vectors *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->dimensions, b->dimensions);
    return difference(a->values, b->values, (size_t)a->count * a->dimensions);
}

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
    double *sums = calloc(n, sizeof *sums);

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
    free(sums);
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
        double *kernel = heat(g, scales[s]);

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
        free(kernel);
    }
    return most;
}

static void vectors_are_the_definition(void **state)
{
    static const double scales[] = {0.2, 3, 40};
    riwalk_options s;

    (void)state;
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        riwalk_graph *graph = reference_graph(kind, kind + 5, 30);
        riwalk_vectors *vectors;
        double error;

        start(&s, 48);
        memcpy(s.scales, scales, sizeof scales);
        s.scale_count = 3;
        vectors = embed(graph, &s);
        error = error_of(vectors, graph, scales, 3);
        if (error > AGREEMENT / 2)
            fail_msg("kind %u: off by %g", kind, error);
        riwalk_vectors_free(vectors);
        riwalk_graph_free(graph);
    }
}

static void check_automatic_scales(const riwalk_graph *graph)
{
    double eigenvalue = 0, scales[2], error;
    riwalk_vectors *vectors;
    riwalk_error failure;
    riwalk_options s;

    start(&s, 64);
    vectors = embed(graph, &s);
    assert_int_equal(rw_graphwave_eigenvalue(graph, &(riwalk_run){0}, &eigenvalue, &failure), 0);
    riwalk_graphwave_scales(eigenvalue, 2, scales);
    error = error_of(vectors, graph, scales, 2);
    if (error > PRECISE)
        fail_msg("%u nodes: off by %g", graph->node_count, error);
    riwalk_vectors_free(vectors);
}

/* Small graphs, whose values are large, and a larger one, where most are small enough for the power
 * series. */
static void vectors_at_automatic_scales_are_precise(void **state)
{
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_BARABASI_ALBERT, 200);

    (void)state;
    check_automatic_scales(graph);
    riwalk_graph_free(graph);
    for (unsigned i = 0; i < 4 * REFERENCE_GRAPH_KINDS; i++) {
        graph = reference_graph(i % REFERENCE_GRAPH_KINDS, i, 30);
        check_automatic_scales(graph);
        riwalk_graph_free(graph);
    }
}

/* ---- Automatic scales ---- */

/* -log(0.95) / 0.2 and -log(0.80) / 0.2, by a pocket calculator. */
static void automatic_scales_follow_from_an_eigenvalue(void **state)
{
    double scales[3];

    (void)state;
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
    size_t n = g->node_count;
    double *matrix = malloc(n * n * sizeof *matrix), *values = malloc(n * sizeof *values);
    double *vectors = malloc(n * n * sizeof *vectors), found = 1;
    riwalk_error error;

    assert_true(matrix && values && vectors);
    laplacian(g, 1, matrix);
    assert_int_equal(rw_eigen((uint32_t)n, matrix, (uint32_t)n, values, vectors, 1, NULL, &error),
                     0);
    for (size_t i = 0; i < n && values[i] > 1e-9; i++) /* descending */
        found = fmax(values[i], 1.0 / (double)n);
    free(matrix);
    free(values);
    free(vectors);
    return found;
}

static void eigenvalues_are_those_of_the_laplacian(void **state)
{
    riwalk_error error;

    (void)state;
    for (unsigned i = 0; i < 6 * REFERENCE_GRAPH_KINDS; i++) {
        riwalk_graph *graph = reference_graph(i % REFERENCE_GRAPH_KINDS, i, 60);
        double eigenvalue = -1, expected;

        assert_int_equal(rw_graphwave_eigenvalue(graph, &(riwalk_run){0}, &eigenvalue, &error), 0);
        expected = smallest_eigenvalue(graph);
        if (!(fabs(eigenvalue - expected) < 1e-6))
            fail_msg("graph %u, %u nodes: %.9g, not %.9g", i, graph->node_count, eigenvalue,
                     expected);
        riwalk_graph_free(graph);
    }
}

/* ---- Graphs ---- */

static void weights_count(void **state)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 0, 0, 2};
    static const float alike[] = {7, 7, 7, 7, 7}, other[] = {1, 2, 3, 4, 5};
    static const double scales[] = {0.5, 2};
    riwalk_graph *plain = NULL, *same = NULL, *weighted = NULL;
    riwalk_vectors *vectors[3];
    riwalk_error error;
    riwalk_options s;

    (void)state;
    assert_int_equal(reference_build(4, 5, ends, NULL, NULL, &plain, &error), 0);
    assert_int_equal(reference_build(4, 5, ends, alike, NULL, &same, &error), 0);
    assert_int_equal(reference_build(4, 5, ends, other, NULL, &weighted, &error), 0);
    start(&s, 32);
    memcpy(s.scales, scales, sizeof scales);
    s.scale_count = 2;
    vectors[0] = embed(plain, &s);
    vectors[1] = embed(same, &s);
    vectors[2] = embed(weighted, &s);
    assert_true(vectors_difference(vectors[0], vectors[1]) < 1e-5);
    assert_true(vectors_difference(vectors[0], vectors[2]) > 1e-2);
    assert_true(error_of(vectors[2], weighted, scales, 2) < AGREEMENT);
    for (int i = 0; i < 3; i++)
        riwalk_vectors_free(vectors[i]);
    riwalk_graph_free(plain);
    riwalk_graph_free(same);
    riwalk_graph_free(weighted);
}

static void nodes_without_edges_keep_their_heat(void **state)
{
    static const uint32_t ends[] = {0, 1, 1, 2};
    riwalk_graph *graph = NULL;
    riwalk_vectors *vectors;
    riwalk_error error;
    riwalk_options s;
    const float *row;

    (void)state;
    assert_int_equal(reference_build(5, 2, ends, NULL, NULL, &graph, &error), 0);
    start(&s, 8);
    vectors = embed(graph, &s);
    row = rw_vectors_row(vectors, 3);
    /* One value of five is 1, and the point is t = 100. */
    assert_true(fabs((double)row[2] - (4 + cos(100)) / 5) < 1e-4);
    assert_true(fabs((double)row[3] - sin(100) / 5) < 1e-4);
    assert_true(difference(row, rw_vectors_row(vectors, 4), 8) < 1e-6);
    assert_true(difference(rw_vectors_row(vectors, 0), rw_vectors_row(vectors, 2), 8) < 1e-6);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static void mirror_images_coincide(void **state)
{
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_KARATE_MIRRORED, 0);
    riwalk_vectors *vectors;
    riwalk_options s;

    (void)state;
    start(&s, 128);
    vectors = embed(graph, &s);
    for (uint32_t node = 0; node < 34; node++)
        assert_true(difference(rw_vectors_row(vectors, node), rw_vectors_row(vectors, node + 34),
                               128) < 1e-5);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* ---- Running ---- */

static void threads_and_instructions_have_no_effect(void **state)
{
    static const char *const sets[] = {"scalar", "avx2", "avx512"};
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_BARABASI_ALBERT, 200);
    riwalk_vectors *first = NULL;
    riwalk_options s;

    (void)state;
    start(&s, 16);
    for (size_t i = 0; i < 3; i++)
        for (int threads = 1; threads < 4; threads++) {
            riwalk_vectors *vectors;

            setenv("RIWALK_ISA", sets[i], 1);
            s.run.threads = threads;
            vectors = embed(graph, &s);
            if (!first) {
                first = vectors;
                continue;
            }
            assert_memory_equal(first->values, vectors->values, 200 * 16 * sizeof(float));
            riwalk_vectors_free(vectors);
        }
    unsetenv("RIWALK_ISA");
    riwalk_vectors_free(first);
    riwalk_graph_free(graph);
}

static void memory_is_within_the_limit(void **state)
{
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_BARABASI_ALBERT, 200);
    const riwalk_graph *graphs[] = {graph};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_embed_report report = {.size = sizeof report};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s, 16);
    s.run.threads = 4;
    assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &s, &estimate, &error), 0);
    assert_true(estimate.memory_bytes > estimate.least_memory_bytes);
    assert_true(estimate.train_seconds > 0);
    s.memory = estimate.least_memory_bytes - 1;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, &report, &error),
                     RIWALK_STATUS_LIMIT);
    s.memory = estimate.least_memory_bytes;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, &report, &error), 0);
    assert_int_equal(report.memory_bytes, estimate.least_memory_bytes);
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static int cancel(const riwalk_progress *progress, void *data)
{
    (void)data;
    return !strcmp(progress->stage, "wavelets");
}

static void it_can_be_cancelled(void **state)
{
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_BARABASI_ALBERT, 2000);
    const riwalk_graph *graphs[] = {graph};
    static const double scales[] = {1e5};
    riwalk_vectors *vectors = NULL;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    start(&s, 16);
    memcpy(s.scales, scales, sizeof scales);
    s.scale_count = 1;
    s.run.progress = cancel;
    assert_int_equal(riwalk_embed(graphs, 1, NULL, &s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_CANCELLED);
    assert_null(vectors);
    riwalk_graph_free(graph);
}

static void assert_refused(const riwalk_graph *graph, const riwalk_options *s, const char *because)
{
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};

    assert_int_equal(riwalk_embed(&graph, 1, NULL, s, &vectors, NULL, NULL, &error),
                     RIWALK_STATUS_ARGUMENT);
    if (!strstr(error.message, because))
        fail_msg("'%s' does not say '%s'", error.message, because);
}

static void what_has_no_meaning_is_refused(void **state)
{
    static const double bad[] = {0, -1, NAN, INFINITY, 1e7};
    static const uint32_t ends[] = {0, 1};
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_KARATE, 0), *directed = NULL;
    riwalk_build_options build;
    riwalk_error error;
    riwalk_options s;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        start(&s, 16);
        s.scales[0] = bad[i];
        s.scale_count = 1;
        assert_refused(graph, &s, "numbers from 1e-6 to 1e6");
    }
    start(&s, 16);
    for (int i = 0; i < RIWALK_MAX_SCALES; i++)
        s.scales[i] = 1;
    s.scale_count = 65;
    assert_refused(graph, &s, "at most 64 numbers");
    s.scale_count = 3;
    assert_refused(graph, &s, "16 dimensions cannot be shared among 3 scales");
    assert_refused(graph, &s, "(12 would do)");
    s.scale_count = 8;
    assert_refused(graph, &s, "(32 would do)");
    riwalk_build_options_init(&build);
    build.directed = true;
    assert_int_equal(reference_build(2, 1, ends, NULL, &build, &directed, &error), 0);
    start(&s, 16);
    assert_refused(directed, &s, "undirected");
    riwalk_graph_free(graph);
    riwalk_graph_free(directed);
}

static void every_failing_allocation_is_an_error(void **state)
{
    riwalk_graph *graph = make_graph(RIWALK_GENERATOR_KARATE, 0);
    const riwalk_graph *graphs[] = {graph, graph};
    static const char *const names[] = {"a", "b"};
    riwalk_estimate estimate = {.size = sizeof estimate};
    riwalk_vectors *vectors = NULL;
    riwalk_options s;

    (void)state;
    start(&s, 16);
    s.run.threads = 2;
    check_allocations_of(0, vectors, riwalk_vectors_free(vectors),
                         riwalk_embed(graphs, 2, names, &s, &vectors, NULL, NULL, &failure));
    check_allocations(0, riwalk_embed_estimate(graphs, 2, names, &s, &estimate, &failure));
    riwalk_graph_free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_are_the_definition),
        cmocka_unit_test(vectors_at_automatic_scales_are_precise),
        cmocka_unit_test(automatic_scales_follow_from_an_eigenvalue),
        cmocka_unit_test(eigenvalues_are_those_of_the_laplacian),
        cmocka_unit_test(weights_count),
        cmocka_unit_test(nodes_without_edges_keep_their_heat),
        cmocka_unit_test(mirror_images_coincide),
        cmocka_unit_test(threads_and_instructions_have_no_effect),
        cmocka_unit_test(memory_is_within_the_limit),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(what_has_no_meaning_is_refused),
        cmocka_unit_test(every_failing_allocation_is_an_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
