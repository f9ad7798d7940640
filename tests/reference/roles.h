/* SPDX-License-Identifier: MIT */
/* Roles and walks straight from their definitions: slow and obvious, the oracle of the fast ones.
 * Nothing here uses src/roles or src/engine; only the random draws are shared. */
#ifndef REFERENCE_ROLES_H
#define REFERENCE_ROLES_H

#include "riwalk.h"

#define REFERENCE_FAR UINT32_MAX

/* distances[node_count] from the anchor by breadth-first search over the whole graph. */
void reference_distances(const riwalk_graph *graph, uint32_t anchor, uint32_t *distances);

/* The class of a degree or a count; the graph matters to relative classes alone. */
uint32_t reference_class(const riwalk_graph *graph, const riwalk_options *options, uint32_t x);

/* All walks of an anchor as nodes[walks * length]; returns the length. `distances` are those from
 * the anchor. */
uint32_t reference_walks(const riwalk_graph *graph, const riwalk_options *options, uint32_t anchor,
                         const uint32_t *distances, uint32_t *nodes);

/* The subgraph of the edges that walks used, as a graph of the same nodes: distances in it are
 * those of the RW variants. */
riwalk_graph *reference_walked(const riwalk_graph *graph, uint32_t walks, uint32_t length,
                               const uint32_t *nodes);

/* The neighbours in either direction, each once, with the larger weight of the two arcs. */
riwalk_graph *reference_skeleton(const riwalk_graph *graph);

/* A graph, and for each node how many arcs it has, or the sum of their weights. */
typedef struct reference_arcs {
    const riwalk_graph *graph;
    uint32_t joined; /* nodes with any arc */
    double *sums[4]; /* [2 * side + weighted][nodes]; side 1 is in */
} reference_arcs;

void reference_arcs_init(reference_arcs *arcs, const riwalk_graph *graph);
void reference_arcs_free(reference_arcs *arcs);

/* The tuple of a node's role; of the anchor, to which walks come back: at distance 0, all of its
 * neighbours further. `arcs` are those of the graph, or of its skeleton where directions do not
 * count, which they and weights do if the option is YES; `walked` is the subgraph of a RW variant,
 * or NULL. Returns how many fields there are. */
unsigned reference_tuple(const reference_arcs *arcs, const riwalk_graph *skeleton,
                         const riwalk_graph *walked, const riwalk_options *options, uint32_t anchor,
                         uint32_t node, const uint32_t *distances, uint64_t *tuple);

/* ---- Typed graphs ---- */

/* Puts the types of anchor and node, whose names are types[node], around a tuple of `count` fields,
 * unless the options leave types out or all nodes have the same. Returns how many fields there are.
 */
unsigned reference_add_types(uint32_t nodes, const char *const *types,
                             const riwalk_options *options, uint32_t anchor, uint32_t node,
                             uint64_t *tuple, unsigned count);

#endif
