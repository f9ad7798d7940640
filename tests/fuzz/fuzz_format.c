/* SPDX-License-Identifier: MIT */
/* A target for each format, which FORMAT names: the first byte chooses the options, the rest is the
 * file. It is read as that format, and as what its content and name show. */
#include "fuzz.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    riwalk_read_options options = fuzz_options(choice, FORMAT);

    fuzz_read(data, size, &options);
    options.format = RIWALK_FORMAT_AUTO;
    fuzz_read_source(
        riwalk_from_memory(data, size, FORMAT == RIWALK_FORMAT_METIS ? "fuzz.graph" : "fuzz"),
        &options);
}

const fuzz_target fuzz_this = {.run = run, .choice = true};
