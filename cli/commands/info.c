/* SPDX-License-Identifier: MIT */
/* riwalk info: what a graph contains, as a table or as JSON. */
#include "cli.h"

#define BAR_WIDTH 40
#define MOST_TYPES 10 /* listed by name */

/* A type, and the number of nodes that have it. */
typedef struct type {
    const char *name;
    uint32_t nodes;
} type;

/* What to print: the graph and facts about it. */
static riwalk_graph *graph;
static riwalk_graph_summary summary;
static int classes; /* classes of the degree histogram, up to the last used */
static type *types; /* [type_count], the most frequent first */
static uint32_t type_count;
static double largest_share, reciprocity;

static int by_nodes(const void *a, const void *b)
{
    const type *x = a, *y = b;

    return x->nodes != y->nodes ? (x->nodes < y->nodes ? 1 : -1) : strcmp(x->name, y->name);
}

static void count_types(void)
{
    const uint32_t *of = riwalk_graph_types(graph);

    type_count = riwalk_graph_type_count(graph);
    CLI_ALLOC(types, type_count);
    for (uint32_t t = 0; t < type_count; t++)
        types[t].name = riwalk_graph_type_name(graph, t);
    for (uint32_t u = 0; of && u < riwalk_graph_node_count(graph); u++)
        types[of[u]].nodes++;
    if (type_count)
        qsort(types, type_count, sizeof *types, by_nodes);
}

/* Writes the degrees d of class b, floor(log2(d + 1)) == b: "3-6"; class 0 is only degree 0.
 * Returns the length. */
static int class_range(int b, char *text, size_t size)
{
    uint64_t first = (UINT64_C(1) << b) - 1;

    return b ? snprintf(text, size, "%" PRIu64 "-%" PRIu64, first, 2 * first)
             : snprintf(text, size, "0");
}

/* ---- Table ---- */

static void print_histogram(void)
{
    const uint32_t *histogram = summary.degree_histogram;
    const char *title = riwalk_graph_is_directed(graph) ? "out-degree" : "degree";
    uint32_t most = 1;
    char range[48], bar[BAR_WIDTH];
    int first = 0, width;

    memset(bar, '#', sizeof bar);
    for (int b = 0; b < classes; b++)
        most = histogram[b] > most ? histogram[b] : most;
    while (!histogram[first] && first + 1 < classes)
        first++;
    width = class_range(classes - 1, range, sizeof range);
    width = width < 13 ? 13 : width;
    printf("\n%-*s %10s\n", width, title, "nodes");
    for (int b = first; b < classes; b++) {
        /* Rounded up, so that a class with few nodes does not look empty. */
        int length = (int)(((uint64_t)histogram[b] * BAR_WIDTH + most - 1) / most);

        class_range(b, range, sizeof range);
        printf("%-*s %10u%s%.*s\n", width, range, histogram[b], length ? "  " : "", length, bar);
    }
}

static void print_types(void)
{
    if (!type_count)
        return;
    printf("types         %u:", type_count);
    for (uint32_t t = 0; t < type_count && t < MOST_TYPES; t++)
        printf("%s %s (%u)", t ? "," : "", cli_shown(types[t].name), types[t].nodes);
    if (type_count > MOST_TYPES)
        printf(", and %u more", type_count - MOST_TYPES);
    printf("\n");
}

static void print_table(const riwalk_graph_summary *s)
{
    char memory[32];

    cli_short_bytes((double)s->memory_bytes, memory, sizeof memory);
    printf("nodes         %u\n", riwalk_graph_node_count(graph));
    printf("edges         %" PRIu64 "\n", riwalk_graph_edge_count(graph));
    printf("directed      %s\n", riwalk_graph_is_directed(graph) ? "yes" : "no");
    printf("weighted      %s\n", riwalk_graph_is_weighted(graph) ? "yes" : "no");
    if (riwalk_graph_is_directed(graph))
        printf("reciprocity   %.1f %% of edges go both ways\n", 100 * reciprocity);
    if (riwalk_graph_is_weighted(graph))
        printf("weights       min %.15g, max %.15g, total %.15g\n", s->weight_min, s->weight_max,
               s->weight_total);
    print_types();
    printf("self-loops    %" PRIu64 " dropped\n", s->self_loops_dropped);
    printf("duplicates    %" PRIu64 " %s\n", s->duplicates_dropped,
           s->weight_max > 0 && cli_read.add_duplicates ? "added up" : "dropped");
    if (s->columns_ignored)
        printf("columns       extra ones ignored on %" PRIu64 " line%s%s\n", s->columns_ignored,
               CLI_S(s->columns_ignored), s->weight_max > 0 ? "" : " (--weighted reads weights)");
    printf("components    %u\n", s->components);
    printf("largest       %u node%s (%.1f %%)\n", s->largest_component, CLI_S(s->largest_component),
           100 * largest_share);
    printf("isolated      %u node%s\n", s->isolated_nodes, CLI_S(s->isolated_nodes));
    printf("degree        min %u, median %u, mean %.2f, max %u\n", s->degree_min, s->degree_median,
           s->degree_mean, s->degree_max);
    printf("memory        %s\n", memory);
    printf("checksum      %016" PRIx64 "\n", s->checksum);
    print_histogram();
}

static void print_json(const riwalk_graph_summary *s)
{
    rw_json_writer *to = cli_json_begin(15, '{');

    rw_jsonf(to, "nodes %u edges %" PRIu64 " directed %d weighted %d",
             riwalk_graph_node_count(graph), riwalk_graph_edge_count(graph),
             riwalk_graph_is_directed(graph), riwalk_graph_is_weighted(graph));
    rw_jsonf(to,
             "self_loops_dropped %" PRIu64 " duplicates_dropped %" PRIu64
             " columns_ignored %" PRIu64 " components %u",
             s->self_loops_dropped, s->duplicates_dropped, s->columns_ignored, s->components);
    rw_jsonf(to, "largest_component %u largest_share %g isolated_nodes %u", s->largest_component,
             largest_share, s->isolated_nodes);
    rw_jsonf(to, "degree { min %u median %u mean %g max %u histogram [", s->degree_min,
             s->degree_median, s->degree_mean, s->degree_max);
    for (int b = 0; b < classes; b++)
        rw_jsonf(to, "{ from %" PRIu64 " to %" PRIu64 " nodes %u }", (UINT64_C(1) << b) - 1,
                 (UINT64_C(2) << b) - 2, s->degree_histogram[b]);
    rw_jsonf(to, "] }");
    if (riwalk_graph_is_directed(graph))
        rw_jsonf(to, "reciprocity %g", reciprocity);
    if (riwalk_graph_is_weighted(graph))
        rw_jsonf(to, "weights { min %g max %g total %g }", s->weight_min, s->weight_max,
                 s->weight_total);
    if (type_count)
        rw_json_open(to, "types", '{');
    for (uint32_t t = 0; t < type_count; t++)
        rw_json_whole(to, types[t].name, types[t].nodes);
    if (type_count)
        rw_json_close(to, '}');
    rw_jsonf(to, "memory_bytes %" PRIu64 " checksum %" PRIx64, s->memory_bytes, s->checksum);
    cli_json_print();
}

static double share(double part, double all)
{
    return all > 0 ? part / all : 0;
}

static void run(void)
{
    graph = cli_read_graph(cli_given.graph);
    summary.size = sizeof summary;
    cli_try(riwalk_graph_summarize(graph, &summary, &cli_error));
    classes = 0;
    for (int b = 0; b < 32; b++)
        if (summary.degree_histogram[b])
            classes = b + 1;
    largest_share = share(summary.largest_component, riwalk_graph_node_count(graph));
    reciprocity = share((double)summary.reciprocated, (double)riwalk_graph_edge_count(graph));
    count_types();
    cli_note_directions(&summary, "");
    cli_given.json ? print_json(&summary) : print_table(&summary);
}

const cli_command cli_info_command = {
    .name = "info",
    .summary = "Print size, weights, types, components and degrees of a graph.",
    .description = "Degrees are counted in the classes that roles are made of: 1-2, 3-6, 7-14, ... "
                   "Equal graphs have the same checksum in any format and order of lines.",
    .groups = {&cli_graph_group, &cli_json_group, CLI_READING},
    .examples = "riwalk info graph.txt\n"
                "riwalk info --json graph.csv.gz\n"
                "zcat graph.gz | riwalk info --weighted -\n",
    .stages = "GRAPHS:1",
    .run = run,
};
