/* SPDX-License-Identifier: MIT */
/* Fitting and scoring over splits of labelled examples into training and test parts. */
#ifndef RW_EVALUATE_FIT_H
#define RW_EVALUATE_FIT_H

#include "evaluate/labels.h"
#include "evaluate/logistic.h"
#include "riwalk_analysis.h"

typedef struct rw_split {
    const uint32_t *train, *test; /* labelled nodes: feature rows */
    uint32_t train_count, test_count;
} rw_split;

/* Fits on the training part of a split. Then computes the decision values of all nodes,
 * [count][class_count], or, if `classes` is not NULL, the class with the highest value of each. A
 * value is infinite if no training node, or each, has the class. */
riwalk_status rw_fits_decide(const riwalk_node_labels *labels, const rw_features *features,
                             const rw_split *split, const riwalk_classify_options *options,
                             double *values, uint32_t *classes, riwalk_error *error);

/* Fits on the training part of each split, and scores its test part. */
riwalk_status rw_fits_score(const riwalk_node_labels *labels, const rw_features *features,
                            const rw_split *splits, uint32_t split_count,
                            const riwalk_classify_options *options, riwalk_classify_scores *scores,
                            riwalk_error *error);

/* Checks all values. Copies `given` over the defaults in `known`. */
riwalk_status rw_classify_options_check(riwalk_classify_options *known,
                                        const riwalk_classify_options *given, riwalk_error *error);

/* ---- Features; with folds, C and the length of vectors are chosen by cross-validation of a
 * training part (tune.c) ---- */

#define RW_TUNE_LENGTHS 4

typedef struct rw_tuner {
    const riwalk_vectors *vectors;
    const riwalk_node_labels *labels;   /* `rows` NULL: all rows are nodes, some without a class */
    riwalk_classify_options options;    /* checked */
    rw_features *features;              /* of the last choice */
    rw_features *made[RW_TUNE_LENGTHS]; /* by length; NULL: not needed yet */
} rw_tuner;

void rw_tuner_free(rw_tuner *tuner);

/* Chooses by the training part of a split only, and sets the tuner's features and options. Chooses
 * nothing with fewer than two nodes per fold; without folds vectors keep their length. */
riwalk_status rw_tuner_choose(rw_tuner *tuner, const rw_split *split,
                              riwalk_classify_choice *choice, riwalk_error *error);

/* Fits each split with what its own training part chose, and scores its test part. */
riwalk_status rw_splits_score(const riwalk_vectors *vectors, const riwalk_node_labels *labels,
                              const rw_split *splits, uint32_t split_count,
                              const riwalk_classify_options *options,
                              riwalk_classify_scores *scores, riwalk_error *error);

#endif
