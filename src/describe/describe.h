/* SPDX-License-Identifier: MIT */
/* What a description is made of, and the steps that make one:
 *
 *   embed the nodes, unless vectors are given                        describe.c
 *   measure every node                                               node_measures.c
 *   cluster the vectors, and join roles that are alike               describe.c, tree.c
 *   order the members of each role by how typical they are           members.c
 *   find the tokens that are frequent in a role                      tokens.c
 *   find the rule of each role, and the families                     rules.c, families.c
 *   spread measures over roles and families                          ranges.c
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

/* A hub has so many times the mean degree of nodes with edges, and so many edges. */
#define RW_HUB_RATIO 2
#define RW_HUB_EDGES 5

/* Which roles are one at any number of them: the tree of roles that are alike. */
typedef struct rw_role_tree {
    uint32_t leaves;
    uint32_t (*merges)[2]; /* [leaves - 1]: sets that became one; merge i makes set leaves + i */
    double *heights;       /* [leaves - 1]: what each merge costs in the sum of squares */
} rw_role_tree;

/* The strings of a token: those of SP are never longer. */
typedef struct rw_token_text {
    char word[48];
    char meaning[96];
} rw_token_text;

struct riwalk_description {
    const riwalk_graph *graph;
    const riwalk_graph *joined; /* who is joined to whom: the graph, or a directed one's skeleton */
    const riwalk_vectors *vectors; /* the caller's, or `made` */
    riwalk_vectors *made;
    riwalk_options embedding; /* of those made */
    riwalk_description_summary summary;
    riwalk_describe_options options;

    rw_pool pool;                           /* of all arrays */
    double *measures[RIWALK_NODE_MEASURES]; /* [nodes]; NULL where the graph has none */
    double mean_degree;                     /* of nodes with edges */
    rw_role_tree tree;                      /* of the roles whose nodes have edges */
    uint32_t *leaf_roles;                   /* [tree.leaves]: the role of each */
    uint32_t *roles;                        /* [nodes] */
    uint32_t *members;                      /* role after role */
    double *distances;                      /* parallel to them */
    riwalk_described_role *described;       /* [summary.roles] */
    riwalk_described_family *families;      /* [summary.families] */
    uint32_t *family_roles;                 /* [summary.roles]: family after family */
    char (*names)[RW_ROLE_NAME];            /* [summary.roles + summary.families] */
    char (*rules)[RW_RULE_TEXT];            /* parallel to them */
    riwalk_frequent_token *tokens;          /* [summary.roles][options.tokens] */
    rw_token_text *texts;                   /* parallel to them */

    rw_profiles *profiles;   /* of all nodes, by the roles that are described */
    bool *is_other;          /* [roles of profiles]: it is not the anchor itself */
    riwalk_sampler *sampler; /* which names them */
};

/* The roles described are those of explain, whoever the anchor is: SP of this radius
 * without the anchor's part, and walks as long as those of RIWALK_PRESET_ROLES. */
#define RW_DESCRIBE_RADIUS 4

void rw_describe_told(const riwalk_description *d, riwalk_options *options);

static inline double *rw_measure(const riwalk_description *d, riwalk_node_measure measure)
{
    return d->measures[measure];
}

/* Measures all nodes, and finds the largest hub. */
riwalk_status rw_describe_measure(riwalk_description *d, riwalk_error *error);

/* The least degree of a hub; above the largest degree where there is none. */
static inline double rw_hub_degree(const riwalk_description *d)
{
    double degree = RW_HUB_RATIO * d->mean_degree;

    return degree > RW_HUB_EDGES ? degree : RW_HUB_EDGES;
}

/* The nodes that are clustered, and what came out. */
typedef struct rw_clustered {
    uint32_t count;
    uint32_t dimensions;
    uint32_t *nodes;    /* [count], ascending */
    uint32_t *clusters; /* [count] */
    uint32_t k;
    const float *values; /* [count * dimensions], scaled as they were clustered */
} rw_clustered;

/* The mean vector of every cluster, [k * dimensions], and their sizes: both are zero before. */
void rw_cluster_means(const rw_clustered *clustered, double *means, uint32_t *sizes);

/* Sorts nodes into roles and orders the members of each. */
riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *clustered,
                                  riwalk_error *error);

/* Agglomerates clusters by Ward's criterion: those that add least to the sum of squares first. */
riwalk_status rw_role_tree_build(const rw_clustered *clustered, rw_pool *pool, rw_role_tree *tree,
                                 riwalk_error *error);

/* groups[leaf]: its group of so many, numbered by their first leaves. */
void rw_role_tree_cut(const rw_role_tree *tree, uint32_t count, uint32_t *groups);

/* The order of doubles, for qsort. */
int rw_compare_doubles(const void *a, const void *b);

/* How measures are spread over all nodes, roles and families. */
riwalk_status rw_describe_ranges(riwalk_description *d, riwalk_error *error);

/* Finds the frequent tokens of all roles. */
riwalk_status rw_describe_tokens(riwalk_description *d, riwalk_error *error);

/* ---- Rules ---- */

typedef struct rw_rules rw_rules;

/* What searches share: all measures in few intervals. */
riwalk_status rw_rules_prepare(const riwalk_description *d, rw_rules **rules, riwalk_error *error);
void rw_rules_free(rw_rules *rules);

/* The best rule of each of `count` sets of roles, meant[set * roles + role], without its text.
 * by_degree[set], where it is not NULL: F1 of the best interval of the degree alone. */
riwalk_status rw_rules_find(const rw_rules *rules, uint32_t count, const bool *meant,
                            riwalk_rule *found, double *by_degree, riwalk_error *error);

#define RW_WEAK_RULE 0.7 /* precision or recall */

static inline bool rw_rule_is_weak(const riwalk_rule *rule)
{
    return rule->precision < RW_WEAK_RULE || rule->recall < RW_WEAK_RULE;
}

/* Finds the rules of all roles, and the families with theirs (families.c). */
riwalk_status rw_describe_families(riwalk_description *d, riwalk_error *error);

/* ---- Words ---- */

/* "degree 9 to 27 and clustering 0.4 or more" (words.c). */
void rw_rule_words(const riwalk_description *d, const riwalk_rule *rule, char *text,
                   size_t capacity);

/* Names all roles and families. */
riwalk_status rw_describe_names(riwalk_description *d, riwalk_error *error);

#endif
