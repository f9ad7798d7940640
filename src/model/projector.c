/* SPDX-License-Identifier: MIT */
/* A worker that takes anchors to vectors, by whatever the model was trained with. */
#include "model/projector.h"

#include "base/memory.h"

#include <string.h>

riwalk_status rw_projector_create(const riwalk_model *model, rw_engine *engine, int worker,
                                  rw_projector **projector, riwalk_error *error)
{
    rw_projector *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    if (!made)
        return RIWALK_STATUS_MEMORY;
    made->model = model;
    made->engine = engine;
    made->worker = worker;
    status = model->options.trainer == RIWALK_TRAINER_FACTOR
                 ? rw_counter_create(model, &made->counter, error)
                 : rw_solver_create(model, rw_engine_setup(engine, 0), &made->solver, error);
    if (status)
        rw_projector_free(made);
    else
        *projector = made;
    return status;
}

void rw_projector_free(rw_projector *p)
{
    if (!p)
        return;
    for (uint32_t v = 0; v < RW_MODEL_VIEWS; v++)
        rw_role_table_free(&p->unknown[v]);
    rw_solver_free(p->solver);
    rw_counter_free(p->counter);
    rw_free(p);
}

riwalk_status rw_projector_place(rw_projector *p, uint32_t view, uint64_t role, uint32_t *place,
                                 bool *known, riwalk_error *error)
{
    const rw_model_view *v = &p->model->views[view];
    uint32_t number;

    *known = rw_model_find(v, role, place);
    if (*known)
        return RIWALK_STATUS_OK;
    *place = rw_model_nearest(v, role);
    return rw_role_table_number(&p->unknown[view], role, &number, error);
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
    if (p->counter)
        return rw_counter_find(p->counter, p, anchors, count, vectors, unknown_shares, error);
    return rw_solver_find(p->solver, p, anchors, count, vectors, unknown_shares, error);
}
