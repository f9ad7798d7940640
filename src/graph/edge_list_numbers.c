/* SPDX-License-Identifier: MIT */
/* Parses edge lists whose ids are all integers below 2^32, the usual case, at the speed of input.
 */
#include "base/parallel.h"
#include "graph/edge_list.h"

#include <string.h>

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

/* Parses a part and raises *most to its largest id; false at the first line that this parser does
 * not handle. */
static bool parse_part(rw_place *place, uint32_t *most)
{
    const char delimiter = place->source->delimiter;
    const char *at = place->part->begin, *end = place->part->end;
    bool pairs = place->source->ids == 2;
    uint32_t *ids = place->ids, max = *most;
    double *weights = place->weights;
    uint64_t entries = 0, ignored = 0;

    while (at < end) {
        uint32_t u, v = 0;
        const char *next = parse_id(at, &u), *returned;

        if (!next) {
            if (!rw_is_comment(at)) {
                while (is_blank(at))
                    at++;
                if (!(next = parse_id(at, &u)))
                    return false;
            } else {
                at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
                continue;
            }
        }
        if (!(next = skip_delimiter(next, delimiter)))
            return false;
        if (pairs) {
            if (!(next = parse_id(next, &v)) || !(next = skip_delimiter(next, delimiter)))
                return false;
            *ids++ = u;
            *ids++ = v;
        } else {
            *ids++ = u;
        }
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
    place->entries = entries;
    place->ignored = ignored;
    *most = max;
    return true;
}

static riwalk_status parse_task(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_edge_list *list = context;
    rw_place place = rw_edge_list_place(list, task);
    uint32_t max = __atomic_load_n(&list->max, __ATOMIC_RELAXED), most = max;

    if (!__atomic_load_n(&list->understood, __ATOMIC_RELAXED))
        return RIWALK_STATUS_OK;
    if (!parse_part(&place, &most)) {
        __atomic_store_n(&list->understood, false, __ATOMIC_RELAXED);
        return RIWALK_STATUS_OK;
    }
    while (most > max && !__atomic_compare_exchange_n(&list->max, &max, most, false,
                                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        ;
    return rw_edge_list_end_part(list, &place, error);
}

riwalk_status rw_edge_list_numbers(rw_edge_list *list, riwalk_error *error)
{
    list->understood = true;
    RW_MUST(rw_edge_list_allocate(list, error));
    RW_MUST(rw_parallel(list->job.threads, rw_edge_list_parts(list), parse_task, list, error));
    if (list->understood)
        rw_edge_list_compact(list);
    return RIWALK_STATUS_OK;
}
