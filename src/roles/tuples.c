/* SPDX-License-Identifier: MIT */
/* Packs tuples into 64 bits and back. The distance gets the bits that the radius needs; all other
 * fields share the rest evenly, as each may have to hold the largest degree. In directed, weighted
 * or typed graphs, a class has as many bits as classes need. */
#include "roles/roles.h"

#include "base/error.h"

#include <stdio.h>

static unsigned bits_of(uint64_t value)
{
    return value ? 64 - (unsigned)__builtin_clzll(value) : 1;
}

/* ---- Fields and bits of tuples ---- */

/* Whether tuples have a field of the identifier. */
static bool has_field(const rw_walk_setup *setup, const rw_role_field *field)
{
    return (setup->bits.anchor || !field->anchor) &&
           (setup->type_count || field->kind != RW_ROLE_TYPE);
}

/* The number of tuple fields of one identifier field. */
static unsigned sides_of(const rw_walk_setup *setup, const rw_role_field *field)
{
    return field->kind == RW_ROLE_CLASS ? setup->sides : 1;
}

static void add_field(rw_walk_setup *setup, const rw_role_field *field, const char *name)
{
    unsigned bits = field->kind == RW_ROLE_CLASS      ? setup->bits.classes
                    : field->kind == RW_ROLE_DISTANCE ? setup->bits.distance
                                                      : setup->bits.types;

    setup->fields[setup->field_count++] = (rw_tuple_field){name, field->kind, bits};
    setup->anchor_fields += field->anchor;
}

/* Lists the fields of tuples; returns how many are classes. */
static unsigned list_fields(rw_walk_setup *setup)
{
    unsigned classes = 0;

    setup->field_count = setup->anchor_fields = 0;
    for (unsigned f = 0; f < setup->identifier->field_count; f++) {
        const rw_role_field *field = &setup->identifier->fields[f];
        unsigned sides = sides_of(setup, field);

        for (unsigned s = 0; s < sides && has_field(setup, field); s++) {
            add_field(setup, field, field->names[sides > 1 ? 1 + s : 0]);
            classes += field->kind == RW_ROLE_CLASS;
        }
    }
    return classes;
}

/* The bits of a class, from the base: enough for the class of any degree. */
static unsigned class_bits(const rw_walk_setup *setup)
{
    rw_classes classes;

    rw_classes_init(&classes, true, setup->view.class_base);
    return bits_of(setup->relative ? classes.count : classes.count - 1);
}

/* Fails with LIMIT; says how many bits there would be with `bits` for each class. */
static riwalk_status fail_bits(const rw_walk_setup *setup, unsigned classes, unsigned bits,
                               riwalk_error *error)
{
    unsigned types = setup->type_count ? 1 + setup->bits.anchor : 0;
    unsigned all = classes * bits + setup->bits.distance + types * setup->bits.types;
    char also[64] = "", of[48] = "";

    if (setup->classes.identity)
        snprintf(of, sizeof of, " of the largest degree, %u,", setup->largest_degree);
    if (types)
        snprintf(also, sizeof also, ", and %u for each of %u types of nodes", setup->bits.types,
                 types);
    return rw_fail(
        error, RIWALK_STATUS_LIMIT,
        "roles%s need %u bits (%u %s of %u and a distance of %u%s), but there are only 64: "
        "take %s, or drop the anchor's part",
        of, all, classes, setup->classes.identity ? "fields" : "classes", bits,
        setup->bits.distance, also,
        setup->classes.identity ? "logarithmic classes"
        : types                 ? "a larger class base, or fewer types"
                                : "a larger class base");
}

/* In undirected graphs without weights and types, fields share the bits evenly. A type has room for
 * one unknown type. */
riwalk_status rw_role_choose_bits(rw_walk_setup *setup, riwalk_error *error)
{
    unsigned classes = list_fields(setup), need = bits_of(setup->largest_degree), fixed;

    if (!classes)
        return RIWALK_STATUS_OK;
    setup->bits.distance = bits_of(setup->radius);
    setup->bits.types = setup->type_count ? bits_of(setup->type_count) : 0;
    fixed = setup->bits.distance + (1 + setup->bits.anchor) * setup->bits.types;
    setup->bits.classes = fixed < 64 ? (64 - fixed) / classes : 0;
    if (setup->bits.classes > 32)
        setup->bits.classes = 32;
    if (setup->own && !setup->classes.identity)
        setup->bits.classes = class_bits(setup);
    list_fields(setup); /* now with bits */
    if (setup->classes.identity && need > setup->bits.classes)
        return fail_bits(setup, classes, need, error);
    if (fixed + classes * setup->bits.classes > 64)
        return fail_bits(setup, classes, setup->bits.classes, error);
    return RIWALK_STATUS_OK;
}

/* ---- Packing ---- */

bool rw_role_pack(const rw_walk_setup *setup, const uint32_t *tuple, uint64_t *role)
{
    uint64_t packed = 0;

    for (unsigned f = 0; f < setup->field_count; f++) {
        const rw_tuple_field *field = &setup->fields[f];
        uint64_t value = tuple[f];

        if (value >> field->bits || (field->kind == RW_ROLE_DISTANCE && value > setup->radius))
            return false;
        packed = packed << field->bits | value;
    }
    *role = packed;
    return true;
}

unsigned rw_role_field_count(const rw_walk_setup *setup)
{
    return setup->field_count ? setup->field_count : 1;
}

void rw_role_tuple(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple)
{
    if (!setup->field_count)
        tuple[0] = role;
    for (unsigned f = setup->field_count; f-- > 0;) {
        tuple[f] = role & ((UINT64_C(1) << setup->fields[f].bits) - 1);
        role >>= setup->fields[f].bits;
    }
}

bool rw_roles_one_way(const rw_walk_setup *setup, const uint64_t *roles, size_t count)
{
    for (size_t r = 0; setup->directed && r < count; r++) {
        uint64_t tuple[RIWALK_ROLE_FIELDS] = {0};

        rw_role_tuple(setup, roles[r], tuple);
        for (unsigned f = 0; f < setup->field_count; f++)
            if (setup->fields[f].kind == RW_ROLE_CLASS && tuple[f] != tuple[f + 1])
                return true;
            else /* the other side */
                f += setup->fields[f].kind == RW_ROLE_CLASS;
    }
    return false;
}

void rw_role_token(const rw_walk_setup *setup, uint64_t role, rw_text *text)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    rw_role_tuple(setup, role, tuple);
    for (unsigned f = 0; f < rw_role_field_count(setup); f++)
        rw_text_add(text, "%c%llu", f ? '.' : 'r', (unsigned long long)tuple[f]);
}

void rw_role_words(const rw_walk_setup *setup, uint64_t role, rw_text *text)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS] = {0};
    rw_role_values values[RIWALK_ROLE_FIELDS] = {{0}};
    unsigned at = 0;

    rw_role_tuple(setup, role, tuple);
    values[0][0] = role;
    for (unsigned f = 0; f < setup->identifier->field_count; f++) {
        const rw_role_field *field = &setup->identifier->fields[f];

        values[f][0] = 0;
        for (unsigned s = 0; s < sides_of(setup, field) && has_field(setup, field); s++)
            values[f][s] = tuple[at++];
    }
    setup->identifier->words(setup, values, text);
}
