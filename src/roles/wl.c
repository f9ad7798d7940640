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

static void fill(const rw_role_plan *plan, const riwalk_context *context, uint32_t *tuple)
{
    tuple[ANCHOR] = rw_discount_of(&plan->discount, context->spread);
    tuple[DISTANCE] = context->distance;
    tuple[CLOSER] = rw_discount_of(&plan->discount, context->closer);
    tuple[SAME] = rw_discount_of(&plan->discount, context->same);
    tuple[FURTHER] = rw_discount_of(&plan->discount, context->further);
}

static void add_count(const rw_role_plan *plan, rw_text *text, uint64_t class, const char *where)
{
    if (class)
        rw_text_class(text, &plan->discount, class);
    else
        rw_text_add(text, "none");
    rw_text_add(text, "%s", where);
}

static void words(const rw_role_plan *plan, const uint64_t *tuple, rw_text *text)
{
    bool walked = plan->identifier->walked;

    rw_text_hops(text, plan, tuple[DISTANCE]);
    if (plan->names_anchor) {
        rw_text_add(text,
                    walked ? " from an anchor of walked degree " : " from an anchor of degree ");
        rw_text_class(text, &plan->discount, tuple[ANCHOR]);
    } else {
        rw_text_add(text, " from the anchor");
    }
    rw_text_add(text, walked ? "; walked neighbours: " : "; neighbours: ");
    add_count(plan, text, tuple[CLOSER], " one layer closer, ");
    add_count(plan, text, tuple[SAME], " in the same layer, ");
    add_count(plan, text, tuple[FURTHER], " one layer further");
}

#define WL                                                                                         \
    .layers = true, .field_count = COUNT,                                                          \
    .fields = {RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_DISTANCE, RW_ROLE_FIELD_CLASS,                   \
               RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_CLASS},                                          \
    .names = {"anchor", "distance", "closer", "same", "further"}, .fill = fill, .words = words

const rw_identifier rw_identifier_wl = {WL};
const rw_identifier rw_identifier_rw_wl = {WL, .walked = true};
