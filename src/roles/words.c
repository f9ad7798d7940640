/* SPDX-License-Identifier: MIT */
/* Roles in words: the pieces that identifiers build their sentences from. */
#include "roles/roles.h"

#include <math.h>
#include <stdio.h>

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

void rw_text_degree(rw_text *text, const rw_walk_setup *setup, uint64_t class)
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

void rw_text_anchor(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    rw_text_add(text, "the anchor itself, ");
    rw_text_degree(text, setup, class);
}

void rw_text_count(rw_text *text, const rw_walk_setup *setup, uint64_t class)
{
    if (!class)
        rw_text_add(text, setup->relative ? "few" : "none");
    else if (setup->relative)
        rw_text_add(text, "as many as the top %.2g %% have", top_percent(setup, class));
    else
        add_range(text, &setup->classes, class);
}

void rw_text_hops(rw_text *text, const rw_walk_setup *setup, uint64_t distance)
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
