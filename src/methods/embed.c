/* SPDX-License-Identifier: MIT */
/* Embedding by any method: resolves options, joins graphs, checks memory, makes the vectors; and
 * the public calls. */
#include "methods/embedding.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/os.h"
#include "base/parallel.h"
#include "graph/types.h"
#include "options/options.h"
#include "vectors/vectors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Vectors that a thread writes to a file at a time. */
#define VECTORS_AT_ONCE 32

/* The walks of a node are cut into at most this many. */
#define SLICES 8

static riwalk_status check_graphs(const rw_embedding *e, riwalk_error *error)
{
    uint64_t nodes = 0;

    if (!e->graphs || !e->graph_count || (e->graph_count > 1 && !e->names))
        return rw_refuse(error,
                         "at least one graph is needed, and a name for each if there are several");
    for (size_t g = 0; g < e->graph_count; g++) {
        if (!e->graphs[g] || (e->graph_count > 1 && !e->names[g]))
            return rw_refuse(error, "graph %zu or its name is NULL", g + 1);
        nodes += e->graphs[g]->node_count;
    }
    if (!nodes)
        return rw_refuse(error, "the graph has no nodes");
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_options_resolve_for(const riwalk_options *options,
                                         const riwalk_graph *const *graphs, size_t graph_count,
                                         bool with_model, riwalk_options *resolved,
                                         riwalk_error *error)
{
    riwalk_options own;
    bool weighted = false;

    RW_MUST(rw_options_take(options, &own, error));
    for (size_t g = 0; g < graph_count; g++)
        weighted |= graphs[g]->weights != NULL;
    if (riwalk_method_describe(own.method)->roles)
        rw_options_settle(&own, graph_count && graphs[0]->directed, weighted,
                          rw_graphs_have_types(graphs, graph_count));
    return riwalk_options_resolve(&own, graph_count, with_model, resolved, error);
}

riwalk_status rw_embedding_init(rw_embedding *e, const riwalk_options *options, riwalk_error *error)
{
    const riwalk_method_info *method;

    RW_MUST(check_graphs(e, error));
    RW_MUST(riwalk_options_resolve_for(options, e->graphs, e->graph_count, e->model != NULL,
                                       &e->options, error));
    method = riwalk_method_describe(e->options.method);
    if (e->options.run.device == RIWALK_DEVICE_CUDA && !method->roles)
        return rw_refuse(error, "only the riwalk methods run on a graphics card: use device cpu");
    if (method->walks && e->options.walk_length < 2)
        return rw_refuse(
            error, "the walk length must be at least 2: a walk of 1 token visits no other node");
    e->options.run = rw_run_resolve(&e->options.run);
    e->members = rw_group_members(e->options.group);
    e->report.size = sizeof e->report;
    if (e->graph_count > 1)
        RW_MUST(rw_graph_join(e->graphs, e->graph_count, &e->joined, error));
    e->graph = e->joined ? e->joined : e->graphs[0];
    return RIWALK_STATUS_OK;
}

void rw_embedding_free(rw_embedding *e)
{
    riwalk_graph_free(e->joined);
    riwalk_vectors_free(e->vectors);
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

/* The program and its libraries, before any input is read. */
#define PROCESS_BYTES (UINT64_C(5) << 20)

/* What communication takes: libraries of MPI, and messages in flight. */
#define GROUP_BYTES (UINT64_C(8) << 20)

/* A mapped file does not count: the system can evict its pages. */
static uint64_t graph_bytes(const riwalk_graph *graph)
{
    if (graph->backing.mapped)
        return rw_types_bytes(graph) + (graph->widened ? graph->arc_count * sizeof(double) : 0);
    return (graph->node_count + UINT64_C(1)) * sizeof *graph->offsets +
           graph->arc_count *
               (sizeof *graph->neighbors + (graph->weights ? sizeof *graph->weights : 0)) +
           rw_types_bytes(graph);
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
    return e->options.memory ? e->options.memory : rw_os_memory() / 2;
}

riwalk_status rw_embedding_check_limit(const rw_embedding *e, uint64_t least, riwalk_error *error)
{
    if (!e->options.memory || least <= e->options.memory)
        return RIWALK_STATUS_OK;
    return rw_fail(error, RIWALK_STATUS_LIMIT,
                   "the memory limit of %.1f MB is too low: at least %.1f MB are needed",
                   (double)e->options.memory / 1e6, ceil((double)least / 1e5) / 10);
}

riwalk_status rw_embedding_need(rw_embedding *e, uint64_t least, uint64_t bytes,
                                riwalk_error *error)
{
    if (!e->estimate) {
        e->report.memory_bytes = bytes;
        return rw_embedding_check_limit(e, least, error);
    }
    e->estimate->memory_bytes = bytes;
    e->estimate->least_memory_bytes = least;
    return RIWALK_STATUS_OK;
}

rw_corpus rw_walks_corpus(uint32_t nodes, uint32_t walks, uint32_t length)
{
    uint32_t slices = walks < SLICES ? walks : SLICES;
    uint32_t slice_walks = (walks + slices - 1) / slices;

    return (rw_corpus){
        .token_count = nodes,
        .group_count = nodes,
        .slices = slices,
        .slice_tokens = slice_walks * length,
        .slice_sentences = slice_walks,
        .total = (uint64_t)nodes * walks * length,
    };
}

void rw_embedding_estimate(const rw_embedding *e, const rw_walk_bytes *bytes, double walking,
                           double training)
{
    double share = e->graph->node_count / (e->options.run.threads * (double)e->members);
    riwalk_estimate *estimate = e->estimate;

    estimate->memory_bytes = rw_walk_bytes_used(bytes);
    estimate->least_memory_bytes = bytes->least;
    estimate->walk_seconds = walking * share;
    estimate->train_seconds = training * share * e->options.epochs;
    if (!bytes->keep && !bytes->file)
        estimate->train_seconds += estimate->walk_seconds * e->options.epochs;
    else if (e->members > 1) /* a group walks twice: members keep other walks than they counted */
        estimate->walk_seconds *= 2;
}

riwalk_status rw_embedding_rows(rw_embedding *e, uint32_t dimensions, riwalk_error *error)
{
    return e->vectors ? RIWALK_STATUS_OK
                      : rw_vectors_new(e->graph->node_count, dimensions, &e->vectors, error);
}

riwalk_status rw_embedding_name(const rw_embedding *e, const uint32_t *only, uint32_t first,
                                uint32_t count, riwalk_error *error)
{
    uint32_t before = 0; /* nodes of earlier graphs */
    size_t g = 0;

    if (rw_group_rank(e->options.group))
        return RIWALK_STATUS_OK;
    for (uint32_t row = 0; row < count; row++) {
        uint32_t node = only ? only[row] : first + row;
        char digits[RW_INTEGER_CHARS];

        while (node - before >= e->graphs[g]->node_count)
            before += e->graphs[g++]->node_count;
        RW_MUST(rw_vectors_add_name(e->vectors, e->names ? e->names[g] : NULL,
                                    rw_graph_name(e->graphs[g], node - before, digits), error));
    }
    /* Names within one graph are unique, and nobody looks up vectors that are only in a file. */
    if (e->vectors->in_file && e->graph_count == 1)
        return RIWALK_STATUS_OK;
    return rw_vectors_index(e->vectors, "the nodes", error);
}

riwalk_status rw_embedding_vectors(rw_embedding *e, uint32_t dimensions, riwalk_error *error)
{
    RW_MUST(rw_embedding_rows(e, dimensions, error));
    return rw_embedding_name(e, NULL, 0, e->graph->node_count, error);
}

void rw_report_add_pairs(riwalk_embed_report *report, uint64_t pairs, double loss)
{
    double before = report->pairs ? report->loss * (double)report->pairs : 0;
    double added = pairs ? loss * (double)pairs : 0;

    report->pairs += pairs;
    report->loss = report->pairs ? (before + added) / (double)report->pairs : NAN;
}

riwalk_status rw_embedding_take(rw_embedding *e, rw_weights *model, riwalk_error *error)
{
    e->report.pairs = model->pairs;
    e->report.loss = model->loss;
    rw_weights_drop_outputs(model);
    RW_MUST(rw_embedding_vectors(e, e->options.dimensions, error));
    for (uint32_t s = model->first; s < model->end; s++)
        for (uint64_t u = s; u < e->graph->node_count; u += model->shards)
            RW_MUST(rw_vectors_put(e->vectors, (uint32_t)u, 1, rw_weights_row(model, (uint32_t)u),
                                   error));
    return RIWALK_STATUS_OK;
}

/* ---- Checks ---- */

/* Refuses what the method cannot do: make a model, keep work, share the work in a group, or write
 * its vectors straight into a file. */
static riwalk_status check(const rw_embedding *e, riwalk_error *error)
{
    const riwalk_options *o = &e->options;
    const riwalk_method_info *info = riwalk_method_describe(o->method);
    bool alone = o->combine == RIWALK_COMBINE_NONE; /* a combination can only embed */

    if (e->model && !(info->models && alone))
        return rw_refuse(error,
                         "only the riwalk methods can make a model, and not in a combination");
    if (e->model && o->view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_refuse(error, "a model cannot store a custom role identifier");
    if (o->work &&
        (!info->roles || (rw_options_factor(o) && o->view.identifier == RIWALK_IDENTIFIER_CUSTOM)))
        return rw_refuse(error, "only the riwalk methods keep work, and the factor trainer only "
                                "with built-in identifiers");
    if (!o->group && !o->output)
        return RIWALK_STATUS_OK;
    if (!(info->groups && alone))
        return rw_refuse(error,
                         "several processes can run only the riwalk methods, not a combination");
    if (e->model && o->group && o->trainer != RIWALK_TRAINER_FACTOR)
        return rw_refuse(error,
                         "only one process can make a model of skip-gram: use the factor trainer");
    if (!o->output)
        return rw_refuse(error,
                         "in a group options.output must name the file that all members write");
    return rw_group_check(o->group, error);
}

/* All members of a group must have the same graph and options. Both are compared as lines of text
 * with those of rank 0. */
static riwalk_status agree(const rw_embedding *e, riwalk_error *error)
{
    riwalk_comm *group = e->options.group;
    size_t bytes = RW_LINES_MOST + 1, length;
    rw_span lines[2];
    char *first, *own;
    RW_POOL(pool);

    if (!group)
        return RIWALK_STATUS_OK;
    RW_HAVE(first = rw_take_zeroed(&pool, 2, bytes, error));
    own = first + bytes;
    rw_lines_write(&e->options, own);
    length = strlen(own);
    length += (size_t)snprintf(own + length, bytes - length, "graph %016llx\nmodel %s\noutput %s\n",
                               (unsigned long long)rw_embedding_checksum(e),
                               e->model ? "yes" : "no", e->options.output ? e->options.output : "");
    if (!group->rank)
        memcpy(first, own, bytes);
    if (length >= bytes)
        return rw_refuse(error, "the name of the output is too long");
    RW_MUST(rw_group_broadcast(group, 0, first, bytes, error));
    if (rw_lines_differ(first, own, lines))
        return rw_refuse(error,
                         "rank %u has '%.*s', and rank 0 '%.*s': all must have the same graph and "
                         "options",
                         group->rank, RW_CUT(lines[1], 80), RW_CUT(lines[0], 80));
    return RIWALK_STATUS_OK;
}

/* Puts the vectors into memory, or into the file that all members write. */
riwalk_status rw_embed(rw_embedding *e, riwalk_error *error)
{
    riwalk_comm *group = e->options.group;
    riwalk_status status;

    if (!e->options.output)
        return rw_method_run(e, error);
    if (!(status = rw_vectors_open(group, e->options.output, e->graph->node_count,
                                   e->options.dimensions, &e->vectors, error)) &&
        !(status = rw_method_run(e, error)))
        status = rw_vectors_complete(group, e->vectors, error);
    return rw_group_end(group, status, error);
}

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_options *options,
                           riwalk_vectors **vectors, riwalk_model **model,
                           riwalk_embed_report *report, riwalk_error *error)
{
    riwalk_model *made = NULL;
    rw_embedding e = {.graphs = graphs,
                      .graph_count = graph_count,
                      .names = names,
                      .model = model ? &made : NULL};
    riwalk_status status;

    if (!vectors)
        return rw_refuse(error, "the vectors must not be NULL");
    RW_MUST(rw_report_check(report, error));
    if ((status = rw_embedding_init(&e, options, error)) || (status = check(&e, error)) ||
        (status = agree(&e, error))) {
        /* All members must learn that one has failed, for instance for lack of memory. */
        if (!rw_group_check(e.options.group, NULL))
            status = rw_group_end(e.options.group, status, error);
    } else if (!(status = rw_embed(&e, error))) {
        if (model) {
            *model = made;
            made = NULL;
        }
        if (!rw_group_rank(e.options.group)) {
            *vectors = e.vectors;
            e.vectors = NULL;
        }
        rw_report_hand_over(report, &e.report);
    }
    riwalk_model_free(made);
    rw_embedding_free(&e);
    return status;
}

riwalk_status riwalk_embed_estimate(const riwalk_graph *const *graphs, size_t graph_count,
                                    const char *const *names, const riwalk_options *options,
                                    riwalk_estimate *estimate, riwalk_error *error)
{
    riwalk_estimate own = {.size = sizeof own};
    RW_OWN(rw_embedding, e, rw_embedding_free);

    if (!estimate)
        return rw_refuse(error, "the estimate must not be NULL");
    RW_MUST(rw_report_check(estimate, error));
    e.graphs = graphs;
    e.graph_count = graph_count;
    e.names = names;
    e.estimate = &own;
    RW_MUST(rw_embedding_init(&e, options, error));
    e.options.group = NULL; /* only its size was needed */
    RW_MUST(rw_method_run(&e, error));
    rw_report_hand_over(estimate, &own);
    return RIWALK_STATUS_OK;
}
