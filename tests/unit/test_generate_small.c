/* SPDX-License-Identifier: MIT */
/* Generators of fixed graphs against their definitions. The clubs: tests/cli/generate-info. */
#include "base/checksum.h"
#include "graph/graph.h"
#include "unit/test.h"

/* Checks that two nodes have the same label exactly when colour refinement never tells them apart.
 * It begins with the triangles of each node, without which it takes the path of a barbell with
 * cliques of 3 and a path of 2 for another triangle. */
static void check_labels_are_refinement(const riwalk_graph *graph, const char **labels)
{
    enum {
        MOST = 200
    };
    uint32_t nodes = riwalk_graph_node_count(graph);
    uint64_t color[MOST] = {0}, next[MOST];

    assert_true(nodes <= MOST);
    for (uint32_t u = 0; u < nodes; u++)
        color[u] = reference_triangles(graph, u);
    for (uint32_t round = 0; round < nodes; round++) {
        for (uint32_t u = 0; u < nodes; u++) {
            uint32_t degree = riwalk_graph_degree(graph, u);
            uint64_t seen[MOST] = {0};

            for (uint32_t i = 0; i < degree; i++)
                seen[i] = color[riwalk_graph_neighbors(graph, u)[i]];
            qsort(seen, degree, sizeof *seen, compare_u64);
            next[u] = rw_checksum(seen, degree * sizeof *seen, color[u] + 1);
        }
        memcpy(color, next, sizeof next);
    }
    for (uint32_t u = 0; u < nodes; u++)
        for (uint32_t v = 0; v < nodes; v++)
            if ((color[u] == color[v]) != (strcmp(labels[u], labels[v]) == 0))
                fail_msg("nodes %u (%s) and %u (%s)", u, labels[u], v, labels[v]);
}

TEST(shapes_have_the_roles_of_their_labels)
{
    static const struct {
        const char *label;
        uint32_t degree, count; /* count for one shape of each kind */
    } roles[] = {
        {"cycle-attached-to-house", 3, 1},
        {"cycle-attached-to-fan", 3, 1},
        {"cycle-attached-to-star", 3, 1},
        {"cycle-between-house-and-fan", 2, 1},
        {"cycle-between-fan-and-star", 2, 1},
        {"cycle-between-star-and-house", 2, 1},
        {"house-roof", 3, 1},
        {"house-middle", 3, 2},
        {"house-bottom", 2, 2},
        {"fan-hub", 7, 1},
        {"fan-outer", 2, 2},
        {"fan-second", 3, 2},
        {"fan-middle", 3, 2},
        {"star-hub", 7, 1},
        {"star-leaf", 1, 6},
    };

    for (uint32_t shapes = 1; shapes <= 7; shapes += 2) {
        riwalk_generate_options options = WITH(riwalk_generate_options, it.shapes = shapes);
        scoped_labels labels = NULL;
        scoped_graph *graph = generate_with(RIWALK_GENERATOR_SHAPES, &options, &labels);

        assert_int_equal(riwalk_graph_node_count(graph), 25 * shapes);
        assert_int_equal(riwalk_graph_edge_count(graph), 32 * shapes);
        EACH (r, roles) {
            uint32_t count = 0;

            for (uint32_t u = 0; u < 25 * shapes; u++)
                if (strcmp(labels[u], r->label) == 0) {
                    assert_int_equal(riwalk_graph_degree(graph, u), r->degree);
                    count++;
                }
            assert_int_equal(count, r->count * shapes);
        }
        for (uint32_t u = 0; u < 6 * shapes; u++)
            assert_true(reference_joined(graph, u, (u + 1) % (6 * shapes)));
        check_labels_are_refinement(graph, labels);
    }
}
