/* SPDX-License-Identifier: MIT */
/* A model: what an embedding learned about roles, without the graph. Roles are tuples with the same
 * meaning in every graph, so a model can embed new anchors.
 *
 * From skip-gram it keeps the output rows of roles, and a sample of all output rows as noise; from
 * the factor trainer everything that was learned. */
#ifndef RW_MODEL_MODEL_H
#define RW_MODEL_MODEL_H

#include "base/input.h"
#include "base/memory.h"
#include "roles/roles.h"
#include "train/factor.h"
#include "train/sgns.h"

/* The most views of a model. */
#define RW_MODEL_VIEWS RW_FACTOR_VIEWS

/* The most output rows that are kept as noise. */
#define RW_MODEL_NOISE 256

/* One way to name roles, with the roles that were met. */
typedef struct rw_model_view {
    rw_walk_setup setup;  /* without a graph: the options and packing of roles */
    unsigned field_count; /* fields of a tuple */
    uint32_t role_count;
    uint32_t first;   /* column of its first role; roles of all views are numbered through */
    uint32_t *tuples; /* [role_count * field_count], ascending */
    uint64_t *roles;  /* [role_count]: the same, packed */
} rw_model_view;

/* The part of skip-gram that a model keeps. */
typedef struct rw_frozen {
    uint64_t token_total; /* tokens of all walks */
    uint64_t *visits;     /* [roles] */
    float *outputs;       /* [roles * dimensions] */
    uint32_t noise_count; /* rows sampled from the outputs of roles and anchors */
    double *noise_shares; /* [noise_count]: the probability each row represents; sum to 1 */
    float *noise_outputs; /* [noise_count * dimensions] */
    double scale;         /* makes solutions as long as trained vectors */
} rw_frozen;

struct riwalk_model {
    riwalk_options options; /* of the embedding, resolved; with the views below */
    uint32_t view_count;
    uint32_t column_count; /* roles of all views */
    rw_type_names types;   /* types in roles; none: roles have no types */
    rw_model_view views[RW_MODEL_VIEWS];
    rw_pool pool;      /* memory of views and frozen */
    rw_frozen frozen;  /* SGNS */
    rw_factor *factor; /* FACTOR; its roles are those of the views */
};

/* ---- Making ---- */

/* Makes an empty model, which knows how its views pack roles: checks the options, allocates nothing
 * for roles. It has these views instead of those of the options; at least one, and none CUSTOM, as
 * a function cannot be saved. `types` are the types in roles if the options use them. */
riwalk_status rw_model_new(const riwalk_options *options, const riwalk_view *views, uint32_t count,
                           const rw_type_names *types, riwalk_model **model, riwalk_error *error);

/* Call it once role_count is set in all views: sets columns, allocates tuples and packed roles. */
riwalk_status rw_model_make_room(riwalk_model *model, riwalk_error *error);

/* Allocates the arrays of `frozen`; set its noise_count before. */
riwalk_status rw_frozen_make_room(riwalk_model *model, riwalk_error *error);

/* Sets a view's roles from their sorted packed form. */
void rw_model_set_roles(rw_model_view *view, const uint64_t *roles);

/* Makes a model from skip-gram trained on the walks of `setup` over `roles`. Its scale stays 1. */
riwalk_status rw_model_from_sgns(const rw_walk_setup *setup, const rw_corpus *corpus,
                                 const riwalk_roles *roles, const rw_weights *trained,
                                 const riwalk_options *options, riwalk_model **model,
                                 riwalk_error *error);

/* Makes a model from a factorisation and takes that over: *factor becomes NULL. `views` has an
 * entry for each of its views. */
riwalk_status rw_model_from_factor(const riwalk_view *views, const riwalk_options *options,
                                   const rw_type_names *types, rw_factor **factor,
                                   riwalk_model **model, riwalk_error *error);

/* A token that represents a share of a corpus's noise. */
typedef struct rw_noise_pick {
    uint32_t token;
    double share; /* share of all noise */
} rw_noise_pick;

/* Picks at most `room` tokens, in token order; returns how many. Tokens with a share of at least 1
 * / room are picked with it; the others are picked at even steps of their cumulated share. Shares
 * sum to 1 unless the corpus is empty. O(tokens). */
uint32_t rw_noise_sample(const rw_corpus *corpus, double exponent, uint32_t room,
                         rw_noise_pick *picks);

/* ---- Lookup ---- */

/* The known role most similar to an unknown one: at the nearest distance, then with the least sum
 * of class differences, then the least difference in the first field, then the first in order. The
 * view must have roles. Only compares roles whose first field is not worse than the result; at
 * worst all. */
uint32_t rw_model_nearest(const rw_model_view *view, uint64_t role);

/* ---- Roles outside of the basis (stand_ins.c) ---- */

/* Gives each role outside of the basis the row of the most similar role in it (see
 * rw_model_nearest), so that no anchor with neighbours gets a zero vector. `setups` has one entry
 * per view of the factorisation. Custom roles have no similarity and stay out. */
riwalk_status rw_factor_stand_in(rw_factor *factor, const rw_walk_setup *const *setups,
                                 riwalk_error *error);

#endif
