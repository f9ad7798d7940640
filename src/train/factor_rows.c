/* SPDX-License-Identifier: MIT */
/* From visits to transformed values, and from values to an embedding. */
#include "train/factor.h"

#include <math.h>
#include <string.h>

#define LOG_FACTOR 1000.0 /* shares above a thousandth count */

static double transform(const rw_factor *factor, uint32_t column, double share)
{
    if (factor->weighting == RIWALK_WEIGHTING_LOG)
        return log1p(LOG_FACTOR * share);
    if (factor->weighting == RIWALK_WEIGHTING_PPMI)
        return share > factor->shares[column] ? log(share / factor->shares[column]) : 0;
    return sqrt(share);
}

/* How visits of a view become values. */
typedef struct scale {
    uint32_t start;   /* the view's first column */
    double per_visit; /* turns visits into shares; 0 without visits */
    double weight;    /* factor of values: the squares of all views sum to 1 */
} scale;

static double value_of(const rw_factor *factor, const scale *s, const rw_profile_entry *entry)
{
    return transform(factor, s->start + entry->role, s->per_visit * (double)entry->visits);
}

/* Scales a row to length 1, which square roots of shares have. */
static scale scale_of(const rw_factor *factor, uint32_t view, const rw_profile *profile)
{
    double total = 0, squares = 0;
    scale s = {.start = factor->starts[view], .weight = sqrt(1.0 / factor->view_count)};

    for (uint32_t i = 0; i < profile->count; i++)
        total += (double)profile->entries[i].visits;
    s.per_visit = total > 0 ? 1 / total : 0;
    if (factor->weighting == RIWALK_WEIGHTING_HELLINGER)
        return s;
    for (uint32_t i = 0; i < profile->count; i++) {
        double value = value_of(factor, &s, &profile->entries[i]);

        squares += value * value;
    }
    s.weight = squares > 0 ? sqrt(1.0 / (squares * factor->view_count)) : 0;
    return s;
}

void rw_factor_values(const rw_factor *factor, const rw_profile *profiles, uint32_t *columns,
                      double *values)
{
    for (uint32_t v = 0; v < factor->view_count; v++) {
        scale s = scale_of(factor, v, &profiles[v]);

        for (uint32_t i = 0; i < profiles[v].count; i++) {
            *columns++ = s.start + profiles[v].entries[i].role;
            *values++ = s.weight * value_of(factor, &s, &profiles[v].entries[i]);
        }
    }
}

/* Rows of the basis are prefetched this many entries ahead. */
#define ROWS_AHEAD 6

#define LINE_FLOATS 16

/* A column's row of the basis; NULL if it is left out. */
static const float *row_of(const rw_factor *factor, uint32_t column)
{
    uint32_t row = factor->rows ? factor->rows[column] : column;

    return row == RW_FACTOR_LEFT_OUT ? NULL : factor->basis + (size_t)row * factor->dimensions;
}

void rw_factor_project(const rw_factor *factor, const rw_profile *profiles, float *vector)
{
    uint32_t dimensions = factor->dimensions;

    memset(vector, 0, dimensions * sizeof *vector);
    for (uint32_t v = 0; v < factor->view_count; v++) {
        scale s = scale_of(factor, v, &profiles[v]);

        for (uint32_t i = 0; i < profiles[v].count; i++) {
            const rw_profile_entry *entry = &profiles[v].entries[i];
            const float *row = row_of(factor, s.start + entry->role), *later = NULL;
            float value;

            if (i + ROWS_AHEAD < profiles[v].count)
                later = row_of(factor, s.start + entry[ROWS_AHEAD].role);
            for (uint32_t d = 0; later && d < dimensions; d += LINE_FLOATS)
                __builtin_prefetch(later + d);
            if (!row)
                continue;
            value = (float)(s.weight * value_of(factor, &s, entry));
            for (uint32_t d = 0; d < dimensions; d++)
                vector[d] += value * row[d];
        }
    }
}
