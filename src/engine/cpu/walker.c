/* SPDX-License-Identifier: MIT */
/* Sampling the walks of one anchor, and the roles of the nodes they visit. See walker.h, steps.h.
 */
#include "engine/cpu/walker.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/rng.h"
#include "engine/cpu/steps.h"

/* Arcs that the search of a ball may always follow ahead of the walks, for each of their steps: as
 * much as taking the step costs. */
#define BUDGET_ARCS 2

/* Room for neighbours inside the ball in large graphs. */
#define INSIDE_ROOM (UINT32_C(1) << 18)

static void *take(rw_walker *walker, size_t count, size_t size, riwalk_error *error)
{
    void *block = walker->lacks_memory ? NULL : rw_alloc(count, size, error);

    walker->blocks[walker->block_count++] = block;
    walker->lacks_memory = !block;
    return block;
}

static riwalk_status confine(rw_walker *walker, size_t steps, riwalk_error *error)
{
    const rw_walk_setup *setup = walker->setup;
    rw_ball_setup ball = {
        .adjacency = walker->adjacency,
        .radius = setup->radius,
        .large = rw_walk_setup_is_large(setup),
        .counts = setup->layers,
        .budget = steps * BUDGET_ARCS,
    };

    walker->kept_room = ball.large ? INSIDE_ROOM : setup->graph->node_count;
    walker->kept = take(walker, (size_t)walker->kept_room + 1, sizeof *walker->kept, error);
    walker->kept_starts = take(walker, steps + 1, sizeof *walker->kept_starts, error);
    walker->kept_counts = take(walker, steps + 1, sizeof *walker->kept_counts, error);
    walker->layers = take(walker, steps + 1, sizeof *walker->layers, error);
    return walker->lacks_memory ? RIWALK_STATUS_MEMORY
                                : rw_ball_create(&ball, &walker->ball, error);
}

static riwalk_status fill_walker(rw_walker *walker, riwalk_error *error)
{
    size_t walks = walker->setup->walks, attempts = walks * RW_MOST_ATTEMPTS, capacity = 16;
    rw_walked *walked = &walker->walked;
    size_t steps = walks * (walker->setup->walk_length - 1);

    while (capacity < 2 * (steps + 1))
        capacity *= 2;
    walker->table_mask = (uint32_t)capacity - 1;
    walker->slots = take(walker, steps + 1, sizeof *walker->slots, error);
    walker->nodes = take(walker, steps + 1, sizeof *walker->nodes, error);
    walker->distances = take(walker, steps + 1, sizeof *walker->distances, error);
    walker->rows = take(walker, steps + 1, sizeof *walker->rows, error);
    walker->table = take(walker, capacity, sizeof *walker->table, error);
    walker->tokens = take(walker, steps + walks, sizeof *walker->tokens, error);
    walker->streams = take(walker, walks, sizeof *walker->streams, error);
    walker->bits = take(walker, walks, sizeof *walker->bits, error);
    walker->chosen = take(walker, walks, sizeof *walker->chosen, error);
    walker->listed = take(walker, walks, sizeof *walker->listed, error);
    walker->strayed = take(walker, walks, sizeof *walker->strayed, error);
    walker->places = take(walker, attempts, sizeof *walker->places, error);
    walker->attempts = take(walker, attempts, sizeof *walker->attempts, error);
    walker->inside = take(walker, attempts, sizeof *walker->inside, error);
    if (!walker->setup->identifier->walked)
        return confine(walker, steps, error);
    walked->arcs = take(walker, 2 * steps, sizeof *walked->arcs, error);
    walked->scratch = take(walker, 2 * steps, sizeof *walked->scratch, error);
    walked->starts = take(walker, steps + 2, sizeof *walked->starts, error);
    walked->queue = take(walker, steps + 2, sizeof *walked->queue, error);
    return walker->lacks_memory ? RIWALK_STATUS_MEMORY : RIWALK_STATUS_OK;
}

riwalk_status rw_walker_create(const rw_walk_setup *setup, const rw_adjacency *adjacency,
                               rw_walker **walker, riwalk_error *error)
{
    rw_walker *made;
    riwalk_status status;

    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    made->setup = setup;
    made->adjacency = adjacency;
    if ((status = fill_walker(made, error))) {
        rw_walker_free(made);
        return status;
    }
    *walker = made;
    return RIWALK_STATUS_OK;
}

void rw_walker_free(rw_walker *walker)
{
    if (!walker)
        return;
    rw_ball_free(walker->ball);
    while (walker->block_count)
        rw_free(walker->blocks[--walker->block_count]);
    rw_free(walker);
}

uint64_t rw_walker_bytes(const rw_walk_setup *setup)
{
    uint64_t steps = (uint64_t)setup->walks * setup->walk_length;
    uint64_t per_step = sizeof(rw_slot) + sizeof(rw_row) + 7 * sizeof(uint32_t);
    uint64_t attempts = (uint64_t)setup->walks * RW_MOST_ATTEMPTS *
                        (sizeof(void *) + sizeof(uint32_t) + sizeof(bool));
    bool large = rw_walk_setup_is_large(setup);

    if (setup->identifier->walked)
        return steps * (per_step + 4 * sizeof(uint64_t) + 2 * sizeof(uint32_t)) + attempts;
    per_step += sizeof(rw_layer_counts) + 2 * sizeof(uint32_t);
    return steps * per_step + attempts + rw_ball_bytes(setup->graph->node_count, large) +
           (large ? INSIDE_ROOM : setup->graph->node_count) * sizeof(uint32_t);
}

/* Finds the roles of all slots but the anchor's. */
static void find_roles(rw_walker *walker, uint32_t anchor)
{
    const rw_walk_setup *setup = walker->setup;
    riwalk_context context = {
        .graph = setup->graph,
        .anchor = anchor,
        .spread = walker->rows[0].degree,
    };

    rw_stops stops = {walker->nodes + 1, walker->distances + 1, walker->rows + 1,
                      walker->slot_count - 1};

    if (setup->layers)
        walker->ball->kind->count_layers(walker->ball, &stops, walker->layers + 1);
    for (uint32_t s = 1; s < walker->slot_count; s++) {
        context.node = walker->nodes[s];
        context.degree = walker->rows[s].degree;
        context.distance = walker->distances[s];
        if (setup->layers) {
            context.closer = walker->layers[s].closer;
            context.same = walker->layers[s].same;
            context.further = walker->layers[s].further;
        }
        walker->slots[s].role = rw_role_of(setup, &context);
    }
}

/* Samples walks first .. first + count - 1. */
static riwalk_status sample(rw_walker *walker, uint32_t anchor, uint32_t first, uint32_t count,
                            rw_walks *result, riwalk_error *error)
{
    const rw_walk_setup *setup = walker->setup;
    uint32_t length = rw_degree(setup->graph, anchor) ? setup->walk_length : 1;
    rw_walks walks = {
        .anchor = anchor,
        .walks = count,
        .length = length,
        .tokens = walker->tokens,
        .slots = walker->slots,
    };
    riwalk_status status;

    rw_steps_begin(walker, anchor);
    if (length > 1 && walker->ball &&
        (status = walker->ball->kind->open(walker->ball, anchor, error)))
        return status;
    walker->slots[0].visits = count;
    for (uint32_t w = 0; w < count; w++) {
        walker->streams[w] = rw_rng_stream(setup->seed, RW_STAGE_WALK, anchor, first + w);
        walker->tokens[(size_t)w * length] = 0;
    }
    for (uint32_t step = 0; step + 1 < length; step++)
        rw_steps_take(walker, step, count);
    walks.slot_count = walker->slot_count;
    if (!walker->ball)
        rw_walked_roles(&walker->walked, setup, &walks, walker->distances, walker->slots);
    else if (length > 1)
        find_roles(walker, anchor);
    *result = walks;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_walker_sample(rw_walker *walker, uint32_t anchor, rw_walks *walks,
                               riwalk_error *error)
{
    return sample(walker, anchor, 0, walker->setup->walks, walks, error);
}

/* Roles of RW variants depend on all walks of the anchor, so all are made there. */
riwalk_status rw_walker_sample_some(rw_walker *walker, uint32_t anchor, uint32_t first,
                                    uint32_t count, rw_walks *walks, riwalk_error *error)
{
    riwalk_status status;

    if (walker->ball)
        return sample(walker, anchor, first, count, walks, error);
    if ((status = rw_walker_sample(walker, anchor, walks, error)))
        return status;
    walks->tokens += (size_t)first * walks->length;
    walks->walks = count;
    return RIWALK_STATUS_OK;
}
