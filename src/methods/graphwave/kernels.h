/* SPDX-License-Identifier: MIT */
/* The two inner loops of GraphWave. The file of an instruction set defines RW_VECTOR, the bytes of
 * a register, includes this one and fills its table. */
#include "methods/graphwave/graphwave.h"

#define PARTS (RW_COLUMNS * 4 / RW_VECTOR) /* registers of a row */

typedef float lanes __attribute__((vector_size(RW_VECTOR), may_alias));
typedef int32_t masks __attribute__((vector_size(RW_VECTOR), may_alias));

static void step(const rw_wavelets *w, uint32_t k, const float *from, float *to, float *kernels)
{
    const riwalk_graph *g = w->graph;
    const lanes *x = (const lanes *)from;
    lanes *y = (lanes *)to, *psi = (lanes *)kernels;
    size_t n = g->node_count;

    for (size_t u = 0; u < n; u++) {
        lanes sum[PARTS] = {0};

        for (int i = 0; !rw_degree(g, (uint32_t)u) && i < PARTS; i++)
            sum[i] = x[u * PARTS + (size_t)i];
        for (uint64_t a = g->offsets[u]; a < g->offsets[u + 1]; a++)
            for (int i = 0; i < PARTS; i++)
                sum[i] += w->arcs[a] * x[(size_t)g->neighbors[a] * PARTS + (size_t)i];
        for (int i = 0; i < PARTS; i++) {
            if (k > 1)
                sum[i] = sum[i] + sum[i] - y[u * PARTS + (size_t)i];
            y[u * PARTS + (size_t)i] = sum[i];
        }
        for (uint32_t s = 0; s < w->scale_count; s++)
            for (int i = 0; k <= w->orders[s] && i < PARTS; i++)
                psi[(s * n + u) * PARTS + (size_t)i] += w->coefficients[s][k] * sum[i];
    }
}

static void powers(const float *values, uint32_t nodes, float sums[RW_POWERS][RW_COLUMNS])
{
    const lanes *psi = (const lanes *)values;

    for (int i = 0; i < PARTS; i++) {
        lanes total[RW_POWERS] = {0};

        for (size_t m = 0; m < nodes; m++) {
            lanes x = psi[m * PARTS + (size_t)i] * (float)RW_LAST_POINT, power;
            masks small = (x >= -1.0f) & (x <= 1.0f);

            power = x = (lanes)((masks)x & small);
            for (int p = 0; p < RW_POWERS; p++) {
                total[p] += power;
                power *= x;
            }
        }
        for (int p = 0; p < RW_POWERS; p++)
            *(lanes *)(sums[p] + i * (RW_VECTOR / 4)) += total[p];
    }
}
