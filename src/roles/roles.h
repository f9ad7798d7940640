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

#include "graph/directions.h"
#include "graph/types.h"
#include "riwalk_analysis.h"
#include "roles/codes.h"

#include <stdarg.h>

uint32_t rw_largest_degree(const riwalk_graph *graph);

/* ---- Classes ---- */

void rw_classes_init(rw_classes *classes, bool on, double base);

/* By the share of the nodes first .. end - 1 of a graph that have a degree of x or more. Greater x
 * than the largest degree are in the class of that. Or of arcs on one `side` of the nodes, unless
 * that is NULL, with a class of its own for no arc at all: nodes of the graph, which is the
 * skeleton, count where they have any neighbour. O(nodes + largest degree). */
riwalk_status rw_classes_init_shares(rw_classes *classes, const riwalk_graph *graph,
                                     const rw_arc_rows *side, uint32_t first, uint32_t end,
                                     double base, riwalk_error *error);

/* Of some positive values, among so many nodes; the values get sorted. O(count log count). */
void rw_strengths_init(rw_strengths *strengths, double *values, uint32_t count, uint32_t nodes,
                       double base);

/* Whether two of the same kind have the same classes. */
bool rw_classes_equal(const rw_classes *a, const rw_classes *b);

/* The least and the greatest x of a class. */
void rw_classes_range(const rw_classes *classes, uint64_t class, uint64_t *least,
                      uint64_t *greatest);

/* ---- Identifiers ---- */

typedef struct rw_walk_setup rw_walk_setup;

typedef enum rw_role_kind {
    RW_ROLE_CLASS,    /* the class of a degree or count */
    RW_ROLE_DISTANCE, /* plain */
    RW_ROLE_TYPE,     /* of a node; only where roles name types */
} rw_role_kind;

typedef struct rw_role_field {
    const char *names[1 + RW_MOST_SIDES]; /* undirected; of arcs out, of arcs in */
    rw_role_kind kind;
    bool anchor; /* part of the anchor: left out where that is dropped */
} rw_role_field;

/* Text that is cut at the buffer's end but goes on counting. */
typedef struct rw_text {
    char *buffer;
    size_t capacity;
    size_t length;
} rw_text;

/* The values of one field of an identifier: its own, or those of arcs out and in. */
typedef uint64_t rw_role_values[RW_MOST_SIDES];

/* An identifier names the role of a context: by a tuple, packed as roles/codes.h says. It lists the
 * tuple's fields, the anchor's own first, and puts them into words. A class is two fields where
 * graphs are directed. Without fields any 64 bits are a role. */
typedef struct rw_identifier {
    bool layers; /* needs closer, same and further */
    bool walked; /* takes the ball from the anchor's walks: a RW variant */
    unsigned field_count;
    rw_role_field fields[RIWALK_ROLE_FIELDS];
    uint64_t (*name)(const rw_walk_setup *setup, const riwalk_context *context);
    uint64_t (*wide_name)(const rw_walk_setup *setup, const riwalk_context *context);
    void (*words)(const rw_walk_setup *setup, rw_role_values *values, rw_text *text);
} rw_identifier;

/* A field of a setup's tuples. */
typedef struct rw_tuple_field {
    const char *name;
    rw_role_kind kind;
    unsigned bits;
} rw_tuple_field;

/* All of them, by their numbers (identifiers.c). */
extern const rw_identifier rw_identifiers[];

/* Options resolved for a graph. */
struct rw_walk_setup {
    const riwalk_graph *graph;  /* that walks follow: the skeleton where directions count */
    const riwalk_graph *source; /* as it was given */
    const rw_identifier *identifier;
    uint64_t (*name)(const rw_walk_setup *setup, const riwalk_context *context);
    riwalk_view view;
    uint64_t seed;
    uint32_t largest_degree;
    uint32_t walk_length;
    uint32_t asked_walks; /* as the options have them: a number, AUTO or EXACT */
    uint32_t walks;       /* from each anchor, where they are sampled */
    uint32_t radius;      /* of the ball as far as walks can go: at most the walk length */
    rw_role_bits bits;
    unsigned anchor_fields; /* of a tuple, which begins with them */
    unsigned field_count;   /* of a tuple; 0: any 64 bits are a role */
    rw_tuple_field fields[RIWALK_ROLE_FIELDS];
    uint32_t large; /* graphs of so many nodes are searched without arrays over all nodes */
    uint64_t room;  /* bytes that hubs may take, with the balls of all workers */
    bool lean;      /* memory is short: rows are not copied into cells */
    uint32_t workers;
    bool layers;   /* the identifier's, or the caller's for a custom one */
    bool relative; /* classes are by shares of nodes */
    bool directed; /* roles distinguish arcs out and arcs in */
    bool weighted; /* classes are of strength in the place of degree */
    bool weighs;   /* steps are by weight */
    rw_classes classes;
    riwalk_role_function *role; /* of CUSTOM, as the next two */
    riwalk_words_function *role_words;
    void *role_data;
    rw_classes *parts; /* [graphs joined, or 1][sides]: where several, or both sides, have their own
                          relative classes; owned */
    /* Of wide tuples: */
    unsigned sides;                  /* 2 where directed, else 1 */
    rw_arc_rows arcs[RW_MOST_SIDES]; /* out and in; of all neighbours where not directed */
    uint32_t *own;                   /* [nodes][sides]: classes of nodes; owned */
    rw_strengths *strengths;         /* [graphs joined, or 1][sides], where weighted; owned */
    uint32_t type_count;             /* 0: roles do not name types */
    const uint32_t *types;           /* [nodes], where they do: below type_count, or equal to it
                                        where a model does not know a type */
};

/* Chooses identifier, classes and packing. The options are valid but for LIMIT: tuples that
 * cannot fit in 64 bits. To be freed in any case; a setup for a graph without nodes need not be. */
riwalk_status rw_walk_setup_init(rw_walk_setup *setup, const riwalk_graph *graph,
                                 const riwalk_options *options, riwalk_error *error);

void rw_walk_setup_free(rw_walk_setup *setup);

/* Whether tuples have more fields than those of undirected graphs without weights and types. */
static inline bool rw_walk_setup_is_wide(const rw_walk_setup *setup)
{
    return setup->directed || setup->weighted || setup->type_count;
}

/* Lists the fields of tuples and their bits; LIMIT where they do not fit (tuples.c). */
riwalk_status rw_role_choose_bits(rw_walk_setup *setup, riwalk_error *error);

static inline bool rw_walk_setup_is_large(const rw_walk_setup *setup)
{
    return setup->graph->node_count >= setup->large;
}

/* The classes for what an anchor sees on each side, where graphs or sides have their own. */
const rw_classes *rw_role_graph_classes(const rw_walk_setup *setup, uint32_t anchor);

/* Those of strengths, of each side. */
const rw_strengths *rw_role_strengths(const rw_walk_setup *setup, uint32_t anchor);

static inline const rw_classes *rw_role_classes(const rw_walk_setup *setup, uint32_t anchor)
{
    return setup->parts ? rw_role_graph_classes(setup, anchor) : &setup->classes;
}

/* Fetches what a wide tuple has of a context. */
static inline void rw_role_fetch(const rw_walk_setup *setup, uint32_t node)
{
    if (setup->own)
        __builtin_prefetch(&setup->own[(size_t)node * setup->sides]);
}

/* A context before anything around its node is counted. */
static inline riwalk_context rw_role_context(const rw_walk_setup *setup, uint32_t anchor,
                                             uint32_t node)
{
    riwalk_context context = {.graph = setup->source, .anchor = anchor, .node = node};

    context.spread = rw_arc_count(&setup->arcs[0], anchor);
    context.degree = rw_arc_count(&setup->arcs[0], node);
    if (setup->directed) {
        context.spread_in = rw_arc_count(&setup->arcs[1], anchor);
        context.degree_in = rw_arc_count(&setup->arcs[1], node);
    }
    return context;
}

/* The role of a context. */
static inline uint64_t rw_role_of(const rw_walk_setup *setup, const riwalk_context *context)
{
    return setup->name(setup, context);
}

/* Packs a tuple, as rw_role_tuple gives it; false where a value cannot be in any role. */
bool rw_role_pack(const rw_walk_setup *setup, const uint32_t *tuple, uint64_t *role);

/* The role of an anchor for itself: at distance 0, all its neighbours one layer further. Not for
 * CUSTOM. */
uint64_t rw_role_of_anchor(const rw_walk_setup *setup, uint32_t anchor);

unsigned rw_role_field_count(const rw_walk_setup *setup);

void rw_role_tuple(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple);

/* Whether one of the roles has another class of arcs out than of arcs in. Where every arc goes both
 * ways none has. */
bool rw_roles_one_way(const rw_walk_setup *setup, const uint64_t *roles, size_t count);

void rw_role_token(const rw_walk_setup *setup, uint64_t role, rw_text *text);
void rw_role_words(const rw_walk_setup *setup, uint64_t role, rw_text *text);

/* Adds to a text. */
void rw_text_add(rw_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
