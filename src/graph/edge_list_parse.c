/* SPDX-License-Identifier: MIT */
/* Parses the lines of an edge list, on all threads. There are two parsers:
 * - numbers: ids are integers below 2^32, the usual case, at the speed of input; gives up silently
 *   at the first line with anything else.
 * - names: any ids: strings, 64-bit and negative integers, quoted fields. This parser is complete
 *   and reports every possible error in a line. Each worker interns the names of its parts in its
 *   own table; then the tables are merged. */
#include "base/parallel.h"
#include "graph/edge_list.h"

#include <string.h>

/* ---- Parts ---- */

/* A part of the text, and where to put its entries. */
typedef struct place {
    rw_part_of_text *part;
    const char *name;
    char delimiter;
    bool nodes; /* one id a line instead of two */
    uint32_t *ids;
    double *weights; /* NULL: weights are not kept */
    uint64_t entries;
    uint64_t ignored; /* entries with unused columns */
} place;

/* The parts of both sources are tasks, those of the edges first. */
static size_t part_count(const rw_edge_list *list)
{
    return list->edges.part_count + list->nodes.part_count;
}

static place place_of(const rw_edge_list *list, size_t task)
{
    size_t edge_parts = list->edges.part_count;
    bool nodes = task >= edge_parts;
    const rw_lines *lines = nodes ? &list->nodes : &list->edges;
    rw_part_of_text *part = &lines->parts[nodes ? task - edge_parts : task];
    uint64_t start = part->first_line - lines->parts[0].first_line;

    if (nodes)
        start += list->edges.line_count;
    return (place){
        .part = part,
        .name = lines->name,
        .delimiter = list->delimiter,
        .nodes = nodes,
        .ids = list->result.ends + 2 * start,
        .weights = list->result.weights ? list->result.weights + start : NULL,
    };
}

/* Ends a part that was read without failure. */
static riwalk_status end_part(rw_edge_list *list, const place *p, riwalk_error *error)
{
    uint64_t bytes = (uint64_t)(p->part->end - p->part->begin);

    p->part->entries = p->entries;
    __atomic_fetch_add(&list->columns_ignored, p->ignored, __ATOMIC_RELAXED);
    return rw_progress_add(&list->progress, list->in_pieces ? 0 : bytes, error);
}

/* Makes room for an entry per line, and one more edge. */
static riwalk_status make_room(rw_edge_list *list, riwalk_error *error)
{
    rw_edges_free(&list->result);
    return rw_edges_allocate(&list->result, list->edges.line_count + list->nodes.line_count + 1,
                             list->options->weighted, error);
}

/* Closes the gaps that comments and blank lines left between parts. */
static void close_gaps(rw_edge_list *list)
{
    rw_edges *to = &list->result;

    to->count = 0;
    for (size_t task = 0; task < part_count(list); task++) {
        place from = place_of(list, task);
        uint64_t count = from.part->entries;

        if (to->ends + 2 * to->count != from.ids) {
            memmove(to->ends + 2 * to->count, from.ids, 2 * count * sizeof *from.ids);
            if (from.weights)
                memmove(to->weights + to->count, from.weights, count * sizeof *from.weights);
        }
        to->count += count;
        *(from.nodes ? &list->listed : &list->edge_count) += count;
    }
}

/* ---- Numbers ---- */

/* Parses an integer in canonical spelling; NULL if there is none. */
static inline const char *parse_id(const char *at, uint32_t *id)
{
    uint64_t value = (unsigned)*at - '0';
    const char *begin = at;

    if (value > 9)
        return NULL;
    for (at++; (unsigned)*at - '0' <= 9; at++)
        value = value * 10 + ((unsigned)*at - '0');
    if ((*begin == '0' && at - begin > 1) || at - begin > 10 || value >= UINT32_MAX)
        return NULL;
    *id = (uint32_t)value;
    return at;
}

/* A carriage return is blank only before a line feed; the other parser reports all others. */
static inline bool is_blank(const char *at)
{
    return rw_is_blank(*at) && (*at != '\r' || at[1] == '\n');
}

/* Skips the delimiter and blanks around it; NULL if the field continues. */
static inline const char *skip_delimiter(const char *at, char delimiter)
{
    const char *begin = at;

    /* Fast path: the line ends here, or the next field follows the delimiter. */
    if (*at == '\n')
        return at;
    if (*at == delimiter && (unsigned char)at[1] > ' ')
        return at + 1;
    while (is_blank(at) && *at != delimiter)
        at++;
    if (delimiter == ' ') {
        while (is_blank(at))
            at++;
        return at > begin || *at == '\n' ? at : NULL;
    }
    if (*at == delimiter)
        at++;
    else if (*at != '\n')
        return NULL;
    while (is_blank(at) && *at != delimiter)
        at++;
    return at;
}

static inline const char *parse_weight(const char *at, char delimiter, double *weight)
{
    rw_span field;

    if (rw_field_next(&at, delimiter, &field) != RW_FIELD_FOUND ||
        !rw_parse_double(field.text, field.length, weight) || !rw_is_weight(*weight))
        return NULL;
    while (delimiter == ' ' && is_blank(at))
        at++;
    return at;
}

/* Parses a part and raises *most to its largest id; false at the first line that this parser does
 * not handle. */
static bool parse_numbers(place *p, uint32_t *most)
{
    const char delimiter = p->delimiter;
    const char *at = p->part->begin, *end = p->part->end;
    const bool pairs = !p->nodes;
    uint32_t *ids = p->ids, max = *most;
    double *weights = pairs ? p->weights : NULL;
    uint64_t entries = 0, ignored = 0;

    while (at < end) {
        uint32_t u, v;
        const char *next = parse_id(at, &u), *returned;

        if (!next) {
            if (rw_is_comment(at)) {
                at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
                continue;
            }
            while (is_blank(at))
                at++;
            if (!(next = parse_id(at, &u)))
                return false;
        }
        v = u;
        if (!(next = skip_delimiter(next, delimiter)) ||
            (pairs && (!(next = parse_id(next, &v)) || !(next = skip_delimiter(next, delimiter)))))
            return false;
        *ids++ = u;
        *ids++ = v;
        max = u > max ? u : max;
        max = v > max ? v : max;
        if (weights && !(next = parse_weight(next, delimiter, weights++)))
            return false;
        entries++;
        if (*next != '\n') {
            ignored += pairs;
            next = memchr(next, '\n', (size_t)(end - next));
            returned = memchr(at, '\r', (size_t)(next - at));
            if (returned && returned + 1 < next)
                return false;
        }
        at = next + 1;
    }
    p->entries = entries;
    p->ignored = ignored;
    *most = max;
    return true;
}

static riwalk_status numbers_task(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_edge_list *list = context;
    place p = place_of(list, task);
    uint32_t max = __atomic_load_n(&list->max, __ATOMIC_RELAXED), most = max;

    if (!__atomic_load_n(&list->understood, __ATOMIC_RELAXED))
        return RIWALK_STATUS_OK;
    if (!parse_numbers(&p, &most)) {
        __atomic_store_n(&list->understood, false, __ATOMIC_RELAXED);
        return RIWALK_STATUS_OK;
    }
    while (most > max && !__atomic_compare_exchange_n(&list->max, &max, most, false,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return end_part(list, &p, error);
}

riwalk_status rw_edge_list_numbers(rw_edge_list *list, riwalk_error *error)
{
    list->understood = true;
    RW_MUST(make_room(list, error));
    RW_MUST(rw_parallel(list->job.threads, part_count(list), numbers_task, list, error));
    if (list->understood)
        close_gaps(list);
    return RIWALK_STATUS_OK;
}

/* ---- Names ---- */

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
    int *workers; /* [parts]: the worker that read it */
} names;

/* The state of parsing a part, with names waiting to be looked up. */
typedef struct cursor {
    place place;
    uint64_t line;
    rw_intern *table;
    size_t count;
    rw_name keys[2 * BATCH];
    uint64_t hashes[2 * BATCH];
} cursor;

#define fail_line(c, error, ...)                                                                   \
    rw_fail_at(error, RIWALK_STATUS_FORMAT, (c)->place.name, (c)->line, __VA_ARGS__)

static riwalk_status flush(cursor *c, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    for (size_t i = 0; i < c->count && !status; i++)
        status = rw_intern_add(c->table, &c->keys[i], c->hashes[i], c->place.ids++, error);
    c->count = 0;
    return status;
}

/* Puts the next id of the line into the batch. */
static riwalk_status take_id(cursor *c, const char **at, int index, riwalk_error *error)
{
    static const char *const problems[] = {
        [RW_FIELD_EMPTY] = "expected a node id, found an empty field",
        [RW_FIELD_UNCLOSED] = "the closing quote is missing",
        [RW_FIELD_BROKEN] = "there is text after a closing quote",
        [RW_FIELD_ESCAPED] = "quotes inside quoted ids are not supported",
    };
    size_t slot = c->count;
    rw_span field;
    rw_field_result result = rw_field_next(at, c->place.delimiter, &field);

    if (result == RW_FIELD_NONE)
        return fail_line(c, error,
                         index ? "expected two node ids, found one" : "expected a node id");
    if (result != RW_FIELD_FOUND)
        return fail_line(c, error, "%s", problems[result]);
    if (field.length > RIWALK_MAX_NAME)
        return fail_line(c, error, "the node id is too long: at most 16 MiB are supported");
    c->keys[slot] = rw_intern_key(field.text, field.length,
                                  (size_t)(c->place.part->end - field.text), &c->hashes[slot]);
    rw_intern_prefetch(c->table, c->hashes[slot]);
    c->count++;
    return RIWALK_STATUS_OK;
}

static riwalk_status take_weight(cursor *c, const char **at, riwalk_error *error)
{
    rw_span field;
    double weight;

    if (rw_field_next(at, c->place.delimiter, &field) != RW_FIELD_FOUND)
        return fail_line(c, error, "expected a weight after the two node ids");
    if (!rw_parse_double(field.text, field.length, &weight))
        return fail_line(c, error, "the weight '%.*s' in the third column is not a number%s",
                         RW_CUT(field, 40),
                         memchr(field.text, ',', field.length)
                             ? ": write a decimal point, and nothing between thousands"
                             : ": " RW_WEIGHTS_MUST);
    if (!rw_is_weight(weight))
        return fail_line(c, error, "the weight %.*s is not usable: " RW_WEIGHTS_MUST,
                         RW_CUT(field, 40));
    *c->place.weights++ = weight;
    return RIWALK_STATUS_OK;
}

/* Parses a line that is not a comment; `end` is its line feed. */
static riwalk_status take_line(cursor *c, const char *at, const char *end, riwalk_error *error)
{
    const char *problem = rw_line_problem(at, end), *again = at;
    place *p = &c->place;
    rw_span rest;

    if (problem)
        return fail_line(c, error, "%s", problem);
    RW_MUST(take_id(c, &at, 0, error));
    RW_MUST(take_id(c, p->nodes ? &again : &at, 1, error));
    if (p->weights && p->nodes)
        *p->weights++ = 1;
    else if (p->weights)
        RW_MUST(take_weight(c, &at, error));
    p->ignored += !p->nodes && rw_field_next(&at, p->delimiter, &rest) != RW_FIELD_NONE;
    p->entries++;
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_names(cursor *c, riwalk_error *error)
{
    const rw_part_of_text *part = c->place.part;

    for (const char *at = part->begin, *end; at < part->end; at = end + 1, c->line++) {
        end = memchr(at, '\n', (size_t)(part->end - at));
        if (!rw_is_comment(at))
            RW_MUST(take_line(c, at, end, error));
        if (c->count > 2 * (BATCH - 1))
            RW_MUST(flush(c, error));
    }
    return flush(c, error);
}

static riwalk_status names_task(void *context, size_t task, int worker, riwalk_error *error)
{
    names *n = context;
    cursor c;

    c.place = place_of(n->list, task);
    c.line = c.place.part->first_line;
    c.table = &n->found[worker].table;
    c.count = 0;
    n->workers[task] = worker;
    RW_MUST(parse_names(&c, error));
    return end_part(n->list, &c.place, error);
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
    place p = place_of(n->list, task);
    const uint32_t *merged = n->found[n->workers[task]].merged;

    for (uint64_t i = 0; merged && i < 2 * p.part->entries; i++)
        p.ids[i] = merged[p.ids[i]];
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_all_names(names *n, int threads, riwalk_error *error)
{
    size_t parts = part_count(n->list);

    RW_HAVE(n->workers = rw_alloc(parts, sizeof *n->workers, error));
    RW_MUST(make_room(n->list, error));
    RW_MUST(rw_parallel(threads, parts, names_task, n, error));
    for (int t = 1; t < threads; t++)
        RW_MUST(merge_table(&n->found->table, &n->found[t], error));
    if (threads > 1)
        RW_MUST(rw_parallel(threads, parts, rename_task, n, error));
    close_gaps(n->list);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_names(rw_edge_list *list, int threads, riwalk_error *error)
{
    names n = {.list = list};
    riwalk_status status;

    RW_HAVE(n.found = rw_alloc_zeroed((size_t)threads, sizeof *n.found, error));
    n.found->table = list->table;
    status = parse_all_names(&n, threads, error);
    list->table = n.found->table;
    for (int t = 1; t < threads; t++) {
        rw_intern_free(&n.found[t].table);
        rw_free(n.found[t].merged);
    }
    rw_free(n.found);
    rw_free(n.workers);
    return status;
}
