/* SPDX-License-Identifier: MIT */
/*
 * Tokens that are much more frequent in a role than elsewhere. A token is what the walks of an
 * anchor visit: a context node's degree class and its distance (SP without the anchor's part). A
 * member's share of a token is its part of the visits to other nodes, as riwalk explain tells it.
 */
#include "base/memory.h"
#include "describe/describe.h"
#include "engine/profiles.h"

#include <math.h>
#include <stdlib.h>

/* What a role's walks hardly ever visit, or not much more often than others do, is not told. */
#define LEAST_SHARE 0.02
#define LEAST_RATIO 2
#define MOST_RATIO 1000 /* so that a token that is nowhere else does not count without limit */

typedef struct shares {
    riwalk_profile_arrays profiles;
    double *sums;   /* [roles][tokens]: of shares over members */
    double *total;  /* [tokens]: over all nodes that are in a role and have edges */
    bool *is_other; /* [tokens]: it is not the anchor itself */
} shares;

typedef struct candidate {
    uint32_t token;
    double share, elsewhere, weight;
} candidate;

static int compare(const void *a, const void *b)
{
    const candidate *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return (x->token > y->token) - (x->token < y->token);
}

/* The roles that are told in words: those of explain, whoever the anchor is. */
static riwalk_status make_sampler(const riwalk_description *d, riwalk_sampler **sampler,
                                  riwalk_error *error)
{
    riwalk_options options;

    riwalk_options_init(&options);
    options.run = d->options.run;
    options.seed = d->options.seed;
    options.trainer = RIWALK_TRAINER_FACTOR; /* exact profiles in small graphs */
    options.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    return riwalk_sampler_create(d->graph, &options, sampler, error);
}

static void add_node(shares *s, const riwalk_description *d, uint32_t node)
{
    const riwalk_profile_arrays *p = &s->profiles;
    double visits = 0, *sums = s->sums + (size_t)d->roles[node] * p->role_count;

    for (uint64_t i = p->offsets[node]; i < p->offsets[node + 1]; i++)
        if (s->is_other[p->columns[i]])
            visits += (double)p->visits[i];
    for (uint64_t i = p->offsets[node]; i < p->offsets[node + 1]; i++)
        if (s->is_other[p->columns[i]]) {
            sums[p->columns[i]] += (double)p->visits[i] / visits;
            s->total[p->columns[i]] += (double)p->visits[i] / visits;
        }
}

/* The tokens of a role that are worth telling, the most telling first. */
static uint32_t find_candidates(const shares *s, uint32_t role, double members, double others,
                                candidate *candidates)
{
    uint32_t tokens = s->profiles.role_count, count = 0;

    for (uint32_t t = 0; t < tokens; t++) {
        double sum = s->sums[(size_t)role * tokens + t], ratio;
        candidate c = {t, sum / members, others > 0 ? fmax(0, s->total[t] - sum) / others : 0, 0};

        if (!(c.share >= LEAST_SHARE && c.share >= LEAST_RATIO * c.elsewhere) || !(others > 0))
            continue;
        ratio = c.elsewhere * MOST_RATIO > c.share ? c.share / c.elsewhere : MOST_RATIO;
        c.weight = c.share * log(ratio);
        candidates[count++] = c;
    }
    qsort(candidates, count, sizeof *candidates, compare);
    return count;
}

static void tell(riwalk_description *d, const riwalk_sampler *sampler, const shares *s,
                 uint32_t role, const candidate *candidates, uint32_t count)
{
    size_t first = (size_t)role * d->options.tokens;

    d->described[role].tokens = d->tokens + first;
    d->described[role].token_count = count;
    for (uint32_t i = 0; i < count; i++) {
        rw_token_text *text = &d->texts[first + i];
        uint64_t token = s->profiles.roles[candidates[i].token];

        riwalk_role_token(sampler, token, text->word, sizeof text->word);
        riwalk_role_words(sampler, token, text->meaning, sizeof text->meaning);
        d->tokens[first + i] = (riwalk_frequent_token){
            token, candidates[i].share, candidates[i].elsewhere, text->word, text->meaning};
    }
}

static riwalk_status find(riwalk_description *d, const riwalk_sampler *sampler, shares *s,
                          riwalk_error *error)
{
    uint32_t tokens = s->profiles.role_count, roles = d->summary.roles, walking = 0;
    size_t room = (size_t)roles * d->options.tokens;
    candidate *candidates;

    if (!(s->sums = rw_alloc_zeroed(roles, tokens * sizeof *s->sums, error)) ||
        !(s->total = rw_alloc_zeroed(tokens, sizeof *s->total, error)) ||
        !(s->is_other = rw_alloc(tokens, sizeof *s->is_other, error)) ||
        !(d->tokens = rw_alloc(room, sizeof *d->tokens, error)) ||
        !(d->texts = rw_alloc(room, sizeof *d->texts, error)) ||
        !(candidates = rw_alloc(tokens, sizeof *candidates, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t t = 0; t < tokens; t++) {
        uint64_t tuple[RIWALK_ROLE_FIELDS]; /* context, distance */

        riwalk_role_tuple(sampler, s->profiles.roles[t], tuple);
        s->is_other[t] = tuple[1] > 0;
    }
    for (uint32_t node = 0; node < d->graph->node_count; node++)
        if (rw_degree(d->graph, node) && d->roles[node] != RIWALK_NO_CLASS) {
            add_node(s, d, node);
            walking++;
        }
    for (uint32_t role = 0; role < roles; role++) {
        uint32_t members = d->described[role].count, count;

        if (!rw_degree(d->graph, d->described[role].members[0]))
            continue; /* its walks go nowhere */
        count = find_candidates(s, role, members, walking - members, candidates);
        tell(d, sampler, s, role, candidates,
             count < d->options.tokens ? count : d->options.tokens);
    }
    rw_free(candidates);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_describe_tokens(riwalk_description *d, riwalk_error *error)
{
    riwalk_profiles *profiles = NULL;
    riwalk_sampler *sampler = NULL;
    riwalk_status status;
    shares s = {0};

    if ((status = make_sampler(d, &sampler, error)) ||
        (status = riwalk_profiles_find(sampler, &profiles, error)))
        goto done;
    s.profiles = riwalk_profiles_arrays(profiles);
    status = find(d, sampler, &s, error);
done:
    rw_free(s.sums);
    rw_free(s.total);
    rw_free(s.is_other);
    riwalk_profiles_free(profiles);
    riwalk_sampler_free(sampler);
    return status;
}
