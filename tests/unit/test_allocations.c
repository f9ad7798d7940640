/* SPDX-License-Identifier: MIT */
/* Public calls while each allocation fails in turn: those that no test of their own file has, on a
 * graph with types. */
#include "test.h"

enum {
    NODES = 12
};

/* A ring with names, one chord and two types. */
static riwalk_graph *typed_graph(void)
{
    const char *types[NODES];
    riwalk_graph *graph =
        graph_from("a b\nb c\nc d\nd e\ne f\nf g\ng h\nh i\ni j\nj k\nk l\nl a\na f\n", NULL);

    for (int u = 0; u < NODES; u++)
        types[u] = u % 3 ? "person" : "shop";
    ok(riwalk_graph_set_types(graph, types, &failure));
    return graph;
}

TEST(graphs_and_vectors_fail_without_memory)
{
    const float values[2 * NODES] = {1, 2, 3, 4, 5, 6};
    riwalk_graph_summary summary = {.size = sizeof summary};
    riwalk_neighbor neighbors[3];
    scoped_graph *graph = typed_graph();
    void *data = NULL;
    uint32_t found;
    size_t size;

    check_allocations(0, riwalk_graph_summarize(graph, &summary, &failure));
    check_making(0, riwalk_vectors, riwalk_vectors_build_for(graph, 2, values, &made, &failure));
    scoped_vectors *vectors = MADE(vectors, riwalk_vectors_build_for, graph, 2, values);
    check_allocations(-1, riwalk_vectors_nearest(vectors, 0, 3, neighbors, &found, &failure));
    ok(riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), NULL, &failure));
    check_making(
        0, riwalk_vectors,
        riwalk_vectors_read_from(riwalk_from_memory(data, size, "v.txt"), NULL, &made, &failure));
    riwalk_bytes_free(data);
}

TEST(labels_fail_without_memory)
{
    static const char *const ids[] = {"a", "b", "c", "d"}, *const names[] = {"x", "y", "x", "y"};
    const float values[NODES] = {0};
    scoped_graph *graph = typed_graph();
    scoped_vectors *vectors = MADE(vectors, riwalk_vectors_build_for, graph, 1, values);
    scoped_node_labels *labels =
        MADE(node_labels, riwalk_node_labels_build, 4, ids, names, vectors, NULL);
    uint32_t rows[NODES];

    check_making(0, riwalk_node_labels,
                 riwalk_node_labels_build(4, ids, names, vectors, NULL, &made, &failure));
    check_allocations(-1, riwalk_classify_split(labels, 1, 0, rows, &failure));
}

TEST(profiles_fail_without_memory)
{
    riwalk_options options = WITH(riwalk_options, it.run.threads = 1);
    scoped_graph *graph = typed_graph();
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

    check_making(0, riwalk_profiles, riwalk_profiles_find(sampler, &made, &failure));
}
