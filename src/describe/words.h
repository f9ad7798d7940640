/* SPDX-License-Identifier: MIT */
/* Phrases that make up names of roles, and roles as subjects of naming. */
#ifndef RW_DESCRIBE_WORDS_H
#define RW_DESCRIBE_WORDS_H

#include "base/text.h"
#include "describe/describe.h"

/* The parts of a name, in order: "hubs" + "that collect from many" + "in dense regions". SIZE is
 * the node's, AROUND the sizes of its neighbours. */
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

extern const rw_phrase rw_phrases[]; /* [RW_PHRASES]; grouped by part */

/* What counts as large and strong in a graph. */
typedef struct rw_phrase_scale {
    double mean_degree, hub_degree, top_core, mean_tie;
    bool sizes; /* there are small nodes or hubs; else names give degrees */
} rw_phrase_scale;

/* A role or family to be named. */
typedef struct rw_name_subject {
    uint32_t count;  /* nodes */
    uint32_t *met;   /* [RW_PHRASES]: how many nodes meet each */
    uint32_t *types; /* [types of the graph]: how many nodes have each */
    const riwalk_rule *rule;
    const riwalk_range *ranges;          /* [RIWALK_NODE_MEASURES] */
    const riwalk_frequent_token *tokens; /* the most telling first */
    uint32_t token_count;
    char *name; /* [RW_ROLE_NAME], and room for "mostly" */
    bool weak;  /* weak rule or phrases: the name begins with "mostly" */
} rw_name_subject;

/* Makes names differ that are equal, or that others begin with (distinct.c). */
void rw_names_tell_apart(const rw_phrase_scale *scale, rw_name_subject *all, uint32_t count);

/* Adds 1 to counts[phrase] for each phrase that holds for a node. */
void rw_phrases_meet(const riwalk_description *d, const rw_phrase_scale *scale, uint32_t node,
                     uint32_t *counts);

/* Appends a type's name, or the beginning of a long one. */
void rw_words_add_type(const riwalk_description *d, uint32_t type, char *text, size_t capacity);

#endif
