/* SPDX-License-Identifier: MIT */
/* Counting triangles. */
#ifndef RW_GRAPH_TRIANGLES_H
#define RW_GRAPH_TRIANGLES_H

#include "graph/graph.h"

#include <stdatomic.h>

/* counts[u], which must be 0, becomes the number of triangles that node u of an undirected graph is
 * a corner of. O(m sqrt m). */
riwalk_status rw_triangles_count(const riwalk_graph *graph, const riwalk_run *run,
                                 atomic_uint_least64_t *counts, riwalk_error *error);

#endif
