/* SPDX-License-Identifier: MIT */
/* Embedding in ranges of nodes: that ranges, their order and their number have no effect.
 * tests/cli/parts compares with riwalk_embed by methods; what does not belong together is in
 * tests/cli/parts-bad. */
#include "embedding.h"
#include "methods/parts/part.h"
#include "reference/sign.h"

#define NODES 300
#define PARTS 7

static riwalk_options start(void)
{
    return WITH(riwalk_options, riwalk_options_preset(&it, RIWALK_PRESET_BEST),
                it.view.role_anchor = RIWALK_ROLE_ANCHOR_BOTH, it.dimensions = 32, it.seed = 4,
                it.run.threads = 2);
}

static riwalk_part *find(const riwalk_graph *graph, const riwalk_options *options, uint32_t first,
                         uint32_t end)
{
    return MADE(part, riwalk_part_find, &graph, 1, NULL, options, first, end);
}

/* Fails where a model, which is freed, has other bytes than the first. */
static void assert_same_model(void **first, riwalk_model *model)
{
    void *data = NULL;
    size_t size = 0;

    ok(riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &failure));
    riwalk_model_free(model);
    assert_unchanged(first, data, size);
    riwalk_bytes_free(data);
}

TEST(ranges_and_threads_have_no_effect)
{
    static const uint32_t bounds[] = {0, 1, 2, 33, 64, 65, 290, NODES};
    scoped_graph *graph = make_graph(NODES, 3);
    riwalk_options options = start();
    riwalk_vectors *made = NULL;
    riwalk_model *whole = learn(graph, &options, &made);
    scoped_vectors *vectors = made;
    scoped void *expected = NULL;

    for (uint32_t first = 0; first < NODES; first += 77) {
        riwalk_transform_options range = WITH(riwalk_transform_options, it.first = first,
                                              it.end = first + 77 < NODES ? first + 77 : 0);
        scoped_vectors *rows = transform(whole, graph, &range, NULL);

        assert_int_equal(rows->count, first + 77 < NODES ? 77 : NODES - first);
        assert_memory_equal(rows->values, rw_vectors_row(vectors, first),
                            (size_t)rows->count * 32 * sizeof(float));
    }
    assert_same_model(&expected, whole);
    for (int backward = 0; backward < 2; backward++) {
        riwalk_fit_report report = {.size = sizeof report};
        riwalk_part *parts[PARTS];
        riwalk_model *model = NULL;
        void *own = NULL;
        size_t size;

        for (int i = 0; i < PARTS; i++) {
            options.run.threads = 1 + i % 3;
            parts[backward ? PARTS - 1 - i : i] = find(graph, &options, bounds[i], bounds[i + 1]);
        }
        ok(riwalk_parts_fit(parts, PARTS, NULL, &model, &report, &failure));
        assert_int_equal(report.nodes, NODES);
        assert_int_equal(report.roles, riwalk_model_role_count(model));
        assert_int_equal(report.measures, 8);
        assert_same_model(&expected, model);
        /* They are used up. */
        check_fails(ARGUMENT, "part 1 was used by a fit before",
                    riwalk_parts_fit(parts, PARTS, NULL, &model, NULL, &failure));
        check_status(ARGUMENT,
                     riwalk_part_write_to(parts[0], riwalk_to_memory(&own, &size), &failure));
        for (int i = 0; i < PARTS; i++)
            riwalk_part_free(parts[i]);
    }
}

/* Classes of hubs for which there is no dimension: their nodes still have vectors, no longer than
 * others, which are those that the model gives; and parts end with the same model. */
TEST(no_vector_is_zero_with_fewer_dimensions_than_classes)
{
    scoped_graph *graph = make_graph(NODES, 3);

    for (uint32_t dimensions = 1; dimensions <= 4; dimensions++) {
        riwalk_options options =
            WITH(riwalk_options, riwalk_options_preset(&it, RIWALK_PRESET_FAST),
                 it.dimensions = dimensions, it.run.threads = 2);
        riwalk_vectors *made = NULL;
        riwalk_model *whole = learn(graph, &options, &made), *fitted = NULL;
        scoped_vectors *vectors = made, *again = transform(whole, graph, NULL, NULL);
        scoped_part *first = find(graph, riwalk_model_options(whole), 0, 100);
        scoped_part *second = find(graph, riwalk_model_options(whole), 100, NODES);
        scoped void *expected = NULL;

        assert_true(same(vectors, again));
        for (uint32_t u = 0; u < NODES; u++) {
            const float *row = rw_vectors_row(vectors, u);
            double squares = dot(row, row, dimensions);

            assert_true(squares <= 1 + 1e-5); /* the norm across graphs */
            assert_true(squares > 0.01 || !rw_degree(graph, u));
        }
        ok(riwalk_parts_fit((riwalk_part *[]){first, second}, 2, NULL, &fitted, NULL, &failure));
        assert_same_model(&expected, whole);
        assert_same_model(&expected, fitted);
    }
}

/* Files that are kept, files that are read again in every pass, and parts of memory. */
TEST(files_are_kept_or_read_again)
{
    static const uint64_t memory[] = {0, 1, 30000};
    static const char *const paths[] = {"0.rwp", "1.rwp", "2.rwp"};
    static const char *const list[] = {"2.rwp", "0.rwp", "1.rwp"};
    scoped_graph *graph = make_graph(NODES, 3);
    riwalk_options options = start();
    scoped void *first = NULL;

    for (uint32_t i = 0; i < 3; i++) {
        scoped_part *part = find(graph, &options, 100 * i, 100 * i + 100);

        ok(riwalk_part_write(part, paths[i], &failure));
        scoped_part *again = MADE(part, riwalk_part_read, paths[i]);
        ok(riwalk_part_write(again, "again.rwp", &failure));
        assert_same_files(paths[i], "again.rwp");
        assert_int_equal(riwalk_part_options(again)->seed, 4);
    }
    for (size_t m = 0; m < ELEMENTS(memory); m++) {
        riwalk_fit_options fitting =
            WITH(riwalk_fit_options, it.memory = memory[m], it.run.threads = 1 + (int)m);
        riwalk_model *model = NULL;

        ok(riwalk_parts_fit_files(list, 3, &fitting, &model, NULL, &failure));
        assert_same_model(&first, model);
    }
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
        sign_part(file, size);
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
    sign_part(file, size);
    check_unmade(part, FORMAT, "part: the part was made by riwalk 9", riwalk_part_read_from,
                 riwalk_from_memory(file, size, "part"));
    riwalk_bytes_free(data);
    riwalk_part_free(part);
}
