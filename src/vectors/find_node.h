/* SPDX-License-Identifier: MIT */
/* The vector of a graph's node. */
#ifndef RW_VECTORS_FIND_NODE_H
#define RW_VECTORS_FIND_NODE_H

#include "vectors/vectors.h"

/* The row with the name of a node, or with "prefix:name" where there is none and the prefix is not
 * NULL; false where there is neither. */
bool rw_vectors_find_node(const riwalk_vectors *vectors, const riwalk_graph *graph, uint32_t node,
                          const char *prefix, uint32_t *row);

#endif
