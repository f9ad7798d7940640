/* SPDX-License-Identifier: MIT */
/* Computes the vectors of anchors under a model. A factor model projects the anchor's visits onto
 * the model's roles; solver.c does it for skip-gram. */
#include "model/projector.h"

#include "base/sort.h"

#include <string.h>

typedef struct rw_place {
    uint32_t role; /* number in the model's view */
    bool known;
} rw_place;

riwalk_status rw_projector_init(rw_projector *p, const riwalk_model *model, rw_engine *engine,
                                int worker, riwalk_error *error)
{
    size_t columns = model->column_count;

    *p = (rw_projector){.model = model, .engine = engine, .worker = worker};
    if (model->options.trainer != RIWALK_TRAINER_FACTOR)
        return rw_solver_make(p, error);
    p->visits = rw_take_zeroed(&p->pool, columns, sizeof *p->visits, error);
    p->met = rw_take(&p->pool, columns, 2 * sizeof *p->met, error);
    p->entries = rw_take(&p->pool, columns, sizeof *p->entries, error);
    return rw_pool_status(&p->pool);
}

void rw_projector_free(rw_projector *p)
{
    for (uint32_t v = 0; v < RW_MODEL_VIEWS; v++) {
        rw_role_table_free(&p->unknown[v]);
        rw_free(p->places[v]);
    }
    rw_pool_free(&p->pool);
}

riwalk_status rw_projector_place(rw_projector *p, uint32_t view, uint64_t role, uint32_t *place,
                                 bool *known, riwalk_error *error)
{
    const rw_model_view *v = &p->model->views[view];
    uint32_t number;

    *known = rw_search_is(v->roles, v->role_count, role, place);
    if (*known)
        return RIWALK_STATUS_OK;
    *place = rw_model_nearest(v, role);
    return rw_role_table_number(&p->unknown[view], role, &number, error);
}

/* Gets the rows of some anchors in a view and maps their roles to the model's. */
static riwalk_status find_rows(rw_projector *p, uint32_t view, const uint32_t *anchors,
                               uint32_t count, riwalk_error *error)
{
    rw_rows *rows = &p->rows[view];

    RW_MUST(rw_engine_profiles(p->engine, view, p->worker, anchors, count, rows, error));
    RW_HAVE(
        rw_grow_at(&p->places[view], &p->rooms[view], rows->role_count, sizeof(rw_place), error));
    for (uint32_t r = 0; r < rows->role_count; r++) {
        rw_place *at = &p->places[view][r];

        RW_MUST(rw_projector_place(p, view, rows->roles[r], &at->role, &at->known, error));
    }
    return RIWALK_STATUS_OK;
}

/* Adds up an anchor's visits in a view by the model's roles; `entries` receives them, ascending. */
static rw_profile count_view(rw_projector *p, uint32_t view, uint32_t row,
                             rw_profile_entry *entries, double *unknown_share)
{
    rw_profile profile = rw_rows_get(&p->rows[view], row);
    double all = 0, unknown = 0;
    uint32_t met = 0;

    for (uint32_t i = 0; i < profile.count; i++) {
        double visits = (double)profile.entries[i].visits;
        rw_place at = p->places[view][profile.entries[i].role];

        if (p->visits[at.role] == 0)
            p->met[met++] = at.role;
        p->visits[at.role] += visits;
        all += visits;
        unknown += at.known ? 0 : visits;
    }
    rw_sort_u32(p->met, p->met + p->model->column_count, met);
    for (uint32_t i = 0; i < met; i++) {
        entries[i] = (rw_profile_entry){p->met[i], (float)p->visits[p->met[i]]};
        p->visits[p->met[i]] = 0;
    }
    *unknown_share += all > 0 ? unknown / all / p->model->view_count : 0;
    return (rw_profile){entries, met};
}

static riwalk_status project(rw_projector *p, const uint32_t *anchors, uint32_t count,
                             float *const *vectors, double *unknown_shares, riwalk_error *error)
{
    rw_profile profiles[RW_MODEL_VIEWS];

    for (uint32_t v = 0; v < p->model->view_count; v++)
        RW_MUST(find_rows(p, v, anchors, count, error));
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t v = 0; v < p->model->view_count; v++)
            profiles[v] =
                count_view(p, v, i, p->entries + p->model->views[v].first, &unknown_shares[i]);
        rw_factor_project(p->model->factor, profiles, vectors[i]);
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_projector_find(rw_projector *p, const uint32_t *anchors, uint32_t count,
                                float *const *vectors, double *unknown_shares, riwalk_error *error)
{
    for (uint32_t i = 0; i < count; i++) {
        unknown_shares[i] = 0;
        memset(vectors[i], 0, p->model->options.dimensions * sizeof **vectors);
    }
    if (!p->model->column_count)
        return RIWALK_STATUS_OK;
    return p->solver ? rw_solver_find(p, anchors, count, vectors, unknown_shares, error)
                     : project(p, anchors, count, vectors, unknown_shares, error);
}
