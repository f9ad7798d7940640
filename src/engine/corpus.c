/* SPDX-License-Identifier: MIT */
/* Hands walks over in the order of nodes, to a caller's function or to a file as text. Workers
 * prepare blocks of anchors independently; only handing over waits for its turn. */
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"
#include "engine/walks.h"

#include <string.h>

/* ---- To a function ---- */

/* The walks of a task. */
typedef struct block {
    uint32_t count;
    size_t room;                  /* anchors that fit */
    riwalk_anchor_walks *anchors; /* [room] */
    uint32_t *nodes;              /* [room * tokens of an anchor] */
    uint64_t *roles;
} block;

typedef struct handing {
    riwalk_walks_function *function;
    void *data;
    size_t tokens; /* tokens of an anchor, at most */
    block *blocks; /* [workers] */
} handing;

static riwalk_status make_room(const handing *h, block *b, riwalk_error *error)
{
    size_t room = b->room ? 2 * b->room : 32;

    if (b->count < b->room)
        return RIWALK_STATUS_OK;
    RW_HAVE(rw_resize_at(&b->anchors, room, sizeof *b->anchors, error));
    RW_HAVE(rw_resize_at(&b->nodes, room, h->tokens * sizeof *b->nodes, error));
    RW_HAVE(rw_resize_at(&b->roles, room, h->tokens * sizeof *b->roles, error));
    b->room = room;
    return RIWALK_STATUS_OK;
}

static riwalk_status keep_walks(void *context, int worker, const rw_walks *walks,
                                riwalk_error *error)
{
    handing *h = context;
    block *b = &h->blocks[worker];
    size_t at = b->count * h->tokens, count = (size_t)walks->walks * walks->length;

    RW_MUST(make_room(h, b, error));
    for (size_t t = 0; t < count; t++) {
        const rw_slot *slot = &walks->slots[walks->tokens[t]];

        b->nodes[at + t] = slot->node;
        b->roles[at + t] = slot->role;
    }
    b->anchors[b->count++] = (riwalk_anchor_walks){
        .anchor = walks->anchor, .walks = walks->walks, .length = walks->length};
    return RIWALK_STATUS_OK;
}

static riwalk_status hand_over(void *context, int worker, riwalk_error *error)
{
    handing *h = context;
    block *b = &h->blocks[worker];

    for (uint32_t i = 0; i < b->count; i++) {
        b->anchors[i].nodes = b->nodes + i * h->tokens;
        b->anchors[i].roles = b->roles + i * h->tokens;
        if (h->function(&b->anchors[i], h->data))
            return rw_fail(error, RIWALK_STATUS_CANCELLED, "cancelled");
    }
    b->count = 0;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_walks_each(const riwalk_sampler *sampler, riwalk_walks_function *function,
                                void *data, riwalk_error *error)
{
    handing h = {.function = function, .data = data};
    rw_walks_pass pass = {.each = keep_walks, .end = hand_over, .context = &h, .stage = "walking"};
    riwalk_status status;
    size_t threads;

    if (!sampler || !function)
        return rw_refuse(error, "the sampler and the function must not be NULL");
    threads = (size_t)sampler->run.threads;
    h.tokens = (size_t)sampler->setup.walks * sampler->setup.walk_length;
    RW_HAVE(h.blocks = rw_alloc_zeroed(threads, sizeof *h.blocks, error));
    status = rw_sampler_walk(sampler, &pass, error);
    for (size_t t = 0; t < threads; t++) {
        rw_free(h.blocks[t].anchors);
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
    size_t *starts; /* [slots + 1]: the slot's token in `words`, and the end of the last */
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

#define TOKEN_CHARS 128 /* 'r', at most five numbers and dots */

/* Appends a slot's token to the text's words, from starts[0] to starts[1]. */
static riwalk_status spell(const writing *w, text *t, const rw_slot *slot, bool role,
                           size_t *starts, riwalk_error *error)
{
    char token[TOKEN_CHARS];
    rw_text spelled = {token, sizeof token, 0};
    rw_span name;

    if (role) {
        rw_role_token(w->setup, slot->role, &spelled);
        name = (rw_span){token, spelled.length};
    } else {
        name = rw_graph_name(w->setup->graph, slot->node, token);
    }
    RW_HAVE(rw_grow_at(&t->words, &t->word_capacity, starts[0] + name.length, 1, error));
    memcpy(t->words + starts[0], name.text, name.length);
    starts[1] = starts[0] + name.length;
    return RIWALK_STATUS_OK;
}

static riwalk_status spell_all(const writing *w, text *t, const rw_walks *walks,
                               riwalk_error *error)
{
    size_t count = walks->slot_count;

    RW_HAVE(rw_grow_at(&t->starts, &t->start_capacity, count + 1, sizeof *t->starts, error));
    t->starts[0] = 0;
    for (size_t s = 0; s < count; s++)
        RW_MUST(spell(w, t, &walks->slots[s], s && !w->nodes, &t->starts[s], error));
    return RIWALK_STATUS_OK;
}

static riwalk_status write_lines(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    writing *w = context;
    text *t = &w->texts[worker];
    size_t count = (size_t)walks->walks * walks->length, need = t->size + count;

    RW_MUST(spell_all(w, t, walks, error));
    for (uint32_t s = 0; s < walks->slot_count; s++)
        need += walks->slots[s].visits * (t->starts[s + 1] - t->starts[s]);
    RW_HAVE(rw_grow_at(&t->data, &t->capacity, need, 1, error));
    for (size_t i = 0; i < count; i++) {
        const size_t *start = &t->starts[walks->tokens[i]];

        memcpy(t->data + t->size, t->words + start[0], start[1] - start[0]);
        t->size += start[1] - start[0];
        t->data[t->size++] = (i + 1) % walks->length ? ' ' : '\n';
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

/* Refuses a graph with a node name that is not a single word, or, if roles are written, one that
 * looks like a role: readers of the corpus would mistake it. */
static riwalk_status check_names(const riwalk_graph *graph, bool nodes, riwalk_error *error)
{
    if (graph->names.kind != RW_NAMES_STRINGS)
        return RIWALK_STATUS_OK;
    for (uint32_t u = 0; u < graph->node_count; u++) {
        const char *name = graph->names.text + graph->names.starts[u];
        size_t length = (size_t)(graph->names.starts[u + 1] - graph->names.starts[u]), i = 1;

        if (has_blank(name, length))
            return rw_refuse(
                error,
                "node %.*s has a space in its name, but spaces separate the tokens of a "
                "walk: rename it",
                (int)(length < 100 ? length : 100), name);
        while (i < length && ((name[i] >= '0' && name[i] <= '9') || name[i] == '.'))
            i++;
        if (!nodes && name[0] == 'r' && length > 1 && i == length)
            return rw_refuse(error,
                             "node %.*s has the name of a role: rename it, or write node ids",
                             (int)(length < 100 ? length : 100), name);
    }
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_walks_write(const riwalk_sampler *sampler, const char *path, bool nodes,
                                 riwalk_error *error)
{
    writing w = {.nodes = nodes};
    rw_walks_pass pass = {
        .each = write_lines, .end = write_block, .context = &w, .stage = "writing walks"};
    riwalk_status status;
    size_t threads;

    if (!sampler || !path)
        return rw_refuse(error, "the sampler and the path must not be NULL");
    w.setup = &sampler->setup;
    threads = (size_t)sampler->run.threads;
    RW_MUST(check_names(w.setup->graph, nodes, error));
    RW_MUST(rw_output_open(path, &w.output, error));
    w.texts = rw_alloc_zeroed(threads, sizeof *w.texts, error);
    status = w.texts ? rw_sampler_walk(sampler, &pass, error) : RIWALK_STATUS_MEMORY;
    for (size_t t = 0; w.texts && t < threads; t++) {
        rw_free(w.texts[t].data);
        rw_free(w.texts[t].starts);
        rw_free(w.texts[t].words);
    }
    rw_free(w.texts);
    return rw_output_end(w.output, status, NULL, error);
}
