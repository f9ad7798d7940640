/* SPDX-License-Identifier: MIT */
/* Public calls while each allocation fails in turn: those that no test of their own file has, on a
 * graph with types. */
#include "base/frontend.h"
#include "failing.h"
#include "riwalk_analysis.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"
#include "test.h"

enum {
    NODES = 12
};

/* A ring with names, one chord and two types. */
static riwalk_graph *typed_graph(void)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    const char *types[NODES];
    riwalk_graph *graph = NULL;
    char text[256];
    size_t used = 0;

    for (int u = 0; u < NODES; u++) {
        types[u] = u % 3 ? "person" : "shop";
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s\n", names[u],
                                 names[(u + 1) % NODES]);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "a f\n");
    ok(riwalk_graph_read_from(riwalk_from_memory(text, used, "ring"), NULL, &graph, &failure));
    ok(riwalk_graph_set_types(graph, types, &failure));
    return graph;
}

TEST(graphs_and_vectors_fail_without_memory)
{
    scoped_graph *graph = typed_graph();
    const float values[2 * NODES] = {1, 2, 3, 4, 5, 6};
    riwalk_graph_summary summary = {.size = sizeof summary};
    riwalk_vectors *made = NULL;
    scoped_vectors *vectors = NULL;
    riwalk_neighbor neighbors[3];
    void *data = NULL;
    uint32_t found;
    size_t size;

    check_allocations(0, riwalk_graph_summarize(graph, &summary, &failure));
    check_allocations_of(0, made, (riwalk_vectors_free(made), made = NULL),
                         riwalk_vectors_build_for(graph, 2, values, &made, &failure));
    ok(riwalk_vectors_build_for(graph, 2, values, &vectors, &failure));
    check_allocations(-1, riwalk_vectors_nearest(vectors, 0, 3, neighbors, &found, &failure));
    ok(riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), NULL, &failure));
    check_allocations_of(
        0, made, (riwalk_vectors_free(made), made = NULL),
        riwalk_vectors_read_from(riwalk_from_memory(data, size, "v.txt"), NULL, &made, &failure));
    riwalk_bytes_free(data);
}

TEST(labels_fail_without_memory)
{
    static const char *const ids[] = {"a", "b", "c", "d"}, *const names[] = {"x", "y", "x", "y"};
    scoped_graph *graph = typed_graph();
    const float values[NODES] = {0};
    scoped_vectors *vectors = NULL;
    riwalk_node_labels *made = NULL;
    scoped_node_labels *labels = NULL;
    uint32_t rows[NODES];

    ok(riwalk_vectors_build_for(graph, 1, values, &vectors, &failure));
    check_allocations_of(0, made, (riwalk_node_labels_free(made), made = NULL),
                         riwalk_node_labels_build(4, ids, names, vectors, NULL, &made, &failure));
    ok(riwalk_node_labels_build(4, ids, names, vectors, NULL, &labels, &failure));
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
    scoped_graph *graph = typed_graph();
    const riwalk_graph *graphs[] = {graph};
    riwalk_options options = DEFAULTS(riwalk_options);
    riwalk_fit_options fit = DEFAULTS(riwalk_fit_options);
    riwalk_model *made = NULL;
    scoped_part *part = NULL;
    riwalk_part *read = NULL;
    scoped_model *model = NULL;
    void *data = NULL;
    size_t size;

    options.trainer = RIWALK_TRAINER_FACTOR;
    options.dimensions = 4;
    options.walks = 3;
    options.run.threads = fit.run.threads = 1;
    ok(riwalk_part_find(graphs, 1, NULL, &options, 0, NODES, &part, &failure));
    ok(riwalk_part_write(part, "p.rwp", &failure));
    check_allocations_of(0, read, (riwalk_part_free(read), read = NULL),
                         riwalk_part_read("p.rwp", &read, &failure));
    check_allocations_of(0, made, (riwalk_model_free(made), made = NULL),
                         read_and_fit(&fit, &made, &failure));
    ok(read_and_fit(&fit, &model, &failure));
    check_allocations_of(0, data, (riwalk_bytes_free(data), data = NULL),
                         riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &failure));
    ok(riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &failure));
    check_allocations_of(
        0, made, (riwalk_model_free(made), made = NULL),
        riwalk_model_read_from(riwalk_from_memory(data, size, "m.rwm"), &made, &failure));
    riwalk_bytes_free(data);
    assert_int_equal(remove("p.rwp"), 0);
}

TEST(a_corpus_fails_without_memory)
{
    riwalk_options options =
        WITH(riwalk_options, it.dimensions = 2, it.epochs = 1, it.run.threads = 1);
    riwalk_vectors *made = NULL;
    FILE *file = fopen("corpus.txt", "w");

    assert_true(fputs("a b c a\nb a c\n", file) > 0 && !fclose(file));
    check_allocations_of(0, made, (riwalk_vectors_free(made), made = NULL),
                         riwalk_train_text("corpus.txt", 1, &options, &made, NULL, &failure));
    assert_int_equal(remove("corpus.txt"), 0);
}

TEST(profiles_fail_without_memory)
{
    scoped_graph *graph = typed_graph();
    riwalk_options options = DEFAULTS(riwalk_options);
    riwalk_profiles *profiles = NULL;
    scoped_sampler *sampler = NULL;

    options.run.threads = 1;
    ok(riwalk_sampler_create(graph, &options, &sampler, &failure));
    check_allocations_of(0, profiles, (riwalk_profiles_free(profiles), profiles = NULL),
                         riwalk_profiles_find(sampler, &profiles, &failure));
}
