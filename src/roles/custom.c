/* SPDX-License-Identifier: MIT */
/* A caller's own identifier: 64 bits from a function, and words if it has them. */
#include "roles/roles.h"

static uint64_t name(const rw_walk_setup *setup, const riwalk_context *context)
{
    return setup->role(context, setup->role_data);
}

static void words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    bool room = text->length < text->capacity;

    if (!setup->role_words) {
        rw_text_add(text, "role %llu", (unsigned long long)tuple[0]);
        return;
    }
    text->length += setup->role_words(tuple[0], room ? text->buffer + text->length : NULL,
                                      room ? text->capacity - text->length : 0, setup->role_data);
}

const rw_identifier rw_identifier_custom = {.names = {"role"}, .name = name, .words = words};
