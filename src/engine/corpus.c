/* SPDX-License-Identifier: MIT */
/* Walks handed over in the order of the nodes: to a caller's function, or to a file as text. Each
 * worker prepares a block of anchors by itself; only handing over waits for its turn. */
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"
#include "engine/walks.h"

#include <string.h>

/* ---- To a function ---- */

/* The walks of one block. */
typedef struct block {
    uint32_t count;
    uint32_t anchors[RW_RUN_BLOCK];
    uint32_t lengths[RW_RUN_BLOCK];
    uint32_t *nodes; /* [RW_RUN_BLOCK * tokens of an anchor] */
    uint64_t *roles;
} block;

typedef struct handing {
    riwalk_walks_function *function;
    void *data;
    uint32_t walks;
    size_t tokens; /* room for one anchor */
    block *blocks; /* [threads] */
} handing;

static riwalk_status keep_walks(void *context, int worker, const rw_walks *walks,
                                riwalk_error *error)
{
    handing *h = context;
    block *b = &h->blocks[worker];
    size_t at = b->count * h->tokens, count = (size_t)walks->walks * walks->length;

    (void)error;
    for (size_t t = 0; t < count; t++) {
        const rw_slot *slot = &walks->slots[walks->tokens[t]];

        b->nodes[at + t] = slot->node;
        b->roles[at + t] = slot->role;
    }
    b->anchors[b->count] = walks->anchor;
    b->lengths[b->count++] = walks->length;
    return RIWALK_STATUS_OK;
}

static riwalk_status hand_over(void *context, int worker, riwalk_error *error)
{
    handing *h = context;
    block *b = &h->blocks[worker];

    for (uint32_t i = 0; i < b->count; i++) {
        riwalk_anchor_walks walks = {b->anchors[i], h->walks, b->lengths[i],
                                     b->nodes + i * h->tokens, b->roles + i * h->tokens};

        if (h->function(&walks, h->data))
            return rw_fail(error, RIWALK_STATUS_CANCELLED, "cancelled");
    }
    b->count = 0;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_walks_each(const riwalk_sampler *sampler, riwalk_walks_function *function,
                                void *data, riwalk_error *error)
{
    handing h = {.function = function, .data = data};
    rw_walks_pass run = {keep_walks, hand_over, &h, "walking"};
    riwalk_status status = RIWALK_STATUS_MEMORY;
    size_t threads;

    if (!sampler || !function)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the sampler and the function must not be NULL");
    threads = (size_t)sampler->setup.options.run.threads;
    h.walks = sampler->setup.walks;
    h.tokens = (size_t)h.walks * sampler->setup.options.walk_length;
    if (!(h.blocks = rw_alloc_zeroed(threads, sizeof *h.blocks, error)))
        return status;
    for (size_t t = 0; t < threads; t++)
        if (!(h.blocks[t].nodes = rw_alloc(h.tokens, RW_RUN_BLOCK * sizeof(uint32_t), error)) ||
            !(h.blocks[t].roles = rw_alloc(h.tokens, RW_RUN_BLOCK * sizeof(uint64_t), error)))
            goto done;
    status = rw_walks_run(&sampler->setup, &run, error);
done:
    for (size_t t = 0; t < threads; t++) {
        rw_free(h.blocks[t].nodes);
        rw_free(h.blocks[t].roles);
    }
    rw_free(h.blocks);
    return status;
}

/* ---- To a file ---- */

typedef struct text {
    char *data; /* [capacity] */
    size_t size;
    size_t capacity;
    size_t *starts; /* of the slots' tokens in `words`, and the end of the last */
    size_t start_capacity;
    char *words;
    size_t word_capacity;
} text;

typedef struct writing {
    const rw_walk_setup *setup;
    rw_output *output;
    bool nodes;
    text *texts; /* [threads] */
} writing;

#define TOKEN_CHARS 128 /* 'r', five numbers and dots at most */

/* Spells the token of a slot at the end of the text's words. */
static riwalk_status spell(const writing *w, text *t, const rw_slot *slot, bool role, size_t start,
                           size_t *end, riwalk_error *error)
{
    char token[TOKEN_CHARS], *words;
    rw_text spelled = {token, sizeof token, 0};
    const char *name = token;
    size_t length;

    if (role) {
        rw_role_token(w->setup, slot->role, &spelled);
        length = spelled.length;
    } else {
        name = rw_graph_name(w->setup->graph, slot->node, token, &length);
    }
    if (!(words = rw_grow(t->words, &t->word_capacity, start + length, 1, error)))
        return RIWALK_STATUS_MEMORY;
    t->words = words;
    memcpy(words + start, name, length);
    *end = start + length;
    return RIWALK_STATUS_OK;
}

static riwalk_status spell_all(const writing *w, text *t, const rw_walks *walks,
                               riwalk_error *error)
{
    size_t *starts = rw_grow(t->starts, &t->start_capacity, (size_t)walks->slot_count + 1,
                             sizeof *starts, error);
    riwalk_status status = RIWALK_STATUS_OK;

    if (!starts)
        return RIWALK_STATUS_MEMORY;
    t->starts = starts;
    starts[0] = 0;
    for (uint32_t s = 0; s < walks->slot_count && !status; s++)
        status = spell(w, t, &walks->slots[s], s && !w->nodes, starts[s], &starts[s + 1], error);
    return status;
}

static riwalk_status write_lines(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    writing *w = context;
    text *t = &w->texts[worker];
    size_t count = (size_t)walks->walks * walks->length, need = t->size + count;
    riwalk_status status = spell_all(w, t, walks, error);
    char *data;

    if (status)
        return status;
    for (uint32_t s = 0; s < walks->slot_count; s++)
        need += walks->slots[s].visits * (t->starts[s + 1] - t->starts[s]);
    if (!(data = rw_grow(t->data, &t->capacity, need, 1, error)))
        return RIWALK_STATUS_MEMORY;
    t->data = data;
    for (size_t i = 0; i < count; i++) {
        const size_t *start = &t->starts[walks->tokens[i]];

        memcpy(data + t->size, t->words + start[0], start[1] - start[0]);
        t->size += start[1] - start[0];
        data[t->size++] = (i + 1) % walks->length ? ' ' : '\n';
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status write_block(void *context, int worker, riwalk_error *error)
{
    writing *w = context;
    text *t = &w->texts[worker];
    size_t size = t->size;

    t->size = 0;
    return rw_output_write(w->output, t->data, size, error);
}

static bool has_blank(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] == ' ' || (name[i] >= '\t' && name[i] <= '\r'))
            return true;
    return false;
}

/* Refuses a graph with a node whose name is no single word, or, beside roles, one that is named
 * like a role: a reader of the corpus would take it for something else. */
static riwalk_status check_names(const riwalk_graph *graph, bool nodes, riwalk_error *error)
{
    if (graph->names.kind != RW_NAMES_STRINGS)
        return RIWALK_STATUS_OK;
    for (uint32_t u = 0; u < graph->node_count; u++) {
        const char *name = graph->names.text + graph->names.starts[u];
        size_t length = (size_t)(graph->names.starts[u + 1] - graph->names.starts[u]), i = 1;

        if (has_blank(name, length))
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "node %.*s has a space in its name, but spaces separate the tokens of a "
                           "walk: rename it",
                           (int)(length < 100 ? length : 100), name);
        while (i < length && ((name[i] >= '0' && name[i] <= '9') || name[i] == '.'))
            i++;
        if (!nodes && name[0] == 'r' && length > 1 && i == length)
            return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                           "node %.*s has the name of a role: rename it, or write node ids",
                           (int)(length < 100 ? length : 100), name);
    }
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_walks_write(const riwalk_sampler *sampler, const char *path, bool nodes,
                                 riwalk_error *error)
{
    writing w = {.nodes = nodes};
    rw_walks_pass run = {write_lines, write_block, &w, "writing walks"};
    riwalk_status status;
    size_t threads;

    if (!sampler || !path)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the sampler and the path must not be NULL");
    w.setup = &sampler->setup;
    threads = (size_t)w.setup->options.run.threads;
    if ((status = check_names(w.setup->graph, nodes, error)))
        return status;
    if ((status = rw_output_open(path, &w.output, error)))
        return status;
    if ((w.texts = rw_alloc_zeroed(threads, sizeof *w.texts, error)))
        status = rw_walks_run(w.setup, &run, error);
    else
        status = RIWALK_STATUS_MEMORY;
    for (size_t t = 0; w.texts && t < threads; t++) {
        rw_free(w.texts[t].data);
        rw_free(w.texts[t].starts);
        rw_free(w.texts[t].words);
    }
    rw_free(w.texts);
    return rw_output_end(w.output, status, NULL, error);
}
