/* SPDX-License-Identifier: MIT */
/* Vertical logarithmic binning: bins by rank, each for a share of the nodes that are left. */
#include "methods/refex/refex.h"

#include "base/sort.h"

#include <math.h>
#include <string.h>

/* Floats that are not negative are ordered as their bits are. */
static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The last value of each bin, of sorted ones, the last bin left out, which has all others. Returns
 * how many. */
static uint32_t find_borders(const uint32_t *sorted, uint32_t count, double share,
                             uint32_t borders[RW_MOST_BINS])
{
    uint32_t found = 0, first = 0;

    while (first < count && found + 1 < RW_MOST_BINS) {
        uint32_t left = count - first, wanted = (uint32_t)ceil(share * left);
        uint32_t last = first + (wanted < 1 ? 1 : wanted > left ? left : wanted) - 1;

        while (last + 1 < count && sorted[last + 1] == sorted[last])
            last++;
        borders[found++] = sorted[last];
        first = last + 1;
    }
    return first < count || !found ? found : found - 1;
}

void rw_bins_fill(const float *values, uint32_t count, double share, uint8_t *bins,
                  uint32_t *sorted, uint32_t *scratch)
{
    uint32_t borders[RW_MOST_BINS], border_count;

    for (uint32_t i = 0; i < count; i++)
        sorted[i] = bits_of(values[i]);
    rw_sort_u32(sorted, scratch, count);
    border_count = find_borders(sorted, count, share, borders);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bits = bits_of(values[i]), bin = 0;

        while (bin < border_count && bits > borders[bin])
            bin++;
        bins[i] = (uint8_t)bin;
    }
}

/* Bins of so many nodes are compared before a difference ends it. */
#define STRETCH 4096

bool rw_bins_alike(const uint8_t *a, const uint8_t *b, uint32_t count, unsigned most)
{
    for (uint32_t first = 0; first < count; first += STRETCH) {
        uint32_t end = count - first < STRETCH ? count : first + STRETCH;
        uint8_t widest = 0;

        for (uint32_t i = first; i < end; i++) {
            uint8_t apart = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];

            widest = apart > widest ? apart : widest;
        }
        if (widest > most)
            return false;
        if (end == count)
            break;
    }
    return true;
}
