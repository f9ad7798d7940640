/* SPDX-License-Identifier: MIT */
/* The eigensolver's inner loops with 32-byte registers. */
#define RW_VECTOR 32
#define RW_KERNELS rw_eigen_avx2
#include "base/eigen/kernels.h"
