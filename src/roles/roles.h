/* SPDX-License-Identifier: MIT */
/*
 * Roles (paper, section IV): a role is a tuple of small numbers, packed exactly into 64 bits. This
 * is the interface of role identifiers, and what they share: the classes, the packing, the words.
 *
 * The packing depends on the options alone, never on the graph: the same number is the same role
 * in every graph.
 */
#ifndef RW_ROLES_ROLES_H
#define RW_ROLES_ROLES_H

#include "graph/graph.h"
#include "riwalk_analysis.h"
#include "roles/codes.h"

#include <stdarg.h>

uint32_t rw_largest_degree(const riwalk_graph *graph);

/* ---- Classes ---- */

void rw_classes_init(rw_classes *classes, bool on, double base);

/* By the share of the nodes first .. end - 1 of a graph that have a degree of x or more. Greater x
 * than the largest degree are in the class of that. O(nodes + largest degree). */
riwalk_status rw_classes_init_shares(rw_classes *classes, const riwalk_graph *graph, uint32_t first,
                                     uint32_t end, double base, riwalk_error *error);

/* Whether two of the same kind have the same classes. */
bool rw_classes_equal(const rw_classes *a, const rw_classes *b);

/* The least and the greatest x of a class. */
void rw_classes_range(const rw_classes *classes, uint64_t class, uint64_t *least,
                      uint64_t *greatest);

/* ---- Identifiers ---- */

typedef struct rw_walk_setup rw_walk_setup;

typedef enum rw_role_field {
    RW_ROLE_FIELD_CLASS,    /* the class of a degree or count */
    RW_ROLE_FIELD_DISTANCE, /* plain */
} rw_role_field;

/* Text that is cut at the buffer's end but goes on counting. */
typedef struct rw_text {
    char *buffer;
    size_t capacity;
    size_t length;
} rw_text;

/* An identifier names the role of a context: by a tuple, packed as roles/codes.h says. It lists the
 * tuple's fields and tells them in words. The first field is the anchor's own part: where it is
 * dropped, tuples start with the second. Without fields any 64 bits are a role. */
typedef struct rw_identifier {
    bool layers; /* needs closer, same and further */
    bool walked; /* takes the ball from the anchor's walks: a RW variant */
    unsigned field_count;
    rw_role_field fields[RIWALK_ROLE_FIELDS];
    const char *names[RIWALK_ROLE_FIELDS];
    uint64_t (*name)(const rw_walk_setup *setup, const riwalk_context *context);
    void (*words)(const rw_walk_setup *setup, const uint64_t *tuple, rw_text *text);
} rw_identifier;

/* All of them, by their numbers (identifiers.c). */
extern const rw_identifier rw_identifiers[];

/* From so many nodes on, what a worker needs does not grow with the graph. */
#define RW_LARGE_GRAPH (UINT32_C(1) << 24)

/* Options resolved for a graph. */
struct rw_walk_setup {
    const riwalk_graph *graph;
    const rw_identifier *identifier;
    riwalk_view view;
    uint64_t seed;
    uint32_t largest_degree;
    uint32_t walk_length;
    uint32_t asked_walks; /* as the options have them: a number, AUTO or EXACT */
    uint32_t walks;       /* from each anchor, where they are sampled */
    uint32_t radius;      /* of the ball as far as walks can tell: at most the walk length */
    rw_role_bits bits;
    uint32_t large; /* graphs of so many nodes are searched without arrays over all nodes */
    bool layers;    /* the identifier's, or the caller's for a custom one */
    bool relative;  /* classes are by shares of nodes */
    rw_classes classes;
    riwalk_role_function *role; /* of CUSTOM, as the next two */
    riwalk_words_function *role_words;
    void *role_data;
    rw_classes *parts; /* [graph->part_count]: of each graph, where several are relative; owned */
};

/* Chooses identifier, classes and packing. The options are valid but for LIMIT: tuples that
 * cannot fit in 64 bits. To be freed in any case; a setup for a graph without nodes need not be. */
riwalk_status rw_walk_setup_init(rw_walk_setup *setup, const riwalk_graph *graph,
                                 const riwalk_options *options, riwalk_error *error);

void rw_walk_setup_free(rw_walk_setup *setup);

static inline bool rw_walk_setup_is_large(const rw_walk_setup *setup)
{
    return setup->graph->node_count >= setup->large;
}

/* The classes for what an anchor sees, where graphs have their own. */
const rw_classes *rw_role_graph_classes(const rw_walk_setup *setup, uint32_t anchor);

static inline const rw_classes *rw_role_classes(const rw_walk_setup *setup, uint32_t anchor)
{
    return setup->parts ? rw_role_graph_classes(setup, anchor) : &setup->classes;
}

/* The role of a context. */
static inline uint64_t rw_role_of(const rw_walk_setup *setup, const riwalk_context *context)
{
    return setup->identifier->name(setup, context);
}

/* Packs a tuple, as rw_role_tuple gives it; false where a value cannot be in any role. */
bool rw_role_pack(const rw_walk_setup *setup, const uint32_t *tuple, uint64_t *role);

/* The role of an anchor for itself: at distance 0, all its neighbours one layer further. Not for
 * CUSTOM. */
uint64_t rw_role_of_anchor(const rw_walk_setup *setup, uint32_t anchor);

/* The first field that is in the tuple: 1 where the anchor's part is dropped. */
static inline unsigned rw_role_first_field(const rw_walk_setup *setup)
{
    return setup->identifier->field_count && !setup->bits.anchor ? 1 : 0;
}

unsigned rw_role_field_count(const rw_walk_setup *setup);
const char *rw_role_field_name(const rw_walk_setup *setup, unsigned field);
void rw_role_tuple(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple);
void rw_role_token(const rw_walk_setup *setup, uint64_t role, rw_text *text);
void rw_role_words(const rw_walk_setup *setup, uint64_t role, rw_text *text);

/* Adds to a text. */
void rw_text_add(rw_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
