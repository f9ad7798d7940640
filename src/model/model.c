/* SPDX-License-Identifier: MIT */
/* Models: making them of what was trained, freeing them, and their facts. */
#include "model/model.h"

#include "base/error.h"
#include "base/memory.h"
#include "model/noise_sample.h"
#include "options/options.h"

#include <string.h>

/* ---- Making ---- */

/* The options must suit some graph: they are checked against one without nodes. */
static riwalk_status init_view(rw_model_view *view, const riwalk_options *options,
                               const riwalk_view *roles, riwalk_error *error)
{
    static const uint64_t offsets[1];
    static const riwalk_graph nothing = {.offsets = offsets};
    riwalk_options walks = *options;
    riwalk_status status;

    walks.view = rw_options_view(roles);
    walks.walk_length = rw_options_walk_length(options);
    if ((status = rw_options_check_walks(rw_options_walks(&walks), walks.walk_length, error)) ||
        (status = rw_walk_setup_init(&view->setup, &nothing, &walks, error)))
        return status;
    view->field_count = rw_role_field_count(&view->setup);
    rw_walk_setup_free(&view->setup);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_model_new(const riwalk_options *options, riwalk_model **model, riwalk_error *error)
{
    riwalk_model *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    if (!made)
        return RIWALK_STATUS_MEMORY;
    made->view_count = options->view_count;
    made->frozen.scale = 1;
    status = rw_options_take(options, &made->options, error);
    made->options.run = (riwalk_run){0}; /* what results depend on, and nothing of the run */
    made->options.memory = 0;
    for (uint32_t v = 0; v < made->view_count && !status; v++)
        status = init_view(&made->views[v], &made->options, &options->views[v], error);
    if (status)
        riwalk_model_free(made);
    else
        *model = made;
    return status;
}

riwalk_status rw_model_make_room(riwalk_model *model, riwalk_error *error)
{
    uint64_t columns = 0;

    for (uint32_t v = 0; v < model->view_count; v++) {
        rw_model_view *view = &model->views[v];

        view->first = (uint32_t)columns;
        columns += view->role_count;
        if (columns > UINT32_MAX)
            return rw_fail(error, RIWALK_STATUS_LIMIT, "the model has too many roles");
        view->tuples = rw_take(&model->pool, view->role_count,
                               view->field_count * sizeof *view->tuples, error);
        view->roles = rw_take(&model->pool, view->role_count, sizeof *view->roles, error);
    }
    model->column_count = (uint32_t)columns;
    return rw_pool_status(&model->pool);
}

riwalk_status rw_frozen_make_room(riwalk_model *model, riwalk_error *error)
{
    rw_frozen *f = &model->frozen;
    size_t row = model->options.dimensions * sizeof(float);

    f->visits = rw_take(&model->pool, model->column_count, sizeof *f->visits, error);
    f->outputs = rw_take(&model->pool, model->column_count, row, error);
    f->noise_shares = rw_take(&model->pool, f->noise_count, sizeof *f->noise_shares, error);
    f->noise_outputs = rw_take(&model->pool, f->noise_count, row, error);
    return rw_pool_status(&model->pool);
}

void rw_model_set_roles(rw_model_view *view, const uint64_t *roles)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    for (uint32_t r = 0; r < view->role_count; r++) {
        view->roles[r] = roles[r];
        rw_role_tuple(&view->setup, roles[r], tuple);
        for (unsigned f = 0; f < view->field_count; f++)
            view->tuples[(size_t)r * view->field_count + f] = (uint32_t)tuple[f];
    }
}

static riwalk_status take_roles(riwalk_model *model, const riwalk_roles *roles, riwalk_error *error)
{
    rw_model_view *view = &model->views[0];
    riwalk_status status;

    view->role_count = riwalk_roles_count(roles);
    if ((status = rw_model_make_room(model, error)))
        return status;
    for (uint32_t r = 0; r < view->role_count; r++)
        view->roles[r] = riwalk_roles_get(roles, r)->role;
    rw_model_set_roles(view, view->roles);
    return RIWALK_STATUS_OK;
}

/* The output rows of all roles, and those of a sample of all tokens by their share of the noise. */
static riwalk_status take_rows(riwalk_model *model, const rw_corpus *corpus,
                               const riwalk_roles *roles, const rw_weights *trained,
                               riwalk_error *error)
{
    rw_frozen *f = &model->frozen;
    size_t dimensions = model->options.dimensions;
    rw_noise_pick picks[RW_MODEL_NOISE];
    riwalk_status status;

    f->token_total = corpus->total;
    f->noise_count = rw_noise_sample(corpus, model->options.ns_exponent, RW_MODEL_NOISE, picks);
    if ((status = rw_frozen_make_room(model, error)))
        return status;
    for (uint32_t r = 0; r < model->column_count; r++) {
        f->visits[r] = riwalk_roles_get(roles, r)->visits;
        memcpy(f->outputs + r * dimensions, rw_weights_output(trained, corpus->local_count + r),
               dimensions * sizeof(float));
    }
    for (uint32_t i = 0; i < f->noise_count; i++) {
        f->noise_shares[i] = picks[i].share;
        memcpy(f->noise_outputs + i * dimensions, rw_weights_output(trained, picks[i].token),
               dimensions * sizeof(float));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_model_from_sgns(const rw_walk_setup *setup, const rw_corpus *corpus,
                                 const riwalk_roles *roles, const rw_weights *trained,
                                 const riwalk_options *options, riwalk_model **model,
                                 riwalk_error *error)
{
    riwalk_options own = *options;
    riwalk_model *made = NULL;
    riwalk_status status;

    own.view_count = 1;
    own.views[0] = setup->view;
    if ((status = rw_model_new(&own, &made, error)) || (status = take_roles(made, roles, error)) ||
        (status = take_rows(made, corpus, roles, trained, error)))
        riwalk_model_free(made);
    else
        *model = made;
    return status;
}

riwalk_status rw_model_from_factor(const riwalk_view *views, const riwalk_options *options,
                                   rw_factor **factor, riwalk_model **model, riwalk_error *error)
{
    riwalk_options own = *options;
    const rw_factor *f = *factor;
    riwalk_model *made = NULL;
    riwalk_status status;

    own.view_count = f->view_count;
    for (uint32_t v = 0; v < f->view_count; v++)
        own.views[v] = views[v];
    if ((status = rw_model_new(&own, &made, error)))
        return status;
    for (uint32_t v = 0; v < f->view_count; v++)
        made->views[v].role_count = f->starts[v + 1] - f->starts[v];
    if ((status = rw_model_make_room(made, error))) {
        riwalk_model_free(made);
        return status;
    }
    for (uint32_t v = 0; v < f->view_count; v++)
        rw_model_set_roles(&made->views[v], f->roles + f->starts[v]);
    made->factor = *factor;
    *factor = NULL;
    *model = made;
    return RIWALK_STATUS_OK;
}

void riwalk_model_free(riwalk_model *model)
{
    if (!model)
        return;
    rw_pool_free(&model->pool);
    rw_factor_free(model->factor);
    rw_free(model);
}

/* ---- Facts ---- */

const riwalk_options *riwalk_model_options(const riwalk_model *model)
{
    return &model->options;
}

uint32_t riwalk_model_role_count(const riwalk_model *model)
{
    return model->column_count;
}
