/* SPDX-License-Identifier: MIT */
/* The sampler object: options of roles and walks, checked in one place. */
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/parallel.h"
#include "walks/walks.h"

#include <math.h>

void riwalk_walk_options_init(riwalk_walk_options *options)
{
    *options = (riwalk_walk_options){
        .size = sizeof *options,
        .seed = 1,
        .radius = 4,
        .walks = 80,
        .walk_length = 10,
        .discount = true,
        .discount_base = 2,
        .role_anchor = true,
    };
}

riwalk_status rw_walks_check(const riwalk_walk_options *options, riwalk_error *error)
{
    if (options->walks < 1)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "0 walks: each anchor needs at least 1 (80 is usual)");
    if (options->walk_length < 1 || options->walk_length > RW_WALK_LENGTH_LIMIT)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the walk length is %u: it must be from 1 to %d tokens (10 is usual)",
                       options->walk_length, RW_WALK_LENGTH_LIMIT);
    if ((uint64_t)options->walks * options->walk_length > RW_WALK_TOKENS_LIMIT)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "%u walks of %u tokens: at most %u tokens from an anchor are supported",
                       options->walks, options->walk_length, RW_WALK_TOKENS_LIMIT);
    return RIWALK_STATUS_OK;
}

static riwalk_status check_roles(const riwalk_walk_options *options, riwalk_error *error)
{
    if (options->radius < 1 ||
        (options->radius > RIWALK_RADIUS_LIMIT && options->radius != RIWALK_RADIUS_MAX))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the radius is %u: it must be from 1 to %d, or max for the whole component",
                       options->radius, RIWALK_RADIUS_LIMIT);
    if ((unsigned)options->identifier > RIWALK_IDENTIFIER_CUSTOM)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "there is no role identifier number %d",
                       (int)options->identifier);
    if ((options->identifier == RIWALK_IDENTIFIER_CUSTOM) != (options->role != NULL))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a custom role identifier needs a role function, and no other takes one");
    if (!(options->discount_base >= RW_DISCOUNT_LEAST_BASE && isfinite(options->discount_base)))
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the discount base is %g: it must be at least %g (2 is usual)",
                       options->discount_base, RW_DISCOUNT_LEAST_BASE);
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_sampler_create(const riwalk_graph *graph, const riwalk_walk_options *options,
                                    riwalk_sampler **sampler, riwalk_error *error)
{
    riwalk_walk_options known;
    riwalk_sampler *made;
    riwalk_status status;

    riwalk_walk_options_init(&known);
    if ((status = rw_options_copy(&known, sizeof known, options, error)))
        return status;
    if (!graph || !sampler)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the graph and the sampler must not be NULL");
    if (graph->directed)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the graph is directed, and roles are defined on undirected graphs: read "
                       "it as an undirected one");
    if ((status = rw_walks_check(&known, error)) || (status = check_roles(&known, error)))
        return status;
    if (!(made = rw_alloc(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    known.threads = rw_threads(known.threads);
    if ((status = rw_role_plan_init(&made->plan, graph, &known, error))) {
        rw_free(made);
        return status;
    }
    *sampler = made;
    return RIWALK_STATUS_OK;
}

void riwalk_sampler_free(riwalk_sampler *sampler)
{
    rw_free(sampler);
}

unsigned riwalk_role_field_count(const riwalk_sampler *sampler)
{
    return rw_role_field_count(&sampler->plan);
}

const char *riwalk_role_field_name(const riwalk_sampler *sampler, unsigned field)
{
    return rw_role_field_name(&sampler->plan, field);
}

void riwalk_role_tuple(const riwalk_sampler *sampler, uint64_t role, uint64_t *tuple)
{
    rw_role_tuple(&sampler->plan, role, tuple);
}

size_t riwalk_role_token(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                         size_t capacity)
{
    rw_text text = {buffer, capacity, 0};

    rw_role_token(&sampler->plan, role, &text);
    return text.length;
}

size_t riwalk_role_words(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                         size_t capacity)
{
    rw_text text = {buffer, capacity, 0};

    rw_role_words(&sampler->plan, role, &text);
    return text.length;
}
