/* SPDX-License-Identifier: MIT */
/* State of writing a graph. After a failure nothing more is written, so only loops over rows need
 * to check the status. */
#ifndef RW_GRAPH_WRITE_H
#define RW_GRAPH_WRITE_H

#include "graph/graph.h"

/* Writes a string with the escapes of its format. */
typedef void rw_put_string(rw_writing *writing, const char *text, size_t length);

struct rw_writing {
    const riwalk_graph *graph;
    const riwalk_write_options *options;
    const char *path;
    rw_output *output;
    rw_progress progress;
    riwalk_error *error;
    riwalk_status status;
    rw_put_string *put_string; /* set by the writer; rw_put: no escapes */
    const char *between;       /* edge lists: the column separator */
    uint64_t edges;            /* written by rw_print_edges so far */
    size_t used;
    char pieces[4096]; /* buffers small writes */
};

void rw_put(rw_writing *writing, const char *text, size_t length);

/* Prints a format: %s a plain string, %t a string by put_string, %n the name of a node, %i its
 * number from 1, %u a 32-bit and %U a 64-bit number, %w a weight or coordinate. Of an edge, without
 * a value: %b the column separator, %e its number, %, a comma unless it is the first. */
void rw_print(rw_writing *writing, const char *format, ...);

/* Prints each edge, undirected ones once, from their smaller or greater end: `edge` with both ends,
 * then `weight` or, in an unweighted graph, the plain text `end`. */
void rw_print_edges(rw_writing *writing, bool from_greater, const char *edge, const char *weight,
                    const char *end);

/* Counts a written node; returns the status. */
riwalk_status rw_end_row(rw_writing *writing, uint32_t node);

#endif
