/* SPDX-License-Identifier: MIT */
/* Which anchors a change of the graph concerns. */
#ifndef RW_METHODS_TRANSFORM_H
#define RW_METHODS_TRANSFORM_H

#include "graph/graph.h"

/* Marks in redo[nodes of `after`] the nodes whose embedding may be another than it was in `before`,
 * where an embedding depends on the node's number, on the nodes at most `reach` away in the order
 * of their names, and on all neighbours of these. Nodes are the same by name. O(nodes log nodes +
 * edges). */
riwalk_status rw_changed_anchors(const riwalk_graph *before, const riwalk_graph *after,
                                 uint32_t reach, bool *redo, riwalk_error *error);

#endif
