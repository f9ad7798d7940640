/* SPDX-License-Identifier: MIT */
/* Zip files with a few members, such as NumPy's .npz: written stored, read stored or deflated. */
#ifndef RW_BASE_ZIP_H
#define RW_BASE_ZIP_H

#include "base/input.h"
#include "base/output.h"

/* ---- Reading ---- */

typedef struct rw_zip_member {
    const char *data; /* NULL: no such member */
    size_t size;
    void *owned; /* free it with rw_free; NULL if the bytes are the input's */
} rw_zip_member;

/* Finds a member by name, inflates it and checks its checksum. */
riwalk_status rw_zip_find(const rw_input *input, const char *name, rw_zip_member *member,
                          riwalk_error *error);

/* ---- Writing ---- */

#define RW_ZIP_MEMBERS 4

typedef struct rw_zip {
    rw_output *output;
    uint64_t at; /* bytes written */
    unsigned count;
    struct {
        const char *name; /* the caller's */
        uint32_t sum;
        uint64_t size, offset;
    } members[RW_ZIP_MEMBERS];
} rw_zip;

/* Adds `size` bytes to the CRC-32 checksum of those before them; start with 0. */
uint32_t rw_zip_sum(uint32_t sum, const void *data, size_t size);

/* Starts a member of this size and checksum; rw_zip_write then adds its bytes. */
riwalk_status rw_zip_begin(rw_zip *zip, const char *name, uint32_t sum, uint64_t size,
                           riwalk_error *error);
riwalk_status rw_zip_write(rw_zip *zip, const void *data, size_t size, riwalk_error *error);

/* Writes the directory, which ends the file. */
riwalk_status rw_zip_finish(rw_zip *zip, riwalk_error *error);

#endif
