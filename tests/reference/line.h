/* SPDX-License-Identifier: MIT */
/* LINE, slow and obvious: training on drawn pairs. */
#ifndef RW_TESTS_REFERENCE_LINE_H
#define RW_TESTS_REFERENCE_LINE_H

#include "train/sgns.h"

/* Trains a corpus of pairs in double precision, one target at a time. Fills input and, unless the
 * corpus is symmetric, output: [token_count * dimensions] each. */
void reference_line_train(const rw_corpus *corpus, const riwalk_options *options,
                          const rw_plan *plan, double *input, double *output);

#endif
