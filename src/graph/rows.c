/* SPDX-License-Identifier: MIT */
/* Laying rows out in cells. See rows.h. */
#include "graph/rows.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <string.h>

/* Cells pay where the graph does not fit in the last cache, and where most rows fit in a cell. */
#define LEAST_BYTES (UINT64_C(16) << 20)
#define LARGEST_MEAN_DEGREE 12

#define BLOCK 4096 /* nodes of a task */

uint64_t rw_rows_bytes(const riwalk_graph *graph)
{
    uint64_t bytes = (uint64_t)graph->node_count * RW_CELL * sizeof(uint32_t);

    if (bytes < LEAST_BYTES || graph->arc_count / graph->node_count > LARGEST_MEAN_DEGREE)
        return 0;
    return bytes;
}

/* The rest of a cell repeats the row, so that whoever may read a neighbour twice needs no loop that
 * ends at the degree. */
static void fill_cell(const riwalk_graph *graph, uint32_t node, uint32_t *cell)
{
    uint64_t start = graph->offsets[node];
    uint32_t degree = rw_degree(graph, node);

    cell[0] = degree;
    if (degree >= RW_CELL) {
        cell[1] = (uint32_t)start;
        cell[2] = (uint32_t)(start >> 32);
        return;
    }
    memcpy(cell + 1, graph->neighbors + start, degree * sizeof *cell);
    for (uint32_t i = 1 + degree; i < RW_CELL; i++)
        cell[i] = degree ? cell[i - degree] : node;
}

static riwalk_status fill_block(void *context, size_t task, int worker, riwalk_error *error)
{
    const rw_rows *rows = context;
    const riwalk_graph *graph = rows->graph;
    size_t first = task * BLOCK, end = first + BLOCK;

    (void)worker;
    (void)error;
    for (size_t u = first; u < end && u < graph->node_count; u++)
        fill_cell(graph, (uint32_t)u, rows->cells + u * RW_CELL);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_rows_lay_out(rw_rows *rows, int threads, riwalk_error *error)
{
    size_t nodes = rows->graph->node_count, blocks = (nodes + BLOCK - 1) / BLOCK;

    rows->cells = rw_alloc_aligned(nodes * RW_CELL, sizeof *rows->cells, error);
    if (!rows->cells)
        return RIWALK_STATUS_MEMORY;
    return rw_parallel(threads, blocks, fill_block, rows, error);
}

riwalk_status rw_rows_init(rw_rows *rows, const riwalk_graph *graph, int threads,
                           riwalk_error *error)
{
    *rows = (rw_rows){.graph = graph};
    return rw_rows_bytes(graph) ? rw_rows_lay_out(rows, threads, error) : RIWALK_STATUS_OK;
}

void rw_rows_free(rw_rows *rows)
{
    rw_free(rows->cells);
    rows->cells = NULL;
}
