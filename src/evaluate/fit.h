/* SPDX-License-Identifier: MIT */
/* Classification: one fit, and fits and scores over splits of labelled examples into training and
 * test parts. */
#ifndef RW_EVALUATE_FIT_H
#define RW_EVALUATE_FIT_H

#include "evaluate/labels.h"
#include "evaluate/points.h"

/* ---- One fit (logistic.c): logistic regression with an L2 penalty, by Newton's method. The
 * intercept is the weight of an additional feature that is always 1; it is penalised like the
 * others. ---- */

/* Scaled vectors, as all fits read them: 4 bytes per value. */
typedef struct rw_features {
    uint32_t count;
    uint32_t width;  /* dimensions and the final 1: the number of weights of a fit */
    uint32_t block;  /* features in a block; the last may have fewer */
    float *rows;     /* [count][width] */
    double *moments; /* [width][block]: means of x x^T, lower triangle of each block */
    rw_pool pool;
} rw_features;

/* Feature row i comes from row rows[i] of the vectors; NULL: from row i. */
riwalk_status rw_features_new(const riwalk_vectors *vectors, const uint32_t *rows, uint32_t count,
                              riwalk_normalization scale, rw_features **features,
                              riwalk_error *error);
void rw_features_free(rw_features *features);

/* Scales the first `columns` columns so that their root mean square length over rows is `length`;
 * zeros stay zero. */
void rw_features_stretch(rw_features *features, uint32_t columns, double length);

/* The decision value of a feature row: positive if above 0. */
double rw_features_decide(const rw_features *features, uint32_t row, const double *weights);

/* The memory of successive fits over the same features, one per thread. */
typedef struct rw_fitter rw_fitter;

/* Takes its memory from a pool, whose status tells whether there was enough. */
rw_fitter *rw_fitter_new(const rw_features *features, uint32_t max_rows, rw_pool *pool,
                         riwalk_error *error);

/* Fits the feature rows rows[0 .. count-1]: positive ones against the others, at least one of each.
 * Fills in the weights. The last Newton step changes the decision values of these rows by less than
 * options->tolerance of their standard deviation (root mean square). Fails only if cancelled;
 * reports no progress of its own. */
riwalk_status rw_fitter_fit(rw_fitter *fitter, const uint32_t *rows, const bool *positive,
                            uint32_t count, const riwalk_classify_options *options,
                            rw_progress *progress, double *weights, riwalk_error *error);

/* ---- Fits over splits ---- */

typedef struct rw_split {
    const uint32_t *train, *test; /* labelled nodes: feature rows */
    uint32_t train_count, test_count;
} rw_split;

#define RW_TUNE_LENGTHS 4

/* What is fitted, and how. */
typedef struct rw_classifier {
    const riwalk_vectors *vectors;
    const riwalk_node_labels *labels;   /* `rows` NULL: all rows are nodes, some without a class */
    riwalk_classify_options options;    /* checked */
    rw_features *features;              /* of the last choice */
    rw_features *made[RW_TUNE_LENGTHS]; /* by length; NULL: not needed yet */
} rw_classifier;

/* Copies the options over the defaults, and checks all values. */
riwalk_status rw_classifier_set(rw_classifier *c, const riwalk_classify_options *given,
                                riwalk_error *error);
void rw_classifier_free(rw_classifier *c);

/* With folds, chooses C and the length of vectors by cross-validation of the training part of a
 * split only (tune.c); sets features and options. Chooses nothing with fewer than two nodes per
 * fold; without folds vectors keep their length. */
riwalk_status rw_classifier_choose(rw_classifier *c, const rw_split *split,
                                   riwalk_classify_choice *choice, riwalk_error *error);

/* After a choice: fits on the training part of a split. Then computes the decision values of all
 * nodes, [count][class_count], or, if `classes` is not NULL, the class with the highest value of
 * each. A value is infinite if no training node, or each, has the class. */
riwalk_status rw_classifier_decide(const rw_classifier *c, const rw_split *split, double *values,
                                   uint32_t *classes, riwalk_error *error);

/* After a choice: fits on the training part of each split, and scores its test part. */
riwalk_status rw_classifier_score(const rw_classifier *c, const rw_split *splits, uint32_t count,
                                  riwalk_classify_scores *scores, riwalk_error *error);

/* Fits each split with what its own training part chose, and scores its test part. */
riwalk_status rw_splits_score(rw_classifier *c, const rw_split *splits, uint32_t count,
                              riwalk_classify_scores *scores, riwalk_error *error);

#endif
