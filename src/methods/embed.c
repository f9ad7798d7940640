/* SPDX-License-Identifier: MIT */
/* Embedding by any method. */
#include "base/error.h"
#include "base/group.h"
#include "base/memory.h"
#include "base/options.h"
#include "methods/embedding.h"
#include "options/lines.h"
#include "options/options.h"
#include "vectors/vectors.h"

#include <stdio.h>
#include <string.h>

/* What the method can do; in a combination, what both halves can do together: embed. */
static riwalk_method_info abilities(const riwalk_options *o)
{
    riwalk_method_info info = *riwalk_method_describe(o->method);

    info.models &= o->combine == RIWALK_COMBINE_NONE;
    info.groups &= o->combine == RIWALK_COMBINE_NONE;
    return info;
}

static riwalk_status check_model(const rw_embedding *e, riwalk_error *error)
{
    if (!abilities(&e->options).models)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "only the riwalk methods can make a model, and not in a combination");
    if (e->options.view.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a model cannot store a custom role identifier");
    return RIWALK_STATUS_OK;
}

/* What several processes, or one with its vectors in a file, can do together; and what can be kept
 * of their work. */
static riwalk_status check_group(const rw_embedding *e, riwalk_error *error)
{
    const riwalk_options *o = &e->options;

    if (o->work && (!rw_options_factor(o) || o->view.identifier == RIWALK_IDENTIFIER_CUSTOM))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "work can be kept of the factor trainer only, and not with a role "
                       "identifier of your own");
    if (!o->group && !o->output)
        return RIWALK_STATUS_OK;
    if (!abilities(o).groups)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "several processes work together on the riwalk methods only, and not on a "
                       "combination");
    if (e->model && o->group && o->trainer != RIWALK_TRAINER_FACTOR)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a model of skip-gram is made by one process: take the factor trainer");
    if (!o->output)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "in a group the vectors need a file that all members write");
    return rw_group_check(o->group, error);
}

/* Members with different options or graphs would make vectors that belong to neither: what they
 * must have in common is compared as lines. */
static riwalk_status agree(const rw_embedding *e, riwalk_error *error)
{
    riwalk_comm *group = e->options.group;
    size_t bytes = RW_LINES_MOST + 1, length;
    rw_lines_pair lines;
    char *first, *own;
    riwalk_status status;

    if (!group)
        return RIWALK_STATUS_OK;
    if (!(first = rw_alloc_zeroed(2, bytes, error)))
        return RIWALK_STATUS_MEMORY;
    own = first + bytes;
    rw_lines_write(&e->options, own);
    length = strlen(own);
    length += (size_t)snprintf(own + length, bytes - length, "graph %016llx\nmodel %s\noutput %s\n",
                               (unsigned long long)rw_embedding_checksum(e),
                               e->model ? "yes" : "no", e->options.output ? e->options.output : "");
    if (!group->rank)
        memcpy(first, own, bytes);
    if (length >= bytes)
        status = rw_fail(error, RIWALK_STATUS_ARGUMENT, "the name of the output is too long");
    else if (!(status = rw_group_broadcast(group, 0, first, bytes, error)) &&
             rw_lines_differ(first, own, &lines))
        status = rw_fail(error, RIWALK_STATUS_ARGUMENT,
                         "rank %u has '%.*s', and rank 0 '%.*s': all must have the same graph and "
                         "options",
                         group->rank, lines.second_length, lines.second, lines.first_length,
                         lines.first);
    rw_free(first);
    return status;
}

static const rw_method *chosen(const rw_embedding *e)
{
    return e->options.combine == RIWALK_COMBINE_NONE ? rw_method_of(e) : &rw_combination;
}

/* Vectors go to memory, or into a file with those of the other members. */
riwalk_status rw_embed(const rw_embedding *e, riwalk_vectors **vectors, riwalk_embed_report *report,
                       riwalk_error *error)
{
    riwalk_vectors *opened = NULL, *made = NULL;
    rw_embedding into = *e;
    riwalk_status status;

    if (!e->options.output)
        return chosen(e)->embed(e, vectors, report, error);
    into.opened = &opened;
    if (!(status = rw_vectors_open(e->options.group, e->options.output, e->graph->node_count,
                                   e->options.dimensions, &opened, error)) &&
        !(status = chosen(e)->embed(&into, &made, report, error)))
        status = rw_vectors_complete(e->options.group, made, error);
    if (!(status = rw_group_end(e->options.group, status, error)) &&
        !rw_group_rank(e->options.group)) {
        *vectors = made;
        made = NULL;
    }
    riwalk_vectors_free(opened);
    riwalk_vectors_free(made);
    if (status && e->model) {
        riwalk_model_free(*e->model);
        *e->model = NULL;
    }
    return status;
}

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_options *options,
                           riwalk_vectors **vectors, riwalk_model **model,
                           riwalk_embed_report *report, riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names, .model = model};
    riwalk_embed_report own = {.size = sizeof own};
    riwalk_status status;

    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if ((status = rw_report_check(report, error)))
        return status;
    if ((status = rw_embedding_init(&e, options, error)) ||
        (model && (status = check_model(&e, error))) || (status = check_group(&e, error)) ||
        (status = agree(&e, error))) {
        /* What one member alone has no memory for, all must know. */
        if (!rw_group_check(e.options.group, NULL))
            status = rw_group_end(e.options.group, status, error);
        goto done;
    }
    status = rw_embed(&e, vectors, &own, error);
    own.size = sizeof own; /* methods fill the whole of it */
    if (!status)
        rw_report_hand_over(report, &own);
done:
    rw_embedding_free(&e);
    return status;
}

riwalk_status riwalk_embed_estimate(const riwalk_graph *const *graphs, size_t graph_count,
                                    const char *const *names, const riwalk_options *options,
                                    riwalk_estimate *estimate, riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names};
    riwalk_estimate own = {.size = sizeof own};
    riwalk_status status;

    if (!estimate)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the estimate must not be NULL");
    if ((status = rw_report_check(estimate, error)))
        return status;
    if (!(status = rw_embedding_init(&e, options, error))) {
        e.options.group = NULL; /* of which the size was all that is needed */
        status = chosen(&e)->estimate(&e, &own, error);
    }
    own.size = sizeof own; /* methods fill the whole of it */
    if (!status)
        rw_report_hand_over(estimate, &own);
    rw_embedding_free(&e);
    return status;
}
