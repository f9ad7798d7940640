/* SPDX-License-Identifier: MIT */
/* Roles in words: the pieces that identifiers build their sentences from. */
#include "roles/roles.h"

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

void rw_text_class(rw_text *text, const rw_discount *discount, uint64_t class)
{
    uint64_t least, greatest;

    rw_discount_range(discount, class, &least, &greatest);
    rw_text_add(text, "%llu", (unsigned long long)least);
    if (greatest > least)
        rw_text_add(text, "-%llu", (unsigned long long)greatest);
}

void rw_text_hops(rw_text *text, const rw_role_plan *plan, uint64_t distance)
{
    static const char *const numbers[] = {"no",   "one", "two",   "three", "four",
                                          "five", "six", "seven", "eight", "nine"};
    bool cut = plan->identifier->walked && distance == plan->radius;

    if (distance < sizeof numbers / sizeof *numbers)
        rw_text_add(text, "%s", numbers[distance]);
    else
        rw_text_add(text, "%llu", (unsigned long long)distance);
    if (cut)
        rw_text_add(text, " or more");
    rw_text_add(text, plan->identifier->walked ? " walked hop" : " hop");
    if (distance != 1 || cut)
        rw_text_add(text, "s");
}
