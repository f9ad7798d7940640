/* SPDX-License-Identifier: MIT */
/* Nearest neighbours by cosine: one exact pass over all rows that keeps the best in a heap. */
#include "base/heap.h"
#include "riwalk_analysis.h"
#include "vectors/vectors.h"

#include <math.h>

static bool worse(const riwalk_neighbor *a, const riwalk_neighbor *b)
{
    return a->similarity < b->similarity || (a->similarity == b->similarity && a->row > b->row);
}

RW_HEAP(heap, riwalk_neighbor, worse)

riwalk_status riwalk_vectors_nearest(const riwalk_vectors *vectors, uint32_t row, uint32_t wanted,
                                     riwalk_neighbor *neighbors, uint32_t *found,
                                     riwalk_error *error)
{
    const uint32_t dimensions = vectors->dimensions;
    const float *query;
    uint32_t count = 0;
    double norm;

    if (row >= vectors->count)
        return rw_refuse(error, "there is no row %u: the vectors have %u", row, vectors->count);
    query = rw_vectors_row(vectors, row);
    norm = sqrt(rw_vectors_dot(query, query, dimensions));
    if (norm == 0) {
        rw_span name = rw_vectors_name(vectors, row);

        return rw_refuse(error,
                         "the vector of '%.*s' is zero (an isolated node?): it has no neighbours",
                         RW_CUT(name, 80));
    }
    for (uint32_t other = 0; wanted && other < vectors->count; other++) {
        const float *vector = rw_vectors_row(vectors, other);
        double other_norm = sqrt(rw_vectors_dot(vector, vector, dimensions));
        double cosine =
            other_norm > 0 ? rw_vectors_dot(query, vector, dimensions) / (norm * other_norm) : 0;
        riwalk_neighbor candidate = {other, (float)cosine};

        if (other != row)
            heap_offer(neighbors, &count, wanted, candidate);
    }
    *found = count;
    while (count > 1) { /* heapsort: the worst goes to the end */
        riwalk_neighbor worst = neighbors[0], last = neighbors[--count];

        heap_sink(neighbors, count, last);
        neighbors[count] = worst;
    }
    return RIWALK_STATUS_OK;
}
