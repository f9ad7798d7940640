/* SPDX-License-Identifier: MIT */
/* riwalk holes: Burt's constraints of nodes, and whether vectors find the nodes with the lowest. */

#include "cli.h"
#include <math.h>

static const char *out;
static riwalk_holes_options how;

static riwalk_graph *graph;
static double *constraint; /* [nodes]; NaN without edges */

static cli_option arguments[] = {
    {CLI_GRAPH},
    {CLI_READ(NULL, "VECTORS"), .store = &cli_given.vectors, .optional = true,
     .help = "its vectors; may be left out with --constraints"},
};

#define FOR_VECTORS 1 /* tag: the option needs VECTORS to have an effect */

static cli_option options[] = {
    {CLI_NUMBER("top"), .store = &how.top, .minimum = 1, .basic = true,
     .help = "number of nodes to find, and of nearest vectors to look at; without VECTORS: write "
             "only so many nodes, those of lowest constraint first"},
    {CLI_PREFIX, .tag = FOR_VECTORS},
    {CLI_WRITE("constraints", "OUT"), .store = &out, .basic = true,
     .help = "also write the constraint of every node: lines of 'id constraint'"},
    {CLI_JSON, .tag = FOR_VECTORS},
};

CLI_PREPARE(riwalk_holes_options_init(&how))

static void print_table(const riwalk_holes_scores *s)
{
    printf("nodes       %u\n", s->nodes);
    printf("least       %s, constraint %.6f\n", cli_shown(cli_node_name(graph, s->node)),
           s->constraint);
    printf("top         %u\n", s->top);
    printf("hits        %u (%.1f %%)\n", s->hits, 100.0 * s->hits / s->top);
    printf("by chance   %.1f\n", s->expected);
}

static void print_json(const riwalk_holes_scores *s)
{
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u nodes_without_vector %u least %s least_constraint %g", s->nodes,
             s->missing, cli_node_name(graph, s->node), s->constraint);
    rw_jsonf(to, "top %u hits %u hits_by_chance %g", s->top, s->hits, s->expected);
    cli_json_print();
}

/* Fails; suggests a prefix if it is all that is missing. */
static void fail_to_score(const riwalk_vectors *vectors)
{
    char *prefix = NULL;
    uint32_t row;

    if (cli_error.code != RIWALK_STATUS_CANCELLED && riwalk_graph_node_count(graph)) {
        const char *name = cli_node_name(graph, 0);

        if (!riwalk_vectors_find(vectors, name, strlen(name), &row))
            prefix = cli_find_prefix(vectors, name);
    }
    if (prefix)
        cli_fail("%s: %s; try --prefix %s", cli_shown_path(cli_given.vectors), cli_error.message,
                 prefix);
    cli_try_in(cli_given.vectors, cli_error.code);
}

static void score(const riwalk_vectors *vectors)
{
    riwalk_holes_scores scores = {.size = sizeof scores};

    how.prefix = cli_given.prefix;
    if (riwalk_holes(graph, constraint, vectors, &how, &scores, &cli_error))
        fail_to_score(vectors);
    if (scores.missing)
        cli_note("skipped %u node%s without a vector", scores.missing, CLI_S(scores.missing));
    if (scores.top < how.top)
        cli_note("--top is %u here: there are only %u nodes, and the one of lowest constraint does "
                 "not count",
                 scores.top, scores.nodes);
    cli_given.json ? print_json(&scores) : print_table(&scores);
}

/* Sorts by constraint, then by node; nodes without edges come last. */
static int compare_constraints(const void *left, const void *right)
{
    uint32_t u = *(const uint32_t *)left, v = *(const uint32_t *)right;
    double a = constraint[u], b = constraint[v];

    if (isnan(a) || isnan(b) || a == b)
        return isnan(a) != isnan(b) ? isnan(a) - isnan(b) : (u > v) - (u < v);
    return a < b ? -1 : 1;
}

/* Prints constraints with 17 digits, which read back exactly; nan for nodes without edges. Without
 * VECTORS, --top limits them to the lowest. */
static void print_constraints(void)
{
    uint32_t count = riwalk_graph_node_count(graph), *order;

    CLI_ALLOC(order, count);
    for (uint32_t node = 0; node < count; node++)
        order[node] = node;
    if (cli_is_given("top") && !cli_given.vectors) {
        qsort(order, count, sizeof *order, compare_constraints);
        count = how.top < count ? how.top : count;
    }
    for (uint32_t i = 0; i < count; i++) {
        double value = constraint[order[i]];

        cli_put_word(cli_node_name(graph, order[i]));
        cli_put(isnan(value) ? " nan\n" : " %.17g\n", value);
    }
}

static void measure(void)
{
    double start = rw_os_seconds();

    CLI_ALLOC(constraint, riwalk_graph_node_count(graph));
    cli_try_in(cli_given.graph, riwalk_graph_constraint(graph, &how, constraint, &cli_error));
    cli_detail("constraints in %.2f s", rw_os_seconds() - start);
}

static void run(void)
{
    riwalk_vectors *vectors = NULL;

    if (!cli_given.vectors && !out)
        cli_usage("there is nothing to do: give VECTORS, or --constraints OUT");
    CLI_EACH (option, cli_running)
        if (option->given && option->tag == FOR_VECTORS && !cli_given.vectors)
            cli_usage("--%s needs VECTORS", option->name);
    if (cli_given.vectors) /* standard output has their scores */
        cli_find_option(cli_running, "constraints", 11)->file = CLI_WRITES_BESIDE;
    cli_check_outputs();
    how.run = cli_run();
    cli_expect(cli_given.vectors ? "GRAPHS:0.1 reading:0.1" : "GRAPHS:0.1");
    cli_expect("computing constraints:1");
    graph = cli_read_graph(cli_given.graph);
    if (cli_given.vectors)
        vectors = cli_read_vectors(cli_given.vectors);
    cli_warn_dropped_edges(graph, true);
    measure();
    if (vectors)
        score(vectors);
    cli_write_text(out, print_constraints);
}

const cli_command cli_holes_command = {
    .name = "holes",
    .summary = "Evaluate vectors by how well they find structural holes.",
    .description =
        "Nodes that span structural holes have a low constraint in Burt's sense. Starting from the "
        "node of lowest constraint, the command counts how many of the N nodes with the most "
        "similar vectors are among the N nodes of lowest constraint.",
    .details = "The node itself is not among its nearest, so there are at most N - 1 hits. "
               "Constraints use the weights of edges if --weighted is given.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), CLI_READING},
    .examples = "riwalk holes graph.txt vectors.txt --top 300\n"
                "riwalk holes graph.txt --constraints constraints.txt\n"
                "riwalk holes graph.txt --constraints - --top 10\n",
    .run = run,
};
