/* SPDX-License-Identifier: MIT */
/* Vectors in a .npy file that all members of a group write, each its own rows. The first member
 * creates it under a temporary name, by which the others open it. */
#include "vectors/formats.h"

#include <string.h>

#define NAME_BYTES 4096

/* Creates the file with its header and its full size; `name` receives its temporary name. */
static riwalk_status create(const char *path, uint64_t count, uint64_t dimensions,
                            rw_output **output, char name[NAME_BYTES], riwalk_error *error)
{
    char header[RW_NPY_HEADER];

    if (!rw_ends_with(path, ".npy"))
        return rw_refuse(error, "%.200s: several processes write vectors as .npy only", path);
    RW_MUST(rw_output_open(path, output, error));
    if (!rw_output_temporary(*output) || strlen(rw_output_temporary(*output)) >= NAME_BYTES)
        return rw_refuse(error, "%.200s is not a file that several processes can write", path);
    strcpy(name, rw_output_temporary(*output));
    rw_npy_header("<f4", count, dimensions, header);
    RW_MUST(rw_output_write(*output, header, sizeof header, error));
    return rw_output_extend(*output, sizeof header + count * dimensions * sizeof(float), error);
}

riwalk_status rw_vectors_open(riwalk_comm *group, const char *path, uint32_t count,
                              uint32_t dimensions, riwalk_vectors **vectors, riwalk_error *error)
{
    bool first = !rw_group_rank(group);
    riwalk_vectors *v = NULL;
    char name[NAME_BYTES];
    riwalk_status status;

    RW_MUST(rw_vectors_shape(first ? count : 0, dimensions, &v, error)); /* it has the names */
    v->count = count;
    v->in_file = true;
    status = first ? create(path, count, dimensions, &v->file, name, error) : RIWALK_STATUS_OK;
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
    rw_input file;

    RW_MUST(rw_input_map(rw_output_temporary(v->file), &file, error));
    v->file_sum = rw_vectors_checksum(v, (const void *)(file.data + RW_NPY_HEADER));
    rw_input_close(&file);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_vectors_complete(riwalk_comm *group, riwalk_vectors *v, riwalk_error *error)
{
    bool first = !rw_group_rank(group);
    riwalk_status status = first ? RIWALK_STATUS_OK : rw_output_finish(v->file, error);

    if (!status && !(status = rw_group_wait(group, error)) && first)
        status = find_checksum(v, error);
    return status;
}
