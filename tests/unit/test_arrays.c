/* SPDX-License-Identifier: MIT */
/* Graphs from arrays are those that the same edges in a file give. */
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

static uint64_t checksum_of_file(const material *m, bool directed, bool weighted)
{
    riwalk_read_options options =
        WITH(riwalk_read_options, it.directed = directed, it.weighted = weighted);
    scoped_graph *graph = graph_from(m->file, &options);

    return summary_of(graph).checksum;
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
        bool wide = seed & 1, directed = seed & 2, words = seed & 8, doubles = seed & 16;
        const void *weights = doubles ? (void *)m.wide_weights : (void *)m.weights;
        riwalk_edge_arrays edges = {.count = EDGES,
                                    .sources = wide ? (void *)m.wide_from : (void *)m.from,
                                    .targets = wide ? (void *)m.wide_to : (void *)m.to,
                                    .index_bits = wide ? 64 : 32,
                                    .stride = 1,
                                    .weights = seed & 4 ? weights : NULL,
                                    .weight_bits = doubles ? 64 : 32};
        uint32_t places[NODES];
        riwalk_build_options options =
            WITH(riwalk_build_options, it.directed = directed, it.places = places);

        make(&m, seed, words);
        if (words || seed & 32)
            options.names = m.names;
        else
            options.integer_names = m.integers;
        scoped_graph *graph = MADE(graph, riwalk_graph_from_edges, NODES, &edges, &options);
        assert_int_equal(summary_of(graph).checksum, checksum_of_file(&m, directed, seed & 4));
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
        uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0), wide[SMALL + 1] = {0};
        uint32_t from[2 * SMALL * SMALL], to[2 * SMALL * SMALL], offsets[SMALL + 1] = {0};
        uint32_t count = 0, loops = 0, repeated = 0;
        float weights[2 * SMALL * SMALL];
        bool wild = seed & 1;
        riwalk_build_options options =
            WITH(riwalk_build_options, it.directed = !(seed % 5),
                 it.integer_names = seed & 4 ? names : NULL, it.run.threads = 1 + (int)(seed % 3));

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
        const float *given = seed & 2 ? weights : NULL;
        riwalk_edge_arrays edges = {count, from, to, 32, 1, given, 32};
        riwalk_row_arrays rows = {offsets, 32, to, 32, given, 32};
        if (seed & 8) {
            rows.offsets = wide;
            rows.offset_bits = 64;
        }
        scoped_graph *graph = MADE(graph, riwalk_graph_from_edges, SMALL, &edges, &options);
        scoped_graph *again = MADE(graph, riwalk_graph_from_rows, SMALL, &rows, &options);
        if (summary_of(again).checksum != summary_of(graph).checksum)
            fail_msg("seed %d", (int)seed);
        assert_int_equal(summary_of(again).self_loops_dropped, loops);
        assert_int_equal(summary_of(again).duplicates_dropped, repeated);
    }
}

TEST(bad_arrays_are_refused)
{
    static const int64_t from[] = {0, 1}, to[] = {1, -1}, doubled[] = {5, 7, 5};
    static const uint32_t good_from[] = {0, 1}, good_to[] = {1, 2}, beyond[] = {1, 3};
    static const uint32_t falling[] = {0, 2, 1, 2}, fine[] = {0, 1, 2, 2};
    static const double weights[] = {1, 0};
    static const char *const names[] = {"a", "b", "a"}, *const empty[] = {"a", "", "c"};
    static const struct {
        riwalk_edge_arrays edges;
        const char *const *names;
        const int64_t *integers;
        const char *words;
    } cases[] = {
        {{2, from, to, 64, 1, NULL, 0}, NULL, NULL, "edge 1 joins 1 and -1, but there are only 3"},
        {{2, good_from, good_to, 32, 1, weights, 64},
         NULL,
         NULL,
         "edge 1 has the weight 0: weights must be positive and finite"},
        {{2, good_from, good_to, 16, 1, NULL, 64}, NULL, NULL, "32 or 64 bits"},
        {{2, good_from, good_to, 32, 1, NULL, 64}, names, NULL, "two nodes have the name 'a'"},
        {{2, good_from, good_to, 32, 1, NULL, 64}, empty, NULL, "must not be empty"},
        {{2, good_from, good_to, 32, 1, NULL, 64}, NULL, doubled, "two nodes have the name 5"},
    };
    static const riwalk_row_arrays rows[] = {{falling, 32, good_to, 32, NULL, 0},
                                             {fine, 32, beyond, 32, NULL, 0}};

    EACH (c, cases) {
        riwalk_build_options options =
            WITH(riwalk_build_options, it.names = c->names, it.integer_names = c->integers);

        check_unmade(graph, ARGUMENT, c->words, riwalk_graph_from_edges, 3, &c->edges, &options);
    }
    check_unmade(graph, ARGUMENT, "must not be NULL", riwalk_graph_from_edges, 3, NULL, NULL);
    EACH (r, rows)
        check_unmade(graph, ARGUMENT, "", riwalk_graph_from_rows, 3, r, NULL);
}

TEST(all_names_come_at_once)
{
    static material m;
    riwalk_build_options options = WITH(riwalk_build_options, it.names = m.names);
    riwalk_edge_arrays edges = {EDGES, m.from, m.to, 32, 1, NULL, 0};
    uint64_t offsets[NODES + 1], length;
    char text[NODES * 16];

    make(&m, 1, true);
    scoped_graph *graph = MADE(graph, riwalk_graph_from_edges, NODES, &edges, &options);
    length = riwalk_graph_names(graph, offsets, NULL);
    assert_int_equal(riwalk_graph_names(graph, offsets, text), length);
    for (uint32_t i = 0; i < NODES; i++) {
        char name[32];
        size_t own = riwalk_graph_name(graph, i, name, sizeof name);

        assert_int_equal(offsets[i + 1] - offsets[i], own);
        assert_memory_equal(text + offsets[i], name, own);
    }
}
