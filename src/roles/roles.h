/* SPDX-License-Identifier: MIT */
/* Roles (paper, section IV). A role is a tuple of small numbers, packed exactly into 64 bits. This
 * is the interface of role identifiers, and what they share: classes, packing, words.
 *
 * The packing depends only on the options, never on the graph: the same number is the same role in
 * every graph. */
#ifndef RW_ROLES_ROLES_H
#define RW_ROLES_ROLES_H

#include "base/text.h"
#include "graph/directions.h"
#include "graph/types.h"
#include "riwalk_analysis.h"
#include "roles/codes.h"

uint32_t rw_largest_degree(const riwalk_graph *graph);

/* ---- Classes ---- */

void rw_classes_init(rw_classes *classes, bool on, double base);

/* Makes classes by the share of nodes first .. end - 1 that have a degree of at least x. An x above
 * the largest degree has that degree's class. With `side`, counts arcs of that side, and no arcs
 * are a class of their own; the graph is then the skeleton, whose nodes count if they have any
 * neighbour. O(nodes + largest degree). */
riwalk_status rw_classes_init_shares(rw_classes *classes, const riwalk_graph *graph,
                                     const rw_arc_rows *side, uint32_t first, uint32_t end,
                                     double base, riwalk_error *error);

/* Makes classes of positive values among `nodes` nodes. Sorts the values. O(count log count). */
void rw_strengths_init(rw_strengths *strengths, double *values, uint32_t count, uint32_t nodes,
                       double base);

/* Whether two sets of the same kind have equal classes. */
bool rw_classes_equal(const rw_classes *a, const rw_classes *b);

/* The least and the greatest x of a class. */
void rw_classes_range(const rw_classes *classes, uint64_t class, uint64_t *least,
                      uint64_t *greatest);

/* ---- Identifiers ---- */

typedef struct rw_walk_setup rw_walk_setup;

/* What the roles of an anchor have in common. */
typedef struct rw_naming {
    const rw_classes *classes[RW_MOST_SIDES]; /* of the anchor's graph, on each side */
    unsigned side_bits;                       /* rw_tuple */
    uint64_t anchor;                          /* rw_pack_anchor */
} rw_naming;

typedef enum rw_role_kind {
    RW_ROLE_CLASS,    /* the class of a degree or count */
    RW_ROLE_DISTANCE, /* the plain distance */
    RW_ROLE_TYPE,     /* type of a node; only if roles have types */
} rw_role_kind;

typedef struct rw_role_field {
    const char *names[1 + RW_MOST_SIDES]; /* undirected; arcs out; arcs in */
    rw_role_kind kind;
    bool anchor; /* anchor's part: left out if that is dropped */
} rw_role_field;

/* The values of a field of an identifier: one, or those of arcs out and in. */
typedef uint64_t rw_role_values[RW_MOST_SIDES];

/* An identifier names the role of a context by a tuple, packed as in roles/codes.h. It lists the
 * fields, the anchor's part first, and describes them in words. In directed graphs a class is two
 * fields. Without fields, any 64 bits are a role. */
typedef struct rw_identifier {
    bool layers; /* needs closer, same and further */
    bool walked; /* a RW variant: the ball consists of the anchor's walks */
    unsigned field_count;
    rw_role_field fields[RIWALK_ROLE_FIELDS];
    uint64_t (*name)(const rw_walk_setup *setup, const rw_naming *naming,
                     const riwalk_context *context);
    void (*words)(const rw_walk_setup *setup, rw_role_values *values, rw_text *text);
} rw_identifier;

/* A field of a setup's tuples. */
typedef struct rw_tuple_field {
    const char *name;
    rw_role_kind kind;
    unsigned bits;
} rw_tuple_field;

/* All identifiers, by their numbers (identifiers.c). */
extern const rw_identifier rw_identifiers[];

/* Options resolved for a graph. */
struct rw_walk_setup {
    const riwalk_graph *graph;  /* that walks follow: the skeleton, if directions count */
    const riwalk_graph *source; /* as given */
    const rw_identifier *identifier;
    riwalk_view view;
    uint64_t seed;
    uint32_t largest_degree;
    uint32_t walk_length;
    uint32_t asked_walks; /* from the options: a number, AUTO or EXACT */
    uint32_t walks;       /* from each anchor, if sampled */
    uint32_t radius;      /* radius of the ball, at most the walk length */
    rw_role_bits bits;
    unsigned anchor_fields; /* the first fields of a tuple */
    unsigned field_count;   /* fields of a tuple; 0: any 64 bits are a role */
    rw_tuple_field fields[RIWALK_ROLE_FIELDS];
    uint32_t large; /* graphs with this many nodes are searched without arrays over all nodes */
    uint64_t room;  /* bytes for hubs and the balls of all workers */
    const char *scratch; /* where files beyond that room may be; NULL: nowhere */
    bool lean;           /* memory is short: rows are not copied into cells */
    uint32_t workers;
    bool layers;   /* of the identifier, or of a custom role's caller */
    bool relative; /* classes are by share of nodes */
    bool directed; /* roles tell arcs out and in apart */
    bool weighted; /* classes of strength replace those of degree */
    bool weighs;   /* steps are by weight */
    rw_classes classes;
    riwalk_role_function *role; /* for CUSTOM, like the next two */
    riwalk_words_function *role_words;
    void *role_data;
    rw_classes *parts; /* [joined graphs, or 1][sides]: relative classes of each graph and side, if
                          there are several; owned */
    /* For tuples with directions, weights or types: */
    unsigned sides;                  /* 2 if directed, else 1 */
    rw_arc_rows arcs[RW_MOST_SIDES]; /* out and in; all neighbours if not directed */
    uint32_t *own;                   /* [nodes][sides]: classes of nodes; owned */
    rw_strengths *strengths;         /* [joined graphs, or 1][sides], if weighted; owned */
    uint32_t type_count;             /* 0: roles have no types */
    const uint32_t *types;           /* [nodes], if types count: below type_count, or equal to it
                                        for types that a model does not know */
};

/* Chooses identifier, classes and packing. The options must be valid; LIMIT for tuples that do not
 * fit into 64 bits. To be freed in any case, except for a graph without nodes. */
riwalk_status rw_walk_setup_init(rw_walk_setup *setup, const riwalk_graph *graph,
                                 const riwalk_options *options, riwalk_error *error);

void rw_walk_setup_free(rw_walk_setup *setup);

/* Lists the fields of tuples and their bits; LIMIT if they do not fit (tuples.c). */
riwalk_status rw_role_choose_bits(rw_walk_setup *setup, riwalk_error *error);

static inline bool rw_walk_setup_is_large(const rw_walk_setup *setup)
{
    return setup->graph->node_count >= setup->large;
}

/* The classes on each side for an anchor, if graphs or sides have their own. */
const rw_classes *rw_role_graph_classes(const rw_walk_setup *setup, uint32_t anchor);

/* The same for strengths. */
const rw_strengths *rw_role_strengths(const rw_walk_setup *setup, uint32_t anchor);

static inline const rw_classes *rw_role_classes(const rw_walk_setup *setup, uint32_t anchor)
{
    return setup->parts ? rw_role_graph_classes(setup, anchor) : &setup->classes;
}

/* Prefetches a context's part of such a tuple. */
static inline void rw_role_fetch(const rw_walk_setup *setup, uint32_t node)
{
    if (setup->own)
        __builtin_prefetch(&setup->own[(size_t)node * setup->sides]);
}

/* A context, without counts of its neighbours by layer. */
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

/* Prepares for the roles of the context's anchor. */
rw_naming rw_role_begin(const rw_walk_setup *setup, const riwalk_context *context);

static inline uint64_t rw_role_name(const rw_walk_setup *setup, const rw_naming *naming,
                                    const riwalk_context *context)
{
    return setup->identifier->name(setup, naming, context);
}

/* The role of a single context. */
static inline uint64_t rw_role_of(const rw_walk_setup *setup, const riwalk_context *context)
{
    rw_naming naming = rw_role_begin(setup, context);

    return rw_role_name(setup, &naming, context);
}

/* Packs a tuple from rw_role_tuple; false if no role can have a value. */
bool rw_role_pack(const rw_walk_setup *setup, const uint32_t *tuple, uint64_t *role);

/* The role of an anchor itself: at distance 0, with all neighbours one layer further. Not for
 * CUSTOM. */
uint64_t rw_role_of_anchor(const rw_walk_setup *setup, uint32_t anchor);

unsigned rw_role_field_count(const rw_walk_setup *setup);

void rw_role_tuple(const rw_walk_setup *setup, uint64_t role, uint64_t *tuple);

/* Whether some role has different classes of arcs out and in; none has if every arc goes both
 * ways. */
bool rw_roles_one_way(const rw_walk_setup *setup, const uint64_t *roles, size_t count);

void rw_role_token(const rw_walk_setup *setup, uint64_t role, rw_text *text);
void rw_role_words(const rw_walk_setup *setup, uint64_t role, rw_text *text);

#endif
