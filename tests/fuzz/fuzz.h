/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. */
#ifndef FUZZ_H
#define FUZZ_H

#include "riwalk.h"

#include <stdio.h>
#include <stdlib.h>

/* The entry point of a target; libFuzzer's name for it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A promise that does not hold ends the process. The stream of errors may be another. */
#define REQUIRE(fact)                                                                              \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            dprintf(2, "%s:%d: not true: %s\n", __FILE__, __LINE__, #fact);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Reads the bytes as a graph in the format. A graph that comes out must keep all promises of the
 * library (abort if not); an error must have a sentence and leak nothing. */
void fuzz_read(const uint8_t *data, size_t size, const riwalk_read_options *options);

/* The same of any source. */
void fuzz_read_source(riwalk_source source, const riwalk_read_options *options);

/* Whether the bytes are compressed. Such have a target of their own, and elsewhere would take most
 * of the time: a few bytes can ask for a window of 128 MiB. */
bool fuzz_is_packed(const uint8_t *data, size_t size);

/* Options from one byte: directed, weighted, threads, undirected, unweighted, and of edge lists
 * delimiter and header. */
riwalk_read_options fuzz_options(uint8_t byte, riwalk_format format);

/* What a call that takes bytes from a stranger must have kept: a result or an error, and of an
 * error the code and a sentence. */
void fuzz_check(riwalk_status status, const void *result, const riwalk_error *error);

/* A path of this process in a folder of its own, which is removed at its end; it lives until the
 * eighth next call. */
const char *fuzz_path(const char *name);

/* Writes a file there and returns its path. */
const char *fuzz_file(const char *name, const void *data, size_t size);

/* The karate club. */
riwalk_graph *fuzz_graph(void);

/* What a model that was read makes of a graph is finite. */
void fuzz_embed(const riwalk_model *model);

/* The target of a binary format: the file after the first byte, signed where that says so and it
 * has `least` bytes, is taken by take(file, size, first byte). */
#define FUZZ_BINARY(least, sign, take)                                                             \
    int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)                                   \
    {                                                                                              \
        uint8_t *file;                                                                             \
                                                                                                   \
        if (!size || !(file = malloc(size)))                                                       \
            return 0;                                                                              \
        memcpy(file, data + 1, size - 1);                                                          \
        if (data[0] & 128 && size - 1 >= (least))                                                  \
            sign(file, size - 1);                                                                  \
        if (!fuzz_is_packed(file, size - 1))                                                       \
            take(file, size - 1, data[0]);                                                         \
        free(file);                                                                                \
        return 0;                                                                                  \
    }                                                                                              \
    FUZZ_MUTATOR
#ifdef RIWALK_FUZZ
#define FUZZ_MUTATOR                                                                               \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);        \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)         \
    {                                                                                              \
        return fuzz_mutate(data, size, most, seed);                                                \
    }
#else
#define FUZZ_MUTATOR
#endif

/* For LLVMFuzzerCustomMutator of a binary format: changes a number of the format, or any bytes.
 * Numbers have 4 or 8 bytes and begin at multiples of 4 after the byte of options. The input is
 * then signed again by the target. */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t most, unsigned seed);

#endif
