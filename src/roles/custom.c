/* SPDX-License-Identifier: MIT */
/* A caller's own identifier: 64 bits from a function, and words if it has them. */
#include "roles/roles.h"

static void words(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text)
{
    const riwalk_options *options = &setup->options;
    bool room = text->length < text->capacity;

    if (!options->role_words) {
        rw_text_add(text, "role %llu", (unsigned long long)tuple[0]);
        return;
    }
    text->length +=
        options->role_words(tuple[0], room ? text->buffer + text->length : NULL,
                            room ? text->capacity - text->length : 0, options->role_data);
}

const rw_identifier rw_identifier_custom = {.names = {"role"}, .words = words};
