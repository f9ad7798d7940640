/* SPDX-License-Identifier: MIT */
/* gzip and zstd streams, of any format: the format is found by content, as for users. A stream may
 * unpack to a thousand times its size, so that long ones are left out. */
#include "fuzz.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    riwalk_read_options options;

    if (size > 20000)
        return;
    options = fuzz_options(choice, RIWALK_FORMAT_AUTO);
    fuzz_read(data, size, &options);
}

const fuzz_target fuzz_this = {.run = run, .choice = true, .packed = true};
