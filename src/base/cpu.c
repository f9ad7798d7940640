/* SPDX-License-Identifier: MIT */
/* Detects the instruction set at run time. */
#include "base/cpu.h"

#include "riwalk.h"

#include <stdlib.h>
#include <string.h>

static const char *const isa_names[] = {
    [RW_ISA_SCALAR] = "scalar",
#ifdef __aarch64__
    [RW_ISA_NEON] = "neon",
#else
    [RW_ISA_AVX2] = "avx2",
    [RW_ISA_AVX512] = "avx512",
#endif
};

const char *rw_isa_name(rw_isa isa)
{
    return isa_names[isa];
}

#if defined(__x86_64__) && !defined(RIWALK_SCALAR)
#include <cpuid.h>

/* Asks the processor itself, as not every compiler's library can: what it supports, and which
 * registers the system saves when it switches threads (XCR0). */
rw_isa rw_cpu_best(void)
{
    const unsigned f = 1U << 16, dq = 1U << 17, bw = 1U << 30, vl = 1U << 31; /* AVX-512 */
    const unsigned fma = 1U << 12, xsave = 1U << 27, avx2 = 1U << 5;
    unsigned a, b, c, d, kept, high;

    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & xsave) || !(c & fma) ||
        !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return RW_ISA_SCALAR;
    __asm__("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
    if ((kept & 0xE6) == 0xE6 && (b & (f | dq | bw | vl)) == (f | dq | bw | vl))
        return RW_ISA_AVX512;
    return (kept & 0x06) == 0x06 && (b & avx2) ? RW_ISA_AVX2 : RW_ISA_SCALAR;
}

bool rw_cpu_counts_bits(void)
{
    unsigned a, b, c, d;

    return rw_cpu_best() == RW_ISA_AVX512 && __get_cpuid_count(7, 0, &a, &b, &c, &d) &&
           (c & 1U << 14);
}
#else
rw_isa rw_cpu_best(void)
{
#if defined(__aarch64__) && !defined(RIWALK_SCALAR)
    return RW_ISA_NEON;
#endif
    return RW_ISA_SCALAR;
}

bool rw_cpu_counts_bits(void)
{
    return false;
}
#endif

rw_isa rw_cpu_isa(void)
{
    rw_isa best = rw_cpu_best();
    const char *wanted = getenv("RIWALK_ISA");

    for (int isa = RW_ISA_SCALAR; wanted && isa < (int)best; isa++)
        if (!strcmp(wanted, isa_names[isa]))
            return (rw_isa)isa;
    return best;
}

const char *riwalk_isa(void)
{
    return rw_isa_name(rw_cpu_isa());
}
