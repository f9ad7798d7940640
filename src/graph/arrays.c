/* SPDX-License-Identifier: MIT */
/*
 * Graphs from a caller's arrays: pairs of nodes, or sources and targets, with 32 or 64 bits a
 * number. Nodes get the order of their names, as if they had been read from a file.
 */
#include "graph/arrays.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/search.h"
#include "base/sort.h"
#include "graph/graph.h"
#include "graph/intern.h"

#include <math.h>
#include <string.h>

/* Edges of one task. */
#define BLOCK 65536

void riwalk_build_options_init(riwalk_build_options *options)
{
    *options = (riwalk_build_options){.size = sizeof *options};
}

/* ---- Names ---- */

static riwalk_status order_integers(const int64_t *given, uint32_t count, rw_names *names,
                                    uint32_t *rank, riwalk_error *error)
{
    uint64_t *values = rw_alloc(count, sizeof *values, error), *scratch;
    int64_t *sorted;

    if (!values)
        return RIWALK_STATUS_MEMORY;
    if (!(scratch = rw_alloc(count, sizeof *scratch, error)))
        return rw_free(values), RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        values[i] = (uint64_t)given[i] ^ UINT64_C(1) << 63; /* unsigned order is the signed one */
    rw_sort_u64(values, scratch, count);
    rw_free(scratch);
    sorted = (int64_t *)values;
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (int64_t)(values[i] ^ UINT64_C(1) << 63);
    for (uint32_t i = 1; i < count; i++)
        if (sorted[i] == sorted[i - 1]) {
            riwalk_status status = rw_fail(error, RIWALK_STATUS_ARGUMENT,
                                           "two nodes have the name %lld", (long long)sorted[i]);

            return rw_free(values), status;
        }
    for (uint32_t i = 0; i < count; i++)
        rank[i] = (uint32_t)rw_search_i64(sorted, 0, count, given[i]);
    if (!count || sorted[count - 1] - sorted[0] == (int64_t)count - 1) {
        *names = (rw_names){.kind = RW_NAMES_RANGE, .first = count ? sorted[0] : 0};
        rw_free(values);
    } else {
        *names = (rw_names){.kind = RW_NAMES_INTEGERS, .integers = sorted};
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status intern_all(const char *const *given, uint32_t count, rw_intern *intern,
                                riwalk_error *error)
{
    riwalk_status status;

    for (uint32_t i = 0; i < count; i++) {
        size_t length = given[i] ? strlen(given[i]) : 0;
        uint64_t hash;
        rw_name key;
        uint32_t id;

        if (!length || strchr(given[i], '\n'))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "node %u: a name must not be empty or have a line feed", i);
        key = rw_intern_key(given[i], length, length + 1, &hash);
        if ((status = rw_intern_add(intern, &key, hash, &id, error)))
            return status;
        if (id != i)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "two nodes have the name '%.80s'",
                           given[i]);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status order_strings(const char *const *given, uint32_t count, rw_names *names,
                                   uint32_t *rank, riwalk_error *error)
{
    rw_intern intern = {0};
    riwalk_status status;

    if (!(status = rw_intern_init(&intern, error)) &&
        !(status = intern_all(given, count, &intern, error)))
        status = rw_names_order(&intern, names, rank, error);
    rw_intern_free(&intern);
    return status;
}

riwalk_status rw_order_nodes(uint32_t count, const riwalk_build_options *o, rw_names *names,
                             uint32_t **rank, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (o->names || o->integer_names) {
        if (!(*rank = rw_alloc(count, sizeof **rank, error)))
            return RIWALK_STATUS_MEMORY;
        status = o->names ? order_strings(o->names, count, names, *rank, error)
                          : order_integers(o->integer_names, count, names, *rank, error);
    }
    for (uint32_t i = 0; o->places && !status && i < count; i++)
        o->places[i] = *rank ? (*rank)[i] : i;
    return status;
}

/* ---- Edges ---- */

typedef struct gathering {
    const riwalk_edge_arrays *arrays;
    uint32_t node_count;
    const uint32_t *rank;
    rw_edges edges;
} gathering;

static riwalk_status gather_block(void *context, size_t task, int worker, riwalk_error *error)
{
    gathering *g = context;
    const riwalk_edge_arrays *a = g->arrays;
    uint64_t first = (uint64_t)task * BLOCK;
    uint64_t end = first + BLOCK < a->count ? first + BLOCK : a->count;

    (void)worker;
    for (uint64_t e = first; e < end; e++) {
        uint64_t from = rw_index_at(a->sources, a->index_bits, e * a->stride);
        uint64_t to = rw_index_at(a->targets, a->index_bits, e * a->stride);

        if (from >= g->node_count || to >= g->node_count)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "edge %llu joins %lld and %lld, but there are only %u nodes",
                           (unsigned long long)e, (long long)from, (long long)to, g->node_count);
        g->edges.ends[2 * e] = g->rank ? g->rank[from] : (uint32_t)from;
        g->edges.ends[2 * e + 1] = g->rank ? g->rank[to] : (uint32_t)to;
        if (!a->weights)
            continue;
        g->edges.weights[e] = (float)rw_weight_at(a->weights, a->weight_bits, e);
        if (!(g->edges.weights[e] > 0 && isfinite(g->edges.weights[e])))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "edge %llu has the weight %g: weights must be positive and finite",
                           (unsigned long long)e, rw_weight_at(a->weights, a->weight_bits, e));
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status check_arrays(uint32_t node_count, const riwalk_edge_arrays *a,
                                  riwalk_graph **graph, riwalk_error *error)
{
    if (!graph || !a || (a->count && (!a->sources || !a->targets)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph and the edges must not be NULL");
    if ((a->index_bits != 32 && a->index_bits != 64) || !a->stride ||
        (a->weights && a->weight_bits != 32 && a->weight_bits != 64))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "node numbers and weights have 32 or 64 bits, and a stride is 1 or more");
    if (node_count > RIWALK_MAX_NODES)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "at most %u nodes are supported",
                       RIWALK_MAX_NODES);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_graph_from_edges(uint32_t node_count, const riwalk_edge_arrays *arrays,
                                      const riwalk_build_options *options, riwalk_graph **graph,
                                      riwalk_error *error)
{
    gathering g = {.arrays = arrays, .node_count = node_count};
    rw_names names = {.kind = RW_NAMES_RANGE};
    riwalk_build_options known;
    uint32_t *rank = NULL;
    riwalk_status status;
    riwalk_run run;

    riwalk_build_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)) ||
        (status = check_arrays(node_count, arrays, graph, error)))
        return status;
    run = rw_run_resolve(&known.run);
    g.edges.count = arrays->count;
    if ((status = rw_order_nodes(node_count, &known, &names, &rank, error)))
        goto done;
    g.rank = rank;
    status = RIWALK_STATUS_MEMORY;
    if (!(g.edges.ends = rw_alloc(arrays->count, 2 * sizeof *g.edges.ends, error)) ||
        (arrays->weights &&
         !(g.edges.weights = rw_alloc(arrays->count, sizeof *g.edges.weights, error))))
        goto done;
    if (!(status = rw_parallel(run.threads, (size_t)((arrays->count + BLOCK - 1) / BLOCK),
                               gather_block, &g, error)))
        status = rw_graph_build(node_count, &g.edges, known.directed, &run, &names, graph, error);
done:
    rw_free(g.edges.ends);
    rw_free(g.edges.weights);
    rw_free(rank);
    if (status)
        rw_names_free(&names);
    return status;
}
