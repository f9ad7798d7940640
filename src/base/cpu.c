/* SPDX-License-Identifier: MIT */
/* Run-time CPU detection. */
#include "base/cpu.h"

#include "riwalk.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

rw_isa rw_cpu_best(void)
{
#if defined(__x86_64__) && !defined(RIWALK_SCALAR)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return RW_ISA_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return RW_ISA_AVX2;
#elif defined(__aarch64__) && !defined(RIWALK_SCALAR)
    return RW_ISA_NEON;
#endif
    return RW_ISA_SCALAR;
}

rw_isa rw_cpu_isa(void)
{
    rw_isa best = rw_cpu_best();
    const char *wanted = getenv("RIWALK_ISA");

    for (int isa = RW_ISA_SCALAR; wanted && isa < (int)best; isa++)
        if (!strcmp(wanted, isa_names[isa]))
            return (rw_isa)isa;
    return best;
}

size_t rw_cpu_cache(void)
{
    long bytes = -1;

#ifdef _SC_LEVEL2_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return bytes > 0 ? (size_t)bytes : 512 * 1024;
}

const char *riwalk_isa(void)
{
    return rw_isa_name(rw_cpu_isa());
}
