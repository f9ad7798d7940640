/* SPDX-License-Identifier: MIT */
/* F1 scores of predicted against true classes. */
#ifndef RW_EVALUATE_SCORES_H
#define RW_EVALUATE_SCORES_H

#include "riwalk.h"

/* What is counted for a class. */
typedef struct rw_tally {
    uint32_t right; /* predicted and true */
    uint32_t predicted;
    uint32_t true_;
} rw_tally;

/* Adds one node: of `values`, one for each class, the `count` highest are predicted, of equals the
 * lower class; true_classes are ascending. `chosen` is room for class_count marks, all false before
 * and after. */
void rw_tally_add(rw_tally *tallies, uint32_t class_count, const double *values,
                  const uint32_t *true_classes, uint32_t count, bool *chosen);

/* Over all decisions together. */
double rw_micro_f1(const rw_tally *tallies, uint32_t class_count);

/* The mean over the classes that are true or predicted somewhere. */
double rw_macro_f1(const rw_tally *tallies, uint32_t class_count);

#endif
