/* SPDX-License-Identifier: MIT */
/* Reads models. A file is not trusted even if its checksum matches: sizes are checked before
 * anything is allocated, and all values that the library relies on afterwards. */
#include "model/file.h"

#include "options/options.h"

#include <math.h>
#include <string.h>

#define LARGEST_VALUE 1e6f
#define LEAST_SHARE 1e-200 /* least share of a visited role: walks of ten steps through hubs */

/* ---- The header ---- */

static bool is_intact(const char *file, size_t size)
{
    rw_model_header h;

    memcpy(&h, file, sizeof h);
    return rw_model_checksum(file, size) == h.checksum;
}

static const rw_binary kind = {
    .noun = "model",
    .stranger = "this is not a riwalk model file",
    .advice = "",
    .magic = RW_MODEL_MAGIC,
    .version = RW_MODEL_VERSION,
    .header_bytes = sizeof(rw_model_header),
    .intact = is_intact,
};

/* Checks what no options and counts can be; other checks cover the rest. */
static bool is_sane_header(const rw_model_header *h)
{
    bool factor = h->trainer == RIWALK_TRAINER_FACTOR, wrong = h->trainer > RIWALK_TRAINER_FACTOR;

    wrong |= !h->view_count || h->view_count > (factor ? RW_MODEL_VIEWS : 1);
    wrong |= h->noise_count > RW_MODEL_NOISE || (factor && h->noise_count);
    wrong |= h->weighting > RIWALK_WEIGHTING_PPMI || h->pairs > RIWALK_PAIRS_ANCHOR;
    wrong |= h->measure_count > (factor ? rw_measures_room(h->dimensions) : 0);
    wrong |= h->rank + (uint64_t)2 * h->measure_count > h->dimensions;
    wrong |= !factor && !(h->scale > 0 && h->scale <= (double)LARGEST_VALUE);
    return !wrong;
}

/* All views have the same number and length of walks. */
static riwalk_options options_of(const rw_model_header *h, const rw_model_record *views)
{
    riwalk_options o;

    riwalk_options_init(&o);
    o.trainer = (riwalk_trainer)h->trainer;
    o.seed = h->seed;
    o.dimensions = h->dimensions;
    o.window = h->window;
    o.negatives = h->negatives;
    o.epochs = h->epochs;
    o.subsample = h->subsample;
    o.alpha = h->alpha;
    o.min_alpha = h->min_alpha;
    o.ns_exponent = h->ns_exponent;
    o.pairs = (riwalk_pairs)h->pairs;
    o.weighting = (riwalk_weighting)h->weighting;
    o.measures = h->measure_count ? RIWALK_MEASURES_YES : RIWALK_MEASURES_NO;
    o.norm = h->trainer == RIWALK_TRAINER_FACTOR ? h->scale : RIWALK_NORM_AUTO;
    o.role_directions = h->uses & RW_MODEL_DIRECTIONS ? RIWALK_USE_YES : RIWALK_USE_NO;
    o.role_weights = h->uses & RW_MODEL_WEIGHTS ? RIWALK_USE_YES : RIWALK_USE_NO;
    o.role_types = h->type_bytes ? RIWALK_USE_YES : RIWALK_USE_NO;
    o.steps = h->uses & RW_MODEL_STEPS_BY_WEIGHT ? RIWALK_STEPS_WEIGHT : RIWALK_STEPS_UNIFORM;
    o.walks = views->walks;
    o.walk_length = views->walk_length;
    for (uint32_t v = 0; v < h->view_count; v++)
        o.views[v] = (riwalk_view){
            .identifier = (riwalk_identifier)views[v].identifier,
            .radius = views[v].radius,
            .classes = (riwalk_degree_classes)views[v].classes,
            .role_anchor = (riwalk_role_anchor)views[v].role_anchor,
            .class_base = views[v].class_base,
        };
    return o;
}

/* Reads the names of types: none, or at least two. */
static riwalk_status read_types(rw_binary_reader *r, const rw_model_header *h, rw_type_names *types)
{
    const char *text = rw_binary_take(r, h->type_bytes, 1);
    bool fine;

    if (!text)
        return rw_binary_nonsense(r);
    RW_MUST(rw_type_names_read(types, text, h->type_bytes, &fine, r->error));
    return fine && types->count != 1 ? RIWALK_STATUS_OK : rw_binary_nonsense(r);
}

static riwalk_status start_model(rw_binary_reader *r, const rw_model_header *h,
                                 riwalk_model **model)
{
    const rw_model_record *views = NULL;
    rw_type_names types = {0};
    riwalk_options options;
    riwalk_error refusal = {0};
    riwalk_status status;
    bool fine = is_sane_header(h) && (views = rw_binary_take(r, h->view_count, sizeof *views));

    for (uint32_t v = 0; fine && v < h->view_count; v++)
        fine = rw_identifier_is_built_in(views[v].identifier) && views[v].walks == views->walks &&
               views[v].walk_length == views->walk_length && views->walk_length &&
               views[v].classes != RIWALK_DEGREE_CLASSES_AUTO &&
               views[v].class_base != RIWALK_CLASS_BASE_AUTO &&
               (views[v].role_anchor == RIWALK_ROLE_ANCHOR_KEEP ||
                views[v].role_anchor == RIWALK_ROLE_ANCHOR_DROP ||
                views[v].role_anchor == RIWALK_ROLE_ANCHOR_AWAY);
    if (!fine || (h->trainer == RIWALK_TRAINER_SGNS &&
                  (views->walks == RIWALK_WALKS_AUTO || views->walks == RIWALK_WALKS_EXACT)))
        return rw_binary_nonsense(r);
    options = options_of(h, views);
    status = read_types(r, h, &types);
    if (!status && rw_model_new(&options, options.views, h->view_count, &types, model, &refusal))
        status = rw_binary_refused(r, &refusal);
    rw_type_names_free(&types);
    if (status)
        return status;
    for (uint32_t v = 0; v < h->view_count; v++) {
        (*model)->views[v].role_count = views[v].role_count;
        if (views[v].field_count != (*model)->views[v].field_count)
            return rw_binary_nonsense(r);
    }
    return RIWALK_STATUS_OK;
}

/* ---- The arrays ---- */

/* Sets all sizes of a model, before its arrays are allocated. */
static riwalk_status set_sizes(riwalk_model *m, const rw_model_header *h, riwalk_error *error)
{
    uint64_t columns = 0;
    rw_factor *f;

    m->frozen.noise_count = h->noise_count;
    m->frozen.token_total = h->token_total;
    m->frozen.scale = h->scale;
    for (uint32_t v = 0; v < m->view_count; v++)
        columns += m->views[v].role_count;
    m->column_count = columns < UINT32_MAX ? (uint32_t)columns : UINT32_MAX;
    if (h->trainer != RIWALK_TRAINER_FACTOR)
        return RIWALK_STATUS_OK;
    RW_HAVE(f = m->factor = rw_alloc_zeroed(1, sizeof *f, error));
    f->weighting = (riwalk_weighting)h->weighting;
    f->dimensions = h->dimensions;
    f->rank = h->rank;
    f->measures.count = h->measure_count;
    f->view_count = m->view_count;
    for (uint32_t v = 0; v < m->view_count; v++)
        f->starts[v + 1] = f->starts[v] + m->views[v].role_count;
    return RIWALK_STATUS_OK;
}

/* Copies the arrays, after checking that the file has all of them and nothing else. */
static riwalk_status copy_arrays(rw_binary_reader *r, riwalk_model *m)
{
    const void *from[RW_MODEL_ARRAYS];
    rw_model_array list[RW_MODEL_ARRAYS];
    unsigned count = rw_model_arrays(m, list);
    size_t columns = m->column_count;
    rw_factor *f = m->factor;
    bool fine = true;

    for (uint32_t v = 0; v < m->view_count; v++) /* all views have roles, or none has any */
        fine = fine && !m->views[v].role_count == !m->column_count;
    for (unsigned i = 0; i < count && fine; i++)
        fine = (from[i] = rw_binary_take(r, list[i].bytes, 1));
    if (!fine || !rw_binary_at_end(r))
        return rw_binary_nonsense(r);
    RW_MUST(rw_model_make_room(m, r->error));
    if (f) {
        f->shares = rw_take(&f->pool, columns, sizeof *f->shares, r->error);
        f->basis = rw_take(&f->pool, columns, f->dimensions * sizeof *f->basis, r->error);
    }
    RW_MUST(f ? rw_pool_status(&f->pool) : rw_frozen_make_room(m, r->error));
    rw_model_arrays(m, list);
    for (unsigned i = 0; i < count; i++)
        if (list[i].bytes)
            memcpy(list[i].data, from[i], (size_t)list[i].bytes);
    return RIWALK_STATUS_OK;
}

/* ---- Content ---- */

/* No NaN, and nothing so large that sums of products could overflow. */
static bool all_sane(const float *values, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        if (!(fabsf(values[i]) <= LARGEST_VALUE))
            return false;
    return true;
}

static bool all_shares(const double *values, uint64_t count, double least)
{
    for (uint64_t i = 0; i < count; i++)
        if (!(values[i] >= least && values[i] <= 1))
            return false;
    return true;
}

static bool check_frozen(const riwalk_model *m)
{
    const rw_frozen *f = &m->frozen;
    uint64_t dimensions = m->options.dimensions;

    for (uint32_t r = 0; r < m->column_count; r++)
        if (!f->visits[r] || f->visits[r] > f->token_total)
            return false;
    return all_shares(f->noise_shares, f->noise_count, 0) &&
           all_sane(f->outputs, m->column_count * dimensions) &&
           all_sane(f->noise_outputs, f->noise_count * dimensions);
}

static bool check_factor(const riwalk_model *m)
{
    const rw_measures_fit *fit = &m->factor->measures;

    for (uint32_t i = 0; i < fit->count; i++)
        if (!(fabs(fit->means[i]) <= (double)LARGEST_VALUE) ||
            !(fit->deviations[i] == 0 || (fit->deviations[i] >= RW_MEASURES_LEAST_DEVIATION &&
                                          fit->deviations[i] <= (double)LARGEST_VALUE)))
            return false;
    return all_shares(m->factor->shares, m->column_count, LEAST_SHARE) &&
           all_sane(m->factor->basis, (uint64_t)m->column_count * m->options.dimensions);
}

static riwalk_status fill_model(rw_binary_reader *r, const rw_model_header *h, riwalk_model *m)
{
    bool fine = true;

    RW_MUST(set_sizes(m, h, r->error));
    RW_MUST(copy_arrays(r, m));
    for (uint32_t v = 0; v < m->view_count; v++) {
        rw_model_view *view = &m->views[v];

        for (uint32_t i = 0; i < view->role_count && fine; i++) /* valid, distinct and sorted */
            fine = rw_role_pack(&view->setup, view->tuples + (size_t)i * view->field_count,
                                &view->roles[i]) &&
                   (!i || view->roles[i] > view->roles[i - 1]);
    }
    fine = fine && (m->factor ? check_factor(m) : check_frozen(m));
    return fine ? RIWALK_STATUS_OK : rw_binary_nonsense(r);
}

riwalk_status riwalk_model_read_from(riwalk_source source, riwalk_model **model,
                                     riwalk_error *error)
{
    riwalk_model *made = NULL;
    const rw_model_header *h;
    riwalk_status status;
    rw_binary_reader r;

    if (!model)
        return rw_refuse(error, "the model must not be NULL");
    if (!(status = rw_binary_open(&r, &kind, source, 1, error))) {
        h = rw_binary_take(&r, 1, sizeof *h);
        if (!(status = start_model(&r, h, &made)))
            status = fill_model(&r, h, made);
    }
    rw_binary_close(&r);
    if (status)
        riwalk_model_free(made);
    else
        *model = made;
    return status;
}

riwalk_status riwalk_model_read(const char *path, riwalk_model **model, riwalk_error *error)
{
    return riwalk_model_read_from(riwalk_from_file(path), model, error);
}
