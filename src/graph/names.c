/* SPDX-License-Identifier: MIT */
/* Node names: the ids of the file, kept exactly, found by binary search because they are sorted. */
#include "base/decimal.h"
#include "base/memory.h"
#include "base/search.h"
#include "graph/graph.h"

#include <string.h>

/* The arrays are const for everyone but the one who frees them. */
static void free_array(const void *array)
{
    rw_free((void *)(uintptr_t)array);
}

void rw_names_free(rw_names *names)
{
    free_array(names->integers);
    free_array(names->starts);
    free_array(names->text);
    *names = (rw_names){0};
}

static void *copy_array(const void *from, size_t bytes, riwalk_error *error)
{
    void *made = rw_alloc(bytes, 1, error);

    return made ? memcpy(made, from, bytes) : NULL;
}

riwalk_status rw_names_copy(const rw_names *names, uint32_t count, rw_names *copy,
                            riwalk_error *error)
{
    size_t nodes = count;

    *copy = (rw_names){.kind = names->kind, .first = names->first};
    if ((names->kind == RW_NAMES_INTEGERS &&
         !(copy->integers = copy_array(names->integers, nodes * sizeof(int64_t), error))) ||
        (names->kind == RW_NAMES_STRINGS &&
         (!(copy->starts = copy_array(names->starts, (nodes + 1) * sizeof(uint64_t), error)) ||
          !(copy->text = copy_array(names->text, (size_t)names->starts[count], error))))) {
        rw_names_free(copy);
        return RIWALK_STATUS_MEMORY;
    }
    return RIWALK_STATUS_OK;
}

bool rw_parse_integer(const char *text, size_t length, int64_t *value)
{
    bool negative = length && text[0] == '-';
    uint64_t limit = (uint64_t)INT64_MAX + negative;
    uint64_t sum = 0;
    size_t at = negative;

    if (at == length || length > 20)
        return false;
    if (text[at] == '0' && (negative || length > 1))
        return false;
    for (; at < length; at++) {
        unsigned digit = (unsigned)(unsigned char)text[at] - '0';

        if (digit > 9 || sum > (limit - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

static const char *format(int64_t value, char buffer[RW_INTEGER_CHARS], size_t *length)
{
    *length = rw_format_integer(value, buffer);
    return buffer;
}

const char *rw_graph_name(const riwalk_graph *graph, uint32_t node, char buffer[RW_INTEGER_CHARS],
                          size_t *length)
{
    const rw_names *names = &graph->names;

    switch (names->kind) {
    case RW_NAMES_RANGE:
        return format((int64_t)((uint64_t)names->first + node), buffer, length);
    case RW_NAMES_INTEGERS:
        return format(names->integers[node], buffer, length);
    case RW_NAMES_STRINGS:
        break;
    }
    *length = (size_t)(names->starts[node + 1] - names->starts[node]);
    return names->text + names->starts[node];
}

void rw_copy_name(const char *name, size_t length, char *buffer, size_t capacity)
{
    size_t part = length < capacity ? length : capacity - 1;

    if (!capacity)
        return;
    memcpy(buffer, name, part);
    buffer[part] = 0;
}

size_t riwalk_graph_name(const riwalk_graph *graph, uint32_t node, char *buffer, size_t capacity)
{
    char digits[RW_INTEGER_CHARS];
    size_t length;
    const char *name = rw_graph_name(graph, node, digits, &length);

    rw_copy_name(name, length, buffer, capacity);
    return length;
}

uint64_t riwalk_graph_names(const riwalk_graph *graph, uint64_t *offsets, char *text)
{
    char digits[RW_INTEGER_CHARS];
    uint64_t at = 0;

    for (uint32_t node = 0; node < graph->node_count; node++) {
        size_t length;
        const char *name = rw_graph_name(graph, node, digits, &length);

        offsets[node] = at;
        if (text)
            memcpy(text + at, name, length);
        at += length;
    }
    offsets[graph->node_count] = at;
    return at;
}

bool rw_search_names(const char *text, const uint64_t *starts, const uint32_t *order,
                     uint32_t count, const char *name, size_t length, uint32_t *place)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at = order ? order[middle] : middle;
        size_t other = (size_t)(starts[at + UINT64_C(1)] - starts[at]);
        int before = memcmp(text + starts[at], name, other < length ? other : length);

        if (!before && other == length) {
            *place = at;
            return true;
        }
        if (before < 0 || (!before && other < length))
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static bool find_integer(const riwalk_graph *graph, int64_t value, uint32_t *node)
{
    const rw_names *names = &graph->names;

    if (names->kind == RW_NAMES_RANGE) {
        uint64_t index = (uint64_t)value - (uint64_t)names->first;

        *node = (uint32_t)index;
        return value >= names->first && index < graph->node_count;
    }
    *node = (uint32_t)rw_search_i64(names->integers, 0, graph->node_count, value);
    return *node < graph->node_count && names->integers[*node] == value;
}

bool riwalk_graph_find(const riwalk_graph *graph, const char *name, size_t length, uint32_t *node)
{
    const rw_names *names = &graph->names;
    int64_t value;

    if (names->kind != RW_NAMES_STRINGS)
        return rw_parse_integer(name, length, &value) && find_integer(graph, value, node);
    return rw_search_names(names->text, names->starts, NULL, graph->node_count, name, length, node);
}
