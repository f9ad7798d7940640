/* SPDX-License-Identifier: MIT */
/* riwalk holes: Burt's constraints of nodes, and whether vectors find the nodes with the lowest. */

#include "cli.h"
#include <math.h>

static struct {
    const char *vectors;
    const char *out;
    riwalk_holes_options library;
} given;

static cli_option positionals[] = {
    {CLI_GRAPH},
    {CLI_READ(NULL, "VECTORS"), .store = &given.vectors,
     .help = "its vectors; may be left out with --constraints", .optional = true},
    {0},
};

/* Tags: what an option needs to have an effect. */
enum {
    FOR_ALL,
    FOR_VECTORS,
};

static cli_option options[] = {
    {CLI_NUMBER("top"), .store = &given.library.top, .minimum = 1,
     .help = "number of nodes to find, and of nearest vectors to look at; without VECTORS: write "
             "only so many nodes, those of lowest constraint first",
     .basic = true},
    {CLI_PREFIX, .store = &given.library.prefix, .tag = FOR_VECTORS},
    {CLI_WRITE("constraints", "OUT"), .store = &given.out,
     .help = "also write the constraint of every node: lines of 'id constraint'", .basic = true},
    {CLI_JSON, .tag = FOR_VECTORS},
    {0},
};

static void prepare(void)
{
    riwalk_holes_options_init(&given.library);
}

static int print_table(const riwalk_graph *graph, const riwalk_holes_scores *s)
{
    printf("nodes       %u\n", s->nodes);
    printf("least       %s, constraint %.6f\n", cli_shown(cli_node_name(graph, s->node)),
           s->constraint);
    printf("top         %u\n", s->top);
    printf("hits        %u (%.1f %%)\n", s->hits, 100.0 * s->hits / s->top);
    printf("by chance   %.1f\n", s->expected);
    return CLI_EXIT_FINE;
}

static int print_json(const riwalk_graph *graph, const riwalk_holes_scores *s)
{
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u nodes_without_vector %u least %s least_constraint %g", s->nodes,
             s->missing, cli_node_name(graph, s->node), s->constraint);
    rw_jsonf(to, "top %u hits %u hits_by_chance %g", s->top, s->hits, s->expected);
    return cli_json_print();
}

/* Reports a failure; suggests a prefix if it is all that is missing. */
static int fail_to_score(const riwalk_graph *graph, const riwalk_vectors *vectors)
{
    char *prefix = NULL;
    uint32_t row;

    if (cli_error.code != RIWALK_STATUS_CANCELLED && riwalk_graph_node_count(graph)) {
        const char *name = cli_node_name(graph, 0);

        if (!riwalk_vectors_find(vectors, name, strlen(name), &row))
            prefix = cli_find_prefix(vectors, name);
    }
    return prefix ? cli_fail("%s: %s; try --prefix %s", cli_shown_path(given.vectors),
                             cli_error.message, prefix)
                  : cli_fail_in(given.vectors);
}

static int score(const riwalk_graph *graph, const riwalk_vectors *vectors, const double *constraint)
{
    riwalk_holes_scores scores = {.size = sizeof scores};

    if (riwalk_holes(graph, constraint, vectors, &given.library, &scores, &cli_error))
        return fail_to_score(graph, vectors);
    if (scores.missing)
        cli_note("skipped %u node%s without a vector", scores.missing, CLI_S(scores.missing));
    if (scores.top < given.library.top)
        cli_note("--top is %u here: there are only %u nodes, and the one of lowest constraint does "
                 "not count",
                 scores.top, scores.nodes);
    return cli_given.json ? print_json(graph, &scores) : print_table(graph, &scores);
}

/* A graph, its nodes' constraints, and the nodes to write: some, or all in order. */
static struct {
    const riwalk_graph *graph;
    const double *constraint;
    uint32_t *order, count;
} measured;

/* Sorts by constraint, then by node; nodes without edges have none and come last. */
static int compare_constraints(const void *left, const void *right)
{
    uint32_t u = *(const uint32_t *)left, v = *(const uint32_t *)right;
    double a = measured.constraint[u], b = measured.constraint[v];

    if (isnan(a) || isnan(b) || a == b)
        return isnan(a) != isnan(b) ? isnan(a) - isnan(b) : (u > v) - (u < v);
    return a < b ? -1 : 1;
}

/* Prints constraints with 17 digits, which read back exactly; nan for nodes without edges. */
static int print_constraints(const void *nothing, FILE *to)
{
    for (uint32_t i = 0; i < measured.count; i++) {
        uint32_t node = measured.order[i];

        CLI_MUST(cli_put_word(cli_node_name(measured.graph, node), to));
        fprintf(to, isnan(measured.constraint[node]) ? " nan\n" : " %.17g\n",
                measured.constraint[node]);
    }
    return CLI_EXIT_FINE;
}

static int write_constraints(const riwalk_graph *graph, double *constraint)
{
    uint32_t count = riwalk_graph_node_count(graph);

    measured.graph = graph;
    measured.constraint = constraint;
    measured.count = count;
    CLI_ALLOC(measured.order, count);
    for (uint32_t node = 0; node < count; node++)
        measured.order[node] = node;
    if (cli_find_option(cli_running, "top", 3)->given && !given.vectors) {
        qsort(measured.order, count, sizeof *measured.order, compare_constraints);
        measured.count = given.library.top < count ? given.library.top : count;
    }
    return cli_write_text(given.out, print_constraints, NULL);
}

static int measure(const riwalk_graph *graph, double **constraint)
{
    double start = rw_os_seconds();

    CLI_ALLOC(*constraint, riwalk_graph_node_count(graph));
    if (riwalk_graph_constraint(graph, &given.library, *constraint, &cli_error))
        return cli_fail_in(cli_given.graph);
    cli_progress_erase();
    cli_detail("constraints in %.2f s", rw_os_seconds() - start);
    return CLI_EXIT_FINE;
}

static int check_files(void)
{
    if (!given.vectors && !given.out)
        return cli_usage("there is nothing to do: give VECTORS, or --constraints OUT");
    for (const cli_option *option = options; option->help && !given.vectors; option++)
        if (option->given && option->tag == FOR_VECTORS)
            return cli_usage("--%s needs VECTORS", option->name);
    if (given.vectors) /* standard output has their scores */
        cli_find_option(cli_running, "constraints", 11)->file = CLI_WRITES_BESIDE;
    return cli_check_outputs();
}

static int run(void)
{
    riwalk_vectors *vectors = NULL;
    riwalk_graph *graph = NULL;
    double *constraint = NULL;

    CLI_MUST(check_files());
    given.library.run = cli_run();
    cli_expect_graph(0.1);
    if (given.vectors)
        cli_expect("reading:0.1");
    cli_expect("computing constraints:1");
    CLI_MUST(cli_read_graph(cli_given.graph, &graph));
    if (given.vectors)
        CLI_MUST(cli_read_vectors(given.vectors, &vectors));
    cli_warn_dropped_edges(graph, true);
    CLI_MUST(measure(graph, &constraint));
    if (given.vectors)
        CLI_MUST(score(graph, vectors, constraint));
    return given.out ? write_constraints(graph, constraint) : CLI_EXIT_FINE;
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
    .positionals = positionals,
    .groups = {CLI_OPTIONS(options, prepare), &cli_read_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk holes graph.txt vectors.txt --top 300\n"
                "riwalk holes graph.txt --constraints constraints.txt\n"
                "riwalk holes graph.txt --constraints - --top 10\n",
    .run = run,
};
