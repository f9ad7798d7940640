/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. */
#ifndef FUZZ_H
#define FUZZ_H

#include "riwalk.h"

#include <stdio.h>
#include <stdlib.h>

/* A target: what is done with an input. No block of the library may be left when run returns. */
typedef struct fuzz_target {
    void (*run)(const uint8_t *data, size_t size, uint8_t choice);
    bool choice; /* the first byte of an input is not its data, but chooses among options */
    bool packed; /* compressed inputs are taken, too */
    void (*prepare)(void); /* runs first, and may leave blocks */
    /* Of a binary format: makes checksums and the like right, where the choice says so and there
     * are as many bytes, since no fuzzer finds them. Mutations then change numbers. */
    void (*sign)(void *file, uint64_t size);
    size_t least;
} fuzz_target;

/* Each program has one. */
extern const fuzz_target fuzz_this;

/* libFuzzer's name for what takes an input. */
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

/* The karate club, once it is made: until the end of the process. */
extern riwalk_graph *fuzz_club;
void fuzz_make_club(void);

/* What a model that was read makes of a graph is finite. */
void fuzz_embed(const riwalk_model *model);

#endif
