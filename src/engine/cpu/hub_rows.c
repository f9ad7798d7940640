/* SPDX-License-Identifier: MIT */
/* Rows by rank: all neighbours as lists, then the denser part of each row as bits. See hubs.h. */
#include "engine/cpu/hubs.h"

#include <string.h>

/* A block takes as much memory as a list of this many neighbours. */
#define BLOCK_NEIGHBORS (RW_BLOCK_BITS / 8 / sizeof(uint32_t))

/* Ranks are handed to those whose rows they belong in, in turn, so that rows come out ascending;
 * the place of r + 1 is where the next goes, and in the end the start of the row after. */
riwalk_status rw_hubs_list_rows(rw_hubs *hubs, unsigned side, const rw_arc_rows *arcs,
                                const rw_arc_rows *back, riwalk_error *error)
{
    rw_ranked_rows *rows = &hubs->rows[side];
    uint64_t start = 0;

    RW_HAVE(rows->places =
                rw_take_aligned(&hubs->pool, (size_t)hubs->count + 1, sizeof *rows->places, error));
    rows->places[0] = (rw_ranked_place){0, 0};
    for (uint32_t r = 0; r < hubs->count; r++) {
        const uint32_t *row = arcs->neighbors + arcs->offsets[hubs->nodes[r]];

        rows->places[r + 1].list = start;
        for (uint32_t i = 0; i < rw_arc_count(arcs, hubs->nodes[r]); i++)
            start += hubs->ranks[row[i]] < hubs->count;
    }
    RW_HAVE(rows->lists = rw_alloc_aligned(start, sizeof *rows->lists, error));
    for (uint32_t r = 0; r < hubs->count; r++) {
        const uint32_t *row = back->neighbors + back->offsets[hubs->nodes[r]];

        for (uint32_t i = 0; i < rw_arc_count(back, hubs->nodes[r]); i++)
            if (hubs->ranks[row[i]] < hubs->count)
                rows->lists[rows->places[hubs->ranks[row[i]] + 1].list++] = r;
    }
    return RIWALK_STATUS_OK;
}

/* The blocks that a row begins with: as many as save most. *held is how many neighbours they hold.
 */
static size_t count_blocks(const uint32_t *list, uint64_t count, uint64_t *held)
{
    size_t blocks = 0;
    int64_t best = 0;

    *held = 0;
    for (uint64_t i = 0; i < count;) {
        size_t end = list[i] / RW_BLOCK_BITS + 1;
        int64_t saved;

        while (i < count && list[i] / RW_BLOCK_BITS < end)
            i++;
        saved = (int64_t)i - (int64_t)(end * BLOCK_NEIGHBORS);
        if (saved > best) {
            best = saved;
            blocks = end;
            *held = i;
        }
    }
    return blocks;
}

/* Moves rows into `dense` and to the front of the lists, or, where `dense` is NULL, only counts:
 * the sum of words and of neighbours left in lists is the place after the last row. */
static rw_ranked_place move_rows(rw_ranked_rows *rows, uint32_t row_count, uint64_t *dense)
{
    rw_ranked_place to = {0}, next;
    uint64_t from = 0;

    for (uint32_t r = 0; r < row_count; r++, to = next) {
        const uint32_t *list = rows->lists + from;
        uint64_t count = rows->places[r + 1].list - from, held;

        from += count;
        next.dense = to.dense + count_blocks(list, count, &held) * RW_BLOCK_WORDS;
        next.list = to.list + count - held;
        if (!dense)
            continue;
        for (uint64_t i = 0; i < held; i++)
            rw_plane_add(dense + to.dense, list[i]);
        memmove(rows->lists + to.list, list + held, (count - held) * sizeof *list);
        rows->places[r] = to;
    }
    return to;
}

/* In place: a second copy of the lists might not fit into memory. */
riwalk_status rw_hubs_split_rows(rw_hubs *hubs, unsigned side, riwalk_error *error)
{
    rw_ranked_rows *rows = &hubs->rows[side];
    rw_ranked_place end = move_rows(rows, hubs->count, NULL);

    RW_HAVE(rows->dense = rw_take_aligned(&hubs->pool, end.dense, sizeof *rows->dense, error));
    memset(rows->dense, 0, end.dense * sizeof *rows->dense);
    move_rows(rows, hubs->count, rows->dense);
    rows->places[hubs->count] = end;
    RW_HAVE(rw_resize_at(&rows->lists, end.list, sizeof *rows->lists, error));
    return RIWALK_STATUS_OK;
}
