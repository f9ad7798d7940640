/* SPDX-License-Identifier: MIT */
/* Lays rows out in cells, and sums their weights (adjacency.h). */
#include "engine/cpu/adjacency.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>

/* Cells pay if the graph exceeds the last-level cache and most rows fit into a cell. */
#define LEAST_BYTES (UINT64_C(16) << 20)
#define LARGEST_MEAN_DEGREE 12

#define BLOCK 4096 /* nodes in a task */

/* The numbers of a row behind the cells: whole cache lines; 0 if it fits into its cell. */
static uint64_t room_behind(const riwalk_graph *graph, uint32_t node)
{
    uint64_t degree = rw_degree(graph, node);

    return degree < RW_CELL ? 0 : (degree + RW_CELL - 1) / RW_CELL * RW_CELL;
}

/* The numbers of all cells and of the rows behind them. */
static uint64_t room(const riwalk_graph *graph)
{
    uint64_t numbers = (uint64_t)graph->node_count * RW_CELL;

    for (uint32_t u = 0; u < graph->node_count; u++)
        numbers += room_behind(graph, u);
    return numbers;
}

uint64_t rw_adjacency_bytes(const riwalk_graph *graph)
{
    uint64_t cells = (uint64_t)graph->node_count * RW_CELL * sizeof(uint32_t);

    if (cells < LEAST_BYTES || graph->arc_count / graph->node_count > LARGEST_MEAN_DEGREE ||
        graph->backing.mapped) /* there is no memory for a copy */
        return 0;
    return room(graph) * sizeof(uint32_t);
}

/* Writes the place of each long row into the node's cell. */
static void place_long_rows(rw_adjacency *adjacency)
{
    uint64_t place = (uint64_t)adjacency->graph->node_count * RW_CELL;

    for (uint32_t u = 0; u < adjacency->graph->node_count; u++) {
        uint32_t *cell = adjacency->cells + (size_t)u * RW_CELL;
        uint64_t numbers = room_behind(adjacency->graph, u);

        if (!numbers)
            continue;
        cell[1] = (uint32_t)place;
        cell[2] = (uint32_t)(place >> 32);
        place += numbers;
    }
}

/* Fills a cell. Its rest repeats the row, so that code which may read a neighbour twice needs no
 * loop that ends at the degree. */
static riwalk_status fill_cell(void *context, size_t node, int worker, riwalk_error *error)
{
    const rw_adjacency *adjacency = context;
    const riwalk_graph *graph = adjacency->graph;
    const uint32_t *row = graph->neighbors + graph->offsets[node];
    uint32_t *cell = adjacency->cells + node * RW_CELL, degree = rw_degree(graph, (uint32_t)node);

    cell[0] = degree;
    if (degree >= RW_CELL) {
        memcpy(adjacency->cells + rw_adjacency_long_place(cell), row, degree * sizeof *row);
        return RIWALK_STATUS_OK;
    }
    memcpy(cell + 1, row, degree * sizeof *cell);
    for (uint32_t i = 1 + degree; i < RW_CELL; i++)
        cell[i] = degree ? cell[i - degree] : (uint32_t)node;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_adjacency_lay_out(rw_adjacency *adjacency, int threads, riwalk_error *error)
{
    RW_HAVE(adjacency->cells =
                rw_alloc_aligned(room(adjacency->graph), sizeof *adjacency->cells, error));
    place_long_rows(adjacency);
    return rw_parallel_blocks(threads, adjacency->graph->node_count, BLOCK, fill_cell, adjacency,
                              NULL, error);
}

/* ---- Steps by weight ---- */

/* Makes the guide. A draw with this number is at least (number - 2^-10) / count of the last sum,
 * despite rounding. */
static void guide_row(const double *sums, uint32_t count, uint32_t *guide)
{
    double step = count ? sums[count - 1] / count : 0;
    uint32_t place = 0;

    for (uint32_t i = 0; i < count; i++) {
        while (place + 1 < count && sums[place] <= (i - 0x1p-10) * step)
            place++;
        guide[i] = place;
    }
}

riwalk_status rw_step_weights_init(rw_step_weights *weights, const riwalk_graph *graph,
                                   riwalk_error *error)
{
    RW_HAVE(weights->largest = rw_alloc(graph->node_count, sizeof *weights->largest, error));
    RW_HAVE(weights->sums = rw_alloc(graph->arc_count, sizeof *weights->sums, error));
    RW_HAVE(weights->guide = rw_alloc(graph->arc_count, sizeof *weights->guide, error));
    for (uint32_t u = 0; u < graph->node_count; u++) {
        double sum = 0;
        double largest = 0;

        for (uint64_t a = graph->offsets[u]; a < graph->offsets[u + 1]; a++) {
            sum += (double)graph->weights[a];
            weights->sums[a] = sum;
            if (graph->weights[a] > largest)
                largest = graph->weights[a];
        }
        weights->largest[u] = largest;
        guide_row(weights->sums + graph->offsets[u], rw_degree(graph, u),
                  weights->guide + graph->offsets[u]);
    }
    return RIWALK_STATUS_OK;
}

void rw_step_weights_free(rw_step_weights *weights)
{
    rw_free(weights->largest);
    rw_free(weights->sums);
    rw_free(weights->guide);
    *weights = (rw_step_weights){0};
}

uint64_t rw_step_weights_bytes(const riwalk_graph *graph)
{
    return graph->node_count * sizeof(double) +
           graph->arc_count * (sizeof(double) + sizeof(uint32_t));
}

/* ---- All ---- */

void rw_adjacency_free(rw_adjacency *adjacency)
{
    rw_free(adjacency->cells);
    rw_hubs_free(adjacency->hubs);
    rw_step_weights_free(&adjacency->weights);
    adjacency->cells = NULL;
    adjacency->hubs = NULL;
}
