/* SPDX-License-Identifier: MIT */
/* Vectors in a .npy file that all members of a group write, each its own rows. The first member has
 * the file, under a temporary name; the others open it by that. */
#include "base/memory.h"
#include "vectors/formats.h"

#include <string.h>

#define NAME_BYTES 4096
#define READ_VALUES ((size_t)1 << 18)

_Static_assert(READ_VALUES % RW_VECTORS_SUMMED == 0, "pieces of a checksum are whole");

/* The file with its header, and room for all rows. Its temporary name goes to `name`. */
static riwalk_status create(const char *path, uint64_t count, uint64_t dimensions,
                            rw_output **output, char name[NAME_BYTES], riwalk_error *error)
{
    char header[RW_NPY_HEADER];
    riwalk_status status;

    if (!rw_ends_with(path, ".npy"))
        return rw_refuse(error, "%.200s: several processes write vectors as .npy only", path);
    if ((status = rw_output_open(path, output, error)))
        return status;
    if (!rw_output_temporary(*output) || strlen(rw_output_temporary(*output)) >= NAME_BYTES)
        return rw_refuse(error, "%.200s is no file that several processes can write", path);
    strcpy(name, rw_output_temporary(*output));
    rw_npy_header("<f4", count, dimensions, header);
    if ((status = rw_output_write(*output, header, sizeof header, error)))
        return status;
    return rw_output_extend(*output, sizeof header + count * dimensions * sizeof(float), error);
}

riwalk_status rw_vectors_open(riwalk_comm *group, const char *path, uint32_t count,
                              uint32_t dimensions, riwalk_vectors **vectors, riwalk_error *error)
{
    riwalk_vectors *v = rw_alloc_zeroed(1, sizeof *v, error);
    riwalk_status status = RIWALK_STATUS_OK;
    bool first = !rw_group_rank(group);
    char name[NAME_BYTES];

    if (!v)
        return RIWALK_STATUS_MEMORY;
    v->count = count;
    v->dimensions = dimensions;
    v->in_file = true;
    if (first) {
        v->name_starts = rw_alloc_zeroed((size_t)count + 1, sizeof *v->name_starts, error);
        status = v->name_starts ? create(path, count, dimensions, &v->file, name, error)
                                : RIWALK_STATUS_MEMORY;
    }
    if (!status && !(status = rw_group_broadcast(group, 0, name, sizeof name, error)) && !first)
        status = rw_output_open_shared(name, path, &v->file, error);
    if (status)
        riwalk_vectors_free(v);
    else
        *vectors = v;
    return status;
}

static riwalk_status find_checksum(riwalk_vectors *v, riwalk_error *error)
{
    uint64_t left = (uint64_t)v->count * v->dimensions, at = RW_NPY_HEADER;
    float *values = rw_alloc(READ_VALUES, sizeof *values, error);
    riwalk_status status = values ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;

    v->file_sum = rw_vectors_checksum_names(v);
    while (left && !status) {
        size_t part = left < READ_VALUES ? (size_t)left : READ_VALUES;

        if (!(status = rw_output_read_at(v->file, values, part * sizeof *values, at, error)))
            v->file_sum = rw_vectors_checksum_values(values, part, v->file_sum);
        left -= part;
        at += part * sizeof *values;
    }
    rw_free(values);
    return status;
}

riwalk_status rw_vectors_complete(riwalk_comm *group, riwalk_vectors *v, riwalk_error *error)
{
    bool first = !rw_group_rank(group);
    riwalk_status status = first ? RIWALK_STATUS_OK : rw_output_finish(v->file, error);

    if (!status && !(status = rw_group_wait(group, error)) && first)
        status = find_checksum(v, error);
    return status;
}
