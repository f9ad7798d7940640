/* SPDX-License-Identifier: MIT */
/* Parses edge lists with any ids: strings, 64-bit and negative integers, quoted fields. This parser
 * is complete and reports every possible error in a line.
 *
 * Each worker interns the names of its parts in its own table; then the tables are merged. */
#include "base/parallel.h"
#include "graph/edge_list.h"

#include <string.h>

/* Lines per batch. A batch extracts and hashes its names first, and looks them up once their slots
 * have been prefetched. */
#define BATCH 32

/* What a worker found. */
typedef struct found {
    rw_intern table;
    uint32_t *merged; /* [table.count]: the same ids in the first table */
} found;

typedef struct names {
    rw_edge_list *list;
    found *found; /* [threads] */
    int *workers; /* [parts of edges + parts of nodes]: the worker that read it */
} names;

/* Names waiting to be looked up. */
typedef struct batch {
    rw_name keys[2 * BATCH];
    uint64_t hashes[2 * BATCH];
    size_t count;
} batch;

/* The state of parsing a part. */
typedef struct cursor {
    rw_place place;
    uint64_t line;
    rw_intern *table;
} cursor;

static riwalk_status fail_line(const cursor *c, riwalk_error *error, const char *problem)
{
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->place.source->name, c->line, "%s", problem);
}

static riwalk_status flush(cursor *c, batch *b, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t i = 0; i < b->count && !status; i++)
        status = rw_intern_add(c->table, &b->keys[i], b->hashes[i], c->place.ids++, error);
    b->count = 0;
    return status;
}

/* Puts the next id of the line into the batch. */
static riwalk_status take_id(cursor *c, batch *b, const char **at, int index, riwalk_error *error)
{
    size_t slot = b->count;
    rw_span field;

    switch (rw_field_next(at, c->place.source->delimiter, &field)) {
    case RW_FIELD_FOUND:
        break;
    case RW_FIELD_NONE:
        return fail_line(c, error,
                         index ? "expected two node ids, found one" : "expected a node id");
    case RW_FIELD_EMPTY:
        return fail_line(c, error, "expected a node id, found an empty field");
    case RW_FIELD_UNCLOSED:
        return fail_line(c, error, "the closing quote is missing");
    case RW_FIELD_BROKEN:
        return fail_line(c, error, "there is text after a closing quote");
    case RW_FIELD_ESCAPED:
        return fail_line(c, error, "quotes inside quoted ids are not supported");
    }
    if (field.length > RIWALK_MAX_NAME)
        return fail_line(c, error, "the node id is too long: at most 16 MiB are supported");
    b->keys[slot] = rw_intern_key(field.text, field.length,
                                  (size_t)(c->place.part->end - field.text), &b->hashes[slot]);
    rw_intern_prefetch(c->table, b->hashes[slot]);
    b->count++;
    return RIWALK_STATUS_OK;
}

static riwalk_status take_weight(cursor *c, const char **at, riwalk_error *error)
{
    rw_span field;
    double weight;

    if (rw_field_next(at, c->place.source->delimiter, &field) != RW_FIELD_FOUND)
        return fail_line(c, error, "expected a weight after the two node ids");
    if (!rw_parse_double(field.text, field.length, &weight))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->place.source->name, c->line,
                          "the weight '%.*s' in the third column is not a number%s",
                          RW_CUT(field, 40),
                          memchr(field.text, ',', field.length)
                              ? ": write a decimal point, and nothing between thousands"
                              : ": " RW_WEIGHTS_MUST);
    if (!rw_is_weight(weight))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->place.source->name, c->line,
                          "the weight %.*s is not usable: " RW_WEIGHTS_MUST, RW_CUT(field, 40));
    *c->place.weights++ = weight;
    return RIWALK_STATUS_OK;
}

/* Parses a line that is not a comment; `end` is its line feed. */
static riwalk_status take_line(cursor *c, batch *b, const char *at, const char *end,
                               riwalk_error *error)
{
    const char *problem = rw_line_problem(at, end);
    riwalk_status status = RIWALK_STATUS_OK;
    rw_span rest;

    if (problem)
        return fail_line(c, error, problem);
    for (int i = 0; i < c->place.source->ids && !status; i++)
        status = take_id(c, b, &at, i, error);
    if (!status && c->place.weights)
        status = take_weight(c, &at, error);
    if (status)
        return status;
    if (c->place.source->ids == 2 &&
        rw_field_next(&at, c->place.source->delimiter, &rest) != RW_FIELD_NONE)
        c->place.ignored++;
    c->place.entries++;
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_part(cursor *c, riwalk_error *error)
{
    const char *at = c->place.part->begin;
    riwalk_status status = RIWALK_STATUS_OK;
    batch b;

    b.count = 0;
    while (at < c->place.part->end && !status) {
        const char *end = memchr(at, '\n', (size_t)(c->place.part->end - at));

        if (!rw_is_comment(at))
            status = take_line(c, &b, at, end, error);
        if (!status && b.count > 2 * (BATCH - 1))
            status = flush(c, &b, error);
        c->line++;
        at = end + 1;
    }
    return status ? status : flush(c, &b, error);
}

static riwalk_status parse_task(void *context, size_t task, int worker, riwalk_error *error)
{
    names *n = context;
    cursor c = {.place = rw_edge_list_place(n->list, task), .table = &n->found[worker].table};

    c.line = c.place.part->first_line;
    n->workers[task] = worker;
    RW_MUST(parse_part(&c, error));
    return rw_edge_list_end_part(n->list, &c.place, error);
}

/* Adds the names of a worker to the first table. */
static riwalk_status merge_table(rw_intern *first, found *f, riwalk_error *error)
{
    RW_HAVE(f->merged = rw_alloc(f->table.count, sizeof *f->merged, error));
    for (const rw_name *name = NULL; (name = rw_intern_next(&f->table, name));)
        RW_MUST(rw_intern_text(first, rw_name_text(name), &f->merged[name->id], error));
    return RIWALK_STATUS_OK;
}

static riwalk_status rename_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const names *n = context;
    rw_place place = rw_edge_list_place(n->list, task);
    uint64_t count = place.part->entries * (size_t)place.source->ids;
    const uint32_t *merged = n->found[n->workers[task]].merged;

    for (uint64_t i = 0; merged && i < count; i++)
        place.ids[i] = merged[place.ids[i]];
    return RIWALK_STATUS_OK;
}

static riwalk_status parse(names *n, int threads, riwalk_error *error)
{
    size_t parts = rw_edge_list_parts(n->list);

    RW_HAVE(n->workers = rw_alloc(parts, sizeof *n->workers, error));
    RW_MUST(rw_edge_list_allocate(n->list, error));
    RW_MUST(rw_parallel(threads, parts, parse_task, n, error));
    for (int t = 1; t < threads; t++)
        RW_MUST(merge_table(&n->found->table, &n->found[t], error));
    if (threads > 1)
        RW_MUST(rw_parallel(threads, parts, rename_task, n, error));
    rw_edge_list_compact(n->list);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_names(rw_edge_list *list, int threads, riwalk_error *error)
{
    names n = {.list = list};
    riwalk_status status;

    RW_HAVE(n.found = rw_alloc_zeroed((size_t)threads, sizeof *n.found, error));
    n.found->table = list->table;
    status = parse(&n, threads, error);
    list->table = n.found->table;
    for (int t = 1; t < threads; t++) {
        rw_intern_free(&n.found[t].table);
        rw_free(n.found[t].merged);
    }
    rw_free(n.found);
    rw_free(n.workers);
    return status;
}
