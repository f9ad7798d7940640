/* SPDX-License-Identifier: MIT */
/* Node names: exactly as in the file, sorted, and found by binary search. */
#include "base/decimal.h"
#include "base/memory.h"
#include "base/search.h"
#include "graph/graph.h"

#include <string.h>

void rw_names_free(rw_names *names)
{
    rw_free(names->integers);
    rw_free(names->starts);
    rw_free(names->text);
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

bool rw_parse_integer(rw_span text, int64_t *value)
{
    bool negative = text.length && text.text[0] == '-';
    rw_span digits = {text.text + negative, text.length - negative};
    uint64_t count;

    if (!rw_parse_count(digits, &count) || count > (uint64_t)INT64_MAX + negative ||
        (digits.text[0] == '0' && text.length > 1))
        return false;
    *value = negative ? (int64_t)(0 - count) : (int64_t)count;
    return true;
}

rw_span rw_graph_name(const riwalk_graph *graph, uint32_t node, char buffer[RW_INTEGER_CHARS])
{
    const rw_names *names = &graph->names;
    int64_t value;

    if (names->kind == RW_NAMES_STRINGS)
        return rw_span_at(names->text, names->starts, node);
    value = names->kind == RW_NAMES_RANGE ? (int64_t)((uint64_t)names->first + node)
                                          : names->integers[node];
    return (rw_span){buffer, rw_format_integer(value, buffer)};
}

size_t rw_copy_name(rw_span name, char *buffer, size_t capacity)
{
    size_t part = name.length < capacity ? name.length : capacity - 1;

    if (capacity) {
        memcpy(buffer, name.text, part);
        buffer[part] = 0;
    }
    return name.length;
}

size_t riwalk_graph_name(const riwalk_graph *graph, uint32_t node, char *buffer, size_t capacity)
{
    char digits[RW_INTEGER_CHARS];

    return rw_copy_name(rw_graph_name(graph, node, digits), buffer, capacity);
}

uint64_t riwalk_graph_names(const riwalk_graph *graph, uint64_t *offsets, char *text)
{
    char digits[RW_INTEGER_CHARS];
    uint64_t at = 0;

    for (uint32_t node = 0; node < graph->node_count; node++) {
        rw_span name = rw_graph_name(graph, node, digits);

        offsets[node] = at;
        if (text)
            memcpy(text + at, name.text, name.length);
        at += name.length;
    }
    offsets[graph->node_count] = at;
    return at;
}

bool rw_search_names(const char *text, const uint64_t *starts, const uint32_t *order,
                     uint32_t count, rw_span name, uint32_t *place)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2, at = order ? order[middle] : middle;
        int before = rw_span_order(rw_span_at(text, starts, at), name);

        if (!before) {
            *place = at;
            return true;
        }
        if (before < 0)
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
        return rw_parse_integer((rw_span){name, length}, &value) &&
               find_integer(graph, value, node);
    return rw_search_names(names->text, names->starts, NULL, graph->node_count,
                           (rw_span){name, length}, node);
}
