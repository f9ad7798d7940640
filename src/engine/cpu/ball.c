/* SPDX-License-Identifier: MIT */
/* Distances in a ball: a search that can be carried on at any time, and questions about nodes that
 * it has not reached. See ball.h. */
#include "engine/cpu/ball.h"

#include "base/memory.h"

#include <string.h>

/* Answers beyond the distances 0 .. radius. Anything greater is unknown. */
#define OUTSIDE(ball) ((ball)->radius + 1)
#define NOT_CLOSER(ball) ((ball)->radius + 2) /* at the radius or outside: not yet decided */
#define SPAN(ball) ((ball)->radius + 3)
#define UNKNOWN UINT32_MAX /* which is stored as 0 */

/* A question costs this many arcs even if the first neighbour answers it (the row is far away in
 * memory), and a debt is paid when it is worth the call. */
#define QUESTION_ARCS 4
#define LARGEST_DEBT 256

/* How far ahead of the search rows and their places are fetched, in nodes: about what a wait for
 * memory costs. */
#define PLACES_AHEAD 16
#define ROWS_AHEAD 8

/* The room that a table begins with: a small one stays in the caches. */
#define FIRST_ROOM 256

static size_t plane_bytes(const rw_ball *ball)
{
    return ((size_t)ball->rows->graph->node_count / 32 + 1) * sizeof(uint32_t);
}

static riwalk_status init_arrays(rw_ball *ball, riwalk_error *error)
{
    uint32_t nodes = ball->rows->graph->node_count;

    ball->answered = nodes + 1;
    ball->width = SPAN(ball) >= UINT8_MAX ? 2 : 1;
    ball->marks = rw_alloc_zeroed(nodes, ball->width, error);
    ball->marked = rw_alloc_zeroed(plane_bytes(ball), sizeof *ball->marked, error);
    ball->near = rw_alloc_zeroed(plane_bytes(ball), sizeof *ball->near, error);
    ball->inside = rw_alloc_zeroed(plane_bytes(ball), sizeof *ball->inside, error);
    ball->queue = rw_alloc((size_t)nodes + 1, sizeof *ball->queue, error);
    return ball->marks && ball->marked && ball->near && ball->inside && ball->queue
               ? RIWALK_STATUS_OK
               : RIWALK_STATUS_MEMORY;
}

/* Makes room in the table, and as much in the queue: that of a table is a power of two. */
static riwalk_status reserve(rw_ball *ball, uint64_t nodes, riwalk_error *error)
{
    uint32_t *queue = rw_resize(ball->queue, 2 * nodes, sizeof *queue, error);
    riwalk_status status;

    if (!queue)
        return RIWALK_STATUS_MEMORY;
    ball->queue = queue;
    if ((status = rw_node_table_reserve(&ball->table, nodes, error)))
        return status;
    ball->full = false;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_ball_init(rw_ball *ball, const rw_rows *rows, uint32_t radius, uint64_t budget,
                           uint32_t room, riwalk_error *error)
{
    riwalk_status status;

    *ball = (rw_ball){.rows = rows, .radius = radius, .least_budget = budget, .budget = budget};
    ball->most_room = room;
    ball->question_arcs = QUESTION_ARCS; /* to look costs twice as much as to follow */
    if (rows->graph->node_count)
        ball->question_arcs += 2 * rows->graph->arc_count / rows->graph->node_count;
    if (room)
        status = reserve(ball, room < FIRST_ROOM ? room : FIRST_ROOM, error);
    else
        status = init_arrays(ball, error);
    if (status)
        rw_ball_free(ball);
    return status;
}

void rw_ball_free(rw_ball *ball)
{
    rw_free(ball->marks);
    rw_free(ball->marked);
    rw_free(ball->near);
    rw_free(ball->inside);
    rw_free(ball->queue);
    rw_node_table_free(&ball->table);
    *ball = (rw_ball){0};
}

uint64_t rw_ball_table_bytes(uint32_t room)
{
    return rw_node_table_bytes(room) + 2 * room * sizeof(uint32_t);
}

static inline void set_mark(rw_ball *ball, uint32_t node, uint32_t mark)
{
    if (ball->width == 1)
        ((uint8_t *)ball->marks)[node] = (uint8_t)(mark + 1);
    else if (ball->width)
        ((uint16_t *)ball->marks)[node] = (uint16_t)(mark + 1);
    else
        ball->full |= !rw_node_table_set(&ball->table, node, mark);
}

/* Makes room in the queue, at the cost of the list behind it. */
static inline void make_room(rw_ball *ball, uint32_t nodes)
{
    if (ball->answered && ball->answered - ball->tail < nodes)
        ball->answered = 0;
}

/* Marks a node that is not in the queue, and lists it behind the queue while there is room. */
static void answer(rw_ball *ball, uint32_t node, uint32_t mark)
{
    set_mark(ball, node, mark);
    make_room(ball, 1);
    if (ball->answered)
        ball->queue[--ball->answered] = node;
}

static inline void add_to_plane(uint8_t *plane, uint32_t node)
{
    plane[node / 8] |= (uint8_t)(1 << node % 8);
}

static inline void set_near_mark(rw_ball *ball, uint32_t node, uint32_t mark)
{
    set_mark(ball, node, mark);
    add_to_plane(ball->marked, node);
}

/* Meets the nodes of a row and puts those that are new in the queue, marked unless they are of
 * layer radius - 1. Whether a node is new is as good as random, so there is no branch on it. */
static void meet_row(rw_ball *ball, rw_row row)
{
    uint8_t *near = ball->near;
    uint32_t *queue = ball->queue, tail = ball->tail;

    make_room(ball, row.degree);
    for (uint32_t i = 0; i < row.degree; i++) {
        uint32_t node = row.nodes[i];
        uint32_t byte = near[node / 8], bit = UINT32_C(1) << node % 8;

        queue[tail] = node;
        tail += !(byte & bit);
        near[node / 8] = (uint8_t)(byte | bit);
    }
    if (ball->layer + 2 < ball->radius)
        for (uint32_t i = ball->tail; i < tail; i++)
            set_near_mark(ball, queue[i], ball->layer + 1);
    ball->tail = tail;
}

/* Marks those of a row that are not yet known to be as near, in the table, which has room for all
 * of it, and puts them in the queue unless they are of the last layer. */
static void mark_in_table(rw_ball *ball, rw_row row)
{
    rw_node_table *table = &ball->table;
    uint32_t mark = ball->layer + 1;

    for (uint32_t i = 0; i < row.degree; i++) {
        rw_node_entry *entry = rw_node_table_find(table, row.nodes[i]);
        bool known = rw_node_table_has(table, entry);

        if (known && entry->value <= mark)
            continue;
        table->count += !known;
        *entry = (rw_node_entry){row.nodes[i], table->turn, mark};
        if (mark < ball->radius)
            ball->queue[ball->tail++] = row.nodes[i];
    }
}

/* Whether a row fits in the table, if there is one; else the search ends. */
static bool fits(rw_ball *ball, rw_row row)
{
    if (ball->near)
        return true;
    ball->full = ball->table.room - ball->table.count < row.degree;
    return !ball->full;
}

static inline void meet_last(rw_ball *ball, const uint32_t *nodes, uint32_t count)
{
    uint8_t *inside = ball->inside;

    for (uint32_t i = 0; i < count; i++)
        add_to_plane(inside, nodes[i]);
}

/* The nodes of layer radius from rows in cells. Most of the time of a search goes here: cells are
 * met whole, since no processor estimates the end of a loop over the degree, and rows too long for
 * a cell come last, when they have arrived. */
static void meet_last_in_cells(rw_ball *ball)
{
    const rw_rows *rows = ball->rows;
    uint32_t head = ball->head, end = ball->tail, late[RW_BALL_LATE], late_count = 0;

    while (head < end && late_count < RW_BALL_LATE) {
        uint32_t node = ball->queue[head++];
        const uint32_t *cell = rw_rows_cell(rows, node);

        if (head + PLACES_AHEAD < end)
            rw_rows_fetch_place(rows, ball->queue[head + PLACES_AHEAD]);
        ball->inside_arcs += cell[0];
        if (cell[0] < RW_CELL) {
            meet_last(ball, cell + 1, RW_CELL - 1);
        } else {
            rw_ball_fetch_row(rows, node);
            late[late_count++] = node;
        }
    }
    for (uint32_t i = 0; i < late_count; i++)
        meet_last(ball, rw_rows_get(rows, late[i]).nodes, rw_rows_get(rows, late[i]).degree);
    ball->head = head;
}

/* Fetches the rows that come next. */
static inline void fetch_next(const rw_ball *ball)
{
    if (ball->head + PLACES_AHEAD < ball->tail)
        rw_rows_fetch_place(ball->rows, ball->queue[ball->head + PLACES_AHEAD]);
    if (ball->head + ROWS_AHEAD < ball->tail)
        rw_ball_fetch_row(ball->rows, ball->queue[ball->head + ROWS_AHEAD]);
}

void rw_ball_search_last(rw_ball *ball)
{
    if (ball->inside)
        meet_last(ball, ball->queue, ball->tail);
    if (ball->rows->cells && ball->inside)
        while (ball->head < ball->tail)
            meet_last_in_cells(ball);
    while (ball->head < ball->tail) {
        rw_row row = rw_rows_get(ball->rows, ball->queue[ball->head]);

        fetch_next(ball);
        if (!fits(ball, row))
            return;
        ball->head++;
        if (ball->inside)
            meet_last(ball, row.nodes, row.degree);
        else
            mark_in_table(ball, row);
        ball->inside_arcs += row.degree;
    }
    ball->complete = ball->radius;
}

/* Carries the search of the layers before the last on by at least `arcs` arcs, or to its end; a
 * node is expanded wholly. Returns how many arcs it followed. */
static uint64_t search(rw_ball *ball, uint64_t arcs)
{
    uint64_t followed = 0;

    while (ball->complete + 1 < ball->radius && followed <= arcs && !ball->full) {
        rw_row row;

        if (ball->head == ball->layer_end) {
            uint64_t nodes = ball->layer_end - ball->layer_start;

            ball->complete = ++ball->layer;
            ball->last_arcs = ball->layer_arcs / nodes * (ball->tail - ball->head);
            ball->layer_arcs = 0;
            ball->layer_start = ball->head;
            ball->layer_end = ball->tail;
            if (ball->layer + 1 < ball->radius)
                ball->marked_end = ball->tail;
            if (ball->head == ball->tail) /* the component ends here */
                rw_ball_search_last(ball);
            continue;
        }
        fetch_next(ball);
        row = rw_rows_get(ball->rows, ball->queue[ball->head]);
        if (!fits(ball, row))
            break;
        ball->head++;
        if (ball->near)
            meet_row(ball, row);
        else
            mark_in_table(ball, row);
        followed += row.degree + 1;
        ball->layer_arcs += row.degree + 1;
    }
    return followed;
}

bool rw_ball_whole_is_cheaper(const rw_ball *ball)
{
    uint64_t questions = ball->demand > ball->questions ? ball->demand : ball->questions;

    return ball->complete + 1 == ball->radius && !ball->full &&
           questions * ball->question_arcs >= ball->last_arcs;
}

static void weigh(rw_ball *ball)
{
    if (rw_ball_whole_is_cheaper(ball))
        rw_ball_search_last(ball);
}

/* Moves the budget: up when questions cost much beside the search that they were to spare, or did
 * not spare it, as it came to its end all the same; down when they cost little. Where searches end
 * within it, it goes down slowly: to find out that it has become too low costs a search and the
 * questions besides. */
static void learn_budget(rw_ball *ball)
{
    bool ended = ball->complete + 1 >= ball->radius;

    if (ball->full) /* no budget would have led further */
        return;
    if (ball->asked > ball->ahead / 2 || (ended && !ball->ended_ahead))
        ball->budget += ball->budget / 4 + 1;
    else if (ball->asked < ball->ahead / 8 && ball->budget > ball->least_budget)
        ball->budget -= ended ? ball->budget / 512 : ball->budget / 8;
}

/* Learns how many questions about the last layer an anchor has: the mean of about eight. */
static void learn_demand(rw_ball *ball)
{
    ball->demand = ball->demand - ball->demand / 8 + ball->questions / 8;
}

static void clear_nodes(uint8_t *plane, const uint32_t *nodes, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        plane[nodes[i] / 8] = 0;
}

/* Clears by the nodes that were met where they are few: the queue has them, or their rows. */
static void clear_planes(rw_ball *ball)
{
    size_t bytes = plane_bytes(ball);

    if (!ball->near)
        return;
    if (ball->marked_end > bytes / 64)
        memset(ball->marked, 0, bytes);
    else
        clear_nodes(ball->marked, ball->queue, ball->marked_end);
    if (ball->tail > bytes / 64)
        memset(ball->near, 0, bytes);
    else
        clear_nodes(ball->near, ball->queue, ball->tail);
    if (ball->ever_listed || (rw_ball_whole(ball) && ball->tail + ball->inside_arcs > bytes / 64)) {
        memset(ball->inside, 0, bytes);
    } else if (rw_ball_whole(ball)) {
        clear_nodes(ball->inside, ball->queue, ball->tail);
        for (uint32_t i = ball->layer_start; i < ball->tail; i++) {
            rw_row row = rw_rows_get(ball->rows, ball->queue[i]);

            clear_nodes(ball->inside, row.nodes, row.degree);
        }
    }
}

/* Clears the marks one by one where they are few and listed. */
static void clear_marks(rw_ball *ball)
{
    uint32_t end = ball->rows->graph->node_count + 1;

    if (!ball->width) {
        rw_node_table_clear(&ball->table);
        ball->full = false;
        return;
    }
    if (!ball->answered || ball->marked_end + (end - ball->answered) > end / 64) {
        memset(ball->marks, 0, (size_t)(end - 1) * ball->width);
    } else {
        for (uint32_t i = 0; i < ball->marked_end; i++)
            set_mark(ball, ball->queue[i], UNKNOWN);
        for (uint32_t i = ball->answered; i < end; i++)
            set_mark(ball, ball->queue[i], UNKNOWN);
    }
    ball->answered = end;
}

/* The layers that questions need. A table grows for them, and to no more than twice of that. */
static riwalk_status search_nearest(rw_ball *ball, riwalk_error *error)
{
    while (ball->complete + 2 < ball->radius) {
        search(ball, 0);
        if (ball->full) {
            rw_row row = rw_rows_get(ball->rows, ball->queue[ball->head]);
            riwalk_status status = reserve(ball, (uint64_t)ball->table.count + row.degree, error);

            if (status)
                return status;
        }
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_ball_open(rw_ball *ball, uint32_t anchor, riwalk_error *error)
{
    riwalk_status status;

    if (ball->full && ball->table.room < ball->most_room) /* it will do with less, if it must */
        reserve(ball, 2 * (uint64_t)ball->table.room, NULL);
    learn_budget(ball);
    learn_demand(ball);
    clear_marks(ball);
    clear_planes(ball);
    ball->marked_end = ball->radius > 1;
    if (!ball->near)
        set_mark(ball, anchor, 0);
    else if (ball->marked_end)
        set_near_mark(ball, anchor, 0);
    if (ball->near)
        add_to_plane(ball->near, anchor);
    ball->queue[0] = anchor;
    ball->head = 0;
    ball->tail = ball->layer_end = 1;
    ball->layer = ball->complete = ball->layer_start = 0;
    ball->debt = ball->layer_arcs = ball->last_arcs = ball->inside_arcs = 0;
    ball->questions = ball->listed = ball->ever_listed = 0;
    if ((status = search_nearest(ball, error)))
        return status;
    ball->asked = 0;
    ball->ahead = search(ball, ball->budget);
    ball->ended_ahead = ball->complete + 1 >= ball->radius;
    weigh(ball);
    return RIWALK_STATUS_OK;
}

void rw_ball_search_near(rw_ball *ball)
{
    if (ball->near)
        search(ball, UINT64_MAX);
    weigh(ball);
}

/* Whether a neighbour of a node has a mark; the arcs looked at are added to the debt. */
static bool has_neighbor(rw_ball *ball, uint32_t node, uint32_t mark)
{
    rw_row row = rw_rows_get(ball->rows, node);
    uint32_t i = 0;

    if (ball->width == 1)
        while (i < row.degree && ((const uint8_t *)ball->marks)[row.nodes[i]] != mark + 1)
            i++;
    else
        while (i < row.degree && rw_ball_mark(ball, row.nodes[i]) != mark)
            i++;
    ball->debt += i + QUESTION_ARCS;
    ball->asked += i + QUESTION_ARCS;
    return i < row.degree;
}

static void pay(rw_ball *ball)
{
    uint64_t arcs = ball->debt;

    if (arcs <= LARGEST_DEBT || ball->full)
        return;
    ball->debt = 0;
    search(ball, arcs);
    weigh(ball);
}

/* Marks a node of layer radius - 1. The search is still expanding the layer before, so it finds
 * the node in the queue in its turn. */
static void mark_before_last(rw_ball *ball, uint32_t node)
{
    if (ball->near)
        add_to_plane(ball->near, node);
    else
        set_mark(ball, node, ball->radius - 1);
    if (ball->full) /* then nothing is expanded any more */
        return;
    make_room(ball, 1);
    ball->queue[ball->tail++] = node;
}

/* Whether an undecided node, not in layer radius - 1, has a neighbour there, while that layer is
 * not complete. Neighbours without a mark are asked in their turn. Stops when that becomes dear:
 * then *again is set, and the question is to be put again after paying. */
static bool touches_before_last(rw_ball *ball, uint32_t node, bool *again)
{
    rw_row row = rw_rows_get(ball->rows, node);
    uint32_t radius = ball->radius;

    ball->debt += row.degree;
    ball->asked += row.degree;
    if (rw_ball_row_is_near(ball, row))
        return true;
    for (uint32_t i = 0; i < row.degree; i++) {
        if (rw_ball_mark(ball, row.nodes[i]) < SPAN(ball)) /* none is near */
            continue;
        if (has_neighbor(ball, row.nodes[i], radius - 2)) {
            mark_before_last(ball, row.nodes[i]);
            return true;
        }
        answer(ball, row.nodes[i], NOT_CLOSER(ball));
        if (ball->debt > LARGEST_DEBT && !ball->full) {
            *again = true;
            return false;
        }
    }
    return false;
}

/* The distance of an unknown node while layer radius - 1 is complete. */
static uint32_t ask_last(rw_ball *ball, uint32_t node)
{
    bool inside = rw_ball_row_is_near(ball, rw_rows_get(ball->rows, node));

    answer(ball, node, inside ? ball->radius : OUTSIDE(ball));
    ball->questions++;
    weigh(ball);
    return inside ? ball->radius : OUTSIDE(ball);
}

/* The same while layer radius - 2 is complete, and the next one is not. */
static uint32_t ask_before_last(rw_ball *ball, uint32_t node, uint32_t bound, bool *again)
{
    uint32_t radius = ball->radius;

    if (bound < radius)
        return radius - 1;
    if (rw_ball_mark(ball, node) != NOT_CLOSER(ball) && has_neighbor(ball, node, radius - 2))
        return radius - 1;
    if (bound == radius || touches_before_last(ball, node, again))
        return radius;
    return *again ? NOT_CLOSER(ball) : OUTSIDE(ball);
}

/* An unknown node is further than `complete`, and at most at `bound`. */
uint32_t rw_ball_ask(rw_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t radius = ball->radius, distance = NOT_CLOSER(ball), mark;
    bool again;

    do {
        again = false;
        if (ball->near && rw_ball_near(ball, node)) /* the search has been carried on */
            return radius - 1;
        if (rw_ball_whole(ball))
            return radius + !rw_ball_inside(ball, node);
        if (ball->complete + 1 == radius && bound <= radius) /* not put again with such a bound */
            return radius;
        if ((mark = rw_ball_mark(ball, node)) <= OUTSIDE(ball))
            return mark;
        if (ball->complete + 1 == radius)
            return ask_last(ball, node);
        distance = ask_before_last(ball, node, bound, &again);
        if (distance + 1 == radius)
            mark_before_last(ball, node);
        else
            answer(ball, node, distance);
        pay(ball);
    } while (again);
    return distance;
}
