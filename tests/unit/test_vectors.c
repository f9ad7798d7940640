/* SPDX-License-Identifier: MIT */
/* Vectors: every format reads back exactly, malformed files get a sentence, neighbours are exact.
 */
#include "unit/test.h"
#include "vectors/vectors.h"

/* Random values of all magnitudes. */
static riwalk_vectors *make_vectors(uint32_t count, uint32_t dimensions, uint64_t seed)
{
    uint64_t stream = rw_rng_stream(seed, RW_STAGE_GENERATE, 0, 0);
    const char **names = calloc(count, sizeof *names);
    float *values = calloc((size_t)count * dimensions, sizeof *values);

    for (uint32_t i = 0; i < count; i++) {
        char *name = malloc(16);

        snprintf(name, 16, "n%u", count - i);
        names[i] = name;
    }
    for (size_t i = 0; i < (size_t)count * dimensions; i++) {
        uint32_t bits = (uint32_t)rw_rng_at(stream, i);

        memcpy(&values[i], &bits, sizeof bits);
        if (!isfinite(values[i]) || i == 1)
            values[i] = i % 2 ? -0.0F : 0;
    }
    riwalk_vectors *vectors = MADE(vectors, riwalk_vectors_build, count, dimensions, names, values);
    for (uint32_t i = 0; i < count; i++)
        free((void *)(uintptr_t)names[i]);
    free(names);
    free(values);
    return vectors;
}

static void assert_same(const riwalk_vectors *a, const riwalk_vectors *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->dimensions, b->dimensions);
    for (size_t i = 0; i < (size_t)a->count * a->dimensions; i++)
        assert_true(a->values[i] == b->values[i]);
    for (uint32_t row = 0; row < a->count; row++) {
        char name[64];
        uint32_t found;
        size_t length = riwalk_vectors_name(a, row, name, sizeof name);

        assert_true(riwalk_vectors_find(b, name, length, &found));
        assert_int_equal(found, row);
    }
}

/* What is written as a file of this name is read as the same. */
static void assert_comes_back(const riwalk_vectors *vectors, const char *path,
                              const riwalk_vectors_options *options)
{
    ok(riwalk_vectors_write(vectors, path, options, &failure));
    scoped_vectors *back = MADE(vectors, riwalk_vectors_read, path, options);
    assert_same(vectors, back);
    assert_true(riwalk_vectors_checksum(back) == riwalk_vectors_checksum(vectors));
}

TEST(every_format_reads_back)
{
    static const char *const files[] = {"v.txt", "v.txt.gz", "v.emb.zst", "v.bin", "v.npy",
                                        "v.tsv", "v.tsv.gz", "v.csv",     "v.npz", "v.csv.zst"};
    static const uint32_t shapes[][2] = {{1, 1}, {1000, 3}, {65, 128}, {7, 4096}};

    for (size_t s = 0; s < ELEMENTS(shapes); s++) {
        scoped_vectors *vectors = make_vectors(shapes[s][0], shapes[s][1], s);

        for (size_t f = 0; f < ELEMENTS(files); f++) {
            riwalk_vectors_options options =
                WITH(riwalk_vectors_options, it.run.threads = 1 + (int)(f % 3));

            assert_comes_back(vectors, files[f], &options);
        }
    }
    assert_int_equal(access("v.ids", F_OK), 0);
}

TEST(the_checksum_is_of_names_and_values)
{
    static const struct {
        const char *names[3];
        float values[6];
    } cases[] = {
        {{"a", "b", "c"}, {1, 2, 3, 4, 5, 6}},     {{"a", "b", "c"}, {1, 2, 3, 4, 5, 7}},
        {{"a", "b", "d"}, {1, 2, 3, 4, 5, 6}},     {{"b", "a", "c"}, {1, 2, 3, 4, 5, 6}},
        {{"ab", "c", "d"}, {1, 2, 3, 4, 5, 6}},    {{"a", "bc", "d"}, {1, 2, 3, 4, 5, 6}},
        {{"a", "b", "c"}, {-0.0F, 2, 3, 4, 5, 6}}, {{"a", "b", "c"}, {2, 1, 3, 4, 5, 6}},
    };
    uint64_t sums[2 * ELEMENTS(cases)];
    size_t count = 0;

    EACH (c, cases)
        for (uint32_t dimensions = 1; dimensions <= 2; dimensions++) {
            scoped_vectors *vectors =
                MADE(vectors, riwalk_vectors_build, 3, dimensions, c->names, c->values);

            sums[count++] = riwalk_vectors_checksum(vectors);
        }
    for (size_t a = 1; a < count; a++) /* in one dimension the second case is the first */
        for (size_t b = 0; b < a; b++)
            assert_true(sums[a] != sums[b] || (a == 2 && b == 0));
}

static riwalk_status read_listed(const char *file, const char *options, char *found, size_t room,
                                 riwalk_error *error)
{
    riwalk_vectors *vectors = NULL;
    riwalk_status status = riwalk_vectors_read(file, NULL, &vectors, error);

    assert_null(vectors);
    return status;
}

TEST(malformed_files_get_a_sentence)
{
    check_listed("vectors", read_listed);
}

/* A cut file of any format is refused or, for text whose count is known, never taken whole. */
TEST(a_cut_file_is_refused)
{
    static const char *const files[] = {"c.txt", "c.bin", "c.npy", "c.npz"};
    scoped_vectors *vectors = make_vectors(5, 3, 9);
    riwalk_error error;

    for (size_t f = 0; f < ELEMENTS(files); f++) {
        scoped char *content = NULL;
        size_t size, limit;

        ok(riwalk_vectors_write(vectors, files[f], NULL, &failure));
        content = read_file(files[f], &size);
        /* The last byte of text and binary is a line feed, which may be missing; of a number at
         * the end of a text, digits may be missing unseen. */
        limit = f == 0 ? size - 12 : size - 1;
        for (size_t cut = 0; cut < limit; cut++) {
            riwalk_vectors *back = NULL;

            write_bytes(files[f], content, cut);
            assert_int_not_equal(riwalk_vectors_read(files[f], NULL, &back, &error), 0);
        }
    }
}

/* In .npz, .npy and .csv: commas, control characters, byte order marks, characters of any length,
 * and ids that are integers or only some. */
TEST(ids_of_all_kinds_come_back)
{
    static const char *const sets[][3] = {{"1", "-20", "9223372036854775807"},
                                          {"1", "007", "x"},
                                          {"a,b", "\xf0\x9f\x98\x80 \xc3\xa9", "a\"b"},
                                          {"a\a", "\x7f", "\x1b[0m"},
                                          {"\xef\xbb\xbf"
                                           "a",
                                           "\xef\xbb\xbf", "a"},
                                          {"1", "2", "99999999999999999999"}};
    static const char *const paths[] = {"k.csv", "k.npz", "k.npy"};

    EACH (set, sets) {
        scoped_vectors *vectors =
            MADE(vectors, riwalk_vectors_build, 3, 1, *set, ((const float[]){1, 2, 3}));

        EACH (path, paths)
            assert_comes_back(vectors, *path, NULL);
    }
}

/* Wherever a byte of a .npz file is another, its vectors are the same or there are none. */
TEST(a_damaged_npz_is_never_other_vectors)
{
    scoped_vectors *vectors = make_vectors(3, 2, 5);
    scoped char *content = NULL;
    size_t size;

    ok(riwalk_vectors_write(vectors, "d.npz", NULL, &failure));
    content = read_file("d.npz", &size);
    for (size_t at = 0; at < size; at++) {
        scoped_vectors *back = NULL;
        riwalk_error error = {0};

        content[at] ^= 0x55;
        if (riwalk_vectors_read_from(riwalk_from_memory(content, size, "d.npz"), NULL, &back,
                                     &error))
            assert_int_equal(error.code, RIWALK_STATUS_FORMAT);
        else
            assert_same(vectors, back);
        content[at] ^= 0x55;
    }
}

TEST(formats_hold_what_their_table_says)
{
    scoped_vectors *vectors = make_vectors(10, 3, 1);
    riwalk_vectors_options options = DEFAULTS(riwalk_vectors_options);
    const riwalk_vectors_format_info *info;
    int f = 1;

    assert_null(riwalk_vectors_format_describe(RIWALK_VECTORS_FORMAT_AUTO));
    for (; (info = riwalk_vectors_format_describe((riwalk_vectors_format)f)); f++) {
        char name[32];

        snprintf(name, sizeof name, "t%s", info->extension);
        assert_int_equal(riwalk_vectors_format_from_path(name), f);
        ok(riwalk_vectors_write(vectors, name, NULL, &failure));
        scoped_vectors *back = MADE(vectors, riwalk_vectors_read, name, NULL);
        assert_same(vectors, back);
        assert_int_equal(!unlink("t.ids"), info->ids_beside);
        assert_int_equal(!riwalk_vectors_check_name("1", 1, "-", (riwalk_vectors_format)f, NULL),
                         !info->ids_beside);
        assert_int_equal(unlink(name), 0);
    }
    assert_int_equal(f, RIWALK_VECTORS_FORMAT_NPZ + 1);
    options.format = (riwalk_vectors_format)f;
    check_fails(ARGUMENT, "unknown vectors format",
                riwalk_vectors_write(vectors, "t.txt", &options, &failure));
}

/* Against sorting all rows by their cosine. */
TEST(neighbours_are_exact)
{
    enum {
        COUNT = 200,
        DIMENSIONS = 5
    };
    uint64_t stream = rw_rng_stream(3, RW_STAGE_GENERATE, 0, 0);
    float values[COUNT * DIMENSIONS];
    riwalk_neighbor near[COUNT];
    uint32_t found;

    for (uint32_t i = 0; i < COUNT * DIMENSIONS; i++) /* few values, so that there are many ties */
        values[i] = i < DIMENSIONS ? 0 : (float)(int)rw_rng_below(rw_rng_at(stream, i), 3) - 1;
    scoped_vectors *vectors = vectors_of(COUNT, DIMENSIONS, values);
    check_status(ARGUMENT, riwalk_vectors_nearest(vectors, 0, 3, near, &found, &failure));
    ok(riwalk_vectors_nearest(vectors, 5, COUNT, near, &found, &failure));
    assert_int_equal(found, COUNT - 1);
    for (uint32_t i = 1; i < found; i++)
        assert_true(
            near[i - 1].similarity > near[i].similarity ||
            (near[i - 1].similarity == near[i].similarity && near[i - 1].row < near[i].row));
    for (uint32_t wanted = 0; wanted < 12; wanted++) {
        riwalk_neighbor few[12];

        ok(riwalk_vectors_nearest(vectors, 5, wanted, few, &found, &failure));
        assert_int_equal(found, wanted);
        for (uint32_t i = 0; i < wanted; i++)
            assert_int_equal(few[i].row, near[i].row);
    }
}
