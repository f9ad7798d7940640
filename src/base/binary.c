/* SPDX-License-Identifier: MIT */
/* Checks that all binary files go through. */
#include "base/binary.h"

#include "base/error.h"

#include <string.h>

riwalk_status rw_binary_check(const rw_binary *kind, const rw_input *input, riwalk_error *error)
{
    size_t first = input->size < RW_BINARY_MAGIC ? input->size : RW_BINARY_MAGIC;
    uint32_t version;
    uint64_t bytes;

    if (!first || memcmp(input->data, kind->magic, first))
        return rw_input_fail(input, error, "%s", kind->stranger);
    if (input->size < kind->header_bytes)
        return rw_input_fail(input, error,
                             "the %s is truncated: it has %zu bytes, its header alone has %zu",
                             kind->noun, input->size, kind->header_bytes);
    memcpy(&version, input->data + RW_BINARY_MAGIC, sizeof version);
    memcpy(&bytes, input->data + RW_BINARY_MAGIC + 8, sizeof bytes);
    if (version != kind->version)
        return rw_input_fail(
            input, error,
            "the %s is of version %u of the format, libriwalk %s reads version %u: "
            "make it again with this one",
            kind->noun, version, RIWALK_VERSION, kind->version);
    if (input->size < bytes)
        return rw_input_fail(input, error, "the %s is truncated: it has %zu of %llu bytes%s",
                             kind->noun, input->size, (unsigned long long)bytes, kind->advice);
    return input->size > bytes ? rw_binary_damaged(kind, input, error) : RIWALK_STATUS_OK;
}

riwalk_status rw_binary_damaged(const rw_binary *kind, const rw_input *input, riwalk_error *error)
{
    return rw_input_fail(input, error, "the %s is damaged: its checksum is wrong%s", kind->noun,
                         kind->advice);
}

riwalk_status rw_binary_nonsense(const rw_binary *kind, const rw_input *input, riwalk_error *error)
{
    return rw_input_fail(input, error, "the %s is inconsistent: riwalk did not write it",
                         kind->noun);
}

bool rw_padding_is_zero(const char *array, uint64_t bytes)
{
    for (uint64_t b = bytes; b < rw_padded(bytes); b++)
        if (array[b])
            return false;
    return true;
}
