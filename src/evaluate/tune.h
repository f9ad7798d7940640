/* SPDX-License-Identifier: MIT */
/* Choosing C and the length of vectors by cross-validation of a training part. */
#ifndef RW_EVALUATE_TUNE_H
#define RW_EVALUATE_TUNE_H

#include "evaluate/fit.h"

#define RW_TUNE_LENGTHS 4

typedef struct rw_tuner {
    rw_examples examples; /* their features are those of the last choice */
    riwalk_classify_options options;
    const riwalk_vectors *vectors;
    const uint32_t *rows;                   /* of the vectors, by example; NULL: all */
    rw_features *features[RW_TUNE_LENGTHS]; /* by length; NULL: not needed so far */
} rw_tuner;

/* `options` are checked, and have folds. */
void rw_tuner_init(rw_tuner *tuner, const riwalk_vectors *vectors, const uint32_t *rows,
                   const rw_examples *examples, const riwalk_classify_options *options);
void rw_tuner_free(rw_tuner *tuner);

/* Chooses by the training part of a split alone, and sets the tuner's features and options to it.
 * With fewer than two nodes for each fold there is nothing to choose by. */
riwalk_status rw_tuner_choose(rw_tuner *tuner, const rw_split *split,
                              riwalk_classify_choice *choice, riwalk_error *error);

#endif
