/* SPDX-License-Identifier: MIT */
/* Rows of neighbours: sorted, without repetitions, without gaps between them. */
#include "base/memory.h"
#include "base/sort.h"
#include "graph/graph.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static uint32_t sort_plain_row(uint32_t *row, uint32_t *scratch, uint32_t count)
{
    uint32_t kept = 0;

    rw_sort_u32(row, scratch, count);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || row[i] != row[kept - 1])
            row[kept++] = row[i];
    return kept;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x < y ? -1 : x > y;
}

/* A sum from the smallest weight on, so that no order of lines has an effect on its rounding, with
 * what each addition rounds away kept apart: amounts of money add up to the cent. */
static double add_up(double *weights, uint32_t count)
{
    double sum = 0, rest = 0;

    if (count > 1)
        qsort(weights, count, sizeof *weights, by_value);
    for (uint32_t i = 0; i < count; i++) {
        double before = sum;

        sum += weights[i];
        rest += before >= weights[i] ? before - sum + weights[i] : weights[i] - sum + before;
    }
    sum += rest;
    return sum < (double)FLT_MAX ? sum : (double)FLT_MAX;
}

static double largest_of(const double *weights, uint32_t count)
{
    double largest = weights[0];

    for (uint32_t i = 1; i < count; i++)
        largest = weights[i] > largest ? weights[i] : largest;
    return largest;
}

double rw_repeated_weight(double *weights, uint32_t count, bool add)
{
    return add ? add_up(weights, count) : largest_of(weights, count);
}

/* Neighbours are sorted together with the places of their weights. */
static uint32_t sort_weighted_row(uint32_t *row, double *weights, bool add, uint64_t *scratch,
                                  uint32_t count)
{
    double *sorted = (double *)(void *)(scratch + 2 * (size_t)count);
    uint32_t kept = 0;

    for (uint32_t i = 0; i < count; i++)
        scratch[i] = (uint64_t)row[i] << 32 | i;
    rw_sort_u64(scratch, scratch + count, count);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = weights[(uint32_t)scratch[i]];
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && scratch[end] >> 32 == scratch[i] >> 32;)
            end++;
        row[kept] = (uint32_t)(scratch[i] >> 32);
        weights[kept++] = rw_repeated_weight(sorted + i, end - i, add);
    }
    return kept;
}

uint32_t rw_sort_row(uint32_t *row, double *weights, bool add, void *scratch, uint32_t count)
{
    uint32_t ascending = 1;

    while (ascending < count && row[ascending - 1] < row[ascending])
        ascending++;
    if (ascending >= count)
        return count;
    return weights ? sort_weighted_row(row, weights, add, scratch, count)
                   : sort_plain_row(row, scratch, count);
}

riwalk_status rw_close_gaps(uint32_t node_count, uint64_t *offsets, const uint32_t *degrees,
                            uint32_t **neighbors, double **weights, riwalk_error *error)
{
    uint64_t sum = 0, before = offsets[node_count];

    for (uint32_t u = 0; u < node_count; u++) {
        uint64_t from = offsets[u];

        if (from != sum) {
            memmove(*neighbors + sum, *neighbors + from, degrees[u] * sizeof **neighbors);
            if (*weights)
                memmove(*weights + sum, *weights + from, degrees[u] * sizeof **weights);
        }
        offsets[u] = sum;
        sum += degrees[u];
    }
    offsets[node_count] = sum;
    if (sum < before && (!rw_resize_at(neighbors, sum, sizeof **neighbors, error) ||
                         (*weights && !rw_resize_at(weights, sum, sizeof **weights, error))))
        return RIWALK_STATUS_MEMORY;
    return RIWALK_STATUS_OK;
}
