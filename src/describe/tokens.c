/* SPDX-License-Identifier: MIT */
/* Tokens that are much more frequent in a role than elsewhere. A token is a role that walks visit:
 * a context node's degree class and distance (SP without the anchor's part). A member's share of a
 * token is its fraction of visits to other nodes, as riwalk explain prints it. */
#include "base/sort.h"
#include "describe/describe.h"
#include "engine/walks.h"

#include <math.h>
#include <stdlib.h>

/* Tokens with less than this share, or this ratio to other nodes, are left out. */
#define LEAST_SHARE 0.02
#define LEAST_RATIO 2
#define MOST_RATIO 1000 /* limits the weight of tokens found nowhere else */

typedef struct shares {
    double *sums;  /* [roles][tokens]: sums of shares over members */
    double *total; /* [tokens]: over all nodes with a role and edges */
} shares;

static void add_node(const shares *s, const riwalk_description *d, uint32_t node)
{
    rw_profile row = rw_profiles_get(d->profiles, node);
    double visits = rw_describe_visits(d, &row);
    double *sums = s->sums + (size_t)d->roles[node] * d->profiles->role_count;

    for (uint32_t i = 0; i < row.count; i++) {
        uint32_t token = row.entries[i].role;
        double share = (double)row.entries[i].visits / visits;

        if (!d->is_other[token])
            continue;
        sums[token] += share;
        s->total[token] += share;
    }
}

/* Tells the tokens of a role that are worth it, the most telling first. */
static void tell(riwalk_description *d, const shares *s, uint32_t role, double others,
                 rw_scored *worth)
{
    uint32_t tokens = d->profiles->role_count, count = 0;
    size_t first = (size_t)role * d->options.tokens;
    double members = d->described[role].count;
    const double *sums = s->sums + (size_t)role * tokens;

    for (uint32_t t = 0; t < tokens && others > 0; t++) {
        double share = sums[t] / members, elsewhere = fmax(0, s->total[t] - sums[t]) / others;
        double ratio = elsewhere * MOST_RATIO > share ? share / elsewhere : MOST_RATIO;

        if (share >= LEAST_SHARE && share >= LEAST_RATIO * elsewhere)
            worth[count++] = (rw_scored){-share * log(ratio), t};
    }
    qsort(worth, count, sizeof *worth, rw_scored_order);
    count = count < d->options.tokens ? count : d->options.tokens;
    d->described[role].tokens = d->tokens + first;
    d->described[role].token_count = count;
    for (uint32_t i = 0; i < count; i++) {
        rw_token_text *text = &d->texts[first + i];
        uint32_t t = worth[i].number;
        uint64_t token = d->profiles->roles[t];

        riwalk_role_token(d->sampler, token, text->word, sizeof text->word);
        riwalk_role_words(d->sampler, token, text->meaning, sizeof text->meaning);
        d->tokens[first + i] = (riwalk_frequent_token){token, sums[t] / members,
                                                       fmax(0, s->total[t] - sums[t]) / others,
                                                       text->word, text->meaning};
    }
}

/* Uses the profiles of the embedding if it walked by the described roles. */
static riwalk_status find_profiles(riwalk_description *d, riwalk_error *error)
{
    riwalk_options options;

    rw_describe_told(d, &options);
    RW_MUST(riwalk_sampler_create(d->graph, &options, &d->sampler, error));
    if (!d->profiles)
        RW_MUST(riwalk_profiles_find(d->sampler, &d->profiles, error));
    RW_HAVE(d->is_other = rw_take(&d->pool, d->profiles->role_count, sizeof *d->is_other, error));
    for (uint32_t t = 0; t < d->profiles->role_count; t++) {
        uint64_t tuple[RIWALK_ROLE_FIELDS]; /* context, distance */

        riwalk_role_tuple(d->sampler, d->profiles->roles[t], tuple);
        d->is_other[t] = tuple[1] > 0;
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_describe_tokens(riwalk_description *d, riwalk_error *error)
{
    uint32_t tokens, roles = d->summary.roles, walking = 0;
    size_t room = (size_t)roles * d->options.tokens;
    rw_scored *worth;
    shares s;

    RW_MUST(find_profiles(d, error));
    tokens = d->profiles->role_count;
    worth = rw_take(&d->scratch, tokens, sizeof *worth, error);
    s.sums = rw_take_zeroed(&d->scratch, roles, tokens * sizeof *s.sums, error);
    s.total = rw_take_zeroed(&d->scratch, tokens, sizeof *s.total, error);
    d->tokens = rw_take(&d->pool, room, sizeof *d->tokens, error);
    d->texts = rw_take(&d->pool, room, sizeof *d->texts, error);
    if (d->scratch.failed || d->pool.failed)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t node = 0; node < d->graph->node_count; node++)
        if (rw_degree(d->joined, node) && d->roles[node] != RIWALK_NO_CLASS) {
            add_node(&s, d, node);
            walking++;
        }
    for (uint32_t role = 0; role < roles; role++)
        if (rw_role_walks(d, role))
            tell(d, &s, role, walking - d->described[role].count, worth);
    return RIWALK_STATUS_OK;
}
