/* SPDX-License-Identifier: MIT */
/* Graphs for tests: small ones of many kinds by number, and the datasets by name. */
#ifndef REFERENCE_GRAPHS_H
#define REFERENCE_GRAPHS_H

#include "riwalk.h"

#define REFERENCE_GRAPH_KINDS 16

/* A random graph with 2 to about `size` nodes: sparse, dense, tree, star, cycle, clique, barbell,
 * disconnected with isolated nodes, power law with hubs, path, grid, complete bipartite, two stars
 * that share leaves, wheel, hub with cliques and leaves around it, R-MAT. */
riwalk_graph *reference_graph(unsigned kind, uint64_t seed, uint32_t size);

/* Edges that are found one by one; `joined` makes a graph of them and forgets them. */
typedef struct edge_list {
    uint64_t count;
    bool weighted, directed;
    uint32_t *ends;
    float *weights;
} edge_list;

void join(edge_list *edges, uint32_t u, uint32_t v);
void join_with(edge_list *edges, uint32_t u, uint32_t v, float weight);
riwalk_graph *joined(edge_list *edges, uint32_t nodes);

/* The first such graph, from a seed on, that has at least `least` nodes. */
riwalk_graph *reference_graph_of_size(unsigned kind, uint64_t seed, uint32_t least, uint32_t most);

/* The weight of an arc, 1 where there are no weights, 0 where it is not; whether an edge joins two
 * nodes, and how many triangles a node is in: by going through lists. */
double reference_weight(const riwalk_graph *graph, uint32_t u, uint32_t v);
bool reference_joined(const riwalk_graph *graph, uint32_t u, uint32_t v);
uint32_t reference_triangles(const riwalk_graph *graph, uint32_t node);

/* The folder of the data sets, which RIWALK_DATA names; NULL where it is not set, or empty. */
const char *reference_data(void);

/* An edge list of that folder; NULL where there is none. */
riwalk_graph *reference_dataset(const char *name);

#endif
