/* SPDX-License-Identifier: MIT */
/* The vector that a factor model gives to an anchor: its visits to the model's roles, projected. */
#include "base/memory.h"
#include "base/sort.h"
#include "model/projector.h"

struct rw_counter {
    const riwalk_model *model;
    rw_profiler *profilers[RW_MODEL_VIEWS];
    double *visits;            /* [columns] of this anchor */
    uint32_t *met;             /* [columns]: places with visits, of one view; then scratch */
    rw_profile_entry *entries; /* [columns] of all views */
};

riwalk_status rw_counter_create(const riwalk_model *model, const rw_walk_setup *const *setups,
                                rw_counter **counter, riwalk_error *error)
{
    size_t columns = model->column_count;
    rw_counter *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status = RIWALK_STATUS_OK;

    if (!made)
        return RIWALK_STATUS_MEMORY;
    made->model = model;
    if (!(made->visits = rw_alloc_zeroed(columns, sizeof *made->visits, error)) ||
        !(made->met = rw_alloc(columns, 2 * sizeof *made->met, error)) ||
        !(made->entries = rw_alloc(columns, sizeof *made->entries, error)))
        status = RIWALK_STATUS_MEMORY;
    for (uint32_t v = 0; v < model->view_count && !status; v++)
        status = rw_profiler_create(setups[v], &made->profilers[v], error);
    if (status)
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
        rw_profiler_free(c->profilers[v]);
    rw_free(c->visits);
    rw_free(c->met);
    rw_free(c->entries);
    rw_free(c);
}

/* Adds up the visits of one view by the model's roles: `entries` are theirs, ascending. */
static riwalk_status count_view(rw_counter *c, rw_projector *projector, uint32_t view,
                                uint32_t anchor, rw_profile_entry *entries, rw_profile *result,
                                double *unknown_share, riwalk_error *error)
{
    double all = 0, unknown = 0;
    rw_role_profile profile = {0};
    uint32_t met = 0;
    riwalk_status status = rw_profiler_find(c->profilers[view], anchor, &profile, error);

    for (uint32_t i = 0; i < profile.count && !status; i++) {
        double visits = profile.visits[i].visits;
        uint32_t place = 0;
        bool known = false;

        status = rw_projector_place(projector, view, profile.visits[i].role, (uint64_t)visits,
                                    anchor, &place, &known, error);
        if (status)
            break;
        if (c->visits[place] == 0)
            c->met[met++] = place;
        c->visits[place] += visits;
        all += visits;
        unknown += known ? 0 : visits;
    }
    rw_sort_u32(c->met, c->met + c->model->column_count, met);
    for (uint32_t i = 0; i < met; i++) {
        entries[i] = (rw_profile_entry){c->met[i], (float)c->visits[c->met[i]]};
        c->visits[c->met[i]] = 0;
    }
    *result = (rw_profile){entries, met};
    *unknown_share += all > 0 ? unknown / all / c->model->view_count : 0;
    return status;
}

riwalk_status rw_counter_find(rw_counter *c, rw_projector *projector, uint32_t anchor,
                              float *vector, double *unknown_share, riwalk_error *error)
{
    rw_profile profiles[RW_MODEL_VIEWS];
    riwalk_status status = RIWALK_STATUS_OK;

    for (uint32_t v = 0; v < c->model->view_count && !status; v++)
        status = count_view(c, projector, v, anchor, c->entries + c->model->views[v].first,
                            &profiles[v], unknown_share, error);
    if (!status)
        rw_factor_project(c->model->factor, profiles, NULL, vector);
    return status;
}
