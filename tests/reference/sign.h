/* SPDX-License-Identifier: MIT */
/* Makes magic, version, size and checksums of a binary file right, as someone who means harm would.
 * Include what the format needs before: nothing for graphs and models, methods/parts/part.h for
 * parts. */
#ifndef REFERENCE_SIGN_H
#define REFERENCE_SIGN_H

#include "base/checksum.h"

#include <stddef.h>
#include <string.h>

enum {
    SIGNED_CHECKSUM = 184, /* in headers of graphs and models */
    SIGNED_PAYLOAD = 192,
};

/* The checksum of a section is that of the checksums of its blocks, of which there is one at most
 * here. */
static inline void sign_rwg(void *file, uint64_t size)
{
    uint8_t *bytes = file;
    uint64_t at = SIGNED_PAYLOAD, sum, length, block;
    uint32_t version = bytes[8] == 1 ? 1 : 2;

    memcpy(bytes, "\x93RWG\r\n\x1a\n", 8);
    memcpy(bytes + 8, &version, sizeof version);
    memcpy(bytes + 40, &size, sizeof size);
    for (uint8_t *section = bytes + 48; section < bytes + 48 + 16 * (version == 1 ? 5 : 7);
         section += 16) {
        memcpy(&length, section, sizeof length);
        if (length > 1 << 20 || at + length > size)
            break;
        block = rw_checksum(bytes + at, length, 0);
        sum = rw_checksum(&block, length ? sizeof block : 0, length);
        memcpy(section + 8, &sum, sizeof sum);
        at += (length + 63) / 64 * 64;
    }
    sum = rw_checksum(bytes, SIGNED_CHECKSUM, version);
    memcpy(bytes + SIGNED_CHECKSUM, &sum, sizeof sum);
}

static inline void sign_model(void *file, uint64_t size)
{
    uint8_t *bytes = file;
    uint64_t sum;

    memcpy(bytes, "\x93RWM\r\n\x1a\n\2\0\0\0", 12);
    memcpy(bytes + 16, &size, sizeof size);
    sum = rw_checksum(bytes + SIGNED_PAYLOAD, size - SIGNED_PAYLOAD,
                      rw_checksum(bytes, SIGNED_CHECKSUM, 2));
    memcpy(bytes + SIGNED_CHECKSUM, &sum, sizeof sum);
}

#ifdef RW_PART_VERSION
static inline void sign_part(void *file, uint64_t size)
{
    uint8_t *bytes = file;
    uint64_t sum = RW_PART_VERSION, end = size - sizeof sum;

    memcpy(bytes, RW_PART_MAGIC "\1\0\0", 12); /* and the 0 that ends the text */
    memcpy(bytes + offsetof(rw_part_header, file_bytes), &size, sizeof size);
    for (uint64_t at = 0; at < end; at += RW_PART_PIECE)
        sum = rw_checksum(bytes + at, end - at < RW_PART_PIECE ? end - at : RW_PART_PIECE, sum);
    memcpy(bytes + end, &sum, sizeof sum);
}
#endif

#endif
