/* SPDX-License-Identifier: MIT */
/* Embedding in ranges of nodes: that ranges, their order and their number have no effect, and that
 * what does not belong together is refused. tests/cli/parts compares with riwalk_embed by methods.
 */
#include "base/checksum.h"
#include "embedding.h"
#include "methods/parts/part.h"
#include "unit/test.h"
#include "vectors/vectors.h"

#define NODES 300
#define PARTS 7

static void start(riwalk_options *o)
{
    riwalk_options_preset(o, RIWALK_PRESET_BEST);
    o->view.role_anchor = RIWALK_ROLE_ANCHOR_BOTH;
    o->dimensions = 32;
    o->seed = 4;
    o->run.threads = 2;
}

static riwalk_part *find(const riwalk_graph *graph, const riwalk_options *options, uint32_t first,
                         uint32_t end)
{
    return MADE(part, riwalk_part_find, &graph, 1, NULL, options, first, end);
}

/* The bytes of a model; to be freed by riwalk_bytes_free. */
static void *bytes_of(riwalk_model *model, size_t *size)
{
    void *data = NULL;

    ok(riwalk_model_write_to(model, riwalk_to_memory(&data, size), &failure));
    riwalk_model_free(model);
    return data;
}

TEST(ranges_and_threads_have_no_effect)
{
    static const uint32_t bounds[] = {0, 1, 2, 33, 64, 65, 290, NODES};
    scoped_graph *graph = make_graph(NODES, 3);
    const riwalk_graph *graphs[] = {graph};
    scoped_vectors *vectors = NULL;
    riwalk_model *whole = NULL;
    riwalk_options options = DEFAULTS(riwalk_options);
    riwalk_error error;
    size_t size;
    void *expected;

    start(&options);
    ok(riwalk_embed(graphs, 1, NULL, &options, &vectors, &whole, NULL, &failure));
    for (uint32_t first = 0; first < NODES; first += 77) {
        riwalk_transform_options range = WITH(riwalk_transform_options, it.first = first,
                                              it.end = first + 77 < NODES ? first + 77 : 0);
        scoped_vectors *rows = NULL;

        ok(riwalk_model_transform(whole, graphs, 1, NULL, &range, &rows, NULL, &failure));
        assert_int_equal(rows->count, first + 77 < NODES ? 77 : NODES - first);
        assert_memory_equal(rows->values, rw_vectors_row(vectors, first),
                            (size_t)rows->count * 32 * sizeof(float));
    }
    expected = bytes_of(whole, &size);
    for (int backward = 0; backward < 2; backward++) {
        riwalk_fit_report report = {.size = sizeof report};
        riwalk_part *parts[PARTS];
        riwalk_model *model = NULL;
        size_t own_size;
        void *own;

        for (int i = 0; i < PARTS; i++) {
            options.run.threads = 1 + i % 3;
            parts[backward ? PARTS - 1 - i : i] = find(graph, &options, bounds[i], bounds[i + 1]);
        }
        ok(riwalk_parts_fit(parts, PARTS, NULL, &model, &report, &failure));
        assert_int_equal(report.nodes, NODES);
        assert_int_equal(report.roles, riwalk_model_role_count(model));
        assert_int_equal(report.measures, 8);
        own = bytes_of(model, &own_size);
        assert_int_equal(own_size, size);
        assert_memory_equal(own, expected, size);
        riwalk_bytes_free(own);
        /* They are used up. */
        check_fails(RIWALK_STATUS_ARGUMENT, "part 1 was used by a fit before",
                    riwalk_parts_fit(parts, PARTS, NULL, &model, NULL, &failure));
        assert_int_equal(riwalk_part_write_to(parts[0], riwalk_to_memory(&own, &own_size), &error),
                         RIWALK_STATUS_ARGUMENT);
        for (int i = 0; i < PARTS; i++)
            riwalk_part_free(parts[i]);
    }
    riwalk_bytes_free(expected);
}

/* Classes of hubs for which there is no dimension: their nodes still have vectors, no longer than
 * others, which are those that the model gives; and parts end with the same model. */
TEST(no_vector_is_zero_with_fewer_dimensions_than_classes)
{
    scoped_graph *graph = make_graph(NODES, 3);
    const riwalk_graph *graphs[] = {graph};

    for (uint32_t dimensions = 1; dimensions <= 4; dimensions++) {
        riwalk_options options = DEFAULTS(riwalk_options);
        scoped_vectors *vectors = NULL, *again = NULL;
        riwalk_part *parts[2];
        riwalk_model *whole = NULL, *fitted = NULL;
        size_t size, own_size;
        void *expected, *own;

        riwalk_options_preset(&options, RIWALK_PRESET_FAST);
        options.dimensions = dimensions;
        options.run.threads = 2;
        ok(riwalk_embed(graphs, 1, NULL, &options, &vectors, &whole, NULL, &failure));
        ok(riwalk_model_transform(whole, graphs, 1, NULL, NULL, &again, NULL, &failure));
        assert_memory_equal(rw_vectors_row(vectors, 0), rw_vectors_row(again, 0),
                            (size_t)NODES * dimensions * sizeof(float));
        for (uint32_t u = 0; u < NODES; u++) {
            double squares = 0;

            for (uint32_t d = 0; d < dimensions; d++)
                squares += pow((double)rw_vectors_row(vectors, u)[d], 2);
            assert_true(squares <= 1 + 1e-5); /* the norm across graphs */
            assert_true(squares > 0.01 || !rw_degree(graph, u));
        }
        options = *riwalk_model_options(whole);
        expected = bytes_of(whole, &size);
        parts[0] = find(graph, &options, 0, 100);
        parts[1] = find(graph, &options, 100, NODES);
        ok(riwalk_parts_fit(parts, 2, NULL, &fitted, NULL, &failure));
        own = bytes_of(fitted, &own_size);
        assert_int_equal(own_size, size);
        assert_memory_equal(own, expected, size);
        riwalk_bytes_free(own);
        riwalk_bytes_free(expected);
        riwalk_part_free(parts[1]);
        riwalk_part_free(parts[0]);
    }
}

/* Files that are kept, files that are read again in every pass, and parts of memory. */
TEST(files_are_kept_or_read_again)
{
    static const uint64_t memory[] = {0, 1, 30000};
    scoped_graph *graph = make_graph(NODES, 3);
    char paths[3][64];
    const char *list[] = {paths[2], paths[0], paths[1]};
    riwalk_options options = DEFAULTS(riwalk_options);
    void *first = NULL;
    size_t size = 0;

    start(&options);
    for (uint32_t i = 0; i < 3; i++) {
        scoped_part *part = find(graph, &options, 100 * i, 100 * i + 100), *again = NULL;
        size_t own_size, again_size;
        void *own, *copy;

        snprintf(paths[i], sizeof paths[i], "/tmp/riwalk-parts-%d-%u.rwp", (int)getpid(), i);
        ok(riwalk_part_write(part, paths[i], &failure));
        ok(riwalk_part_write_to(part, riwalk_to_memory(&own, &own_size), &failure));
        ok(riwalk_part_read(paths[i], &again, &failure));
        ok(riwalk_part_write_to(again, riwalk_to_memory(&copy, &again_size), &failure));
        assert_int_equal(own_size, again_size);
        assert_memory_equal(own, copy, own_size);
        assert_int_equal(riwalk_part_options(again)->seed, 4);
        riwalk_bytes_free(own);
        riwalk_bytes_free(copy);
    }
    for (size_t m = 0; m < sizeof memory / sizeof *memory; m++) {
        riwalk_fit_options fitting =
            WITH(riwalk_fit_options, it.memory = memory[m], it.run.threads = 1 + (int)m);
        riwalk_model *model = NULL;
        size_t own_size;
        void *own;

        ok(riwalk_parts_fit_files(list, 3, &fitting, &model, NULL, &failure));
        own = bytes_of(model, &own_size);
        if (first) {
            assert_int_equal(own_size, size);
            assert_memory_equal(own, first, size);
            riwalk_bytes_free(own);
        } else {
            first = own;
            size = own_size;
        }
    }
    riwalk_bytes_free(first);
    for (int i = 0; i < 3; i++)
        unlink(paths[i]);
}

static void expect_refusal(riwalk_part *const *parts, size_t count, const char *sentence)
{
    riwalk_model *model = NULL;

    check_fails(RIWALK_STATUS_ARGUMENT, sentence,
                riwalk_parts_fit(parts, count, NULL, &model, NULL, &failure));
    assert_null(model);
}

TEST(parts_that_do_not_belong_together_are_named)
{
    scoped_graph *graph = make_graph(NODES, 3), *other = make_graph(NODES + 1, 3);
    riwalk_part *parts[5];
    riwalk_options options = WITH(riwalk_options, it.trainer = RIWALK_TRAINER_FACTOR, it.walks = 5);
    riwalk_error error;

    parts[0] = find(graph, &options, 0, 100);
    parts[1] = find(graph, &options, 100, 200);
    parts[2] = find(other, &options, 200, 300);
    options.seed = 2;
    parts[3] = find(graph, &options, 200, 300);
    options.seed = 1;
    options.weighting = RIWALK_WEIGHTING_LOG;
    parts[4] = find(graph, &options, 200, 300);
    expect_refusal(parts, 2, "no part has the nodes 200:300 (of 300)");
    expect_refusal(parts + 1, 1, "no part has the nodes 0:100 (of 300)");
    expect_refusal(parts, 3, "part 3 is of another graph than part 1");
    expect_refusal((riwalk_part *[]){parts[0], parts[1], parts[3]}, 3,
                   "part 3 was made with other options than part 1: it has 'seed 2', not 'seed 1'");
    expect_refusal((riwalk_part *[]){parts[0], parts[4]}, 2, "'weighting log'");
    expect_refusal((riwalk_part *[]){parts[0], parts[1], parts[0]}, 3,
                   "the nodes 0:100 are in two parts: part 1 and part 3");
    expect_refusal((riwalk_part *[]){parts[0], NULL}, 2, "part 2 is NULL");
    expect_refusal(parts, 0, "there must be a part");
    for (int i = 0; i < 5; i++)
        riwalk_part_free(parts[i]);
    parts[0] = NULL;
    assert_int_equal(riwalk_part_find((const riwalk_graph *const *)&graph, 1, NULL, &options, 5, 5,
                                      &parts[0], &error),
                     RIWALK_STATUS_ARGUMENT);
    assert_int_equal(riwalk_part_find((const riwalk_graph *const *)&graph, 1, NULL, &options, 5,
                                      NODES + 1, &parts[0], &error),
                     RIWALK_STATUS_ARGUMENT);
    options.trainer = RIWALK_TRAINER_SGNS;
    options.weighting = RIWALK_WEIGHTING_HELLINGER;
    check_fails(RIWALK_STATUS_ARGUMENT, "only the riwalk methods with the factor trainer",
                riwalk_part_find((const riwalk_graph *const *)&graph, 1, NULL, &options, 0, NODES,
                                 &parts[0], &failure));
    assert_null(parts[0]);
}

/* Puts the right checksum behind changed bytes. */
static void sign(char *file, size_t size)
{
    uint64_t sum = RW_PART_VERSION;

    for (size_t at = 0; at < size - 8; at += RW_PART_PIECE)
        sum = rw_checksum(file + at, size - 8 - at < RW_PART_PIECE ? size - 8 - at : RW_PART_PIECE,
                          sum);
    memcpy(file + size - 8, &sum, sizeof sum);
}

/* Every byte of a file matters to its checksum; with a right checksum nothing but what the library
 * could have written is taken. */
TEST(changed_bytes_are_refused)
{
    scoped_graph *graph = make_graph(20, 2);
    riwalk_options options = WITH(riwalk_options, it.trainer = RIWALK_TRAINER_FACTOR, it.walks = 3);
    riwalk_part *part, *read = NULL;
    riwalk_error error;
    size_t size, refused = 0;
    void *data;
    scoped char *file = NULL;

    part = find(graph, &options, 3, 9);
    ok(riwalk_part_write_to(part, riwalk_to_memory(&data, &size), &failure));
    file = malloc(size);
    for (size_t at = 0; at < size; at++) {
        memcpy(file, data, size);
        file[at] ^= 4;
        assert_int_equal(
            riwalk_part_read_from(riwalk_from_memory(file, size, "changed"), &read, &error),
            RIWALK_STATUS_FORMAT);
        sign(file, size);
        if (riwalk_part_read_from(riwalk_from_memory(file, size, "changed"), &read, &error)) {
            assert_int_equal(error.code, RIWALK_STATUS_FORMAT);
            refused++;
        }
        riwalk_part_free(read);
        read = NULL;
    }
    assert_true(refused > size / 3);
    for (size_t cut = 0; cut < size; cut++)
        assert_int_equal(riwalk_part_read_from(riwalk_from_memory(data, cut, "cut"), &read, &error),
                         RIWALK_STATUS_FORMAT);
    /* Another version of riwalk may make other profiles. */
    memcpy(file, data, size);
    *(strstr(file + sizeof(rw_part_header) + sizeof(rw_part_record), "riwalk ") + 7) = '9';
    sign(file, size);
    check_fails(RIWALK_STATUS_FORMAT, "part: the part was made by riwalk 9",
                riwalk_part_read_from(riwalk_from_memory(file, size, "part"), &read, &failure));
    riwalk_bytes_free(data);
    riwalk_part_free(part);
}

TEST(parts_survive_failing_allocations)
{
    scoped_graph *graph = make_graph(30, 2);
    const riwalk_graph *graphs[] = {graph};
    riwalk_part *part = NULL, *read = NULL;
    riwalk_model *model = NULL;
    riwalk_options options = DEFAULTS(riwalk_options);
    char path[64];
    const char *paths[] = {path};
    void *data = NULL;
    size_t size;

    start(&options);
    options.run.threads = 1;
    snprintf(path, sizeof path, "/tmp/riwalk-parts-%d.rwp", (int)getpid());
    check_allocations_of(0, part, riwalk_part_free(part),
                         riwalk_part_find(graphs, 1, NULL, &options, 0, 30, &part, &failure));
    part = find(graph, &options, 0, 30);
    check_allocations_of(0, data, riwalk_bytes_free(data),
                         riwalk_part_write_to(part, riwalk_to_memory(&data, &size), &failure));
    check_allocations(0, riwalk_part_write(part, path, &failure));
    ok(riwalk_part_write_to(part, riwalk_to_memory(&data, &size), &failure));
    check_allocations_of(
        0, read, riwalk_part_free(read),
        riwalk_part_read_from(riwalk_from_memory(data, size, "part"), &read, &failure));
    check_allocations_of(0, model, riwalk_model_free(model),
                         riwalk_parts_fit_files(paths, 1, NULL, &model, NULL, &failure));
    riwalk_part_free(part);
    /* With a class that has no dimension left. */
    options.view_count = 0;
    options.measures = RIWALK_MEASURES_NO;
    options.view.role_anchor = RIWALK_ROLE_ANCHOR_KEEP;
    options.dimensions = 1;
    part = find(graph, &options, 0, 30);
    ok(riwalk_part_write(part, path, &failure));
    model = NULL;
    check_allocations_of(0, model, riwalk_model_free(model),
                         riwalk_parts_fit_files(paths, 1, NULL, &model, NULL, &failure));
    unlink(path);
    riwalk_bytes_free(data);
    riwalk_part_free(part);
}
