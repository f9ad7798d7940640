/* SPDX-License-Identifier: MIT */
/* Files of vectors. The first byte chooses the format that is asked for, and the threads. */
#include "base/memory.h"
#include "fuzz.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(fact)                                                                              \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #fact);                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static void check_vectors(const riwalk_vectors *v)
{
    REQUIRE(v->count && v->dimensions);
    for (uint32_t row = 0; row < v->count; row++) {
        size_t length;
        const char *name = rw_vectors_name(v, row, &length);
        uint32_t found = UINT32_MAX;

        REQUIRE(length && riwalk_vectors_find(v, name, length, &found) && found == row);
        for (uint32_t i = 0; i < v->dimensions; i++)
            REQUIRE(isfinite(rw_vectors_row(v, row)[i]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    long before = rw_memory_blocks();
    riwalk_vectors_options options;
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    riwalk_status status;
    rw_input input;

    if (!size)
        return 0;
    riwalk_vectors_options_init(&options);
    options.format = data[0] & 1 ? RIWALK_VECTORS_FORMAT_BINARY : RIWALK_VECTORS_FORMAT_AUTO;
    options.run.threads = data[0] & 2 ? 2 : 1;
    if (!rw_input_memory(data + 1, size - 1, "fuzz", &input, NULL)) {
        status = rw_vectors_parse(&input, true, &options, &vectors, &error);
        REQUIRE(!status == (vectors != NULL));
        REQUIRE(!status || error.message[0]);
        if (vectors)
            check_vectors(vectors);
        riwalk_vectors_free(vectors);
        rw_input_close(&input);
    }
    REQUIRE(rw_memory_blocks() == before);
    return 0;
}
