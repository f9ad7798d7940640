/* SPDX-License-Identifier: MIT */
/* Distances in a ball: a search that can be carried on at any time, and questions about nodes that
 * it has not reached. See ball.h. */
#include "roles/ball.h"

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

/* Rows too long for their cells that are put off at once. */
#define LATE 64

static size_t plane_bytes(const rw_ball *ball)
{
    return (size_t)ball->rows->graph->node_count / 8 + 1;
}

static riwalk_status init_arrays(rw_ball *ball, riwalk_error *error)
{
    uint32_t nodes = ball->rows->graph->node_count;

    ball->answered = nodes + 1;
    ball->width = SPAN(ball) >= UINT8_MAX ? 2 : 1;
    ball->marks = rw_alloc_zeroed(nodes, ball->width, error);
    ball->plane = rw_alloc_zeroed(plane_bytes(ball), sizeof *ball->plane, error);
    ball->queue = rw_alloc((size_t)nodes + 1, sizeof *ball->queue, error);
    return ball->marks && ball->plane && ball->queue ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
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
    rw_free(ball->plane);
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

static inline void meet(rw_ball *ball, uint32_t node)
{
    if (ball->plane)
        ball->plane[node / 8] |= (uint8_t)(1 << node % 8);
}

/* Meets the nodes of a row, marks those that are new and puts them in the queue. Whether a node is
 * new is as good as random, so there is no branch on it. */
static void mark_row(rw_ball *ball, rw_row row)
{
    uint8_t *plane = ball->plane;
    uint32_t *queue = ball->queue, tail = ball->tail;

    make_room(ball, row.degree);
    for (uint32_t i = 0; i < row.degree; i++) {
        uint32_t node = row.nodes[i];
        uint32_t byte = plane[node / 8], bit = UINT32_C(1) << node % 8;

        queue[tail] = node;
        tail += !(byte & bit);
        plane[node / 8] = (uint8_t)(byte | bit);
    }
    if (ball->width == 1)
        for (uint32_t i = ball->tail; i < tail; i++)
            ((uint8_t *)ball->marks)[queue[i]] = (uint8_t)(ball->layer + 2);
    else
        for (uint32_t i = ball->tail; i < tail; i++)
            set_mark(ball, queue[i], ball->layer + 1);
    ball->tail = tail;
}

/* The same for the last layer, which nothing is expanded from. */
static inline void meet_nodes(rw_ball *ball, const uint32_t *nodes, uint32_t count)
{
    uint8_t *plane = ball->plane;

    for (uint32_t i = 0; i < count; i++)
        plane[nodes[i] / 8] |= (uint8_t)(1 << nodes[i] % 8);
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
    if (ball->plane)
        return true;
    ball->full = ball->table.room - ball->table.count < row.degree;
    return !ball->full;
}

/* All nodes of a layer from head on, or until more than `arcs` arcs have been followed; returns how
 * many were. For rows in cells, and apart from `search`, as most of its time goes here: cells are
 * met whole, since no processor estimates the end of a loop over the degree, and rows too long for
 * a cell come last, when they have arrived. */
static uint64_t meet_layer(rw_ball *ball, uint64_t arcs)
{
    const rw_rows *rows = ball->rows;
    uint32_t head = ball->head, end = ball->layer_end, late[LATE], late_count = 0;
    uint64_t followed = 0;

    while (head < end && followed <= arcs && late_count < LATE) {
        uint32_t node = ball->queue[head++];
        const uint32_t *cell = rw_rows_cell(rows, node);

        if (head + PLACES_AHEAD < end)
            rw_rows_fetch_place(rows, ball->queue[head + PLACES_AHEAD]);
        followed += cell[0] + 1;
        if (cell[0] < RW_CELL) {
            meet_nodes(ball, cell + 1, RW_CELL - 1);
        } else {
            rw_rows_fetch(rows, node);
            late[late_count++] = node;
        }
    }
    for (uint32_t i = 0; i < late_count; i++)
        meet_nodes(ball, rw_rows_get(rows, late[i]).nodes, rw_rows_get(rows, late[i]).degree);
    ball->plane_arcs += followed;
    ball->head = head;
    return followed;
}

/* Carries the search on by at least `arcs` arcs, or to its end; a node is expanded wholly. Returns
 * how many arcs it followed. */
static uint64_t search(rw_ball *ball, uint64_t arcs)
{
    const rw_rows *rows = ball->rows;
    uint64_t followed = 0;

    while (ball->complete < ball->radius && followed <= arcs && !ball->full) {
        rw_row row;

        if (ball->head == ball->layer_end) {
            ball->complete = ++ball->layer;
            if (ball->head == ball->tail) /* the component ends here */
                ball->complete = ball->radius;
            ball->layer_end = ball->tail;
            continue;
        }
        if (rows->cells && ball->plane && ball->layer + 1 == ball->radius) {
            followed += meet_layer(ball, arcs - followed);
            continue;
        }
        if (ball->head + PLACES_AHEAD < ball->tail)
            rw_rows_fetch_place(rows, ball->queue[ball->head + PLACES_AHEAD]);
        if (ball->head + ROWS_AHEAD < ball->tail)
            rw_rows_fetch(rows, ball->queue[ball->head + ROWS_AHEAD]);
        row = rw_rows_get(rows, ball->queue[ball->head]);
        if (!fits(ball, row))
            break;
        ball->head++;
        if (!ball->plane)
            mark_in_table(ball, row);
        else if (ball->layer + 1 < ball->radius)
            mark_row(ball, row);
        else
            meet_nodes(ball, row.nodes, row.degree);
        followed += row.degree + 1;
        ball->plane_arcs += row.degree;
    }
    return followed;
}

/* Moves the budget: up when questions cost much beside the search that they were to spare, or did
 * not spare it, as it came to its end all the same; down when they cost little. Where searches end
 * within it, it goes down slowly: to find out that it has become too low costs a search and the
 * questions besides. */
static void learn_budget(rw_ball *ball)
{
    bool ended = ball->complete == ball->radius;

    if (ball->full) /* no budget would have led further */
        return;
    if (ball->asked > ball->ahead / 2 || (ended && !ball->ended_ahead))
        ball->budget += ball->budget / 4 + 1;
    else if (ball->asked < ball->ahead / 8 && ball->budget > ball->least_budget)
        ball->budget -= ended ? ball->budget / 512 : ball->budget / 8;
}

/* Clears by the rows that set the bits where they are few: the queue still has their nodes. */
static void clear_plane(rw_ball *ball)
{
    size_t bytes = plane_bytes(ball);

    if (!ball->plane)
        return;
    if (ball->plane_arcs > bytes / 64) {
        memset(ball->plane, 0, bytes);
        ball->plane_arcs = 0;
        return;
    }
    for (uint32_t i = 0; i < ball->tail; i++)
        ball->plane[ball->queue[i] / 8] = 0;
    ball->plane_arcs = 0;
    while (ball->head) {
        rw_row row = rw_rows_get(ball->rows, ball->queue[--ball->head]);

        for (uint32_t i = 0; i < row.degree; i++)
            ball->plane[row.nodes[i] / 8] = 0;
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
    if (!ball->answered || ball->tail + (end - ball->answered) > end / 64) {
        memset(ball->marks, 0, (size_t)(end - 1) * ball->width);
    } else {
        for (uint32_t i = 0; i < ball->tail; i++)
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
    clear_marks(ball);
    clear_plane(ball);
    set_mark(ball, anchor, 0);
    meet(ball, anchor);
    ball->queue[0] = anchor;
    ball->head = 0;
    ball->tail = ball->layer_end = 1;
    ball->layer = ball->complete = 0;
    ball->debt = 0;
    if ((status = search_nearest(ball, error)))
        return status;
    ball->asked = 0;
    ball->ahead = search(ball, ball->budget);
    ball->ended_ahead = ball->complete == ball->radius;
    return RIWALK_STATUS_OK;
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
}

/* Marks a node of layer radius - 1. The search is still expanding the layer before, so it finds
 * the node in the queue in its turn. */
static void mark_before_last(rw_ball *ball, uint32_t node)
{
    set_mark(ball, node, ball->radius - 1);
    if (ball->full) /* then nothing is expanded any more */
        return;
    meet(ball, node);
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

    if (has_neighbor(ball, node, radius - 1))
        return true;
    for (uint32_t i = 0; i < row.degree; i++) {
        if (rw_ball_mark(ball, row.nodes[i]) < SPAN(ball))
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
static uint32_t ask_last(rw_ball *ball, uint32_t node, uint32_t bound)
{
    if (bound <= ball->radius || has_neighbor(ball, node, ball->radius - 1))
        return ball->radius;
    return OUTSIDE(ball);
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
    uint32_t radius = ball->radius, distance = NOT_CLOSER(ball);
    bool again;

    do {
        again = false;
        if (rw_ball_mark(ball, node) <= radius) /* the search has been carried on and found it */
            return rw_ball_mark(ball, node);
        if (rw_ball_met(ball, node))
            return radius;
        if (ball->complete == radius)
            distance = OUTSIDE(ball);
        else if (ball->complete + 1 == radius)
            distance = ask_last(ball, node, bound);
        else
            distance = ask_before_last(ball, node, bound, &again);
        if (ball->complete + 2 == radius && distance + 1 == radius)
            mark_before_last(ball, node);
        else
            answer(ball, node, distance);
        pay(ball);
    } while (again);
    return distance;
}

/* Neighbours that are closer or beside, of a node up to layer `complete`: all of them have marks,
 * and in the last layer those that are beside have bits alone. */
static inline rw_layer_counts count_known(const rw_ball *ball, rw_row row, uint32_t distance,
                                          bool bytes)
{
    const uint8_t *marks = ball->marks, *plane = ball->plane;
    bool last = distance == ball->radius;
    rw_layer_counts layers = {0};

    for (uint32_t i = 0; i < row.degree; i++) {
        uint32_t node = row.nodes[i];
        uint32_t mark = bytes ? (uint8_t)(marks[node] - 1) : rw_ball_mark(ball, node);

        layers.closer += mark < distance;
        if (!last)
            layers.same += mark == distance;
        else
            layers.same += bytes ? plane[node / 8] >> node % 8 & 1 : rw_ball_met(ball, node);
    }
    if (last)
        layers.same -= layers.closer;
    else
        layers.further = row.degree - layers.closer - layers.same;
    return layers;
}

rw_layer_counts rw_ball_layers(rw_ball *ball, uint32_t node, uint32_t distance)
{
    rw_row row = rw_rows_get(ball->rows, node);
    uint32_t counts[3] = {0};

    if (distance <= ball->complete)
        return ball->width == 1 ? count_known(ball, row, distance, true)
                                : count_known(ball, row, distance, false);
    for (uint32_t i = 0; i < row.degree; i++)
        counts[rw_ball_distance(ball, row.nodes[i], distance + 1) + 1 - distance]++;
    return (rw_layer_counts){counts[0], counts[1], distance == ball->radius ? 0 : counts[2]};
}
