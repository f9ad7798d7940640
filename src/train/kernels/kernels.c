/* SPDX-License-Identifier: MIT */
/* Which kernels to use. The choice is a load of cpuid bits and an environment variable: it is made
 * once per training run, so no state is kept here. */
#include "train/kernels/kernels.h"

const rw_kernels *rw_kernels_of(rw_isa isa)
{
#ifdef RW_KERNELS_X86
    if (isa == RW_ISA_AVX512)
        return &rw_kernels_avx512;
    if (isa == RW_ISA_AVX2)
        return &rw_kernels_avx2;
#elif defined(RW_KERNELS_ARM)
    if (isa == RW_ISA_NEON)
        return &rw_kernels_neon;
#else
    (void)isa;
#endif
    return &rw_kernels_scalar;
}

const rw_kernels *rw_kernels_get(void)
{
    return rw_kernels_of(rw_cpu_isa());
}
