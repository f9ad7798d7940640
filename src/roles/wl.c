/* SPDX-License-Identifier: MIT */
/* RiWalk-WL (paper, section IV-B): how many neighbours a context has in each layer around the
 * anchor. Neighbours lie in the context's own layer or in one beside it, and the anchor's are all
 * in layer 1, so the vectors of the paper come down to five numbers. */
#include "roles/roles.h"

enum {
    ANCHOR,
    DISTANCE,
    CLOSER,
    SAME,
    FURTHER,
    COUNT
};

static uint64_t name(const rw_walk_setup *setup, const riwalk_context *context)
{
    const rw_classes *classes = rw_role_classes(setup, context->anchor);

    return rw_pack_wl(&setup->bits, rw_class_of(classes, context->spread), context->distance,
                      rw_class_of(classes, context->closer), rw_class_of(classes, context->same),
                      rw_class_of(classes, context->further));
}

static void words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    bool walked = setup->identifier->walked;

    if (!tuple[DISTANCE]) {
        rw_text_anchor(text, setup, tuple[FURTHER]);
        return;
    }
    rw_text_hops(text, setup, tuple[DISTANCE]);
    if (setup->bits.anchor) {
        rw_text_add(text, setup->relative ? " from an anchor " : " from an anchor of ");
        rw_text_degree(text, setup, tuple[ANCHOR]);
    } else {
        rw_text_add(text, " from the anchor");
    }
    rw_text_add(text, walked ? "; walked neighbours: " : "; neighbours: ");
    rw_text_count(text, setup, tuple[CLOSER]);
    rw_text_add(text, " one layer closer, ");
    rw_text_count(text, setup, tuple[SAME]);
    rw_text_add(text, " in the same layer, ");
    rw_text_count(text, setup, tuple[FURTHER]);
    rw_text_add(text, " one layer further");
}

#define WL                                                                                         \
    .layers = true, .field_count = COUNT,                                                          \
    .fields = {RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_DISTANCE, RW_ROLE_FIELD_CLASS,                   \
               RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_CLASS},                                          \
    .names = {"anchor", "distance", "closer", "same", "further"}, .name = name, .words = words

const rw_identifier rw_identifier_wl = {WL};
const rw_identifier rw_identifier_rw_wl = {WL, .walked = true};
