/* SPDX-License-Identifier: MIT */
/* Singular vectors through the Gram matrix of the columns. Tasks are ranges of its rows; each goes
 * over all anchors in their order, so an entry's sum is always added up in the same order. */
#include "base/eigen.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "train/factor.h"

#define RANGES 16

typedef struct gram {
    const rw_factor_part *part;
    double *matrix; /* [columns * columns], the lower triangle */
} gram;

static riwalk_status add_range(void *context, size_t task, int worker, riwalk_error *error)
{
    const gram *g = context;
    const rw_factor_part *part = g->part;
    const uint32_t *anchor_starts = part->parts->anchor_starts + part->part;
    const uint32_t *columns = part->row_columns[worker];
    const double *values = part->row_values[worker];
    uint32_t rows = anchor_starts[1] - anchor_starts[0];
    uint32_t first = (uint32_t)rw_part(part->columns, RANGES, task);
    uint32_t end = (uint32_t)rw_part(part->columns, RANGES, task + 1);

    for (uint32_t r = 0; r < rows && first < end; r++) {
        uint32_t count = rw_factor_part_row(part, worker, r);

        for (uint32_t i = 0; i < count; i++) {
            double *row = g->matrix + (size_t)columns[i] * part->columns;

            if (columns[i] < first || columns[i] >= end)
                continue;
            for (uint32_t j = 0; j <= i; j++) /* columns ascend */
                row[columns[j]] += values[i] * values[j];
        }
    }
    return rw_progress_add(part->progress, rows / RANGES, error);
}

riwalk_status rw_factor_gram(const rw_factor_part *part, double *values, double *vectors,
                             riwalk_error *error)
{
    gram g = {part, rw_alloc_zeroed(part->columns, part->columns * sizeof *g.matrix, error)};
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (g.matrix &&
        !(status = rw_parallel(part->options->run.threads, RANGES, add_range, &g, error)))
        status = rw_eigen(part->columns, g.matrix, part->wanted, values, vectors,
                          part->options->run.threads, part->progress, error);
    rw_free(g.matrix);
    return status;
}
