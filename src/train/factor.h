/* SPDX-License-Identifier: MIT */
/* The factor trainer, which needs no gradients. An anchor is a row: its visits to roles as shares,
 * transformed; one part per view, with equal weights. Its embedding is the projection of the row
 * onto the leading right singular vectors of all anchors' rows, times a fixed scale. The last
 * columns of vectors may be measures of nodes, which are not factored. */
#ifndef RW_TRAIN_FACTOR_H
#define RW_TRAIN_FACTOR_H

#include "base/group.h"
#include "base/memory.h"
#include "base/progress.h"
#include "engine/matrix.h"
#include "roles/measures.h"
#include "train/kernels/kernels.h"

#define RW_FACTOR_VIEWS RIWALK_MAX_VIEWS

/* All that is learnt: it embeds anchors of its own graph and of others in the same way. */
typedef struct rw_factor {
    riwalk_weighting weighting;
    uint32_t dimensions;
    uint32_t rank;    /* dimensions beyond it are zero: no more in the data, or no room */
    uint32_t largest; /* columns of the largest part */
    uint32_t view_count;
    uint32_t starts[RW_FACTOR_VIEWS + 1]; /* columns of view v: starts[v] .. starts[v + 1] - 1 */
    uint64_t
        *roles;     /* [columns], ascending in each view; NULL: those of a model read from a file */
    double *shares; /* [columns]: mean share of each role over anchors */
    float *basis;   /* [columns * dimensions]; each dimension has length norm */
    uint32_t *rows; /* [columns]: each one's row in a shorter basis; NULL: its number */
    rw_measures_fit measures; /* measures in the last columns of vectors */
    uint32_t *left_out; /* [columns]: 1 + the part of a column, if the basis had no room for the
                           part and nothing stands in; else 0. NULL: there was room for all */
    rw_pool pool;       /* owns the arrays */
} rw_factor;

typedef struct rw_factor_options {
    riwalk_weighting weighting;
    uint32_t dimensions;
    uint32_t measures;   /* the last 2 * measures dimensions are for measures */
    double norm;         /* rough norm of embeddings */
    riwalk_run run;      /* with resolved threads (not 0) */
    uint32_t gram_limit; /* larger parts are solved by a sketch; 0: the default */
    bool one_way;        /* roles tell arcs out and in apart, so there are many */
    bool no_model;       /* only for vectors of this graph: rows of zeros may be missing from the
                            basis */
    bool only_parts;     /* finds only `largest`, makes no basis */
} rw_factor_options;

/* Profiles to learn from: pieces, each a range of anchors, of which one at a time is in memory.
 * Neither the ranges nor the order of pieces affects the result. */
typedef struct rw_factor_source {
    uint32_t view_count;
    uint32_t anchor_count; /* anchors in all pieces of all processes */
    uint32_t role_counts[RW_FACTOR_VIEWS];
    const uint64_t *roles[RW_FACTOR_VIEWS]; /* of all pieces, ascending */
    size_t piece_count;                     /* pieces of this process */
    /* Gets the profiles of a piece in each view; their entries are places in `roles`. They live
     * until the next call. */
    riwalk_status (*open)(void *context, size_t piece, const rw_profiles **views,
                          riwalk_error *error);
    void *context;
    riwalk_comm *group; /* processes that fit together, each with pieces of its own; all get the
                           same result. NULL: this process has all pieces */
    rw_matrix *matrix;  /* all profiles on a device that does the sums; NULL: the host does them */
} rw_factor_source;

/* Learns from the profiles of all anchors. The result is the same for any threads, processes and
 * pieces. */
riwalk_status rw_factor_fit(const rw_factor_source *source, const rw_factor_options *options,
                            rw_factor **factor, riwalk_error *error);
void rw_factor_free(rw_factor *factor);

/* For RW_OWN. */
static inline void rw_factor_drop(rw_factor **factor)
{
    rw_factor_free(*factor);
}

/* Embeds an anchor with one profile per view. Entries name roles by their place in the view
 * (roles[starts[v] + place]), ascending. `vector` has room for the dimensions. */
void rw_factor_project(const rw_factor *factor, const rw_profile *profiles, float *vector);

/* The peak bytes of a fit beside the profiles, if the largest part has `largest` columns. */
uint64_t rw_factor_bytes(uint64_t anchors, uint64_t columns, uint64_t largest, uint32_t dimensions,
                         bool one_way, int threads);

/* The bytes of a basis that is only for vectors. */
uint64_t rw_factor_basis_bytes(uint64_t columns, uint64_t anchors, uint32_t dimensions,
                               bool one_way);

/* ---- Internal ---- */

/* Fills in the transformed visits of an anchor, as many as it has entries. Values are not negative,
 * and their squares sum to at most 1. */
void rw_factor_values(const rw_factor *factor, const rw_profile *profiles, uint32_t *columns,
                      double *values);

#define RW_FACTOR_SEED 1 /* only of the vectors that iterations start from */

#define RW_FACTOR_LEFT_OUT UINT32_MAX /* the place or row of a column that is left out */

/* Columns that no anchor visits together do not influence each other. So each connected part is
 * factored by itself. If roles have the anchor's degree class, a part is one class. */
typedef struct rw_factor_parts {
    uint32_t count;
    uint32_t *of;            /* [columns]: each one's part; parts are numbered by their first
                                columns */
    uint32_t *places;        /* [columns]: place within the part, or RW_FACTOR_LEFT_OUT */
    uint32_t *columns;       /* [columns]: part after part, ascending in each */
    uint32_t *column_starts; /* [count + 1] */
} rw_factor_parts;

#define RW_FACTOR_BLOCK_ROWS 8192 /* most rows of a block */

/* A block of rows. Each has its columns as ascending places in its part, without those left out. */
typedef struct rw_factor_rows {
    uint32_t count;
    uint32_t *anchors; /* [count]: number within the current piece */
    uint32_t *parts;   /* [count] */
    size_t *starts;    /* [count + 1] */
    uint32_t *places;  /* [starts[count]] */
    double *values;    /* [starts[count]] */
    size_t room;       /* entries of `places` */
    size_t value_room;
} rw_factor_rows;

/* The state of a fit. */
typedef struct rw_factor_fitting {
    rw_factor *factor;
    const rw_factor_source *source;
    rw_factor_options options;
    const rw_kernels *kernels;
    int bits;        /* fraction bits of sums over anchors */
    uint32_t wanted; /* singular vectors: dimensions without measures */
    rw_factor_parts parts;
    rw_factor_rows rows;
    rw_row_reader reader; /* reads the current piece */
    rw_pool *pool;        /* owns parts, rows and singular vectors */
    rw_progress progress;
} rw_factor_fitting;

/* Finds the mean share of every role, and the parts (factor_parts.c). */
riwalk_status rw_factor_parts_find(rw_factor_fitting *fitting, riwalk_error *error);

static inline uint32_t rw_factor_part_columns(const rw_factor_parts *parts, uint32_t part)
{
    return parts->column_starts[part + 1] - parts->column_starts[part];
}

/* The cells of the lower triangle of a matrix. */
static inline size_t rw_factor_cells(size_t columns)
{
    return columns * (columns + 1) / 2;
}

/* Calls `use` with all rows of parts first .. end - 1, block by block (factor_pass.c). */
typedef riwalk_status rw_factor_use(void *context, const rw_factor_rows *rows, riwalk_error *error);
riwalk_status rw_factor_pass(rw_factor_fitting *fitting, uint32_t first, uint32_t end,
                             rw_factor_use *use, void *context, riwalk_error *error);

/* Computes A'A times groups of vectors, [groups][columns][RW_PRODUCT_GROUP], where A are the rows
 * of a part: from `small` if it is not NULL. */
typedef struct rw_factor_product {
    rw_factor_fitting *fit;
    uint32_t part, columns, groups;
    const double *from;
    const float *small;
    uint64_t *to;               /* in fixed point */
    const rw_factor_rows *rows; /* the block in work */
} rw_factor_product;

riwalk_status rw_factor_multiply(rw_factor_product *product, riwalk_error *error);

/* Computes the Gram matrices of parts first .. end - 1 in one pass: lower triangles, row by row,
 * part after part, in fixed point, in memory of `owner` (factor_gram.c). */
riwalk_status rw_factor_grams(rw_factor_fitting *fitting, uint32_t first, uint32_t end,
                              rw_pool *owner, uint64_t **triangles, riwalk_error *error);

/* Finds the leading right singular vectors of a part's rows, [wanted * columns], and the squares of
 * their singular values, descending: from the Gram matrix, or by a sketch (factor_sketch.c). The
 * fit owns the vectors. */
riwalk_status rw_factor_solve(rw_factor_fitting *fitting, uint32_t columns,
                              const uint64_t *triangle, uint32_t wanted, double *values,
                              const double **vectors, riwalk_error *error);
riwalk_status rw_factor_sketch(rw_factor_fitting *fitting, uint32_t part, uint32_t wanted,
                               double *values, const double **vectors, riwalk_error *error);

/* The same by a sketch that needs one product (factor_quick.c). *vectors has a multiple of
 * RW_PRODUCT_GROUP vectors, in groups of this size. It may leave out columns; the *columns that
 * stay come first in the part. */
riwalk_status rw_factor_quick(rw_factor_fitting *fitting, uint32_t part, uint32_t wanted,
                              double *values, const double **vectors, uint32_t *columns,
                              riwalk_error *error);
/* The bytes of this, or of the basis and vectors that come later, if these are more. */
uint64_t rw_factor_quick_bytes(uint64_t columns, uint64_t anchors, uint32_t dimensions,
                               int threads);

#endif
