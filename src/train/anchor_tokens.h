/* SPDX-License-Identifier: MIT */
/* Words that begin the lines of a group and occur in no other: local tokens of a text. */
#ifndef RW_TRAIN_ANCHOR_TOKENS_H
#define RW_TRAIN_ANCHOR_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text as numbers of words. */
typedef struct rw_text_words {
    const uint32_t *words;
    const uint32_t *lengths; /* [lines] */
    size_t lines;            /* none is empty */
} rw_text_words;

/* Lines that follow each other and begin with the same word are a group. Returns whether the first
 * word of every group occurs in no other, as an anchor does in walks of RiWalk. If so, fills own
 * with each word's group + 1, or UINT32_MAX for those that may be anywhere, and breaks with the
 * first line of each group and the number of lines. `own` has an entry for each word, all zero,
 * breaks[] one for each line and one more. Ends at the first line that says no. */
bool rw_anchor_tokens(const rw_text_words *text, uint32_t *own, uint64_t *breaks, uint32_t *groups);

#endif
