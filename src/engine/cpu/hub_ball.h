/* SPDX-License-Identifier: MIT */
/*
 * The ball of an anchor in a graph with hubs, where a few steps lead to most of the graph.
 *
 * Layers up to radius - 2 are searched, by ranks (hubs.h). Nodes next to hubs of layer radius - 3
 * are not expanded: planes tell what is within two steps of a hub. Other nodes are asked about, or
 * the search goes on where that is cheaper. docs/design.md has the proof that answers are exact.
 */
#ifndef RW_ENGINE_CPU_HUB_BALL_H
#define RW_ENGINE_CPU_HUB_BALL_H

#include "engine/cpu/ball.h"

/* Smaller balls are searched as quickly without hubs; larger ones are all of a graph with hubs. */
static inline bool rw_hub_ball_fits(uint32_t radius)
{
    return radius >= 3 && radius <= 7;
}

/* `hubs` must outlive the ball; the radius fits. Where layers are to be counted, all layers but the
 * last are searched. */
riwalk_status rw_hub_ball_create(const rw_hubs *hubs, uint32_t radius, bool counts, rw_ball **ball,
                                 riwalk_error *error);

#endif
