/* SPDX-License-Identifier: MIT */
/* The inner loops of the eigensolver in registers of 16 bytes. */
#define RW_VECTOR 16
#include "base/eigen/kernels.h"

const rw_eigen_kernels rw_eigen_scalar = {.multiply = multiply,
                                          .eliminate = eliminate,
                                          .chase = chase,
                                          .reflect = reflect,
                                          .count_below = count_below,
                                          .solve = solve};
