/* SPDX-License-Identifier: MIT */
/* Models. Checksum, magic, version and size are made right first, when the first byte says so,
 * since no fuzzer finds them. A model that is read must embed a graph. */
#include "base/checksum.h"
#include "base/memory.h"
#include "fuzz.h"
#include "tests/reference/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIZE_AT = 16,
    CHECKSUM_AT = 184,
    PAYLOAD_AT = 192,
    MANY_TOKENS = 10000, /* of walks: more would only take time */
    MANY_DIMENSIONS = 64,
};

static void sign(uint8_t *file, uint64_t size)
{
    uint64_t sum;

    memcpy(file, "\x93RWM\r\n\x1a\n\2\0\0\0", 12);
    memcpy(file + SIZE_AT, &size, sizeof size);
    sum = rw_checksum(file + PAYLOAD_AT, size - PAYLOAD_AT, rw_checksum(file, CHECKSUM_AT, 2));
    memcpy(file + CHECKSUM_AT, &sum, sizeof sum);
}

static void check_model(const riwalk_model *model)
{
    static const uint32_t ends[] = {0, 1, 1, 2, 2, 0, 2, 3, 3, 4};
    const riwalk_options *known = riwalk_model_options(model);
    uint32_t dimensions = known->dimensions;
    riwalk_transform_options options;
    riwalk_vectors *vectors = NULL;
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};

    if ((known->walks != RIWALK_WALKS_EXACT &&
         (uint64_t)known->walks * known->walk_length > MANY_TOKENS) ||
        dimensions > MANY_DIMENSIONS)
        return;
    if (reference_build(6, 5, ends, NULL, NULL, &graph, NULL))
        return; /* no memory */
    riwalk_transform_options_init(&options);
    options.run.threads = 1;
    if (!riwalk_model_transform(model, (const riwalk_graph *const *)&graph, 1, NULL, &options,
                                &vectors, NULL, &error))
        for (uint32_t row = 0; row < 6; row++)
            for (uint32_t d = 0; d < dimensions; d++)
                REQUIRE(isfinite(riwalk_vectors_row(vectors, row)[d]));
    riwalk_vectors_free(vectors);
    riwalk_graph_free(graph);
}

static void read_model(const uint8_t *file, size_t size)
{
    long before = rw_memory_blocks();
    riwalk_model *model = NULL;
    riwalk_error error = {0};
    riwalk_status status =
        riwalk_model_read_from(riwalk_from_memory(file, size, "fuzz"), &model, &error);

    fuzz_check(status, model, &error);
    if (model)
        check_model(model);
    riwalk_model_free(model);
    REQUIRE(rw_memory_blocks() == before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *file;

    if (!size || !(file = malloc(size)))
        return 0;
    memcpy(file, data + 1, size - 1);
    if (data[0] & 128 && size - 1 >= PAYLOAD_AT)
        sign(file, size - 1);
    read_model(file, size - 1);
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
