/* SPDX-License-Identifier: MIT */
/* The inner loops of the eigensolver in registers of 32 bytes. */
#define RW_VECTOR 32
#define RW_KERNELS rw_eigen_avx2
#include "base/eigen/kernels.h"
