/* SPDX-License-Identifier: MIT */
/* Vectors in a .npy file that all members of a group write, each its own rows. The first member has
 * the file, under a temporary name; the others open it by that. */
#include "base/memory.h"
#include "base/parallel.h"
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

    if (!rw_ends_with(path, ".npy"))
        return rw_refuse(error, "%.200s: several processes write vectors as .npy only", path);
    RW_MUST(rw_output_open(path, output, error));
    if (!rw_output_temporary(*output) || strlen(rw_output_temporary(*output)) >= NAME_BYTES)
        return rw_refuse(error, "%.200s is no file that several processes can write", path);
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

/* While one piece is summed up, the next is read. */
typedef struct summing {
    riwalk_vectors *vectors;
    uint64_t all;  /* values */
    size_t piece;  /* to be read */
    float *values; /* [2 * READ_VALUES], of pieces in turn */
} summing;

static riwalk_status read_or_sum(void *context, size_t sums, int worker, riwalk_error *error)
{
    const summing *s = context;
    uint64_t at = (s->piece - sums) * READ_VALUES;
    float *values = s->values + (s->piece - sums) % 2 * READ_VALUES;
    size_t count;

    if (s->piece < sums || at >= s->all)
        return RIWALK_STATUS_OK;
    count = s->all - at < READ_VALUES ? (size_t)(s->all - at) : READ_VALUES;
    if (!sums)
        return rw_output_read_at(s->vectors->file, values, count * sizeof *values,
                                 RW_NPY_HEADER + at * sizeof *values, error);
    s->vectors->file_sum = rw_vectors_checksum_values(values, count, s->vectors->file_sum);
    return RIWALK_STATUS_OK;
}

static riwalk_status find_checksum(riwalk_vectors *v, riwalk_error *error)
{
    summing s = {.vectors = v, .all = (uint64_t)v->count * v->dimensions};
    riwalk_status status = RIWALK_STATUS_OK;

    RW_HAVE(s.values = rw_alloc(2 * READ_VALUES, sizeof *s.values, error));
    v->file_sum = rw_vectors_checksum_names(v);
    for (; s.piece <= (s.all + READ_VALUES - 1) / READ_VALUES && !status; s.piece++)
        status = rw_parallel(2, 2, read_or_sum, &s, error);
    rw_free(s.values);
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
