/* SPDX-License-Identifier: MIT */
/*
 * The ball of an anchor, and distances in it, without visiting the whole ball. One object per
 * worker, opened on one anchor after the other.
 *
 * Breadth-first search marks the nearest layers under a budget of arcs. What walks ask about the
 * others is answered from the marks of their neighbours, and remembered. Asking is counted in arcs
 * as well, and for every arc spent on asking the search is carried on by another: so the work is
 * never much more than that of the cheaper way. The budget follows what earlier anchors needed; it
 * has no influence on any answer. docs/design.md has the proof that answers are
 * exact.
 *
 * Marks are an array over all nodes, or, in graphs too large for one per worker, a table of those
 * that have been met. The search ends early where that is full: answers are found by questions
 * then, and not remembered.
 */
#ifndef RW_ROLES_BALL_H
#define RW_ROLES_BALL_H

#include "graph/rows.h"
#include "roles/node_table.h"

/* The room that a table grows to where balls are large, in nodes: those of sparse graphs fit. */
#define RW_BALL_ROOM (UINT32_C(1) << 18)

typedef struct rw_ball {
    const rw_rows *rows;
    uint32_t radius;
    uint64_t least_budget;
    uint64_t budget;     /* arcs that the search may follow before any question; learnt */
    uint64_t ahead;      /* arcs that it did follow */
    bool ended_ahead;    /* it came to its end with them */
    uint64_t asked;      /* arcs that questions looked at */
    void *marks;         /* [nodes]: 0, unknown; else a distance, or another answer, plus 1 */
    uint32_t width;      /* of a mark in bytes: 1, or 2 as the radius asks for; 0: in the table */
    rw_node_table table; /* marks of nodes, instead of marks and plane */
    uint32_t most_room;  /* of the table, unless the layers that are always searched need more */
    bool full;           /* a node did not fit in the table, and the search has ended */
    uint8_t *plane; /* [nodes] bits: those that the search has met; layer radius has no marks */
    uint64_t plane_arcs; /* that led to them */
    uint32_t *queue;     /* [nodes + 1, or the table's room]: the search, layer after layer */
    uint32_t answered;   /* from here on the queue has nodes that questions have marked; 0: lost */
    uint32_t head;       /* the next node to expand */
    uint32_t tail;
    uint32_t layer;     /* of the node at head */
    uint32_t layer_end; /* where the next layer starts in the queue */
    uint32_t complete;  /* all nodes at most so far are marked; at least radius - 2 */
    uint64_t debt;      /* arcs spent on questions since the search was last carried on */
} rw_ball;

typedef struct rw_layer_counts {
    uint32_t closer;
    uint32_t same;
    uint32_t further;
} rw_layer_counts;

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

static inline const void *rw_ball_mark_place(const rw_ball *ball, uint32_t node)
{
    return ball->width
               ? (const char *)ball->marks + (size_t)node * ball->width
               : (const void *)&ball->table.entries[rw_node_table_place(&ball->table, node)];
}

/* Whether the search has met a node, which is then in the ball. */
static inline bool rw_ball_met(const rw_ball *ball, uint32_t node)
{
    if (!ball->plane)
        return rw_node_table_get(&ball->table, node) <= ball->radius;
    return ball->plane[node / 8] >> node % 8 & 1;
}

/* Whether the search has met all nodes of the ball. */
static inline bool rw_ball_whole(const rw_ball *ball)
{
    return ball->complete == ball->radius;
}

/* The distance of a node from the anchor; radius + 1 for every node outside the ball. `bound` is
 * one more than the distance of some neighbour of the node that is inside the ball. */
static inline uint32_t rw_ball_distance(rw_ball *ball, uint32_t node, uint32_t bound)
{
    uint32_t mark = rw_ball_mark(ball, node);

    if (mark <= ball->radius + 1)
        return mark;
    if (rw_ball_met(ball, node))
        return ball->radius;
    if (ball->complete == ball->radius)
        return ball->radius + 1;
    return rw_ball_ask(ball, node, bound);
}

/* Counts the neighbours of a node in the layers about it; those outside the ball do not count. */
rw_layer_counts rw_ball_layers(rw_ball *ball, uint32_t node, uint32_t distance);

#endif
