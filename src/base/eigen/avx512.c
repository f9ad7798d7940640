/* SPDX-License-Identifier: MIT */
/* The inner loops of the eigensolver in registers of 64 bytes. */
#define RW_VECTOR 64
#define RW_KERNELS rw_eigen_avx512
#include "base/eigen/kernels.h"
