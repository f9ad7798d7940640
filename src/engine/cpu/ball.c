/* SPDX-License-Identifier: MIT */
/* Chooses the implementation of a ball (ball.h). */
#include "engine/cpu/ball.h"

#include "engine/cpu/node_table.h"

/* Most nodes of a table for large balls: balls of sparse graphs fit. */
#define TABLE_ROOM (UINT32_C(1) << 18)

/* A question's cost in arcs: looking at a neighbour costs as much as following two arcs. */
static uint64_t question_arcs(const riwalk_graph *graph)
{
    return 4 + (graph->node_count ? 2 * graph->arc_count / graph->node_count : 0);
}

riwalk_status rw_ball_create(rw_ball_setup setup, bool large, rw_ball **ball, riwalk_error *error)
{
    setup.question_arcs = question_arcs(setup.adjacency->graph);
    setup.room = TABLE_ROOM;
    if (setup.adjacency->hubs && rw_hub_ball_fits(setup.radius))
        return rw_hub_ball_create(&setup, ball, error);
    if (large || !rw_array_ball_fits(setup.radius))
        return rw_table_ball_create(&setup, ball, error);
    return rw_array_ball_create(&setup, ball, error);
}

void rw_ball_free(rw_ball *ball)
{
    if (ball)
        ball->kind->free(ball);
}

uint64_t rw_ball_bytes(uint32_t nodes, bool large)
{
    return large ? rw_node_table_bytes(TABLE_ROOM) + 2 * TABLE_ROOM * sizeof(uint32_t)
                 : (uint64_t)nodes * 7;
}
