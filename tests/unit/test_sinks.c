/* SPDX-License-Identifier: MIT */
/* Sources and sinks: memory takes and gives the bytes that a file has. */
#include "embedding.h"

static riwalk_graph *karate(void)
{
    return generate(RIWALK_GENERATOR_KARATE, 0);
}

/* Ten dimensions by the factor trainer, which makes a model too. */
static riwalk_options embedding(void)
{
    return WITH(riwalk_options, it.trainer = RIWALK_TRAINER_FACTOR, it.dimensions = 10);
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

    for (int format = 1; riwalk_format_describe((riwalk_format)format); format++) {
        riwalk_write_options options =
            WITH(riwalk_write_options, it.format = (riwalk_format)format);
        void *data = NULL;
        size_t size = 0;

        ok(riwalk_graph_write_to(graph, riwalk_to_memory(&data, &size), &options, &failure));
        scoped_graph *again =
            MADE(graph, riwalk_graph_read_from, riwalk_from_memory(data, size, "memory"), NULL);
        assert_int_equal(riwalk_graph_edge_count(again), 78);
        ok(riwalk_graph_write(graph, "graph", &options, &failure));
        assert_bytes_of_file("graph", data, size);
    }
}

TEST(vectors_pass_through_memory_in_all_formats_of_one_file)
{
    scoped_graph *graph = karate();
    scoped_vectors *vectors = embed_as(graph, embedding());
    riwalk_vectors_options options = DEFAULTS(riwalk_vectors_options);
    size_t size = 7;
    void *data = &size;

    for (int format = RIWALK_VECTORS_FORMAT_AUTO; format <= RIWALK_VECTORS_FORMAT_NPZ; format++) {
        options.format = (riwalk_vectors_format)format;
        if (format == RIWALK_VECTORS_FORMAT_NPY)
            continue;
        ok(riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), &options, &failure));
        scoped_vectors *again =
            MADE(vectors, riwalk_vectors_read_from, riwalk_from_memory(data, size, "memory"), NULL);
        assert_true(riwalk_vectors_checksum(again) == riwalk_vectors_checksum(vectors));
        ok(riwalk_vectors_write(vectors, "vectors", &options, &failure));
        assert_bytes_of_file("vectors", data, size);
    }
    data = &size;
    size = 7;
    options.format = RIWALK_VECTORS_FORMAT_NPY;
    check_fails(
        ARGUMENT, ".ids file beside them",
        riwalk_vectors_write_to(vectors, riwalk_to_memory(&data, &size), &options, &failure));
    assert_true(data == &size && size == 7);
}

TEST(what_is_neither_file_nor_memory_is_refused)
{
    const riwalk_source sources[] = {riwalk_from_file(NULL), riwalk_from_memory(NULL, 1, "name"),
                                     riwalk_from_memory("x", 1, NULL)};
    riwalk_options options = embedding();
    scoped_graph *graph = karate(), *read = NULL;
    const riwalk_graph *graphs[] = {graph};
    scoped_vectors *vectors = NULL, *others = NULL;
    scoped_model *model = learn(graph, &options, &vectors), *other_model = NULL;
    scoped_part *part = MADE(part, riwalk_part_find, graphs, 1, NULL, &options, 0, 1);
    scoped_part *other_part = NULL;
    void *data = NULL;
    size_t size;
    const riwalk_sink sinks[] = {riwalk_to_file(NULL), riwalk_to_memory(NULL, &size),
                                 riwalk_to_memory(&data, NULL)};

    for (int i = 0; i < 3; i++) {
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
}
