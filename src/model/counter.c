/* SPDX-License-Identifier: MIT */
/* The vector that a factor model gives to an anchor: its visits to the model's roles, projected. */
#include "base/memory.h"
#include "base/sort.h"
#include "model/projector.h"

typedef struct place {
    uint32_t role; /* as the model numbers those of the view */
    bool known;
} place;

struct rw_counter {
    const riwalk_model *model;
    rw_rows rows[RW_MODEL_VIEWS];  /* of the anchors at hand */
    place *places[RW_MODEL_VIEWS]; /* [rows' roles] */
    size_t rooms[RW_MODEL_VIEWS];  /* of these */
    rw_pool pool;                  /* of the following */
    double *visits;                /* [columns] of this anchor */
    uint32_t *met;                 /* [columns]: places with visits, of one view; then scratch */
    rw_profile_entry *entries;     /* [columns] of all views */
};

riwalk_status rw_counter_create(const riwalk_model *model, rw_counter **counter,
                                riwalk_error *error)
{
    size_t columns = model->column_count;
    rw_counter *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    if (!made)
        return RIWALK_STATUS_MEMORY;
    made->model = model;
    made->visits = rw_take_zeroed(&made->pool, columns, sizeof *made->visits, error);
    made->met = rw_take(&made->pool, columns, 2 * sizeof *made->met, error);
    made->entries = rw_take(&made->pool, columns, sizeof *made->entries, error);
    if ((status = rw_pool_status(&made->pool)))
        rw_counter_free(made);
    else
        *counter = made;
    return status;
}

void rw_counter_free(rw_counter *c)
{
    if (!c)
        return;
    for (uint32_t v = 0; v < RW_MODEL_VIEWS; v++)
        rw_free(c->places[v]);
    rw_pool_free(&c->pool);
    rw_free(c);
}

/* The rows of some anchors in a view, and the model's roles for theirs. */
static riwalk_status find_rows(rw_counter *c, rw_projector *p, uint32_t view,
                               const uint32_t *anchors, uint32_t count, riwalk_error *error)
{
    rw_rows *rows = &c->rows[view];
    riwalk_status status =
        rw_engine_profiles(p->engine, view, p->worker, anchors, count, rows, error);

    if (status)
        return status;
    if (!rw_grow_at(&c->places[view], &c->rooms[view], rows->role_count, sizeof(place), error))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t r = 0; r < rows->role_count && !status; r++) {
        place *at = &c->places[view][r];

        status = rw_projector_place(p, view, rows->roles[r], &at->role, &at->known, error);
    }
    return status;
}

/* Adds up the visits of one view by the model's roles: `entries` are theirs, ascending. */
static rw_profile count_view(rw_counter *c, uint32_t view, uint32_t row, rw_profile_entry *entries,
                             double *unknown_share)
{
    rw_profile profile = rw_rows_get(&c->rows[view], row);
    double all = 0, unknown = 0;
    uint32_t met = 0;

    for (uint32_t i = 0; i < profile.count; i++) {
        double visits = (double)profile.entries[i].visits;
        place at = c->places[view][profile.entries[i].role];

        if (c->visits[at.role] == 0)
            c->met[met++] = at.role;
        c->visits[at.role] += visits;
        all += visits;
        unknown += at.known ? 0 : visits;
    }
    rw_sort_u32(c->met, c->met + c->model->column_count, met);
    for (uint32_t i = 0; i < met; i++) {
        entries[i] = (rw_profile_entry){c->met[i], (float)c->visits[c->met[i]]};
        c->visits[c->met[i]] = 0;
    }
    *unknown_share += all > 0 ? unknown / all / c->model->view_count : 0;
    return (rw_profile){entries, met};
}

riwalk_status rw_counter_find(rw_counter *c, rw_projector *projector, const uint32_t *anchors,
                              uint32_t count, float *const *vectors, double *unknown_shares,
                              riwalk_error *error)
{
    rw_profile profiles[RW_MODEL_VIEWS];
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t v = 0; v < c->model->view_count && !status; v++)
        status = find_rows(c, projector, v, anchors, count, error);
    for (uint32_t i = 0; i < count && !status; i++) {
        for (uint32_t v = 0; v < c->model->view_count; v++)
            profiles[v] =
                count_view(c, v, i, c->entries + c->model->views[v].first, &unknown_shares[i]);
        rw_factor_project(c->model->factor, profiles, NULL, vectors[i]);
    }
    return status;
}
