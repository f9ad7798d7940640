/* SPDX-License-Identifier: MIT */
/* For functions that run on GPUs, too: they are valid C and C++ and use no library. */
#ifndef RW_BASE_CODE_H
#define RW_BASE_CODE_H

#ifdef __CUDACC__
#define RW_CODE static inline __host__ __device__
#else
#define RW_CODE static inline
#endif

#endif
