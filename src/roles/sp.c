/* SPDX-License-Identifier: MIT */
/* RiWalk-SP (paper, section IV-A): the degrees of anchor and context, and their distance. */
#include "roles/roles.h"

enum {
    ANCHOR,
    CONTEXT,
    DISTANCE,
    COUNT
};

static uint64_t name(const rw_walk_setup *setup, const riwalk_context *context)
{
    const rw_classes *classes = rw_role_classes(setup, context->anchor);

    return rw_pack_sp(&setup->bits, rw_class_of(classes, rw_degree(setup->graph, context->anchor)),
                      rw_class_of(classes, context->degree), context->distance);
}

static void words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    if (!tuple[DISTANCE]) {
        rw_text_anchor(text, setup, tuple[CONTEXT]);
        return;
    }
    rw_text_degree(text, setup, tuple[CONTEXT]);
    rw_text_add(text, ", ");
    rw_text_hops(text, setup, tuple[DISTANCE]);
    if (!setup->bits.anchor) {
        rw_text_add(text, " from the anchor");
        return;
    }
    rw_text_add(text, setup->relative ? " from an anchor " : " from an anchor of ");
    rw_text_degree(text, setup, tuple[ANCHOR]);
}

#define SP                                                                                         \
    .field_count = COUNT,                                                                          \
    .fields = {RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_DISTANCE},                  \
    .names = {"anchor", "context", "distance"}, .name = name, .words = words

const rw_identifier rw_identifier_sp = {SP};
const rw_identifier rw_identifier_rw_sp = {SP, .walked = true};
