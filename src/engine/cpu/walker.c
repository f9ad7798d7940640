/* SPDX-License-Identifier: MIT */
/* Samples the walks of one anchor, and finds the roles of the nodes they visit (walker.h). */
#include "engine/cpu/walker.h"

#include "base/error.h"
#include "base/rng.h"

/* Arcs per step of the walks that a ball's search may always follow ahead: about the cost of the
 * step. */
#define BUDGET_ARCS 2

/* Room for neighbours inside the ball in large graphs. */
#define INSIDE_ROOM (UINT32_C(1) << 18)

/* The room for neighbours inside the ball; no row has more. */
static uint32_t kept_room(const rw_walk_setup *setup)
{
    if (!rw_walk_setup_is_large(setup))
        return setup->graph->node_count;
    return setup->largest_degree > INSIDE_ROOM ? setup->largest_degree : INSIDE_ROOM;
}

#define TAKE(array, count)                                                                         \
    (walker->array = rw_take(&walker->pool, count, sizeof *walker->array, error))

/* Takes what walks in a ball need, and makes the ball. */
static riwalk_status confine(rw_walker *walker, size_t steps, riwalk_error *error)
{
    const rw_walk_setup *setup = walker->setup;
    size_t room = walker->kept_room = kept_room(setup);
    rw_ball_setup ball = {
        .adjacency = walker->adjacency,
        .radius = setup->radius,
        .counts = setup->layers,
        .budget = steps * BUDGET_ARCS,
    };

    TAKE(kept, room + 1);
    if (setup->weighs) {
        TAKE(kept_weights, room + 1);
        TAKE(kept_sums, room + 1);
        TAKE(kept_largest, steps + 1);
    }
    TAKE(kept_starts, steps + 1);
    TAKE(kept_counts, steps + 1);
    for (unsigned s = 0; s < setup->sides; s++)
        TAKE(layers[s], steps + 1);
    for (unsigned s = 0; setup->directed && setup->layers && s < setup->sides; s++)
        TAKE(arcs[s], steps + 1);
    RW_MUST(rw_pool_status(&walker->pool));
    return rw_ball_create(ball, rw_walk_setup_is_large(setup), &walker->ball, error);
}

static riwalk_status fill_walker(rw_walker *walker, riwalk_error *error)
{
    size_t walks = walker->setup->walks, capacity = 16;
    size_t steps = walks * (walker->setup->walk_length - 1);

    while (capacity < 2 * (steps + 1))
        capacity *= 2;
    walker->table_mask = (uint32_t)capacity - 1;
    TAKE(slots, steps + 1);
    TAKE(nodes, steps + 1);
    TAKE(distances, steps + 1);
    TAKE(rows, steps + 1);
    if (walker->setup->weighs) {
        TAKE(weights, steps + 1);
        TAKE(choices, walks);
        TAKE(again, walks);
    }
    TAKE(table, capacity);
    TAKE(tokens, steps + walks);
    TAKE(streams, walks);
    TAKE(bits, walks);
    TAKE(chosen, walks);
    TAKE(listed, walks);
    TAKE(strayed, walks);
    TAKE(places, walks);
    TAKE(attempts, walks);
    TAKE(inside, walks);
    if (!walker->setup->identifier->walked)
        return confine(walker, steps, error);
    TAKE(arcs_used, 4 * steps);
    TAKE(arc_starts, steps + 2);
    TAKE(queue, 2 * (steps + 1));
    return rw_pool_status(&walker->pool);
}

riwalk_status rw_walker_create(const rw_walk_setup *setup, const rw_adjacency *adjacency,
                               rw_walker **walker, riwalk_error *error)
{
    rw_walker *made;
    riwalk_status status;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->setup = setup;
    made->adjacency = adjacency;
    if ((status = fill_walker(made, error)))
        rw_walker_free(made);
    else
        *walker = made;
    return status;
}

void rw_walker_free(rw_walker *walker)
{
    if (!walker)
        return;
    rw_ball_free(walker->ball);
    rw_pool_free(&walker->pool);
    rw_free(walker);
}

uint64_t rw_engine_walks_bytes(const rw_walk_setup *setup)
{
    uint64_t steps = (uint64_t)setup->walks * setup->walk_length;
    uint64_t per_step = sizeof(rw_slot) + sizeof(rw_row) + 7 * sizeof(uint32_t) +
                        (setup->weighs ? sizeof(rw_weighted_row) + sizeof(double) : 0);
    uint64_t per_kept = sizeof(uint32_t) + (setup->weighs ? 2 * sizeof(double) : 0);
    uint64_t per_walk = 3 * sizeof(uint64_t) + 4 * sizeof(uint32_t) + sizeof(bool) +
                        (setup->weighs ? sizeof(rw_choice) + sizeof(uint32_t) : 0);
    uint64_t walks = setup->walks * per_walk;

    if (setup->identifier->walked)
        return steps * (per_step + 4 * sizeof(uint64_t) + 2 * sizeof(uint32_t)) + walks;
    per_step += setup->sides * sizeof(rw_layer_counts) + 2 * sizeof(uint32_t) +
                (setup->directed && setup->layers ? setup->sides * sizeof(rw_row) : 0);
    return steps * per_step + walks + kept_room(setup) * per_kept +
           rw_ball_bytes(setup->graph->node_count, rw_walk_setup_is_large(setup));
}

/* Prefetches the places of a slot's arcs, and its classes, this many slots ahead. */
#define ARCS_AHEAD 16

/* Finds the rows of slots on one side. */
static const rw_row *find_arcs(const rw_walker *walker, const rw_arc_rows *arcs, rw_row *rows)
{
    for (uint32_t s = 1; s < walker->slot_count; s++) {
        if (s + ARCS_AHEAD < walker->slot_count)
            __builtin_prefetch(&arcs->offsets[walker->nodes[s + ARCS_AHEAD]]);
        rows[s] = rw_arc_row(arcs, walker->nodes[s]);
    }
    return rows + 1;
}

/* Counts the neighbours of all slots except the anchor by layer; on each side separately, if
 * directions count. */
static void count_layers(rw_walker *walker)
{
    const rw_walk_setup *setup = walker->setup;
    rw_layer_counts *layers[RW_MOST_SIDES];
    rw_stops stops = {walker->nodes + 1,
                      walker->distances + 1,
                      walker->slot_count - 1,
                      setup->sides,
                      {walker->rows + 1}};

    for (unsigned side = 0; side < setup->sides; side++) {
        layers[side] = walker->layers[side] + 1;
        if (setup->directed)
            stops.rows[side] = find_arcs(walker, &setup->arcs[side], walker->arcs[side]);
    }
    walker->ball->kind->count_layers(walker->ball, &stops, layers);
}

/* Finds the roles of all slots except the anchor. */
static void find_roles(rw_walker *walker, uint32_t anchor)
{
    const rw_walk_setup *setup = walker->setup;
    bool degrees = setup->directed && !setup->field_count; /* the library has classes of nodes */
    riwalk_context context = rw_role_context(setup, anchor, anchor);
    rw_naming naming = rw_role_begin(setup, &context);

    if (setup->layers)
        count_layers(walker);
    for (uint32_t s = 1; s < walker->slot_count; s++) {
        if (!setup->layers && s + ARCS_AHEAD < walker->slot_count)
            rw_role_fetch(setup, walker->nodes[s + ARCS_AHEAD]);
        if (degrees)
            context = rw_role_context(setup, anchor, walker->nodes[s]);
        else
            context.degree = walker->rows[s].degree;
        context.node = walker->nodes[s];
        context.distance = walker->distances[s];
        if (setup->layers)
            rw_set_layers(&context, walker->layers[0][s]);
        if (setup->layers && setup->directed)
            rw_set_layers_in(&context, walker->layers[1][s]);
        walker->slots[s].role = rw_role_name(setup, &naming, &context);
    }
}

/* Roles of RW variants depend on all walks of the anchor, so these make all walks. */
riwalk_status rw_walker_sample(rw_walker *walker, uint32_t anchor, uint32_t first, uint32_t count,
                               rw_walks *result, riwalk_error *error)
{
    const rw_walk_setup *setup = walker->setup;
    uint32_t length = rw_degree(setup->graph, anchor) ? setup->walk_length : 1;
    uint32_t made = walker->ball ? count : setup->walks, skipped = walker->ball ? 0 : first;

    rw_steps_begin(walker, anchor);
    if (length > 1 && walker->ball)
        RW_MUST(walker->ball->kind->open(walker->ball, anchor, error));
    walker->slots[0].visits = made;
    for (uint32_t w = 0; w < made; w++) {
        walker->streams[w] = rw_rng_stream(setup->seed, RW_STAGE_WALK, anchor, first - skipped + w);
        walker->tokens[(size_t)w * length] = 0;
    }
    for (uint32_t step = 0; step + 1 < length; step++)
        rw_steps_take(walker, step, made);
    *result = (rw_walks){.anchor = anchor,
                         .walks = made,
                         .length = length,
                         .slot_count = walker->slot_count,
                         .tokens = walker->tokens,
                         .slots = walker->slots};
    if (!walker->ball)
        rw_walked_roles(walker, result);
    else if (length > 1)
        find_roles(walker, anchor);
    result->tokens += (size_t)skipped * length;
    result->walks = count;
    return RIWALK_STATUS_OK;
}
