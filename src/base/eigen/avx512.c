/* SPDX-License-Identifier: MIT */
/* The inner loops of the eigensolver in registers of 64 bytes. */
#define RW_VECTOR 64
#include "base/eigen/kernels.h"

const rw_eigen_kernels rw_eigen_avx512 = {.multiply = multiply,
                                          .eliminate = eliminate,
                                          .chase = chase,
                                          .reflect = reflect,
                                          .count_below = count_below,
                                          .solve = solve};
