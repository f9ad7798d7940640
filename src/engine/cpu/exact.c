/* SPDX-License-Identifier: MIT */
/* The exact expectation of visits: steps the distribution of a walk's position through the ball.
 * Nodes are numbered layer by layer, so after t steps only layers 0 .. t have shares: vectors are
 * dense over a growing prefix. O(walk length * arcs of the ball). */
#include "engine/cpu/exact.h"

#include "base/error.h"
#include "base/memory.h"
#include "engine/cpu/adjacency.h"
#include "engine/cpu/node_table.h"

#include <string.h>

#define OUTSIDE UINT32_MAX /* the number of a node outside the ball */

struct rw_exact {
    const rw_walk_setup *setup;
    const rw_adjacency *adjacency;
    rw_pool pool;        /* owns places and ends */
    uint32_t *places;    /* [nodes]: a node's number; valid if nodes[number] is the node */
    rw_node_table table; /* numbers of nodes in a large graph, where places is NULL */
    uint32_t *nodes;     /* [count] */
    uint32_t *ends;      /* [radius + 1]: ends of layers */
    uint32_t count;
    uint64_t *starts; /* [count + 1]: of a node's arcs to nodes of the ball */
    uint32_t *arcs;
    uint8_t *sides;  /* parallel to arcs, if directions count: bit 1: arc out, bit 2: arc in */
    double *weights; /* parallel to arcs, if steps are by weight: relative to the largest in the
                        ball; like totals, [count], of nodes */
    double *totals;
    size_t node_room, arc_room, side_room, weight_room;
    double *share, *next, *visits; /* [count] */
};

riwalk_status rw_exact_create(const rw_walk_setup *setup, const rw_adjacency *adjacency,
                              rw_exact **exact, riwalk_error *error)
{
    rw_exact *x;
    riwalk_status status;

    RW_HAVE(x = rw_alloc_zeroed(1, sizeof *x, error));
    x->setup = setup;
    x->adjacency = adjacency;
    if (!rw_walk_setup_is_large(setup))
        x->places = rw_take_zeroed(&x->pool, setup->graph->node_count, sizeof *x->places, error);
    x->ends = rw_take(&x->pool, (size_t)setup->radius + 1, sizeof *x->ends, error);
    if ((status = rw_pool_status(&x->pool)))
        rw_exact_free(x);
    else
        *exact = x;
    return status;
}

void rw_exact_free(rw_exact *x)
{
    if (!x)
        return;
    rw_pool_free(&x->pool);
    rw_node_table_free(&x->table);
    rw_free(x->nodes);
    rw_free(x->starts);
    rw_free(x->arcs);
    rw_free(x->sides);
    rw_free(x->weights);
    rw_free(x->totals);
    rw_free(x->share);
    rw_free(x->next);
    rw_free(x->visits);
    rw_free(x);
}

static riwalk_status make_room(rw_exact *x, size_t need, riwalk_error *error)
{
    size_t room = x->node_room ? 2 * x->node_room : 1024;

    if (need <= x->node_room)
        return RIWALK_STATUS_OK;
    while (room < need)
        room *= 2;
    RW_HAVE(rw_resize_at(&x->nodes, room, sizeof *x->nodes, error));
    RW_HAVE(rw_resize_at(&x->starts, room + 1, sizeof *x->starts, error));
    RW_HAVE(rw_resize_at(&x->share, room, sizeof *x->share, error));
    RW_HAVE(rw_resize_at(&x->next, room, sizeof *x->next, error));
    RW_HAVE(rw_resize_at(&x->visits, room, sizeof *x->visits, error));
    if (x->setup->weighs)
        RW_HAVE(rw_resize_at(&x->totals, room, sizeof *x->totals, error));
    x->node_room = room;
    return x->places ? RIWALK_STATUS_OK : rw_node_table_reserve(&x->table, room, error);
}

/* The number of a node in the ball, or OUTSIDE. */
static inline uint32_t number_of(const rw_exact *x, uint32_t node)
{
    uint32_t number;

    if (!x->places)
        return rw_node_table_get(&x->table, node);
    number = x->places[node];
    return number < x->count && x->nodes[number] == node ? number : OUTSIDE;
}

static inline void add_node(rw_exact *x, uint32_t node)
{
    if (x->places)
        x->places[node] = x->count;
    else
        rw_node_table_set(&x->table, node, x->count);
    x->nodes[x->count++] = node;
}

/* Numbers the nodes of the ball. Counts a node's arcs when it is met, so that a ball beyond the
 * limit is left early. */
static riwalk_status search(rw_exact *x, uint32_t anchor, uint64_t limit, bool *fits,
                            riwalk_error *error)
{
    const rw_adjacency *adjacency = x->adjacency;
    uint64_t arcs = rw_adjacency_row(adjacency, anchor).degree;

    RW_MUST(make_room(x, 1, error));
    x->count = 0;
    if (!x->places)
        rw_node_table_clear(&x->table);
    add_node(x, anchor);
    x->ends[0] = 1;
    for (uint32_t layer = 0, n = 0; layer < x->setup->radius && arcs <= limit; layer++) {
        for (; n < x->ends[layer] && arcs <= limit; n++) {
            rw_row row = rw_adjacency_row(adjacency, x->nodes[n]);

            RW_MUST(make_room(x, (size_t)x->count + row.degree, error));
            for (uint32_t i = 0; i < row.degree && arcs <= limit; i++) {
                uint32_t node = row.nodes[i];

                if (number_of(x, node) != OUTSIDE)
                    continue;
                add_node(x, node);
                arcs += rw_adjacency_row(adjacency, node).degree;
            }
        }
        x->ends[layer + 1] = x->count;
    }
    *fits = arcs <= limit;
    return RIWALK_STATUS_OK;
}

/* Finds the directions of arcs between a node and its neighbours, by merging its rows. */
static void find_sides(const rw_walk_setup *setup, uint32_t node, const uint32_t *row,
                       uint32_t degree, uint8_t *sides)
{
    for (unsigned s = 0; s < RW_MOST_SIDES; s++) {
        const rw_arc_rows *arcs = &setup->arcs[s];
        uint64_t a = arcs->offsets[node], end = arcs->offsets[node + UINT64_C(1)];

        for (uint32_t i = 0; i < degree; i++) {
            bool there = a < end && arcs->neighbors[a] == row[i];

            sides[i] = (uint8_t)((s ? sides[i] : 0) | there << s);
            a += there;
        }
    }
}

/* Divides weights by the largest and returns their sum. */
static double share_weights(double *weights, size_t count)
{
    double largest = 0, sum = 0;

    for (size_t i = 0; i < count; i++)
        if (weights[i] > largest)
            largest = weights[i];
    for (size_t i = 0; i < count; i++)
        sum += weights[i] /= largest;
    return sum;
}

/* Lists the arcs inside the ball; only nodes at the radius have neighbours outside. */
static riwalk_status list_arcs(rw_exact *x, riwalk_error *error)
{
    const riwalk_graph *graph = x->setup->graph;
    bool sided = x->setup->directed && x->setup->layers;
    size_t count = 0;

    for (uint32_t n = 0; n < x->count; n++) {
        const uint32_t *row = graph->neighbors + graph->offsets[x->nodes[n]];
        uint32_t degree = rw_degree(graph, x->nodes[n]);

        RW_HAVE(rw_grow_at(&x->arcs, &x->arc_room, count + degree, sizeof *x->arcs, error));
        if (x->setup->weighs)
            RW_HAVE(rw_grow_at(&x->weights, &x->weight_room, count + degree, sizeof *x->weights,
                               error));
        if (sided) {
            RW_HAVE(rw_grow_at(&x->sides, &x->side_room, count + degree, 1, error));
            find_sides(x->setup, x->nodes[n], row, degree, x->sides + count);
        }
        x->starts[n] = count;
        for (uint32_t i = 0; i < degree; i++) {
            x->arcs[count] = number_of(x, row[i]);
            if (sided)
                x->sides[count] = x->sides[x->starts[n] + i];
            if (x->setup->weighs)
                x->weights[count] = (double)graph->weights[graph->offsets[x->nodes[n]] + i];
            count += x->arcs[count] != OUTSIDE;
        }
        if (x->setup->weighs)
            x->totals[n] = share_weights(x->weights + x->starts[n], count - x->starts[n]);
    }
    x->starts[x->count] = count;
    return RIWALK_STATUS_OK;
}

static void step_all(rw_exact *x)
{
    uint32_t radius = x->setup->radius;

    memset(x->share, 0, x->count * sizeof *x->share);
    memset(x->visits, 0, x->count * sizeof *x->visits);
    x->share[0] = 1;
    for (uint32_t step = 0; step + 1 < x->setup->walk_length; step++) {
        uint32_t from = x->ends[step < radius ? step : radius];
        uint32_t reached = x->ends[step + 1 < radius ? step + 1 : radius];
        double *swapped = x->share;

        memset(x->next, 0, reached * sizeof *x->next);
        for (uint32_t n = 0; n < from; n++) {
            uint64_t start = x->starts[n], end = x->starts[n + 1];
            double each;

            if (x->share[n] == 0 || start == end)
                continue;
            each = x->share[n] / (x->setup->weighs ? x->totals[n] : (double)(end - start));
            for (uint64_t a = start; a < end; a++)
                x->next[x->arcs[a]] += x->setup->weighs ? each * x->weights[a] : each;
        }
        x->share = x->next;
        x->next = swapped;
        for (uint32_t n = 0; n < reached; n++)
            x->visits[n] += x->share[n];
    }
}

riwalk_status rw_exact_find(rw_exact *x, uint32_t anchor, uint64_t limit, bool *fits,
                            riwalk_error *error)
{
    RW_MUST(search(x, anchor, limit, fits, error));
    if (!*fits)
        return RIWALK_STATUS_OK;
    RW_MUST(list_arcs(x, error));
    step_all(x);
    return RIWALK_STATUS_OK;
}

uint64_t rw_exact_bytes(const rw_exact *x)
{
    uint64_t numbers = x->places ? x->setup->graph->node_count * sizeof *x->places
                                 : rw_node_table_bytes(x->table.room);

    return numbers + x->node_room * (sizeof *x->nodes + sizeof *x->starts + 3 * sizeof *x->share) +
           x->arc_room * sizeof *x->arcs + x->side_room + x->weight_room * sizeof *x->weights;
}

/* Counts the neighbours of a node by layer, or its arcs on both sides. */
static void count_layers(const rw_exact *x, uint32_t n, riwalk_context *context)
{
    uint32_t start = context->distance ? x->ends[context->distance - 1] : 0;

    for (uint64_t a = x->starts[n]; a < x->starts[n + 1]; a++) {
        bool out = !x->setup->directed || (x->sides[a] & 1);
        bool in = x->setup->directed && (x->sides[a] & 2);
        bool closer = x->arcs[a] < start, further = x->arcs[a] >= x->ends[context->distance];
        bool same = !closer && !further;

        context->closer += out && closer;
        context->same += out && same;
        context->further += out && further;
        context->closer_in += in && closer;
        context->same_in += in && same;
        context->further_in += in && further;
    }
}

riwalk_status rw_exact_tally(const rw_exact *x, bool returns, rw_tally *tally, riwalk_error *error)
{
    riwalk_context anchor = rw_role_context(x->setup, x->nodes[0], x->nodes[0]);
    rw_naming naming = rw_role_begin(x->setup, &anchor);
    uint32_t layer = 0;

    for (uint32_t n = returns ? 0 : 1; n < x->count; n++) {
        riwalk_context context;

        if ((float)x->visits[n] <= 0) /* no walk is long enough, or they round to 0 in a row */
            continue;
        while (n >= x->ends[layer])
            layer++;
        context = rw_role_context(x->setup, x->nodes[0], x->nodes[n]);
        context.distance = layer;
        if (x->setup->layers)
            count_layers(x, n, &context);
        RW_MUST(
            rw_tally_add(tally, rw_role_name(x->setup, &naming, &context), x->visits[n], error));
    }
    return RIWALK_STATUS_OK;
}
