/* SPDX-License-Identifier: MIT */
/* The inner loops of GraphWave with 16-byte registers. */
#define RW_VECTOR 16
#include "methods/graphwave/kernels.h"

const rw_graphwave_kernels rw_graphwave_scalar = {.step = step, .powers = powers};
