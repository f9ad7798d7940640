/* SPDX-License-Identifier: MIT */
/* Zip files with a few members, as NumPy's .npz are: written stored, read stored or deflated. */
#ifndef RW_BASE_ZIP_H
#define RW_BASE_ZIP_H

#include "base/input.h"
#include "base/output.h"

/* ---- Reading ---- */

typedef struct rw_zip_member {
    const char *data; /* NULL: there is no such member */
    size_t size;
    void *owned; /* what to free, by rw_free; NULL when the bytes are the input's */
} rw_zip_member;

/* Finds a member by its name, inflates it and checks its sum. */
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

/* The sum of bytes, and of those before them; 0 before the first. */
uint32_t rw_zip_sum(uint32_t sum, const void *data, size_t size);

/* Begins a member of so many bytes with that sum, which rw_zip_write then gives. */
riwalk_status rw_zip_begin(rw_zip *zip, const char *name, uint32_t sum, uint64_t size,
                           riwalk_error *error);
riwalk_status rw_zip_write(rw_zip *zip, const void *data, size_t size, riwalk_error *error);

/* Writes the directory. */
riwalk_status rw_zip_finish(rw_zip *zip, riwalk_error *error);

#endif
