/* SPDX-License-Identifier: MIT */
/* The inner loops of GraphWave with 32-byte registers. */
#define RW_VECTOR 32
#include "methods/graphwave/kernels.h"

const rw_graphwave_kernels rw_graphwave_avx2 = {.step = step, .powers = powers};
