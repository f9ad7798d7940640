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

/* What to print: facts about the graph and its summary. */
typedef struct facts {
    const riwalk_graph *graph;
    riwalk_graph_summary summary;
    int classes; /* classes of the degree histogram, up to the last used */
    type *types; /* [type_count], the most frequent first */
    uint32_t type_count;
} facts;

/* Class b has the degrees d with floor(log2(d + 1)) == b: 2^b - 1 to 2^(b+1) - 2. */
static uint64_t class_first(int b)
{
    return (UINT64_C(1) << b) - 1;
}

static uint64_t class_last(int b)
{
    return (UINT64_C(2) << b) - 2;
}

static double largest_share(const facts *f)
{
    uint32_t nodes = riwalk_graph_node_count(f->graph);

    return nodes ? (double)f->summary.largest_component / (double)nodes : 0;
}

static double reciprocity(const facts *f)
{
    uint64_t arcs = riwalk_graph_edge_count(f->graph);

    return arcs ? (double)f->summary.reciprocated / (double)arcs : 0;
}

static int by_nodes(const void *a, const void *b)
{
    const type *x = a, *y = b;

    return x->nodes != y->nodes ? (x->nodes < y->nodes ? 1 : -1) : strcmp(x->name, y->name);
}

static int count_types(facts *f)
{
    const uint32_t *types = riwalk_graph_types(f->graph);

    f->type_count = riwalk_graph_type_count(f->graph);
    CLI_ALLOC(f->types, f->type_count);
    for (uint32_t t = 0; t < f->type_count; t++)
        f->types[t].name = riwalk_graph_type_name(f->graph, t);
    for (uint32_t u = 0; types && u < riwalk_graph_node_count(f->graph); u++)
        f->types[types[u]].nodes++;
    if (f->type_count)
        qsort(f->types, f->type_count, sizeof *f->types, by_nodes);
    return CLI_EXIT_FINE;
}

/* ---- Table ---- */

/* Writes "3-6"; class 0 is only degree 0. Returns the length. */
static int class_range(int b, char *text, size_t size)
{
    if (b == 0)
        return snprintf(text, size, "0");
    return snprintf(text, size, "%" PRIu64 "-%" PRIu64, class_first(b), class_last(b));
}

static void print_histogram(const facts *f)
{
    const uint32_t *histogram = f->summary.degree_histogram;
    const char *title = riwalk_graph_is_directed(f->graph) ? "out-degree" : "degree";
    uint32_t most = 1;
    char range[48], bar[BAR_WIDTH];
    int first = 0, width;

    memset(bar, '#', sizeof bar);
    for (int b = 0; b < f->classes; b++)
        most = histogram[b] > most ? histogram[b] : most;
    while (!histogram[first] && first + 1 < f->classes)
        first++;
    width = class_range(f->classes - 1, range, sizeof range);
    width = width < 13 ? 13 : width;
    printf("\n%-*s %10s\n", width, title, "nodes");
    for (int b = first; b < f->classes; b++) {
        /* Rounded up, so that a class with few nodes does not look empty. */
        int length = (int)(((uint64_t)histogram[b] * BAR_WIDTH + most - 1) / most);

        class_range(b, range, sizeof range);
        printf("%-*s %10u%s%.*s\n", width, range, histogram[b], length ? "  " : "", length, bar);
    }
}

static void print_types(const facts *f)
{
    if (!f->type_count)
        return;
    printf("types         %u:", f->type_count);
    for (uint32_t t = 0; t < f->type_count && t < MOST_TYPES; t++)
        printf("%s %s (%u)", t ? "," : "", cli_shown(f->types[t].name), f->types[t].nodes);
    if (f->type_count > MOST_TYPES)
        printf(", and %u more", f->type_count - MOST_TYPES);
    printf("\n");
}

static int print_table(const facts *f)
{
    const riwalk_graph_summary *s = &f->summary;
    char memory[32];

    cli_short_bytes((double)s->memory_bytes, memory, sizeof memory);
    printf("nodes         %u\n", riwalk_graph_node_count(f->graph));
    printf("edges         %" PRIu64 "\n", riwalk_graph_edge_count(f->graph));
    printf("directed      %s\n", riwalk_graph_is_directed(f->graph) ? "yes" : "no");
    printf("weighted      %s\n", riwalk_graph_is_weighted(f->graph) ? "yes" : "no");
    if (riwalk_graph_is_directed(f->graph))
        printf("reciprocity   %.1f %% of edges go both ways\n", 100 * reciprocity(f));
    if (riwalk_graph_is_weighted(f->graph))
        printf("weights       min %.15g, max %.15g, total %.15g\n", s->weight_min, s->weight_max,
               s->weight_total);
    print_types(f);
    printf("self-loops    %" PRIu64 " dropped\n", s->self_loops_dropped);
    printf("duplicates    %" PRIu64 " %s\n", s->duplicates_dropped,
           s->weight_max > 0 && cli_read.add_duplicates ? "added up" : "dropped");
    if (s->columns_ignored)
        printf("columns       extra ones ignored on %" PRIu64 " line%s%s\n", s->columns_ignored,
               CLI_S(s->columns_ignored), s->weight_max > 0 ? "" : " (--weighted reads weights)");
    printf("components    %u\n", s->components);
    printf("largest       %u node%s (%.1f %%)\n", s->largest_component, CLI_S(s->largest_component),
           100 * largest_share(f));
    printf("isolated      %u node%s\n", s->isolated_nodes, CLI_S(s->isolated_nodes));
    printf("degree        min %u, median %u, mean %.2f, max %u\n", s->degree_min, s->degree_median,
           s->degree_mean, s->degree_max);
    printf("memory        %s\n", memory);
    printf("checksum      %016" PRIx64 "\n", s->checksum);
    print_histogram(f);
    return CLI_EXIT_FINE;
}

/* ---- JSON ---- */

static void put_degrees(rw_json_writer *to, const facts *f)
{
    const riwalk_graph_summary *s = &f->summary;

    rw_jsonf(to, "degree { min %u median %u mean %g max %u histogram [", s->degree_min,
             s->degree_median, s->degree_mean, s->degree_max);
    for (int b = 0; b < f->classes; b++)
        rw_jsonf(to, "{ from %" PRIu64 " to %" PRIu64 " nodes %u }", class_first(b), class_last(b),
                 s->degree_histogram[b]);
    rw_jsonf(to, "] }");
}

static int print_json(const facts *f)
{
    const riwalk_graph_summary *s = &f->summary;
    rw_json_writer *to = cli_json_begin(15, '{');

    rw_jsonf(to, "nodes %u edges %" PRIu64 " directed %d weighted %d",
             riwalk_graph_node_count(f->graph), riwalk_graph_edge_count(f->graph),
             riwalk_graph_is_directed(f->graph), riwalk_graph_is_weighted(f->graph));
    rw_jsonf(to,
             "self_loops_dropped %" PRIu64 " duplicates_dropped %" PRIu64
             " columns_ignored %" PRIu64 " components %u",
             s->self_loops_dropped, s->duplicates_dropped, s->columns_ignored, s->components);
    rw_jsonf(to, "largest_component %u largest_share %g isolated_nodes %u", s->largest_component,
             largest_share(f), s->isolated_nodes);
    put_degrees(to, f);
    if (riwalk_graph_is_directed(f->graph))
        rw_jsonf(to, "reciprocity %g", reciprocity(f));
    if (riwalk_graph_is_weighted(f->graph))
        rw_jsonf(to, "weights { min %g max %g total %g }", s->weight_min, s->weight_max,
                 s->weight_total);
    if (f->type_count)
        rw_json_open(to, "types", '{');
    for (uint32_t t = 0; t < f->type_count; t++)
        rw_json_whole(to, f->types[t].name, f->types[t].nodes);
    if (f->type_count)
        rw_json_close(to, '}');
    rw_jsonf(to, "memory_bytes %" PRIu64 " checksum %" PRIx64, s->memory_bytes, s->checksum);
    return cli_json_print();
}

static int run(void)
{
    riwalk_graph *graph = NULL;
    facts f = {.summary = {.size = sizeof f.summary}};

    cli_expect_graph(1);
    CLI_MUST(cli_read_graph(cli_given.graph, &graph));
    CLI_TRY(riwalk_graph_summarize(graph, &f.summary, &cli_error));
    f.graph = graph;
    for (int b = 0; b < 32; b++)
        if (f.summary.degree_histogram[b])
            f.classes = b + 1;
    CLI_MUST(count_types(&f));
    cli_note_directions(&f.summary, NULL);
    return cli_given.json ? print_json(&f) : print_table(&f);
}

const cli_command cli_info_command = {
    .name = "info",
    .summary = "Print size, weights, types, components and degrees of a graph.",
    .description = "Degrees are counted in the classes that roles are made of: 1-2, 3-6, 7-14, ... "
                   "Equal graphs have the same checksum in any format and order of lines.",
    .positionals = cli_graph_positionals,
    .groups = {&cli_json_group, &cli_read_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk info graph.txt\n"
                "riwalk info --json graph.csv.gz\n"
                "zcat graph.gz | riwalk info --weighted -\n",
    .run = run,
};
