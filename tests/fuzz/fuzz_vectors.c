/* SPDX-License-Identifier: MIT */
/* Vectors of all formats. The first byte chooses the name's extension, the format that is asked for
 * the threads and whether the file is mapped; of .npy the ids follow, their length in two bytes,
 * then the file. Vectors that are read are written and read again in every format that takes their
 * names (in one while fuzzing, for speed), and stay the same. */
#include "fuzz.h"
#include "riwalk_analysis.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"v.txt", "v.bin", "v.npy", "v.tsv",
                                    "v.emb", "v",     "v.csv", "v.npz"};

static void check_vectors(const riwalk_vectors *v)
{
    uint32_t count = riwalk_vectors_count(v), dimensions = riwalk_vectors_dimensions(v);
    char name[256];

    REQUIRE(count && dimensions);
    for (uint32_t row = 0; row < count && row < 200; row++) {
        size_t length = riwalk_vectors_name(v, row, name, sizeof name);
        uint32_t found = UINT32_MAX;

        REQUIRE(length);
        if (length < sizeof name)
            REQUIRE(riwalk_vectors_find(v, name, length, &found) && found == row);
        for (uint32_t d = 0; d < dimensions; d++)
            REQUIRE(isfinite(riwalk_vectors_row(v, row)[d]));
    }
}

static void check_again(const riwalk_vectors *v, size_t choice)
{
    static const char *const copies[] = {"copy.txt", "copy.bin", "copy.npy",
                                         "copy.tsv", "copy.csv", "copy.npz"};
    static const riwalk_vectors_format formats[] = {
        RIWALK_VECTORS_FORMAT_TEXT, RIWALK_VECTORS_FORMAT_BINARY, RIWALK_VECTORS_FORMAT_NPY,
        RIWALK_VECTORS_FORMAT_TSV,  RIWALK_VECTORS_FORMAT_CSV,    RIWALK_VECTORS_FORMAT_NPZ};

    enum {
        COPIES = sizeof copies / sizeof *copies
    };
#ifdef RIWALK_FUZZ
    const size_t first = choice % COPIES, end = first + 1;
#else
    const size_t first = 0, end = COPIES;
#endif

    for (size_t f = first; f < end; f++) {
        const char *path = fuzz_path(copies[f]);
        riwalk_vectors_options options;
        riwalk_vectors *again = NULL;
        riwalk_error error = {0};

        riwalk_vectors_options_init(&options);
        options.format = formats[f];
        options.run.threads = 1;
        if (riwalk_vectors_write(v, path, &options, &error))
            continue; /* names that the format has no place for */
        if (riwalk_vectors_read(path, &options, &again, &error)) {
            REQUIRE(error.code == RIWALK_STATUS_MEMORY);
            continue;
        }
        REQUIRE(riwalk_vectors_checksum(again) == riwalk_vectors_checksum(v));
        riwalk_vectors_free(again);
    }
}

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    riwalk_vectors *vectors = NULL;
    riwalk_vectors_options options;
    riwalk_error error = {0};
    riwalk_status status;
    size_t ids = 0;
    const char *path;

    if (size < 2)
        return;
    riwalk_vectors_options_init(&options);
    options.format = (riwalk_vectors_format)((choice >> 3 & 7) % 7);
    options.run.threads = choice & 64 ? 2 : 1;
    options.map = choice & 128;
    if (!strcmp(names[choice & 7], "v.npy")) {
        ids = data[0] | (size_t)data[1] << 8;
        data += 2, size -= 2;
        ids = ids < size ? ids : size;
        fuzz_file("v.ids", data, ids);
    }
    path = fuzz_file(names[choice & 7], data + ids, size - ids);
    status = riwalk_vectors_read(path, &options, &vectors, &error);
    fuzz_check(status, vectors, &error);
    if (vectors) {
        check_vectors(vectors);
        check_again(vectors, size);
    }
    riwalk_vectors_free(vectors);
}

const fuzz_target fuzz_this = {.run = run, .choice = true, .packed = true};
