/* SPDX-License-Identifier: MIT */
/* Types of nodes from a file: 'id type' a line, in the dialects of files of labels. */
#include "cli.h"

/* A row for each node of all graphs, in their order, by the name that the file has for it. */
static int make_rows(riwalk_graph **graphs, char *const *names, size_t count, riwalk_vectors **rows)
{
    uint64_t nodes = 0, at = 0;
    float *zeros;
    char **ids;

    if (count == 1)
        return cli_graph_rows(graphs[0], rows);
    for (size_t g = 0; g < count; g++)
        nodes += riwalk_graph_node_count(graphs[g]);
    CLI_ALLOC(ids, nodes);
    CLI_ALLOC(zeros, nodes);
    for (size_t g = 0; g < count; g++)
        for (uint32_t u = 0; u < riwalk_graph_node_count(graphs[g]); u++, at++)
            if (!(ids[at] = cli_text_of("%s:%s", names[g], cli_node_name(graphs[g], u))))
                return CLI_EXIT_FAILED;
    CLI_MUST(cli_try(riwalk_vectors_build((uint32_t)nodes, 1, (const char *const *)ids, zeros, rows,
                                          &cli_error)));
    return cli_keep_vectors(*rows);
}

static int read_types(const riwalk_vectors *rows, riwalk_node_labels **types)
{
    riwalk_node_labels_summary summary = {.size = sizeof summary};

    CLI_MUST(cli_try(riwalk_node_labels_read(cli_types_path, rows, NULL, types, &cli_error)));
    CLI_MUST(cli_keep_node_labels(*types));
    riwalk_node_labels_summarize(*types, &summary, NULL);
    if (summary.unknown)
        cli_note("%s: skipped %" PRIu64 " line%s: the graph has no such node", cli_types_path,
                 summary.unknown, CLI_S(summary.unknown));
    return CLI_EXIT_FINE;
}

/* The types of the nodes of a graph, whose first row is `first`. */
static int set_types(riwalk_graph *graph, const riwalk_node_labels *types, uint32_t first)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    const char **names;

    CLI_ALLOC(names, nodes);
    for (uint32_t u = 0; u < nodes; u++) {
        const uint32_t *classes;
        uint32_t count = riwalk_node_labels_of(types, first + u, &classes);

        if (count > 1)
            return cli_fail("%s: the node %s has two types, '%s' and '%s': give it one",
                            cli_types_path, cli_shown(cli_node_name(graph, u)),
                            riwalk_node_labels_class(types, classes[0]),
                            riwalk_node_labels_class(types, classes[1]));
        names[u] = count ? riwalk_node_labels_class(types, classes[0]) : NULL;
    }
    if (riwalk_graph_set_types(graph, names, &cli_error))
        return cli_fail_in(cli_types_path);
    return CLI_EXIT_FINE;
}

int cli_set_types(riwalk_graph **graphs, char *const *names, size_t count)
{
    riwalk_node_labels *types = NULL;
    riwalk_vectors *rows = NULL;
    uint32_t first = 0;

    if (!cli_types_path)
        return CLI_EXIT_FINE;
    CLI_MUST(make_rows(graphs, names, count, &rows));
    CLI_MUST(read_types(rows, &types));
    for (size_t g = 0; g < count; first += riwalk_graph_node_count(graphs[g++]))
        CLI_MUST(set_types(graphs[g], types, first));
    return CLI_EXIT_FINE;
}
