/* SPDX-License-Identifier: MIT */
/* Parts of profiles. Magic, version, size and checksum are made right first, when the first byte
 * says so, since no fuzzer finds them. A part that is read must be written as it was, and one that
 * has all nodes must make a model that embeds a graph. */
#include "base/checksum.h"
#include "base/memory.h"
#include "fuzz.h"
#include "methods/parts/part.h"
#include "tests/reference/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEAST = sizeof(rw_part_header) + sizeof(uint64_t),
    MANY_DIMENSIONS = 64, /* more would only take time */
    MANY_TOKENS = 10000,  /* of walks, likewise */
};

static void sign(uint8_t *file, uint64_t size)
{
    uint64_t sum = RW_PART_VERSION, end = size - sizeof sum;

    memcpy(file, RW_PART_MAGIC "\1\0\0", 12); /* and the 0 that ends the text */
    memcpy(file + offsetof(rw_part_header, file_bytes), &size, sizeof size);
    for (uint64_t at = 0; at < end; at += RW_PART_PIECE)
        sum = rw_checksum(file + at, end - at < RW_PART_PIECE ? end - at : RW_PART_PIECE, sum);
    memcpy(file + end, &sum, sizeof sum);
}

static void embed(const riwalk_model *model)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3, 3, 4};
    const riwalk_options *known = riwalk_model_options(model);
    riwalk_transform_options options;
    riwalk_vectors *vectors = NULL;
    riwalk_graph *graph = NULL;

    if ((known->walks != RIWALK_WALKS_EXACT &&
         (uint64_t)known->walks * known->walk_length > MANY_TOKENS) ||
        reference_build(6, 5, ends, NULL, NULL, &graph, NULL))
        return;
    riwalk_transform_options_init(&options);
    options.run.threads = 1;
    if (!riwalk_model_transform(model, (const riwalk_graph *const *)&graph, 1, NULL, &options,
                                &vectors, NULL, NULL))
        for (size_t i = 0; i < (size_t)6 * known->dimensions; i++)
            REQUIRE(isfinite(riwalk_vectors_values(vectors)[i]));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

/* A model of the part is one that its own reader takes. */
static void fit(riwalk_part *part)
{
    riwalk_model *model = NULL, *again = NULL;
    riwalk_fit_options options;
    riwalk_error error = {0};
    riwalk_status status;
    void *data = NULL;
    size_t size;

    if (riwalk_part_options(part)->dimensions > MANY_DIMENSIONS)
        return;
    riwalk_fit_options_init(&options);
    options.run.threads = 1;
    status = riwalk_parts_fit(&part, 1, &options, &model, NULL, &error);
    fuzz_check(status, model, &error);
    if (!model)
        return;
    status = riwalk_model_write_to(model, riwalk_to_memory(&data, &size), &error);
    if (!status)
        status = riwalk_model_read_from(riwalk_from_memory(data, size, "model"), &again, &error);
    REQUIRE(!status || status == RIWALK_STATUS_MEMORY);
    if (again)
        embed(again);
    riwalk_bytes_free(data);
    riwalk_model_free(again);
    riwalk_model_free(model);
}

static void read_part(const uint8_t *file, size_t size)
{
    long before = rw_memory_blocks();
    riwalk_part *part = NULL;
    riwalk_error error = {0};
    riwalk_status status =
        riwalk_part_read_from(riwalk_from_memory(file, size, "fuzz"), &part, &error);

    fuzz_check(status, part, &error);
    if (part) {
        size_t written_size = 0;
        void *written = NULL;

        status = riwalk_part_write_to(part, riwalk_to_memory(&written, &written_size), NULL);
        /* Compressed bytes are not written back. */
        REQUIRE(status == RIWALK_STATUS_MEMORY || memcmp(file, RW_PART_MAGIC, RW_BINARY_MAGIC) ||
                (written_size == size && !memcmp(written, file, size)));
        riwalk_bytes_free(written);
        fit(part);
    }
    riwalk_part_free(part);
    REQUIRE(rw_memory_blocks() == before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file;

    if (!size || !(file = malloc(size)))
        return 0;
    memcpy(file, data + 1, size - 1);
    if (data[0] & 128 && size - 1 >= LEAST)
        sign(file, size - 1);
    read_part(file, size - 1);
    free(file);
    return 0;
}

#ifdef RIWALK_FUZZ
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return fuzz_mutate(data, size, most, seed);
}
#endif
