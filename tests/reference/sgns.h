/* SPDX-License-Identifier: MIT */
/* Skip-gram with negative sampling, slow and obvious: the definition that the trainer must equal.
 */
#ifndef RW_TESTS_REFERENCE_SGNS_H
#define RW_TESTS_REFERENCE_SGNS_H

#include "train/corpus.h"

/* Trains in double precision, one pair and one target at a time, on one shard. Fills
 * input and output, [token_count * dimensions] each, and returns the number of pairs. */
uint64_t reference_sgns(const rw_corpus *corpus, const riwalk_options *options, uint32_t rounds,
                        double *input, double *output);

#endif
