/* SPDX-License-Identifier: MIT */
/* What holds for every method: threads and memory change nothing, limits are kept to, nodes without
 * edges are no trouble, work can be cancelled, failing allocations are errors. */
#include "embedding.h"
#include "unit/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fewer nodes where tests take ten times as long. */
#ifdef SHORT_TESTS
#define NODES(many, few) few
#else
#define NODES(many, few) many
#endif

/* ---- Threads and memory ---- */

/* Enough nodes for several shards or parts of the vocabulary, which threads divide; for RolX, more
 * than the sample that roles are found from. Where walks are kept, they can be made again. */
static const struct {
    const char *options;
    uint32_t nodes, edges_per_node;
    bool weighted, directed, kept;
} repeated[] = {
    {"walks=16 dimensions=16 epochs=2", NODES(3000, 800), 3, false, false, true},
    {"trainer=factor walks=20 dimensions=32", 1000, 3, false, false, false},
    {"method=riwalk-wl trainer=factor walks=20 dimensions=32", 1000, 3, false, false, false},
    {"trainer=factor measures=auto views=auto walks=20 dimensions=32", NODES(1000, 300), 3, false,
     false, false},
    {"method=struc2vec walks=2 layers=1 dimensions=16 epochs=1", NODES(2100, 300), 2, false, false,
     true},
    {"method=node2vec p=0.5 q=2 walks=2 walk-length=5 dimensions=16 epochs=1", 2100, 3, false,
     false, true},
    {"method=node2vec p=2 walks=2 walk-length=5 dimensions=16 epochs=1", 2100, 3, true, true, true},
    {"combine=deepwalk walks=2 walk-length=5 combine-walks=2 combine-walk-length=5 dimensions=16 "
     "epochs=1",
     2100, 3, false, false, true},
    {"method=line samples=10 dimensions=16", 2100, 3, false, false, false},
    {"method=graphwave dimensions=16", 200, 2, true, false, false},
    {"method=refex", 2000, 3, false, false, false},
    {"method=refex", 2000, 3, true, false, false},
    {"method=refex", 2000, 3, false, true, false},
    {"method=refex", 2000, 3, true, true, false},
    {"method=rolx dimensions=3", NODES(9000, 5000), 2, false, false, false},
};

TEST(threads_and_memory_have_no_effect)
{
    for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
        riwalk_graph *plain = make_graph(repeated[i].nodes, repeated[i].edges_per_node);
        riwalk_graph *graph = vary(plain, repeated[i].weighted, repeated[i].directed);
        riwalk_options options = options_of(repeated[i].options);
        riwalk_vectors *first = NULL, *vectors;

        for (options.run.threads = 1; options.run.threads <= 3; options.run.threads++) {
            riwalk_embed_report report = {.size = sizeof report};

            options.memory = 0;
            vectors = embed(graph, &options, &report);
            if (first && !same(first, vectors))
                fail_msg("%s: %d threads matter", repeated[i].options, options.run.threads);
            riwalk_vectors_free(first);
            first = vectors;
            if (!repeated[i].kept)
                continue;
            assert_true(report.kept && report.pairs > 0 && report.loss > 0);
            options.memory = report.memory_bytes - 1;
            vectors = embed(graph, &options, &report);
            assert_false(report.kept);
            if (!same(first, vectors))
                fail_msg("%s: memory matters", repeated[i].options);
            riwalk_vectors_free(vectors);
        }
        riwalk_vectors_free(first);
        riwalk_graph_free(graph);
        riwalk_graph_free(plain);
    }
}

TEST(another_seed_gives_other_vectors)
{
    static const char *const words[] = {"walks=2", "method=struc2vec walks=2", "method=line",
                                        "method=deepwalk walks=2", "trainer=factor walks=2"};
    riwalk_graph *graph = make_graph(100, 2);

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        riwalk_options options = options_of(words[i]);
        riwalk_vectors *one = embed(graph, &options, NULL), *other;

        options.seed++;
        other = embed(graph, &options, NULL);
        assert_false(same(one, other));
        riwalk_vectors_free(one);
        riwalk_vectors_free(other);
    }
    riwalk_graph_free(graph);
}

/* Walks enough to take more memory than making them again, and than what is prepared for hubs.
 * ReFeX foresees only what local features need, and tells how far it came. */
TEST(a_limit_that_is_too_low_is_refused)
{
    static const char *const words[] = {
        "walks=60 dimensions=16 epochs=2",
        "method=struc2vec walks=10 dimensions=16 epochs=1",
        "method=node2vec walks=3 walk-length=10 epochs=1",
        "combine=deepwalk walks=3 combine-walks=3 combine-walk-length=10 epochs=1",
        "method=graphwave dimensions=16",
        "method=line samples=3",
        "method=refex",
    };
    riwalk_graph *graph = make_graph(500, 3);
    const riwalk_graph *graphs[] = {graph};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        riwalk_estimate estimate = {.size = sizeof estimate};
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_options options = options_of(words[i]);
        riwalk_vectors *vectors = NULL;
        riwalk_error error;

        options.run.threads = 1;
        assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &options, &estimate, &error), 0);
        assert_true(estimate.memory_bytes >= estimate.least_memory_bytes);
        assert_true(estimate.train_seconds > 0);
        options.memory = estimate.least_memory_bytes - 1;
        assert_int_equal(riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &error),
                         RIWALK_STATUS_LIMIT);
        assert_non_null(strstr(error.message, "is too low: at least"));
        options.memory++;
        if (options.method == RIWALK_METHOD_REFEX) {
            assert_int_equal(riwalk_embed(graphs, 1, NULL, &options, &vectors, NULL, NULL, &error),
                             RIWALK_STATUS_LIMIT);
            assert_non_null(strstr(error.message, "features found"));
            options.memory = estimate.memory_bytes;
        }
        vectors = embed(graph, &options, &report);
        assert_true(report.memory_bytes <= options.memory);
        riwalk_vectors_free(vectors);
    }
    riwalk_graph_free(graph);
}

/* ---- Nodes without edges ---- */

/* A triangle with a tail, an edge apart, and two nodes alone; then nothing but nodes alone. */
TEST(nodes_without_edges_get_zeros)
{
    static const char *const words[] = {"epochs=1",
                                        "trainer=factor",
                                        "method=deepwalk epochs=1",
                                        "method=node2vec q=2 epochs=1",
                                        "method=struc2vec epochs=1",
                                        "method=line"};
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3, 4, 5};

    for (size_t i = 0; i < 2 * sizeof words / sizeof *words; i++) {
        riwalk_graph *graph = build(8, i % 2 ? 0 : 5, ends, NULL, false);
        const riwalk_graph *graphs[] = {graph};
        riwalk_estimate estimate = {.size = sizeof estimate};
        riwalk_embed_report report = {.size = sizeof report};
        riwalk_options options = options_of(words[i / 2]);
        riwalk_vectors *vectors = embed(graph, &options, &report);

        assert_int_equal(report.isolated, i % 2 ? 8 : 2);
        for (uint32_t row = 0; row < 8; row++) {
            double sum = 0;

            for (uint32_t d = 0; d < vectors->dimensions; d++)
                sum += fabs((double)riwalk_vectors_row(vectors, row)[d]);
            assert_true(isfinite(sum));
            assert_int_equal(sum > 0, row < 6 && i % 2 == 0);
        }
        assert_int_equal(riwalk_embed_estimate(graphs, 1, NULL, &options, &estimate, NULL), 0);
        riwalk_vectors_free(vectors);
        riwalk_graph_free(graph);
    }
}

/* ---- Cancelling ---- */

static int cancel(const riwalk_progress *progress, void *data)
{
    return !strcmp(progress->stage, data);
}

TEST(every_stage_can_be_cancelled)
{
    static const struct {
        const char *options;
        uint32_t nodes;
        char stage[24];
    } cases[] = {
        {"epochs=1000 walks=10", 3000, "training"},
        {"method=deepwalk epochs=1000 walks=10", 3000, "training"},
        {"trainer=factor walks=1000", 20000, "walking"},
        {"method=struc2vec layers=0", 200, "choosing"},
        {"method=struc2vec layers=max", 200, "searching"},
        {"method=struc2vec layers=0", 200, "joining"},
        {"method=struc2vec", 200, "comparing"},
        {"method=struc2vec layers=0", 200, "mirroring"},
        {"method=struc2vec layers=0", 200, "weighing"},
        {"method=struc2vec layers=0", 200, "walking"},
        {"method=graphwave heat-scales=1e5 dimensions=16", 2000, "wavelets"},
        {"method=refex", 200000, "counting triangles"},
        {"method=refex", 200000, "local features"},
        {"method=refex", 200000, "features"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        riwalk_graph *graph = make_graph(cases[i].nodes, 2);
        riwalk_options options = options_of(cases[i].options);
        riwalk_vectors *vectors = NULL;
        char stage[24];

        memcpy(stage, cases[i].stage, sizeof stage);
        options.run.progress = cancel;
        options.run.progress_data = stage;
        if (riwalk_embed((const riwalk_graph *const *)&graph, 1, NULL, &options, &vectors, NULL,
                         NULL, NULL) != RIWALK_STATUS_CANCELLED)
            fail_msg("%s: %s goes on", cases[i].options, stage);
        assert_null(vectors);
        riwalk_graph_free(graph);
    }
}

/* ---- Memory that runs out ---- */

TEST(every_failing_allocation_is_an_error)
{
    static const struct {
        const char *options;
        uint32_t nodes;
        bool weighted;
    } cases[] = {
        {"walks=10 dimensions=16 epochs=1", 20, false},
        {"trainer=factor measures=auto views=auto dimensions=8", 40, false},
        {"combine=node2vec walks=2 walk-length=4 combine-walks=2 combine-walk-length=4 epochs=1", 5,
         true},
        {"method=struc2vec walks=1 dimensions=2 epochs=1 layers=max", 10, false},
        {"method=line samples=3", 40, false},
        {"method=graphwave dimensions=16", 34, false},
        {"method=refex", 34, true},
        {"method=rolx dimensions=3", 34, false},
    };
    const char *names[] = {"a", "b"};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        riwalk_graph *plain = make_graph(cases[i].nodes, 2);
        riwalk_graph *graph = vary(plain, cases[i].weighted, false);
        const riwalk_graph *graphs[] = {graph, graph};
        riwalk_options options = options_of(cases[i].options);
        riwalk_estimate estimate = {.size = sizeof estimate};
        riwalk_vectors *vectors = NULL;

        for (size_t count = 1; count <= 2; count++) {
            options.run.threads = (int)count;
            check_allocations_of(
                0, vectors, (riwalk_vectors_free(vectors), vectors = NULL),
                riwalk_embed(graphs, count, names, &options, &vectors, NULL, NULL, &failure));
            check_allocations(
                0, riwalk_embed_estimate(graphs, count, names, &options, &estimate, &failure));
        }
        riwalk_graph_free(graph);
        riwalk_graph_free(plain);
    }
}
