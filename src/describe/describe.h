/* SPDX-License-Identifier: MIT */
/* The parts of a description, and the steps that make it:
 *
 *   embed the nodes, unless vectors are given                        describe.c
 *   measure every node                                               node_measures.c
 *   cluster the vectors, and merge similar roles                     describe.c, tree.c, twins.c
 *   sort the members of each role, the most typical first            members.c
 *   find the tokens that are frequent in a role                      tokens.c
 *   find the rule of each role, and the families                     rules.c, families.c
 *   summarise measures by role and family                            ranges.c
 *   name roles and families                                          names.c, words.c, distinct.c
 */
#ifndef RW_DESCRIBE_DESCRIBE_H
#define RW_DESCRIBE_DESCRIBE_H

#include "base/memory.h"
#include "base/text.h"
#include "engine/profiles.h"
#include "graph/graph.h"
#include "riwalk_analysis.h"
#include "vectors/vectors.h"

#define RW_ROLE_NAME 256
#define RW_RULE_TEXT 256

/* A hub has at least this many times the mean degree of nodes with edges, and this many edges. */
#define RW_HUB_RATIO 2
#define RW_HUB_EDGES 5

/* The tree of similar roles: it says which roles are one at any number of roles. */
typedef struct rw_role_tree {
    uint32_t leaves;
    uint32_t (*merges)[2]; /* [leaves - 1]: first leaves of two sets; the second joins the first */
    double *heights;       /* [leaves - 1]: increase of the sum of squares by each merge */
} rw_role_tree;

/* The strings of a token; tokens of SP are never longer. */
typedef struct rw_token_text {
    char word[48];
    char meaning[96];
} rw_token_text;

struct riwalk_description {
    const riwalk_graph *graph;
    const riwalk_graph *joined;    /* the graph, or the skeleton of a directed one */
    const riwalk_vectors *vectors; /* the caller's, or `made` */
    riwalk_vectors *made;
    riwalk_options embedding; /* options of `made` */
    riwalk_description_summary summary;
    riwalk_describe_options options;

    rw_pool pool;                           /* owns all arrays */
    rw_pool scratch;                        /* of the current step, freed after it */
    double *measures[RIWALK_NODE_MEASURES]; /* [nodes]; NULL: the graph does not have it */
    double mean_degree;                     /* of nodes with edges */
    rw_role_tree tree;                      /* over roles whose nodes have edges */
    uint32_t *leaf_roles;                   /* [tree.leaves]: the role of each leaf */
    uint32_t *rows;                         /* [nodes]: of the vectors, or NO_CLASS */
    uint32_t *roles;                        /* [nodes] */
    uint32_t *members;                      /* role after role */
    double *distances;                      /* parallel to members */
    riwalk_described_role *described;       /* [summary.roles] */
    riwalk_described_family *families;      /* [summary.families] */
    uint32_t *family_roles;                 /* [summary.roles]: family after family */
    char (*names)[RW_ROLE_NAME];            /* [summary.roles + summary.families] */
    char (*rules)[RW_RULE_TEXT];            /* parallel to names */
    riwalk_frequent_token *tokens;          /* [summary.roles][options.tokens] */
    rw_token_text *texts;                   /* parallel to tokens */

    rw_profiles *profiles;   /* of all nodes, by the described roles */
    bool *is_other;          /* [roles of profiles]: not the anchor itself */
    riwalk_sampler *sampler; /* names these roles */
};

/* The described roles are those of explain for any anchor: SP of this radius without the anchor's
 * part, by walks of the length of RIWALK_PRESET_ROLES. */
#define RW_DESCRIBE_RADIUS 4

void rw_describe_told(const riwalk_description *d, riwalk_options *options);

/* The steps of the list above that have files of their own, in order. Measures include the largest
 * hub, families the rules of all roles. */
typedef riwalk_status rw_describe_step(riwalk_description *d, riwalk_error *error);
rw_describe_step rw_describe_measure, rw_describe_tokens, rw_describe_families, rw_describe_ranges,
    rw_describe_names;

/* What is said about a measure. */
typedef struct rw_measure_info {
    const char *name, *key;
    double cost;          /* of its conditions in rules: people think of degrees first */
    bool real;            /* not a whole number: rules round it */
    const char *words[3]; /* in names: before the number, after 1, after other numbers */
} rw_measure_info;

extern const rw_measure_info rw_measures[]; /* [RIWALK_NODE_MEASURES] (node_measures.c) */

/* The least degree of a hub. Without hubs it exceeds all degrees. */
static inline double rw_hub_degree(const riwalk_description *d)
{
    double degree = RW_HUB_RATIO * d->mean_degree;

    return degree > RW_HUB_EDGES ? degree : RW_HUB_EDGES;
}

/* The clustered nodes, and their clusters. */
typedef struct rw_clustered {
    riwalk_vectors rows; /* scaled for clustering, without names */
    uint32_t *nodes;     /* [rows.count], ascending */
    uint32_t *clusters;  /* [rows.count] */
    uint32_t k;
} rw_clustered;

/* The mean vectors of clusters, [k * dimensions], and their sizes, as scratch; NULL: no memory. */
double *rw_cluster_means(riwalk_description *d, const rw_clustered *c, double **sizes,
                         riwalk_error *error);

/* Makes roles of clusters, and sorts the members of each. */
riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *c,
                                  riwalk_error *error);

/* Whether the nodes of a role have edges. */
static inline bool rw_role_walks(const riwalk_description *d, uint32_t role)
{
    return rw_degree(d->joined, d->described[role].members[0]);
}

/* Joins clusters between which nodes with the same neighbours are divided, and renumbers them. */
riwalk_status rw_describe_join_twins(riwalk_description *d, rw_clustered *c, riwalk_error *error);

/* Builds a tree of clusters by Ward's criterion: merges what adds least to the sum of squares. */
riwalk_status rw_role_tree_build(riwalk_description *d, const rw_clustered *c, rw_role_tree *tree,
                                 riwalk_error *error);

/* Cuts the tree into `count` groups. groups[leaf] is numbered by first leaves. */
void rw_role_tree_cut(const rw_role_tree *tree, uint32_t count, uint32_t *groups);

void rw_sort_doubles(double *values, uint32_t count);

/* The visits of a node's walks to other nodes. */
static inline double rw_describe_visits(const riwalk_description *d, const rw_profile *row)
{
    double visits = 0;

    for (uint32_t i = 0; i < row->count; i++)
        if (d->is_other[row->entries[i].role])
            visits += (double)row->entries[i].visits;
    return visits;
}

/* ---- Rules ---- */

/* Finds the best rule for each of `count` sets of roles, meant[set * roles + role], without its
 * text. by_degree[set] is the F1 of the best interval of the degree alone. */
riwalk_status rw_rules_find(riwalk_description *d, uint32_t count, const bool *meant,
                            riwalk_rule *found, double *by_degree, riwalk_error *error);

#define RW_WEAK_RULE 0.7 /* precision or recall */

static inline bool rw_rule_is_weak(const riwalk_rule *rule)
{
    return rule->precision < RW_WEAK_RULE || rule->recall < RW_WEAK_RULE;
}

/* ---- Words ---- */

/* Writes a rule: "degree 9 to 27 and clustering 0.4 or more" (words.c). */
void rw_rule_words(const riwalk_description *d, const riwalk_rule *rule, char *text,
                   size_t capacity);

/* ---- Phrases that make up names of roles, and roles as subjects of naming ---- */

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
