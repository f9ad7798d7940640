/* SPDX-License-Identifier: MIT */
/* Phrases that names of roles are made of. */
#ifndef RW_DESCRIBE_WORDS_H
#define RW_DESCRIBE_WORDS_H

#include "describe/describe.h"

/* What a phrase tells of, in the order of a name: "hubs" + "that collect from many" + "in dense
 * regions". Sizes are those of the node, AROUND has those of its neighbours. */
typedef enum rw_part_of_name {
    RW_PART_NOUN = 0,
    RW_PART_SIZE,
    RW_PART_ARCS,
    RW_PART_KIND,
    RW_PART_AROUND,
    RW_PART_PLACE,
    RW_PART_TIES,
    RW_NAME_PARTS,
} rw_part_of_name;

enum {
    RW_SIZE_SMALL,
    RW_SIZE_MIDDLE,
    RW_SIZE_LARGE,
    RW_SIZE_HUB,
    RW_SIZES
};

typedef struct rw_phrase {
    rw_part_of_name part;
    const char *words;
} rw_phrase;

#define RW_PHRASES 37

extern const rw_phrase rw_phrases[]; /* [RW_PHRASES]; those of a part follow each other */

/* What is large and strong in a graph. */
typedef struct rw_phrase_scale {
    double mean_degree, hub_degree, top_core, mean_tie;
} rw_phrase_scale;

/* Adds 1 to counts[phrase] of those that a node meets. */
void rw_phrases_meet(const riwalk_description *d, const rw_phrase_scale *scale, uint32_t node,
                     uint32_t *counts);

/* Adds to a text that ends in NUL. */
void rw_words_add(char *text, size_t capacity, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
