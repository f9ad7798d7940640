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

/* Fitting uses parts up. */
static riwalk_status read_and_fit(const riwalk_fit_options *options, riwalk_model **model,
                                  riwalk_error *error)
{
    scoped_part *part = NULL;
    riwalk_status status = riwalk_part_read("p.rwp", &part, error);

    return status ? status : riwalk_parts_fit(&part, 1, options, model, NULL, error);
}

TEST(parts_and_models_fail_without_memory)
{
    riwalk_options options = WITH(riwalk_options, it.trainer = RIWALK_TRAINER_FACTOR,
                                  it.dimensions = 4, it.walks = 3, it.run.threads = 1);
    riwalk_fit_options fit = WITH(riwalk_fit_options, it.run.threads = 1);
    scoped_graph *graph = typed_graph();
    const riwalk_graph *graphs[] = {graph};
    scoped_part *part = MADE(part, riwalk_part_find, graphs, 1, NULL, &options, 0, NODES);
    void *data = NULL;
    size_t size;

    ok(riwalk_part_write(part, "p.rwp", &failure));
    check_making(0, riwalk_part, riwalk_part_read("p.rwp", &made, &failure));
    check_making(0, riwalk_model, read_and_fit(&fit, &made, &failure));
    scoped_model *model = MADE(model, read_and_fit, &fit);
    check_allocations_of(0, data, (riwalk_bytes_free(data), data = NULL),
                         riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &failure));
    ok(riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &failure));
    check_making(0, riwalk_model,
                 riwalk_model_read_from(riwalk_from_memory(data, size, "m.rwm"), &made, &failure));
    riwalk_bytes_free(data);
}

TEST(a_corpus_fails_without_memory)
{
    riwalk_options options =
        WITH(riwalk_options, it.dimensions = 2, it.epochs = 1, it.run.threads = 1);

    write_file("corpus.txt", "a b c a\nb a c\n");
    check_making(0, riwalk_vectors,
                 riwalk_train_text("corpus.txt", 1, &options, &made, NULL, &failure));
}

TEST(profiles_fail_without_memory)
{
    riwalk_options options = WITH(riwalk_options, it.run.threads = 1);
    scoped_graph *graph = typed_graph();
    scoped_sampler *sampler = MADE(sampler, riwalk_sampler_create, graph, &options);

    check_making(0, riwalk_profiles, riwalk_profiles_find(sampler, &made, &failure));
}
