/* SPDX-License-Identifier: MIT */
/* Sources and sinks: memory takes and gives the bytes that a file has. */
#include "unit/test.h"

static riwalk_graph *karate(void)
{
    riwalk_graph *graph = NULL;

    ok(riwalk_graph_generate(RIWALK_GENERATOR_KARATE, NULL, &graph, NULL, &failure));
    return graph;
}

/* Ten dimensions by the factor trainer, which makes a model too. */
static void embed(const riwalk_graph *graph, riwalk_options *options, riwalk_vectors **vectors,
                  riwalk_model **model)
{
    riwalk_options_init(options);
    options->trainer = RIWALK_TRAINER_FACTOR;
    options->dimensions = 10;
    ok(riwalk_embed(&graph, 1, NULL, options, vectors, model, NULL, &failure));
}

/* Takes the bytes and the file away. */
static void assert_bytes_of_file(const char *path, void *data, size_t size)
{
    size_t found;
    scoped char *bytes = read_file(path, &found);

    assert_int_equal(found, size);
    assert_memory_equal(bytes, data, size);
    riwalk_bytes_free(data);
    assert_int_equal(remove(path), 0);
}

TEST(graphs_pass_through_memory_in_all_formats)
{
    scoped_graph *graph = karate();

    for (int format = RIWALK_FORMAT_EDGE_LIST; format <= RIWALK_FORMAT_NODE_LINK; format++) {
        riwalk_write_options options =
            WITH(riwalk_write_options, it.format = (riwalk_format)format);
        scoped_graph *again = NULL;
        void *data = NULL;
        size_t size = 0;

        ok(riwalk_graph_write_to(graph, riwalk_to_memory(&data, &size), &options, &failure));
        ok(riwalk_graph_read_from(riwalk_from_memory(data, size, "memory"), NULL, &again,
                                  &failure));
        assert_int_equal(riwalk_graph_edge_count(again), 78);
        ok(riwalk_graph_write(graph, "graph", &options, &failure));
        assert_bytes_of_file("graph", data, size);
    }
}

TEST(vectors_pass_through_memory_in_all_formats_of_one_file)
{
    scoped_graph *graph = karate();
    riwalk_vectors_options options = DEFAULTS(riwalk_vectors_options);
    scoped_vectors *vectors = NULL;
    riwalk_options embedding;
    size_t size = 7;
    void *data = &size;

    embed(graph, &embedding, &vectors, NULL);
    for (int format = RIWALK_VECTORS_FORMAT_AUTO; format <= RIWALK_VECTORS_FORMAT_NPZ; format++) {
        scoped_vectors *again = NULL;

        options.format = (riwalk_vectors_format)format;
        if (format == RIWALK_VECTORS_FORMAT_NPY)
            continue;
        ok(riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), &options, &failure));
        ok(riwalk_vectors_read_from(riwalk_from_memory(data, size, "memory"), NULL, &again,
                                    &failure));
        assert_true(riwalk_vectors_checksum(again) == riwalk_vectors_checksum(vectors));
        ok(riwalk_vectors_write(vectors, "vectors", &options, &failure));
        assert_bytes_of_file("vectors", data, size);
    }
    data = &size;
    size = 7;
    options.format = RIWALK_VECTORS_FORMAT_NPY;
    check_fails(
        RIWALK_STATUS_ARGUMENT, ".ids file beside them",
        riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), &options, &failure));
    assert_true(data == &size && size == 7);
}

TEST(models_and_parts_pass_through_memory)
{
    scoped_graph *graph = karate();
    scoped_model *model = NULL, *model_again = NULL;
    riwalk_part *part = NULL, *part_again = NULL;
    scoped_vectors *vectors = NULL;
    riwalk_options options;
    void *data = NULL;
    size_t size = 0;

    embed(graph, &options, &vectors, &model);
    ok(riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &failure));
    ok(riwalk_model_read_from(riwalk_from_memory(data, size, "memory"), &model_again, &failure));
    ok(riwalk_model_write(model_again, "model", &failure));
    assert_bytes_of_file("model", data, size);

    ok(riwalk_part_find((const riwalk_graph *const *)&graph, 1, NULL, &options, 3, 20, &part,
                        &failure));
    ok(riwalk_part_write_to(part, riwalk_to_memory(&data, &size), &failure));
    ok(riwalk_part_read_from(riwalk_from_memory(data, size, "memory"), &part_again, &failure));
    ok(riwalk_part_write(part_again, "part", &failure));
    assert_bytes_of_file("part", data, size);

    riwalk_part_free(part_again);
    riwalk_part_free(part);
}

TEST(what_is_neither_file_nor_memory_is_refused)
{
    const riwalk_source sources[] = {riwalk_from_file(NULL), riwalk_from_memory(NULL, 1, "name"),
                                     riwalk_from_memory("x", 1, NULL)};
    riwalk_graph *graph = karate(), *read = NULL;
    scoped_vectors *vectors = NULL;
    scoped_model *model = NULL;
    riwalk_options options;
    scoped_part *part = NULL;
    void *data = NULL;
    size_t size;
    const riwalk_sink sinks[] = {riwalk_to_file(NULL), riwalk_to_memory(NULL, &size),
                                 riwalk_to_memory(&data, NULL)};

    embed(graph, &options, &vectors, &model);
    ok(riwalk_part_find((const riwalk_graph *const *)&graph, 1, NULL, &options, 0, 1, &part,
                        &failure));
    for (int i = 0; i < 3; i++) {
        riwalk_model *other_model = NULL;
        riwalk_part *other_part = NULL;
        riwalk_vectors *others = NULL;

        assert_int_equal(riwalk_graph_read_from(sources[i], NULL, &read, NULL), 1);
        assert_int_equal(riwalk_vectors_read_from(sources[i], NULL, &others, NULL), 1);
        assert_int_equal(riwalk_model_read_from(sources[i], &other_model, NULL), 1);
        assert_int_equal(riwalk_part_read_from(sources[i], &other_part, NULL), 1);
        assert_int_equal(riwalk_graph_write_to(graph, sinks[i], NULL, NULL), 1);
        assert_int_equal(riwalk_vectors_write_to(vectors, sinks[i], NULL, NULL), 1);
        assert_int_equal(riwalk_model_write_to(model, sinks[i], NULL), 1);
        assert_int_equal(riwalk_part_write_to(part, sinks[i], NULL), 1);
    }
    assert_null(data);
    riwalk_graph_free(graph);
}

TEST(failing_allocations_hand_nothing_over)
{
    scoped_graph *graph = karate();
    riwalk_vectors_options options = WITH(riwalk_vectors_options, it.run.threads = 1);
    scoped_vectors *vectors = NULL;
    riwalk_options embedding;
    void *data = NULL;
    size_t size = 0;

    embed(graph, &embedding, &vectors, NULL);
    check_allocations_of(
        3, data, (riwalk_bytes_free(data), data = NULL),
        riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), &options, &failure));
    check_allocations_of(
        3, data, (riwalk_bytes_free(data), data = NULL),
        riwalk_graph_write_to(graph, riwalk_to_memory(&data, &size), NULL, &failure));
}
