/* SPDX-License-Identifier: MIT */
/* The eigensolver's inner loops with 64-byte registers. */
#define RW_VECTOR 64
#define RW_KERNELS rw_eigen_avx512
#include "base/eigen/kernels.h"
