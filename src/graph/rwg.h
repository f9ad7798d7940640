/* SPDX-License-Identifier: MIT */
/* What the two files of the .rwg reader share. */
#ifndef RW_GRAPH_RWG_H
#define RW_GRAPH_RWG_H

#include "graph/graph.h"

/* Whether the arrays of `graph`, of untrusted content but of the sizes that its counts say, keep
 * all promises of graph.h. `seed` depends on all bytes of the file. O(nodes + arcs). */
riwalk_status rw_rwg_check(const riwalk_graph *graph, const char *name, uint64_t text_bytes,
                           uint64_t seed, int threads, riwalk_error *error);

#endif
