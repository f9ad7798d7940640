/* SPDX-License-Identifier: MIT */
/* Graphs for tests. Failures end the program: they are those of the test itself. */
#include "reference/graphs.h"
#include "pairs.h"

#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>

/* Twice the room at every power of two: sanitizers are slow at growing by one. */
void join_with(edge_list *edges, uint32_t u, uint32_t v, float weight)
{
    if (!(edges->count & (edges->count - 1))) {
        size_t room = edges->count ? 2 * edges->count : 1;

        edges->ends = realloc(edges->ends, 2 * room * sizeof *edges->ends);
        edges->weights = realloc(edges->weights, room * sizeof *edges->weights);
        if (!edges->ends || !edges->weights)
            abort();
    }
    edges->ends[2 * edges->count] = u;
    edges->ends[2 * edges->count + 1] = v;
    edges->weights[edges->count++] = weight;
}

void join(edge_list *edges, uint32_t u, uint32_t v)
{
    join_with(edges, u, v, 1);
}

riwalk_graph *joined(edge_list *edges, uint32_t nodes)
{
    riwalk_build_options options;
    riwalk_graph *graph = NULL;
    riwalk_error error;

    riwalk_build_options_init(&options);
    options.run.threads = 1;
    options.directed = edges->directed;
    if (reference_build(nodes, edges->count, edges->ends, edges->weighted ? edges->weights : NULL,
                        &options, &graph, &error)) {
        fprintf(stderr, "%u nodes: %s\n", nodes, error.message);
        exit(1);
    }
    free(edges->ends);
    free(edges->weights);
    *edges = (edge_list){0};
    return graph;
}

typedef struct maker {
    uint64_t stream;
    uint64_t draws;
    uint32_t nodes;
    edge_list edges;
} maker;

static uint32_t below(maker *m, uint32_t bound)
{
    return (uint32_t)rw_rng_below(rw_rng_at(m->stream, m->draws++), bound);
}

static void join_randomly(maker *m, uint32_t first, uint32_t nodes, uint32_t edges)
{
    while (edges--)
        join(&m->edges, first + below(m, nodes), first + below(m, nodes));
}

static void join_clique(maker *m, uint32_t first, uint32_t nodes)
{
    for (uint32_t u = first; u < first + nodes; u++)
        for (uint32_t v = u + 1; v < first + nodes; v++)
            join(&m->edges, u, v);
}

static void join_path(maker *m, uint32_t first, uint32_t nodes)
{
    for (uint32_t u = first; u + 1 < first + nodes; u++)
        join(&m->edges, u, u + 1);
}

/* Each node joins ends of earlier edges, so that hubs grow; the first two are joined to many. */
static void join_power_law(maker *m)
{
    join(&m->edges, 0, 1);
    for (uint32_t u = 2; u < m->nodes; u++) {
        uint32_t edges = 1 + below(m, 2);

        for (uint32_t e = 0; e < edges; e++)
            join(&m->edges, u,
                 below(m, 3) ? m->edges.ends[below(m, (uint32_t)(2 * m->edges.count))]
                             : below(m, 2));
    }
}

static void join_disconnected(maker *m)
{
    uint32_t third = m->nodes / 3;

    if (third < 2)
        return;
    join_randomly(m, 0, third, 2 * third);
    join_path(m, third, third - 1); /* the node after the path, and some of the rest, stay alone */
    join_randomly(m, 2 * third, third, third / 2);
}

/* A node in the middle, cliques of five at arm's length, and a leaf for every node of a clique. */
static void join_spokes(maker *m)
{
    for (uint32_t u = 1; u + 10 <= m->nodes; u += 10) {
        join_clique(m, u, 5);
        join(&m->edges, 0, u);
        for (uint32_t i = 0; i < 5; i++)
            join(&m->edges, u + i, u + 5 + i);
    }
}

/* An end of an edge: each bit is set in one case of four. */
static uint32_t skewed(maker *m)
{
    uint32_t node = 0;

    for (uint32_t bit = 1; bit < m->nodes; bit *= 2)
        node += below(m, 4) ? 0 : bit;
    return node < m->nodes ? node : 0;
}

static void join_with_hubs(maker *m, unsigned kind)
{
    uint32_t n = m->nodes;

    switch (kind) {
    case 12:
        for (uint32_t u = 2; u < n; u++) {
            if (u % 3)
                join(&m->edges, 0, u);
            if (u % 3 != 1)
                join(&m->edges, 1, u);
        }
        break;
    case 13:
        join_path(m, 1, n - 1);
        join(&m->edges, 1, n - 1);
        for (uint32_t u = 1; u < n; u++)
            join(&m->edges, 0, u);
        break;
    case 14:
        join_spokes(m);
        break;
    default:
        for (uint32_t e = 0; e < 3 * n; e++)
            join(&m->edges, skewed(m), skewed(m));
    }
}

static void join_kind(maker *m, unsigned kind)
{
    uint32_t n = m->nodes, side;

    switch (kind) {
    case 0:
        join_randomly(m, 0, n, n + n / 4);
        break;
    case 1:
        join_randomly(m, 0, n, n * (n / 6 + 1));
        break;
    case 2:
        for (uint32_t u = 1; u < n; u++)
            join(&m->edges, u, below(m, u));
        break;
    case 3:
        for (uint32_t u = 1; u < n; u++)
            join(&m->edges, 0, u);
        break;
    case 4:
        join_path(m, 0, n);
        join(&m->edges, 0, n - 1);
        break;
    case 5:
        join_clique(m, 0, n > 24 ? 24 : n);
        break;
    case 6:
        join_clique(m, 0, n / 3);
        join_path(m, n / 3 ? n / 3 - 1 : 0, n - 2 * (n / 3) + (n / 3 ? 1 : 0));
        join_clique(m, n - n / 3 - 1, n / 3 + 1);
        break;
    case 7:
        join_disconnected(m);
        break;
    case 8:
        join_power_law(m);
        break;
    case 9:
        join_path(m, 0, n);
        break;
    case 10:
        for (side = 2; side * side < n; side++)
            ;
        for (uint32_t u = 0; u < n; u++) {
            if ((u + 1) % side && u + 1 < n)
                join(&m->edges, u, u + 1);
            if (u + side < n)
                join(&m->edges, u, u + side);
        }
        break;
    case 11:
        side = 1 + below(m, n - 1);
        for (uint32_t u = 0; u < side; u++)
            for (uint32_t v = side; v < n; v++)
                join(&m->edges, u, v);
        break;
    default:
        join_with_hubs(m, kind);
    }
}

riwalk_graph *reference_graph(unsigned kind, uint64_t seed, uint32_t size)
{
    maker m = {.stream = rw_rng_stream(seed, RW_STAGE_GENERATE, kind, size)};

    m.nodes = 2 + below(&m, size - 1);
    join_kind(&m, kind);
    return joined(&m.edges, m.nodes);
}

riwalk_graph *reference_graph_of_size(unsigned kind, uint64_t seed, uint32_t least, uint32_t most)
{
    riwalk_graph *graph = reference_graph(kind, seed, most);

    while (riwalk_graph_node_count(graph) < least) {
        riwalk_graph_free(graph);
        graph = reference_graph(kind, ++seed, most);
    }
    return graph;
}

const char *reference_data(void)
{
    const char *folder = getenv("RIWALK_DATA");

    return folder && *folder ? folder : NULL;
}

riwalk_graph *reference_dataset(const char *name)
{
    const char *folder = reference_data();
    riwalk_graph *graph = NULL;
    riwalk_error error;
    char path[4096];

    if (!folder)
        return NULL;
    snprintf(path, sizeof path, "%s/%s.edgelist", folder, name);
    if (riwalk_graph_read(path, NULL, &graph, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return graph;
}

double reference_weight(const riwalk_graph *graph, uint32_t u, uint32_t v)
{
    for (uint32_t i = 0; i < riwalk_graph_degree(graph, u); i++)
        if (riwalk_graph_neighbors(graph, u)[i] == v)
            return riwalk_graph_is_weighted(graph) ? riwalk_graph_weights(graph, u)[i] : 1;
    return 0;
}

bool reference_joined(const riwalk_graph *graph, uint32_t u, uint32_t v)
{
    return reference_weight(graph, u, v) > 0;
}

uint32_t reference_triangles(const riwalk_graph *graph, uint32_t node)
{
    const uint32_t *row = riwalk_graph_neighbors(graph, node);
    uint32_t count = 0;

    for (uint32_t i = 0; i < riwalk_graph_degree(graph, node); i++)
        for (uint32_t j = 0; j < i; j++)
            count += reference_joined(graph, row[i], row[j]);
    return count;
}
