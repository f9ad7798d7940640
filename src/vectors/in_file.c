/* SPDX-License-Identifier: MIT */
/* Vectors in a .npy file that all members of a group write, each its own rows. The first member
 * creates it under a temporary name, by which the others open it. */
#include "base/memory.h"
#include "vectors/formats.h"

#include <string.h>

#define NAME_BYTES 4096
#define READ_VALUES ((size_t)1 << 17)
#define READERS 4 /* read about as fast as one thread computes the checksum */

_Static_assert(READ_VALUES % RW_VECTORS_SUMMED == 0, "pieces of a checksum are whole");

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

/* Threads read pieces of the file in parallel; the checksum takes them in order. */
typedef struct summing {
    riwalk_vectors *vectors;
    uint64_t all;                 /* number of values */
    float (*values)[READ_VALUES]; /* by worker */
} summing;

static size_t piece_values(const summing *s, size_t piece)
{
    uint64_t left = s->all - piece * (uint64_t)READ_VALUES;

    return left < READ_VALUES ? (size_t)left : READ_VALUES;
}

static riwalk_status read_piece(void *context, size_t piece, int worker, riwalk_error *error)
{
    const summing *s = context;

    return rw_output_read_at(s->vectors->file, s->values[worker],
                             piece_values(s, piece) * sizeof **s->values,
                             RW_NPY_HEADER + piece * (uint64_t)sizeof *s->values, error);
}

static riwalk_status sum_piece(void *context, size_t piece, int worker, riwalk_error *error)
{
    const summing *s = context;

    s->vectors->file_sum =
        rw_vectors_checksum_values(s->values[worker], piece_values(s, piece), s->vectors->file_sum);
    return RIWALK_STATUS_OK;
}

static riwalk_status find_checksum(riwalk_vectors *v, riwalk_error *error)
{
    summing s = {.vectors = v, .all = (uint64_t)v->count * v->dimensions};
    riwalk_status status;

    RW_HAVE(s.values = rw_alloc(READERS, sizeof *s.values, error));
    v->file_sum = rw_vectors_checksum_names(v);
    status = rw_parallel_ordered(READERS, (size_t)((s.all + READ_VALUES - 1) / READ_VALUES),
                                 read_piece, sum_piece, &s, error);
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
