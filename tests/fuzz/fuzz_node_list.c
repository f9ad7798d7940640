/* SPDX-License-Identifier: MIT */
/* Lists of nodes beside an edge list. The first byte chooses the options (fuzz.h), the rest is the
 * list. */
#include "fuzz.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    static const char edges[] = "1 2\n2 3\n3 10\n";
    riwalk_read_options options = fuzz_options(choice, RIWALK_FORMAT_EDGE_LIST);

    options.weighted = false;
    options.nodes_path = fuzz_file("nodes", data, size);
    fuzz_read((const uint8_t *)edges, sizeof edges - 1, &options);
}

const fuzz_target fuzz_this = {.run = run, .choice = true};
