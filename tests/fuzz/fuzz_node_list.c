/* SPDX-License-Identifier: MIT */
/* Lists of nodes beside an edge list. The first byte chooses the options (fuzz.h), the rest is the
 * list. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char edges[] = "1 2\n2 3\n3 10\n";
    riwalk_read_options options;

    if (!size || fuzz_is_packed(data + 1, size - 1))
        return 0;
    options = fuzz_options(data[0], RIWALK_FORMAT_EDGE_LIST);
    options.weighted = false;
    options.nodes_path = fuzz_file("nodes", data + 1, size - 1);
    fuzz_read((const uint8_t *)edges, sizeof edges - 1, &options);
    return 0;
}
