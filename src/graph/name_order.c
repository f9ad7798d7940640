/* SPDX-License-Identifier: MIT */
/* Orders nodes by their interned names: as numbers if all are integers, else by bytes. */
#include "base/memory.h"
#include "base/rng.h"
#include "base/search.h"
#include "base/sort.h"
#include "graph/intern.h"

#include <string.h>

/* Names contain no zero bytes, so zero padding sorts a name before those it is a prefix of. */
static uint64_t key_at(const rw_sort_item *i, size_t depth)
{
    size_t left = i->length > depth ? i->length - depth : 0;
    uint64_t key = 0;

    memcpy(&key, i->text + depth * (left > 0), left < 8 ? left : 8);
    return __builtin_bswap64(key);
}

static void swap(rw_sort_item *a, rw_sort_item *b)
{
    rw_sort_item c = *a;

    *a = *b;
    *b = c;
}

/* The median of three keys at random positions, so that sorted and patterned names do no harm. */
static uint64_t choose_pivot(const rw_sort_item *items, size_t count)
{
    uint64_t stream = rw_rng_stream(count, RW_STAGE_GENERATE, 0, 0);
    uint64_t a = items[rw_rng_below(rw_rng_at(stream, 0), count)].key;
    uint64_t b = items[rw_rng_below(rw_rng_at(stream, 1), count)].key;
    uint64_t c = items[rw_rng_below(rw_rng_at(stream, 2), count)].key;
    uint64_t low = a < b ? a : b, high = a < b ? b : a;

    return c < low ? low : c > high ? high : c;
}

/* Items to sort, equal in their first `depth` bytes. */
typedef struct span {
    rw_sort_item *items;
    size_t count;
    size_t depth;
} span;

/* Three-way partition by eight bytes: less than the pivot, equal (continue with the next eight
 * bytes), greater. */
static void partition(span s, span parts[3])
{
    uint64_t pivot = choose_pivot(s.items, s.count);
    size_t less = 0, more = s.count;

    for (size_t i = 0; i < more;) {
        if (s.items[i].key < pivot)
            swap(&s.items[i++], &s.items[less++]);
        else if (s.items[i].key > pivot)
            swap(&s.items[i], &s.items[--more]);
        else
            i++;
    }
    parts[0] = (span){s.items, less, s.depth};
    parts[1] = (span){s.items + less, more - less, s.depth + 8};
    parts[2] = (span){s.items + more, s.count - more, s.depth};
    if (!(pivot & 0xff))
        parts[1].count = 0; /* the names end here: all are equal */
    for (size_t i = 0; i < parts[1].count; i++)
        parts[1].items[i].key = key_at(&parts[1].items[i], parts[1].depth);
}

/* Multikey quicksort. The loop takes the largest part, so the recursion is at most log2(count)
 * deep, even for names with long common prefixes. */
static void sort_span(span s)
{
    while (s.count > 1) {
        span parts[3];
        int largest = 0;

        partition(s, parts);
        for (int p = 1; p < 3; p++)
            if (parts[p].count > parts[largest].count)
                largest = p;
        for (int p = 0; p < 3; p++)
            if (p != largest)
                sort_span(parts[p]);
        s = parts[largest];
    }
}

void rw_sort_names(rw_sort_item *items, size_t count)
{
    for (size_t i = 0; i < count; i++)
        items[i].key = key_at(&items[i], 0);
    sort_span((span){items, count, 0});
}

riwalk_status rw_intern_sort(const rw_intern *intern, size_t gap, char **text, uint64_t **starts,
                             uint32_t *rank, riwalk_error *error)
{
    rw_sort_item *items = rw_alloc(intern->count, sizeof *items, error);
    uint64_t sum = 0;
    size_t count = 0;

    *text = NULL;
    *starts = rw_alloc((size_t)intern->count + 1, sizeof **starts, error);
    for (const rw_name *name = NULL; items && (name = rw_intern_next(intern, name));) {
        items[count++] = (rw_sort_item){.text = name->text, .length = name->length, .id = name->id};
        sum += name->length + gap;
    }
    if (!items || !*starts || !(*text = rw_alloc_zeroed(sum, 1, error))) {
        rw_free(items);
        rw_free(*starts);
        return RIWALK_STATUS_MEMORY;
    }
    rw_sort_names(items, count);
    sum = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(*text + sum, items[i].text, items[i].length);
        (*starts)[i] = sum;
        sum += items[i].length + gap;
        rank[items[i].id] = (uint32_t)i;
    }
    (*starts)[count] = sum;
    rw_free(items);
    return RIWALK_STATUS_OK;
}

#define SIGN (UINT64_C(1) << 63) /* flipping it makes unsigned order signed */

riwalk_status rw_integers_order(const int64_t *given, uint32_t count, rw_names *names,
                                uint32_t *rank, riwalk_error *error)
{
    uint64_t *keys = rw_alloc(count, sizeof *keys, error);
    uint64_t *scratch = keys ? rw_alloc(count, sizeof *scratch, error) : NULL;
    int64_t *sorted = (int64_t *)keys;
    riwalk_status status = scratch ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    if (status)
        goto done;
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)given[i] ^ SIGN;
    rw_sort_u64(keys, scratch, count);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = (int64_t)(keys[i] ^ SIGN);
    for (uint32_t i = 1; i < count && !status; i++)
        if (sorted[i] == sorted[i - 1])
            status = rw_refuse(error, "two nodes have the name %lld", (long long)sorted[i]);
    if (status)
        goto done;
    for (uint32_t i = 0; i < count; i++)
        rank[i] = (uint32_t)rw_search_i64(sorted, 0, count, given[i]);
    *names = (rw_names){.kind = RW_NAMES_RANGE, .first = count ? sorted[0] : 0};
    if (count && (uint64_t)sorted[count - 1] - (uint64_t)sorted[0] != count - 1) {
        *names = (rw_names){.kind = RW_NAMES_INTEGERS, .integers = sorted};
        keys = NULL;
    }
done:
    rw_free(keys);
    rw_free(scratch);
    return status;
}

riwalk_status rw_names_order(const rw_intern *intern, rw_names *names, uint32_t *rank,
                             riwalk_error *error)
{
    bool integers = true;
    int64_t *values;
    uint64_t *starts;
    char *text;
    RW_POOL(pool);

    RW_HAVE(values = rw_take(&pool, intern->count, sizeof *values, error));
    for (const rw_name *name = NULL; integers && (name = rw_intern_next(intern, name));)
        integers = rw_parse_integer(rw_name_text(name), &values[name->id]);
    if (integers)
        return rw_integers_order(values, intern->count, names, rank, error);
    rw_pool_free(&pool);
    RW_MUST(rw_intern_sort(intern, 0, &text, &starts, rank, error));
    *names = (rw_names){.kind = RW_NAMES_STRINGS, .starts = starts, .text = text};
    return RIWALK_STATUS_OK;
}

riwalk_status rw_graph_build_interned(const rw_intern *intern, rw_edges *edges, bool directed,
                                      const riwalk_run *run, riwalk_graph **graph,
                                      riwalk_error *error)
{
    uint32_t *rank;
    rw_names names;
    RW_POOL(pool);

    RW_HAVE(rank = rw_take(&pool, intern->count, sizeof *rank, error));
    RW_MUST(rw_names_order(intern, &names, rank, error));
    for (uint64_t i = 0; i < 2 * edges->count; i++)
        edges->ends[i] = rank[edges->ends[i]];
    return rw_graph_build(intern->count, edges, directed, run, &names, graph, error);
}
