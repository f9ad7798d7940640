/* SPDX-License-Identifier: MIT */
/* A target for each format, which FORMAT names: the first byte chooses the options, the rest is the
 * file. It is read as that format, and as what its content and name show. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    riwalk_read_options options;

    if (!size || fuzz_is_packed(data + 1, size - 1))
        return 0;
    options = fuzz_options(data[0], FORMAT);
    fuzz_read(data + 1, size - 1, &options);
    options.format = RIWALK_FORMAT_AUTO;
    fuzz_read_source(riwalk_from_memory(data + 1, size - 1,
                                        FORMAT == RIWALK_FORMAT_METIS ? "fuzz.graph" : "fuzz"),
                     &options);
    return 0;
}
