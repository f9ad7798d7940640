/* SPDX-License-Identifier: MIT */
/* The ball of an anchor. All nodes within radius - 1 are searched, into a table if they fit, else
 * into planes of bits. Nodes beyond are asked about: such a node is at the radius if a neighbour is
 * at radius - 1, and these are all known. */
#ifndef RW_ENGINE_CUDA_SEARCH_H
#define RW_ENGINE_CUDA_SEARCH_H

#include "engine/cuda/questions.h"

/* Lanes that read a row together; a warp if there are few rows. */
#define RW_ROW_LANES 8U
#define RW_WARP 32U

/* Planes that are read together before checking whether a word is full. */
#define RW_JOINED 4U

/* Nodes at radius - 1 per step of a walk up to which knowing the last layer pays. */
#define RW_FILTER_SHARE 4U

/* ---- In a table ---- */

/* Adds a node; false if the room is used up. */
RW_LANE bool rw_ball_add(const rw_block *b, uint32_t node, uint32_t layer)
{
    uint32_t place = rw_hash(node, RW_TABLE_BITS), key, at;

    while ((key = rw_lane_claim(&b->keys[place], RW_NONE, layer << RW_NODE_BITS | node)) !=
           RW_NONE) {
        if ((key & RW_NODE_MASK) == node)
            return true;
        place = (place + 1) & (RW_TABLE_PLACES - 1);
    }
    at = rw_lane_add(&b->control->queued, 1);
    if (at >= RW_TABLE_ROOM)
        return false;
    b->queue[at] = node;
    return true;
}

/* Adds the neighbours of a node that a lane reads. */
RW_LANE void rw_ball_add_row(const rw_block *b, uint32_t node, uint32_t lane, uint32_t layer)
{
    const rw_device_rows *rows = &b->job->setup.graph.rows;
    uint64_t end = rows->offsets[node + 1];

    for (uint64_t at = rows->offsets[node] + lane; at < end; at += RW_ROW_LANES) {
        if (rw_lane_read(&b->control->full))
            return;
        if (!rw_ball_add(b, rows->neighbors[at], layer)) {
            rw_lane_or(&b->control->full, 1);
            return;
        }
    }
}

/* Sets the filter bits of the neighbours that a lane reads. Most rows are two turns, which are
 * loaded together. */
RW_LANE void rw_filter_row(const rw_block *b, uint32_t node, uint32_t lane)
{
    const rw_device_rows *rows = &b->job->setup.graph.rows;
    const uint32_t *row = rows->neighbors + rows->offsets[node];
    uint32_t count = rw_device_degree(rows, node), next = lane + RW_ROW_LANES;
    uint32_t first = lane < count ? row[lane] : node, second = next < count ? row[next] : node;

    if (count > RW_FILTER_ROW) {
        rw_lane_or(&b->control->open, 1);
        return;
    }
    rw_filter_add(b, first);
    if (next < count)
        rw_filter_add(b, second);
    for (next += RW_ROW_LANES; next < count; next += RW_ROW_LANES)
        rw_filter_add(b, row[next]);
}

/* Makes the filter from the last layer in the table; if that is more work than questions, sets all
 * bits instead. */
RW_LANE void rw_make_filter(const rw_block *b, uint32_t begin, uint32_t end)
{
    const rw_device_job *job = b->job;

    if (end - begin <= RW_FILTER_SHARE * job->walks * job->setup.length) {
        RW_EACH (i, end - begin)
            rw_filter_add(b, b->queue[begin + i]);
        RW_EACH (i, (end - begin) * RW_ROW_LANES)
            rw_filter_row(b, b->queue[begin + i / RW_ROW_LANES], i % RW_ROW_LANES);
        RW_BARRIER;
        if (!b->control->open)
            return;
    }
    RW_EACH (i, RW_FILTER_WORDS)
        b->filter[i] = UINT32_MAX;
    RW_BARRIER;
}

/* Searches the ball; false if the nodes within radius - 1 do not fit into the table. */
RW_LANE bool rw_search_table(const rw_block *b)
{
    uint32_t begin = 0, end;

    RW_EACH (i, RW_TABLE_PLACES)
        b->keys[i] = RW_NONE;
    RW_EACH (i, RW_FILTER_WORDS)
        b->filter[i] = 0;
    RW_ONCE
    {
        b->control->queued = b->control->open = 0;
        b->control->full = b->job->setup.radius >= 1U << (32 - RW_NODE_BITS);
    }
    RW_BARRIER;
    RW_ONCE
    {
        rw_ball_add(b, b->anchor, 0);
    }
    RW_BARRIER;
    for (uint32_t layer = 1; layer < b->job->setup.radius; layer++) {
        end = b->control->queued;
        if (b->control->full)
            return false;
        RW_BARRIER;
        RW_EACH (i, (end - begin) * RW_ROW_LANES)
            rw_ball_add_row(b, b->queue[begin + i / RW_ROW_LANES], i % RW_ROW_LANES, layer);
        RW_BARRIER;
        begin = end;
    }
    if (b->control->full)
        return false;
    rw_make_filter(b, begin, b->control->queued);
    return true;
}

/* ---- In planes ---- */

/* Marks a neighbour as within `steps` steps, and queues it if its neighbours count too. */
RW_LANE void rw_mark_within(const rw_block *b, uint32_t steps, uint64_t at, bool queued)
{
    const rw_device_rows *rows = &b->job->setup.graph.rows;
    uint32_t label = rows->labels[at], bit = 1U << label % 32;

    if (label == RW_NO_LABEL || rw_bit(rw_plane(b, steps), label))
        return;
    if (!(rw_lane_or(&rw_plane(b, steps)[label / 32], bit) & bit) && queued)
        b->queue[rw_lane_add(&b->control->queued, 1)] = rows->neighbors[at];
}

/* Whether a node's plane is read instead of its row: from `least` neighbours on; 0: never. */
RW_LANE bool rw_has_plane(uint32_t least, uint32_t degree)
{
    return least && degree >= least;
}

/* Lists the nodes of a layer that need more than a few lanes: hubs whose planes are read (from the
 * list's end those with only a two-step plane), and long rows. */
RW_LANE void rw_list_wide(const rw_block *b, uint32_t begin, uint32_t end, uint32_t least)
{
    const rw_device_graph *graph = &b->job->setup.graph;

    RW_EACH (i, end - begin) {
        uint32_t node = b->queue[begin + i], degree = rw_device_degree(&graph->rows, node);

        if (rw_has_plane(least, degree) && degree >= graph->hubs.near_degree)
            b->hubs[rw_lane_add(&b->control->hubs, 1)] = graph->labels[node];
        else if (rw_has_plane(least, degree))
            b->hubs[graph->hubs.count - 1 - rw_lane_add(&b->control->far_hubs, 1)] =
                graph->labels[node];
        else if (degree > RW_LONG_ROW)
            b->wide[rw_lane_add(&b->control->wide, 1)] = node;
    }
}

/* Four words of a plane. */
typedef struct RW_ALIGNED rw_quad {
    uint32_t a, b, c, d;
} rw_quad;

RW_LANE void rw_quad_join(rw_quad *to, const uint32_t *plane, uint32_t number)
{
    rw_quad from = ((const rw_quad *)(const void *)plane)[number];

    to->a |= from.a;
    to->b |= from.b;
    to->c |= from.c;
    to->d |= from.d;
}

/* The number of bits in common with a plane. */
RW_LANE uint32_t rw_quad_common(const rw_quad *bits, const uint32_t *plane, uint32_t number)
{
    rw_quad other = ((const rw_quad *)(const void *)plane)[number];

    return rw_lane_ones(bits->a & other.a) + rw_lane_ones(bits->b & other.b) +
           rw_lane_ones(bits->c & other.c) + rw_lane_ones(bits->d & other.d);
}

RW_LANE bool rw_quad_full(const rw_quad *bits)
{
    return (bits->a & bits->b & bits->c & bits->d) == UINT32_MAX;
}

/* ORs planes of listed hubs and of an earlier layer into a plane. Words of nodes with many
 * neighbours come first and are soon full. */
RW_LANE void rw_join_planes(const rw_block *b, uint32_t *to, const uint32_t *before,
                            const uint32_t *planes, const uint32_t *list, uint32_t hubs)
{
    uint32_t words = b->job->setup.graph.words;

    RW_EACH (i, words / 4) {
        rw_quad bits = ((rw_quad *)(void *)to)[i];
        uint32_t h = 0;

        if (before)
            rw_quad_join(&bits, before, i);
        for (; h + RW_JOINED <= hubs && !rw_quad_full(&bits); h += RW_JOINED)
            for (uint32_t k = 0; k < RW_JOINED; k++)
                rw_quad_join(&bits, planes + (uint64_t)list[h + k] * words, i);
        for (; h < hubs && !rw_quad_full(&bits); h++)
            rw_quad_join(&bits, planes + (uint64_t)list[h] * words, i);
        ((rw_quad *)(void *)to)[i] = bits;
    }
}

/* Marks the rows of hubs; their two-step planes have what these lead to. */
RW_LANE void rw_add_hub_rows(const rw_block *b, uint32_t layer, const uint32_t *list, uint32_t hubs)
{
    const rw_device_graph *graph = &b->job->setup.graph;

    RW_EACH (i, hubs * RW_WARP) {
        uint32_t node = graph->hubs.nodes[list[i / RW_WARP]];
        uint64_t end = graph->rows.offsets[node + 1];

        for (uint64_t at = graph->rows.offsets[node] + i % RW_WARP; at < end; at += RW_WARP)
            rw_mark_within(b, layer, at, false);
    }
}

/* Adds the rows of a layer's other nodes. */
RW_LANE void rw_add_rows(const rw_block *b, uint32_t layer, uint32_t begin, uint32_t end,
                         uint32_t wide, uint32_t least, bool queued)
{
    const rw_device_graph *graph = &b->job->setup.graph;
    uint32_t lanes = (end - begin) * RW_ROW_LANES < RW_ALL_LANES ? RW_WARP : RW_ROW_LANES;

    RW_EACH (i, (end - begin) * lanes) {
        uint32_t node = b->queue[begin + i / lanes];
        uint64_t at = graph->rows.offsets[node], row_end = graph->rows.offsets[node + 1];
        uint32_t degree = (uint32_t)(row_end - at);

        if (degree > RW_LONG_ROW || rw_has_plane(least, degree))
            continue;
        for (at += i % lanes; at < row_end; at += lanes)
            rw_mark_within(b, layer, at, queued);
    }
    for (uint32_t w = 0; w < wide; w++) {
        uint64_t start = graph->rows.offsets[b->wide[w]];

        RW_EACH (i, rw_device_degree(&graph->rows, b->wide[w]))
            rw_mark_within(b, layer, start + i, queued);
    }
}

/* Searches into planes. Two steps before the last plane, a hub's two-step plane is added there at
 * once, and nodes met through its row are not expanded. `far`: two-step planes exist. */
RW_LANE void rw_search_planes(const rw_block *b, bool far)
{
    const rw_device_setup *s = &b->job->setup;
    const rw_device_hubs *h = &s->graph.hubs;
    uint32_t begin = 0, end, wide, hubs, far_hubs, last = b->whole ? s->radius : s->radius - 1;

    for (uint32_t layer = 1; layer <= last; layer++)
        RW_EACH (i, s->graph.words)
            rw_plane(b, layer)[i] = 0;
    RW_ONCE
    {
        b->queue[0] = b->anchor;
        b->control->queued = 1;
        b->control->wide = b->control->hubs = b->control->far_hubs = 0;
    }
    RW_BARRIER;
    RW_ONCE
    {
        if (last && s->graph.labels[b->anchor] != RW_NO_LABEL)
            rw_set_bit(rw_plane(b, 1), s->graph.labels[b->anchor]);
    }
    RW_BARRIER;
    for (uint32_t layer = 1; layer <= last; layer++) {
        bool two = far && layer + 1 == last;
        uint32_t least = two ? h->degree : layer == last ? h->near_degree : 0;
        const uint32_t *far_list;

        end = b->control->queued;
        rw_list_wide(b, begin, end, least);
        RW_BARRIER;
        wide = b->control->wide;
        hubs = b->control->hubs;
        far_hubs = b->control->far_hubs;
        far_list = b->hubs + h->count - far_hubs;
        rw_join_planes(b, rw_plane(b, layer), layer > 1 ? rw_plane(b, layer - 1) : 0, h->near,
                       b->hubs, hubs);
        if (two) {
            rw_join_planes(b, rw_plane(b, layer + 1), 0, h->far, b->hubs, hubs);
            rw_join_planes(b, rw_plane(b, layer + 1), 0, h->far, far_list, far_hubs);
            RW_BARRIER;
            rw_add_hub_rows(b, layer, far_list, far_hubs);
        }
        RW_BARRIER;
        rw_add_rows(b, layer, begin, end, wide, least, layer < last);
        RW_ONCE
        {
            b->control->wide = b->control->hubs = b->control->far_hubs = 0;
        }
        RW_BARRIER;
        begin = end;
    }
}

#endif
