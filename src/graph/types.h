/* SPDX-License-Identifier: MIT */
/* Types of nodes: account, merchant, person. A graph numbers its types by their names in the order
 * of bytes; so does a joint one, and a model, which has a list of its own. */
#ifndef RW_GRAPH_TYPES_H
#define RW_GRAPH_TYPES_H

#include "base/text.h"
#include "graph/graph.h"

/* More bytes of names are refused. */
#define RW_TYPE_NAMES_MOST (UINT32_C(1) << 24)

/* Copies names from a text; *fine is false where it is none: names that ascend and are not empty,
 * each with its NUL. */
riwalk_status rw_type_names_read(rw_type_names *names, const char *text, uint64_t bytes, bool *fine,
                                 riwalk_error *error);
riwalk_status rw_type_names_copy(const rw_type_names *from, rw_type_names *to, riwalk_error *error);
void rw_type_names_free(rw_type_names *names);

static inline const char *rw_type_name(const rw_type_names *names, uint32_t type)
{
    return names->text + names->starts[type];
}

/* Gives each node of a graph a type by its name, without zero bytes. */
riwalk_status rw_graph_set_types(riwalk_graph *graph, const rw_span *types, riwalk_error *error);

/* Whether the nodes of some graphs are of two types or more. */
bool rw_graphs_have_types(const riwalk_graph *const *graphs, size_t count);

/* The types of all graphs for the one that they were joined to: ARGUMENT where some have types and
 * others have none. */
riwalk_status rw_graph_join_types(const riwalk_graph *const *graphs, size_t count,
                                  riwalk_graph *joined, riwalk_error *error);

/* The same graph with types numbered by another list, where a type that the list does not have is
 * the number behind its last; of an empty list, without types. It lives no longer than the graph.
 * ARGUMENT where the list has names and the graph has no types. */
riwalk_status rw_graph_retype(const riwalk_graph *graph, const rw_type_names *names,
                              riwalk_graph **retyped, riwalk_error *error);

/* Copies the types of the nodes of another graph, which are the same by name; where some are new,
 * it copies none. */
riwalk_status rw_graph_copy_types(const riwalk_graph *from, riwalk_graph *to, riwalk_error *error);

/* Bytes in memory. */
uint64_t rw_types_bytes(const riwalk_graph *graph);

#endif
