/* SPDX-License-Identifier: MIT */
/* The inner loops of GraphWave in registers of 32 bytes. */
#define RW_VECTOR 32
#include "methods/graphwave/kernels.h"

const rw_graphwave_kernels rw_graphwave_avx2 = {.step = step, .powers = powers};
