/* SPDX-License-Identifier: MIT */
/* Files of known pairs of the karate club and itself. Pairs that come out are of its nodes, and no
 * node is in two. */
#include "fuzz.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"

enum {
    NODES = 34
};

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    const char *path = fuzz_file("known", data, size);
    bool first[NODES] = {0}, second[NODES] = {0};
    riwalk_known_pair *pairs = NULL;
    riwalk_error error = {0};
    uint32_t count = 0;
    riwalk_status status =
        riwalk_known_pairs_read(path, fuzz_club, fuzz_club, &pairs, &count, &error);

    REQUIRE(error.code == status && (!status || (error.message[0] && !pairs)));
    REQUIRE(!count || pairs);
    for (uint32_t i = 0; i < count; i++) {
        REQUIRE(pairs[i].first < NODES && !first[pairs[i].first]);
        REQUIRE(pairs[i].second < NODES && !second[pairs[i].second]);
        first[pairs[i].first] = second[pairs[i].second] = true;
    }
    riwalk_bytes_free(pairs);
}

const fuzz_target fuzz_this = {.run = run, .prepare = fuzz_make_club};
