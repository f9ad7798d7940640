/* SPDX-License-Identifier: MIT */
/* Files of edges with times. The first byte chooses the window, the column and how edges are kept;
 * the rest is the file. Every snapshot has an edge and a name, and growing ones never shrink. */
#include "base/memory.h"
#include "fuzz.h"
#include "riwalk_compare.h"
#include "riwalk_graphs.h"

static void check(const riwalk_snapshots *snapshots, bool growing)
{
    const riwalk_graph *const *graphs = riwalk_snapshots_graphs(snapshots);
    uint32_t count = riwalk_snapshots_count(snapshots);

    for (uint32_t s = 0; s < count; s++) {
        REQUIRE(riwalk_graph_node_count(graphs[s]) > 0);
        REQUIRE(riwalk_snapshots_name(snapshots, s)[0]);
        REQUIRE(!growing || !s ||
                riwalk_graph_edge_count(graphs[s - 1]) <= riwalk_graph_edge_count(graphs[s]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const windows[] = {"1d", "12h", "0.5", "2w", "1e300", "90s", "1e-300", "7"};
    riwalk_snapshots *snapshots = NULL;
    riwalk_snapshots_options options;
    riwalk_error error = {0};
    riwalk_status status;
    const char *path;
    long before;

    if (!size || fuzz_is_packed(data + 1, size - 1))
        return 0;
    path = fuzz_file("times", data + 1, size - 1);
    before = rw_memory_blocks();
    riwalk_snapshots_options_init(&options);
    options.window = windows[data[0] & 7];
    options.growing = data[0] & 8;
    options.directed = data[0] & 16;
    options.column = data[0] & 32 ? 4 : 3;
    options.header = data[0] & 64 ? "time" : NULL;
    options.run.threads = data[0] & 128 ? 2 : 1;
    status = riwalk_snapshots_read(path, &options, &snapshots, &error);
    fuzz_check(status, snapshots, &error);
    if (snapshots)
        check(snapshots, options.growing);
    riwalk_snapshots_free(snapshots);
    REQUIRE(rw_memory_blocks() == before);
    return 0;
}
