/* SPDX-License-Identifier: MIT */
/* The parts of a description, and the steps that make it:
 *
 *   embed the nodes, unless vectors are given                        describe.c
 *   measure every node                                               node_measures.c
 *   cluster the vectors, and merge similar roles                     describe.c, tree.c
 *   sort the members of each role, the most typical first            members.c
 *   find the tokens that are frequent in a role                      tokens.c
 *   find the rule of each role, and the families                     rules.c, families.c
 *   summarise measures by role and family                            ranges.c
 *   name roles and families                                          names.c, words.c, distinct.c
 */
#ifndef RW_DESCRIBE_DESCRIBE_H
#define RW_DESCRIBE_DESCRIBE_H

#include "base/memory.h"
#include "engine/profiles.h"
#include "graph/graph.h"
#include "riwalk_analysis.h"

#define RW_ROLE_NAME 256
#define RW_RULE_TEXT 256

/* A hub has at least this many times the mean degree of nodes with edges, and this many edges. */
#define RW_HUB_RATIO 2
#define RW_HUB_EDGES 5

/* The tree of similar roles: it says which roles are one at any number of roles. */
typedef struct rw_role_tree {
    uint32_t leaves;
    uint32_t (*merges)[2]; /* [leaves - 1]: sets that were merged; merge i makes set leaves + i */
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
    double *measures[RIWALK_NODE_MEASURES]; /* [nodes]; NULL: the graph does not have it */
    double mean_degree;                     /* of nodes with edges */
    rw_role_tree tree;                      /* over roles whose nodes have edges */
    uint32_t *leaf_roles;                   /* [tree.leaves]: the role of each leaf */
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

/* What is said about a measure. */
typedef struct rw_measure_info {
    const char *name, *key;
    double cost;          /* of its conditions in rules: people think of degrees first */
    bool real;            /* not a whole number: rules round it */
    const char *words[3]; /* in names: before the number, after 1, after other numbers */
} rw_measure_info;

extern const rw_measure_info rw_measures[]; /* [RIWALK_NODE_MEASURES] (node_measures.c) */

/* Measures all nodes and finds the largest hub. */
riwalk_status rw_describe_measure(riwalk_description *d, riwalk_error *error);

/* The least degree of a hub. Without hubs it exceeds all degrees. */
static inline double rw_hub_degree(const riwalk_description *d)
{
    double degree = RW_HUB_RATIO * d->mean_degree;

    return degree > RW_HUB_EDGES ? degree : RW_HUB_EDGES;
}

/* The clustered nodes, and their clusters. */
typedef struct rw_clustered {
    uint32_t count;
    uint32_t dimensions;
    uint32_t *nodes;    /* [count], ascending */
    uint32_t *clusters; /* [count] */
    uint32_t k;
    const float *values; /* [count * dimensions], scaled for clustering */
} rw_clustered;

/* Adds up the mean vectors of clusters, [k * dimensions], and their sizes; both must be zero. */
void rw_cluster_means(const rw_clustered *clustered, double *means, uint32_t *sizes);

/* Makes roles of clusters, and sorts the members of each. */
riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *clustered,
                                  riwalk_error *error);

/* Builds a tree of clusters by Ward's criterion: merges what adds least to the sum of squares. */
riwalk_status rw_role_tree_build(const rw_clustered *clustered, rw_pool *pool, rw_role_tree *tree,
                                 riwalk_error *error);

/* Cuts the tree into `count` groups. groups[leaf] is numbered by first leaves. */
void rw_role_tree_cut(const rw_role_tree *tree, uint32_t count, uint32_t *groups);

/* Compares doubles, for qsort. */
int rw_compare_doubles(const void *a, const void *b);

/* Finds the ranges of measures over all nodes, roles and families. */
riwalk_status rw_describe_ranges(riwalk_description *d, riwalk_error *error);

/* Finds the frequent tokens of all roles. */
riwalk_status rw_describe_tokens(riwalk_description *d, riwalk_error *error);

/* ---- Rules ---- */

typedef struct rw_rules rw_rules;

/* Prepares all searches: puts the values of each measure into few bins. */
riwalk_status rw_rules_prepare(const riwalk_description *d, rw_rules **rules, riwalk_error *error);
void rw_rules_free(rw_rules *rules);

/* Finds the best rule for each of `count` sets of roles, meant[set * roles + role], without its
 * text. by_degree[set], if not NULL, is the F1 of the best interval of the degree alone. */
riwalk_status rw_rules_find(const rw_rules *rules, uint32_t count, const bool *meant,
                            riwalk_rule *found, double *by_degree, riwalk_error *error);

#define RW_WEAK_RULE 0.7 /* precision or recall */

static inline bool rw_rule_is_weak(const riwalk_rule *rule)
{
    return rule->precision < RW_WEAK_RULE || rule->recall < RW_WEAK_RULE;
}

/* Finds the rules of all roles, and the families with their rules (families.c). */
riwalk_status rw_describe_families(riwalk_description *d, riwalk_error *error);

/* ---- Words ---- */

/* Writes a rule: "degree 9 to 27 and clustering 0.4 or more" (words.c). */
void rw_rule_words(const riwalk_description *d, const riwalk_rule *rule, char *text,
                   size_t capacity);

/* Names all roles and families. */
riwalk_status rw_describe_names(riwalk_description *d, riwalk_error *error);

#endif
