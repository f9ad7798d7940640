/* SPDX-License-Identifier: MIT */
/* A plain ball with a table of the nodes it met, for graphs too large for arrays over all nodes per
 * worker (ball_search.h). If the table is full the search ends; answers are then found by questions
 * and not remembered. */
#include "engine/cpu/node_table.h"

#include "base/error.h"

struct marks {
    rw_node_table table; /* distances, also of layer radius, and answers to questions */
    uint32_t most_room;  /* exceeded only by the layers that are always searched */
};

#include "engine/cpu/ball_search.h"

#include "engine/cpu/ball_questions.h"

/* The initial room of a table: small, to stay in the caches. */
#define FIRST_ROOM 256

static inline uint32_t answer_of(const plain_ball *ball, uint32_t node)
{
    return rw_node_table_get(&ball->marks.table, node);
}

static inline uint32_t found_distance(const plain_ball *ball, uint32_t node, bool inside)
{
    uint32_t distance = answer_of(ball, node);

    if (distance <= OUTSIDE(ball))
        return distance;
    return is_whole(ball) ? OUTSIDE(ball) : UNKNOWN;
}

static inline bool scan_for_nearer(const plain_ball *ball, rw_row row)
{
    uint32_t i = 0;

    while (i < row.degree && answer_of(ball, row.nodes[i]) >= ball->base.radius)
        i++;
    return i < row.degree;
}

static void remember_answer(plain_ball *ball, uint32_t node, uint32_t answer)
{
    ball->full |= !rw_node_table_set(&ball->marks.table, node, answer);
}

/* The queue has room for all nodes of the table. */
static void add_before_last(plain_ball *ball, uint32_t node)
{
    if (rw_node_table_set(&ball->marks.table, node, ball->base.radius - 1))
        ball->queue[ball->tail++] = node;
    else
        ball->full = true;
}

/* Marks the nodes of a row that are not known to be as close. Nodes of the last layer are not
 * queued. */
static bool meet_row(plain_ball *ball, rw_row row)
{
    rw_node_table *table = &ball->marks.table;
    uint32_t distance = ball->layer + 1;

    ball->full = table->room - table->count < row.degree;
    for (uint32_t i = 0; i < row.degree && !ball->full; i++) {
        rw_node_entry *entry = rw_node_table_find(table, row.nodes[i]);
        bool known = rw_node_table_has(table, entry);

        if (known && entry->value <= distance)
            continue;
        table->count += !known;
        *entry = (rw_node_entry){row.nodes[i], table->turn, distance};
        if (distance < ball->base.radius)
            ball->queue[ball->tail++] = row.nodes[i];
    }
    return !ball->full;
}

static void search_last(plain_ball *ball)
{
    while (ball->head < ball->tail) {
        rw_row row = rw_adjacency_row(ball->adjacency, ball->queue[ball->head]);

        fetch_next(ball);
        if (!may_follow(ball, row.degree) || !meet_row(ball, row))
            return;
        ball->head++;
        ball->inside_arcs += row.degree;
    }
    ball->base.known = ball->base.radius;
}

static void begin_marks(plain_ball *ball, uint32_t anchor)
{
    rw_node_table_clear(&ball->marks.table);
    ball->full = false;
    rw_node_table_set(&ball->marks.table, anchor, 0);
}

/* Makes room in the table, and as much in the queue; a table's room is a power of two. */
static riwalk_status reserve(plain_ball *ball, uint64_t nodes, riwalk_error *error)
{
    RW_HAVE(rw_resize_at(&ball->queue, 2 * nodes, sizeof *ball->queue, error));
    RW_MUST(rw_node_table_reserve(&ball->marks.table, nodes, error));
    ball->full = false;
    return RIWALK_STATUS_OK;
}

/* Opens the ball. The table grows as needed for layers up to radius - 2, which questions need. */
static riwalk_status open_ball(rw_ball *base, uint32_t anchor, riwalk_error *error)
{
    plain_ball *ball = (plain_ball *)base;
    rw_node_table *table = &ball->marks.table;
    bool was_full = ball->full;

    begin_search(ball, anchor);
    if (was_full && table->room < ball->marks.most_room) /* optional: works with less */
        reserve(ball, 2 * (uint64_t)table->room, NULL);
    while (ball->base.known + 2 < base->radius) {
        search(ball, 0);
        if (ball->full) {
            rw_row row = rw_adjacency_row(ball->adjacency, ball->queue[ball->head]);

            RW_MUST(reserve(ball, (uint64_t)table->count + row.degree, error));
        }
    }
    search_ahead(ball);
    return RIWALK_STATUS_OK;
}

static inline void fetch_mark(const plain_ball *ball, uint32_t node)
{
    __builtin_prefetch(&ball->marks.table.entries[rw_node_table_place(&ball->marks.table, node)]);
}

static void find_inside(rw_ball *base, const uint32_t *nodes, uint32_t count, bool *inside)
{
    plain_ball *ball = (plain_ball *)base;
    bool whole = is_whole(ball);

    for (uint32_t i = 0; i < count; i++) {
        inside[i] = distance_of(ball, nodes[i], OUTSIDE(ball)) <= base->radius;
        ball->questions += whole && !inside[i];
    }
}

static uint32_t list_inside(rw_ball *base, uint32_t node, rw_row row, uint32_t *inside)
{
    plain_ball *ball = (plain_ball *)base;
    uint32_t count = 0;

    if (members_are_few(ball, row))
        return look_up_members(ball, row, inside);
    ball->questions += is_whole(ball) ? row.degree : 0;
    for (uint32_t i = 0; i < row.degree; i++) {
        inside[count] = row.nodes[i];
        count += distance_of(ball, row.nodes[i], OUTSIDE(ball)) <= base->radius;
    }
    return count;
}

static rw_layer_counts count_stop(plain_ball *ball, rw_row row, uint32_t distance)
{
    uint32_t counts[3] = {0};
    rw_layer_counts layers;

    if (count_by_look_up(ball, row, distance, &layers))
        return layers;
    for (uint32_t i = 0; i < row.degree; i++)
        counts[distance_of(ball, row.nodes[i], distance + 1) + 1 - distance]++;
    return (rw_layer_counts){counts[0], counts[1], distance == ball->base.radius ? 0 : counts[2]};
}

static void ask_to_count(plain_ball *ball, const rw_stops *stops, unsigned side)
{
    weigh(ball);
}

static void free_marks(plain_ball *ball)
{
    rw_node_table_free(&ball->marks.table);
    rw_free(ball->queue);
}

static riwalk_status make_marks(plain_ball *ball, const rw_ball_setup *setup, riwalk_error *error)
{
    RW_MUST(rw_pool_status(&ball->pool));
    ball->marks.most_room = setup->room;
    return reserve(ball, setup->room < FIRST_ROOM ? setup->room : FIRST_ROOM, error);
}

riwalk_status rw_table_ball_create(const rw_ball_setup *setup, rw_ball **ball, riwalk_error *error)
{
    static const rw_ball_kind kind = {free_ball,   open_ball,   find_distances,
                                      find_inside, list_inside, count_layers};

    return create_ball(&kind, setup, ball, error);
}
