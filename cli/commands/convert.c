/* SPDX-License-Identifier: MIT */
/* riwalk convert: converts a graph to another file format. */
#include "cli.h"

#include <math.h>

/* Roughly the bytes of memory per byte of text that is read completely. */
#define TEXT_MEMORY 3.0

static const char *places;
static riwalk_format format;

static cli_option arguments[] = {
    {CLI_GRAPH},
    {CLI_WRITE("output", "OUT"), .store = &cli_given.out,
     .help = "file to write; '-' is standard output"},
};

static cli_option options[] = {
    {CLI_TO(cli_formats), .store = &format, .basic = true},
    {CLI_LABELS, .help = "roles of nodes, lines of 'id label', which also give colours; for .gexf, "
                         ".graphml and .json"},
    {CLI_READ("places", "FILE"), .store = &places, .aliases = "coordinates",
     .help = "places of nodes, lines of 'id x y' as plot --places writes them; for .gexf, .graphml "
             "and .json"},
};

static void read_roles(const riwalk_graph *graph, cli_node_style *look)
{
    uint32_t count = riwalk_graph_node_count(graph);
    riwalk_node_labels_summary summary;
    const riwalk_node_labels *labels = cli_read_node_labels(graph, &summary);

    CLI_ALLOC(look->roles, count);
    CLI_ALLOC(look->colors, count);
    for (uint32_t u = 0; u < count; u++) {
        const uint32_t *classes;
        bool labelled = riwalk_node_labels_of(labels, u, &classes);

        look->roles[u] = labelled ? riwalk_node_labels_class(labels, classes[0]) : NULL;
        look->colors[u] = riwalk_class_color(labelled ? classes[0] : RIWALK_NO_CLASS);
    }
}

/* Parses 'id x y', as cli_put_word and plot write it. Returns the id, with its length; NULL if the
 * line is something else. */
static const char *parse_place(const char *line, size_t *length, double place[2])
{
    bool quoted = *line == '"';
    const char *name = line + quoted, *at;

    *length = strcspn(name, quoted ? "\"" : " \t");
    at = name + *length + (quoted && name[*length]);
    for (int axis = 0; axis < 2; axis++) {
        char *end;

        place[axis] = strtod(at, &end);
        if (end == at || !isfinite(place[axis]))
            return NULL;
        at = end;
    }
    return *at || !*length ? NULL : name;
}

static double *read_places(const riwalk_graph *graph)
{
    uint32_t count = riwalk_graph_node_count(graph), node;
    cli_lines lines = cli_open_lines(places);
    double *found, place[2];
    size_t length;

    CLI_ALLOC(found, 2 * (size_t)count);
    for (size_t i = 0; i < 2 * (size_t)count; i++)
        found[i] = NAN;
    for (const char *line; (line = cli_next_line(&lines));) {
        const char *name = parse_place(line, &length, place);

        if (!name)
            cli_fail("%s:%lu: expected 'id x y'", places, lines.number);
        if (riwalk_graph_find(graph, name, length, &node))
            memcpy(found + 2 * (size_t)node, place, sizeof place);
    }
    for (node = 0; node < count; node++)
        if (isnan(found[2 * (size_t)node]))
            cli_fail("%s has no place for the node %s", places,
                     cli_shown(cli_node_name(graph, node)));
    return found;
}

static void run(void)
{
    riwalk_graph *graph;
    cli_node_style look = {0};
    uint64_t memory;

    cli_check_graph_output(format, cli_given.labels || places);
    /* An edge list that does not fit into memory is converted on disk, with the same bytes. */
    if (!cli_given.labels && !places && !cli_types_path && !cli_read.types_attribute &&
        cli_exceeds_memory(format, TEXT_MEMORY * (double)cli_file_size(cli_given.graph), &memory)) {
        cli_read.store = cli_given.out;
        cli_read.memory = memory;
    }
    graph = cli_read_graph(cli_given.graph);
    cli_warn_dropped_edges(graph, true);
    if (cli_given.labels)
        read_roles(graph, &look);
    if (places)
        look.places = read_places(graph);
    if (!cli_read.store)
        cli_write_graph(graph, cli_given.out, format, &look);
    cli_note_graph_written(graph);
}

const cli_command cli_convert_command = {
    .name = "convert",
    .summary = "Convert a graph to another file format.",
    .description =
        "The extension of OUT chooses the format: .txt, .csv, .tsv, .edges, .edgelist, .el and "
        "none are edge lists, .graphml, .gexf and .json (node-link) are for other programs, .mtx "
        "is Matrix Market, .graph and .metis are METIS, .rwg is riwalk's own binary format, which "
        "loads at once. A further .gz or .zst compresses it.",
    .details = "Matrix Market and METIS number the nodes from 1, comments list the ids; all others "
               "keep them. GraphML, GEXF and node-link JSON hold roles, places and colours of "
               "nodes too, as Gephi draws them.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), CLI_READING},
    .examples = "riwalk convert graph.csv graph.rwg\n"
                "riwalk convert --weighted graph.txt graph.mtx.gz\n"
                "riwalk convert club.txt club.gexf --labels roles.txt\n"
                "riwalk convert graph.rwg - --to edgelist | head\n",
    .stages = "GRAPHS:1 writing:2",
    .run = run,
};
