/* SPDX-License-Identifier: MIT */
/* Skip-gram with negative sampling and LINE, slow and obvious: the definitions that the trainer
 * must equal. */
#ifndef RW_TESTS_REFERENCE_SGNS_H
#define RW_TESTS_REFERENCE_SGNS_H

#include "train/sgns.h"

/* Trains in double precision, one pair and one target at a time, on one shard. Fills
 * input and output, [token_count * dimensions] each, and returns the number of pairs. */
uint64_t reference_sgns(const rw_corpus *corpus, const riwalk_options *options, uint32_t rounds,
                        double *input, double *output);

/* Trains a corpus of pairs in double precision, one target at a time. Fills input and, unless the
 * corpus is symmetric, output: [token_count * dimensions] each. */
void reference_line_train(const rw_corpus *corpus, const riwalk_options *options,
                          const rw_plan *plan, double *input, double *output);

#endif
