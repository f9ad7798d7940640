/* SPDX-License-Identifier: MIT */
/* The place of a node in the ball of an anchor, which was searched up to radius - 1 (search.h): in
 * a table, or in planes of bits by label. */
#ifndef RW_ENGINE_CUDA_QUESTIONS_H
#define RW_ENGINE_CUDA_QUESTIONS_H

#include "engine/cuda/block.h"

RW_LANE uint32_t rw_hash(uint32_t node, unsigned bits)
{
    return (node * 2654435769U) >> (32 - bits);
}

/* The layer of a node in the ball's table, or RW_NONE. */
RW_LANE uint32_t rw_ball_layer(const rw_block *b, uint32_t node)
{
    uint32_t place = rw_hash(node, RW_TABLE_BITS), key;

    while (((key = b->keys[place]) & RW_NODE_MASK) != node) {
        if (key == RW_NONE)
            return RW_NONE;
        place = (place + 1) & (RW_TABLE_PLACES - 1);
    }
    return key >> RW_NODE_BITS;
}

RW_LANE bool rw_bit(const uint32_t *bits, uint32_t number)
{
    return bits[number / 32] >> number % 32 & 1;
}

RW_LANE void rw_set_bit(uint32_t *bits, uint32_t number)
{
    rw_lane_or(&bits[number / 32], 1U << number % 32);
}

RW_LANE uint32_t *rw_plane(const rw_block *b, uint32_t steps)
{
    uint32_t words = b->job->setup.graph.words, number = steps - b->near_first;

    return number < b->near_count ? b->near_planes + (uint64_t)number * words
                                  : b->planes + (uint64_t)(steps - 1) * words;
}

/* Questions are about the neighbour at index `at` of some rows' arcs. A neighbour without a label
 * is the anchor, or has only the node whose row this is as neighbour. */

/* Whether it is within radius - 1. The row's node is not within radius - 2. */
RW_LANE bool rw_is_near(const rw_block *b, const rw_device_rows *rows, uint64_t at)
{
    uint32_t radius = b->job->setup.radius, label;

    if (b->hashed)
        return rw_ball_layer(b, rows->neighbors[at]) != RW_NONE;
    label = rows->labels[at];
    if (label == RW_NO_LABEL || radius == 1)
        return rows->neighbors[at] == b->anchor;
    return rw_bit(rw_plane(b, radius - 1), label);
}

/* Its distance, given that of the row's node; the radius if it is beyond radius - 1. */
RW_LANE uint32_t rw_near_distance(const rw_block *b, const rw_device_rows *rows, uint64_t at,
                                  uint32_t from)
{
    uint32_t distance = b->job->setup.radius, label;

    if (b->hashed) {
        label = rw_ball_layer(b, rows->neighbors[at]);
        return label == RW_NONE ? distance : label;
    }
    label = rows->labels[at];
    if (from <= 1 && rows->neighbors[at] == b->anchor)
        return 0;
    if (label == RW_NO_LABEL)
        return from < distance ? from + 1 : distance;
    while (distance > 1 && rw_bit(rw_plane(b, distance - 1), label))
        distance--;
    return distance;
}

/* A node has two bits in one word of the filter. */
RW_LANE uint32_t rw_filter_mask(uint32_t hash)
{
    return 1U << (hash >> 16) % 32 | 1U << (hash >> 11) % 32;
}

RW_LANE bool rw_filter_passes(const rw_block *b, uint32_t node)
{
    uint32_t hash = rw_hash(node, 32), mask = rw_filter_mask(hash);

    return (b->filter[hash >> (32 - RW_FILTER_BITS)] & mask) == mask;
}

RW_LANE void rw_filter_add(const rw_block *b, uint32_t node)
{
    uint32_t hash = rw_hash(node, 32);

    rw_lane_or(&b->filter[hash >> (32 - RW_FILTER_BITS)], rw_filter_mask(hash));
}

/* What is known about it without its row, if the row's node is at the radius. Long rows are not
 * scanned: that is noted, and the anchor is searched again, with the last layer. */
typedef enum rw_look {
    RW_OUTSIDE,
    RW_INSIDE,
    RW_DOUBT
} rw_look;

RW_LANE rw_look rw_look_at(const rw_block *b, const rw_device_rows *rows, uint64_t at)
{
    const rw_device_setup *s = &b->job->setup;

    if (b->hashed && !rw_filter_passes(b, rows->neighbors[at]))
        return RW_OUTSIDE;
    if (rw_is_near(b, rows, at))
        return RW_INSIDE;
    if (!b->hashed && rows->labels[at] == RW_NO_LABEL)
        return RW_OUTSIDE;
    if (b->whole)
        return rw_bit(rw_plane(b, s->radius), rows->labels[at]) ? RW_INSIDE : RW_OUTSIDE;
    if (rw_device_degree(&s->graph.rows, rows->neighbors[at]) <= RW_LONG_ROW)
        return RW_DOUBT;
    rw_lane_or(&b->control->costly, 1);
    return RW_OUTSIDE;
}

/* Whether a node beyond radius - 1 has a neighbour within it, among those that a lane reads. */
RW_LANE bool rw_touches_near(const rw_block *b, uint32_t node, uint32_t lane, uint32_t lanes)
{
    const rw_device_rows *rows = &b->job->setup.graph.rows;
    uint64_t end = rows->offsets[node + 1];

    for (uint64_t at = rows->offsets[node] + lane; at < end; at += lanes)
        if (rw_is_near(b, rows, at))
            return true;
    return false;
}

/* Whether it is in the ball, if the row's node is at the radius. */
RW_LANE bool rw_is_inside(const rw_block *b, const rw_device_rows *rows, uint64_t at)
{
    rw_look look = rw_look_at(b, rows, at);

    return look == RW_DOUBT ? rw_touches_near(b, rows->neighbors[at], 0, 1) : look == RW_INSIDE;
}

#endif
