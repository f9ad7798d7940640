/* SPDX-License-Identifier: MIT */
/* Lays rows out in cells (adjacency.h). */
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

void rw_adjacency_free(rw_adjacency *adjacency)
{
    rw_free(adjacency->cells);
    rw_hubs_free(adjacency->hubs);
    rw_step_weights_free(&adjacency->weights);
    adjacency->cells = NULL;
    adjacency->hubs = NULL;
}
