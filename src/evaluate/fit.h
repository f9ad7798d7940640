/* SPDX-License-Identifier: MIT */
/* Fitting and scoring over splits of labelled examples into training and test parts. */
#ifndef RW_EVALUATE_FIT_H
#define RW_EVALUATE_FIT_H

#include "evaluate/logistic.h"
#include "riwalk_analysis.h"

/* Nodes with classes. Example i is feature row i, and has classes[starts[i] .. starts[i+1]-1],
 * maybe none. */
typedef struct rw_examples {
    uint32_t count;
    uint32_t class_count;
    const uint64_t *starts;
    const uint32_t *classes;
    const rw_features *features;
    bool single; /* every example has at most one class */
} rw_examples;

typedef struct rw_split {
    const uint32_t *train, *test; /* examples */
    uint32_t train_count, test_count;
} rw_split;

/* Fits on the training part of a split. Then computes the decision values of all examples,
 * [count][class_count], or, if `classes` is not NULL, the class with the highest value of each. A
 * value is infinite if no training example, or each, has the class. */
riwalk_status rw_fits_decide(const rw_examples *examples, const rw_split *split,
                             const riwalk_classify_options *options, double *values,
                             uint32_t *classes, riwalk_error *error);

/* Fits on the training part of each split, and scores its test part. */
riwalk_status rw_fits_score(const rw_examples *examples, const rw_split *splits,
                            uint32_t split_count, const riwalk_classify_options *options,
                            riwalk_classify_scores *scores, riwalk_error *error);

/* Checks all values. Copies `given` over the defaults in `known`. */
riwalk_status rw_classify_options_check(riwalk_classify_options *known,
                                        const riwalk_classify_options *given, riwalk_error *error);

/* ---- Features; with folds, C and the length of vectors are chosen by cross-validation of a
 * training part (tune.c) ---- */

#define RW_TUNE_LENGTHS 4

typedef struct rw_tuner {
    rw_examples examples;            /* with the features of the last choice */
    riwalk_classify_options options; /* checked */
    const riwalk_vectors *vectors;
    const uint32_t *rows;                   /* row of each example in the vectors; NULL: all rows */
    rw_features *features[RW_TUNE_LENGTHS]; /* by length; NULL: not needed yet */
} rw_tuner;

void rw_tuner_free(rw_tuner *tuner);

/* Chooses by the training part of a split only, and sets the tuner's features and options. Chooses
 * nothing with fewer than two nodes per fold; without folds vectors keep their length. */
riwalk_status rw_tuner_choose(rw_tuner *tuner, const rw_split *split,
                              riwalk_classify_choice *choice, riwalk_error *error);

/* Fits each split with what its own training part chose, and scores its test part. Example i is row
 * rows[i] of the vectors. */
riwalk_status rw_splits_score(const riwalk_vectors *vectors, const uint32_t *rows,
                              const rw_examples *examples, const rw_split *splits,
                              uint32_t split_count, const riwalk_classify_options *options,
                              riwalk_classify_scores *scores, riwalk_error *error);

#endif
