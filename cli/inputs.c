/* SPDX-License-Identifier: MIT */
/* Graphs that are embedded together: reads and names them; ranges of nodes; a node by its id. */
#include "cli.h"

/* Names the graphs. Names must differ, because they tell nodes of several graphs apart. */
static void name_graphs(cli_inputs *in)
{
    for (size_t g = 0; g < in->count; g++) {
        rw_span stem = rw_path_stem(in->paths->items[g]);

        in->names[g] = cli_text_of("%.*s", (int)stem.length, stem.text);
        for (size_t other = 0; other < g; other++)
            if (!strcmp(in->names[g], in->names[other]))
                cli_fail(
                    "%s and %s are both named '%s', so ids NAME:id would be ambiguous; rename one",
                    in->paths->items[other], in->paths->items[g], in->names[g]);
    }
}

static void read_graphs(void *inputs)
{
    cli_inputs *in = inputs;

    for (size_t g = 0; g < in->count; g++) {
        const char *path = in->paths->items[g];

        in->graphs[g] = cli_load_graph(path);
        riwalk_graph_outline(in->graphs[g], &in->summaries[g]);
        cli_note_summary(&in->summaries[g], in->count > 1 ? path : NULL,
                         cli_uses_weights(in->options));
        cli_check_method_graph(path, in->graphs[g], in->options);
    }
    cli_set_types(in->graphs, in->names, in->count);
    for (size_t g = 0; g < in->count && cli_types_path; g++)
        riwalk_graph_outline(in->graphs[g], &in->summaries[g]); /* types change the checksum */
}

/* Checks that all processes have the same options of reading, because only the first one reads. */
static void compare_reading(void)
{
    const bool said[] = {cli_read.directed,       cli_read.weighted,   cli_read.undirected,
                         cli_read.unweighted,     cli_types_path,      cli_read.types_attribute,
                         cli_read.add_duplicates, cli_read.nodes_path, cli_read.delimiter};
    bool first[sizeof said];
    uint64_t others;

    if (!cli_processes)
        return;
    memcpy(first, said, sizeof said);
    cli_try(cli_processes->broadcast(cli_processes->context, 0, first, sizeof first, &cli_error));
    others = memcmp(first, said, sizeof said) != 0;
    cli_try(cli_processes->sum(cli_processes->context, &others, 1, &cli_error));
    if (others)
        cli_fail("a rank reads the graph with options other than rank 0's: start all with the "
                 "same");
}

void cli_read_inputs(const cli_strings *paths, const riwalk_options *options, cli_inputs *in)
{
    *in = (cli_inputs){.paths = paths, .options = options, .count = paths->count};
    cli_read.memory = options->memory;
    CLI_ALLOC(in->graphs, in->count);
    CLI_ALLOC(in->names, in->count);
    CLI_ALLOC(in->summaries, in->count);
    in->all = (const riwalk_graph *const *)in->graphs;
    if (in->count > 1) {
        in->prefixes = (const char *const *)in->names;
        if (cli_read.nodes_path)
            cli_fail("--node-list works with one graph only");
        name_graphs(in);
    }
    compare_reading();
    cli_do_first(read_graphs, in);
    for (size_t g = 0; g < in->count && cli_processes; g++) {
        cli_try(riwalk_graph_broadcast(cli_processes, &in->graphs[g], &cli_error));
        if (!cli_is_first())
            cli_keep_graph(in->graphs[g]);
    }
}

uint64_t cli_count_nodes(const riwalk_graph *const *graphs, size_t count)
{
    uint64_t nodes = 0;

    for (size_t g = 0; g < count; g++)
        nodes += riwalk_graph_node_count(graphs[g]);
    return nodes;
}

void cli_check_names(void *inputs)
{
    const cli_inputs *in = inputs;
    const char *out = cli_given.out;

    for (size_t g = 0; g < in->count; g++) {
        if (in->names[g])
            cli_try(riwalk_vectors_check_name(in->names[g], strlen(in->names[g]), out,
                                              cli_given.format, &cli_error));
        cli_try(riwalk_vectors_check_names(in->graphs[g], out, cli_given.format, &cli_error));
    }
}

void cli_put_inputs(rw_json_writer *to, const char *key, const cli_inputs *in)
{
    rw_json_open(to, key, '[');
    for (size_t g = 0; g < in->count; g++) {
        const riwalk_graph *graph = in->graphs[g];
        uint32_t types = riwalk_graph_type_count(graph);

        rw_jsonf(to, "{ file %s nodes %u edges %" PRIu64 " directed %d weighted %d",
                 in->paths->items[g], riwalk_graph_node_count(graph),
                 riwalk_graph_edge_count(graph), riwalk_graph_is_directed(graph),
                 riwalk_graph_is_weighted(graph));
        if (types)
            rw_json_open(to, "types", '[');
        for (uint32_t t = 0; t < types; t++)
            rw_json_string(to, NULL, riwalk_graph_type_name(graph, t));
        if (types)
            rw_json_close(to, ']');
        rw_jsonf(to, "checksum %" PRIx64 " }", in->summaries[g].checksum);
    }
    rw_json_close(to, ']');
}

/* ---- --anchors FIRST:END: a range of nodes in the order of vectors ---- */

cli_anchors cli_parse_anchors(const char *text)
{
    const char *second;
    uint64_t first, end;

    if (!text)
        return (cli_anchors){0};
    second = text + strspn(text, "0123456789") + 1;
    first = strtoull(text, NULL, 10);
    end = second[-1] && *second ? strtoull(second, NULL, 10) : UINT32_MAX;
    if (second[-1] != ':' || second[strspn(second, "0123456789")] || first > UINT32_MAX ||
        end > UINT32_MAX)
        cli_usage("--anchors takes FIRST:END, such as 0:1000000, not '%s'", text);
    if (first >= end)
        cli_usage("--anchors %s has no nodes: END must be above FIRST", text);
    return (cli_anchors){(uint32_t)first, (uint32_t)end};
}

void cli_fit_anchors(const cli_inputs *in, cli_anchors *anchors)
{
    uint64_t nodes = cli_count_nodes(in->all, in->count);

    if (anchors->first && anchors->first >= nodes)
        cli_fail("--anchors begins at node %u, but there are %" PRIu64
                 " nodes: the last is number %" PRIu64,
                 anchors->first, nodes, nodes ? nodes - 1 : 0);
    if (!anchors->end || anchors->end > nodes)
        anchors->end = (uint32_t)nodes;
}

/* ---- A node by its id ---- */

/* Finds the name most similar to a mistyped one; false if none is similar. Numbers are not
 * compared: they are often similar by chance. */
static bool find_near(const riwalk_graph *graph, const char *name, char *answer, size_t size)
{
    cli_suggestion near = cli_suggest_for(name);
    char candidate[64];

    if (!name[strspn(name, "+-0123456789")])
        return false;
    for (uint32_t node = 0; node < riwalk_graph_node_count(graph); node++) {
        size_t distance = near.distance;

        if (riwalk_graph_name(graph, node, candidate, sizeof candidate) >= sizeof candidate)
            continue;
        cli_suggest_offer(&near, candidate, answer);
        if (near.distance < distance)
            snprintf(answer, size, "%s", candidate);
    }
    return near.answer;
}

uint32_t cli_find_node(const riwalk_graph *graph, const char *name)
{
    const char *file = cli_shown_path(cli_given.graph);
    uint32_t count = riwalk_graph_node_count(graph), node;
    char first[64], last[64];

    if (riwalk_graph_find(graph, name, strlen(name), &node))
        return node;
    if (find_near(graph, name, first, sizeof first))
        cli_fail("there is no node '%s' in %s; did you mean '%s'?", name, file, first);
    if (!count || riwalk_graph_name(graph, 0, first, sizeof first) >= sizeof first ||
        riwalk_graph_name(graph, count - 1, last, sizeof last) >= sizeof last)
        cli_fail("there is no node '%s' in %s; ids are as the file writes them", name, file);
    cli_fail("there is no node '%s' in %s; ids are as the file writes them, from '%s' to '%s'",
             name, file, first, last);
}
