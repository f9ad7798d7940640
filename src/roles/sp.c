/* SPDX-License-Identifier: MIT */
/* RiWalk-SP (paper, section IV-A): the degrees of anchor and context, and their distance. */
#include "roles/roles.h"

enum {
    ANCHOR,
    CONTEXT,
    DISTANCE,
    COUNT
};

static void fill(const rw_walk_setup *setup, const riwalk_context *context, uint32_t *tuple)
{
    const rw_discount *discount = rw_role_discount(setup, context->anchor);

    tuple[ANCHOR] = rw_discount_of(discount, rw_degree(setup->graph, context->anchor));
    tuple[CONTEXT] = rw_discount_of(discount, context->degree);
    tuple[DISTANCE] = context->distance;
}

static void words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    rw_text_degree(text, setup, tuple[CONTEXT]);
    rw_text_add(text, ", ");
    rw_text_hops(text, setup, tuple[DISTANCE]);
    if (!setup->names_anchor) {
        rw_text_add(text, " from the anchor");
        return;
    }
    rw_text_add(text, setup->relative ? " from an anchor " : " from an anchor of ");
    rw_text_degree(text, setup, tuple[ANCHOR]);
}

#define SP                                                                                         \
    .field_count = COUNT,                                                                          \
    .fields = {RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_DISTANCE},                  \
    .names = {"anchor", "context", "distance"}, .fill = fill, .words = words

const rw_identifier rw_identifier_sp = {SP};
const rw_identifier rw_identifier_rw_sp = {SP, .walked = true};
