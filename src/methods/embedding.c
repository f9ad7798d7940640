/* SPDX-License-Identifier: MIT */
/* Options, graphs, memory and vectors of a run of any method. */
#include "methods/embedding.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "riwalk_options.h"
#include "vectors/vectors.h"

#include <math.h>

/* Vectors that a thread hands over to a file at once. */
#define VECTORS_AT_ONCE 32

static riwalk_status check_graphs(const rw_embedding *e, riwalk_error *error)
{
    uint64_t nodes = 0;

    if (!e->graphs || !e->graph_count || (e->graph_count > 1 && !e->names))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "at least one graph is needed, and a name for each if there are several");
    for (size_t g = 0; g < e->graph_count; g++) {
        if (!e->graphs[g] || (e->graph_count > 1 && !e->names[g]))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT, "graph %zu or its name is NULL", g + 1);
        nodes += e->graphs[g]->node_count;
    }
    if (!nodes)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph has no nodes");
    return RIWALK_STATUS_OK;
}

riwalk_status rw_embedding_init(rw_embedding *e, const riwalk_options *options, riwalk_error *error)
{
    riwalk_status status;

    if ((status = riwalk_options_resolve(options, e->graph_count, e->model != NULL, &e->options,
                                         error)) ||
        (status = check_graphs(e, error)))
        return status;
    e->options.run = rw_run_resolve(&e->options.run);
    e->members = rw_group_members(e->options.group);
    if (e->graph_count > 1 &&
        (status = rw_graph_join(e->graphs, e->graph_count, &e->joined, error)))
        return status;
    e->graph = e->joined ? e->joined : e->graphs[0];
    return RIWALK_STATUS_OK;
}

void rw_embedding_free(rw_embedding *e)
{
    riwalk_graph_free(e->joined);
}

uint64_t rw_embedding_checksum(const rw_embedding *e)
{
    uint64_t sum = e->graph_count == 1 ? rw_graph_checksum(e->graphs[0]) : 0;

    for (size_t g = 0; g < e->graph_count && e->graph_count > 1; g++) {
        uint64_t own = rw_graph_checksum(e->graphs[g]);

        sum = rw_checksum(&own, sizeof own, sum);
    }
    return sum;
}

/* The program and its libraries, before anything is read. */
#define PROCESS_BYTES (UINT64_C(5) << 20)

/* What lets several processes talk: libraries of MPI, and pieces on their way. */
#define GROUP_BYTES (UINT64_C(8) << 20)

static uint64_t graph_bytes(const riwalk_graph *graph)
{
    return (graph->node_count + UINT64_C(1)) * sizeof *graph->offsets +
           graph->arc_count *
               (sizeof *graph->neighbors + (graph->weights ? sizeof *graph->weights : 0));
}

uint64_t rw_embedding_bytes(const rw_embedding *e)
{
    uint64_t bytes = PROCESS_BYTES + (e->members > 1 ? GROUP_BYTES : 0) + e->reserved +
                     (uint64_t)e->graph->node_count * RW_NAME_BYTES;

    for (size_t g = 0; g < e->graph_count; g++)
        bytes += graph_bytes(e->graphs[g]);
    return e->joined ? bytes + graph_bytes(e->joined) : bytes;
}

uint64_t rw_embedding_vector_bytes(const rw_embedding *e)
{
    uint64_t rows = e->graph->node_count;

    if (e->options.output || e->members > 1)
        rows = (uint64_t)e->options.run.threads * VECTORS_AT_ONCE;
    return rows * e->options.dimensions * sizeof(float);
}

uint64_t rw_embedding_limit(const rw_embedding *e)
{
    return e->options.memory ? e->options.memory : rw_memory_machine() / 2;
}

riwalk_status rw_embedding_check_limit(const rw_embedding *e, uint64_t least, riwalk_error *error)
{
    if (!e->options.memory || least <= e->options.memory)
        return RIWALK_STATUS_OK;
    return rw_fail(error, RIWALK_STATUS_LIMIT,
                   "the memory limit of %.1f MB is too low: at least %.1f MB are needed",
                   (double)e->options.memory / 1e6, ceil((double)least / 1e5) / 10);
}

riwalk_status rw_embedding_check_walks(const rw_embedding *e, riwalk_error *error)
{
    if (e->options.walk_length < 2)
        return rw_fail(
            error, RIWALK_STATUS_ARGUMENT,
            "the walk length must be at least 2: a walk of 1 token visits no other node");
    return RIWALK_STATUS_OK;
}

void rw_embedding_estimate(const rw_embedding *e, const rw_walk_bytes *bytes, double walking,
                           double training, riwalk_estimate *estimate)
{
    double share = e->graph->node_count / (e->options.run.threads * (double)e->members);

    estimate->memory_bytes = rw_walk_bytes_used(bytes);
    estimate->least_memory_bytes = bytes->least;
    estimate->walk_seconds = walking * share;
    estimate->train_seconds = training * share * e->options.epochs;
    if (!bytes->keep)
        estimate->train_seconds += estimate->walk_seconds * e->options.epochs;
    else if (e->members > 1) /* whose walks are kept by others than those that count them */
        estimate->walk_seconds *= 2;
}

riwalk_status rw_embedding_vectors(const rw_embedding *e, uint32_t dimensions,
                                   riwalk_vectors **vectors, riwalk_error *error)
{
    riwalk_vectors *v = NULL;
    riwalk_status status = RIWALK_STATUS_OK;

    if (e->opened) {
        v = *e->opened;
        *e->opened = NULL;
    } else if ((status = rw_vectors_new(e->graph->node_count, dimensions, &v, error))) {
        return status;
    }
    if (rw_group_rank(e->options.group)) {
        *vectors = v;
        return RIWALK_STATUS_OK;
    }
    for (size_t g = 0; g < e->graph_count && !status; g++)
        status = rw_vectors_add_graph(v, e->graphs[g], e->names ? e->names[g] : NULL, error);
    if (!status)
        status = rw_vectors_index(v, "the nodes", error);
    if (status)
        riwalk_vectors_free(v);
    else
        *vectors = v;
    return status;
}
