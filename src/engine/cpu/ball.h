/* SPDX-License-Identifier: MIT */
/*
 * The ball of an anchor, and distances in it, without visiting the whole ball. One object per
 * worker, opened on one anchor after the other.
 *
 * Breadth-first search marks the nearest layers under a budget of arcs. What walks ask about the
 * others is answered from the marks of their neighbours. Up to layer radius - 1 asking is counted
 * in arcs as well, and for every arc spent on asking the search is carried on by another. The last
 * layer is searched where questions about it would cost as much: so the work is never much more
 * than that of the cheaper way. The budget and the questions that are expected follow what earlier
 * anchors needed; they have no influence on any answer. docs/design.md has the proof that answers
 * are exact.
 *
 * Marks are an array over all nodes, or, in graphs too large for one per worker, a table of those
 * that have been met. The search ends early where that is full: answers are found by questions
 * then, and not remembered.
 */
#ifndef RW_ENGINE_CPU_BALL_H
#define RW_ENGINE_CPU_BALL_H

#include "engine/cpu/node_table.h"
#include "engine/cpu/rows.h"

#include <string.h>

/* The room that a table grows to where balls are large, in nodes: those of sparse graphs fit. */
#define RW_BALL_ROOM (UINT32_C(1) << 18)

typedef struct rw_layer_counts {
    uint32_t closer;
    uint32_t same;
    uint32_t further;
} rw_layer_counts;

typedef struct rw_ball {
    const rw_rows *rows;
    uint32_t radius;
    uint64_t least_budget;
    uint64_t budget;      /* arcs that the search may follow before any question; learnt */
    uint64_t ahead;       /* arcs that it did follow */
    bool ended_ahead;     /* it came to its end with them */
    uint64_t asked;       /* arcs that questions looked at */
    void *marks;          /* [nodes]: 0, unknown; else a distance, or another answer, plus 1 */
    uint32_t width;       /* of a mark in bytes: 1, or 2 as the radius asks for; 0: in the table */
    rw_node_table table;  /* marks of nodes, instead of marks and planes */
    uint32_t most_room;   /* of the table, unless the layers that are always searched need more */
    bool full;            /* a node did not fit in the table, and the search has ended */
    uint8_t *marked;      /* [nodes] bits: those met up to layer radius - 2, which have marks */
    uint8_t *near;        /* [nodes] bits: those met up to layer radius - 1, which has no marks */
    uint8_t *inside;      /* [nodes] bits: all of the ball, once it is whole; else some of it */
    uint64_t inside_arcs; /* that were followed to them from layer radius - 1 */
    uint32_t *queue;      /* [nodes + 1, or the table's room]: the search, layer after layer */
    uint32_t answered;    /* from here on the queue has nodes that questions have marked; 0: lost */
    uint32_t head;        /* the next node to expand */
    uint32_t tail;
    uint32_t layer;         /* of the node at head */
    uint32_t layer_start;   /* of that layer in the queue */
    uint32_t layer_end;     /* where the next one starts */
    uint32_t complete;      /* all nodes at most so far are marked; at least radius - 2 */
    uint64_t layer_arcs;    /* followed from that layer */
    uint64_t debt;          /* arcs spent on questions since the search was last carried on */
    uint64_t last_arcs;     /* of layer radius - 1, roughly: what it takes to make the ball whole */
    uint64_t question_arcs; /* what a question about layer radius costs, in arcs of that search */
    uint64_t questions;     /* that there have been, or would have been were the ball not whole */
    uint32_t listed;        /* nodes behind the queue that are asked about together */
    bool ever_listed;       /* some were, and answers are among those inside */
    uint32_t marked_end;    /* of those in the queue that have marks */
    uint64_t demand;        /* the questions that are expected of an anchor; learnt */
} rw_ball;

/* `budget` is the least that the budget may become, `room` what a table grows to, or 0: then marks
 * are an array. `rows` must outlive the ball. */
riwalk_status rw_ball_init(rw_ball *ball, const rw_rows *rows, uint32_t radius, uint64_t budget,
                           uint32_t room, riwalk_error *error);
void rw_ball_free(rw_ball *ball);

/* The bytes of a ball with a table of that room. */
uint64_t rw_ball_table_bytes(uint32_t room);

/* Fails only where a table must grow, and cannot, for the layers that are always searched. */
riwalk_status rw_ball_open(rw_ball *ball, uint32_t anchor, riwalk_error *error);

uint32_t rw_ball_ask(rw_ball *ball, uint32_t node, uint32_t bound);

/* The distance of a node, or another answer; a great number where it is unknown. */
static inline uint32_t rw_ball_mark(const rw_ball *ball, uint32_t node)
{
    if (ball->width == 1)
        return (uint8_t)(((const uint8_t *)ball->marks)[node] - 1);
    return ball->width ? (uint16_t)(((const uint16_t *)ball->marks)[node] - 1)
                       : rw_node_table_get(&ball->table, node);
}

/* Reads words, of a little-endian machine as everywhere: planes are written in bytes, because
 * neighbours with near numbers would wait for each other's words. */
static inline bool rw_ball_bit(const uint8_t *plane, uint32_t node)
{
    uint32_t word;

    memcpy(&word, plane + node / 32 * sizeof word, sizeof word);
    return word >> node % 32 & 1;
}

/* Whether the search has met a node, which is then nearer than the radius. */
static inline bool rw_ball_near(const rw_ball *ball, uint32_t node)
{
    if (!ball->near)
        return rw_node_table_get(&ball->table, node) < ball->radius;
    return rw_ball_bit(ball->near, node);
}

/* Whether it has met a node before layer radius - 1, and marked it. There is no table. */
static inline bool rw_ball_marked(const rw_ball *ball, uint32_t node)
{
    return rw_ball_bit(ball->marked, node);
}

/* What is looked at first about a node. */
static inline const void *rw_ball_place(const rw_ball *ball, uint32_t node)
{
    return ball->near ? (const void *)&ball->near[node / 8]
                      : (const void *)&ball->table.entries[rw_node_table_place(&ball->table, node)];
}

/* Whether a node is in the ball, which is whole, or of which that has been asked. */
static inline bool rw_ball_inside(const rw_ball *ball, uint32_t node)
{
    if (!ball->inside)
        return rw_node_table_get(&ball->table, node) <= ball->radius;
    return rw_ball_bit(ball->inside, node);
}

/* Whether the search has met all nodes of the ball. */
static inline bool rw_ball_whole(const rw_ball *ball)
{
    return ball->complete == ball->radius;
}

/* Whether nodes may be listed to be asked about together. */
static inline bool rw_ball_lists(const rw_ball *ball)
{
    return ball->complete + 1 == ball->radius && ball->near;
}

/* Lists the places of those nodes that are outside a ball, which is whole; returns how many. */
uint32_t rw_ball_list_outside(const rw_ball *ball, const uint32_t *nodes, uint32_t count,
                              uint32_t *places);

/* The distance of a node from the anchor; radius + 1 for every node outside the ball. `bound` is
 * one more than the distance of some neighbour of the node that is inside the ball. */
static inline uint32_t rw_ball_distance(rw_ball *ball, uint32_t node, uint32_t bound)
{
    if (!ball->near) {
        uint32_t mark = rw_ball_mark(ball, node);

        if (mark <= ball->radius + 1)
            return mark;
        return rw_ball_whole(ball) ? ball->radius + 1 : rw_ball_ask(ball, node, bound);
    }
    if (rw_ball_near(ball, node))
        return rw_ball_marked(ball, node) ? rw_ball_mark(ball, node) : ball->radius - 1;
    if (rw_ball_whole(ball))
        return ball->radius + !rw_ball_inside(ball, node);
    return rw_ball_ask(ball, node, bound);
}

/* Finds out which neighbours of nodes at the radius are in the ball, as rw_ball_inside says then:
 * some are listed, one list after the other, and then all are asked about, while rows are fetched
 * for those that come next. In a ball that is whole nothing is to be done. */
void rw_ball_list(rw_ball *ball, const uint32_t *nodes, uint32_t count);
void rw_ball_answer(rw_ball *ball);

/* Searches all layers but the last, as counts need them. */
void rw_ball_search_near(rw_ball *ball);

/* Counts the neighbours of a node in the layers about it; those outside the ball do not count. The
 * neighbours of a node at the radius have been asked about. */
rw_layer_counts rw_ball_layers(rw_ball *ball, rw_row row, uint32_t distance);

/* ---- For the files of the ball alone ---- */

/* Rows too long for their cells that are put off at once. */
#define RW_BALL_LATE 64

/* Fetches the row of a node as far as processors do not by themselves. */
static inline void rw_ball_fetch_row(const rw_rows *rows, uint32_t node)
{
    rw_row row = rw_rows_get(rows, node);

    if (row.degree >= RW_CELL || !rows->cells)
        for (uint32_t i = 0; i < row.degree && i < 4 * RW_CELL; i += RW_CELL)
            __builtin_prefetch(row.nodes + i);
    __asm__ volatile("");
}

/* Whether one of a row is nearer than the radius. */
static inline bool rw_ball_row_is_near(const rw_ball *ball, rw_row row)
{
    const uint8_t *near = ball->near;
    uint32_t i = 0;

    if (near)
        while (i < row.degree && !rw_ball_bit(near, row.nodes[i]))
            i++;
    else
        while (i < row.degree && !rw_ball_near(ball, row.nodes[i]))
            i++;
    return i < row.degree;
}

/* Whether it costs less to make the ball whole than to answer the questions that are expected, or
 * no more than those that there have been. */
bool rw_ball_whole_is_cheaper(const rw_ball *ball);

/* Searches the last layer, from the one before it or, where the component has ended earlier, from
 * nothing: then the ball is whole, unless the table is full. */
void rw_ball_search_last(rw_ball *ball);

#endif
