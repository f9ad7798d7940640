/* SPDX-License-Identifier: MIT */
/* From an anchor of any graph to its vector under a model. */
#ifndef RW_MODEL_PROJECTOR_H
#define RW_MODEL_PROJECTOR_H

#include "engine/engine.h"
#include "engine/walks.h"
#include "model/model.h"
#include "roles/table.h"
#include "train/kernels/kernels.h"

/* One worker of an engine, whose setups are the model's views, and what it met that the model does
 * not know. */
typedef struct rw_projector {
    const riwalk_model *model;
    rw_engine *engine;
    int worker;
    rw_role_table unknown[RW_MODEL_VIEWS];   /* roles that the model lacks */
    struct rw_solver *solver;                /* SGNS; the following: FACTOR */
    rw_rows rows[RW_MODEL_VIEWS];            /* of the anchors at hand */
    struct rw_place *places[RW_MODEL_VIEWS]; /* [rows' roles] */
    size_t rooms[RW_MODEL_VIEWS];            /* of these */
    rw_pool pool;                            /* of arrays */
    double *visits;                          /* [columns] of this anchor */
    uint32_t *met;             /* [columns]: places with visits, of one view; then scratch */
    rw_profile_entry *entries; /* [columns] of all views */
} rw_projector;

/* The engine must outlive the projector, which is to be freed in any case. */
riwalk_status rw_projector_init(rw_projector *projector, const riwalk_model *model,
                                rw_engine *engine, int worker, riwalk_error *error);
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

/* Makes the solver, in the projector's pool. */
riwalk_status rw_solver_make(rw_projector *projector, riwalk_error *error);
riwalk_status rw_solver_find(rw_projector *projector, const uint32_t *anchors, uint32_t count,
                             float *const *vectors, double *unknown_shares, riwalk_error *error);

/* Sets the model's scale: that which brings solutions for some anchors of the training graph
 * nearest to their trained vectors. */
riwalk_status rw_solver_set_scale(riwalk_model *model, const rw_walk_setup *setup,
                                  const rw_weights *trained, riwalk_error *error);

/* The row of one anchor against frozen rows, a strictly convex problem: the x that maximises
 *
 *   sum over i of  wanted[i] log s(x . rows[i]) + unwanted[i] log s(-x . rows[i])  -  ridge/2 |x|^2
 *
 * with s(t) = 1 / (1 + exp(-t)). */
typedef struct rw_anchor_row {
    const rw_kernels *kernels;
    size_t dimensions;
    size_t count;
    const float **rows; /* [count] */
    double *wanted;     /* [count], not negative, as is the next */
    double *unwanted;   /* [count] */
    double *squares;    /* [count]: the squared lengths of the rows */
    double ridge;       /* above 0 */
    float *ahead;       /* [dimensions], scratch, as are the next two */
    float *gradient;
    float *step;
} rw_anchor_row;

/* Solves it, to a few digits, always in the same way. `x` has room for the dimensions. */
void rw_anchor_row_solve(const rw_anchor_row *problem, float *x);

#endif
