/* SPDX-License-Identifier: MIT */
/* Embedding by any method. */
#include "base/error.h"
#include "methods/combine.h"

static const rw_method *const methods[] = {
    [RIWALK_METHOD_RIWALK] = &rw_riwalk_method,
    [RIWALK_METHOD_DEEPWALK] = &rw_node2vec_method,
    [RIWALK_METHOD_NODE2VEC] = &rw_node2vec_method,
    [RIWALK_METHOD_STRUC2VEC] = &rw_struc2vec_method,
    [RIWALK_METHOD_GRAPHWAVE] = &rw_graphwave_method,
};

static riwalk_status find_method(riwalk_method number, const rw_method **method,
                                 riwalk_error *error)
{
    if ((size_t)number >= sizeof methods / sizeof *methods || !methods[number])
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "there is no method number %zu",
                       (size_t)number);
    *method = methods[number];
    return RIWALK_STATUS_OK;
}

/* The method, and the one that it is combined with: NULL for none. */
typedef struct choice {
    const rw_method *method;
    const rw_method *second;
    riwalk_combine_options combine;
} choice;

static riwalk_status choose(const rw_embedding *e, choice *c, riwalk_error *error)
{
    riwalk_status status;

    c->second = NULL;
    if (e->options.model && (e->options.method != RIWALK_METHOD_RIWALK || e->options.combine))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "only RiWalk makes models, and not in combination");
    if (e->options.model && e->walks.identifier == RIWALK_IDENTIFIER_CUSTOM)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a role identifier of your own cannot be kept in a model");
    if ((status = find_method(e->options.method, &c->method, error)) || !e->options.combine)
        return status;
    if ((status = rw_combine_options(e, &c->combine, error)))
        return status;
    return find_method(c->combine.method, &c->second, error);
}

riwalk_status riwalk_embed(const riwalk_graph *const *graphs, size_t graph_count,
                           const char *const *names, const riwalk_embed_options *options,
                           riwalk_vectors **vectors, riwalk_embed_report *report,
                           riwalk_error *error)
{
    rw_embedding e = {.graphs = graphs, .graph_count = graph_count, .names = names};
    riwalk_embed_report own = {0};
    riwalk_status status;
    choice c;

    if (!vectors)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the vectors must not be NULL");
    if (!(status = rw_embedding_init(&e, options, error)) && !(status = choose(&e, &c, error)))
        status = c.second
                     ? rw_combine_embed(&e, &c.combine, c.method, c.second, vectors, &own, error)
                     : c.method->embed(&e, vectors, &own, error);
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
    riwalk_status status;
    choice c;

    if (!estimate)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the estimate must not be NULL");
    if (!(status = rw_embedding_init(&e, options, error)) && !(status = choose(&e, &c, error)))
        status = c.second ? rw_combine_foresee(&e, &c.combine, c.method, c.second, estimate, error)
                          : c.method->foresee(&e, estimate, error);
    rw_embedding_free(&e);
    return status;
}
