/* SPDX-License-Identifier: MIT */
/* Files of edges with times. The first byte chooses the window, the column and how edges are kept;
 * the rest is the file. Every snapshot has an edge and a name, and growing ones never shrink. */
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

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    static const char *const windows[] = {"1d", "12h", "0.5", "2w", "1e300", "90s", "1e-300", "7"};
    riwalk_snapshots *snapshots = NULL;
    riwalk_snapshots_options options;
    riwalk_error error = {0};
    riwalk_status status;
    const char *path = fuzz_file("times", data, size);

    riwalk_snapshots_options_init(&options);
    options.window = windows[choice & 7];
    options.growing = choice & 8;
    options.directed = choice & 16;
    options.column = choice & 32 ? 4 : 3;
    options.header = choice & 64 ? "time" : NULL;
    options.run.threads = choice & 128 ? 2 : 1;
    status = riwalk_snapshots_read(path, &options, &snapshots, &error);
    fuzz_check(status, snapshots, &error);
    if (snapshots)
        check(snapshots, options.growing);
    riwalk_snapshots_free(snapshots);
}

const fuzz_target fuzz_this = {.run = run, .choice = true};
