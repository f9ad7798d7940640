/* SPDX-License-Identifier: MIT */
/* Two methods in one vector: the first half for a node's role, the second for where it is. */
#ifndef RW_METHODS_COMBINE_H
#define RW_METHODS_COMBINE_H

#include "methods/embedding.h"

/* Embeds and estimates by both methods; `second` is that of the options' combine. */
riwalk_status rw_combine_embed(const rw_embedding *embedding, const rw_method *first,
                               const rw_method *second, riwalk_vectors **vectors,
                               riwalk_embed_report *report, riwalk_error *error);
riwalk_status rw_combine_estimate(const rw_embedding *embedding, const rw_method *first,
                                  const rw_method *second, riwalk_estimate *estimate,
                                  riwalk_error *error);

#endif
