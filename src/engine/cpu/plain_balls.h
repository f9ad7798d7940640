/* SPDX-License-Identifier: MIT */
/*
 * Balls that are searched breadth-first, without visiting the whole ball: with arrays over all
 * nodes (array_ball.c) or with a table of those it met (table_ball.c).
 */
#ifndef RW_ENGINE_CPU_PLAIN_BALLS_H
#define RW_ENGINE_CPU_PLAIN_BALLS_H

#include "engine/cpu/ball.h"

typedef struct rw_plain_setup {
    const rw_adjacency *adjacency;
    uint32_t radius;
    uint64_t budget;        /* the least that the budget of arcs may become */
    uint64_t question_arcs; /* what a question about the last layer costs, in arcs of a search */
    uint32_t room;          /* what a table may grow to, in nodes */
} rw_plain_setup;

/* Arrays keep distances in bytes, with two more answers and a zero. */
static inline bool rw_array_ball_fits(uint32_t radius)
{
    return radius + 3 < UINT8_MAX;
}

riwalk_status rw_array_ball_create(const rw_plain_setup *setup, rw_ball **ball,
                                   riwalk_error *error);
riwalk_status rw_table_ball_create(const rw_plain_setup *setup, rw_ball **ball,
                                   riwalk_error *error);

/* The bytes of a ball with a table of that room. */
uint64_t rw_table_ball_bytes(uint32_t room);

#endif
