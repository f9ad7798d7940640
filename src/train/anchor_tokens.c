/* SPDX-License-Identifier: MIT */
/* Looking for words that belong to one group of lines. */
#include "train/anchor_tokens.h"

#define ANYWHERE UINT32_MAX

/* A line of the group, its first word aside. */
static bool take_line(const uint32_t *words, uint32_t length, uint32_t group, uint32_t *own)
{
    for (uint32_t i = 1; i < length; i++) {
        uint32_t *state = &own[words[i]];

        if (!*state)
            *state = ANYWHERE;
        else if (*state != ANYWHERE && *state != group)
            return false;
    }
    return true;
}

bool rw_anchor_tokens(const rw_text_words *text, uint32_t *own, uint64_t *breaks, uint32_t *groups)
{
    const uint32_t *words = text->words;
    uint32_t group = 0;

    for (size_t line = 0; line < text->lines; words += text->lengths[line++]) {
        if (!group || own[words[0]] != group) {
            if (own[words[0]] || group == ANYWHERE - 1)
                return false;
            breaks[group++] = line;
            own[words[0]] = group;
        }
        if (!take_line(words, text->lengths[line], group, own))
            return false;
    }
    breaks[group] = text->lines;
    *groups = group;
    return true;
}
