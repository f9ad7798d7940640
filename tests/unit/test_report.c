/* SPDX-License-Identifier: MIT */
/* Reports: JSON that is data whatever it holds, similar nodes against a plain search, bad input.
 * What the page does with it is tested in a browser: tests/python/test_report.py. */
#include "embedding.h"
#include "report/report.h"

#define NODES 200
#define DIMENSIONS 24

/* Positive values, so that zero vectors, which every seventh node has, are the least similar to
 * all; every eleventh node has none. The order is not that of the graph. */
static riwalk_vectors *make_vectors(bool alike)
{
    static char texts[NODES][12];
    const char *names[NODES];
    float values[NODES * DIMENSIONS];
    uint64_t stream = rw_rng_stream(5, RW_STAGE_GENERATE, 0, 0);
    uint32_t count = 0;

    for (uint32_t u = NODES; u-- > 0;) {
        if (u % 11 == 3)
            continue;
        snprintf(texts[count], sizeof texts[count], "%u", u);
        names[count] = texts[count];
        for (uint32_t d = 0; d < DIMENSIONS; d++)
            values[count * DIMENSIONS + d] =
                u % 7 == 5 ? 0
                : alike    ? 1
                           : (float)rw_rng_unit(rw_rng_at(stream, (uint64_t)u * DIMENSIONS + d));
        count++;
    }
    riwalk_vectors *vectors = MADE(vectors, riwalk_vectors_build, count, DIMENSIONS, names, values);
    return vectors;
}

static uint32_t node_of(const riwalk_graph *graph, const riwalk_vectors *vectors, uint32_t row)
{
    char name[16];
    uint32_t node;

    riwalk_vectors_name(vectors, row, name, sizeof name);
    assert_true(riwalk_graph_find(graph, name, strlen(name), &node));
    return node;
}

static rw_report find_similar(const riwalk_graph *graph, const riwalk_vectors *vectors,
                              uint32_t rows[NODES], int threads)
{
    rw_report report = {
        .graph = graph, .vectors = vectors, .rows = rows, .options.run = {.threads = threads}};

    for (uint32_t u = 0; u < NODES; u++)
        rows[u] = RIWALK_NO_CLASS;
    for (uint32_t row = 0; row < riwalk_vectors_count(vectors); row++)
        rows[node_of(graph, vectors, row)] = row;
    ok(rw_report_find_similar(&report, &failure));
    return report;
}

TEST(similar_nodes_are_the_nearest)
{
    scoped_graph *graph = make_graph(NODES, 2);
    scoped_vectors *vectors = make_vectors(false);
    uint32_t rows[NODES], listed = 0;
    rw_report report = find_similar(graph, vectors, rows, 2);

    for (uint32_t u = 0; u < NODES; u++) {
        const uint32_t *similar = report.similar + (size_t)u * RW_REPORT_SIMILAR;
        riwalk_neighbor near[RW_REPORT_SIMILAR];
        uint32_t found = 0;

        if (u % 11 == 3 || u % 7 == 5) {
            assert_int_equal(similar[0], RIWALK_NO_CLASS);
            continue;
        }
        ok(riwalk_vectors_nearest(vectors, rows[u], RW_REPORT_SIMILAR, near, &found, &failure));
        assert_int_equal(found, RW_REPORT_SIMILAR);
        for (uint32_t i = 0; i < found; i++, listed++) {
            double cosine = report.cosines[(size_t)u * RW_REPORT_SIMILAR + i] / 32767.0 - 1;

            assert_int_equal(similar[i], node_of(graph, vectors, near[i].row));
            /* Half a step of the 16 bits, and rounding of vectors of length 1 to floats. */
            assert_true(fabs(cosine - (double)near[i].similarity) < 2e-5);
        }
    }
    assert_true(listed > 1000);
    rw_pool_free(&report.pool);
}

TEST(nodes_that_are_all_alike_are_similar)
{
    scoped_graph *graph = make_graph(NODES, 2);
    scoped_vectors *vectors = make_vectors(true);
    uint32_t rows[NODES];
    rw_report report = find_similar(graph, vectors, rows, 1);

    /* 3, 5, 12 have no direction. */
    assert_int_equal(report.similar[0], 1);
    assert_int_equal(report.similar[2], 4);
    assert_int_equal(report.similar[1 * RW_REPORT_SIMILAR], 0);
    assert_int_equal(report.similar[1 * RW_REPORT_SIMILAR + 1], 2);
    assert_int_equal(report.cosines[0], 65534);
    rw_pool_free(&report.pool);
}

TEST(bad_arguments_are_refused)
{
    riwalk_generate_options options = WITH(riwalk_generate_options, it.degree = 0);
    const riwalk_graph *none = NULL;
    riwalk_graph *graph = NULL;
    riwalk_error error;

    assert_int_equal(riwalk_report_write(NULL, "x.html", NULL, &error), RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_report_check(&none, 1, &error), RIWALK_STATUS_ARGUMENT);
    for (uint32_t more = 0; more < 2; more++) {
        options.nodes = RIWALK_REPORT_MAX_NODES + more;
        ok(riwalk_graph_generate(RIWALK_GENERATOR_ERDOS_RENYI, &options, &graph, NULL, &failure));
        assert_int_equal(riwalk_report_check((const riwalk_graph *const *)&graph, 1, &error),
                         more ? RIWALK_STATUS_LIMIT : RIWALK_STATUS_OK);
        riwalk_graph_free(graph);
    }
}
