/* SPDX-License-Identifier: MIT */
/* Functions that compilers for GPUs take too: C that is C++ as well, and needs no library. */
#ifndef RW_BASE_CODE_H
#define RW_BASE_CODE_H

#ifdef __CUDACC__
#define RW_CODE static inline __host__ __device__
#else
#define RW_CODE static inline
#endif

#endif
