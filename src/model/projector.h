/* SPDX-License-Identifier: MIT */
/* Computes the vector of an anchor of any graph under a model. */
#ifndef RW_MODEL_PROJECTOR_H
#define RW_MODEL_PROJECTOR_H

#include "engine/walks.h"
#include "model/model.h"
#include "roles/table.h"

/* A worker of an engine whose setups are the model's views, and the unknown roles that it met. */
typedef struct rw_projector {
    const riwalk_model *model;
    rw_engine *engine;
    int worker;
    rw_role_table unknown[RW_MODEL_VIEWS];   /* roles that the model does not have */
    struct rw_solver *solver;                /* SGNS; all below: FACTOR */
    rw_rows rows[RW_MODEL_VIEWS];            /* rows of the current anchors */
    struct rw_place *places[RW_MODEL_VIEWS]; /* [roles of rows] */
    size_t rooms[RW_MODEL_VIEWS];            /* capacities of these */
    rw_pool pool;                            /* memory of arrays */
    double *visits;                          /* [columns]: of the current anchor */
    uint32_t *met;                           /* [columns]: visited roles of a view, then scratch */
    rw_profile_entry *entries;               /* [columns]: of all views */
} rw_projector;

/* The engine must outlive the projector. Free the projector in any case. */
riwalk_status rw_projector_init(rw_projector *projector, const riwalk_model *model,
                                rw_engine *engine, int worker, riwalk_error *error);
void rw_projector_free(rw_projector *projector);

/* The vectors of some anchors, zero without neighbours. unknown_shares[i]: the fraction of anchor
 * i's visits that went to unknown roles, which similar roles replace. The result depends only on
 * the model, the anchor's number, its ball and the degrees in it. */
riwalk_status rw_projector_find(rw_projector *projector, const uint32_t *anchors, uint32_t count,
                                float *const *vectors, double *unknown_shares, riwalk_error *error);

/* Finds a role in a view, or its replacement if it is unknown, and records unknown roles. */
riwalk_status rw_projector_place(rw_projector *projector, uint32_t view, uint64_t role,
                                 uint32_t *place, bool *known, riwalk_error *error);

/* ---- Skip-gram (solver.c) ---- */

/* Makes the solver, in the projector's pool. */
riwalk_status rw_solver_make(rw_projector *projector, riwalk_error *error);
riwalk_status rw_solver_find(rw_projector *projector, const uint32_t *anchors, uint32_t count,
                             float *const *vectors, double *unknown_shares, riwalk_error *error);

/* Sets the model's scale: the factor that brings solutions for some training anchors closest to
 * their trained vectors. */
riwalk_status rw_solver_set_scale(riwalk_model *model, const rw_walk_setup *setup,
                                  const rw_weights *trained, riwalk_error *error);

/* The row of an anchor given frozen rows, a strictly convex problem: find x that maximises
 *
 *   sum over i of  wanted[i] log s(x . rows[i]) + unwanted[i] log s(-x . rows[i])  -  ridge/2 |x|^2
 *
 * with s(t) = 1 / (1 + exp(-t)). */
typedef struct rw_anchor_row {
    const rw_kernels *kernels;
    size_t dimensions;
    size_t count;
    const float **rows; /* [count] */
    double *wanted;     /* [count], not negative, like unwanted */
    double *unwanted;   /* [count] */
    double *squares;    /* [count]: squared norms of the rows */
    double ridge;       /* above 0 */
    float *ahead;       /* [dimensions], scratch, like the next two */
    float *gradient;
    float *step;
} rw_anchor_row;

/* Solves the problem to a few digits, deterministically. `x` has room for `dimensions` numbers. */
void rw_anchor_row_solve(const rw_anchor_row *problem, float *x);

#endif
