/* SPDX-License-Identifier: MIT */
/* Rows by rank: first lists of all neighbours, then the denser part of each row as bits
 * (hubs.h). */
#include "engine/cpu/adjacency.h"

#include <string.h>

/* A block takes as much memory as a list of this many neighbours. */
#define BLOCK_NEIGHBORS (RW_BLOCK_BITS / 8 / sizeof(uint32_t))

/* Appends each rank to the rows it belongs to, in order of ranks, so that rows are ascending. The
 * place behind a row's own counts its entries, and ends as the start of the next row. */
riwalk_status rw_hubs_list_rows(rw_hubs *hubs, rw_ranked_rows *rows, const rw_arc_rows *arcs,
                                unsigned sides, riwalk_error *error)
{
    size_t count = (size_t)hubs->count * sides;
    uint64_t start = 0;

    rows->sides = sides;
    RW_HAVE(rows->places = rw_take_aligned(&hubs->pool, count + 1, sizeof *rows->places, error));
    rows->places[0] = (rw_ranked_place){0, 0};
    for (size_t r = 0; r < count; r++) {
        rw_row row = rw_arc_row(&arcs[r % sides], hubs->nodes[r / sides]);

        rows->places[r + 1].list = start;
        for (uint32_t i = 0; i < row.degree; i++)
            start += hubs->ranks[row.nodes[i]] < hubs->count;
    }
    RW_HAVE(rows->lists = rw_alloc_aligned(start, sizeof *rows->lists, error));
    for (size_t r = 0; r < count; r++) {
        size_t side = r % sides;
        rw_row back = rw_arc_row(&arcs[sides - 1 - side], hubs->nodes[r / sides]);

        for (uint32_t i = 0; i < back.degree; i++) {
            size_t rank = hubs->ranks[back.nodes[i]];

            if (rank < hubs->count)
                rows->lists[rows->places[rank * sides + side + 1].list++] = (uint32_t)(r / sides);
        }
    }
    return RIWALK_STATUS_OK;
}

/* The number of blocks at the front of a row that saves most memory. *held: neighbours in them. */
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

/* Moves rows into `dense` and to the front of the lists; if `dense` is NULL, only counts. Returns
 * the place after the last row: words, and neighbours left in lists. */
static rw_ranked_place move_rows(rw_ranked_rows *rows, size_t row_count, uint64_t *dense)
{
    rw_ranked_place to = {0}, next;
    uint64_t from = 0;

    for (size_t r = 0; r < row_count; r++, to = next) {
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

/* In place, because a second copy of the lists might not fit into memory. */
riwalk_status rw_hubs_split_rows(rw_hubs *hubs, rw_ranked_rows *rows, riwalk_error *error)
{
    size_t count = (size_t)hubs->count * rows->sides;
    rw_ranked_place end = move_rows(rows, count, NULL);

    RW_HAVE(rows->dense = rw_take_aligned(&hubs->pool, end.dense, sizeof *rows->dense, error));
    memset(rows->dense, 0, end.dense * sizeof *rows->dense);
    move_rows(rows, count, rows->dense);
    rows->places[count] = end;
    RW_HAVE(rw_resize_at(&rows->lists, end.list, sizeof *rows->lists, error));
    return RIWALK_STATUS_OK;
}
