/* SPDX-License-Identifier: MIT */
/* Reads edge lists whose ids are all integers below 2^32, the usual case, at the speed of input.
 *
 * Parts are parsed in parallel into their places in one array. A bit set of all possible ids then
 * records which occur; an id's rank in it is its node. Memory beyond the edges: 1.5 bits per
 * possible id. */
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/edge_list.h"
#include "graph/id_set.h"

#include <string.h>

#define TASKS 256

typedef struct numbers {
    rw_edge_list *list;
    uint32_t max; /* largest id */
    bool gave_up;
    rw_id_set ids;
} numbers;

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

/* A carriage return is blank only before a line feed; the other reader reports all others. */
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

/* What parsing a part found. */
typedef struct found {
    uint64_t entries;
    uint64_t ignored;
    uint32_t max;
} found;

/* Parses a part into `ids` (source->ids per line) and `weights`; false at the first line that this
 * reader does not handle. */
static bool parse_part(const rw_source *source, const rw_part_of_text *part, uint32_t *ids,
                       double *weights, found *f)
{
    const char delimiter = source->delimiter;
    const char *at = part->begin;

    while (at < part->end) {
        uint32_t u, v = 0;
        const char *next = parse_id(at, &u), *returned;

        if (!next) {
            if (!rw_is_comment(at)) {
                while (is_blank(at))
                    at++;
                if (!(next = parse_id(at, &u)))
                    return false;
            } else {
                at = (const char *)memchr(at, '\n', (size_t)(part->end - at)) + 1;
                continue;
            }
        }
        if (!(next = skip_delimiter(next, delimiter)))
            return false;
        if (source->ids == 2) {
            if (!(next = parse_id(next, &v)) || !(next = skip_delimiter(next, delimiter)))
                return false;
            *ids++ = u;
            *ids++ = v;
        } else {
            *ids++ = u;
        }
        f->max = u > f->max ? u : f->max;
        f->max = v > f->max ? v : f->max;
        if (weights && !(next = parse_weight(next, delimiter, weights++)))
            return false;
        f->entries++;
        if (*next != '\n') {
            f->ignored += source->ids == 2;
            next = memchr(next, '\n', (size_t)(part->end - next));
            returned = memchr(at, '\r', (size_t)(next - at));
            if (returned && returned + 1 < next)
                return false;
        }
        at = next + 1;
    }
    return true;
}

static riwalk_status parse_task(void *context, size_t task, int worker, riwalk_error *error)
{
    numbers *n = context;
    rw_edge_list *list = n->list;
    rw_place place = rw_edge_list_place(list, task);
    uint32_t max = __atomic_load_n(&n->max, __ATOMIC_RELAXED);
    found f = {0};

    if (__atomic_load_n(&n->gave_up, __ATOMIC_RELAXED))
        return RIWALK_STATUS_OK;
    if (!parse_part(place.source, place.part, place.ids, place.weights, &f)) {
        __atomic_store_n(&n->gave_up, true, __ATOMIC_RELAXED);
        return RIWALK_STATUS_OK;
    }
    place.source->counts[place.index] = f.entries;
    while (f.max > max && !__atomic_compare_exchange_n(&n->max, &max, f.max, false,
                                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    __atomic_fetch_add(&list->columns_ignored, f.ignored, __ATOMIC_RELAXED);
    return rw_progress_add(&list->progress, (uint64_t)(place.part->end - place.part->begin), error);
}

/* Marks the ids of a share of the edges; after numbering, replaces them by their ranks. */
static riwalk_status ids_task(void *context, size_t task, int worker, riwalk_error *error)
{
    numbers *n = context;
    uint64_t ids = 2 * n->list->result.count;
    uint64_t begin = rw_part(ids, TASKS, task), count = rw_part(ids, TASKS, task + 1) - begin;

    if (n->ids.before)
        for (uint32_t *id = n->list->result.ends + begin; count--; id++)
            *id = rw_id_set_rank(&n->ids, *id);
    else
        rw_id_set_mark(&n->ids, n->list->result.ends + begin, count);
    return RIWALK_STATUS_OK;
}

static riwalk_status make_nodes(numbers *n, riwalk_error *error)
{
    rw_edge_list *list = n->list;
    int threads = list->job->threads;
    riwalk_status status;

    RW_MUST(rw_id_set_reach(&n->ids, n->max, error));
    rw_parallel(threads, TASKS, ids_task, n, error);
    rw_id_set_mark(&n->ids, list->listed, list->listed_count);
    if ((status = rw_id_set_number(&n->ids, &list->node_count, &list->names, error)) ||
        (list->names.kind == RW_NAMES_RANGE && list->names.first == 0))
        return status;
    if (list->names.kind == RW_NAMES_INTEGERS &&
        !(list->names.integers = rw_id_set_list(&n->ids, error)))
        return RIWALK_STATUS_MEMORY;
    return rw_parallel(threads, TASKS, ids_task, n, error);
}

/* Leaves ids so large and so few that a bit per possible id would waste memory to the other
 * reader. */
static bool is_dense(const numbers *n)
{
    uint64_t entries = n->list->result.count + n->list->listed_count;

    return n->max / 8 <= (UINT64_C(1) << 20) + 8 * entries;
}

riwalk_status rw_edge_list_numbers_parse(rw_edge_list *list, uint32_t *max, bool *understood,
                                         riwalk_error *error)
{
    numbers n = {.list = list, .max = *max};

    if (rw_edge_list_allocate(list, error))
        return RIWALK_STATUS_MEMORY;
    RW_MUST(rw_parallel(list->job->threads, rw_edge_list_parts(list), parse_task, &n, error));
    *max = n.max;
    if ((*understood = !n.gave_up))
        rw_edge_list_compact(list);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_edge_list_numbers(rw_edge_list *list, bool *understood, riwalk_error *error)
{
    numbers n = {.list = list};
    riwalk_status status = rw_edge_list_numbers_parse(list, &n.max, understood, error);

    /* A first line of names is a header only above lines of numbers. */
    if (!status && *understood)
        *understood =
            is_dense(&n) && (list->result.count || (list->listed_count && !list->first[0].text));
    if (!status && *understood)
        status = make_nodes(&n, error);
    rw_id_set_free(&n.ids);
    if (!status && !*understood)
        rw_edge_list_forget(list);
    return status;
}
