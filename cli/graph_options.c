/* SPDX-License-Identifier: MIT */
/* Reading and writing graphs: options, types of nodes, and how nodes are drawn. */
#include "cli.h"

riwalk_read_options cli_read;
const char *cli_types_path;
static int delimiter, duplicates; /* for cli_read, as the parser stores them */

cli_choice cli_formats[CLI_MAX_FORMATS] = {{"auto", RIWALK_FORMAT_AUTO}};

static const cli_choice delimiters[] = {
    {"auto", 0, NULL},
    {"space", ' ', NULL},
    {"tab", '\t', NULL},
    {"comma", ',', NULL},
    {"semicolon", ';', NULL},
    {"bar", '|', NULL, "pipe"},
    {0},
};

static const cli_choice headers[] = {
    {"auto", RIWALK_HEADER_AUTO}, {"yes", RIWALK_HEADER_YES}, {"no", RIWALK_HEADER_NO}, {0}};

static const cli_choice duplicate_weights[] = {
    {"max", 0, "the largest", NULL},
    {"sum", 1, "the sum, as for payments", NULL},
    {0},
};

/* cli_read_plain_group leaves out the first ones. */
#define PLAIN 5

static cli_option options[] = {
    {CLI_SWITCH("directed"), .store = &cli_read.directed, .basic = true,
     .help = "keep the direction of edges"},
    {CLI_SWITCH("weighted"), .store = &cli_read.weighted, .basic = true,
     .help = "keep the weights of edges: the third column of an edge list"},
    {CLI_ONE_OF("duplicates", "HOW", duplicate_weights), .store = &duplicates,
     .help = "which weight a repeated edge gets"},
    {CLI_READ("node-types", "FILE"), .store = &cli_types_path,
     .help = "file with a node id and its type on each line, such as 'a17 merchant': roles then "
             "tell types apart"},
    {CLI_TEXT("node-types-attribute", "NAME"), .store = &cli_read.types_attribute,
     .help = "take the types of nodes from this attribute of a GraphML, GEXF or JSON file"},
    {CLI_SWITCH("undirected"), .store = &cli_read.undirected,
     .help = "ignore the edge directions of a .rwg, GraphML, GEXF or JSON file"},
    {CLI_SWITCH("unweighted"), .store = &cli_read.unweighted,
     .help = "ignore the edge weights of such a file"},
    {CLI_READ("node-list", "FILE"), .store = &cli_read.nodes_path,
     .help = "file with one node id a line; adds nodes that have no edge"},
    {CLI_ONE_OF("format", "NAME", cli_formats), .store = &cli_read.format,
     .help = "format of the graph; auto: by its content"},
    {CLI_ONE_OF("delimiter", "NAME", delimiters), .store = &delimiter,
     .help = "separator between the columns of an edge list"},
    {CLI_ONE_OF("header", "WHICH", headers), .store = &cli_read.header,
     .help = "whether the first line of an edge list is a header"},
    {CLI_SWITCH("map"), .store = &cli_read.map,
     .help = "map a .rwg instead of reading it, as is done if it is larger than half of the "
             "memory; processes share it, and the file must not change meanwhile"},
};

/* Also lists the formats of graphs and of vectors. */
static void prepare(void)
{
    const riwalk_vectors_format_info *v;
    const riwalk_format_info *f;

    riwalk_read_options_init(&cli_read);
    for (int i = 1; (v = riwalk_vectors_format_describe((riwalk_vectors_format)i)); i++)
        cli_vector_formats[i] = (cli_choice){v->name, i};
    for (int i = 1; (f = riwalk_format_describe((riwalk_format)i)) && i < CLI_MAX_FORMATS - 1; i++)
        cli_formats[i] = (cli_choice){f->name, i};
}

const cli_group cli_read_group = CLI_GROUP("Reading the graph", options, prepare, false);
const cli_group cli_read_plain_group = {"Reading the graph", options + PLAIN,
                                        sizeof options / sizeof *options - PLAIN, prepare, false};

riwalk_graph *cli_read_graph(const char *path)
{
    riwalk_graph *graph = cli_load_graph(path);

    cli_set_types(&graph, NULL, 1);
    return graph;
}

riwalk_graph *cli_load_graph(const char *path)
{
    double start = rw_os_seconds();
    riwalk_graph *graph = NULL;

    if (cli_types_path && cli_read.types_attribute)
        cli_usage("--node-types and --node-types-attribute both name types: give one");
    if (cli_read.directed && cli_read.undirected)
        cli_usage("--directed and --undirected contradict each other");
    if (cli_read.weighted && cli_read.unweighted)
        cli_usage("--weighted and --unweighted contradict each other");
    cli_read.run = cli_run();
    cli_read.delimiter = (char)delimiter;
    cli_read.add_duplicates = duplicates;
    cli_read.map |= cli_file_size(path) > (cli_read.memory ? cli_read.memory : cli_memory()) / 2;
    if (cli_read.store)
        cli_signals_hold();
    CLI_MAKE(graph, graph, riwalk_graph_read(path, &cli_read, &graph, &cli_error));
    cli_detail("read %s: %u nodes, %" PRIu64 " edges in %.2f s", path,
               riwalk_graph_node_count(graph), riwalk_graph_edge_count(graph),
               rw_os_seconds() - start);
    return graph;
}

void cli_note_summary(const riwalk_graph_summary *summary, const char *path, bool weights)
{
    const char *in = path ? cli_text_of("%s: ", path) : "";
    bool weighted = summary->weight_max > 0;

    if (summary->self_loops_dropped)
        cli_note("%sdropped %" PRIu64 " self-loop%s", in, summary->self_loops_dropped,
                 CLI_S(summary->self_loops_dropped));
    if (summary->duplicates_dropped)
        cli_note("%s%s %" PRIu64 " duplicate edge%s%s", in,
                 weighted && cli_read.add_duplicates ? "added up" : "dropped",
                 summary->duplicates_dropped, CLI_S(summary->duplicates_dropped),
                 weighted && !cli_read.add_duplicates
                     ? " and kept the largest weight of each (--duplicates sum adds them up)"
                     : "");
    if (summary->columns_ignored)
        cli_note("%signored extra columns on %" PRIu64 " line%s%s", in, summary->columns_ignored,
                 CLI_S(summary->columns_ignored),
                 weights && !weighted ? " (--weighted reads weights)" : "");
    cli_note_directions(summary, in);
}

void cli_note_directions(const riwalk_graph_summary *summary, const char *in)
{
    if (summary->directions_dropped && !cli_read.undirected)
        cli_note("%signored the directions of edges that the file has: --directed keeps them", in);
}

void cli_warn_dropped_edges(const riwalk_graph *graph, bool weights)
{
    riwalk_graph_summary summary = {.size = sizeof summary};

    if (!cli_given.quiet && !riwalk_graph_summarize(graph, &summary, NULL))
        cli_note_summary(&summary, NULL, weights);
}

void cli_check_graph_output(riwalk_format format, bool look)
{
    static const double somewhere[] = {0, 0};
    riwalk_write_options write;

    riwalk_write_options_init(&write);
    write.format = format;
    write.places = look ? somewhere : NULL;
    cli_try(riwalk_write_options_check(cli_given.out, &write, &cli_error));
    cli_check_outputs();
}

bool cli_exceeds_memory(riwalk_format format, double bytes, uint64_t *memory)
{
    uint64_t limit = cli_memory_limit();

    *memory = limit / 10 * 9;
    return (format ? format : riwalk_graph_format_from_path(cli_given.out)) == RIWALK_FORMAT_RWG &&
           cli_is_plain_file(cli_given.out) && (limit || bytes > (double)rw_os_memory_free());
}

void cli_write_graph(const riwalk_graph *graph, const char *path, riwalk_format format,
                     const cli_node_style *look)
{
    riwalk_format chosen = format ? format : riwalk_graph_format_from_path(path);
    riwalk_write_options write;

    riwalk_write_options_init(&write);
    write.run.progress = cli_progress_show;
    write.format = format;
    if (look) {
        write.roles = look->roles;
        write.places = look->places;
        write.colors = look->colors;
    }
    if (riwalk_graph_type_count(graph) && !riwalk_format_describe(chosen)->types)
        cli_note("node types are not written: .rwg, .graphml, .gexf and .json hold them");
    cli_try(riwalk_graph_write_to(graph, cli_sink(path), &write, &cli_error));
}

void cli_note_graph_written(const riwalk_graph *graph)
{
    cli_note_written("%u nodes, %" PRIu64 " edges", riwalk_graph_node_count(graph),
                     riwalk_graph_edge_count(graph));
}

/* ---- Types of nodes from a file: 'id type' per line, as in files of labels ---- */

/* Makes a row for each node of all graphs, in order, with the name that the file uses. */
static riwalk_vectors *make_rows(riwalk_graph **graphs, char *const *names, size_t count)
{
    uint64_t nodes = cli_count_nodes((const riwalk_graph *const *)graphs, count), at = 0;
    riwalk_vectors *rows = NULL;
    const char **ids;
    float *zeros;

    if (count == 1)
        return cli_graph_rows(graphs[0]);
    CLI_ALLOC(ids, nodes);
    CLI_ALLOC(zeros, nodes);
    for (size_t g = 0; g < count; g++)
        for (uint32_t u = 0; u < riwalk_graph_node_count(graphs[g]); u++)
            ids[at++] = cli_text_of("%s:%s", names[g], cli_node_name(graphs[g], u));
    CLI_MAKE(vectors, rows,
             riwalk_vectors_build((uint32_t)nodes, 1, ids, zeros, &rows, &cli_error));
    return rows;
}

/* Sets the types of a graph's nodes; `first` is the row of node 0. */
static void set_types(riwalk_graph *graph, const riwalk_node_labels *types, uint32_t first)
{
    uint32_t nodes = riwalk_graph_node_count(graph);
    const char **names;

    CLI_ALLOC(names, nodes);
    for (uint32_t u = 0; u < nodes; u++) {
        const uint32_t *classes;
        uint32_t count = riwalk_node_labels_of(types, first + u, &classes);

        if (count > 1)
            cli_fail("%s: the node %s has two types, '%s' and '%s': give it one", cli_types_path,
                     cli_shown(cli_node_name(graph, u)),
                     riwalk_node_labels_class(types, classes[0]),
                     riwalk_node_labels_class(types, classes[1]));
        names[u] = count ? riwalk_node_labels_class(types, classes[0]) : NULL;
    }
    cli_try_in(cli_types_path, riwalk_graph_set_types(graph, names, &cli_error));
}

void cli_set_types(riwalk_graph **graphs, char *const *names, size_t count)
{
    riwalk_node_labels_summary summary = {.size = sizeof summary};
    riwalk_node_labels *types = NULL;
    riwalk_vectors *rows;
    uint32_t first = 0;

    if (!cli_types_path)
        return;
    rows = make_rows(graphs, names, count);
    CLI_MAKE(node_labels, types,
             riwalk_node_labels_read(cli_types_path, rows, NULL, &types, &cli_error));
    riwalk_node_labels_summarize(types, &summary, NULL);
    if (summary.unknown)
        cli_note("%s: skipped %" PRIu64 " line%s: the graph has no such node", cli_types_path,
                 summary.unknown, CLI_S(summary.unknown));
    for (size_t g = 0; g < count; first += riwalk_graph_node_count(graphs[g++]))
        set_types(graphs[g], types, first);
}

bool cli_holds_look(const char *path)
{
    const riwalk_format_info *format = riwalk_format_describe(riwalk_graph_format_from_path(path));

    return format && format->attributes;
}
