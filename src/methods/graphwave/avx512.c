/* SPDX-License-Identifier: MIT */
/* The inner loops of GraphWave in registers of 64 bytes. */
#define RW_VECTOR 64
#include "methods/graphwave/kernels.h"

const rw_graphwave_kernels rw_graphwave_avx512 = {.step = step, .powers = powers};
