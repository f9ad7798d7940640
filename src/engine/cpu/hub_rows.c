/* SPDX-License-Identifier: MIT */
/* Rows by rank: all neighbours as lists, then the denser part of each row as bits. See hubs.h. */
#include "engine/cpu/hubs.h"

#include <string.h>

/* A block takes as much memory as a list of this many neighbours. */
#define BLOCK_NEIGHBORS (RW_BLOCK_BITS / 8 / sizeof(uint32_t))

/* Ranks are handed to their neighbours in turn, so that rows come out ascending; the place of r + 1
 * is where the next goes, and in the end the start of the row after. */
riwalk_status rw_hubs_list_rows(rw_hubs *hubs, riwalk_error *error)
{
    const riwalk_graph *graph = hubs->graph;
    uint64_t start = 0;

    hubs->places =
        rw_take_aligned(&hubs->pool, (size_t)hubs->count + 1, sizeof *hubs->places, error);
    if (!hubs->places)
        return RIWALK_STATUS_MEMORY;
    hubs->places[0] = (rw_ranked_place){0, 0};
    for (uint32_t r = 0; r < hubs->count; r++) {
        const uint32_t *row = graph->neighbors + graph->offsets[hubs->nodes[r]];

        hubs->places[r + 1].list = start;
        for (uint32_t i = 0; i < rw_degree(graph, hubs->nodes[r]); i++)
            start += hubs->ranks[row[i]] < hubs->count;
    }
    if (!(hubs->lists = rw_alloc_aligned(start, sizeof *hubs->lists, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t r = 0; r < hubs->count; r++) {
        const uint32_t *row = graph->neighbors + graph->offsets[hubs->nodes[r]];

        for (uint32_t i = 0; i < rw_degree(graph, hubs->nodes[r]); i++)
            if (hubs->ranks[row[i]] < hubs->count)
                hubs->lists[hubs->places[hubs->ranks[row[i]] + 1].list++] = r;
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

/* Moves the rows into `dense` and `lists`, or, where these are NULL, only counts: the sum of words
 * and of neighbours left in lists is the place after the last row. */
static rw_ranked_place move_rows(rw_hubs *hubs, uint64_t *dense, uint32_t *lists)
{
    rw_ranked_place to = {0}, next;
    uint64_t from = 0;

    for (uint32_t r = 0; r < hubs->count; r++, to = next) {
        const uint32_t *list = hubs->lists + from;
        uint64_t count = hubs->places[r + 1].list - from, held;

        from += count;
        next.dense = to.dense + count_blocks(list, count, &held) * RW_BLOCK_WORDS;
        next.list = to.list + count - held;
        if (!dense)
            continue;
        for (uint64_t i = 0; i < held; i++)
            rw_plane_add(dense + to.dense, list[i]);
        memcpy(lists + to.list, list + held, (count - held) * sizeof *lists);
        hubs->places[r] = to;
    }
    return to;
}

riwalk_status rw_hubs_split_rows(rw_hubs *hubs, riwalk_error *error)
{
    rw_ranked_place end = move_rows(hubs, NULL, NULL);
    uint32_t *lists = rw_alloc_aligned(end.list, sizeof *lists, error);

    hubs->dense = rw_take_aligned(&hubs->pool, end.dense, sizeof *hubs->dense, error);
    if (!lists || !hubs->dense) {
        rw_free(lists);
        return RIWALK_STATUS_MEMORY;
    }
    memset(hubs->dense, 0, end.dense * sizeof *hubs->dense);
    move_rows(hubs, hubs->dense, lists);
    hubs->places[hubs->count] = end;
    rw_free(hubs->lists);
    hubs->lists = lists;
    return RIWALK_STATUS_OK;
}
