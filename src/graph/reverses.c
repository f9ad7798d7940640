/* SPDX-License-Identifier: MIT */
/*
 * Sorted rows and their reverses: whether each arc has its own, and adding those that are missing.
 *
 * Threads share the nodes that arcs lead to, so no two touch the same row, and each takes the rows
 * they come from in order, so reverses come sorted: nothing is sorted again, and the result does
 * not depend on the threads.
 */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "graph/graph.h"

#include <stdatomic.h>

/* Tasks of the merging: enough to balance, few enough to cost nothing. */
#define TASKS 256

/* Rows between two looks at whether to go on. */
#define ROWS_PER_LOOK 65536

/* Rows whose memory is fetched before their turn comes, and how many arcs of each. */
#define AHEAD 2
#define FETCHED 32

/* The nodes of a part, or the arcs of a row that lead to them. */
typedef struct range {
    uint64_t begin, end;
} range;

typedef struct turning {
    const rw_row_set *rows;
    const riwalk_run *run;
    size_t parts;
    uint64_t *cursors; /* [node_count]: what a part has met of its rows */
    rw_row_set made;
    uint32_t *degrees; /* [node_count]: of made */
    bool asymmetric;   /* atomic */
    rw_progress progress;
} turning;

/* Takes the arcs from one row to the nodes of a part; false: enough is known. */
typedef bool take_arcs(turning *t, uint32_t from, range arcs);

static range nodes_of(const turning *t, size_t part)
{
    return (range){rw_part(t->rows->node_count, t->parts, part),
                   rw_part(t->rows->node_count, t->parts, part + 1)};
}

/* The first arc of a row whose node is not below `node`. */
static uint64_t find_arc(const rw_row_set *rows, uint32_t row, uint64_t node)
{
    uint64_t low = rows->offsets[row], high = rows->offsets[row + UINT64_C(1)];

    if (node == rows->node_count)
        return high;
    return node ? rw_search_u32(rows->neighbors, low, high, (uint32_t)node) : low;
}

static void fetch_cursors(const turning *t, range arcs)
{
    for (uint64_t e = arcs.begin; e < arcs.end && e < arcs.begin + FETCHED; e++)
        __builtin_prefetch(&t->cursors[t->rows->neighbors[e]], 1);
}

static void fetch_reverses(const turning *t, const uint32_t *reverses, range arcs)
{
    for (uint64_t e = arcs.begin; e < arcs.end && e < arcs.begin + FETCHED; e++)
        __builtin_prefetch(&reverses[t->cursors[t->rows->neighbors[e]]], 1);
}

/* Takes all arcs to the nodes of a part, row by row. `reverses` is where cursors point to, or NULL.
 */
static riwalk_status turn_part(turning *t, size_t part, const uint32_t *reverses, take_arcs *take,
                               riwalk_error *error)
{
    uint64_t count = t->rows->node_count;
    range nodes = nodes_of(t, part);
    range ring[AHEAD + 1]; /* the arcs of the rows on their way */
    riwalk_status status;

    for (uint64_t u = 0; u < count + AHEAD; u++) {
        if (u < count) {
            range *entering = &ring[u % (AHEAD + 1)];

            *entering = (range){find_arc(t->rows, (uint32_t)u, nodes.begin),
                                find_arc(t->rows, (uint32_t)u, nodes.end)};
            fetch_cursors(t, *entering);
        }
        if (reverses && u >= 1 && u - 1 < count)
            fetch_reverses(t, reverses, ring[(u - 1) % (AHEAD + 1)]);
        if (u >= AHEAD && !take(t, (uint32_t)(u - AHEAD), ring[(u - AHEAD) % (AHEAD + 1)]))
            return RIWALK_STATUS_OK;
        if (u % ROWS_PER_LOOK == ROWS_PER_LOOK - 1 &&
            (status = rw_progress_add(&t->progress, ROWS_PER_LOOK, error)))
            return status;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status pass(turning *t, const char *stage, uint64_t rows, size_t tasks, rw_task *task,
                          riwalk_error *error)
{
    rw_progress_begin(&t->progress, t->run, stage, "rows", rows);
    return rw_parallel(t->run->threads, tasks, task, t, error);
}

/* ---- Are they there? ---- */

/* Rows are taken in order, so the reverse is the next arc of its row. */
static bool meet_arcs(turning *t, uint32_t from, range arcs)
{
    const rw_row_set *rows = t->rows;
    uint64_t all = rows->offsets[rows->node_count];

    for (uint64_t e = arcs.begin; e < arcs.end; e++) {
        uint64_t back = t->cursors[rows->neighbors[e]]++;

        if (back >= all || rows->neighbors[back] != from ||
            (rows->weights && rows->weights[e] != rows->weights[back])) {
            __atomic_store_n(&t->asymmetric, true, __ATOMIC_RELAXED);
            return false;
        }
    }
    return !__atomic_load_n(&t->asymmetric, __ATOMIC_RELAXED);
}

static riwalk_status meet_part(void *context, size_t part, int worker, riwalk_error *error)
{
    turning *t = context;
    range nodes = nodes_of(t, part);
    riwalk_status status;

    (void)worker;
    for (uint64_t v = nodes.begin; v < nodes.end; v++)
        t->cursors[v] = t->rows->offsets[v];
    if ((status = turn_part(t, part, t->rows->neighbors, meet_arcs, error)))
        return status;
    for (uint64_t v = nodes.begin; v < nodes.end; v++) /* no arc is left that nobody met */
        if (t->cursors[v] != t->rows->offsets[v + 1])
            __atomic_store_n(&t->asymmetric, true, __ATOMIC_RELAXED);
    return RIWALK_STATUS_OK;
}

static riwalk_status are_symmetric(const rw_row_set *rows, const riwalk_run *run, bool *symmetric,
                                   riwalk_error *error)
{
    turning t = {.rows = rows, .run = run, .parts = (size_t)run->threads};
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if ((t.cursors = rw_alloc(rows->node_count, sizeof *t.cursors, error)))
        status = pass(&t, "checking rows", rows->node_count * t.parts, t.parts, meet_part, error);
    *symmetric = !t.asymmetric;
    rw_free(t.cursors);
    return status;
}

/* ---- Adding them ---- */

static bool count_arcs(turning *t, uint32_t from, range arcs)
{
    (void)from;
    for (uint64_t e = arcs.begin; e < arcs.end; e++)
        t->cursors[t->rows->neighbors[e]]++;
    return true;
}

static riwalk_status count_part(void *context, size_t part, int worker, riwalk_error *error)
{
    (void)worker;
    return turn_part(context, part, NULL, count_arcs, error);
}

static bool place_arcs(turning *t, uint32_t from, range arcs)
{
    for (uint64_t e = arcs.begin; e < arcs.end; e++) {
        uint64_t at = t->cursors[t->rows->neighbors[e]]++;

        t->made.neighbors[at] = from;
        if (t->made.weights)
            t->made.weights[at] = t->rows->weights[e];
    }
    return true;
}

static riwalk_status place_part(void *context, size_t part, int worker, riwalk_error *error)
{
    turning *t = context;

    (void)worker;
    return turn_part(t, part, t->made.neighbors, place_arcs, error);
}

/* Rows with room for their own arcs first and the reverses behind, to which the cursors point. */
static riwalk_status make_room(turning *t, riwalk_error *error)
{
    const rw_row_set *rows = t->rows;
    uint64_t sum = 0;

    t->made.node_count = rows->node_count;
    if (!(t->made.offsets = rw_alloc(rows->node_count + (size_t)1, sizeof sum, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < rows->node_count; u++) {
        uint64_t own = rows->offsets[u + UINT64_C(1)] - rows->offsets[u], met = t->cursors[u];

        t->made.offsets[u] = sum;
        t->cursors[u] = sum + own;
        sum += own + met;
    }
    t->made.offsets[rows->node_count] = sum;
    if (!(t->made.neighbors = rw_alloc((size_t)sum, sizeof *t->made.neighbors, error)) ||
        (rows->weights &&
         !(t->made.weights = rw_alloc((size_t)sum, sizeof *t->made.weights, error))) ||
        !(t->degrees = rw_alloc(rows->node_count, sizeof *t->degrees, error)))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}

/* Merges a row's own arcs with the reverses that wait in the last places of its room: what is
 * written never gets to where one is still to be read. */
static uint32_t merge_row(turning *t, uint32_t node)
{
    const rw_row_set *rows = t->rows;
    uint64_t own = rows->offsets[node], own_end = rows->offsets[node + UINT64_C(1)];
    uint64_t begin = t->made.offsets[node], at = begin;
    uint64_t met = begin + own_end - own, met_end = t->made.offsets[node + UINT64_C(1)];
    uint32_t *to = t->made.neighbors;

    for (; own < own_end || met < met_end; at++) {
        bool take_own = met == met_end || (own < own_end && rows->neighbors[own] <= to[met]);
        bool take_met = own == own_end || (met < met_end && to[met] <= rows->neighbors[own]);

        if (rows->weights) {
            double first = take_own ? rows->weights[own] : 0;
            double second = take_met ? t->made.weights[met] : 0;

            t->made.weights[at] = first > second ? first : second;
        }
        to[at] = take_own ? rows->neighbors[own] : to[met];
        own += take_own;
        met += take_met;
    }
    return (uint32_t)(at - begin);
}

static riwalk_status merge_task(void *context, size_t task, int worker, riwalk_error *error)
{
    turning *t = context;
    uint32_t begin = (uint32_t)rw_part(t->rows->node_count, TASKS, task);
    uint32_t end = (uint32_t)rw_part(t->rows->node_count, TASKS, task + 1);

    (void)worker;
    for (uint32_t u = begin; u < end; u++)
        t->degrees[u] = merge_row(t, u);
    return rw_progress_add(&t->progress, end - begin, error);
}

static riwalk_status add_reverses(rw_row_set *rows, const riwalk_run *run, riwalk_error *error)
{
    turning t = {.rows = rows, .run = run, .parts = (size_t)run->threads};
    uint64_t turns = rows->node_count * t.parts;
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (!(t.cursors = rw_alloc_zeroed(rows->node_count, sizeof *t.cursors, error)))
        goto done;
    if ((status = pass(&t, "counting edges", turns, t.parts, count_part, error)) ||
        (status = make_room(&t, error)) ||
        (status = pass(&t, "placing edges", turns, t.parts, place_part, error)) ||
        (status = pass(&t, "merging rows", rows->node_count, TASKS, merge_task, error)) ||
        (status = rw_close_gaps(rows->node_count, t.made.offsets, t.degrees, &t.made.neighbors,
                                &t.made.weights, error)))
        goto done;
    rw_row_set_free(rows);
    *rows = t.made;
    t.made = (rw_row_set){0};
done:
    rw_row_set_free(&t.made);
    rw_free(t.cursors);
    rw_free(t.degrees);
    return status;
}

void rw_row_set_free(rw_row_set *rows)
{
    rw_free(rows->offsets);
    rw_free(rows->neighbors);
    rw_free(rows->weights);
    *rows = (rw_row_set){0};
}

riwalk_status rw_row_set_symmetrize(rw_row_set *rows, const riwalk_run *run, riwalk_error *error)
{
    bool symmetric;
    riwalk_status status = are_symmetric(rows, run, &symmetric, error);

    return status || symmetric ? status : add_reverses(rows, run, error);
}
