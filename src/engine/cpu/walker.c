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

static riwalk_status confine(rw_walker *walker, size_t steps, riwalk_error *error)
{
    const rw_walk_setup *setup = walker->setup;
    rw_ball_setup ball = {
        .adjacency = walker->adjacency,
        .radius = setup->radius,
        .counts = setup->layers,
        .budget = steps * BUDGET_ARCS,
    };

    walker->kept_room = kept_room(setup);
    walker->kept =
        rw_take(&walker->pool, (size_t)walker->kept_room + 1, sizeof *walker->kept, error);
    if (setup->weighs) {
        size_t room = (size_t)walker->kept_room + 1;

        walker->kept_weights = rw_take(&walker->pool, room, sizeof *walker->kept_weights, error);
        walker->kept_sums = rw_take(&walker->pool, room, sizeof *walker->kept_sums, error);
        walker->kept_largest =
            rw_take(&walker->pool, steps + 1, sizeof *walker->kept_largest, error);
    }
    walker->kept_starts = rw_take(&walker->pool, steps + 1, sizeof *walker->kept_starts, error);
    walker->kept_counts = rw_take(&walker->pool, steps + 1, sizeof *walker->kept_counts, error);
    for (unsigned s = 0; s < setup->sides; s++)
        walker->layers[s] = rw_take(&walker->pool, steps + 1, sizeof **walker->layers, error);
    for (unsigned s = 0; setup->directed && setup->layers && s < setup->sides; s++)
        walker->arcs[s] = rw_take(&walker->pool, steps + 1, sizeof **walker->arcs, error);
    return walker->pool.failed
               ? RIWALK_STATUS_MEMORY
               : rw_ball_create(ball, rw_walk_setup_is_large(setup), &walker->ball, error);
}

static riwalk_status fill_walker(rw_walker *walker, riwalk_error *error)
{
    size_t walks = walker->setup->walks, attempts = walks * RW_MOST_ATTEMPTS, capacity = 16;
    rw_walked *walked = &walker->walked;
    size_t steps = walks * (walker->setup->walk_length - 1);

    while (capacity < 2 * (steps + 1))
        capacity *= 2;
    walker->table_mask = (uint32_t)capacity - 1;
    walker->slots = rw_take(&walker->pool, steps + 1, sizeof *walker->slots, error);
    walker->nodes = rw_take(&walker->pool, steps + 1, sizeof *walker->nodes, error);
    walker->distances = rw_take(&walker->pool, steps + 1, sizeof *walker->distances, error);
    walker->rows = rw_take(&walker->pool, steps + 1, sizeof *walker->rows, error);
    if (walker->setup->weighs) {
        walker->weights = rw_take(&walker->pool, steps + 1, sizeof *walker->weights, error);
        walker->choices = rw_take(&walker->pool, attempts, sizeof *walker->choices, error);
        walker->again = rw_take(&walker->pool, attempts, sizeof *walker->again, error);
    }
    walker->table = rw_take(&walker->pool, capacity, sizeof *walker->table, error);
    walker->tokens = rw_take(&walker->pool, steps + walks, sizeof *walker->tokens, error);
    walker->streams = rw_take(&walker->pool, walks, sizeof *walker->streams, error);
    walker->bits = rw_take(&walker->pool, walks, sizeof *walker->bits, error);
    walker->chosen = rw_take(&walker->pool, walks, sizeof *walker->chosen, error);
    walker->listed = rw_take(&walker->pool, walks, sizeof *walker->listed, error);
    walker->strayed = rw_take(&walker->pool, walks, sizeof *walker->strayed, error);
    walker->places = rw_take(&walker->pool, attempts, sizeof *walker->places, error);
    walker->attempts = rw_take(&walker->pool, attempts, sizeof *walker->attempts, error);
    walker->inside = rw_take(&walker->pool, attempts, sizeof *walker->inside, error);
    if (!walker->setup->identifier->walked)
        return confine(walker, steps, error);
    walked->arcs = rw_take(&walker->pool, 2 * steps, sizeof *walked->arcs, error);
    walked->scratch = rw_take(&walker->pool, 2 * steps, sizeof *walked->scratch, error);
    walked->starts = rw_take(&walker->pool, steps + 2, sizeof *walked->starts, error);
    walked->queue = rw_take(&walker->pool, steps + 2, sizeof *walked->queue, error);
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
    uint64_t per_attempt = sizeof(void *) + sizeof(uint32_t) + sizeof(bool) +
                           (setup->weighs ? sizeof(rw_choice) + sizeof(uint32_t) : 0);
    uint64_t attempts = setup->walks * RW_MOST_ATTEMPTS * per_attempt;

    if (setup->identifier->walked)
        return steps * (per_step + 4 * sizeof(uint64_t) + 2 * sizeof(uint32_t)) + attempts;
    per_step += setup->sides * sizeof(rw_layer_counts) + 2 * sizeof(uint32_t) +
                (setup->directed && setup->layers ? setup->sides * sizeof(rw_row) : 0);
    return steps * per_step + attempts + kept_room(setup) * per_kept +
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
        walker->slots[s].role = rw_role_of(setup, &context);
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
        rw_walked_roles(&walker->walked, setup, result, walker->distances, walker->slots);
    else if (length > 1)
        find_roles(walker, anchor);
    result->tokens += (size_t)skipped * length;
    result->walks = count;
    return RIWALK_STATUS_OK;
}
