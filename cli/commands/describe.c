/* SPDX-License-Identifier: MIT */
/* riwalk describe: finds the roles of a graph's nodes, and says what each role is. */
#include "describe.h"

/* Per node, without t-SNE and with it. */
#define SECONDS 2.6e-4
#define PLACING_SECONDS 1.35e-3

cli_described cli_subject;
static cli_described *const d = &cli_subject;

static cli_option arguments[] = {
    {CLI_GRAPH},
    {CLI_READ(NULL, "VECTORS"), .store = &cli_given.vectors, .optional = true,
     .help = "its vectors; by default made with --preset roles"},
};

const cli_group cli_describe_group = CLI_GROUP("Arguments", arguments, NULL, true);

static cli_option options[] = {
    {CLI_ROLES},
    {CLI_ALSO},
    {CLI_LABELS, .help = "compare the roles with these labels: lines of 'id label'"},
    {CLI_OUTPUT_AS(CLI_WRITES_BESIDE),
     .help = "also write the role of every node: lines of 'id role'"},
    {CLI_SWITCH("details"), .store = &cli_subject.details, .basic = true,
     .help = "also print members, measures and walks of each role"},
    {CLI_JSON},
    {CLI_SEED, .store = &cli_subject.how.seed, .help = "seed of walks and clusters"},
    {CLI_NUMBER("typical"), .store = &cli_subject.how.typical,
     .help = "typical members of each role to list"},
    {CLI_NUMBER("tokens"), .store = &cli_subject.how.tokens,
     .help = "frequent tokens of each role to list"},
    {CLI_NORMALIZE, .store = &cli_subject.how.scale},
    {CLI_PREFIX},
};

void cli_prepare_subject(void)
{
    cli_subject = (cli_described){.summary = {.size = sizeof cli_subject.summary},
                                  .agreement = {.size = sizeof cli_subject.agreement}};
    riwalk_describe_options_init(&cli_subject.how);
}

/* ---- Shared by describe and report ---- */

static void expect_stages(bool page)
{
    cli_expect("GRAPHS:0.1");
    cli_expect(cli_given.vectors ? "reading:0.1" : "walking:3 factoring:2");
    cli_expect("computing constraints:0.1");
    cli_expect_clusters(d->how.roles);
    cli_expect("walking:1");
    if (page)
        cli_expect("walking:1 finding neighbours:3 finding neighbours:5 placing:30");
}

/* Reads the graph, or several graphs and joins them. */
static void read_graphs(void)
{
    cli_strings paths = {.count = d->also.count + 1};
    riwalk_run run = cli_run();
    riwalk_options plain;
    cli_inputs in;

    if (!d->also.count) {
        d->graph = cli_read_graph(cli_given.graph);
        return;
    }
    CLI_ALLOC(paths.items, paths.count);
    paths.items[0] = cli_given.graph;
    memcpy(paths.items + 1, d->also.items, d->also.count * sizeof *paths.items);
    riwalk_options_init(&plain);
    cli_read_inputs(&paths, &plain, &in);
    CLI_MAKE(graph, d->graph,
             riwalk_graph_union(in.all, in.count, in.prefixes, &run, NULL, &d->graph, &cli_error));
}

void cli_describe(bool page)
{
    uint32_t nodes;

    if (cli_given.prefix && !cli_given.vectors)
        cli_usage("--prefix needs VECTORS");
    for (size_t i = 0; i < d->also.count; i++)
        if (!strcmp(d->also.items[i], "-"))
            cli_usage("--also takes files, not standard input");
    cli_check_outputs();
    expect_stages(page);
    read_graphs();
    if (page)
        cli_try_in(cli_given.graph,
                   riwalk_report_check((const riwalk_graph *const *)&d->graph, 1, &cli_error));
    nodes = riwalk_graph_node_count(d->graph);
    cli_foresee(nodes, nodes <= d->placed ? PLACING_SECONDS : SECONDS);
    if (cli_given.vectors)
        d->vectors = cli_read_vectors(cli_given.vectors);
    if (cli_given.labels)
        d->labels = cli_read_node_labels(d->graph, &d->labels_summary);
    if (!page && d->labels_summary.most > 1)
        cli_fail(
            "%s: some nodes have several labels: roles can be compared with one label a node only",
            cli_given.labels);
    if (!d->also.count)
        cli_warn_dropped_edges(d->graph, true);
    d->how.run = cli_run();
    d->how.prefix = cli_given.prefix;
    cli_try_in(cli_given.vectors ? cli_given.vectors : cli_given.graph,
               riwalk_describe(d->graph, d->vectors, &d->how, &d->description, &cli_error));
    riwalk_description_summarize(d->description, &d->summary, NULL);
    cli_keep_description(d->description);
}

/* ---- The run ---- */

/* Counts the labels of each role. For the agreement, nodes without a vector form one more
 * cluster. */
static void compare_labels(void)
{
    uint32_t classes = d->labels_summary.classes, *clusters;
    const uint32_t *roles = riwalk_description_roles(d->description), *own;

    CLI_ALLOC(clusters, d->summary.nodes);
    CLI_ALLOC(d->label_counts, ((size_t)d->summary.roles + 1) * classes);
    for (uint32_t node = 0; node < d->summary.nodes; node++) {
        clusters[node] = roles[node] == RIWALK_NO_CLASS ? d->summary.roles : roles[node];
        if (riwalk_node_labels_of(d->labels, node, &own))
            d->label_counts[(size_t)clusters[node] * classes + *own]++;
    }
    cli_try(riwalk_cluster_agreement(d->labels, clusters, d->summary.roles + 1, &d->agreement,
                                     &cli_error));
}

static void print_roles(void)
{
    const uint32_t *roles = riwalk_description_roles(d->description);

    for (uint32_t node = 0; node < d->summary.nodes; node++) {
        if (roles[node] == RIWALK_NO_CLASS)
            continue;
        cli_put_word(cli_node_name(d->graph, node));
        cli_put(" %u\n", roles[node] + 1);
    }
}

static void run(void)
{
    cli_describe(false);
    if (d->summary.missing)
        cli_note("skipped %u node%s without a vector", d->summary.missing,
                 CLI_S(d->summary.missing));
    if (d->labels)
        compare_labels();
    cli_given.json ? cli_describe_json() : cli_describe_text();
    cli_write_text(cli_given.out, print_roles);
}

const cli_command cli_describe_command = {
    .name = "describe",
    .summary = "Find the roles of a graph's nodes and describe each in words.",
    .description = "Clusters the nodes by their vectors, names each cluster by what sets it apart, "
                   "and gives the rule that finds its members best, with the rule's precision and "
                   "recall. Similar roles form a family. --details adds typical nodes, how "
                   "measures compare with the whole graph, and what walks visit more often than "
                   "elsewhere.",
    .details = "Without VECTORS nodes are embedded with the settings of --preset roles. Nodes "
               "without edges are a role of their own. docs/describe.md says how names are found.",
    .groups = {&cli_describe_group, CLI_OPTIONS(options, cli_prepare_subject), CLI_READING},
    .examples = "riwalk describe graph.txt\n"
                "riwalk describe graph.txt -k 4 --labels classes.txt -o roles.txt\n"
                "riwalk describe graph.txt vectors.npy --json\n"
                "riwalk describe monday.txt --also tuesday.txt --also sunday.txt\n",
    .run = run,
};
