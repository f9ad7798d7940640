/* SPDX-License-Identifier: MIT */
/* ReFeX against its definition, on graphs of all kinds, with weights and directions. Vectors of
 * features: tests/cli/embed-refex. */
#include "embedding.h"
#include "methods/refex/refex.h"
#include "reference/refex.h"

static void check_features(const riwalk_graph *graph, double share, const char *what, unsigned kind)
{
    scoped reference_feature *expected = malloc(REFERENCE_FEATURES * sizeof *expected);
    riwalk_options s = BUT(options_of("method=refex dimensions=4096"), it.bin_share = share);
    scoped_features *features = MADE(features, riwalk_features_find, graph, &s);
    unsigned count;
    count = reference_refex(graph, share, expected);
    if (riwalk_features_count(features) != count)
        fail_msg("%s %u: %u features, not %u", what, kind, riwalk_features_count(features), count);
    for (unsigned i = 0; i < count; i++) {
        char name[512];
        size_t length = riwalk_features_name(features, i, name, sizeof name);

        assert_int_equal(length, strlen(name));
        assert_int_equal(riwalk_features_name(features, i, NULL, 0), length);
        if (strcmp(name, expected[i].name) != 0)
            fail_msg("%s %u: feature %u is '%s', not '%s'", what, kind, i, name, expected[i].name);
        for (uint32_t u = 0; u < graph->node_count; u++) {
            if (riwalk_features_values(features, i)[u] != expected[i].values[u])
                fail_msg("%s %u: %s of %u is %g, not %g", what, kind, name, u,
                         (double)riwalk_features_values(features, i)[u],
                         (double)expected[i].values[u]);
            if (riwalk_features_bins(features, i)[u] != expected[i].bins[u])
                fail_msg("%s %u: bin of %s of %u is %u, not %d", what, kind, name, u,
                         riwalk_features_bins(features, i)[u], expected[i].bins[u]);
        }
    }
}

TEST(features_are_the_definition)
{
    for (unsigned kind = 0; kind < REFERENCE_GRAPH_KINDS; kind++) {
        scoped_graph *graph = reference_graph(kind, kind + 3, 40);

        check_features(graph, 0.5, "plain", kind);
        check_features(graph, 0.3, "plain, smaller bins", kind);
        for (int other = 1; other < 4; other++) {
            static const char *const names[] = {"", "weighted", "directed", "weighted directed"};
            scoped_graph *made = vary(graph, other & 1, other & 2);

            check_features(made, 0.5, names[other], kind);
        }
    }
}
