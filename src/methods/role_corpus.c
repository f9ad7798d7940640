/* SPDX-License-Identifier: MIT */
/* From walks to tokens: counted in one pass, and then either kept, a byte or two each, or made
 * again for every epoch. */
#include "methods/role_corpus.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"

/* An anchor's walks come in so many portions, shuffled over all anchors: enough for training to
 * learn as from a full shuffle (src/train/corpus.h). */
#define SLICES 8

static size_t threads_of(const rw_role_corpus *c)
{
    return (size_t)c->sampler->setup.options.run.threads;
}

static size_t anchor_tokens(const rw_role_corpus *c)
{
    return (size_t)c->sampler->setup.options.walks * c->sampler->setup.options.walk_length;
}

/* The shared token of every slot but the first, which is the anchor. */
static void name_slots(const rw_role_corpus *c, const rw_walks *walks, uint32_t *tokens)
{
    tokens[0] = walks->anchor;
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        uint32_t id = 0;

        riwalk_roles_id(c->roles, walks->slots[s].role, &id);
        tokens[s] = c->corpus.local_count + id;
    }
}

/* ---- Walks made again ---- */

static riwalk_status fill_again(void *context, uint32_t group, uint32_t slice, int worker,
                                rw_sentences *sentences, riwalk_error *error)
{
    rw_role_corpus *c = context;
    uint32_t *slot_tokens = c->slot_tokens[worker];
    uint32_t all = c->sampler->setup.options.walks;
    uint32_t first = (uint32_t)rw_part(all, c->corpus.slices, slice);
    uint32_t end = (uint32_t)rw_part(all, c->corpus.slices, slice + 1);
    rw_walks walks;
    riwalk_status status;

    sentences->count = 0;
    if (!c->counts[group])
        return RIWALK_STATUS_OK;
    status = rw_walker_sample_some(c->walkers[worker], group, first, end - first, &walks, error);
    if (status)
        return status;
    name_slots(c, &walks, slot_tokens);
    for (uint32_t t = 0; t < walks.walks * walks.length; t++)
        sentences->tokens[t] = slot_tokens[walks.tokens[t]];
    for (uint32_t w = 0; w < walks.walks; w++)
        sentences->ends[w] = (w + 1) * walks.length;
    sentences->count = walks.walks;
    return RIWALK_STATUS_OK;
}

static riwalk_status make_walkers(rw_role_corpus *c, riwalk_error *error)
{
    size_t threads = threads_of(c);

    if (!(c->walkers = rw_alloc_zeroed(threads, sizeof *c->walkers, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < threads; t++)
        if (rw_walker_create(&c->near, &c->walkers[t], error))
            return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

static void free_walkers(rw_role_corpus *c)
{
    for (size_t t = 0; c->walkers && t < threads_of(c); t++)
        rw_walker_free(c->walkers[t]);
    rw_free(c->walkers);
    c->walkers = NULL;
}

/* ---- Walks kept ---- */

static riwalk_status keep_walks(void *context, int worker, const rw_walks *walks,
                                riwalk_error *error)
{
    rw_role_corpus *c = context;
    rw_kept *kept = c->kept;
    uint32_t *slot_tokens = c->slot_tokens[worker];
    uint64_t start = kept->starts[walks->anchor];
    uint32_t count = (uint32_t)(kept->starts[walks->anchor + 1] - start);

    (void)error;
    if (!count)
        return RIWALK_STATUS_OK;
    name_slots(c, walks, slot_tokens);
    slot_tokens[0] = 0; /* as rw_kept writes tokens: the anchor is 0, role r is r + 1 */
    for (uint32_t s = 1; s < walks->slot_count; s++)
        slot_tokens[s] -= c->corpus.local_count - 1;
    for (uint32_t t = 0; t < count; t++) {
        uint32_t token = slot_tokens[walks->tokens[t]];

        if (kept->width == 1)
            ((uint8_t *)kept->tokens)[start + t] = (uint8_t)token;
        else if (kept->width == 2)
            ((uint16_t *)kept->tokens)[start + t] = (uint16_t)token;
        else
            ((uint32_t *)kept->tokens)[start + t] = token;
    }
    return RIWALK_STATUS_OK;
}

/* Whether an anchor is in a shard of this process. */
static bool is_own(const void *context, uint32_t anchor)
{
    const rw_role_corpus *c = context;
    uint32_t shard = anchor % c->plan.shards;

    return shard >= c->plan.first && shard < c->plan.end;
}

static riwalk_status allocate_kept(rw_role_corpus *c, riwalk_error *error)
{
    uint32_t anchors = c->corpus.group_count;
    rw_kept *kept;

    if (!(c->kept = rw_alloc_zeroed(1, sizeof *kept, error)))
        return RIWALK_STATUS_MEMORY;
    kept = c->kept;
    kept->corpus = c->corpus;
    kept->width = rw_kept_width(riwalk_roles_count(c->roles), true);
    kept->length = c->sampler->setup.options.walk_length;
    if (!(kept->starts = rw_alloc((size_t)anchors + 1, sizeof *kept->starts, error)))
        return RIWALK_STATUS_MEMORY;
    kept->starts[0] = 0;
    for (uint32_t a = 0; a < anchors; a++)
        kept->starts[a + 1] =
            kept->starts[a] + (c->counts[a] && is_own(c, a) ? anchor_tokens(c) : 0);
    kept->tokens = rw_alloc(kept->starts[anchors], kept->width, error);
    return kept->tokens ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

riwalk_status rw_role_corpus_keep(rw_role_corpus *c, riwalk_error *error)
{
    rw_walks_pass run = {.each = keep_walks, .wanted = is_own, .context = c, .stage = "walking"};
    riwalk_status status = allocate_kept(c, error);

    if (!status)
        status = rw_walks_run(&c->near, &run, error);
    if (status)
        return status;
    free_walkers(c);
    rw_rows_free(&c->near.rows);
    rw_kept_finish(c->kept, c->corpus.slices);
    c->kept->corpus.counts = c->counts;
    c->kept->corpus.total = c->token_total; /* of all processes */
    c->corpus = c->kept->corpus;
    return RIWALK_STATUS_OK;
}

/* ---- Counting ---- */

static riwalk_status count_tokens(rw_role_corpus *c, riwalk_error *error)
{
    uint32_t anchors = c->sampler->setup.graph->node_count, roles;
    uint64_t *counts;
    riwalk_status status;

    if (!(c->counts = rw_alloc_zeroed(anchors, sizeof *c->counts, error)))
        return RIWALK_STATUS_MEMORY;
    if ((status = rw_walks_count(&c->near, c->near.options.group, c->counts, &c->roles, error)))
        return status;
    roles = riwalk_roles_count(c->roles);
    if ((uint64_t)anchors + roles > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many nodes and roles");
    if (!(counts = rw_resize(c->counts, (size_t)anchors + roles, sizeof *counts, error)))
        return RIWALK_STATUS_MEMORY;
    c->counts = counts;
    for (uint32_t r = 0; r < roles; r++)
        counts[anchors + r] = riwalk_roles_get(c->roles, r)->visits;
    for (uint32_t a = 0; a < anchors; a++) {
        if (!rw_degree(c->sampler->setup.graph, a))
            counts[a] = 0;
        c->isolated += !counts[a];
    }
    c->token_total = (uint64_t)(anchors - c->isolated) * anchor_tokens(c);
    return RIWALK_STATUS_OK;
}

rw_corpus rw_role_corpus_shape(const rw_walk_setup *plan, uint32_t roles)
{
    uint32_t nodes = plan->graph->node_count, walks = plan->options.walks;
    uint32_t slices = walks < SLICES ? walks : SLICES;
    uint32_t slice_walks = (walks + slices - 1) / slices;

    return (rw_corpus){
        .token_count = nodes + roles,
        .local_count = nodes,
        .group_count = nodes,
        .slices = slices,
        .slice_tokens = slice_walks * plan->options.walk_length,
        .slice_sentences = slice_walks,
        .total = (uint64_t)nodes * walks * plan->options.walk_length,
    };
}

static riwalk_status make(rw_role_corpus *c, riwalk_error *error)
{
    size_t threads = threads_of(c);
    riwalk_status status;

    c->near = c->sampler->setup;
    if ((status =
             rw_walk_setup_rows(&c->sampler->setup, &c->near.rows, &c->near.options.run, error)) ||
        (status = count_tokens(c, error)) || (status = make_walkers(c, error)))
        return status;
    if (!(c->slot_tokens = rw_alloc_zeroed(threads, sizeof *c->slot_tokens, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < threads; t++)
        if (!(c->slot_tokens[t] = rw_alloc(anchor_tokens(c) + 1, sizeof(uint32_t), error)))
            return RIWALK_STATUS_MEMORY;
    c->corpus = rw_role_corpus_shape(&c->sampler->setup, riwalk_roles_count(c->roles));
    c->corpus.total = c->token_total;
    c->corpus.counts = c->counts;
    c->corpus.fill = fill_again;
    c->corpus.context = c;
    rw_plan_make(&c->corpus, &c->near.options, &c->plan);
    rw_plan_divide(&c->plan, rw_group_rank(c->near.options.group),
                   rw_group_members(c->near.options.group));
    return RIWALK_STATUS_OK;
}

riwalk_status rw_role_corpus_create(const riwalk_sampler *sampler, rw_role_corpus **corpus,
                                    riwalk_error *error)
{
    rw_role_corpus *c = rw_alloc_zeroed(1, sizeof *c, error);
    riwalk_status status;

    if (!c)
        return RIWALK_STATUS_MEMORY;
    c->sampler = sampler;
    if ((status = make(c, error))) {
        rw_role_corpus_free(c);
        return status;
    }
    *corpus = c;
    return RIWALK_STATUS_OK;
}

void rw_role_corpus_free(rw_role_corpus *c)
{
    if (!c)
        return;
    free_walkers(c);
    rw_rows_free(&c->near.rows);
    for (size_t t = 0; c->slot_tokens && t < threads_of(c); t++)
        rw_free(c->slot_tokens[t]);
    rw_free(c->slot_tokens);
    if (c->kept)
        rw_kept_free(c->kept);
    rw_free(c->kept);
    riwalk_roles_free(c->roles);
    rw_free(c->counts);
    rw_free(c);
}
