/* SPDX-License-Identifier: MIT */
/* Text of a graph on its way out. After a failure nothing more is written, so only whoever writes
 * rows needs to look at the status. */
#ifndef RW_GRAPH_SINK_H
#define RW_GRAPH_SINK_H

#include "base/json.h"
#include "graph/graph.h"

typedef struct rw_sink {
    const riwalk_graph *graph;
    rw_writing *writing;
    riwalk_error *error;
    riwalk_status status;
    bool quoted;         /* of an edge list: quotes go around names */
    const char *between; /* of an edge list: what goes between columns */
    rw_json_writer json; /* of node-link JSON: writes here, too */
} rw_sink;

rw_sink rw_sink_begin(rw_writing *writing, riwalk_error *error);

void rw_put(rw_sink *sink, const char *text, size_t length);
void rw_put_text(rw_sink *sink, const char *text);
void rw_put_count(rw_sink *sink, uint64_t value);
void rw_put_weight(rw_sink *sink, float weight);

/* Counts a written node; the status tells whether to go on. */
riwalk_status rw_end_row(rw_sink *sink, uint32_t node);

#endif
