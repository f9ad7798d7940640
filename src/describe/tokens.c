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

typedef struct candidate {
    uint32_t token;
    double share, elsewhere, weight;
} candidate;

static int compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    return 2 * RW_ORDER(y->weight, x->weight) + RW_ORDER(x->token, y->token);
}

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

/* Lists the tokens of a role that are worth telling, the most telling first. */
static uint32_t find_candidates(const shares *s, uint32_t tokens, uint32_t role, double members,
                                double others, candidate *candidates)
{
    uint32_t count = 0;

    for (uint32_t t = 0; t < tokens && others > 0; t++) {
        double sum = s->sums[(size_t)role * tokens + t], ratio;
        candidate c = {t, sum / members, fmax(0, s->total[t] - sum) / others, 0};

        if (!(c.share >= LEAST_SHARE && c.share >= LEAST_RATIO * c.elsewhere))
            continue;
        ratio = c.elsewhere * MOST_RATIO > c.share ? c.share / c.elsewhere : MOST_RATIO;
        c.weight = c.share * log(ratio);
        candidates[count++] = c;
    }
    qsort(candidates, count, sizeof *candidates, compare);
    return count;
}

static void tell(riwalk_description *d, uint32_t role, const candidate *candidates, uint32_t count)
{
    size_t first = (size_t)role * d->options.tokens;

    d->described[role].tokens = d->tokens + first;
    d->described[role].token_count = count;
    for (uint32_t i = 0; i < count; i++) {
        rw_token_text *text = &d->texts[first + i];
        uint64_t token = d->profiles->roles[candidates[i].token];

        riwalk_role_token(d->sampler, token, text->word, sizeof text->word);
        riwalk_role_words(d->sampler, token, text->meaning, sizeof text->meaning);
        d->tokens[first + i] = (riwalk_frequent_token){
            token, candidates[i].share, candidates[i].elsewhere, text->word, text->meaning};
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
    candidate *candidates;
    shares s;

    RW_MUST(find_profiles(d, error));
    tokens = d->profiles->role_count;
    candidates = rw_take(&d->scratch, tokens, sizeof *candidates, error);
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
        if (rw_role_walks(d, role)) {
            uint32_t members = d->described[role].count;
            uint32_t count =
                find_candidates(&s, tokens, role, members, walking - members, candidates);

            tell(d, role, candidates, count < d->options.tokens ? count : d->options.tokens);
        }
    return RIWALK_STATUS_OK;
}
