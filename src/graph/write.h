/* SPDX-License-Identifier: MIT */
/* A graph on its way out. After a failure nothing more is written, so only whoever writes rows
 * needs to look at the status. */
#ifndef RW_GRAPH_WRITE_H
#define RW_GRAPH_WRITE_H

#include "graph/graph.h"

/* Writes a string as its format spells it. */
typedef void rw_put_string(rw_writing *writing, const char *text, size_t length);

struct rw_writing {
    const riwalk_graph *graph;
    const riwalk_write_options *options;
    const char *path;
    rw_output *output;
    rw_progress progress;
    riwalk_error *error;
    riwalk_status status;
    rw_put_string *put_string; /* to be set; rw_put: as it is */
    const char *between;       /* of an edge list: what goes between columns */
    uint64_t edges;            /* written by rw_put_edges so far */
    size_t used;
    char pieces[4096]; /* small ones go out together */
};

void rw_put(rw_writing *writing, const char *text, size_t length);

/* Text with values in it: %s text as it is, %t text by put_string, %n the name of a node, %u a
 * number of 32 bits, %U of 64 bits, %w a weight or place. */
void rw_print(rw_writing *writing, const char *format, ...);

/* Calls `put` for every edge, undirected ones once: from their lesser end, or from the greater. */
void rw_put_edges(rw_writing *writing, bool from_greater,
                  void put(rw_writing *, uint32_t, uint64_t));

/* Counts a written node; the status tells whether to go on. */
riwalk_status rw_end_row(rw_writing *writing, uint32_t node);

#endif
