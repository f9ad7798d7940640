/* SPDX-License-Identifier: MIT */
/* Files of node types. The first byte chooses the graphs: one with names, one with numbers, or two
 * that are aligned or embedded together. A graph that got types has one for each node, also when it
 * is read again. */
#include "command.h"
#include "fuzz.h"
#include "riwalk_graphs.h"

#include <string.h>

static void check_types(const riwalk_graph *graph, uint64_t *checksum)
{
    riwalk_graph_summary summary = {.size = sizeof summary};
    const uint32_t *types = riwalk_graph_types(graph);
    uint32_t count = riwalk_graph_type_count(graph);
    bool *met = calloc(count + 1, 1);

    REQUIRE(met && types && count);
    for (uint32_t u = 0; u < riwalk_graph_node_count(graph); u++) {
        REQUIRE(types[u] < count);
        met[types[u]] = true;
    }
    for (uint32_t t = 0; t < count; t++) {
        const char *name = riwalk_graph_type_name(graph, t);

        REQUIRE(met[t] && *name && (!t || strcmp(riwalk_graph_type_name(graph, t - 1), name) < 0));
    }
    free(met);
    *checksum = riwalk_graph_summarize(graph, &summary, NULL) ? 0 : summary.checksum;
}

/* Reads a graph that the command wrote; false when memory is short. */
static bool read_types(const char *name, uint64_t *checksum)
{
    riwalk_graph *graph = NULL;
    riwalk_status status = riwalk_graph_read(name, NULL, &graph, NULL);

    REQUIRE(!status || status == RIWALK_STATUS_MEMORY);
    if (graph)
        check_types(graph, checksum);
    riwalk_graph_free(graph);
    return !status;
}

static void write_typed(const char *line)
{
    uint64_t first = 0, again = 0;

    if (fuzz_run(line) || !read_types("typed.rwg", &first) ||
        fuzz_run("convert typed.rwg typed.json") ||
        fuzz_run("convert typed.json again.rwg --weighted --node-types-attribute type") ||
        !read_types("again.rwg", &again))
        return;
    REQUIRE(!first || !again || first == again);
}

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    fuzz_file("given.txt", data, size);
    switch (choice & 3) {
    case 0:
        write_typed("convert paid.rwg typed.rwg --weighted --node-types given.txt");
        break;
    case 1:
        write_typed("convert club.txt typed.rwg --node-types given.txt");
        break;
    case 2:
        fuzz_run(
            "align paid.rwg paid.csv --directed --node-types types.txt --match-types given.txt "
            "-n 1 -q");
        break;
    default:
        fuzz_run("embed paid.rwg paid.csv --directed --node-types given.txt -o out.txt -q "
                 "--walks 2 -d 2 --trainer factor");
    }
}

const fuzz_target fuzz_this = {
    .run = run, .choice = true, .packed = true, .prepare = fuzz_prepare_commands};
