/* SPDX-License-Identifier: MIT */
/* The first byte chooses the options, the rest is the file. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    riwalk_read_options options;

    if (!size)
        return 0;
    options = fuzz_options(data[0], RIWALK_FORMAT_METIS);
    fuzz_read(data + 1, size - 1, &options);
    options.format = RIWALK_FORMAT_AUTO;
    fuzz_read_as("fuzz.graph", data + 1, size - 1, &options);
    return 0;
}
