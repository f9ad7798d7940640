/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share: reading bytes as a graph and holding it to its promises. */
#include "fuzz.h"

#include "base/memory.h"
#include "graph/graph.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(fact)                                                                              \
    do {                                                                                           \
        if (!(fact)) {                                                                             \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #fact);                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

riwalk_read_options fuzz_options(uint8_t byte, riwalk_format format)
{
    riwalk_read_options options;

    riwalk_read_options_init(&options);
    options.format = format;
    options.directed = byte & 1;
    options.weighted = byte & 2;
    options.run.threads = byte & 4 ? 2 : 1;
    if (byte & 8)
        options.delimiter = " \t,;"[byte >> 4 & 3];
    options.undirected = byte & 16 && !options.directed;
    options.unweighted = byte & 32 && !options.weighted;
    options.header = (riwalk_header)((byte >> 6) % 3);
    return options;
}

static bool has_arc(const riwalk_graph *g, uint32_t from, uint32_t to, float weight)
{
    for (uint64_t at = g->offsets[from]; at < g->offsets[from + 1]; at++)
        if (g->neighbors[at] == to)
            return !g->weights || g->weights[at] == weight;
    return false;
}

static void check_row(const riwalk_graph *g, uint32_t u)
{
    REQUIRE(g->offsets[u] <= g->offsets[u + 1]);
    for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1]; at++) {
        uint32_t v = g->neighbors[at];

        REQUIRE(v < g->node_count && v != u);
        REQUIRE(at == g->offsets[u] || g->neighbors[at - 1] < v);
        REQUIRE(!g->weights || (g->weights[at] > 0 && isfinite(g->weights[at])));
        REQUIRE(g->directed || has_arc(g, v, u, g->weights ? g->weights[at] : 0));
    }
}

static void check_name(const riwalk_graph *g, uint32_t u)
{
    char digits[RW_INTEGER_CHARS];
    size_t length;
    const char *name = rw_graph_name(g, u, digits, &length);
    uint32_t found = UINT32_MAX;

    REQUIRE(length > 0);
    REQUIRE(riwalk_graph_find(g, name, length, &found) && found == u);
}

static void check_graph(const riwalk_graph *g)
{
    uint32_t looked_at = g->node_count < 5000 ? g->node_count : 5000;

    REQUIRE(g->offsets[0] == 0 && g->offsets[g->node_count] == g->arc_count);
    for (uint32_t u = 0; u < looked_at; u++) {
        check_row(g, u);
        check_name(g, u);
    }
}

void fuzz_read(const uint8_t *data, size_t size, const riwalk_read_options *options)
{
    long before = rw_memory_blocks();
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};
    riwalk_status status = riwalk_graph_read_memory(data, size, "fuzz", options, &graph, &error);

    REQUIRE(!status == (graph != NULL));
    REQUIRE(error.code == status);
    REQUIRE(!status || error.message[0]);
    if (graph)
        check_graph(graph);
    riwalk_graph_free(graph);
    REQUIRE(rw_memory_blocks() == before);
}
