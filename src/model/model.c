/* SPDX-License-Identifier: MIT */
/* Makes models from trained rows, frees them, and answers questions about them. */
#include "model/model.h"

#include "options/options.h"

#include <string.h>

/* ---- Making ---- */

/* Checks that the options are valid for some graph, using one without nodes. */
static riwalk_status init_view(rw_model_view *view, const riwalk_options *options,
                               const riwalk_view *roles, const rw_type_names *types,
                               riwalk_error *error)
{
    static const uint64_t offsets[1];
    static const riwalk_graph nothing = {.offsets = offsets};
    riwalk_graph typed = {.offsets = offsets, .type_names = *types};
    riwalk_options walks = *options;
    riwalk_status status;

    walks.view = rw_options_view(roles);
    walks.walk_length = rw_options_walk_length(options);
    RW_MUST(rw_options_check_walks(rw_options_walks(&walks), walks.walk_length, error));
    if (!(status = rw_walk_setup_init(&view->setup, &typed, &walks, error))) {
        view->setup.graph = view->setup.source = &nothing; /* it outlives the local one */
        view->field_count = rw_role_field_count(&view->setup);
    }
    rw_walk_setup_free(&view->setup);
    return status;
}

riwalk_status rw_model_new(const riwalk_options *options, const riwalk_view *views, uint32_t count,
                           const rw_type_names *types, riwalk_model **model, riwalk_error *error)
{
    riwalk_options own = *options;
    riwalk_model *made;
    riwalk_status status;

    own.view_count = count;
    memcpy(own.views, views, count * sizeof *views);
    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->view_count = count;
    made->frozen.scale = 1;
    status = rw_options_take(&own, &made->options, error);
    made->options.run = (riwalk_run){0}; /* keep only what results depend on */
    made->options.memory = 0;
    if (!status && options->role_types == RIWALK_USE_YES && types->count > 1)
        status = rw_type_names_copy(types, &made->types, error);
    for (uint32_t v = 0; v < count && !status; v++)
        status = init_view(&made->views[v], &made->options, &own.views[v], &made->types, error);
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

/* Makes a model with these views and allocates their roles. */
static riwalk_status start(const riwalk_options *options, const riwalk_view *views, uint32_t count,
                           const uint32_t *role_counts, const rw_type_names *types,
                           riwalk_model **model, riwalk_error *error)
{
    riwalk_model *made = NULL;
    riwalk_status status;

    RW_MUST(rw_model_new(options, views, count, types, &made, error));
    for (uint32_t v = 0; v < count; v++)
        made->views[v].role_count = role_counts[v];
    if ((status = rw_model_make_room(made, error)))
        riwalk_model_free(made);
    else
        *model = made;
    return status;
}

/* Systematic sampling of the noise distribution. */
uint32_t rw_noise_sample(const rw_corpus *corpus, double exponent, uint32_t room,
                         rw_noise_pick *picks)
{
    double total = 0, light = 0; /* light: total of tokens too rare to be picked on their own */
    double step, passed = 0, next;
    uint32_t heavy = 0, count = 0;

    for (uint32_t t = 0; t < corpus->token_count; t++)
        total += rw_vocabulary_noise(corpus, exponent, t);
    if (!(total > 0))
        return 0;
    for (uint32_t t = 0; t < corpus->token_count; t++) {
        double noise = rw_vocabulary_noise(corpus, exponent, t);

        if (noise * room >= total)
            heavy++;
        else
            light += noise;
    }
    /* If all tokens are heavy, rounding may leave no room and nothing light. */
    step = heavy < room ? light / (room - heavy) : 0;
    next = step / 2;
    for (uint32_t t = 0; t < corpus->token_count && count < room; t++) {
        double noise = rw_vocabulary_noise(corpus, exponent, t), share = 0;

        if (noise * room >= total)
            share = noise;
        else
            for (passed += noise; step > 0 && next < passed; next += step)
                share += step;
        if (share > 0)
            picks[count++] = (rw_noise_pick){t, share / total};
    }
    return count;
}

/* Keeps the output rows of all roles, and those of a sample of all tokens, drawn by their share of
 * the noise. */
riwalk_status rw_model_from_sgns(const rw_walk_setup *setup, const rw_corpus *corpus,
                                 const riwalk_roles *roles, const rw_weights *trained,
                                 const riwalk_options *options, riwalk_model **model,
                                 riwalk_error *error)
{
    uint32_t count = riwalk_roles_count(roles);
    size_t dimensions = options->dimensions, row = dimensions * sizeof(float);
    rw_noise_pick picks[RW_MODEL_NOISE];
    riwalk_model *made = NULL;
    riwalk_status status =
        start(options, &setup->view, 1, &count, &setup->source->type_names, &made, error);
    rw_frozen *f = status ? NULL : &made->frozen;

    if (status)
        return status;
    f->token_total = corpus->total;
    f->noise_count = rw_noise_sample(corpus, options->ns_exponent, RW_MODEL_NOISE, picks);
    if ((status = rw_frozen_make_room(made, error))) {
        riwalk_model_free(made);
        return status;
    }
    for (uint32_t r = 0; r < count; r++) {
        made->views[0].roles[r] = riwalk_roles_get(roles, r)->role;
        f->visits[r] = riwalk_roles_get(roles, r)->visits;
        memcpy(f->outputs + r * dimensions, rw_weights_output(trained, corpus->local_count + r),
               row);
    }
    rw_model_set_roles(&made->views[0], made->views[0].roles);
    for (uint32_t i = 0; i < f->noise_count; i++) {
        f->noise_shares[i] = picks[i].share;
        memcpy(f->noise_outputs + i * dimensions, rw_weights_output(trained, picks[i].token), row);
    }
    *model = made;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_model_from_factor(const riwalk_view *views, const riwalk_options *options,
                                   const rw_type_names *types, rw_factor **factor,
                                   riwalk_model **model, riwalk_error *error)
{
    uint32_t counts[RW_MODEL_VIEWS];
    const rw_factor *f = *factor;

    for (uint32_t v = 0; v < f->view_count; v++)
        counts[v] = f->starts[v + 1] - f->starts[v];
    RW_MUST(start(options, views, f->view_count, counts, types, model, error));
    for (uint32_t v = 0; v < f->view_count; v++)
        rw_model_set_roles(&(*model)->views[v], f->roles + f->starts[v]);
    (*model)->factor = *factor;
    *factor = NULL;
    return RIWALK_STATUS_OK;
}

void riwalk_model_free(riwalk_model *model)
{
    if (!model)
        return;
    rw_pool_free(&model->pool);
    rw_type_names_free(&model->types);
    rw_factor_free(model->factor);
    rw_free(model);
}

/* ---- Finding roles, and replacing unknown ones ---- */

/* The contribution of a field to the difference of two roles. Distances outweigh everything else,
 * and a different type outweighs all classes. */
static uint64_t field_apart(const rw_model_view *view, const uint32_t *known, const uint64_t *tuple,
                            unsigned f)
{
    uint64_t apart = known[f] > tuple[f] ? known[f] - tuple[f] : tuple[f] - known[f];

    if (view->setup.fields[f].kind == RW_ROLE_TYPE)
        return apart ? UINT64_C(1) << 37 : 0;
    return view->setup.fields[f].kind == RW_ROLE_DISTANCE ? apart << 40 : apart;
}

/* The nearest role so far. */
typedef struct nearest {
    uint64_t apart;
    uint64_t first; /* the contribution of the first field */
    uint32_t place;
} nearest;

/* Compares with a role. False if its first field alone is worse than the nearest role: then all
 * roles further on are, too. */
static bool consider(const rw_model_view *view, const uint64_t *tuple, uint32_t place,
                     nearest *best)
{
    const uint32_t *known = view->tuples + (size_t)place * view->field_count;
    uint64_t first = field_apart(view, known, tuple, 0), apart = first;

    if (first > best->apart)
        return false;
    for (unsigned f = 1; f < view->field_count; f++)
        apart += field_apart(view, known, tuple, f);
    if (apart < best->apart ||
        (apart == best->apart &&
         (first < best->first || (first == best->first && place < best->place))))
        *best = (nearest){apart, first, place};
    return true;
}

/* Roles are sorted by first field, so the search goes outward from the place of the role. */
uint32_t rw_model_nearest(const rw_model_view *view, uint64_t role)
{
    nearest best = {UINT64_MAX, UINT64_MAX, 0};
    uint64_t tuple[RIWALK_ROLE_FIELDS];
    uint32_t below, above;
    bool down = true, up = true;

    rw_role_tuple(&view->setup, role, tuple);
    rw_search_is(view->roles, view->role_count, role, &above);
    for (below = above; down || up;) {
        down = down && below && consider(view, tuple, --below, &best);
        up = up && above < view->role_count && consider(view, tuple, above++, &best);
    }
    return best.place;
}

/* ---- Properties ---- */

const riwalk_options *riwalk_model_options(const riwalk_model *model)
{
    return &model->options;
}

uint32_t riwalk_model_role_count(const riwalk_model *model)
{
    return model->column_count;
}
