/* SPDX-License-Identifier: MIT */
/* The factor trainer: no gradients. An anchor is the vector of its visits to roles, as shares,
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
 * rw_measures_write that from measures. */
#ifndef RW_TRAIN_FACTOR_H
#define RW_TRAIN_FACTOR_H

#include "base/group.h"
#include "base/memory.h"
#include "base/progress.h"
#include "engine/matrix.h"
#include "roles/measures.h"

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
    uint32_t *rows;           /* [columns]: their rows in a shorter basis; NULL: all have theirs */
    rw_measures_fit measures; /* those in the last columns of vectors */
    uint32_t *left_out; /* [columns]: 1 + the part of a column, where the basis had no room for it;
                           else 0. NULL: there was room for all */
} rw_factor;

typedef struct rw_factor_options {
    riwalk_weighting weighting;
    uint32_t dimensions;
    uint32_t measures; /* the last 2 * measures dimensions are left to them */
    double norm;       /* of embeddings, near it */
    uint64_t seed;
    riwalk_run run;      /* threads through rw_threads */
    uint32_t gram_limit; /* more roles that belong together are factored by a sketch; 0: usual */
    bool one_way;        /* roles distinguish arcs out and arcs in: there are many */
    bool no_model;   /* the factorisation only projects: rows of zeros need not be in the basis */
    bool only_parts; /* no basis is made, only `largest` found */
} rw_factor_options;

/* Profiles to learn from, piece after piece: ranges of anchors, of which one at a time is in
 * memory. How anchors are divided, and in which order pieces come, has no influence. */
typedef struct rw_factor_source {
    uint32_t view_count;
    uint32_t anchor_count; /* of all pieces of all processes */
    uint32_t role_counts[RW_FACTOR_VIEWS];
    const uint64_t
        *roles[RW_FACTOR_VIEWS]; /* the tables of roles, ascending: those of all pieces */
    size_t piece_count;          /* that this process has */
    /* Gives the profiles of a piece in each view, whose entries are places in those tables. They
     * live until the next call. */
    riwalk_status (*open)(void *context, size_t piece, const rw_profiles **views,
                          riwalk_error *error);
    void *context;
    riwalk_comm *group; /* processes that fit together, each with profiles of other anchors: all end
                           with the same factorisation; NULL: this process has all pieces */
    rw_matrix
        *matrix; /* the profiles of all pieces on a device, which adds up; NULL: the host does */
} rw_factor_source;

/* Learns from the profiles of all anchors. The same on any number of threads and processes, for any
 * pieces: whatever is added up over anchors is added up as integers (base/sums.h). */
riwalk_status rw_factor_fit(const rw_factor_source *source, const rw_factor_options *options,
                            rw_factor **factor, riwalk_error *error);
void rw_factor_free(rw_factor *factor);

/* The embedding of an anchor with one profile for each view, whose entries name roles by their
 * place in the view (roles[starts[v] + place]), ascending. `unknown` visits of each view, NULL for
 * none, went to roles that are not there: they take part in the shares and in nothing else.
 * `vector` has room for the dimensions. Reads nothing but its arguments. */
void rw_factor_project(const rw_factor *factor, const rw_profile *profiles, const double *unknown,
                       float *vector);

/* The bytes of fitting at its peak, beside the profiles, for so many anchors and columns of which
 * `largest` belong together. */
uint64_t rw_factor_bytes(uint64_t anchors, uint64_t columns, uint64_t largest, uint32_t dimensions,
                         bool one_way, int threads);

/* The bytes of the basis, where it is for vectors only. */
uint64_t rw_factor_basis_bytes(uint64_t columns, uint64_t anchors, uint32_t dimensions,
                               bool one_way);

/* ---- Inside ---- */

/* The transformed visits of an anchor: `columns` and `values` have room for all entries. Returns
 * how many there are. Values are not negative, and their squares come to 1 at most. */
uint32_t rw_factor_values(const rw_factor *factor, const rw_profile *profiles,
                          const double *unknown, uint32_t *columns, double *values);

#define RW_FACTOR_LEFT_OUT UINT32_MAX /* a place, or a row, that is not there */

/* Columns that never meet in an anchor do not influence each other, so each connected part is
 * factored by itself. Where roles contain the degree class of the anchor, it is one class. */
typedef struct rw_factor_parts {
    uint32_t count;
    uint32_t *of;            /* [columns]: the part of a column, in the order of first columns */
    uint32_t *places;        /* [columns]: within the part, or RW_FACTOR_LEFT_OUT */
    uint32_t *columns;       /* [columns], part after part, ascending in each */
    uint32_t *column_starts; /* [count + 1] */
} rw_factor_parts;

#define RW_FACTOR_BLOCK_ROWS 8192 /* at most */

/* Rows of some anchors, each with its columns as places in its part, ascending, but for those that
 * are left out. */
typedef struct rw_factor_rows {
    uint32_t count;
    uint32_t *anchors; /* [count], in the piece at hand */
    uint32_t *parts;   /* [count] */
    size_t *starts;    /* [count + 1] */
    uint32_t *places;  /* [starts[count]] */
    double *values;    /* [starts[count]] */
    size_t room;       /* of places, and of values */
    size_t value_room;
} rw_factor_rows;

/* A fit at work. */
typedef struct rw_factor_fitting {
    rw_factor *factor;
    const rw_factor_source *source;
    rw_factor_options options;
    int bits;        /* of fractions, in sums over anchors */
    uint32_t wanted; /* singular vectors: dimensions that are not left to measures */
    rw_factor_parts parts;
    rw_factor_rows rows;
    rw_row_reader reader; /* of the piece at hand */
    rw_pool pool;         /* of parts, rows and singular vectors */
    rw_progress progress;
} rw_factor_fitting;

/* Finds the mean share of every role, and the parts (factor_parts.c). */
riwalk_status rw_factor_parts_find(rw_factor_fitting *fitting, riwalk_error *error);

static inline uint32_t rw_factor_part_columns(const rw_factor_parts *parts, uint32_t part)
{
    return parts->column_starts[part + 1] - parts->column_starts[part];
}

/* Goes over all rows of the parts first .. end - 1, block after block (factor_pass.c). */
typedef riwalk_status rw_factor_use(void *context, const rw_factor_rows *rows, riwalk_error *error);
riwalk_status rw_factor_pass(rw_factor_fitting *fitting, uint32_t first, uint32_t end,
                             rw_factor_use *use, void *context, riwalk_error *error);

/* Frees what a fit worked with; the factorisation is its result. */
void rw_factor_fitting_free(rw_factor_fitting *fitting);

/* The Gram matrices of the parts first .. end - 1 in one pass: lower triangles, row after row, part
 * after part, in fixed point (factor_gram.c). */
riwalk_status rw_factor_grams(rw_factor_fitting *fitting, uint32_t first, uint32_t end,
                              uint64_t **triangles, riwalk_error *error);

/* The leading right singular vectors of a part's rows, [wanted * columns], and the squares of the
 * singular values, descending: from its Gram matrix, or by a sketch (factor_sketch.c). */
riwalk_status rw_factor_solve(rw_factor_fitting *fitting, uint32_t columns,
                              const uint64_t *triangle, uint32_t wanted, double *values,
                              double *vectors, riwalk_error *error);
riwalk_status rw_factor_sketch(rw_factor_fitting *fitting, uint32_t part, uint32_t wanted,
                               double *values, double *vectors, riwalk_error *error);

/* The same with one product (factor_quick.c): a multiple of RW_PRODUCT_GROUP vectors, in groups of
 * so many, which the fit owns. It may leave out columns; those that stay come first in the part. */
riwalk_status rw_factor_quick(rw_factor_fitting *fitting, uint32_t part, uint32_t wanted,
                              double *values, const double **vectors, uint32_t *columns,
                              riwalk_error *error);
/* Its bytes, or those of the basis and the vectors, which come later, where these are more. */
uint64_t rw_factor_quick_bytes(uint64_t columns, uint64_t anchors, uint32_t dimensions,
                               int threads);

#endif
