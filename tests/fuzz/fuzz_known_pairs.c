/* SPDX-License-Identifier: MIT */
/* Files of known pairs of the karate club and itself. Pairs that come out are of its nodes, and no
 * node is in two. */
#include "base/memory.h"
#include "fuzz.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"

enum {
    NODES = 34
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (fuzz_is_packed(data, size))
        return 0;
    const riwalk_graph *club = fuzz_graph();
    const char *path = fuzz_file("known", data, size);
    long before = rw_memory_blocks();
    bool first[NODES] = {0}, second[NODES] = {0};
    riwalk_known_pair *pairs = NULL;
    riwalk_error error = {0};
    uint32_t count = 0;
    riwalk_status status = riwalk_known_pairs_read(path, club, club, &pairs, &count, &error);

    REQUIRE(error.code == status && (!status || (error.message[0] && !pairs)));
    REQUIRE(!count || pairs);
    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(pairs[i].first < NODES && !first[pairs[i].first]);
        REQUIRE(pairs[i].second < NODES && !second[pairs[i].second]);
        first[pairs[i].first] = second[pairs[i].second] = true;
    }
    riwalk_bytes_free(pairs);
    REQUIRE(rw_memory_blocks() == before);
    return 0;
}
