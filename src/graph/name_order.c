/* SPDX-License-Identifier: MIT */
/* The order of nodes: interned names sorted, numerically when all are integers, else by bytes. */
#include "base/memory.h"
#include "base/sort.h"
#include "graph/intern.h"

#include <string.h>

/* A name on its way through the sort. */
typedef struct item {
    uint64_t key; /* eight bytes of the name from some depth on, the first one highest */
    const char *text;
    uint32_t length;
    uint32_t id;
} item;

/* Names hold no zero bytes, so padding with zeros puts a name before its continuations. */
static uint64_t key_at(const item *i, size_t depth)
{
    size_t left = i->length > depth ? i->length - depth : 0;
    uint64_t key = 0;

    memcpy(&key, i->text + depth * (left > 0), left < 8 ? left : 8);
    return __builtin_bswap64(key);
}

static void swap(item *a, item *b)
{
    item c = *a;

    *a = *b;
    *b = c;
}

static uint64_t median(uint64_t a, uint64_t b, uint64_t c)
{
    if (a < b)
        return b < c ? b : a < c ? c : a;
    return a < c ? a : b < c ? c : b;
}

/* Multikey quicksort: three-way partition by eight bytes; the equal part goes on with the next
 * eight. Recursion is as deep as log(count) for random keys; equal parts have all the same length
 * of common prefix. */
static void sort_items(item *items, size_t count, size_t depth)
{
    while (count > 1) {
        uint64_t pivot = median(items[0].key, items[count / 2].key, items[count - 1].key);
        size_t less = 0, more = count;

        for (size_t i = 0; i < more;) {
            if (items[i].key < pivot)
                swap(&items[i++], &items[less++]);
            else if (items[i].key > pivot)
                swap(&items[i], &items[--more]);
            else
                i++;
        }
        if (pivot & 0xff) {
            for (size_t i = less; i < more; i++)
                items[i].key = key_at(&items[i], depth + 8);
            sort_items(items + less, more - less, depth + 8);
        }
        /* The longer side is done by the loop, so the recursion stays shallow. */
        if (less < count - more) {
            sort_items(items, less, depth);
            items += more;
            count -= more;
        } else {
            sort_items(items + more, count - more, depth);
            count = less;
        }
    }
}

static riwalk_status order_strings(const rw_intern *intern, rw_names *names, uint32_t *rank,
                                   riwalk_error *error)
{
    item *items = rw_alloc(intern->count, sizeof *items, error);
    uint64_t *starts = rw_alloc((size_t)intern->count + 1, sizeof *starts, error);
    uint64_t sum = 0;
    size_t count = 0;
    char *text = NULL;

    if (items && starts) {
        for (size_t s = 0; s < intern->slot_count; s++) {
            const rw_name *name = &intern->slots[s];

            if (!name->length)
                continue;
            items[count] = (item){.text = name->text, .length = name->length, .id = name->id};
            items[count].key = key_at(&items[count], 0);
            sum += name->length;
            count++;
        }
        text = rw_alloc(sum, 1, error);
    }
    if (!text) {
        rw_free(items);
        rw_free(starts);
        return RIWALK_STATUS_MEMORY;
    }
    sort_items(items, count, 0);
    sum = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(text + sum, items[i].text, items[i].length);
        starts[i] = sum;
        sum += items[i].length;
        rank[items[i].id] = (uint32_t)i;
    }
    starts[count] = sum;
    rw_free(items);
    *names = (rw_names){.kind = RW_NAMES_STRINGS, .starts = starts, .text = text};
    return RIWALK_STATUS_OK;
}

#define SIGN (UINT64_C(1) << 63)

/* Numbers with the sign bit flipped sort as unsigned ones. */
static uint64_t number_of(const rw_name *name)
{
    int64_t value = 0;

    rw_parse_integer(name->text, name->length, &value);
    return (uint64_t)value ^ SIGN;
}

static uint32_t find(const uint64_t *sorted, uint32_t count, uint64_t value)
{
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (sorted[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static riwalk_status order_integers(const rw_intern *intern, rw_names *names, uint32_t *rank,
                                    riwalk_error *error)
{
    uint32_t count = intern->count, filled = 0;
    uint64_t *sorted = rw_alloc(count, sizeof *sorted, error);
    uint64_t *scratch = rw_alloc(count, sizeof *scratch, error);

    if (!sorted || !scratch) {
        rw_free(sorted);
        rw_free(scratch);
        return RIWALK_STATUS_MEMORY;
    }
    for (size_t s = 0; s < intern->slot_count; s++)
        if (intern->slots[s].length)
            sorted[filled++] = number_of(&intern->slots[s]);
    rw_sort_u64(sorted, scratch, count);
    for (size_t s = 0; s < intern->slot_count; s++)
        if (intern->slots[s].length)
            rank[intern->slots[s].id] = find(sorted, count, number_of(&intern->slots[s]));
    rw_free(scratch);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] ^= SIGN;
    if (!count || sorted[count - 1] - sorted[0] == count - 1) {
        *names = (rw_names){.kind = RW_NAMES_RANGE, .first = count ? (int64_t)sorted[0] : 0};
        rw_free(sorted);
    } else {
        *names = (rw_names){.kind = RW_NAMES_INTEGERS, .integers = (int64_t *)sorted};
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_names_order(const rw_intern *intern, rw_names *names, uint32_t *rank,
                             riwalk_error *error)
{
    return rw_intern_all_integers(intern) ? order_integers(intern, names, rank, error)
                                          : order_strings(intern, names, rank, error);
}
