/* SPDX-License-Identifier: MIT */
/* The inner loops of the eigensolver in registers of 16 bytes. */
#define RW_VECTOR 16
#define RW_KERNELS rw_eigen_scalar
#include "base/eigen/kernels.h"
