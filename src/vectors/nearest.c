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

/* Lets the item at the root sink to its place; the worst of the heap is on top. */
static void sink(riwalk_neighbor *heap, uint32_t count)
{
    uint32_t at = 0;

    for (;;) {
        uint32_t child = 2 * at + 1;
        riwalk_neighbor moved = heap[at];

        if (child >= count)
            return;
        if (child + 1 < count && better(heap[child], heap[child + 1]))
            child++;
        if (!better(moved, heap[child]))
            return;
        heap[at] = heap[child];
        heap[child] = moved;
        at = child;
    }
}

static void rise(riwalk_neighbor *heap, uint32_t at)
{
    while (at) {
        uint32_t parent = (at - 1) / 2;
        riwalk_neighbor moved = heap[at];

        if (!better(heap[parent], moved))
            return;
        heap[at] = heap[parent];
        heap[parent] = moved;
        at = parent;
    }
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
        if (count < wanted) {
            neighbors[count] = candidate;
            rise(neighbors, count++);
        } else if (better(candidate, neighbors[0])) {
            neighbors[0] = candidate;
            sink(neighbors, count);
        }
    }
    *found = count;
    while (count > 1) { /* the worst goes to the end, again and again */
        riwalk_neighbor worst = neighbors[0];

        neighbors[0] = neighbors[--count];
        neighbors[count] = worst;
        sink(neighbors, count);
    }
    return RIWALK_STATUS_OK;
}
