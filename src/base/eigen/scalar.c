/* SPDX-License-Identifier: MIT */
/* The eigensolver's inner loops with 16-byte registers. */
#define RW_VECTOR 16
#define RW_KERNELS rw_eigen_scalar
#include "base/eigen/kernels.h"
