/* SPDX-License-Identifier: MIT */
/* Types of nodes: account, merchant, person. A graph numbers its types by name, in byte order. So
 * do a joined graph and a model, which has its own list. */
#ifndef RW_GRAPH_TYPES_H
#define RW_GRAPH_TYPES_H

#include "base/text.h"
#include "graph/graph.h"

/* The limit on the bytes of all names. */
#define RW_TYPE_NAMES_MOST (UINT32_C(1) << 24)

/* Copies names from a text. *fine becomes false unless it holds ascending, nonempty names, each
 * with a NUL. */
riwalk_status rw_type_names_read(rw_type_names *names, const char *text, uint64_t bytes, bool *fine,
                                 riwalk_error *error);
riwalk_status rw_type_names_copy(const rw_type_names *from, rw_type_names *to, riwalk_error *error);
void rw_type_names_free(rw_type_names *names);

static inline const char *rw_type_name(const rw_type_names *names, uint32_t type)
{
    return names->text + names->starts[type];
}

/* Sets the type of each node by name; names contain no zero bytes. */
riwalk_status rw_graph_set_types(riwalk_graph *graph, const rw_span *types, riwalk_error *error);

/* Whether the nodes of these graphs have at least two types in all. */
bool rw_graphs_have_types(const riwalk_graph *const *graphs, size_t count);

/* Copies the types of all graphs to the graph joined from them. ARGUMENT if only some have
 * types. */
riwalk_status rw_graph_join_types(const riwalk_graph *const *graphs, size_t count,
                                  riwalk_graph *joined, riwalk_error *error);

/* The same graph with types numbered by another list; types that the list lacks get the number
 * after its last. An empty list removes types. It must not outlive the graph. ARGUMENT if the list
 * has names and the graph has no types. */
riwalk_status rw_graph_retype(const riwalk_graph *graph, const rw_type_names *names,
                              riwalk_graph **retyped, riwalk_error *error);

/* Copies types from another graph to the nodes of the same name; copies none if some nodes are
 * new. */
riwalk_status rw_graph_copy_types(const riwalk_graph *from, riwalk_graph *to, riwalk_error *error);

/* Memory in bytes. */
uint64_t rw_types_bytes(const riwalk_graph *graph);

#endif
