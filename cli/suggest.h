/* SPDX-License-Identifier: MIT */
/* "Did you mean ...?": the candidate nearest to a mistyped word. */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stddef.h>

typedef struct cli_suggestion {
    const char *word;   /* as typed */
    size_t distance;    /* distance of the nearest candidate so far */
    const char *answer; /* NULL: no candidate is near enough */
} cli_suggestion;

cli_suggestion cli_suggest_for(const char *word);

/* Compares a candidate; `answer` is what to suggest for it. */
void cli_suggest_offer(cli_suggestion *suggestion, const char *candidate, const char *answer);

/* The number of insertions, deletions, replacements and swaps of adjacent characters between two
 * words. */
size_t cli_edit_distance(const char *a, const char *b);

#endif
