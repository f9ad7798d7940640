/* SPDX-License-Identifier: MIT */
/* Generators of fixed graphs against their definitions, and what holds for all generators. */
#include "base/checksum.h"
#include "base/memory.h"
#include "graph/graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define KINDS 8

static riwalk_generate_options defaults(void)
{
    riwalk_generate_options options;

    riwalk_generate_options_init(&options);
    return options;
}

static riwalk_graph *generate(riwalk_generator kind, const riwalk_generate_options *options,
                              const char ***labels)
{
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};

    if (riwalk_graph_generate(kind, options, &graph, labels, &error))
        fail_msg("%s", error.message);
    return graph;
}

static bool joined(const riwalk_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
        if (riwalk_graph_neighbors(graph, u)[i] == v)
            return true;
    return false;
}

static int compare_u64(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static uint32_t triangles_at(const riwalk_graph *graph, uint32_t u)
{
    const uint32_t *row = riwalk_graph_neighbors(graph, u);
    uint32_t count = 0;

    for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
        for (uint32_t j = 0; j < i; j++)
            count += joined(graph, row[i], row[j]);
    return count;
}

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
        color[u] = triangles_at(graph, u);
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

static void karate_is_zacharys_club(void **state)
{
    static const uint32_t degrees[] = {16, 9, 10, 6, 3, 4, 4, 4, 5, 2, 3, 1, 2, 5, 2, 2,  2,
                                       2,  2, 3,  2, 2, 2, 5, 3, 3, 2, 4, 3, 4, 4, 6, 12, 17};
    const char **labels;
    riwalk_graph *graph = generate(RIWALK_GENERATOR_KARATE, NULL, &labels);
    uint32_t triangles = 0, with_instructor = 0;
    char name[16];

    (void)state;
    assert_int_equal(riwalk_graph_node_count(graph), 34);
    assert_int_equal(riwalk_graph_edge_count(graph), 78);
    for (uint32_t u = 0; u < 34; u++) {
        assert_int_equal(riwalk_graph_degree(graph, u), degrees[u]);
        triangles += triangles_at(graph, u);
        with_instructor += strcmp(labels[u], "mr-hi") == 0;
        assert_true(strcmp(labels[u], "mr-hi") == 0 || strcmp(labels[u], "officer") == 0);
    }
    assert_int_equal(triangles, 3 * 45);
    assert_int_equal(with_instructor, 17);
    assert_string_equal(labels[0], "mr-hi");
    assert_string_equal(labels[33], "officer");
    riwalk_graph_name(graph, 0, name, sizeof name);
    assert_string_equal(name, "1");
    riwalk_labels_free(labels);
    riwalk_graph_free(graph);
}

static void mirrored_karate_is_two_clubs_and_an_edge(void **state)
{
    const char **labels;
    riwalk_graph *club = generate(RIWALK_GENERATOR_KARATE, NULL, NULL);
    riwalk_graph *graph = generate(RIWALK_GENERATOR_KARATE_MIRRORED, NULL, &labels);
    char name[16];

    (void)state;
    assert_int_equal(riwalk_graph_node_count(graph), 68);
    for (uint32_t u = 0; u < 34; u++) {
        for (uint32_t v = 0; v < 34; v++) {
            assert_int_equal(joined(graph, u, v), joined(club, u, v));
            assert_int_equal(joined(graph, u + 34, v + 34), joined(club, u, v));
            assert_int_equal(joined(graph, u, v + 34), u == 0 && v == 0);
        }
        riwalk_graph_name(graph, u, name, sizeof name);
        assert_string_equal(labels[u], name);
        assert_string_equal(labels[u + 34], name);
    }
    riwalk_graph_name(graph, 67, name, sizeof name);
    assert_string_equal(name, "68");
    riwalk_labels_free(labels);
    riwalk_graph_free(club);
    riwalk_graph_free(graph);
}

static void barbells_equal_their_definition(void **state)
{
    (void)state;
    for (uint32_t clique = 2; clique <= 9; clique++)
        for (uint32_t path = 0; path <= 7; path++) {
            riwalk_generate_options options = defaults();
            uint32_t second = clique + path, nodes = second + clique;
            const char **labels;
            riwalk_graph *graph;

            options.clique = clique;
            options.path = path;
            graph = generate(RIWALK_GENERATOR_BARBELL, &options, &labels);
            assert_int_equal(riwalk_graph_node_count(graph), nodes);
            for (uint32_t u = 0; u < nodes; u++)
                for (uint32_t v = 0; v < nodes; v++)
                    assert_int_equal(
                        joined(graph, u, v),
                        u != v && ((u < clique && v < clique) || (u >= second && v >= second) ||
                                   (u >= clique - 1 && u <= second && v >= clique - 1 &&
                                    v <= second && (u == v + 1 || v == u + 1))));
            assert_int_equal(graph->duplicates_dropped, 0);
            assert_string_equal(labels[0], "clique");
            assert_string_equal(labels[second], "bridge");
            if (path)
                assert_string_equal(labels[second - 1], "path-1");
            check_labels_are_refinement(graph, labels);
            riwalk_labels_free(labels);
            riwalk_graph_free(graph);
        }
}

static void grids_equal_their_definition(void **state)
{
    static const char *const names[] = {"inside", "edge", "corner"};

    (void)state;
    for (uint32_t rows = 1; rows <= 6; rows++)
        for (uint32_t columns = 1; columns <= 6; columns++) {
            riwalk_generate_options options = defaults();
            uint32_t nodes = rows * columns;
            const char **labels;
            riwalk_graph *graph;

            options.rows = rows;
            options.columns = columns;
            graph = generate(RIWALK_GENERATOR_GRID, &options, &labels);
            assert_int_equal(riwalk_graph_node_count(graph), nodes);
            for (uint32_t u = 0; u < nodes; u++) {
                int y = (int)(u / columns), x = (int)(u % columns);
                int border = (y == 0 || y == (int)rows - 1) + (x == 0 || x == (int)columns - 1);

                assert_string_equal(labels[u], names[border]);
                for (uint32_t v = 0; v < nodes; v++)
                    assert_int_equal(joined(graph, u, v),
                                     abs(y - (int)(v / columns)) + abs(x - (int)(v % columns)) ==
                                         1);
            }
            riwalk_labels_free(labels);
            riwalk_graph_free(graph);
        }
}

static void shapes_have_the_roles_of_their_labels(void **state)
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

    (void)state;
    for (uint32_t shapes = 1; shapes <= 7; shapes += 2) {
        riwalk_generate_options options = defaults();
        const char **labels;
        riwalk_graph *graph;

        options.shapes = shapes;
        graph = generate(RIWALK_GENERATOR_SHAPES, &options, &labels);
        assert_int_equal(riwalk_graph_node_count(graph), 25 * shapes);
        assert_int_equal(riwalk_graph_edge_count(graph), 32 * shapes);
        for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
            uint32_t count = 0;

            for (uint32_t u = 0; u < 25 * shapes; u++)
                if (strcmp(labels[u], roles[i].label) == 0) {
                    assert_int_equal(riwalk_graph_degree(graph, u), roles[i].degree);
                    count++;
                }
            assert_int_equal(count, roles[i].count * shapes);
        }
        for (uint32_t u = 0; u < 6 * shapes; u++)
            assert_true(joined(graph, u, (u + 1) % (6 * shapes)));
        check_labels_are_refinement(graph, labels);
        riwalk_labels_free(labels);
        riwalk_graph_free(graph);
    }
}

/* ---- What holds for all kinds ---- */

/* Large enough for several tasks of work, and for the part of barabasi-albert that is parallel. */
static riwalk_generate_options large_options(void)
{
    riwalk_generate_options options = defaults();

    options.nodes = 60000;
    options.edges_per_node = 4;
    options.scale = 16;
    options.rows = 300;
    options.columns = 350;
    options.clique = 400;
    options.shapes = 5000;
    return options;
}

static bool equal(const riwalk_graph *a, const riwalk_graph *b)
{
    return a->node_count == b->node_count && a->arc_count == b->arc_count &&
           !memcmp(a->offsets, b->offsets, (a->node_count + (size_t)1) * sizeof *a->offsets) &&
           !memcmp(a->neighbors, b->neighbors, a->arc_count * sizeof *a->neighbors);
}

static void threads_change_nothing(void **state)
{
    static const int threads[] = {2, 3, 7};

    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        riwalk_generate_options options = large_options();
        riwalk_graph *alone, *graph;

        options.threads = 1;
        alone = generate((riwalk_generator)kind, &options, NULL);
        for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
            options.threads = threads[i];
            graph = generate((riwalk_generator)kind, &options, NULL);
            assert_true(equal(alone, graph));
            riwalk_graph_free(graph);
        }
        riwalk_graph_free(alone);
    }
}

/* The graphs of a seed are a promise: benchmarks name them. A change here is a change of results.
 */
static void seeds_give_the_graphs_they_always_gave(void **state)
{
    static const struct {
        riwalk_generator kind;
        uint64_t edges, checksum;
    } promised[] = {
        {RIWALK_GENERATOR_ERDOS_RENYI, 300000, UINT64_C(0x48e8ead41cb9bfa4)},
        {RIWALK_GENERATOR_BARABASI_ALBERT, 239984, UINT64_C(0xc25afd4a995fa58a)},
        {RIWALK_GENERATOR_RMAT, 247063, UINT64_C(0xeea13599d95695ec)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof promised / sizeof *promised; i++) {
        riwalk_generate_options options = large_options();
        riwalk_graph *graph = generate(promised[i].kind, &options, NULL), *other;

        assert_int_equal(riwalk_graph_edge_count(graph), promised[i].edges);
        assert_int_equal(
            rw_checksum(graph->neighbors, graph->arc_count * sizeof *graph->neighbors, 0),
            promised[i].checksum);
        options.seed = 2;
        other = generate(promised[i].kind, &options, NULL);
        assert_false(equal(graph, other));
        riwalk_graph_free(other);
        riwalk_graph_free(graph);
    }
}

static void only_known_roles_are_labelled(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        static const char *none[1];
        const char **labels = none;
        riwalk_graph *graph = generate((riwalk_generator)kind, NULL, &labels);
        bool random = kind == RIWALK_GENERATOR_ERDOS_RENYI ||
                      kind == RIWALK_GENERATOR_BARABASI_ALBERT || kind == RIWALK_GENERATOR_RMAT;

        assert_int_equal(labels == NULL, random);
        for (uint32_t u = 0; labels && u < riwalk_graph_node_count(graph); u++)
            assert_true(labels[u][0] && !strpbrk(labels[u], " \t\n"));
        riwalk_labels_free(labels);
        riwalk_graph_free(graph);
    }
}

static void options_outside_their_range_are_refused(void **state)
{
    const riwalk_status argument = RIWALK_STATUS_ARGUMENT, limit = RIWALK_STATUS_LIMIT;
    const struct {
        int kind;
        riwalk_generate_options change; /* the fields that are not 0 */
        riwalk_status status;
        const char *message;
    } refused[] = {
        {2, {.clique = 1}, argument, "the cliques of a barbell need at least 2 nodes each, not 1"},
        {2,
         {.clique = 2147483647, .path = 1},
         limit,
         "the graph would have 4294967295 nodes; at most 4294967294 are supported"},
        {3, {.nodes = 0, .degree = 5}, argument, "at least 1 node is needed, not 0"},
        {3,
         {.nodes = 5, .degree = 4.5},
         argument,
         "the mean degree of 5 nodes can be 0 to 4, not 4.5"},
        {3, {.nodes = 1, .degree = 1}, argument, "the mean degree of 1 nodes can be 0 to 0, not 1"},
        {3,
         {.nodes = 5, .degree = -1},
         argument,
         "the mean degree of 5 nodes can be 0 to 4, not -1"},
        {3,
         {.nodes = UINT32_MAX, .degree = 1},
         limit,
         "the graph would have 4294967295 nodes; at most 4294967294 are supported"},
        {4,
         {.nodes = 5, .edges_per_node = 5},
         argument,
         "each new node must bring at least 1 edge and fewer than there are nodes: 5 edges per "
         "node do not suit 5 nodes"},
        {4,
         {.nodes = 5},
         argument,
         "each new node must bring at least 1 edge and fewer than there are nodes: 0 edges per "
         "node do not suit 5 nodes"},
        {4,
         {.nodes = UINT32_MAX, .edges_per_node = 1},
         limit,
         "the graph would have 4294967295 nodes; at most 4294967294 are supported"},
        {5, {.scale = 3}, argument, "at least 1 edge per node is needed, not 0"},
        {5,
         {.scale = 32, .edges_per_node = 1},
         limit,
         "a scale of 32 would give 2^32 nodes; at most 2^31 are supported"},
        {6,
         {.rows = 0, .columns = 7},
         argument,
         "a grid needs at least 1 row and 1 column, not 0 x 7"},
        {6,
         {.rows = 7, .columns = 0},
         argument,
         "a grid needs at least 1 row and 1 column, not 7 x 0"},
        {6,
         {.rows = 65536, .columns = 65536},
         limit,
         "the graph would have 4294967296 nodes; at most 4294967294 are supported"},
        {7, {.shapes = 0}, argument, "at least 1 house, fan and star are needed, not 0"},
        {7,
         {.shapes = 171798692},
         limit,
         "the graph would have 4294967300 nodes; at most 4294967294 are supported"},
        {8, {0}, argument, "there is no generator number 8"},
        {-1, {0}, argument, "there is no generator number -1"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        riwalk_generate_options options = refused[i].change;
        const char **labels = NULL;
        riwalk_graph *graph = NULL;
        riwalk_error error = {0};

        options.size = sizeof options;
        assert_int_equal(riwalk_graph_generate((riwalk_generator)refused[i].kind, &options, &graph,
                                               &labels, &error),
                         refused[i].status);
        assert_string_equal(error.message, refused[i].message);
        assert_null(graph);
        assert_null(labels);
    }
    assert_int_equal(riwalk_graph_generate(RIWALK_GENERATOR_KARATE, NULL, NULL, NULL, NULL),
                     RIWALK_STATUS_ARGUMENT);
}

/* Fails the first, then the second, ... allocation, until the call succeeds: no crash, no leak. */
static void every_failing_allocation_is_an_error(void **state)
{
    long before = rw_memory_blocks();

    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (long permitted = 0;; permitted++) {
            riwalk_graph *graph = NULL;
            const char **labels = NULL;
            riwalk_error error = {0};
            riwalk_status status;

            rw_memory_permit(permitted);
            status = riwalk_graph_generate((riwalk_generator)kind, NULL, &graph, &labels, &error);
            rw_memory_permit(-1);
            if (status == RIWALK_STATUS_OK) {
                assert_true(permitted > 5);
                riwalk_labels_free(labels);
                riwalk_graph_free(graph);
                break;
            }
            assert_int_equal(status, RIWALK_STATUS_MEMORY);
            assert_int_equal(error.code, RIWALK_STATUS_MEMORY);
            assert_null(graph);
            assert_null(labels);
            assert_int_equal(rw_memory_blocks(), before);
        }
    assert_int_equal(rw_memory_blocks(), before);
}

static int stop(const riwalk_progress *progress, void *data)
{
    assert_string_equal(progress->stage, "generating");
    assert_true(progress->done <= progress->total);
    (*(int *)data)++;
    return 1;
}

/* Each of these takes far longer than the tenth of a second after which the first call comes. */
static void long_generators_can_be_cancelled(void **state)
{
    static const riwalk_generator kinds[] = {
        RIWALK_GENERATOR_ERDOS_RENYI, RIWALK_GENERATOR_BARABASI_ALBERT, RIWALK_GENERATOR_RMAT};
    long before = rw_memory_blocks();

    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        riwalk_generate_options options = defaults();
        riwalk_graph *graph = NULL;
        riwalk_error error;
        int calls = 0;

        options.nodes = 8000000;
        options.scale = 22;
        options.progress = stop;
        options.progress_data = &calls;
        assert_int_equal(riwalk_graph_generate(kinds[i], &options, &graph, NULL, &error),
                         RIWALK_STATUS_CANCELLED);
        assert_string_equal(error.message, "cancelled while generating");
        assert_int_equal(calls, 1);
        assert_null(graph);
        assert_int_equal(rw_memory_blocks(), before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(karate_is_zacharys_club),
        cmocka_unit_test(mirrored_karate_is_two_clubs_and_an_edge),
        cmocka_unit_test(barbells_equal_their_definition),
        cmocka_unit_test(grids_equal_their_definition),
        cmocka_unit_test(shapes_have_the_roles_of_their_labels),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(seeds_give_the_graphs_they_always_gave),
        cmocka_unit_test(only_known_roles_are_labelled),
        cmocka_unit_test(options_outside_their_range_are_refused),
        cmocka_unit_test(every_failing_allocation_is_an_error),
        cmocka_unit_test(long_generators_can_be_cancelled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
