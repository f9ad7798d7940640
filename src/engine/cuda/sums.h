/* SPDX-License-Identifier: MIT */
/* Sums over the rows of a matrix of profiles (engine/matrix.h). The lanes of a group work on one
 * row after the other. What several rows add to is summed in integers, all else in the order of the
 * row. */
#ifndef RW_ENGINE_CUDA_SUMS_H
#define RW_ENGINE_CUDA_SUMS_H

#include "base/sums.h"
#include "engine/cuda/device.h"
#include "engine/cuda/lanes.h"

#include <math.h>

/* Vectors of a group in a product, as in train/kernels. */
#define RW_SUMS_GROUP 16U

/* Vectors that a lane takes together. */
#define RW_SUMS_AT_ONCE 5U

/* The index at which columns and values of a row begin; those of its views are adjacent. */
RW_LANE uint64_t rw_sums_start(const rw_device_sums *s, uint64_t row)
{
    uint64_t start = 0;

    for (uint32_t v = 0; v < s->views; v++)
        start += s->starts[v][row];
    return start;
}

/* ---- Values, shares, and which columns meet ---- */

RW_LANE uint32_t rw_sums_root(const uint32_t *parents, uint32_t column)
{
    uint32_t parent;

    while ((parent = rw_lane_read(&parents[column])) != column)
        column = parent;
    return column;
}

/* The smaller root becomes the root of both, so a part's root is its first column. */
RW_LANE void rw_sums_join(uint32_t *parents, uint32_t a, uint32_t b)
{
    for (;;) {
        uint32_t x = rw_sums_root(parents, a), y = rw_sums_root(parents, b);
        uint32_t least = x < y ? x : y, other = x < y ? y : x;

        if (x == y || rw_lane_claim(&parents[other], other, least) == other)
            return;
    }
}

RW_LANE void rw_sums_values(const rw_device_sums *s, uint32_t row, uint32_t lane, uint32_t lanes)
{
    uint64_t to = rw_sums_start(s, row), seen = to;
    uint32_t joined = UINT32_MAX;

    for (uint32_t v = 0; v < s->views; v++) {
        uint64_t start = s->starts[v][row], count = s->starts[v][row + 1] - start;
        const riwalk_visits *entries = s->entries[v] + start;
        double total = 0, per_visit;

        for (uint64_t i = 0; i < count; i++)
            total += (double)entries[i].visits;
        per_visit = total > 0 ? 1 / total : 0;
        if (count && joined == UINT32_MAX)
            joined = s->column_starts[v] + entries[0].role;
        for (uint64_t i = lane; i < count; i += lanes) {
            uint32_t column = s->column_starts[v] + entries[i].role;
            uint64_t *limbs = s->shares + (uint64_t)column * RW_LIMBS;
            double share = (double)entries[i].visits / total;

            s->columns[seen + i] = column;
            s->values[seen + i] = s->weight * sqrt(per_visit * (double)entries[i].visits);
            rw_sums_join(s->parents, joined, column);
            for (int limb = 0; limb < RW_LIMBS && share != 0; limb++)
                rw_lane_add_wide(&limbs[limb], rw_limbs_next(&share));
        }
        if (lane == 0 && count)
            rw_lane_add_wide(s->shares + (uint64_t)s->column_starts[s->views] * RW_LIMBS + v, 1);
        seen += count;
    }
}

/* ---- Gram matrices, products, vectors ---- */

/* Whether a row is in the wanted parts; empty rows are not. */
RW_LANE bool rw_sums_wants(const rw_device_sums *s, uint64_t start, uint64_t end, uint32_t *part)
{
    if (start == end)
        return false;
    *part = s->of[s->columns[start]];
    return *part >= s->first && *part < s->end;
}

RW_LANE void rw_sums_gram(const rw_device_sums *s, uint32_t row, uint32_t lane, uint32_t lanes)
{
    uint64_t start = rw_sums_start(s, row), end = rw_sums_start(s, row + (uint64_t)1);
    uint32_t part;

    if (!rw_sums_wants(s, start, end, &part))
        return;
    for (uint64_t i = start; i < end; i++) {
        uint64_t place = s->places[s->columns[i]];
        uint64_t *sums = s->sums + s->bases[part - s->first] + place * (place + 1) / 2;
        double value = s->scale * s->values[i];

        for (uint64_t j = start + lane; j <= i; j += lanes)
            rw_lane_add_wide(&sums[s->places[s->columns[j]]], rw_fixed(value * s->values[j]));
    }
}

/* The index of a vector's value in a column. */
RW_LANE uint64_t rw_sums_at(const rw_device_sums *s, uint32_t vector, uint32_t place)
{
    return ((uint64_t)(vector / RW_SUMS_GROUP) * s->width + place) * RW_SUMS_GROUP +
           vector % RW_SUMS_GROUP;
}

RW_LANE void rw_sums_products(const rw_device_sums *s, uint32_t row, uint32_t lane, uint32_t lanes)
{
    uint64_t start = rw_sums_start(s, row), end = rw_sums_start(s, row + (uint64_t)1);
    uint32_t part;

    if (!rw_sums_wants(s, start, end, &part))
        return;
    for (uint32_t first = lane; first < s->vectors; first += lanes * RW_SUMS_AT_ONCE) {
        double along[RW_SUMS_AT_ONCE] = {0};

        for (uint64_t i = start; i < end; i++) {
            uint32_t place = s->places[s->columns[i]];
            double value = s->values[i];

            for (uint32_t k = 0; k < RW_SUMS_AT_ONCE; k++)
                if (first + k * lanes < s->vectors)
                    along[k] += value * s->from[rw_sums_at(s, first + k * lanes, place)];
        }
        for (uint32_t k = 0; k < RW_SUMS_AT_ONCE; k++)
            along[k] *= s->scale;
        for (uint64_t i = start; i < end; i++) {
            uint32_t place = s->places[s->columns[i]];
            double value = s->values[i];

            for (uint32_t k = 0; k < RW_SUMS_AT_ONCE; k++)
                if (first + k * lanes < s->vectors)
                    rw_lane_add_wide(&s->sums[rw_sums_at(s, first + k * lanes, place)],
                                     rw_fixed(value * along[k]));
        }
    }
}

/* Computes the vector of a row, number row - row_first in the output. */
RW_LANE void rw_sums_vector(const rw_device_sums *s, uint32_t row, uint32_t lane, uint32_t lanes)
{
    uint64_t start = rw_sums_start(s, row), end = rw_sums_start(s, row + (uint64_t)1);
    float *to = s->made + (uint64_t)(row - s->row_first) * s->width;

    for (uint32_t d = lane; d < s->width; d += lanes) {
        float sum = 0;

        for (uint64_t i = start; i < end; i++)
            sum += (float)s->values[i] * s->basis[(uint64_t)s->columns[i] * s->width + d];
        to[d] = sum;
    }
}

/* Does what is asked for with one row. */
RW_LANE void rw_sums_row(const rw_device_sums *s, rw_sum kind, uint32_t row, uint32_t lane,
                         uint32_t lanes)
{
    if (kind == RW_SUM_VALUES)
        rw_sums_values(s, row, lane, lanes);
    else if (kind == RW_SUM_GRAM)
        rw_sums_gram(s, row, lane, lanes);
    else if (kind == RW_SUM_PRODUCTS)
        rw_sums_products(s, row, lane, lanes);
    else
        rw_sums_vector(s, row, lane, lanes);
}

#endif
