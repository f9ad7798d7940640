/* SPDX-License-Identifier: MIT */
/* Scaling: nothing, dimensions of variance 1, or vectors of length 1. */
#include "evaluate/scale.h"

#include "base/error.h"
#include "base/memory.h"
#include "vectors/vectors.h"

#include <math.h>

/* Means are those of differences to the first row, which are exactly 0 in a dimension that never
 * varies: rounding must not give it a deviation to be divided by. */
static void measure(rw_scaler *s, const riwalk_vectors *vectors)
{
    const float *first = rw_vectors_row(vectors, 0);

    for (uint32_t row = 0; row < vectors->count; row++)
        for (uint32_t d = 0; d < s->dimensions; d++)
            s->shift[d] += (double)rw_vectors_row(vectors, row)[d] - (double)first[d];
    for (uint32_t d = 0; d < s->dimensions; d++)
        s->shift[d] = (double)first[d] + s->shift[d] / vectors->count;
    for (uint32_t row = 0; row < vectors->count; row++)
        for (uint32_t d = 0; d < s->dimensions; d++) {
            double away = (double)rw_vectors_row(vectors, row)[d] - s->shift[d];

            s->factor[d] += away * away / vectors->count;
        }
    for (uint32_t d = 0; d < s->dimensions; d++) /* what never varies has no scale */
        s->factor[d] = s->factor[d] > 0 ? 1 / sqrt(s->factor[d]) : 1;
}

riwalk_status rw_scaler_init(rw_scaler *s, const riwalk_vectors *vectors,
                             riwalk_normalization scale, riwalk_error *error)
{
    *s = (rw_scaler){.scale = scale, .dimensions = vectors->dimensions};
    if (scale != RIWALK_NORMALIZATION_STANDARD || !vectors->count)
        return RIWALK_STATUS_OK;
    RW_HAVE(s->shift = rw_alloc_zeroed(s->dimensions, 2 * sizeof *s->shift, error));
    s->factor = s->shift + s->dimensions;
    measure(s, vectors);
    return RIWALK_STATUS_OK;
}

void rw_scaler_free(rw_scaler *scaler)
{
    rw_free(scaler->shift);
    *scaler = (rw_scaler){0};
}

void rw_scaler_apply(const rw_scaler *s, const float *vector, double *values)
{
    double squares = 0, length;

    for (uint32_t d = 0; d < s->dimensions; d++) {
        values[d] = (double)vector[d];
        squares += values[d] * values[d];
    }
    length = sqrt(squares);
    for (uint32_t d = 0; d < s->dimensions; d++)
        if (s->scale == RIWALK_NORMALIZATION_STANDARD)
            values[d] = (values[d] - s->shift[d]) * s->factor[d];
        else if (s->scale == RIWALK_NORMALIZATION_UNIT && length > 0)
            values[d] /= length;
}

riwalk_status rw_scale_check(riwalk_normalization scale, riwalk_error *error)
{
    if ((unsigned)scale <= RIWALK_NORMALIZATION_UNIT)
        return RIWALK_STATUS_OK;
    return rw_refuse(error, "unknown scaling %d", (int)scale);
}
