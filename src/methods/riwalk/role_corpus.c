/* SPDX-License-Identifier: MIT */
/* Turns walks into tokens. One pass counts and keeps them: each worker numbers roles as it meets
 * them, and they are renumbered when all are known. If memory is too small, tokens are kept in a
 * file, or walks are made again in every epoch. A member of a group counts and keeps different
 * walks, so it walks twice. */
#include "methods/riwalk/riwalk.h"

#include "base/error.h"
#include "base/os.h"
#include "base/output.h"
#include "base/parallel.h"

#define RENUMBERED_ANCHORS 1024 /* anchors in a task */

static size_t workers_of(const rw_role_corpus *c)
{
    return (size_t)c->options->run.threads;
}

static size_t anchor_tokens(const rw_role_corpus *c)
{
    return (size_t)c->setup->walks * c->setup->walk_length;
}

/* The number of a role in the table of all. */
static uint32_t id_of(const rw_role_corpus *c, uint64_t role)
{
    uint32_t id = 0;

    riwalk_roles_id(c->roles, role, &id);
    return id;
}

/* ---- Walks made again ---- */

typedef struct filling {
    const rw_role_corpus *corpus;
    rw_sentences *sentences;
} filling;

static riwalk_status fill_sentences(void *context, int worker, const rw_walks *walks,
                                    riwalk_error *error)
{
    const filling *f = context;
    uint32_t *slot_tokens = f->corpus->slot_tokens[worker];

    slot_tokens[0] = walks->anchor;
    for (uint32_t s = 1; s < walks->slot_count; s++)
        slot_tokens[s] = f->corpus->corpus.local_count + id_of(f->corpus, walks->slots[s].role);
    for (uint32_t t = 0; t < walks->walks * walks->length; t++)
        f->sentences->tokens[t] = slot_tokens[walks->tokens[t]];
    for (uint32_t w = 0; w < walks->walks; w++)
        f->sentences->ends[w] = (w + 1) * walks->length;
    f->sentences->count = walks->walks;
    return RIWALK_STATUS_OK;
}

static riwalk_status fill_again(void *context, uint32_t group, uint32_t slice, int worker,
                                rw_sentences *sentences, riwalk_error *error)
{
    rw_role_corpus *c = context;
    filling f = {c, sentences};
    uint32_t first = (uint32_t)rw_part(c->setup->walks, c->corpus.slices, slice);
    uint32_t end = (uint32_t)rw_part(c->setup->walks, c->corpus.slices, slice + 1);

    sentences->count = 0;
    if (!c->counts[group])
        return RIWALK_STATUS_OK;
    return rw_engine_walks(c->engine, 0, worker, &group, 1, first, end - first, fill_sentences, &f,
                           error);
}

/* ---- Walks kept ---- */

/* Whether an anchor's shard belongs to this process. */
static bool is_own(const void *context, uint32_t anchor)
{
    const rw_role_corpus *c = context;
    uint32_t shard = anchor % c->plan.shards;

    return shard >= c->plan.first && shard < c->plan.end;
}

/* Makes room for tokens of `width` bytes. `own`: only for the anchors of this process. */
static riwalk_status allocate_kept(rw_role_corpus *c, uint32_t width, bool in_file, bool own,
                                   riwalk_error *error)
{
    uint32_t anchors = c->setup->graph->node_count;
    rw_kept *kept = &c->kept;

    *kept = (rw_kept){.width = width,
                      .length = c->setup->walk_length,
                      .end = UINT32_MAX,
                      .rooms = c->slot_tokens};
    RW_HAVE(kept->starts = rw_alloc((size_t)anchors + 1, sizeof *kept->starts, error));
    kept->starts[0] = 0;
    for (uint32_t a = 0; a < anchors; a++) {
        bool walks = rw_degree(c->setup->graph, a) && (!own || is_own(c, a));

        kept->starts[a + 1] = kept->starts[a] + (walks ? anchor_tokens(c) : 0);
    }
    RW_HAVE(c->seen_by = rw_alloc_zeroed(anchors, sizeof *c->seen_by, error));
    if (in_file)
        return rw_output_open_scratch(c->options->work, kept->starts[anchors] * width, &kept->file,
                                      error);
    RW_HAVE(kept->tokens = rw_alloc((size_t)kept->starts[anchors], width, error));
    return RIWALK_STATUS_OK;
}

/* Whether tokens can number so many roles, beside 0 for the anchor. */
static bool holds(const rw_kept *kept, uint64_t roles)
{
    return rw_kept_width(roles + 1) <= kept->width;
}

/* Gives the roles of an anchor's tokens their numbers in the table of all. */
static riwalk_status renumber_anchor(void *context, size_t anchor, int worker, riwalk_error *error)
{
    const rw_role_corpus *c = context;
    const rw_kept *kept = &c->kept;
    const rw_role_count *numbers = c->seen[c->seen_by[anchor]].counts;
    uint64_t first = kept->starts[anchor], count = kept->starts[anchor + 1] - first;
    void *tokens;

    RW_MUST(rw_kept_load(kept, first, count, worker, &tokens, error));
    for (uint64_t t = 0; t < count; t++) {
        uint32_t token = rw_kept_get(tokens, kept->width, t);

        if (token)
            rw_kept_put(tokens, kept->width, t, (uint32_t)numbers[token - 1].last + 1);
    }
    return rw_kept_store(kept, first, count, tokens, error);
}

/* Narrows tokens from two bytes to one. */
static void narrow(rw_kept *kept, uint64_t tokens)
{
    for (uint64_t t = 0; t < tokens; t++)
        rw_kept_put(kept->tokens, 1, t, rw_kept_get(kept->tokens, 2, t));
    kept->width = 1;
    rw_resize_at(&kept->tokens, (size_t)tokens, 1, NULL);
}

static riwalk_status finish_kept(rw_role_corpus *c, riwalk_error *error)
{
    uint32_t anchors = c->setup->graph->node_count;

    /* Counting is over, so `last` is free to hold the role's number in the table of all. */
    for (size_t w = 0; w < workers_of(c); w++)
        for (uint32_t r = 0; r < c->seen[w].table.count; r++)
            c->seen[w].counts[r].last = id_of(c, c->seen[w].table.roles[r]);
    RW_MUST(rw_parallel_blocks(c->options->run.threads, anchors, RENUMBERED_ANCHORS,
                               renumber_anchor, c, NULL, error));
    if (!c->kept.file && rw_kept_width(riwalk_roles_count(c->roles) + UINT64_C(1)) < c->kept.width)
        narrow(&c->kept, c->kept.starts[anchors]);
    return RIWALK_STATUS_OK;
}

static void free_seen(rw_role_corpus *c)
{
    for (size_t w = 0; c->seen && w < workers_of(c); w++)
        rw_role_counts_free(&c->seen[w]);
    rw_free(c->seen);
    rw_free(c->seen_by);
    c->seen = NULL;
    c->seen_by = NULL;
}

static void drop(rw_role_corpus *c)
{
    rw_kept_free(&c->kept);
    free_seen(c);
}

/* ---- Counting ---- */

static riwalk_status count_walks(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    rw_role_corpus *c = context;
    rw_role_counts *seen = &c->seen[worker];
    riwalk_status status = rw_role_counts_add(seen, walks, error);
    uint32_t *numbers = seen->slots, count = walks->walks * walks->length;
    const rw_kept *kept = &c->kept;
    void *tokens;

    c->counts[walks->anchor] =
        rw_degree(c->setup->graph, walks->anchor) ? walks->slots[0].visits : 0;
    if (status || !kept->starts || !holds(kept, seen->table.count) || !c->counts[walks->anchor])
        return status;
    c->seen_by[walks->anchor] = (uint16_t)worker;
    for (uint32_t s = walks->slot_count; s-- > 1;) /* role r is written as r + 1 */
        numbers[s]++;
    numbers[0] = 0;
    tokens = kept->file ? (void *)kept->rooms[worker]
                        : (char *)kept->tokens + kept->starts[walks->anchor] * kept->width;
    for (uint32_t t = 0; t < count; t++)
        rw_kept_put(tokens, kept->width, t, numbers[walks->tokens[t]]);
    return rw_kept_store(kept, kept->starts[walks->anchor], count, tokens, error);
}

static riwalk_status count_tokens(rw_role_corpus *c, uint32_t width, bool in_file,
                                  riwalk_error *error)
{
    riwalk_comm *group = c->options->group;
    uint32_t anchors = c->setup->graph->node_count, roles;
    rw_walks_pass pass = {.each = count_walks, .context = c, .stage = "walking", .group = group};

    RW_HAVE(c->counts = rw_alloc_zeroed(anchors, sizeof *c->counts, error));
    if (width && !group)
        RW_MUST(allocate_kept(c, width, in_file, false, error));
    RW_MUST(rw_walks_run(c->engine, &c->options->run, &pass, error));
    RW_MUST(rw_role_counts_merge(c->seen, workers_of(c), group, &c->roles, error));
    RW_MUST(rw_group_sum(group, c->counts, anchors, error));
    roles = riwalk_roles_count(c->roles);
    if (c->kept.starts && !holds(&c->kept, roles)) /* some were not kept */
        drop(c);
    if ((uint64_t)anchors + roles > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many nodes and roles");
    RW_HAVE(rw_resize_at(&c->counts, (size_t)anchors + roles, sizeof *c->counts, error));
    for (uint32_t r = 0; r < roles; r++)
        c->counts[anchors + r] = riwalk_roles_get(c->roles, r)->visits;
    return RIWALK_STATUS_OK;
}

/* Walks again, to keep the tokens that this process needs. */
static riwalk_status keep_again(rw_role_corpus *c, bool in_file, riwalk_error *error)
{
    rw_walks_pass pass = {
        .each = count_walks, .context = c, .stage = "keeping walks", .wanted = is_own};
    uint32_t width = rw_kept_width(riwalk_roles_count(c->roles) + UINT64_C(1));

    if (!c->seen && !(c->seen = rw_alloc_zeroed(workers_of(c), sizeof *c->seen, error)))
        return RIWALK_STATUS_MEMORY;
    RW_MUST(allocate_kept(c, width, in_file, true, error));
    return rw_walks_run(c->engine, &c->options->run, &pass, error);
}

/* Keeps the tokens in as few bytes as they need, or in a file; walks once more if counting has not
 * kept them. */
static riwalk_status keep(rw_role_corpus *c, bool in_file, riwalk_error *error)
{
    if (c->kept.starts && in_file && !c->kept.file) /* there are more roles than foreseen */
        drop(c);
    if (!c->kept.starts)
        RW_MUST(keep_again(c, in_file, error));
    RW_MUST(finish_kept(c, error));
    free_seen(c);
    rw_engine_close(c->engine);
    c->engine = NULL;
    c->kept.corpus = c->corpus;
    rw_kept_finish(&c->kept);
    c->corpus = c->kept.corpus;
    return RIWALK_STATUS_OK;
}

/* ---- Memory ---- */

rw_corpus rw_role_corpus_shape(const rw_walk_setup *setup, uint32_t roles)
{
    uint32_t nodes = setup->graph->node_count;
    rw_corpus shape = rw_walks_corpus(nodes, setup->walks, setup->walk_length);

    shape.local_count = nodes;
    shape.token_count += roles;
    return shape;
}

/* Whether a file of walks is faster than walking again. Slices are read at random, which is fast
 * only if the file fits into the memory that the limit leaves free. */
static bool file_pays(const rw_embedding *e, uint64_t bytes)
{
    uint64_t machine = rw_os_memory(), limit = rw_embedding_limit(e);

    return e->options.work && limit < machine && bytes <= machine - limit;
}

/* Assumes that all nodes have edges, so the estimate is never too low. */
rw_walk_bytes rw_riwalk_memory(const rw_embedding *e, const rw_walk_setup *setup,
                               const rw_corpus *shape)
{
    uint64_t tokens = (uint64_t)e->graph->node_count * setup->walks * setup->walk_length;
    uint64_t training =
        rw_sgns_memory(shape, &e->options, rw_group_rank(e->options.group), e->members);
    /* The trainer's other matrix is freed before vectors are copied out. */
    uint64_t copying = training / 2 + rw_embedding_vector_bytes(e);
    uint64_t prepared = rw_engine_prepared_bytes(&setup, 1), limit = rw_embedding_limit(e);
    rw_walk_bytes bytes = {.least = rw_embedding_bytes(e)};

    bytes.least += shape->token_count * sizeof(uint64_t);
    bytes.least += (uint64_t)e->options.run.threads * rw_engine_walks_bytes(setup);
    bytes.least += training > copying ? training : copying;
    bytes.least += prepared;
    tokens =
        tokens / e->members * rw_kept_width(shape->token_count - shape->local_count + UINT64_C(1));
    /* Training on kept walks needs no prepared rows. */
    bytes.filed = bytes.least - (prepared < training ? prepared : training) +
                  (e->graph->node_count + UINT64_C(1)) * sizeof(uint64_t);
    bytes.kept = bytes.filed + tokens;
    bytes.keep = bytes.kept <= limit;
    bytes.file = !bytes.keep && bytes.filed <= limit && file_pays(e, tokens);
    if (bytes.least > bytes.kept)
        bytes.least = bytes.kept;
    if (bytes.least > bytes.filed && file_pays(e, tokens))
        bytes.least = bytes.filed;
    return bytes;
}

/* Chooses how tokens are kept while walks are counted, before any walk. *width is the bytes of a
 * token: 2 in a file, or if that takes no more than training will, else 1; 0 if there is no room.
 * Refuses a run whose anchors' vectors alone exceed the limit. */
static riwalk_status foresee(const rw_role_corpus *c, const rw_embedding *e, uint32_t *width,
                             bool *in_file, riwalk_error *error)
{
    uint64_t tokens = (uint64_t)e->graph->node_count * anchor_tokens(c);
    uint64_t walking = rw_embedding_bytes(e) + rw_engine_prepared_bytes(&c->setup, 1) +
                       workers_of(c) * rw_engine_walks_bytes(c->setup);
    rw_corpus shape = rw_role_corpus_shape(c->setup, 0);
    uint64_t row = (shape.symmetric ? 1 : 2) * e->options.dimensions * sizeof(float);
    rw_walk_bytes bytes = rw_riwalk_memory(e, c->setup, &shape);

    *in_file = bytes.file;
    *width = bytes.file ? 2 : !bytes.keep ? 0 : walking + 2 * tokens <= bytes.kept ? 2 : 1;
    return rw_embedding_check_limit(
        e, rw_embedding_bytes(e) + e->graph->node_count / e->members * row, error);
}

/* ---- Making ---- */

riwalk_status rw_role_corpus_init(rw_role_corpus *c, const rw_walk_setup *setup, rw_embedding *e,
                                  riwalk_error *error)
{
    size_t workers = (size_t)e->options.run.threads;
    uint32_t nodes = e->graph->node_count, width;
    rw_walk_bytes bytes;
    bool in_file;

    *c = (rw_role_corpus){.setup = setup, .options = &e->options};
    RW_MUST(foresee(c, e, &width, &in_file, error));
    RW_MUST(rw_engine_open(&c->setup, 1, &c->options->run, c->setup->graph->node_count, &c->engine,
                           error));
    c->seen = rw_alloc_zeroed(workers, sizeof *c->seen, error);
    c->slot_tokens = rw_take(&c->pool, workers, sizeof *c->slot_tokens, error);
    for (size_t w = 0; w < workers && !c->pool.failed; w++)
        c->slot_tokens[w] = rw_take(&c->pool, anchor_tokens(c) + 1, sizeof(uint32_t), error);
    if (!c->seen || c->pool.failed)
        return RIWALK_STATUS_MEMORY;
    RW_MUST(count_tokens(c, width, in_file, error));
    c->corpus = rw_role_corpus_shape(c->setup, riwalk_roles_count(c->roles));
    for (uint32_t a = 0; a < nodes; a++)
        e->report.isolated += !c->counts[a];
    c->corpus.total = (uint64_t)(nodes - e->report.isolated) * anchor_tokens(c);
    e->report.roles = riwalk_roles_count(c->roles);
    e->report.tokens = c->corpus.total;
    c->corpus.counts = c->counts;
    c->corpus.fill = fill_again;
    c->corpus.context = c;
    c->plan = rw_plan_make(&c->corpus, c->options, rw_group_rank(c->options->group), e->members);
    bytes = rw_riwalk_memory(e, setup, &c->corpus);
    e->report.device = c->engine->device;
    e->report.kept = bytes.keep || bytes.file;
    RW_MUST(rw_embedding_need(e, bytes.least, rw_walk_bytes_used(&bytes), error));
    if (e->report.kept)
        return keep(c, bytes.file, error);
    drop(c);
    return RIWALK_STATUS_OK;
}

void rw_role_corpus_free(rw_role_corpus *c)
{
    drop(c);
    rw_engine_close(c->engine);
    rw_pool_free(&c->pool);
    riwalk_roles_free(c->roles);
    rw_free(c->counts);
}
