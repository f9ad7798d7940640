/* SPDX-License-Identifier: MIT */
/* Two methods in one vector: the first half for a node's role, the second for where it is. */
#ifndef RW_METHODS_COMBINE_H
#define RW_METHODS_COMBINE_H

#include "methods/embedding.h"

/* The options of a combination, checked. */
riwalk_status rw_combine_options(const rw_embedding *embedding, riwalk_combine_options *options,
                                 riwalk_error *error);

/* Embeds and foresees by both methods; `second` is that of the options. */
riwalk_status rw_combine_embed(const rw_embedding *embedding, const riwalk_combine_options *options,
                               const rw_method *first, const rw_method *second,
                               riwalk_vectors **vectors, riwalk_embed_report *report,
                               riwalk_error *error);
riwalk_status rw_combine_foresee(const rw_embedding *embedding,
                                 const riwalk_combine_options *options, const rw_method *first,
                                 const rw_method *second, riwalk_embed_estimate *estimate,
                                 riwalk_error *error);

#endif
