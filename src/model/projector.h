/* SPDX-License-Identifier: MIT */
/* From an anchor of any graph to its vector under a model. */
#ifndef RW_MODEL_PROJECTOR_H
#define RW_MODEL_PROJECTOR_H

#include "engine/engine.h"
#include "engine/walks.h"
#include "model/model.h"
#include "roles/table.h"

/* One worker of an engine, whose setups are the model's views, and what it met that the model does
 * not know. */
typedef struct rw_projector {
    const riwalk_model *model;
    rw_engine *engine;
    int worker;
    rw_role_table unknown[RW_MODEL_VIEWS]; /* roles that the model lacks */
    struct rw_solver *solver;              /* SGNS */
    struct rw_counter *counter;            /* FACTOR */
} rw_projector;

/* The engine must outlive the projector. */
riwalk_status rw_projector_create(const riwalk_model *model, rw_engine *engine, int worker,
                                  rw_projector **projector, riwalk_error *error);
void rw_projector_free(rw_projector *projector);

/* The vectors of some anchors: zeros for one without neighbours. unknown_shares[i] is how much of
 * the visits of anchor i went to roles that the model lacks; others stood in for them. A function
 * of the model, the anchor's number, its ball and the degrees in it. */
riwalk_status rw_projector_find(rw_projector *projector, const uint32_t *anchors, uint32_t count,
                                float *const *vectors, double *unknown_shares, riwalk_error *error);

/* The place in a view of a role, or of what stands in for it; unknown ones are noted. */
riwalk_status rw_projector_place(rw_projector *projector, uint32_t view, uint64_t role,
                                 uint32_t *place, bool *known, riwalk_error *error);

/* ---- Skip-gram (solver.c) ---- */

typedef struct rw_solver rw_solver;

riwalk_status rw_solver_create(const riwalk_model *model, const rw_walk_setup *setup,
                               rw_solver **solver, riwalk_error *error);
void rw_solver_free(rw_solver *solver);
riwalk_status rw_solver_find(rw_solver *solver, rw_projector *projector, const uint32_t *anchors,
                             uint32_t count, float *const *vectors, double *unknown_shares,
                             riwalk_error *error);

/* Sets the model's scale: that which brings solutions for some anchors of the training graph
 * nearest to their trained vectors. */
riwalk_status rw_solver_set_scale(riwalk_model *model, const rw_walk_setup *setup,
                                  const rw_weights *trained, riwalk_error *error);

/* ---- Factor (counter.c) ---- */

typedef struct rw_counter rw_counter;

riwalk_status rw_counter_create(const riwalk_model *model, rw_counter **counter,
                                riwalk_error *error);
void rw_counter_free(rw_counter *counter);
riwalk_status rw_counter_find(rw_counter *counter, rw_projector *projector, const uint32_t *anchors,
                              uint32_t count, float *const *vectors, double *unknown_shares,
                              riwalk_error *error);

#endif
