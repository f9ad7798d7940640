/* SPDX-License-Identifier: MIT */
/*
 * The factor trainer: no gradients. An anchor is the vector of its visits to roles, as shares,
 * transformed; its embedding is the projection of that onto the leading right singular vectors of
 * all anchors' vectors, times a fixed scale.
 *
 * Anchors may be seen in several views: ways to name roles, side by side. The vector of an anchor
 * is then that of each view, one after the other, each with the same weight.
 *
 * The last columns may be left to measures of nodes, which do not go through the factorisation.
 *
 * An rw_factor is all that is learnt. It embeds anchors of the graph that it was learnt from and of
 * any other alike: rw_factor_project is the only way from visits to an embedding, and
 * rw_measures_write that from measures.
 */
#ifndef RW_TRAIN_FACTOR_H
#define RW_TRAIN_FACTOR_H

#include "roles/measures.h"
#include "walks/profiles.h"

#define RW_FACTOR_VIEWS RIWALK_MAX_VIEWS

typedef struct rw_factor {
    riwalk_weighting weighting;
    uint32_t dimensions;
    uint32_t rank; /* further dimensions of the basis are zero: no more in the data, or no room */
    uint32_t largest; /* the most columns that were factored together */
    uint32_t view_count;
    uint32_t starts[RW_FACTOR_VIEWS + 1]; /* columns of view v: starts[v] .. starts[v + 1] - 1 */
    uint64_t *roles;                      /* [columns], ascending in each view */
    double *shares;                       /* [columns]: the mean of the role's share over anchors */
    float *basis;                         /* [columns * dimensions], of length norm */
    rw_measures_fit measures;             /* those in the last columns of vectors */
} rw_factor;

typedef struct rw_factor_options {
    riwalk_weighting weighting;
    uint32_t dimensions;
    uint32_t measures; /* the last 2 * measures dimensions are left to them */
    double norm;       /* of embeddings, near it */
    uint64_t seed;
    riwalk_run run;      /* threads through rw_threads */
    uint32_t gram_limit; /* more roles that belong together are factored by a sketch; 0: usual */
} rw_factor_options;

/* Learns from the profiles of all anchors, one set for each view. The same on any number of
 * threads. */
riwalk_status rw_factor_fit(const rw_profiles *const *views, uint32_t view_count,
                            const rw_factor_options *options, rw_factor **factor,
                            riwalk_error *error);
void rw_factor_free(rw_factor *factor);

/* The embedding of an anchor with one profile for each view, whose entries name roles by their
 * place in the view (roles[starts[v] + place]), ascending. `unknown` visits of each view, NULL for
 * none, went to roles that are not there: they take part in the shares and in nothing else.
 * `vector` has room for the dimensions. Reads nothing but its arguments. */
void rw_factor_project(const rw_factor *factor, const rw_profile *profiles, const double *unknown,
                       float *vector);

/* The place of a role in a view; false where it is not there. O(log roles). */
bool rw_factor_find(const rw_factor *factor, uint32_t view, uint64_t role, uint32_t *place);

/* The bytes of fitting at its peak, beside the profiles, for so many columns of which `largest`
 * belong together. */
uint64_t rw_factor_bytes(uint64_t anchors, uint64_t columns, uint64_t largest, uint32_t dimensions,
                         int threads);

/* ---- Inside ---- */

/* The transformed visits of an anchor: `columns` and `values` have room for all entries. Returns
 * how many there are. */
uint32_t rw_factor_values(const rw_factor *factor, const rw_profile *profiles,
                          const double *unknown, uint32_t *columns, double *values);

/* Columns that never meet in an anchor do not influence each other, so each connected part is
 * factored by itself. Where roles contain the degree class of the anchor, it is one class. */
typedef struct rw_factor_parts {
    uint32_t count;
    uint32_t *of;            /* [columns]: the part of a column, in the order of first columns */
    uint32_t *places;        /* [columns]: within the part */
    uint32_t *columns;       /* [columns], part after part, ascending in each */
    uint32_t *column_starts; /* [count + 1] */
    uint32_t *anchors;       /* those with visits, part after part, ascending in each */
    uint32_t *anchor_starts; /* [count + 1] */
} rw_factor_parts;

riwalk_status rw_factor_parts_find(const rw_factor *factor, const rw_profiles *const *views,
                                   rw_factor_parts *parts, riwalk_error *error);
void rw_factor_parts_free(rw_factor_parts *parts);

/* One part at work. */
typedef struct rw_factor_part {
    const rw_factor *factor;
    const rw_profiles *const *views;
    const rw_factor_parts *parts;
    const rw_factor_options *options;
    uint32_t part;
    uint32_t columns;       /* of the part */
    uint32_t wanted;        /* singular vectors: at most the columns */
    uint32_t **row_columns; /* [threads]: [longest] */
    double **row_values;    /* [threads]: [longest] */
    rw_progress *progress;
} rw_factor_part;

/* Row number `row` of the part: its columns as places in the part. Returns how many. */
uint32_t rw_factor_part_row(const rw_factor_part *part, int worker, uint32_t row);

/* The leading right singular vectors of a part's rows, [wanted * columns], and the squares of the
 * singular values, descending: through the Gram matrix, or by a sketch. */
riwalk_status rw_factor_gram(const rw_factor_part *part, double *values, double *vectors,
                             riwalk_error *error);
riwalk_status rw_factor_sketch(const rw_factor_part *part, double *values, double *vectors,
                               riwalk_error *error);

#endif
