/* SPDX-License-Identifier: MIT */
/* Generated payments against their definition: arcs by role, amounts, noise. */
#include "graph/graph.h"
#include "unit/test.h"

#define MARKETS 40

typedef struct sides {
    uint32_t out[MARKETS * 50], in[MARKETS * 50];
    double paid[MARKETS * 50], got[MARKETS * 50];
} sides;

static riwalk_graph *transactions(uint64_t seed, double noise, const char ***labels)
{
    riwalk_generate_options options =
        WITH(riwalk_generate_options, it.seed = seed, it.noise = noise, it.markets = MARKETS);

    return generate_with(RIWALK_GENERATOR_TRANSACTIONS, &options, labels);
}

static void measure(const riwalk_graph *graph, sides *s)
{
    memset(s, 0, sizeof *s);
    for (uint32_t u = 0; u < graph->node_count; u++)
        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            s->out[u]++;
            s->in[graph->neighbors[a]]++;
            s->paid[u] += graph->weights[a];
            s->got[graph->neighbors[a]] += graph->weights[a];
        }
}

static bool is(const char *label, const char *role)
{
    return strcmp(label, role) == 0;
}

TEST(accounts_have_the_arcs_of_their_roles)
{
    static sides s;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        scoped_labels labels = NULL;
        scoped_graph *graph = transactions(seed, 0, &labels);
        uint32_t hubs = 0;

        measure(graph, &s);
        assert_true(graph->directed);
        assert_int_equal(graph->node_count, MARKETS * 50);
        assert_int_equal(graph->arc_count, MARKETS * 249);
        assert_int_equal(graph->self_loops_dropped, 0);
        for (uint32_t u = 0; u < graph->node_count; u++) {
            uint32_t out = s.out[u], in = s.in[u];

            if (is(labels[u], "customer"))
                assert_true(out == 7 && in == 2);
            else if (is(labels[u], "relay") || is(labels[u], "launderer"))
                assert_true(out == 2 && in == 2);
            else if (is(labels[u], "mule"))
                assert_true(out == 1 && in == 1);
            else if (is(labels[u], "collector"))
                hubs += in > 2 * out;
            else
                hubs += is(labels[u], "distributor") && in < 2 * out;
        }
        /* Of 240 hubs a few have drawn few arcs of one side. */
        assert_true(hubs > 220);
    }
}

/* And mules pass on most of what they get, to the next or at last to a distributor. */
TEST(amounts_alone_tell_launderers_from_relays)
{
    static sides s;
    scoped_labels labels = NULL;
    scoped_graph *graph = transactions(1, 0, &labels);
    uint32_t last = 0;

    measure(graph, &s);
    for (uint32_t u = 0; u < graph->node_count; u++) {
        bool launders = is(labels[u], "launderer");
        uint32_t to = graph->neighbors[graph->offsets[u]];

        if (launders || is(labels[u], "relay")) {
            assert_in_range(s.got[u], launders ? 10000 : 100, launders ? 40000 : 400);
            assert_true(s.paid[u] == floor(s.got[u] * 97 / 100));
            for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++)
                assert_string_equal(labels[graph->neighbors[a]], "distributor");
        } else if (is(labels[u], "mule")) {
            assert_true(s.paid[u] <= s.got[u] * 0.96 && s.paid[u] > s.got[u] * 0.9 - 1);
            assert_true(is(labels[to], "distributor") || (is(labels[to], "mule") && to == u + 1));
            last += is(labels[to], "distributor");
        }
    }
    assert_int_equal(last, MARKETS);
}

/* Moved arcs keep their tail and their amount; their number is within five deviations of the
 * share. */
TEST(noise_moves_its_share_of_heads)
{
    static sides plain, noisy;
    const double arcs = MARKETS * 249;

    for (uint64_t seed = 1; seed <= 3; seed++) {
        scoped_graph *from = transactions(seed, 0, NULL), *to = transactions(seed, 0.05, NULL);
        double moved = 0;

        measure(from, &plain);
        measure(to, &noisy);
        for (uint32_t u = 0; u < from->node_count; u++) {
            uint64_t arc;

            /* Repetitions, of which one stays, are rare. */
            assert_true(noisy.out[u] <= plain.out[u]);
            assert_true(noisy.out[u] < plain.out[u] || noisy.paid[u] == plain.paid[u]);
            for (uint64_t a = from->offsets[u]; a < from->offsets[u + 1]; a++)
                moved += !rw_find_arc(to, u, from->neighbors[a], &arc);
        }
        assert_true(to->arc_count >= arcs - 20);
        assert_true(fabs(moved - 0.05 * arcs) < 5 * sqrt(0.05 * 0.95 * arcs));
    }
}
