/* SPDX-License-Identifier: MIT */
/* From visits to transformed values, and from these to an embedding. */
#include "base/search.h"
#include "train/factor.h"

#include <math.h>
#include <string.h>

#define LOG_FACTOR 1000.0 /* of shares: those above a thousandth tell */

static double transform(const rw_factor *factor, uint32_t column, double share)
{
    if (factor->weighting == RIWALK_WEIGHTING_LOG)
        return log1p(LOG_FACTOR * share);
    if (factor->weighting == RIWALK_WEIGHTING_PPMI)
        return share > factor->shares[column] ? log(share / factor->shares[column]) : 0;
    return sqrt(share);
}

/* The factor that makes shares of a view's visits; 0 where there are none. */
static double share_factor(const rw_profile *profile, double unknown)
{
    double total = unknown;

    for (uint32_t i = 0; i < profile->count; i++)
        total += (double)profile->entries[i].visits;
    return total > 0 ? 1 / total : 0;
}

/* What a view's values are multiplied with, so that the lengths of all views together come to 1.
 * Square roots of shares have length 1 by themselves, and less where visits are unknown. */
static double view_factor(const rw_factor *factor, const rw_profile *profile, uint32_t start,
                          double per_visit)
{
    double squares = 0;

    if (factor->weighting == RIWALK_WEIGHTING_HELLINGER)
        return sqrt(1.0 / factor->view_count);
    for (uint32_t i = 0; i < profile->count; i++) {
        const rw_profile_entry *entry = &profile->entries[i];
        double value = transform(factor, start + entry->role, per_visit * (double)entry->visits);

        squares += value * value;
    }
    return squares > 0 ? sqrt(1.0 / (squares * factor->view_count)) : 0;
}

uint32_t rw_factor_values(const rw_factor *factor, const rw_profile *profiles,
                          const double *unknown, uint32_t *columns, double *values)
{
    uint32_t count = 0;

    for (uint32_t v = 0; v < factor->view_count; v++) {
        const rw_profile *profile = &profiles[v];
        uint32_t start = factor->starts[v];
        double per_visit = share_factor(profile, unknown ? unknown[v] : 0);
        double weight = view_factor(factor, profile, start, per_visit);

        for (uint32_t i = 0; i < profile->count; i++) {
            const rw_profile_entry *entry = &profile->entries[i];

            columns[count] = start + entry->role;
            values[count++] =
                weight * transform(factor, start + entry->role, per_visit * (double)entry->visits);
        }
    }
    return count;
}

void rw_factor_project(const rw_factor *factor, const rw_profile *profiles, const double *unknown,
                       float *vector)
{
    uint32_t dimensions = factor->dimensions;

    memset(vector, 0, dimensions * sizeof *vector);
    for (uint32_t v = 0; v < factor->view_count; v++) {
        rw_profile profile = profiles[v];
        uint32_t start = factor->starts[v];
        double per_visit = share_factor(&profile, unknown ? unknown[v] : 0);
        double weight = view_factor(factor, &profile, start, per_visit);

        for (uint32_t i = 0; i < profile.count; i++) {
            const rw_profile_entry *entry = &profile.entries[i];
            uint32_t column = start + entry->role;
            float value =
                (float)(weight * transform(factor, column, per_visit * (double)entry->visits));
            const float *row = factor->basis + (size_t)column * dimensions;

            for (uint32_t d = 0; d < dimensions; d++)
                vector[d] += value * row[d];
        }
    }
}

bool rw_factor_find(const rw_factor *factor, uint32_t view, uint64_t role, uint32_t *place)
{
    uint32_t first = factor->starts[view];

    return rw_search_is(factor->roles + first, factor->starts[view + 1] - first, role, place);
}
