/* SPDX-License-Identifier: MIT */
/* The sampler object: checks options of roles and walks. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "engine/walks.h"
#include "options/options.h"

riwalk_status riwalk_sampler_create(const riwalk_graph *graph, const riwalk_options *options,
                                    riwalk_sampler **sampler, riwalk_error *error)
{
    riwalk_options known;
    riwalk_sampler *made;
    riwalk_status status;

    RW_MUST(rw_options_take(options, &known, error));
    if (!graph || !sampler)
        return rw_refuse(error, "the graph and the sampler must not be NULL");
    rw_options_settle(&known, graph->directed, graph->weights != NULL,
                      rw_graphs_have_types(&graph, 1));
    known.walk_length = rw_options_walk_length(&known);
    known.view = rw_options_view(&known.view);
    RW_MUST(rw_options_check_walks(rw_options_walks(&known), known.walk_length, error));
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->run = rw_run_resolve(&known.run);
    if ((status = rw_walk_setup_init(&made->setup, graph, &known, error)))
        riwalk_sampler_free(made);
    else
        *sampler = made;
    return status;
}

riwalk_status rw_sampler_open(const riwalk_sampler *sampler, uint64_t anchors, rw_engine **engine,
                              riwalk_error *error)
{
    const rw_walk_setup *setup = &sampler->setup;

    return rw_engine_open(&setup, 1, &sampler->run, anchors, engine, error);
}

void riwalk_sampler_free(riwalk_sampler *sampler)
{
    if (sampler)
        rw_walk_setup_free(&sampler->setup);
    rw_free(sampler);
}

unsigned riwalk_role_field_count(const riwalk_sampler *sampler)
{
    return rw_role_field_count(&sampler->setup);
}

const char *riwalk_role_field_name(const riwalk_sampler *sampler, unsigned field)
{
    const rw_walk_setup *setup = &sampler->setup;

    if (field >= rw_role_field_count(setup))
        return "";
    return setup->field_count ? setup->fields[field].name : "role";
}

void riwalk_role_tuple(const riwalk_sampler *sampler, uint64_t role, uint64_t *tuple)
{
    rw_role_tuple(&sampler->setup, role, tuple);
}

size_t riwalk_role_token(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                         size_t capacity)
{
    rw_text text = {buffer, capacity, 0};

    rw_role_token(&sampler->setup, role, &text);
    return text.length;
}

size_t riwalk_role_words(const riwalk_sampler *sampler, uint64_t role, char *buffer,
                         size_t capacity)
{
    rw_text text = {buffer, capacity, 0};

    rw_role_words(&sampler->setup, role, &text);
    return text.length;
}
