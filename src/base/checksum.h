/* SPDX-License-Identifier: MIT */
/* A 64-bit checksum for our own files. Four lanes of xor, multiply and rotate over 32-byte stripes.
 * Every step is a bijection of its lane, so a change within one 8-byte word is always detected, any
 * other change with probability 1 - 2^-64. Not cryptographic. */
#ifndef RW_BASE_CHECKSUM_H
#define RW_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* `seed` chains blocks: checksum(b, checksum(a, 0)). */
uint64_t rw_checksum(const void *data, size_t size, uint64_t seed);

#endif
