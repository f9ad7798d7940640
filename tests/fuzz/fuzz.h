/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. */
#ifndef FUZZ_H
#define FUZZ_H

#include "riwalk.h"

/* The entry point of a target; libFuzzer's name for it. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Reads the bytes as a graph in the format. A graph that comes out must keep all promises of the
 * library (abort if not); an error must have a sentence and leak nothing. */
void fuzz_read(const uint8_t *data, size_t size, const riwalk_read_options *options);

/* Options from one byte: directed, weighted, threads, undirected, unweighted, and of edge lists
 * delimiter and header. */
riwalk_read_options fuzz_options(uint8_t byte, riwalk_format format);

#endif
