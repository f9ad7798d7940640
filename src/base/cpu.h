/* SPDX-License-Identifier: MIT */
/* The machine's instruction set, which selects kernels at run time. */
#ifndef RW_BASE_CPU_H
#define RW_BASE_CPU_H

#include <stdbool.h>
#include <stddef.h>

/* Instruction sets of the architecture, from the least to the best. */
typedef enum rw_isa {
    RW_ISA_SCALAR = 0,
#ifdef __aarch64__
    RW_ISA_NEON = 1,
#else
    RW_ISA_AVX2 = 1,   /* AVX2 and FMA */
    RW_ISA_AVX512 = 2, /* AVX-512 F, BW, DQ and VL */
#endif
    RW_ISA_COUNT
} rw_isa;

/* The best of the machine, or a lesser one set by RIWALK_ISA=scalar|avx2|avx512|neon. */
rw_isa rw_cpu_isa(void);

/* The best of the machine, ignoring the environment. */
rw_isa rw_cpu_best(void);

/* Whether the machine also has AVX-512 VPOPCNTDQ. */
bool rw_cpu_counts_bits(void);

const char *rw_isa_name(rw_isa isa);

/* Selects one of the tables NAME_scalar, NAME_avx2 and NAME_avx512 by instruction set. */
#if defined(__x86_64__) && !defined(RIWALK_SCALAR)
#define RW_KERNELS_OF(isa, name)                                                                   \
    ((isa) == RW_ISA_AVX512 ? &name##_avx512 : (isa) == RW_ISA_AVX2 ? &name##_avx2 : &name##_scalar)
#else
#define RW_KERNELS_OF(isa, name) (&name##_scalar)
#endif

#endif
