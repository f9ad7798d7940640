/* SPDX-License-Identifier: MIT */
/* Sets of vectors: making them, naming rows, finding names. */
#include "vectors/vectors.h"

#include "base/checksum.h"
#include "base/memory.h"
#include "graph/intern.h"
#include "vectors/formats.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ID_CHARS 4096 /* longest "prefix:name" that is looked up */

riwalk_status rw_vectors_shape(uint32_t count, uint32_t dimensions, riwalk_vectors **vectors,
                               riwalk_error *error)
{
    riwalk_vectors *v;

    RW_HAVE(v = rw_alloc_zeroed(1, sizeof *v, error));
    v->count = count;
    v->dimensions = dimensions;
    if (!(v->name_starts = rw_alloc_zeroed((size_t)count + 1, sizeof *v->name_starts, error))) {
        riwalk_vectors_free(v);
        return RIWALK_STATUS_MEMORY;
    }
    *vectors = v;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_vectors_new(uint32_t count, uint32_t dimensions, riwalk_vectors **vectors,
                             riwalk_error *error)
{
    riwalk_vectors *v = NULL;

    RW_MUST(rw_vectors_shape(count, dimensions, &v, error));
    if (!(v->values = rw_alloc_zeroed((size_t)count * dimensions, sizeof *v->values, error))) {
        riwalk_vectors_free(v);
        return RIWALK_STATUS_MEMORY;
    }
    *vectors = v;
    return RIWALK_STATUS_OK;
}

/* Adding 0 turns -0 into 0, since text formats drop the sign of zero. */
uint64_t rw_vectors_checksum_values(const float *values, size_t count, uint64_t sum)
{
    float block[RW_VECTORS_SUMMED];

    for (size_t i = 0; i < count;) {
        size_t part = count - i < RW_VECTORS_SUMMED ? count - i : RW_VECTORS_SUMMED;

        for (size_t j = 0; j < part; j++)
            block[j] = values[i + j] + 0.0F;
        sum = rw_checksum(block, part * sizeof *block, sum);
        i += part;
    }
    return sum;
}

uint64_t rw_vectors_checksum_names(const riwalk_vectors *v)
{
    uint64_t shape[] = {v->count, v->dimensions};
    uint64_t sum = rw_checksum(shape, sizeof shape, 0);

    sum = rw_checksum(v->name_starts, (v->count + (size_t)1) * sizeof *v->name_starts, sum);
    return rw_checksum(v->name_text, (size_t)v->name_starts[v->count], sum);
}

uint64_t riwalk_vectors_checksum(const riwalk_vectors *v)
{
    if (v->in_file)
        return v->file_sum;
    return rw_vectors_checksum_values(v->values, (size_t)v->count * v->dimensions,
                                      rw_vectors_checksum_names(v));
}

riwalk_status rw_vectors_index(riwalk_vectors *v, const char *where, riwalk_error *error)
{
    RW_POOL(pool);
    rw_sort_item *items = rw_take(&pool, v->count, sizeof *items, error);

    RW_MUST(rw_pool_status(&pool));
    RW_HAVE(v->by_name = rw_alloc(v->count, sizeof *v->by_name, error));
    for (uint32_t row = 0; row < v->count; row++) {
        rw_span name = rw_vectors_name(v, row);

        items[row] = (rw_sort_item){.text = name.text, .length = (uint32_t)name.length, .id = row};
    }
    rw_sort_names(items, v->count);
    for (uint32_t i = 0; i < v->count; i++) {
        v->by_name[i] = items[i].id;
        if (i && items[i - 1].length == items[i].length &&
            !memcmp(items[i - 1].text, items[i].text, items[i].length))
            return rw_fail_at(error, RIWALK_STATUS_FORMAT, where, 0,
                              "two vectors have the name '%.*s'", RW_CUT(items[i], 80));
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_vectors_finish(riwalk_vectors *made, riwalk_status status, const char *where,
                                riwalk_vectors **vectors, riwalk_error *error)
{
    if (status || (status = rw_vectors_index(made, where, error)))
        riwalk_vectors_free(made);
    else
        *vectors = made;
    return status;
}

static riwalk_status add_set(riwalk_vectors *v, const riwalk_vectors *from, riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (from->count)
        status = rw_vectors_put(v, v->named, from->count, from->values, error);
    for (uint32_t row = 0; row < from->count && !status; row++)
        status = rw_vectors_add_name(v, NULL, rw_vectors_name(from, row), error);
    return status;
}

riwalk_status riwalk_vectors_concat(const riwalk_vectors *const *list, size_t count,
                                    const char *output, riwalk_vectors **vectors,
                                    riwalk_error *error)
{
    riwalk_vectors *v = NULL;
    uint64_t rows = 0;
    riwalk_status status;

    if (!list || !count || !vectors)
        return rw_refuse(error,
                         "at least one set of vectors is needed, and the result must not be NULL");
    for (size_t i = 0; i < count; i++) {
        if (!list[i])
            return rw_refuse(error, "set %zu of the vectors is NULL", i + 1);
        if (list[i]->dimensions != list[0]->dimensions)
            return rw_refuse(error, "set %zu of the vectors has %u dimensions, the first has %u",
                             i + 1, list[i]->dimensions, list[0]->dimensions);
        rows += list[i]->count;
    }
    if (rows > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, "there are too many vectors for one file");
    status = output ? rw_vectors_open(NULL, output, (uint32_t)rows, list[0]->dimensions, &v, error)
                    : rw_vectors_new((uint32_t)rows, list[0]->dimensions, &v, error);
    for (size_t i = 0; i < count && !status; i++)
        status = add_set(v, list[i], error);
    if (!status && output)
        status = rw_vectors_complete(NULL, v, error);
    return rw_vectors_finish(v, status, "the vectors together", vectors, error);
}

void riwalk_vectors_free(riwalk_vectors *vectors)
{
    if (!vectors)
        return;
    rw_output_discard(vectors->file);
    if (vectors->mapped.mapped)
        rw_input_close(&vectors->mapped);
    else
        rw_free(vectors->values);
    rw_free(vectors->name_starts);
    rw_free(vectors->name_text);
    rw_free(vectors->by_name);
    rw_free(vectors);
}

riwalk_status rw_vectors_put(const riwalk_vectors *v, uint32_t first, uint32_t count,
                             const float *rows, riwalk_error *error)
{
    size_t row = v->dimensions * sizeof *rows;

    if (v->in_file)
        return rw_output_write_at(v->file, rows, count * row, RW_NPY_HEADER + first * (uint64_t)row,
                                  error);
    memcpy(rw_vectors_row(v, first), rows, count * row);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_vectors_add_name(riwalk_vectors *v, const char *prefix, rw_span name,
                                  riwalk_error *error)
{
    size_t before = prefix ? strlen(prefix) + 1 : 0;
    uint64_t used = v->name_starts[v->named];
    char *text;

    if (name.length > RIWALK_MAX_NAME)
        return rw_fail(error, RIWALK_STATUS_LIMIT,
                       "the name of vector %u is too long: at most 16 MiB are supported",
                       v->named + 1);
    RW_HAVE(rw_grow_at(&v->name_text, &v->name_capacity, used + before + name.length, 1, error));
    text = v->name_text + used;
    if (prefix) {
        memcpy(text, prefix, before - 1);
        text[before - 1] = ':';
    }
    memcpy(text + before, name.text, name.length);
    v->name_starts[++v->named] = used + before + name.length;
    return RIWALK_STATUS_OK;
}

/* Takes names from an array or from a graph. */
static riwalk_status build(uint32_t count, uint32_t dimensions, const char *const *names,
                           const riwalk_graph *graph, const float *values, riwalk_vectors **vectors,
                           riwalk_error *error)
{
    size_t all = (size_t)count * dimensions;
    char digits[RW_INTEGER_CHARS];
    riwalk_vectors *v = NULL;
    riwalk_status status = RIWALK_STATUS_OK;

    if (!vectors || (count && (!values || (!names && !graph))) || !dimensions)
        return rw_refuse(error, "names, values and vectors must not be NULL, dimensions not 0");
    RW_MUST(rw_vectors_new(count, dimensions, &v, error));
    for (uint32_t row = 0; row < count && !status; row++)
        status =
            graph ? rw_vectors_add_name(v, NULL, rw_graph_name(graph, row, digits), error)
            : !names[row] || !*names[row] || strchr(names[row], '\n')
                ? rw_refuse(error, "row %u: a name must not be empty or have a line feed", row)
                : rw_vectors_add_name(v, NULL, (rw_span){names[row], strlen(names[row])}, error);
    for (size_t i = 0; i < all && !status; i++)
        if (!isfinite(values[i]))
            status = rw_refuse(error, "a value of row %zu is not finite", i / dimensions);
    if (!status && count)
        memcpy(v->values, values, all * sizeof *values);
    return rw_vectors_finish(v, status, "the vectors", vectors, error);
}

riwalk_status riwalk_vectors_build(uint32_t count, uint32_t dimensions, const char *const *names,
                                   const float *values, riwalk_vectors **vectors,
                                   riwalk_error *error)
{
    return build(count, dimensions, names, NULL, values, vectors, error);
}

riwalk_status riwalk_vectors_build_for(const riwalk_graph *graph, uint32_t dimensions,
                                       const float *values, riwalk_vectors **vectors,
                                       riwalk_error *error)
{
    if (!graph)
        return rw_refuse(error, "the graph must not be NULL");
    return build(graph->node_count, dimensions, NULL, graph, values, vectors, error);
}

uint32_t riwalk_vectors_count(const riwalk_vectors *vectors)
{
    return vectors->count;
}

uint32_t riwalk_vectors_dimensions(const riwalk_vectors *vectors)
{
    return vectors->dimensions;
}

const float *riwalk_vectors_values(const riwalk_vectors *vectors)
{
    return vectors->values;
}

uint64_t riwalk_vectors_names(const riwalk_vectors *vectors, uint64_t *offsets, char *text)
{
    uint64_t length = vectors->name_starts[vectors->count];

    memcpy(offsets, vectors->name_starts, (vectors->count + (size_t)1) * sizeof *offsets);
    if (text && length)
        memcpy(text, vectors->name_text, (size_t)length);
    return length;
}

const float *riwalk_vectors_row(const riwalk_vectors *vectors, uint32_t row)
{
    return rw_vectors_row(vectors, row);
}

size_t riwalk_vectors_name(const riwalk_vectors *vectors, uint32_t row, char *buffer,
                           size_t capacity)
{
    return rw_copy_name(rw_vectors_name(vectors, row), buffer, capacity);
}

bool riwalk_vectors_find(const riwalk_vectors *vectors, const char *name, size_t length,
                         uint32_t *row)
{
    rw_span wanted = {name, length};

    if (vectors->by_name)
        return rw_search_names(vectors->name_text, vectors->name_starts, vectors->by_name,
                               vectors->count, wanted, row);
    for (uint32_t r = 0; r < vectors->named; r++)
        if (rw_span_same(rw_vectors_name(vectors, r), wanted)) {
            *row = r;
            return true;
        }
    return false;
}

bool rw_vectors_find_prefixed(const riwalk_vectors *vectors, const char *prefix, rw_span name,
                              uint32_t *row)
{
    char whole[ID_CHARS + 1];
    int length = snprintf(whole, sizeof whole, "%s:%.*s", prefix, (int)name.length, name.text);

    return length <= ID_CHARS && riwalk_vectors_find(vectors, whole, (size_t)length, row);
}

bool rw_vectors_find_node(const riwalk_vectors *vectors, const riwalk_graph *graph, uint32_t node,
                          const char *prefix, uint32_t *row)
{
    char digits[RW_INTEGER_CHARS];
    rw_span name = rw_graph_name(graph, node, digits);

    return riwalk_vectors_find(vectors, name.text, name.length, row) ||
           (prefix && rw_vectors_find_prefixed(vectors, prefix, name, row));
}
