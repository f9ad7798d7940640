/* SPDX-License-Identifier: MIT */
/* riwalk generate: well-known small graphs, and large random ones. */
#include "cli.h"

static riwalk_generator kind;
static const char *labels_path;
static riwalk_format format;
static riwalk_generate_options how;

static const cli_choice kinds[] = {
#define KIND(value, name, help) [RIWALK_GENERATOR_##value] = {name, RIWALK_GENERATOR_##value, help}
    KIND(KARATE, "karate", "Zachary's karate club: 34 nodes, 78 edges"),
    KIND(KARATE_MIRRORED, "karate-mirrored", "two such clubs, joined by one edge"),
    KIND(BARBELL, "barbell", "two cliques joined by a path (--clique, --path)"),
    KIND(ERDOS_RENYI, "erdos-renyi", "random edges (--nodes, --degree)"),
    KIND(BARABASI_ALBERT, "barabasi-albert", "preferential attachment (--nodes, --edges-per-node)"),
    KIND(RMAT, "rmat", "skewed degrees (--scale, --edges-per-node)"),
    KIND(GRID, "grid", "a rectangle of squares (--rows, --columns)"),
    KIND(SHAPES, "shapes", "a cycle with houses, fans and stars on it (--shapes)"),
    KIND(TRANSACTIONS, "transactions", "payments with amounts, directed (--markets)"),
#undef KIND
    {0},
};

/* The kinds that use an option: tags of the option table. */
#define FOR(name) (1u << RIWALK_GENERATOR_##name)
#define FOR_RANDOM (FOR(ERDOS_RENYI) | FOR(BARABASI_ALBERT) | FOR(RMAT))

static cli_option arguments[] = {
    {CLI_ONE_OF(NULL, "KIND", kinds), .store = &kind, .help = "kind of graph"},
};

static cli_option options[] = {
    {CLI_OUTPUT, .shown = "-, standard output",
     .help = "graph file to write; its extension chooses the format, as for convert"},
    {CLI_TO(cli_formats), .store = &format},
    {CLI_WRITE("labels", "FILE"), .store = &labels_path, .tag = ~FOR_RANDOM, .basic = true,
     .help = "also write the true role of every node: lines of 'id label'"},
    {CLI_DECIMAL("noise"), .store = &how.noise, .most = 1e6, .basic = true,
     .help = "random edges to add, as a share of the existing edges: 0.05 is 5 %; transactions: "
             "share of arcs with a random receiver"},
    {CLI_SEED, .store = &how.seed, .tag = FOR_RANDOM | FOR(TRANSACTIONS),
     .help = "seed of the graph and of its noise"},
};

/* An option for the size of a kind. */
#define SIZE(option, field, smallest, use, text)                                                   \
    {                                                                                              \
        CLI_NUMBER(option), .store = &how.field, .minimum = (smallest), .help = (text),            \
                            .tag = (use), .basic = true                                            \
    }

static cli_option size_options[] = {
    {CLI_NUMBER("nodes"), .store = &how.nodes, .minimum = 1, .maximum = RIWALK_MAX_NODES,
     .tag = FOR(ERDOS_RENYI) | FOR(BARABASI_ALBERT), .basic = true, .help = "number of nodes"},
    {CLI_DECIMAL("degree"), .store = &how.degree, .most = 1e9, .tag = FOR(ERDOS_RENYI),
     .basic = true, .help = "mean degree"},
    SIZE("edges-per-node", edges_per_node, 1, FOR(BARABASI_ALBERT) | FOR(RMAT),
         "edges that each new node adds; rmat: drawn edges per node"),
    {CLI_NUMBER("scale"), .store = &how.scale, .minimum = 1, .maximum = 31, .tag = FOR(RMAT),
     .basic = true, .help = "2^N nodes"},
    SIZE("rows", rows, 1, FOR(GRID), "rows of the grid"),
    SIZE("columns", columns, 1, FOR(GRID), "columns of the grid"),
    SIZE("clique", clique, 2, FOR(BARBELL), "nodes of each clique"),
    SIZE("path", path, 0, FOR(BARBELL), "nodes of the path between the cliques"),
    SIZE("shapes", shapes, 1, FOR(SHAPES), "number of shapes of each kind"),
    SIZE("markets", markets, 2, FOR(TRANSACTIONS), "markets of 50 accounts each"),
};

CLI_PREPARE(riwalk_generate_options_init(&how))

static const cli_group size_group = CLI_GROUP("Size", size_options, NULL, false);

/* Refuses options that have no effect: the user expects one. Noise always needs a seed. */
static void check_uses(void)
{
    char names[256] = "";

    CLI_EACH (option, cli_running) {
        if (!option->changed || !option->tag || option->tag & 1u << kind ||
            (how.noise > 0 && option->store == &how.seed))
            continue;
        for (const cli_choice *other = kinds; other->name; other++)
            if (option->tag & 1u << other->value)
                rw_append(names, sizeof names, "%s%s", *names ? ", " : "", other->name);
        cli_usage("--%s has no effect on %s; it is for %s", option->name, kinds[kind].name, names);
    }
}

/* Generates a graph without room in memory straight to its file, if possible: the same bytes. */
static void choose_store(void)
{
    bool rmat = kind == RIWALK_GENERATOR_RMAT;
    double nodes = rmat ? (double)(UINT64_C(1) << how.scale) : how.nodes;
    double edges = rmat ? nodes * how.edges_per_node : nodes * how.degree / 2;
    uint64_t memory;

    if ((!rmat && kind != RIWALK_GENERATOR_ERDOS_RENYI) || how.noise > 0 ||
        !cli_exceeds_memory(format, 24 * edges + 16 * nodes, &memory))
        return;
    how.store = cli_given.out;
    how.memory = memory;
}

static riwalk_graph *graph;
static const char **labels; /* [nodes]; NULL: not wanted */

static void make(void)
{
    double start = rw_os_seconds();
    riwalk_status status;

    labels = NULL;
    how.run = cli_run();
    choose_store();
    cli_expect(how.store ? "generating:1 merging:2"
                         : "generating:1 counting edges:1 placing edges:3 sorting:2 writing:12");
    if (how.store)
        cli_signals_hold();
    status = riwalk_graph_generate(kind, &how, &graph, labels_path ? &labels : NULL, &cli_error);
    cli_try_options(status == RIWALK_STATUS_ARGUMENT);
    CLI_MAKE(graph, graph, status);
    cli_keep_labels(labels);
    cli_detail("made %s: %u nodes, %" PRIu64 " edges in %.2f s", kinds[kind].name,
               riwalk_graph_node_count(graph), riwalk_graph_edge_count(graph),
               rw_os_seconds() - start);
}

static void print_labels(void)
{
    for (uint32_t node = 0; node < riwalk_graph_node_count(graph); node++)
        cli_put("%s %s\n", cli_node_name(graph, node), labels[node]);
}

static void run(void)
{
    if (!cli_given.out)
        cli_given.out = "-";
    check_uses();
    cli_check_graph_output(format, false);
    make();
    cli_write_text(labels_path, print_labels);
    if (!how.store)
        cli_write_graph(graph, cli_given.out, format, NULL);
    cli_note_graph_written(graph);
}

const cli_command cli_generate_command = {
    .name = "generate",
    .summary = "Generate a well-known graph, or a random one of any size.",
    .description = "The same options and seed give the same graph on any number of threads.",
    .details = "Each kind takes only the options that it uses.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), &size_group, CLI_WORKING},
    .examples = "riwalk generate shapes --shapes 5 --labels roles.txt -o shapes.txt\n"
                "riwalk generate erdos-renyi --nodes 1000000 --degree 10 --seed 7 -o er.rwg\n"
                "riwalk generate transactions --noise 0.05 --labels roles.txt -o payments.txt\n"
                "riwalk generate karate -o karate.txt\n",
    .run = run,
};
