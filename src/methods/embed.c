/* SPDX-License-Identifier: MIT */
/* Embedding by any method. */
#include "base/error.h"
#include "methods/embedding.h"

static const rw_method *const methods[] = {
    [RIWALK_METHOD_RIWALK] = &rw_riwalk_method,
};

static riwalk_status find_method(const rw_embedding *e, const rw_method **method,
                                 riwalk_error *error)
{
    size_t number = (size_t)e->options.method;

    if (number >= sizeof methods / sizeof *methods || !methods[number])
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "there is no method number %zu", number);
    if (e->options.model && number != RIWALK_METHOD_RIWALK)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "only RiWalk makes models");
    if (e->options.model && e->walks.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a role identifier of your own cannot be kept in a model");
    *method = methods[number];
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_embed_options *options,
                           riwalk_vectors **vectors, riwalk_embed_report *report,
                           riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names};
    riwalk_embed_report own = {0};
    const rw_method *method;
    riwalk_status status;

    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if (!(status = rw_embedding_init(&e, options, error)) &&
        !(status = find_method(&e, &method, error)))
        status = method->embed(&e, vectors, &own, error);
    rw_embedding_free(&e);
    if (!status && report)
        *report = own;
    return status;
}

riwalk_status riwalk_embed_foresee(const riwalk_graph *const *graphs, size_t graph_count,
                                   const char *const *names, const riwalk_embed_options *options,
                                   riwalk_embed_estimate *estimate, riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names};
    const rw_method *method;
    riwalk_status status;

    if (!estimate)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the estimate must not be NULL");
    if (!(status = rw_embedding_init(&e, options, error)) &&
        !(status = find_method(&e, &method, error)))
        status = method->foresee(&e, estimate, error);
    rw_embedding_free(&e);
    return status;
}
