/* SPDX-License-Identifier: MIT */
/* Graphs from arrays are those that the same edges in a file give. */
#include "base/rng.h"
#include "unit/test.h"

#define NODES 40
#define EDGES 120

typedef struct material {
    uint32_t from[EDGES], to[EDGES];
    uint64_t wide_from[EDGES], wide_to[EDGES];
    float weights[EDGES];
    double wide_weights[EDGES];
    int64_t integers[NODES];
    char text[NODES][16];
    const char *names[NODES];
    char file[EDGES * 64];
} material;

/* Random edges between nodes whose names are in another order than their numbers. */
static void make(material *m, uint64_t seed, bool words)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
    size_t used = 0;

    for (uint32_t i = 0; i < NODES; i++) {
        m->integers[i] = (int64_t)((i * 17) % NODES) - 20;
        snprintf(m->text[i], sizeof m->text[i], words ? "n%lld" : "%lld",
                 (long long)m->integers[i]);
        m->names[i] = m->text[i];
    }
    for (uint32_t e = 0; e < EDGES; e++) {
        m->wide_from[e] = m->from[e] = (uint32_t)rw_rng_below(rw_rng_at(stream, 3 * e), NODES);
        m->wide_to[e] = m->to[e] = (uint32_t)rw_rng_below(rw_rng_at(stream, 3 * e + 1), NODES);
        m->wide_weights[e] = m->weights[e] =
            (float)(1 + rw_rng_below(rw_rng_at(stream, 3 * e + 2), 9)) / 2;
        used += (size_t)snprintf(m->file + used, sizeof m->file - used, "%s %s %g\n",
                                 m->text[m->from[e]], m->text[m->to[e]], (double)m->weights[e]);
    }
    for (uint32_t i = 0; i < NODES; i++) /* a loop names every node, and is dropped */
        used += (size_t)snprintf(m->file + used, sizeof m->file - used, "%s %s 1\n", m->text[i],
                                 m->text[i]);
}

static uint64_t checksum(const riwalk_graph *graph)
{
    riwalk_graph_summary summary = {.size = sizeof summary};

    ok(riwalk_graph_summarize(graph, &summary, &failure));
    return summary.checksum;
}

static uint64_t checksum_of_file(const material *m, bool directed, bool weighted)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.directed = directed, it.weighted = weighted);
    uint64_t sum;
    scoped_graph *graph = MADE(graph, riwalk_graph_read_from,
                               riwalk_from_memory(m->file, strlen(m->file), "edges"), &options);

    sum = checksum(graph);
    return sum;
}

static void check_places(const riwalk_graph *graph, const material *m, const uint32_t *places)
{
    for (uint32_t i = 0; i < NODES; i++) {
        char name[32];

        riwalk_graph_name(graph, places[i], name, sizeof name);
        assert_string_equal(name, m->text[i]);
    }
}

TEST(arrays_are_files)
{
    static material m;

    for (uint64_t seed = 1; seed <= 64; seed++) {
        bool wide = seed & 1, directed = seed & 2, weighted = seed & 4, words = seed & 8;
        riwalk_edge_arrays edges = {.count = EDGES, .index_bits = wide ? 64 : 32, .stride = 1};
        riwalk_build_options options = DEFAULTS(riwalk_build_options);
        scoped_graph *graph = NULL;
        uint32_t places[NODES];

        make(&m, seed, words);
        edges.sources = wide ? (void *)m.wide_from : (void *)m.from;
        edges.targets = wide ? (void *)m.wide_to : (void *)m.to;
        if (weighted)
            edges.weights = seed & 16 ? (void *)m.wide_weights : (void *)m.weights;
        edges.weight_bits = seed & 16 ? 64 : 32;
        options.directed = directed;
        if (words || seed & 32)
            options.names = m.names;
        else
            options.integer_names = m.integers;
        options.places = places;
        ok(riwalk_graph_from_edges(NODES, &edges, &options, &graph, &failure));
        assert_int_equal(checksum(graph), checksum_of_file(&m, directed, weighted));
        check_places(graph, &m, places);
    }
}

#define SMALL 6

/* Every set of arcs between few nodes, almost symmetric or far from it, in order or not, some of
 * them loops or there twice, gives the graph of its pairs: a row that is short of a reverse arc
 * must not take one of the next row for it. */
TEST(rows_are_pairs_on_any_threads)
{
    static const int64_t names[SMALL] = {40, 7, -3, 12, 90, 8};

    for (uint64_t seed = 1; seed <= FEW(8000, 300); seed++) {
        uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
        uint32_t from[2 * SMALL * SMALL], to[2 * SMALL * SMALL], offsets[SMALL + 1] = {0};
        uint64_t wide[SMALL + 1] = {0};
        uint32_t count = 0, loops = 0, repeated = 0;
        float weights[2 * SMALL * SMALL];
        riwalk_edge_arrays edges = {.index_bits = 32, .stride = 1, .weight_bits = 32};
        riwalk_row_arrays rows = {.offset_bits = 32, .index_bits = 32, .weight_bits = 32};
        scoped_graph *graph = NULL, *again = NULL;
        riwalk_graph_summary summary = {.size = sizeof summary};
        bool wild = seed & 1;
        riwalk_build_options options = DEFAULTS(riwalk_build_options);

        for (uint32_t u = 0; u < SMALL; u++) {
            for (uint32_t i = 0; i < SMALL; i++) {
                uint32_t v = wild ? (i * 5 + u) % SMALL : i; /* in another order */
                uint32_t pair = u < v ? u * SMALL + v : v * SMALL + u;
                bool there = rw_rng_below(rw_rng_at(stream, pair), 2) && u != v;
                bool turned = !rw_rng_below(rw_rng_at(stream, 100 + u * SMALL + v), 40);

                for (uint32_t n = 0; n < (wild && turned ? 2U : there != turned); n++) {
                    from[count] = u;
                    to[count] = v;
                    weights[count++] = 1 + (float)rw_rng_below(rw_rng_at(stream, 200 + pair), 3) +
                                       (turned ? (float)n : 0);
                    loops += u == v;
                    repeated += u != v && n;
                }
            }
            wide[u + 1] = offsets[u + 1] = count;
        }
        edges.count = count;
        edges.sources = from;
        edges.targets = rows.targets = to;
        edges.weights = rows.weights = seed & 2 ? weights : NULL;
        rows.offsets = seed & 8 ? (void *)wide : (void *)offsets;
        rows.offset_bits = seed & 8 ? 64 : 32;
        options.directed = !(seed % 5);
        options.integer_names = seed & 4 ? names : NULL;
        options.run.threads = 1 + (int)(seed % 3);
        ok(riwalk_graph_from_edges(SMALL, &edges, &options, &graph, &failure));
        ok(riwalk_graph_from_rows(SMALL, &rows, &options, &again, &failure));
        if (checksum(again) != checksum(graph))
            fail_msg("seed %d", (int)seed);
        ok(riwalk_graph_summarize(again, &summary, &failure));
        assert_int_equal(summary.self_loops_dropped, loops);
        assert_int_equal(summary.duplicates_dropped, repeated);
    }
}

static void refused(const riwalk_edge_arrays *edges, const riwalk_build_options *options,
                    const char *words)
{
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};

    assert_int_equal(riwalk_graph_from_edges(3, edges, options, &graph, &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_null(graph);
    if (!strstr(error.message, words))
        fail_msg("'%s' does not say '%s'", error.message, words);
}

TEST(bad_arrays_are_refused)
{
    const int64_t from[] = {0, 1}, to[] = {1, -1}, doubled[] = {5, 7, 5};
    const uint32_t good_from[] = {0, 1}, good_to[] = {1, 2};
    const double weights[] = {1, 0};
    const char *names[] = {"a", "b", "a"}, *empty[] = {"a", "", "c"};
    riwalk_edge_arrays edges = {
        .count = 2, .sources = from, .targets = to, .index_bits = 64, .stride = 1};
    riwalk_row_arrays rows = {.offset_bits = 32, .index_bits = 32};
    const uint32_t falling[] = {0, 2, 1, 2}, fine[] = {0, 1, 2, 2}, beyond[] = {1, 3};
    riwalk_build_options options = DEFAULTS(riwalk_build_options);
    riwalk_graph *graph = NULL;

    refused(&edges, NULL, "edge 1 joins 1 and -1, but there are only 3 nodes");
    refused(NULL, NULL, "must not be NULL");
    edges = (riwalk_edge_arrays){2, good_from, good_to, 32, 1, weights, 64};
    refused(&edges, NULL, "edge 1 has the weight 0: weights must be positive and finite");
    edges.weights = NULL;
    edges.index_bits = 16;
    refused(&edges, NULL, "32 or 64 bits");
    edges.index_bits = 32;
    options.names = names;
    refused(&edges, &options, "two nodes have the name 'a'");
    options.names = empty;
    refused(&edges, &options, "must not be empty");
    options.names = NULL;
    options.integer_names = doubled;
    refused(&edges, &options, "two nodes have the name 5");
    rows.offsets = falling;
    rows.targets = good_to;
    assert_int_equal(riwalk_graph_from_rows(3, &rows, NULL, &graph, NULL), RIWALK_STATUS_ARGUMENT);
    rows.offsets = fine;
    rows.targets = beyond;
    assert_int_equal(riwalk_graph_from_rows(3, &rows, NULL, &graph, NULL), RIWALK_STATUS_ARGUMENT);
    assert_null(graph);
}

TEST(all_names_come_at_once)
{
    static material m;
    riwalk_build_options options = DEFAULTS(riwalk_build_options);
    riwalk_edge_arrays edges = {.count = EDGES, .index_bits = 32, .stride = 1};
    uint64_t offsets[NODES + 1], length;
    scoped_graph *graph = NULL;
    char text[NODES * 16];

    make(&m, 1, true);
    edges.sources = m.from;
    edges.targets = m.to;
    options.names = m.names;
    ok(riwalk_graph_from_edges(NODES, &edges, &options, &graph, &failure));
    length = riwalk_graph_names(graph, offsets, NULL);
    assert_int_equal(riwalk_graph_names(graph, offsets, text), length);
    for (uint32_t i = 0; i < NODES; i++) {
        char name[32];
        size_t own = riwalk_graph_name(graph, i, name, sizeof name);

        assert_int_equal(offsets[i + 1] - offsets[i], own);
        assert_memory_equal(text + offsets[i], name, own);
    }
}

TEST(every_failing_allocation_is_an_error)
{
    static material m;
    riwalk_edge_arrays edges = {.count = EDGES, .index_bits = 32, .stride = 1, .weight_bits = 32};
    riwalk_build_options options = DEFAULTS(riwalk_build_options);
    riwalk_graph *graph = NULL;

    make(&m, 1, true);
    edges.sources = m.from;
    edges.targets = m.to;
    edges.weights = m.weights;
    options.names = m.names;
    check_allocations_of(0, graph, riwalk_graph_free(graph),
                         riwalk_graph_from_edges(NODES, &edges, &options, &graph, &failure));
    for (uint32_t last = 0; last < 3; last++) { /* symmetric; with a loop; short of reverses */
        const uint32_t offsets[] = {0, 2, 3, 4}, targets[] = {2, 1, 0, last};
        const float weights[] = {2, 2, 2, 2};
        riwalk_row_arrays rows = {offsets, 32, targets, 32, weights, 32};

        graph = NULL;
        check_allocations_of(0, graph, riwalk_graph_free(graph),
                             riwalk_graph_from_rows(3, &rows, NULL, &graph, &failure));
    }
}
