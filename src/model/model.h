/* SPDX-License-Identifier: MIT */
/* A model: what an embedding learned about roles, without the graph that it learned from. Roles are
 * tuples that mean the same in every graph, so a model embeds anchors that it never saw.
 *
 * Of skip-gram it keeps the output rows of the roles, and some of all output rows as noise; of the
 * factor trainer all that it learned. */
#ifndef RW_MODEL_MODEL_H
#define RW_MODEL_MODEL_H

#include "base/input.h"
#include "base/memory.h"
#include "roles/roles.h"
#include "train/factor.h"
#include "train/sgns.h"

/* More views than this are in no model. */
#define RW_MODEL_VIEWS RW_FACTOR_VIEWS

/* Output rows kept as noise, at most. */
#define RW_MODEL_NOISE 256

/* One way to name roles, and the roles that were met. */
typedef struct rw_model_view {
    rw_walk_setup setup;  /* for no graph: how roles are packed, and their options */
    unsigned field_count; /* of a tuple */
    uint32_t role_count;
    uint32_t first;   /* the column of its first role: roles of all views are numbered through */
    uint32_t *tuples; /* [role_count * field_count], ascending */
    uint64_t *roles;  /* [role_count]: the same packed */
} rw_model_view;

/* What skip-gram leaves behind. */
typedef struct rw_frozen {
    uint64_t token_total; /* of all walks */
    uint64_t *visits;     /* [roles] */
    float *outputs;       /* [roles * dimensions] */
    uint32_t noise_count; /* a sample of all output rows, of roles and of anchors */
    double *noise_shares; /* [noise_count]: the probability that each stands for; sum to 1 */
    float *noise_outputs; /* [noise_count * dimensions] */
    double scale;         /* what makes solutions as long as trained vectors */
} rw_frozen;

struct riwalk_model {
    riwalk_options options; /* of the embedding, resolved; its views are those below */
    uint32_t view_count;
    uint32_t column_count; /* roles of all views */
    rw_type_names types;   /* that roles name; none: they name no types */
    rw_model_view views[RW_MODEL_VIEWS];
    rw_pool pool;      /* of the arrays of views and frozen */
    rw_frozen frozen;  /* SGNS */
    rw_factor *factor; /* FACTOR; its roles are those of the views */
};

/* ---- Making ---- */

/* A model without content: options checked, nothing allocated for roles yet. Its views are those of
 * the options (at least one), none of them CUSTOM: a function cannot be kept. `types` are those
 * that roles name if the options say so; NULL: none. */
riwalk_status rw_model_new(const riwalk_options *options, const rw_type_names *types,
                           riwalk_model **model, riwalk_error *error);

/* Once a view's role_count is set for all views: columns, and room for tuples and packed roles. */
riwalk_status rw_model_make_room(riwalk_model *model, riwalk_error *error);

/* Room for the arrays of `frozen`, whose noise_count is set. */
riwalk_status rw_frozen_make_room(riwalk_model *model, riwalk_error *error);

/* Sets a view's roles, ascending, by their packed form. */
void rw_model_set_roles(rw_model_view *view, const uint64_t *roles);

/* The model of a finished training of the walks of `setup` over `roles`. The scale is left at 1. */
riwalk_status rw_model_from_sgns(const rw_walk_setup *setup, const rw_corpus *corpus,
                                 const riwalk_roles *roles, const rw_weights *trained,
                                 const riwalk_options *options, riwalk_model **model,
                                 riwalk_error *error);

/* The model of a factorisation, which it takes over: *factor is then NULL. `views` has one entry
 * for each of its views. */
riwalk_status rw_model_from_factor(const riwalk_view *views, const riwalk_options *options,
                                   const rw_type_names *types, rw_factor **factor,
                                   riwalk_model **model, riwalk_error *error);

/* A few tokens that stand for the noise of a whole corpus. */
typedef struct rw_noise_pick {
    uint32_t token;
    double share; /* of all noise, that it stands for */
} rw_noise_pick;

/* Picks at most `room` tokens, in the order of tokens; returns how many. Tokens with a share of at
 * least 1 / room stand for themselves, and the others are picked at even steps of their summed
 * shares. Shares sum to 1, unless nothing occurs. O(tokens). */
uint32_t rw_noise_sample(const rw_corpus *corpus, double exponent, uint32_t room,
                         rw_noise_pick *picks);

/* ---- Looking up ---- */

/* The place of the known role that is most like one that is not there: at the nearest distance,
 * then with the least sum of differences between classes, then with the least difference of the
 * first field, then the first in order. The view has roles. Looks at those alone whose first field
 * is no worse than the result: all of them at worst. */
uint32_t rw_model_nearest(const rw_model_view *view, uint64_t role);

/* ---- Roles that the basis had no room for (stand_ins.c) ---- */

/* Gives each of them the row of the role in the basis that is most like it, as rw_model_nearest
 * has it: no anchor with neighbours then has a vector of zeros. `setups` has one entry for each
 * view of the factorisation. Roles of a caller's own (CUSTOM) are like no other, and stay out. */
riwalk_status rw_factor_stand_in(rw_factor *factor, const rw_walk_setup *const *setups,
                                 riwalk_error *error);

#endif
