/* SPDX-License-Identifier: MIT */
/* Nearest neighbours by cosine: one exact pass over all rows, keeping the best in a heap. */
#include "base/error.h"
#include "riwalk_analysis.h"
#include "vectors/vectors.h"

#include <math.h>

/* Whether a comes before b in the result. */
static bool better(riwalk_neighbor a, riwalk_neighbor b)
{
    return a.similarity > b.similarity || (a.similarity == b.similarity && a.row < b.row);
}

/* Puts an item in place of the root, which is the worst of the heap. */
static void sink(riwalk_neighbor *heap, uint32_t count, riwalk_neighbor moved)
{
    uint32_t hole = 0;

    for (uint32_t child; (child = 2 * hole + 1) < count; hole = child) {
        if (child + 1 < count && better(heap[child], heap[child + 1]))
            child++;
        if (!better(moved, heap[child]))
            break;
        heap[hole] = heap[child];
    }
    heap[hole] = moved;
}

static void rise(riwalk_neighbor *heap, uint32_t hole, riwalk_neighbor moved)
{
    for (; hole && better(heap[(hole - 1) / 2], moved); hole = (hole - 1) / 2)
        heap[hole] = heap[(hole - 1) / 2];
    heap[hole] = moved;
}

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
        size_t length;
        const char *name = rw_vectors_name(vectors, row, &length);

        return rw_refuse(error,
                         "the vector of '%.*s' is zero (an isolated node?): it has no neighbours",
                         length < 80 ? (int)length : 80, name);
    }
    for (uint32_t other = 0; wanted && other < vectors->count; other++) {
        const float *vector = rw_vectors_row(vectors, other);
        double other_norm = sqrt(rw_vectors_dot(vector, vector, dimensions));
        double cosine =
            other_norm > 0 ? rw_vectors_dot(query, vector, dimensions) / (norm * other_norm) : 0;
        riwalk_neighbor candidate = {other, (float)cosine};

        if (other == row)
            continue;
        if (count < wanted)
            rise(neighbors, count++, candidate);
        else if (better(candidate, neighbors[0]))
            sink(neighbors, count, candidate);
    }
    *found = count;
    while (count > 1) { /* the worst goes to the end, again and again */
        riwalk_neighbor worst = neighbors[0], last = neighbors[--count];

        sink(neighbors, count, last);
        neighbors[count] = worst;
    }
    return RIWALK_STATUS_OK;
}
