/* SPDX-License-Identifier: MIT */
/* The role identifiers: how each names a context, and how it describes a role in words. */
#include "roles/roles.h"

#include <math.h>
#include <stdio.h>

/* ---- Words ---- */

static void add_range(rw_text *text, const rw_classes *classes, uint64_t class)
{
    uint64_t least, greatest;

    rw_classes_range(classes, class, &least, &greatest);
    rw_text_add(text, "%llu", (unsigned long long)least);
    if (greatest > least)
        rw_text_add(text, "-%llu", (unsigned long long)greatest);
}

/* The share of nodes in relative class c or higher, B^-c, in per cent. Class 0 is the rest. Classes
 * of one side and of strength begin with a class for none. */
static double top_percent(const rw_walk_setup *setup, uint64_t class)
{
    return 100 * pow(setup->view.class_base, -(double)class);
}

/* Adds "degree 7-14", or "among the top 20 % by degree" for relative classes. */
static void add_amount(rw_text *text, const rw_walk_setup *setup, const char *amount,
                       uint64_t class, bool from_one)
{
    if (!setup->relative) {
        rw_text_add(text, "%s ", amount);
        add_range(text, &setup->classes, class);
        return;
    }
    if (from_one && !class) {
        rw_text_add(text, "without %s", amount);
        return;
    }
    class -= from_one;
    rw_text_add(text, "%samong the top %.2g %% by %s", class ? "" : "not ",
                top_percent(setup, class ? class : 1), amount);
}

/* The same for a node's degree, or for its arcs out and in if roles use directions. */
static void add_degree(rw_text *text, const rw_walk_setup *setup, const uint64_t *classes)
{
    static const char *const names[2][1 + RW_MOST_SIDES] = {
        {"degree", "out-degree", "in-degree"}, {"strength", "out-strength", "in-strength"}};
    bool walked = setup->identifier->walked && setup->layers;
    char name[32];

    for (unsigned s = 0; s < setup->sides; s++) {
        snprintf(name, sizeof name, "%s%s", walked ? "walked " : "",
                 names[setup->weighted][setup->directed ? 1 + s : 0]);
        rw_text_add(text, "%s", s ? " and " : "");
        add_amount(text, setup, name, classes[s], setup->directed || setup->weighted);
    }
}

/* Adds "merchant" between two texts; nothing if roles have no types. */
static void add_type(rw_text *text, const rw_walk_setup *setup, const char *before, uint64_t type,
                     const char *after)
{
    const rw_type_names *names = &setup->source->type_names;

    if (setup->type_count)
        rw_text_add(text, "%s%s%s", before,
                    type < names->count ? rw_type_name(names, (uint32_t)type) : "unknown type",
                    after);
}

/* Adds the meaning of a role at distance 0: "the anchor itself, degree 7-14". */
static void add_anchor(rw_text *text, const rw_walk_setup *setup, uint64_t type,
                       const uint64_t *classes)
{
    rw_text_add(text, "the anchor itself");
    add_type(text, setup, " (", type, ")");
    rw_text_add(text, ", ");
    add_degree(text, setup, classes);
}

/* Adds "7-14", "9" for a class with one value, or "none"; or "as many as the top 20 % have", or
 * "few". */
static void add_count(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    uint64_t top = class - (class && setup->directed);

    if (!class)
        rw_text_add(text, setup->relative && !setup->directed ? "few" : "none");
    else if (!setup->relative)
        add_range(text, &setup->classes, class);
    else if (!top)
        rw_text_add(text, "few");
    else
        rw_text_add(text, "as many as the top %.2g %% have", top_percent(setup, top));
}

/* Adds a count and " one layer closer"; for arcs "2 out and none in one layer closer". */
static void add_layer(rw_text *text, const rw_walk_setup *setup, const uint64_t *classes,
                      const char *where)
{
    add_count(text, setup, classes[0]);
    if (setup->directed) {
        rw_text_add(text, " out and ");
        add_count(text, setup, classes[1]);
        rw_text_add(text, " in");
    }
    rw_text_add(text, "%s", where);
}

/* Adds "two hops", "13 hops", or "four or more hops" if distances are cut at the radius. */
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

/* Adds " from the anchor"; " from an anchor of degree 7-14" if roles have its part; " from an
 * anchor (account) of degree 7-14" if they have types. */
static void add_from(rw_text *text, const rw_walk_setup *setup, uint64_t type,
                     const uint64_t *classes)
{
    if (!setup->bits.anchor) {
        rw_text_add(text, " from the anchor");
        return;
    }
    rw_text_add(text, " from an anchor ");
    add_type(text, setup, "(", type, ") ");
    rw_text_add(text, setup->relative ? "" : "of ");
    add_degree(text, setup, classes);
}

/* ---- Names ---- */

/* The classes of a node; of its degree, unless classes of nodes are kept. */
static inline uint64_t node_classes(const rw_walk_setup *setup, const rw_naming *naming,
                                    uint32_t node, uint32_t degree)
{
    return setup->own
               ? rw_pack_sides(&setup->bits, setup->sides, setup->own + (size_t)node * setup->sides)
               : rw_class_of(naming->classes[0], degree);
}

/* The anchor's classes where its neighbours are counted: in a RW variant of its walked arcs, or of
 * their weights. */
static uint64_t spread_classes(const rw_walk_setup *setup, const rw_naming *naming,
                               const riwalk_context *context)
{
    uint32_t spread[RW_MOST_SIDES] = {context->spread, context->spread_in};
    double weight[RW_MOST_SIDES] = {context->weight, context->weight_in};
    const rw_strengths *strengths =
        setup->weighted ? rw_role_strengths(setup, context->anchor) : NULL;
    uint32_t own[RW_MOST_SIDES];

    for (unsigned s = 0; s < setup->sides; s++)
        own[s] = strengths ? rw_class_of_strength(&strengths[s], weight[s])
                           : rw_class_of(naming->classes[s], spread[s]);
    return rw_pack_sides(&setup->bits, setup->sides, own);
}

rw_naming rw_role_begin(const rw_walk_setup *setup, const riwalk_context *context)
{
    const rw_classes *classes = rw_role_classes(setup, context->anchor);
    rw_naming n = {{classes, classes + (setup->parts && setup->directed)},
                   setup->sides * setup->bits.classes,
                   0};
    uint32_t anchor = context->anchor, type = setup->types ? setup->types[anchor] : 0;

    n.anchor =
        rw_pack_anchor(&setup->bits, n.side_bits, type,
                       setup->layers && (setup->identifier->walked || !setup->own)
                           ? spread_classes(setup, &n, context)
                           : node_classes(setup, &n, anchor, rw_degree(setup->graph, anchor)));
    return n;
}

/* The anchor's part, distance and type of a tuple. */
static inline rw_tuple begin_tuple(const rw_walk_setup *setup, const rw_naming *naming,
                                   const riwalk_context *context)
{
    rw_tuple tuple = {
        .side_bits = naming->side_bits, .anchor = naming->anchor, .distance = context->distance};

    if (setup->types)
        tuple.type = setup->types[context->node];
    return tuple;
}

#define ANCHOR_FIELDS                                                                              \
    {{"anchor_type"}, RW_ROLE_TYPE, true},                                                         \
    {                                                                                              \
        {"anchor", "anchor_out", "anchor_in"}, RW_ROLE_CLASS, true                                 \
    }

/* ---- RiWalk-SP (paper, section IV-A): degrees of anchor and context, and their distance ---- */

enum {
    SP_ANCHOR_TYPE,
    SP_ANCHOR,
    SP_CONTEXT,
    SP_DISTANCE,
    SP_TYPE,
    SP_COUNT
};

static uint64_t sp_name(const rw_walk_setup *setup, const rw_naming *naming,
                        const riwalk_context *context)
{
    rw_tuple tuple = begin_tuple(setup, naming, context);

    tuple.context = node_classes(setup, naming, context->node, context->degree);
    return rw_pack_sp(&setup->bits, &tuple);
}

static void sp_words(const rw_walk_setup *setup, rw_role_values *values, rw_text *text)
{
    uint64_t distance = values[SP_DISTANCE][0];

    if (!distance) {
        add_anchor(text, setup, values[SP_TYPE][0], values[SP_CONTEXT]);
        return;
    }
    add_type(text, setup, "", values[SP_TYPE][0], ", ");
    add_degree(text, setup, values[SP_CONTEXT]);
    rw_text_add(text, ", ");
    add_hops(text, setup, distance);
    add_from(text, setup, values[SP_ANCHOR_TYPE][0], values[SP_ANCHOR]);
}

#define SP                                                                                         \
    .field_count = SP_COUNT,                                                                       \
    .fields = {ANCHOR_FIELDS,                                                                      \
               {{"context", "context_out", "context_in"}, RW_ROLE_CLASS, false},                   \
               {{"distance"}, RW_ROLE_DISTANCE, false},                                            \
               {{"context_type"}, RW_ROLE_TYPE, false}},                                           \
    .name = sp_name, .words = sp_words

/* ---- RiWalk-WL (paper, section IV-B): the number of the context's neighbours in each layer around
 * the anchor. Neighbours are in the context's layer or an adjacent one, and the anchor's are all in
 * layer 1, so the paper's vectors reduce to five numbers. ---- */

enum {
    WL_ANCHOR_TYPE,
    WL_ANCHOR,
    WL_DISTANCE,
    WL_CLOSER,
    WL_SAME,
    WL_FURTHER,
    WL_TYPE,
    WL_COUNT
};

static uint64_t wl_name(const rw_walk_setup *setup, const rw_naming *naming,
                        const riwalk_context *context)
{
    const rw_classes *out = naming->classes[0], *in = naming->classes[1];
    rw_tuple tuple = begin_tuple(setup, naming, context);

    tuple.layers[0] = rw_class_of(out, context->closer);
    tuple.layers[1] = rw_class_of(out, context->same);
    tuple.layers[2] = rw_class_of(out, context->further);
    if (setup->directed) {
        tuple.layers[0] =
            tuple.layers[0] << setup->bits.classes | rw_class_of(in, context->closer_in);
        tuple.layers[1] =
            tuple.layers[1] << setup->bits.classes | rw_class_of(in, context->same_in);
        tuple.layers[2] =
            tuple.layers[2] << setup->bits.classes | rw_class_of(in, context->further_in);
    }
    return rw_pack_wl(&setup->bits, &tuple);
}

static void wl_words(const rw_walk_setup *setup, rw_role_values *values, rw_text *text)
{
    const char *counted = setup->directed ? "arcs" : "neighbours";

    if (!values[WL_DISTANCE][0]) {
        add_anchor(text, setup, values[WL_TYPE][0], values[WL_FURTHER]);
        return;
    }
    add_type(text, setup, "", values[WL_TYPE][0], ", ");
    add_hops(text, setup, values[WL_DISTANCE][0]);
    add_from(text, setup, values[WL_ANCHOR_TYPE][0], values[WL_ANCHOR]);
    rw_text_add(text, "; %s%s: ", setup->identifier->walked ? "walked " : "", counted);
    add_layer(text, setup, values[WL_CLOSER], " one layer closer, ");
    add_layer(text, setup, values[WL_SAME], " in the same layer, ");
    add_layer(text, setup, values[WL_FURTHER], " one layer further");
}

#define WL                                                                                         \
    .layers = true, .field_count = WL_COUNT,                                                       \
    .fields = {ANCHOR_FIELDS,                                                                      \
               {{"distance"}, RW_ROLE_DISTANCE, false},                                            \
               {{"closer", "closer_out", "closer_in"}, RW_ROLE_CLASS, false},                      \
               {{"same", "same_out", "same_in"}, RW_ROLE_CLASS, false},                            \
               {{"further", "further_out", "further_in"}, RW_ROLE_CLASS, false},                   \
               {{"context_type"}, RW_ROLE_TYPE, false}},                                           \
    .name = wl_name, .words = wl_words

/* ---- Custom: 64 bits from the caller's function, and words if it has them ---- */

static uint64_t custom_name(const rw_walk_setup *setup, const rw_naming *naming,
                            const riwalk_context *context)
{
    return setup->role(context, setup->role_data);
}

static void custom_words(const rw_walk_setup *setup, rw_role_values *values, rw_text *text)
{
    uint64_t role = values[0][0];
    bool room = text->length < text->capacity;

    if (!setup->role_words) {
        rw_text_add(text, "role %llu", (unsigned long long)role);
        return;
    }
    text->length += setup->role_words(role, room ? text->buffer + text->length : NULL,
                                      room ? text->capacity - text->length : 0, setup->role_data);
}

const rw_identifier rw_identifiers[] = {
    [RIWALK_IDENTIFIER_SP] = {SP},
    [RIWALK_IDENTIFIER_WL] = {WL},
    [RIWALK_IDENTIFIER_RW_SP] = {SP, .walked = true},
    [RIWALK_IDENTIFIER_RW_WL] = {WL, .walked = true},
    [RIWALK_IDENTIFIER_CUSTOM] = {.name = custom_name, .words = custom_words},
};
