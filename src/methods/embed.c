/* SPDX-License-Identifier: MIT */
/* Embedding by any method. */
#include "base/error.h"
#include "base/options.h"
#include "methods/combine.h"
#include "vectors/vectors.h"

static const rw_method *const methods[] = {
    [RIWALK_METHOD_RIWALK] = &rw_riwalk_method,
    [RIWALK_METHOD_DEEPWALK] = &rw_node2vec_method,
    [RIWALK_METHOD_NODE2VEC] = &rw_node2vec_method,
    [RIWALK_METHOD_STRUC2VEC] = &rw_struc2vec_method,
    [RIWALK_METHOD_GRAPHWAVE] = &rw_graphwave_method,
    [RIWALK_METHOD_REFEX] = &rw_refex_method,
    [RIWALK_METHOD_ROLX] = &rw_rolx_method,
    [RIWALK_METHOD_LINE] = &rw_line_method,
};

static riwalk_status check_model(const rw_embedding *e, riwalk_error *error)
{
    if (e->options.method != RIWALK_METHOD_RIWALK || e->options.combine != RIWALK_COMBINE_NONE)
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

    if (o->work && (o->method != RIWALK_METHOD_RIWALK || o->trainer != RIWALK_TRAINER_FACTOR ||
                    o->view.identifier == RIWALK_IDENTIFIER_CUSTOM))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "work can be kept of the factor trainer only, and not with a role "
                       "identifier of your own");
    if (!o->group && !o->output)
        return RIWALK_STATUS_OK;
    if (o->method != RIWALK_METHOD_RIWALK || o->combine != RIWALK_COMBINE_NONE)
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

/* Vectors go to memory, or into a file with those of the other members. */
static riwalk_status embed_into(const rw_embedding *e, const rw_method *method,
                                riwalk_vectors **vectors, riwalk_embed_report *report,
                                riwalk_error *error)
{
    riwalk_vectors *opened = NULL, *made = NULL;
    rw_embedding into = *e;
    riwalk_status status;

    if (!e->options.output)
        return method->embed(e, vectors, report, error);
    into.opened = &opened;
    if (!(status = rw_vectors_open(e->options.group, e->options.output, e->graph->node_count,
                                   e->options.dimensions, &opened, error)) &&
        !(status = method->embed(&into, &made, report, error)))
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

/* The method of an embedding, and the one that it is combined with: NULL for none. */
static void choose(const rw_embedding *e, const rw_method **first, const rw_method **second)
{
    *first = methods[e->options.method];
    *second = e->options.combine == RIWALK_COMBINE_NONE ? NULL : &rw_node2vec_method;
}

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_options *options,
                           riwalk_vectors **vectors, riwalk_model **model,
                           riwalk_embed_report *report, riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names, .model = model};
    riwalk_embed_report own = {.size = sizeof own};
    const rw_method *first, *second;
    riwalk_status status;

    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if ((status = rw_report_check(report, error)))
        return status;
    if ((status = rw_embedding_init(&e, options, error)) ||
        (model && (status = check_model(&e, error))) || (status = check_group(&e, error))) {
        /* What one member alone has no memory for, all must know. */
        if (!rw_group_check(e.options.group, NULL))
            status = rw_group_end(e.options.group, status, error);
        goto done;
    }
    choose(&e, &first, &second);
    status = second ? rw_combine_embed(&e, first, second, vectors, &own, error)
                    : embed_into(&e, first, vectors, &own, error);
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
    const rw_method *first, *second;
    riwalk_status status;

    if (!estimate)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the estimate must not be NULL");
    if ((status = rw_report_check(estimate, error)))
        return status;
    if (!(status = rw_embedding_init(&e, options, error))) {
        e.options.group = NULL; /* of which the size was all that is needed */
        choose(&e, &first, &second);
        status = second ? rw_combine_estimate(&e, first, second, &own, error)
                        : first->estimate(&e, &own, error);
    }
    own.size = sizeof own; /* methods fill the whole of it */
    if (!status)
        rw_report_hand_over(estimate, &own);
    rw_embedding_free(&e);
    return status;
}
