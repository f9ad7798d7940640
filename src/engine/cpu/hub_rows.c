/* SPDX-License-Identifier: MIT */
/* Lays out the rows of a view by rank (hubs.h): workers translate rows of the graph and sort them;
 * then, in the order of ranks, the denser part of each becomes blocks of bits. What is written is
 * written once, in order, so it may as well go to a file. */
#include "engine/cpu/adjacency.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/sort.h"

#include <string.h>

/* Ranks of a task have about this many neighbours together. */
#define TASK_NEIGHBORS 65536

typedef struct maker {
    const rw_hubs *hubs;
    const rw_arc_rows *arcs; /* [sides] */
    rw_ranked_rows *rows;
    uint32_t *starts; /* [tasks + 1]: the first rank of each task */
    size_t tasks;
    size_t longest;   /* neighbours of a task, at most */
    uint32_t **lists; /* [threads][2 * longest + RW_BLOCK_NUMBERS]: lists, and scratch */
    rw_progress progress;
} maker;

static rw_row row_of(const maker *m, uint32_t rank, unsigned side)
{
    return rw_arc_row(&m->arcs[side], m->hubs->nodes[rank]);
}

/* Divides the ranks into tasks. Counts only, if there are no starts yet. */
static void divide(maker *m)
{
    size_t neighbors = 0;

    m->tasks = 0;
    for (uint32_t rank = 0; rank < m->hubs->count; rank++) {
        if (!rank || neighbors >= TASK_NEIGHBORS) {
            if (m->starts)
                m->starts[m->tasks] = rank;
            m->tasks++;
            neighbors = 0;
        }
        for (unsigned side = 0; side < m->rows->sides; side++)
            neighbors += row_of(m, rank, side).degree;
        if (neighbors > m->longest)
            m->longest = neighbors + -neighbors % RW_BLOCK_NUMBERS;
    }
    if (m->starts)
        m->starts[m->tasks] = m->hubs->count;
}

/* Lists the ranks of neighbours, ascending and without leaves. Returns how many. */
static uint32_t translate(const maker *m, rw_row row, uint32_t *list, uint32_t *scratch)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < row.degree; i++) {
        list[count] = m->hubs->ranks[row.nodes[i]];
        count += list[count] < m->hubs->count;
    }
    rw_sort_u32(list, scratch, count);
    return count;
}

/* Until the task ends, the place behind a row's own has the length of its list. */
static riwalk_status list_rows(void *context, size_t task, int worker, riwalk_error *error)
{
    const maker *m = context;
    uint32_t *list = m->lists[worker];
    uint64_t *place = m->rows->places + (size_t)m->starts[task] * m->rows->sides;

    for (uint32_t rank = m->starts[task]; rank < m->starts[task + 1]; rank++)
        for (unsigned side = 0; side < m->rows->sides; side++) {
            *++place = translate(m, row_of(m, rank, side), list, m->lists[worker] + m->longest);
            list += *place;
        }
    return RIWALK_STATUS_OK;
}

/* The number of blocks at the front of a row that saves most memory, with what aligns them. *held:
 * neighbours in them. */
static uint64_t count_blocks(const uint32_t *list, uint64_t count, uint64_t *held)
{
    uint64_t blocks = 0;
    int64_t best = RW_BLOCK_NUMBERS - 1;

    *held = 0;
    for (uint64_t i = 0; i < count;) {
        uint64_t end = list[i] / RW_BLOCK_BITS + 1;
        int64_t saved;

        while (i < count && list[i] / RW_BLOCK_BITS < end)
            i++;
        saved = (int64_t)i - (int64_t)(end * RW_BLOCK_NUMBERS);
        if (saved > best) {
            best = saved;
            blocks = end;
            *held = i;
        }
    }
    return blocks;
}

/* Writes a row from number `at` on, `to` being where number 0 would be; returns its end. */
static uint64_t write_row(const uint32_t *list, uint64_t count, uint64_t at, uint32_t *to,
                          uint64_t *blocks)
{
    uint64_t held, *dense;

    *blocks = count_blocks(list, count, &held);
    if (*blocks) {
        at += -at % RW_BLOCK_NUMBERS;
        dense = (void *)(to + at);
        memset(dense, 0, *blocks * RW_BLOCK_BITS / 8);
        for (uint64_t i = 0; i < held; i++)
            rw_plane_add(dense, list[i]);
        at += *blocks * RW_BLOCK_NUMBERS;
    }
    memcpy(to + at, list + held, (count - held) * sizeof *list);
    return at + count - held;
}

/* Writes the rows of a task behind those of the task before, whose end is the first place. */
static riwalk_status write_rows(void *context, size_t task, int worker, riwalk_error *error)
{
    maker *m = context;
    rw_ranked_rows *rows = m->rows;
    size_t first = (size_t)m->starts[task] * rows->sides;
    size_t end = (size_t)m->starts[task + 1] * rows->sides;
    const uint32_t *list = m->lists[worker];
    uint64_t start = rows->places[first] >> RW_ROW_BLOCK_BITS, at = start;
    uint64_t skipped = start - start % RW_BLOCK_NUMBERS; /* a buffer begins here */
    uint32_t *buffer = m->lists[worker] + m->longest;
    uint32_t *to = rows->memory ? rows->memory + skipped : buffer;

    for (size_t r = first; r < end; r++) {
        uint64_t count = rows->places[r + 1], blocks;

        at = skipped + write_row(list, count, at - skipped, to, &blocks);
        list += count;
        rows->places[r] |= blocks;
        rows->places[r + 1] = at << RW_ROW_BLOCK_BITS;
    }
    if (rows->file)
        RW_MUST(rw_output_write_at(rows->file, buffer + (start - skipped),
                                   (at - start) * sizeof *buffer, start * sizeof *buffer, error));
    return rw_progress_add(&m->progress, m->starts[task + 1] - m->starts[task], error);
}

/* An upper limit: neighbours that are leaves are not known yet. Blocks save more than they take. */
static uint64_t count_numbers(const maker *m)
{
    uint64_t count = 0;

    for (uint32_t rank = 0; rank < m->hubs->count; rank++)
        for (unsigned side = 0; side < m->rows->sides; side++)
            count += row_of(m, rank, side).degree;
    return count;
}

/* Takes the maker's arrays; `numbers` is for the file or the memory of the rows. Lowers the number
 * of threads if their lists exceed the room. */
static riwalk_status prepare(maker *m, uint64_t numbers, const char *scratch, uint64_t room,
                             int *threads, rw_pool *pool, riwalk_error *error)
{
    rw_ranked_rows *rows = m->rows;
    size_t count = (size_t)m->hubs->count * rows->sides, length;

    divide(m);
    length = 2 * m->longest + RW_BLOCK_NUMBERS;
    while (*threads > 1 && (uint64_t)*threads * length * sizeof **m->lists > room)
        --*threads;
    m->starts = rw_take(pool, m->tasks + 1, sizeof *m->starts, error);
    m->lists = rw_take(pool, (size_t)*threads, sizeof *m->lists, error);
    for (int t = 0; t < *threads && !pool->failed; t++)
        m->lists[t] = rw_take_aligned(pool, length, sizeof **m->lists, error);
    RW_MUST(rw_pool_status(pool));
    divide(m);
    RW_HAVE(rows->places = rw_alloc_aligned(count + 1, sizeof *rows->places, error));
    rows->places[0] = 0;
    if (scratch)
        return rw_output_open_scratch(scratch, numbers * sizeof *rows->numbers, &rows->file, error);
    rows->memory = rw_alloc_aligned(numbers, sizeof *rows->memory, error);
    return rows->memory ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

riwalk_status rw_ranked_rows_make(rw_hubs *hubs, const rw_arc_rows *arcs, unsigned sides,
                                  const char *scratch, uint64_t room, const riwalk_run *run,
                                  rw_ranked_rows *rows, riwalk_error *error)
{
    maker m = {.hubs = hubs, .arcs = arcs, .rows = rows};
    int threads = run->threads;
    RW_POOL(pool);
    const void *mapped;
    uint64_t numbers;

    rows->sides = sides;
    numbers = count_numbers(&m);
    rw_progress_begin(&m.progress, run, "ranking nodes", "nodes", hubs->count);
    RW_MUST(prepare(&m, numbers, numbers ? scratch : NULL, room, &threads, &pool, error));
    RW_MUST(rw_parallel_ordered(threads, m.tasks, list_rows, write_rows, &m, error));
    if (rows->file) {
        RW_MUST(rw_output_map(rows->file, numbers * sizeof *rows->numbers, &mapped, error));
        rows->numbers = mapped;
        return RIWALK_STATUS_OK;
    }
    numbers = rows->places[(size_t)hubs->count * sides] >> RW_ROW_BLOCK_BITS;
    RW_HAVE(rw_resize_at(&rows->memory, numbers, sizeof *rows->memory, error));
    rows->numbers = rows->memory;
    return RIWALK_STATUS_OK;
}

void rw_ranked_rows_free(rw_ranked_rows *rows)
{
    rw_output_discard(rows->file);
    rw_free(rows->memory);
    rw_free(rows->places);
}
