/* SPDX-License-Identifier: MIT */
/* Files of changes, to the karate club. What is changed must be a graph, and changing it by nothing
 * gives the same. */
#include "fuzz.h"
#include "riwalk_graphs.h"

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    riwalk_change_report report = {.size = sizeof report};
    riwalk_graph_summary summary = {.size = sizeof summary};
    riwalk_graph *changed = NULL;
    riwalk_error error = {0};
    const char *path = fuzz_file("changes", data, size);
    riwalk_status status = riwalk_graph_change(fuzz_club, path, &changed, &report, &error);

    fuzz_check(status, changed, &error);
    if (changed) {
        uint64_t edges = riwalk_graph_edge_count(fuzz_club) + report.added - report.removed;

        REQUIRE(riwalk_graph_edge_count(changed) == edges);
        REQUIRE(riwalk_graph_node_count(changed) ==
                riwalk_graph_node_count(fuzz_club) + report.nodes);
        if (!riwalk_graph_summarize(changed, &summary, NULL) && !report.nodes && !report.added &&
            !report.removed) {
            riwalk_graph_summary old = {.size = sizeof old};

            if (!riwalk_graph_summarize(fuzz_club, &old, NULL))
                REQUIRE(summary.checksum == old.checksum);
        }
    }
    riwalk_graph_free(changed);
}

const fuzz_target fuzz_this = {.run = run, .prepare = fuzz_make_club};
