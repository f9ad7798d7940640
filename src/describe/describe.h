/* SPDX-License-Identifier: MIT */
/*
 * What a description is made of, and the steps that make one:
 *
 *   measure every node                                   node_measures.c
 *   embed the nodes, unless vectors are given, and cluster them      describe.c
 *   order the members of each role by how typical they are           members.c
 *   find the tokens that are frequent in a role          tokens.c
 *   name the role by the rules                           names.c
 */
#ifndef RW_DESCRIBE_DESCRIBE_H
#define RW_DESCRIBE_DESCRIBE_H

#include "base/memory.h"
#include "engine/profiles.h"
#include "graph/graph.h"
#include "riwalk_analysis.h"

#define RW_ROLE_NAME 16 /* "role 4294967295" */

/* The strings of a token: those of SP are never longer. */
typedef struct rw_token_text {
    char word[48];
    char meaning[96];
} rw_token_text;

struct riwalk_description {
    const riwalk_graph *graph;
    const riwalk_vectors *vectors; /* the caller's, or `made` */
    riwalk_vectors *made;
    riwalk_options embedding; /* of those made */
    riwalk_description_summary summary;
    riwalk_describe_options options;

    rw_pool pool;                     /* of all arrays */
    double *measures;                 /* [RIWALK_NODE_MEASURES][nodes] */
    uint32_t *roles;                  /* [nodes] */
    uint32_t *members;                /* role after role */
    double *distances;                /* parallel to them */
    riwalk_described_role *described; /* [summary.roles] */
    char (*numbers)[RW_ROLE_NAME];    /* [summary.roles]: names of roles that have no other */
    riwalk_frequent_token *tokens;    /* [summary.roles][options.tokens] */
    rw_token_text *texts;             /* parallel to them */

    rw_profiles *profiles;   /* of all nodes, by the roles that are told in words */
    bool *is_other;          /* [roles of profiles]: it is not the anchor itself */
    riwalk_sampler *sampler; /* which tells them */
};

/* Roles that are told in words are those of explain, whoever the anchor is: SP of this radius
 * without the anchor's part, and walks as long as those of RIWALK_PRESET_ROLES. */
#define RW_DESCRIBE_RADIUS 4

void rw_describe_told(const riwalk_description *d, riwalk_options *options);

static inline double *rw_measure(const riwalk_description *d, riwalk_node_measure measure)
{
    return d->measures + (size_t)measure * d->graph->node_count;
}

/* Measures all nodes, and finds the largest hub. */
riwalk_status rw_describe_measure(riwalk_description *d, riwalk_error *error);

/* The nodes that are clustered, and what came out. */
typedef struct rw_clustered {
    uint32_t count;
    uint32_t dimensions;
    uint32_t *nodes;    /* [count], ascending */
    uint32_t *clusters; /* [count] */
    uint32_t k;
    const float *values; /* [count * dimensions], scaled as they were clustered */
} rw_clustered;

/* Sorts nodes into roles and orders the members of each. */
riwalk_status rw_describe_members(riwalk_description *d, const rw_clustered *clustered,
                                  riwalk_error *error);

/* How measures are spread over all nodes, and over the members of each role (node_measures.c). */
riwalk_status rw_describe_ranges(riwalk_description *d, riwalk_error *error);

/* Finds the frequent tokens of all roles. */
riwalk_status rw_describe_tokens(riwalk_description *d, riwalk_error *error);

/* Names all roles. */
riwalk_status rw_describe_names(riwalk_description *d, riwalk_error *error);

#endif
