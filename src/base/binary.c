/* SPDX-License-Identifier: MIT */
/* Reads binary files; checks magic bytes, version, size and checksum first. */
#include "base/binary.h"

#include "base/error.h"
#include "base/memory.h"

#include <string.h>

static riwalk_status check(const rw_binary_reader *r)
{
    const rw_binary *kind = r->kind;
    const rw_input *input = &r->input;
    size_t first = input->size < RW_BINARY_MAGIC ? input->size : RW_BINARY_MAGIC;
    uint32_t version;
    uint64_t bytes;

    if (!first || memcmp(input->data, kind->magic, first))
        return rw_input_fail(input, r->error, "%s", kind->stranger);
    if (input->size < kind->header_bytes)
        return rw_input_fail(input, r->error,
                             "the %s is truncated: it has %zu bytes, its header alone has %zu",
                             kind->noun, input->size, kind->header_bytes);
    memcpy(&version, input->data + RW_BINARY_MAGIC, sizeof version);
    memcpy(&bytes, input->data + RW_BINARY_MAGIC + 8, sizeof bytes);
    if (version != kind->version)
        return rw_input_fail(
            input, r->error,
            "the %s is of version %u of the format, libriwalk %s reads version %u: "
            "make it again with this one",
            kind->noun, version, RIWALK_VERSION, kind->version);
    if (input->size < bytes)
        return rw_input_fail(input, r->error, "the %s is truncated: it has %zu of %llu bytes%s",
                             kind->noun, input->size, (unsigned long long)bytes, kind->advice);
    if (input->size > bytes || !kind->intact(input->data, input->size))
        return rw_input_fail(input, r->error, "the %s is damaged: its checksum is wrong%s",
                             kind->noun, kind->advice);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_binary_open(rw_binary_reader *r, const rw_binary *kind, riwalk_source source,
                             int threads, riwalk_error *error)
{
    *r = (rw_binary_reader){.kind = kind, .error = error};
    RW_MUST(rw_input_from(source, threads, &r->input, error));
    if ((uintptr_t)r->input.data % 8) {
        RW_HAVE(r->aligned = rw_alloc(r->input.size, 1, error));
        r->input.data = memcpy(r->aligned, r->input.data, r->input.size);
    }
    r->at = r->input.data;
    return check(r);
}

void rw_binary_close(rw_binary_reader *r)
{
    rw_free(r->aligned);
    rw_input_close(&r->input);
}

const void *rw_binary_take(rw_binary_reader *r, uint64_t count, size_t size)
{
    uint64_t left = r->input.size - (uint64_t)(r->at - r->input.data), bytes;
    const char *data = r->at;

    if (__builtin_mul_overflow(count, size, &bytes) || bytes > left || rw_padded(bytes) > left)
        return NULL;
    r->at += rw_padded(bytes);
    for (const char *zero = data + bytes; zero < r->at; zero++)
        if (*zero)
            return NULL;
    return data;
}

bool rw_binary_at_end(const rw_binary_reader *r)
{
    return r->at == r->input.data + r->input.size;
}

riwalk_status rw_binary_nonsense(const rw_binary_reader *r)
{
    return rw_input_fail(&r->input, r->error, "the %s is inconsistent: riwalk did not write it",
                         r->kind->noun);
}

riwalk_status rw_binary_refused(const rw_binary_reader *r, const riwalk_error *refusal)
{
    if (refusal->code == RIWALK_STATUS_MEMORY)
        return rw_fail(r->error, RIWALK_STATUS_MEMORY, "%s", refusal->message);
    return rw_input_fail(&r->input, r->error, "%s", refusal->message);
}
