/* SPDX-License-Identifier: MIT */
/* .rwg files. Checksums, magic and version are made right first, when the first byte says so, since
 * no fuzzer finds them: what is then wrong must be found by the checks of structure. From
 * memory, and mapped. */
#include "fuzz.h"
#include "tests/reference/sign.h"

static void read_graph(const uint8_t *file, size_t size, uint8_t choice)
{
    riwalk_read_options options = fuzz_options(choice, RIWALK_FORMAT_RWG);

    options.map = choice & 8;
    fuzz_read_source(options.map ? riwalk_from_file(fuzz_file("g.rwg", file, size))
                                 : riwalk_from_memory(file, size, "fuzz"),
                     &options);
}

const fuzz_target fuzz_this = {
    .run = read_graph, .choice = true, .sign = sign_rwg, .least = SIGNED_PAYLOAD};
