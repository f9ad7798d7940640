/* SPDX-License-Identifier: MIT */
/*
 * How many bits factors take: those of their values, rounded to a few levels (Lloyd-Max) and
 * written in a code as short as their frequencies permit, and those of the errors, which are coded
 * as numbers of a normal distribution. Where V is whole numbers, a variance below 1/12 says no
 * more. The number of levels is the one that makes the sum least.
 */
#include "base/memory.h"
#include "methods/rolx/rolx.h"

#include <math.h>
#include <string.h>

#define MOST_BITS 6 /* of a level */
#define LEVELS (1 << MOST_BITS)
#define CELLS 1024 /* of the histogram that levels are found from */
#define MOST_SWEEPS 50

#define LEAST_VARIANCE (1.0 / 12)

typedef struct rounding {
    double width; /* of a cell; 0: all values are 0 */
    uint64_t counts[CELLS];
    double sums[CELLS];
    double levels[LEVELS];
    uint8_t level_of[CELLS];
} rounding;

static uint32_t cell_of(const rounding *r, double value)
{
    uint32_t cell = r->width > 0 ? (uint32_t)(value / r->width) : 0;

    return cell < CELLS ? cell : CELLS - 1;
}

static void fill_histogram(rounding *r, const double *values, size_t count)
{
    double most = 0;

    *r = (rounding){0};
    for (size_t i = 0; i < count; i++)
        most = fmax(most, values[i]);
    r->width = most / CELLS;
    for (size_t i = 0; i < count; i++) {
        uint32_t cell = cell_of(r, values[i]);

        r->counts[cell]++;
        r->sums[cell] += values[i];
    }
}

/* Gives every cell the nearest level. Returns whether one changed. Levels rise. */
static bool choose_levels(rounding *r, uint32_t levels)
{
    uint32_t level = 0;
    bool changed = false;

    for (uint32_t c = 0; c < CELLS; c++) {
        double value = (c + 0.5) * r->width;

        while (level + 1 < levels && r->levels[level + 1] - value < value - r->levels[level])
            level++;
        changed |= r->level_of[c] != level;
        r->level_of[c] = (uint8_t)level;
    }
    return changed;
}

/* Levels for the least squared error. Returns the bits of a value on average. */
static double find_levels(rounding *r, uint32_t levels)
{
    double entropy = 0, all = 0;
    uint64_t counts[LEVELS] = {0};

    for (uint32_t l = 0; l < levels; l++)
        r->levels[l] = (l + 0.5) * r->width * CELLS / levels;
    memset(r->level_of, UINT8_MAX, sizeof r->level_of);
    for (int sweep = 0; sweep < MOST_SWEEPS && choose_levels(r, levels); sweep++) {
        double sums[LEVELS] = {0};

        memset(counts, 0, sizeof counts);
        for (uint32_t c = 0; c < CELLS; c++) {
            counts[r->level_of[c]] += r->counts[c];
            sums[r->level_of[c]] += r->sums[c];
        }
        for (uint32_t l = 0; l < levels; l++)
            if (counts[l])
                r->levels[l] = sums[l] / (double)counts[l];
    }
    for (uint32_t l = 0; l < levels; l++)
        all += (double)counts[l];
    for (uint32_t l = 0; l < levels; l++)
        if (counts[l])
            entropy -= (double)counts[l] / all * log2((double)counts[l] / all);
    return entropy;
}

static void round_values(const rounding *r, const double *values, size_t count, double *rounded)
{
    for (size_t i = 0; i < count; i++)
        rounded[i] = r->levels[r->level_of[cell_of(r, values[i])]];
}

/* The bits of all errors. */
static double error_bits(const rw_factors *x, const double *memberships, const double *typical)
{
    double sum = 0, count = (double)x->rows * x->features;

    for (uint32_t i = 0; i < x->rows; i++)
        for (uint32_t j = 0; j < x->features; j++) {
            double off = x->values[(size_t)i * x->features + j];

            for (uint32_t k = 0; k < x->roles; k++)
                off -= memberships[(size_t)i * x->roles + k] * typical[(size_t)k * x->features + j];
            sum += off * off;
        }
    return count / 2 * log2(2 * M_PI * M_E * fmax(sum / count, LEAST_VARIANCE));
}

riwalk_status rw_factors_length(const rw_factors *x, double times, double *bits,
                                riwalk_error *error)
{
    size_t members = (size_t)x->rows * x->roles, typicals = (size_t)x->roles * x->features;
    double *rounded = rw_alloc(members + typicals, sizeof *rounded, error);
    rounding *g = rw_alloc_zeroed(2, sizeof *g, error), *f = g ? g + 1 : NULL;

    *bits = INFINITY;
    for (uint32_t b = 1; b <= MOST_BITS && rounded && g; b++) {
        double length;

        fill_histogram(g, x->memberships, members);
        fill_histogram(f, x->typical, typicals);
        length = times * (double)members * find_levels(g, 1u << b) +
                 (double)typicals * find_levels(f, 1u << b);
        round_values(g, x->memberships, members, rounded);
        round_values(f, x->typical, typicals, rounded + members);
        *bits = fmin(*bits, length + times * error_bits(x, rounded, rounded + members));
    }
    rw_free(g);
    if (!rounded || !g) {
        rw_free(rounded);
        return RIWALK_STATUS_MEMORY;
    }
    rw_free(rounded);
    return RIWALK_STATUS_OK;
}
