/* SPDX-License-Identifier: MIT */
/* The inner loops of GraphWave with 64-byte registers. */
#define RW_VECTOR 64
#include "methods/graphwave/kernels.h"

const rw_graphwave_kernels rw_graphwave_avx512 = {.step = step, .powers = powers};
