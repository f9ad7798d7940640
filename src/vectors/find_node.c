/* SPDX-License-Identifier: MIT */
/* The vector of a graph's node, by its name. */
#include "vectors/find_node.h"

#include <string.h>

#define ID_CHARS 4096

bool rw_vectors_find_node(const riwalk_vectors *vectors, const riwalk_graph *graph, uint32_t node,
                          const char *prefix, uint32_t *row)
{
    char digits[RW_INTEGER_CHARS], whole[ID_CHARS];
    size_t length, before = prefix ? strlen(prefix) + 1 : 0;
    const char *name = rw_graph_name(graph, node, digits, &length);

    if (riwalk_vectors_find(vectors, name, length, row))
        return true;
    if (!prefix || before + length > sizeof whole)
        return false;
    memcpy(whole, prefix, before - 1);
    whole[before - 1] = ':';
    memcpy(whole + before, name, length);
    return riwalk_vectors_find(vectors, whole, before + length, row);
}
