/* SPDX-License-Identifier: MIT */
/* The role identifiers: how each names a context, and tells a role in words. */
#include "roles/roles.h"

#include <math.h>
#include <stdio.h>

/* ---- Words ---- */

void rw_text_add(rw_text *text, const char *format, ...)
{
    bool room = text->length < text->capacity;
    va_list arguments;
    int added;

    va_start(arguments, format);
    added = vsnprintf(room ? text->buffer + text->length : NULL,
                      room ? text->capacity - text->length : 0, format, arguments);
    va_end(arguments);
    if (added > 0)
        text->length += (size_t)added;
}

static void add_range(rw_text *text, const rw_classes *classes, uint64_t class)
{
    uint64_t least, greatest;

    rw_classes_range(classes, class, &least, &greatest);
    rw_text_add(text, "%llu", (unsigned long long)least);
    if (greatest > least)
        rw_text_add(text, "-%llu", (unsigned long long)greatest);
}

/* The nodes of relative class c are among the first B^-c of all, and those of class 0 are not among
 * the first B^-1. */
static double top_percent(const rw_walk_setup *setup, uint64_t class)
{
    return 100 * pow(setup->view.class_base, -(double)class);
}

/* "degree 7-14", or "among the top 20 % by degree" where classes are relative. */
static void add_degree(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    bool walked = setup->identifier->walked && setup->layers;
    const char *degree = walked ? "walked degree" : "degree";

    if (setup->relative) {
        rw_text_add(text, "%samong the top %.2g %% by %s", class ? "" : "not ",
                    top_percent(setup, class ? class : 1), degree);
        return;
    }
    rw_text_add(text, "%s ", degree);
    add_range(text, &setup->classes, class);
}

/* What a role at distance 0 means: "the anchor itself, degree 7-14". */
static void add_anchor(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    rw_text_add(text, "the anchor itself, ");
    add_degree(text, setup, class);
}

/* "7-14", "9" where a class has one value, or "none"; "as many as the top 20 % have", or "few". */
static void add_count(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    if (!class)
        rw_text_add(text, setup->relative ? "few" : "none");
    else if (setup->relative)
        rw_text_add(text, "as many as the top %.2g %% have", top_percent(setup, class));
    else
        add_range(text, &setup->classes, class);
}

/* "two hops", "13 hops"; "four or more hops" where distances are cut at the radius. */
static void add_hops(rw_text *text, const rw_walk_setup *setup, uint64_t distance)
{
    static const char *const numbers[] = {"no",   "one", "two",   "three", "four",
                                          "five", "six", "seven", "eight", "nine"};
    bool cut = setup->identifier->walked && distance == setup->radius;

    if (distance < sizeof numbers / sizeof *numbers)
        rw_text_add(text, "%s", numbers[distance]);
    else
        rw_text_add(text, "%llu", (unsigned long long)distance);
    if (cut)
        rw_text_add(text, " or more");
    rw_text_add(text, setup->identifier->walked ? " walked hop" : " hop");
    if (distance != 1 || cut)
        rw_text_add(text, "s");
}

/* " from the anchor", or " from an anchor of degree 7-14" where roles name its part. */
static void add_from(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    if (!setup->bits.anchor) {
        rw_text_add(text, " from the anchor");
        return;
    }
    rw_text_add(text, setup->relative ? " from an anchor " : " from an anchor of ");
    add_degree(text, setup, class);
}

/* ---- RiWalk-SP (paper, section IV-A): the degrees of anchor and context, and their distance ----
 */

enum {
    SP_ANCHOR,
    SP_CONTEXT,
    SP_DISTANCE,
    SP_COUNT
};

static uint64_t sp_name(const rw_walk_setup *setup, const riwalk_context *context)
{
    const rw_classes *classes = rw_role_classes(setup, context->anchor);

    return rw_pack_sp(&setup->bits, rw_class_of(classes, rw_degree(setup->graph, context->anchor)),
                      rw_class_of(classes, context->degree), context->distance);
}

static void sp_words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    if (!tuple[SP_DISTANCE]) {
        add_anchor(text, setup, tuple[SP_CONTEXT]);
        return;
    }
    add_degree(text, setup, tuple[SP_CONTEXT]);
    rw_text_add(text, ", ");
    add_hops(text, setup, tuple[SP_DISTANCE]);
    add_from(text, setup, tuple[SP_ANCHOR]);
}

#define SP                                                                                         \
    .field_count = SP_COUNT,                                                                       \
    .fields = {RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_DISTANCE},                  \
    .names = {"anchor", "context", "distance"}, .name = sp_name, .words = sp_words

/* ---- RiWalk-WL (paper, section IV-B): how many neighbours a context has in each layer around the
 * anchor. Neighbours lie in the context's own layer or in one beside it, and the anchor's are all
 * in layer 1, so the vectors of the paper come down to five numbers. ---- */

enum {
    WL_ANCHOR,
    WL_DISTANCE,
    WL_CLOSER,
    WL_SAME,
    WL_FURTHER,
    WL_COUNT
};

static uint64_t wl_name(const rw_walk_setup *setup, const riwalk_context *context)
{
    const rw_classes *classes = rw_role_classes(setup, context->anchor);

    return rw_pack_wl(&setup->bits, rw_class_of(classes, context->spread), context->distance,
                      rw_class_of(classes, context->closer), rw_class_of(classes, context->same),
                      rw_class_of(classes, context->further));
}

static void wl_words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    bool walked = setup->identifier->walked;

    if (!tuple[WL_DISTANCE]) {
        add_anchor(text, setup, tuple[WL_FURTHER]);
        return;
    }
    add_hops(text, setup, tuple[WL_DISTANCE]);
    add_from(text, setup, tuple[WL_ANCHOR]);
    rw_text_add(text, walked ? "; walked neighbours: " : "; neighbours: ");
    add_count(text, setup, tuple[WL_CLOSER]);
    rw_text_add(text, " one layer closer, ");
    add_count(text, setup, tuple[WL_SAME]);
    rw_text_add(text, " in the same layer, ");
    add_count(text, setup, tuple[WL_FURTHER]);
    rw_text_add(text, " one layer further");
}

#define WL                                                                                         \
    .layers = true, .field_count = WL_COUNT,                                                       \
    .fields = {RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_DISTANCE, RW_ROLE_FIELD_CLASS,                   \
               RW_ROLE_FIELD_CLASS, RW_ROLE_FIELD_CLASS},                                          \
    .names = {"anchor", "distance", "closer", "same", "further"}, .name = wl_name,                 \
    .words = wl_words

/* ---- A caller's own: 64 bits from a function, and words if it has them ---- */

static uint64_t custom_name(const rw_walk_setup *setup, const riwalk_context *context)
{
    return setup->role(context, setup->role_data);
}

static void custom_words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    bool room = text->length < text->capacity;

    if (!setup->role_words) {
        rw_text_add(text, "role %llu", (unsigned long long)tuple[0]);
        return;
    }
    text->length += setup->role_words(tuple[0], room ? text->buffer + text->length : NULL,
                                      room ? text->capacity - text->length : 0, setup->role_data);
}

const rw_identifier rw_identifiers[] = {
    [RIWALK_IDENTIFIER_SP] = {SP},
    [RIWALK_IDENTIFIER_WL] = {WL},
    [RIWALK_IDENTIFIER_RW_SP] = {SP, .walked = true},
    [RIWALK_IDENTIFIER_RW_WL] = {WL, .walked = true},
    [RIWALK_IDENTIFIER_CUSTOM] = {.names = {"role"}, .name = custom_name, .words = custom_words},
};
