/* SPDX-License-Identifier: MIT */
/* Walks over layers; see struc2vec_layers.h. */
#include "methods/struc2vec/layers.h"

#include "base/rng.h"

/* The edge that a draw in [0, 1) falls on: the first whose sum of shares is above it. */
static uint32_t choose(const float *row, uint32_t slots, double draw)
{
    uint32_t low = 0, high = slots - 1;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if ((double)row[middle] > draw)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

uint32_t rw_layer_walk(const void *source, uint32_t start, uint32_t number, uint32_t length,
                       uint32_t *nodes)
{
    const rw_layer_walks *walks = source;
    const rw_layers *l = walks->layers;
    uint64_t stream = rw_rng_stream(walks->seed, RW_STAGE_LAYER_WALK, start, number), draw = 0;
    uint32_t place = l->places[start], layer = 0, done = 1;

    nodes[0] = start;
    if (place == UINT32_MAX)
        return 1;
    while (done < length) {
        bool stays = rw_rng_unit(rw_rng_at(stream, draw++)) < walks->stay;
        double which = rw_rng_unit(rw_rng_at(stream, draw++));

        if (stays) {
            const float *row = rw_layers_row(l, layer, place);

            place = l->partners[l->offsets[place] + choose(row, rw_layers_degree(l, place), which)];
            nodes[done++] = l->order[place];
        } else if (which < (double)l->ups[(size_t)layer * l->count + place]) {
            layer += layer + 1 < l->depths[place];
        } else {
            layer -= layer > 0;
        }
    }
    return done;
}
