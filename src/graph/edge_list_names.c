/* SPDX-License-Identifier: MIT */
/* Reads edge lists with any ids: strings, 64-bit and negative integers, quoted fields. This reader
 * is complete and reports every possible error in a line.
 *
 * Each worker interns the names of its parts in its own table. The tables are then merged and the
 * names sorted, so the result does not depend on which worker read what. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/edge_list.h"
#include "graph/intern.h"

#include <string.h>

/* Lines per batch. A batch extracts and hashes its names first, and looks them up once their slots
 * have been prefetched. */
#define BATCH 32

/* What a worker found. */
typedef struct found {
    rw_intern table;
    uint32_t *nodes; /* [count]: table id -> node */
    uint32_t count;
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
    const rw_source *source;
    const rw_part_of_text *part;
    uint64_t line;
    rw_intern *table;
    uint32_t *ids;
    double *weights; /* NULL: weights are not kept */
    uint64_t entries;
    uint64_t ignored;
} cursor;

static riwalk_status fail_line(const cursor *c, riwalk_error *error, const char *problem)
{
    return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->source->name, c->line, "%s", problem);
}

static riwalk_status flush(cursor *c, batch *b, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t i = 0; i < b->count && !status; i++)
        status = rw_intern_add(c->table, &b->keys[i], b->hashes[i], c->ids++, error);
    b->count = 0;
    return status;
}

/* Puts the next id of the line into the batch. */
static riwalk_status take_id(cursor *c, batch *b, const char **at, int index, riwalk_error *error)
{
    size_t slot = b->count;
    rw_span field;

    switch (rw_field_next(at, c->source->delimiter, &field)) {
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
    b->keys[slot] = rw_intern_key(field.text, field.length, (size_t)(c->part->end - field.text),
                                  &b->hashes[slot]);
    rw_intern_prefetch(c->table, b->hashes[slot]);
    b->count++;
    return RIWALK_STATUS_OK;
}

static riwalk_status take_weight(cursor *c, const char **at, riwalk_error *error)
{
    rw_span field;
    double weight;

    if (rw_field_next(at, c->source->delimiter, &field) != RW_FIELD_FOUND)
        return fail_line(c, error, "expected a weight after the two node ids");
    if (!rw_parse_double(field.text, field.length, &weight))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->source->name, c->line,
                          "the weight '%.*s' in the third column is not a number%s",
                          RW_CUT(field, 40),
                          memchr(field.text, ',', field.length)
                              ? ": write a decimal point, and nothing between thousands"
                              : ": " RW_WEIGHTS_MUST);
    if (!rw_is_weight(weight))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, c->source->name, c->line,
                          "the weight %.*s is not usable: " RW_WEIGHTS_MUST, RW_CUT(field, 40));
    *c->weights++ = weight;
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
    for (int i = 0; i < c->source->ids && !status; i++)
        status = take_id(c, b, &at, i, error);
    if (!status && c->weights)
        status = take_weight(c, &at, error);
    if (status)
        return status;
    if (c->source->ids == 2 && rw_field_next(&at, c->source->delimiter, &rest) != RW_FIELD_NONE)
        c->ignored++;
    c->entries++;
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_part(cursor *c, riwalk_error *error)
{
    const char *at = c->part->begin;
    riwalk_status status = RIWALK_STATUS_OK;
    batch b;

    b.count = 0;
    while (at < c->part->end && !status) {
        const char *end = memchr(at, '\n', (size_t)(c->part->end - at));

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
    rw_edge_list *list = n->list;
    rw_place place = rw_edge_list_place(list, task);
    cursor c = {
        .source = place.source,
        .part = place.part,
        .line = place.part->first_line,
        .table = &n->found[worker].table,
        .ids = place.ids,
        .weights = place.weights,
    };
    riwalk_status status = parse_part(&c, error);

    n->workers[task] = worker;
    place.source->counts[place.index] = c.entries;
    __atomic_fetch_add(&list->columns_ignored, c.ignored, __ATOMIC_RELAXED);
    if (status)
        return status;
    return rw_progress_add(&list->progress, (uint64_t)(place.part->end - place.part->begin), error);
}

/* Merges all names into the first table, and maps each worker's ids to ids of that table. */
static riwalk_status merge_tables(names *n, riwalk_error *error)
{
    for (int t = 0; t < n->list->job->threads; t++) {
        found *f = &n->found[t];

        f->count = f->table.count;
        RW_HAVE(f->nodes = rw_alloc(f->count, sizeof *f->nodes, error));
        for (const rw_name *name = NULL; (name = rw_intern_next(&f->table, name));) {
            uint32_t *node = &f->nodes[name->id];

            *node = name->id;
            if (t)
                RW_MUST(rw_intern_text(&n->found->table, rw_name_text(name), node, error));
        }
        if (t)
            rw_intern_free(&f->table);
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_first(const rw_edge_list *list, uint64_t edges, rw_intern *table,
                                 uint32_t ids[2], bool *is_edge, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    *is_edge = list->first[0].text && !(edges && rw_intern_all_integers(table));
    for (int i = 0; *is_edge && i < 2 && !status; i++)
        status = rw_intern_text(table, list->first[i], &ids[i], error);
    return status;
}

static riwalk_status rename_task(void *context, size_t task, int worker, riwalk_error *error)
{
    names *n = context;
    rw_edge_list *list = n->list;
    rw_place place = rw_edge_list_place(list, task);
    uint64_t count = place.source->counts[place.index] * (size_t)place.source->ids;
    const uint32_t *nodes = n->found[n->workers[task]].nodes;

    for (uint64_t i = 0; i < count; i++)
        place.ids[i] = nodes[place.ids[i]];
    return RIWALK_STATUS_OK;
}

/* Sorts the names and turns table ids into nodes. */
static riwalk_status make_nodes(names *n, riwalk_error *error)
{
    rw_edge_list *list = n->list;
    rw_edges *result = &list->result;
    rw_intern *table = &n->found->table;
    uint32_t first[2], *rank = NULL;
    uint64_t edges = 0;
    bool is_edge;
    riwalk_status status;

    for (size_t p = 0; p < list->edges.lines.part_count; p++)
        edges += list->edges.counts[p];
    RW_MUST(merge_tables(n, error));
    RW_MUST(rw_edge_list_first(list, edges, table, first, &is_edge, error));
    list->node_count = table->count;
    RW_HAVE(rank = rw_alloc(list->node_count, sizeof *rank, error));
    if ((status = rw_names_order(table, &list->names, rank, error)))
        goto done;
    for (int t = 0; t < list->job->threads; t++)
        for (uint32_t id = 0; id < n->found[t].count; id++)
            n->found[t].nodes[id] = rank[n->found[t].nodes[id]];
    rw_parallel(list->job->threads, rw_edge_list_parts(list), rename_task, n, NULL);
    rw_edge_list_compact(list);
    if (is_edge) {
        result->ends[2 * result->count] = rank[first[0]];
        result->ends[2 * result->count + 1] = rank[first[1]];
        if (result->weights)
            result->weights[result->count] = list->first_weight;
        result->count++;
        list->columns_ignored += list->first_has_more;
    }
done:
    rw_free(rank);
    return status;
}

static riwalk_status parse(names *n, int threads, riwalk_error *error)
{
    size_t parts = rw_edge_list_parts(n->list);

    RW_HAVE(n->workers = rw_alloc(parts, sizeof *n->workers, error));
    RW_MUST(rw_edge_list_allocate(n->list, error));
    return rw_parallel(threads, parts, parse_task, n, error);
}

riwalk_status rw_edge_list_names_parse(rw_edge_list *list, rw_intern *table, riwalk_error *error)
{
    found one = {.table = *table};
    names n = {.list = list, .found = &one};
    riwalk_status status = parse(&n, 1, error);

    *table = one.table;
    if (!status)
        rw_edge_list_compact(list);
    rw_free(n.workers);
    return status;
}

riwalk_status rw_edge_list_names(rw_edge_list *list, riwalk_error *error)
{
    int threads = list->job->threads;
    names n = {.list = list};
    riwalk_status status;

    RW_HAVE(n.found = rw_alloc_zeroed((size_t)threads, sizeof *n.found, error));
    if (!(status = parse(&n, threads, error)))
        status = make_nodes(&n, error);
    for (int t = 0; t < threads; t++) {
        rw_intern_free(&n.found[t].table);
        rw_free(n.found[t].nodes);
    }
    rw_free(n.found);
    rw_free(n.workers);
    return status;
}
