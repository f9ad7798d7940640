/* SPDX-License-Identifier: MIT */
/* gzip and zstd streams, of any format: the format is found by content, as for users. A stream may
 * unpack to a thousand times its size, so that long ones are left out. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    riwalk_read_options options;

    if (!size || size > 20000)
        return 0;
    options = fuzz_options(data[0], RIWALK_FORMAT_AUTO);
    fuzz_read(data + 1, size - 1, &options);
    return 0;
}
