/* SPDX-License-Identifier: MIT */
/* riwalk describe: the roles of a graph's nodes, and what each of them is. */
#include "describe.h"
#include "cli.h"

static struct {
    const char *graph;
    const char *vectors;
    const char *labels;
    const char *out;
    int scale;
    riwalk_describe_options library;
    bool json;
} given;

static cli_option positionals[] = {
    {CLI_GRAPH, .store = &given.graph},
    {CLI_GRAPH_VECTORS, .store = &given.vectors},
    {0},
};

static cli_option options[] = {
    {CLI_ROLES, .store = &given.library.roles},
    {CLI_TEXT("labels", "FILE"), .store = &given.labels,
     .help = "say what the roles share with these labels: lines of 'id label'", .basic = true},
    {CLI_OUTPUT, .store = &given.out,
     .help = "also write the role of every node: lines of 'id role'"},
    {CLI_JSON, .store = &given.json},
    {CLI_SEED, .store = &given.library.seed, .help = "seed of walks and clusters"},
    {CLI_NUMBER("typical"), .store = &given.library.typical,
     .help = "typical members of each role to list"},
    {CLI_NUMBER("tokens"), .store = &given.library.tokens,
     .help = "frequent tokens of each role to list"},
    {CLI_NORMALIZE, .store = &given.scale},
    {CLI_PREFIX, .store = &given.library.prefix},
    {0},
};

static void prepare(void)
{
    riwalk_describe_options_init(&given.library);
    given.scale = (int)given.library.scale;
}

static const cli_group own_group = {"Options", options, prepare};

static int check(const cli_command *command)
{
    const char *in[] = {given.vectors, given.graph, given.labels, cli_node_list()};

    if (given.library.prefix && !given.vectors)
        return cli_usage(command, "--prefix needs VECTORS");
    if (!cli_one_stream(in, 3))
        return cli_usage(command, "only one of GRAPH, VECTORS and labels can be standard input");
    if (given.out && !strcmp(given.out, "-"))
        return cli_usage(command,
                         "the description goes to standard output; name a file instead of '-'");
    return cli_check_written(command, given.out, in, 4);
}

static int read_labels(cli_described *d)
{
    int status;

    if (!given.labels)
        return CLI_EXIT_FINE;
    status = cli_read_node_labels(given.labels, d->graph, &d->labels);
    if (!status)
        riwalk_node_labels_summarize(d->labels, &d->labels_summary, NULL);
    if (!status && d->labels_summary.most > 1)
        status = cli_fail(
            "%s: some nodes have several labels: roles can be compared with one label a node only",
            given.labels);
    return status;
}

int cli_describe(cli_described *d, riwalk_describe_options *how, const char *graph,
                 const char *vectors)
{
    how->run = cli_run();
    if (riwalk_describe(d->graph, d->vectors, how, &d->description, &cli_error))
        return cli_fail_in(vectors ? vectors : graph);
    cli_progress_erase();
    d->summary.size = sizeof d->summary;
    riwalk_description_summarize(d->description, &d->summary, NULL);
    return CLI_EXIT_FINE;
}

void cli_free_described(cli_described *d)
{
    riwalk_description_free(d->description);
    riwalk_node_labels_free(d->labels);
    riwalk_vectors_free(d->vectors);
    riwalk_graph_free(d->graph);
}

/* ---- What roles and labels share ---- */

uint32_t *cli_role_labels(const cli_described *d, uint32_t role)
{
    const riwalk_described_role *r = riwalk_description_role(d->description, role);
    uint32_t *counts = calloc((size_t)d->labels_summary.classes + 1, sizeof *counts);

    if (!counts) {
        cli_fail("not enough memory for the labels");
        return NULL;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        const uint32_t *classes;

        if (riwalk_node_labels_of(d->labels, r->members[i], &classes))
            counts[classes[0]]++;
    }
    return counts;
}

/* Nodes without a vector are one more cluster, as if they were alike. */
int cli_role_agreement(const cli_described *d, riwalk_agreement *agreement)
{
    uint32_t nodes = d->summary.nodes, *clusters = calloc((size_t)nodes + 1, sizeof *clusters);
    int status = 0;

    if (!clusters)
        return cli_fail("not enough memory for the labels");
    memcpy(clusters, riwalk_description_roles(d->description), nodes * sizeof *clusters);
    for (uint32_t node = 0; node < nodes; node++)
        if (clusters[node] == RIWALK_NO_CLASS)
            clusters[node] = d->summary.roles;
    if (riwalk_cluster_agreement(d->labels, clusters, d->summary.roles + 1, agreement, &cli_error))
        status = cli_fail_with(&cli_error);
    free(clusters);
    return status;
}

/* ---- The run ---- */

static int print_roles(const void *what, FILE *to)
{
    const cli_described *d = what;
    const uint32_t *roles = riwalk_description_roles(d->description);
    int status = CLI_EXIT_FINE;

    for (uint32_t node = 0; node < d->summary.nodes && !status; node++) {
        if (roles[node] == RIWALK_NO_CLASS)
            continue;
        status = cli_put_word(cli_node_name(d->graph, node), to);
        fprintf(to, " %u\n", roles[node] + 1);
    }
    return status;
}

void cli_expect_description(const char *vectors, uint32_t roles)
{
    cli_expect_graph(0.1);
    if (vectors) {
        cli_progress_expect("reading", 0.1);
    } else {
        cli_progress_expect("walking", 3);
        cli_progress_expect("factoring", 2);
    }
    cli_progress_expect("computing constraints", 0.1);
    cli_expect_clusters(roles);
    cli_progress_expect("walking", 1);
}

static int run(const cli_command *command)
{
    cli_described d = {.labels_summary = {.size = sizeof d.labels_summary}};
    int status;

    if ((status = check(command)))
        return status;
    cli_expect_description(given.vectors, given.library.roles);
    given.library.scale = (riwalk_normalization)given.scale;
    if ((status = cli_read_graph(given.graph, &d.graph)) ||
        (given.vectors && (status = cli_read_vectors(given.vectors, &d.vectors))) ||
        (status = read_labels(&d)))
        goto done;
    cli_warn_dropped_edges(d.graph, false);
    if ((status = cli_describe(&d, &given.library, given.graph, given.vectors)))
        goto done;
    if (d.summary.missing)
        cli_note("skipped %u node%s without a vector", d.summary.missing, CLI_S(d.summary.missing));
    status = given.json ? cli_describe_json(&d) : cli_describe_text(&d);
    if (!status && given.out)
        status = cli_write_text(NULL, given.out, print_roles, &d);
done:
    cli_free_described(&d);
    return status;
}

const cli_command cli_describe_command = {
    .name = "describe",
    .summary = "Find the roles of a graph's nodes, and say what each role is.",
    .description = "Clusters the nodes by their vectors and says of each cluster how large it is, "
                   "which nodes are typical, how its degrees, triangles, constraints and distances "
                   "to the largest hub compare with the whole graph, what its walks visit more "
                   "often than others, and its name where a rule gives one.",
    .details = "Without VECTORS nodes are embedded with the settings of --preset roles. Nodes "
               "without edges are a role of their own. docs/describe.md has the rules.",
    .positionals = positionals,
    .groups = {&own_group, &cli_read_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk describe graph.txt\n"
                "riwalk describe graph.txt -k 4 --labels classes.txt -o roles.txt\n"
                "riwalk describe graph.txt vectors.npy --json\n",
    .run = run,
};
