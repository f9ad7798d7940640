/* SPDX-License-Identifier: MIT */
/* riwalk generate: well-known small graphs, and large random ones. */
#include "cli.h"

static struct {
    riwalk_generator kind;
    const char *out;
    const char *labels;
    riwalk_format format;
    riwalk_generate_options library;
} given;

/* The options that a kind of graph uses: tags of the option table. */
enum use {
    USE_SEED = 1,
    USE_NODES = 2,
    USE_DEGREE = 4,
    USE_EDGES_PER_NODE = 8,
    USE_SCALE = 16,
    USE_GRID = 32,
    USE_BARBELL = 64,
    USE_SHAPES = 128,
    USE_LABELS = 256,
    USE_MARKETS = 512,
};

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

static const unsigned uses[] = {
    [RIWALK_GENERATOR_KARATE] = USE_LABELS,
    [RIWALK_GENERATOR_KARATE_MIRRORED] = USE_LABELS,
    [RIWALK_GENERATOR_BARBELL] = USE_BARBELL | USE_LABELS,
    [RIWALK_GENERATOR_ERDOS_RENYI] = USE_SEED | USE_NODES | USE_DEGREE,
    [RIWALK_GENERATOR_BARABASI_ALBERT] = USE_SEED | USE_NODES | USE_EDGES_PER_NODE,
    [RIWALK_GENERATOR_RMAT] = USE_SEED | USE_SCALE | USE_EDGES_PER_NODE,
    [RIWALK_GENERATOR_GRID] = USE_GRID | USE_LABELS,
    [RIWALK_GENERATOR_SHAPES] = USE_SHAPES | USE_LABELS,
    [RIWALK_GENERATOR_TRANSACTIONS] = USE_SEED | USE_MARKETS | USE_LABELS,
};

static cli_option options[] = {
    {CLI_OUTPUT, .store = &given.out, .initial = "-", .shown = "-, standard output",
     .help = "graph file to write; its extension chooses the format, as for convert"},
    {CLI_TO(cli_formats), .store = &given.format},
    {CLI_WRITE("labels", "FILE"), .store = &given.labels,
     .help = "also write the true role of every node: lines of 'id label'", .tag = USE_LABELS,
     .basic = true},
    {CLI_DECIMAL("noise"), .store = &given.library.noise, .most = 1e6,
     .help = "random edges to add, as a share of the existing edges: 0.05 is 5 %; transactions: "
             "share of arcs with a random receiver",
     .basic = true},
    {CLI_SEED, .store = &given.library.seed, .help = "seed of the graph and of its noise",
     .tag = USE_SEED},
    {0},
};

/* An option for the size of a kind. */
#define SIZE(option, field, smallest, use, text)                                                   \
    {                                                                                              \
        CLI_NUMBER(option), .store = &given.library.field, .minimum = (smallest), .help = (text),  \
                            .tag = (use), .basic = true                                            \
    }

static cli_option size_options[] = {
    {CLI_NUMBER("nodes"), .store = &given.library.nodes, .minimum = 1, .maximum = RIWALK_MAX_NODES,
     .help = "number of nodes", .tag = USE_NODES, .basic = true},
    {CLI_DECIMAL("degree"), .store = &given.library.degree, .most = 1e9, .help = "mean degree",
     .tag = USE_DEGREE, .basic = true},
    SIZE("edges-per-node", edges_per_node, 1, USE_EDGES_PER_NODE,
         "edges that each new node adds; rmat: drawn edges per node"),
    {CLI_NUMBER("scale"), .store = &given.library.scale, .minimum = 1, .maximum = 31,
     .help = "2^N nodes", .tag = USE_SCALE, .basic = true},
    SIZE("rows", rows, 1, USE_GRID, "rows of the grid"),
    SIZE("columns", columns, 1, USE_GRID, "columns of the grid"),
    SIZE("clique", clique, 2, USE_BARBELL, "nodes of each clique"),
    SIZE("path", path, 0, USE_BARBELL, "nodes of the path between the cliques"),
    SIZE("shapes", shapes, 1, USE_SHAPES, "number of shapes of each kind"),
    SIZE("markets", markets, 2, USE_MARKETS, "markets of 50 accounts each"),
    {0},
};

static void prepare(void)
{
    riwalk_generate_options_init(&given.library);
}

static const cli_group size_group = {"Size", size_options, NULL};

/* Refuses options that have no effect: the user expects one. */
static int check_uses(const cli_option *option)
{
    unsigned used = uses[given.kind] | (given.library.noise > 0 ? USE_SEED : 0);
    char names[256] = "";

    for (; option->help; option++) {
        if (!option->changed || !option->tag || used & option->tag)
            continue;
        for (const cli_choice *kind = kinds; kind->name; kind++)
            if (uses[kind->value] & option->tag)
                rw_append(names, sizeof names, "%s%s", *names ? ", " : "", kind->name);
        return cli_usage("--%s has no effect on %s; it is for %s", option->name,
                         kinds[given.kind].name, names);
    }
    return CLI_EXIT_FINE;
}

/* Generates a graph without room in memory straight to its file, if possible: the same bytes. */
static void choose_store(void)
{
    const riwalk_generate_options *l = &given.library;
    bool rmat = given.kind == RIWALK_GENERATOR_RMAT;
    double nodes = rmat ? (double)(UINT64_C(1) << l->scale) : l->nodes;
    double edges = rmat ? nodes * l->edges_per_node : nodes * l->degree / 2;
    riwalk_format format = given.format ? given.format : riwalk_graph_format_from_path(given.out);
    uint64_t limit = cli_memory_limit();

    if ((!rmat && given.kind != RIWALK_GENERATOR_ERDOS_RENYI) || l->noise > 0 ||
        format != RIWALK_FORMAT_RWG || !cli_is_plain_file(given.out))
        return;
    if (!limit && 24 * edges + 16 * nodes <= (double)rw_os_memory_free())
        return;
    given.library.store = given.out;
    given.library.memory = limit / 10 * 9;
}

static int make(riwalk_graph **graph, const char ***labels)
{
    double start = rw_os_seconds();
    riwalk_status status;

    given.library.run = cli_run();
    choose_store();
    cli_expect(given.library.store
                   ? "generating:1 merging:2"
                   : "generating:1 counting edges:1 placing edges:3 sorting:2 writing:12");
    status = (riwalk_status)CLI_HELD(
        given.library.store, riwalk_graph_generate(given.kind, &given.library, graph,
                                                   given.labels ? labels : NULL, &cli_error));
    /* The library's arguments are all options of this command. */
    if (status == RIWALK_STATUS_ARGUMENT)
        return cli_usage("%s", cli_error.message);
    if (cli_try(status) || cli_keep_graph(*graph))
        return CLI_EXIT_FAILED;
    cli_detail("made %s: %u nodes, %" PRIu64 " edges in %.2f s", kinds[given.kind].name,
               riwalk_graph_node_count(*graph), riwalk_graph_edge_count(*graph),
               rw_os_seconds() - start);
    return CLI_EXIT_FINE;
}

/* A graph and the labels of its nodes. */
typedef struct made {
    riwalk_graph *graph;
    const char **labels; /* NULL: not wanted */
} made;

static int print_labels(const void *what, FILE *to)
{
    const made *m = what;

    for (uint32_t node = 0; node < riwalk_graph_node_count(m->graph); node++) {
        char name[64]; /* generated names are short numbers */

        riwalk_graph_name(m->graph, node, name, sizeof name);
        fprintf(to, "%s %s\n", name, m->labels[node]);
    }
    return CLI_EXIT_FINE;
}

static int run(void)
{
    made m = {0};
    int status;

    CLI_MUST(check_uses(options));
    CLI_MUST(check_uses(size_options));
    CLI_MUST(cli_check_graph_output(given.out, given.format, false));
    status = make(&m.graph, &m.labels);
    if (!status && m.labels)
        status = cli_write_text(given.labels, print_labels, &m);
    if (!status && !given.library.store)
        status = cli_write_graph(m.graph, given.out, given.format, NULL);
    if (!status)
        cli_note_graph_written(m.graph);
    riwalk_labels_free(m.labels);
    return status;
}

const cli_command cli_generate_command = {
    .name = "generate",
    .summary = "Generate a well-known graph, or a random one of any size.",
    .description = "The same options and seed give the same graph on any number of threads.",
    .details = "Each kind takes only the options that it uses.",
    .positionals =
        (cli_option[]){
            {CLI_ONE_OF(NULL, "KIND", kinds), .store = &given.kind, .help = "kind of graph"}, {0}},
    .groups = {CLI_OPTIONS(options, prepare), &size_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk generate shapes --shapes 5 --labels roles.txt -o shapes.txt\n"
                "riwalk generate erdos-renyi --nodes 1000000 --degree 10 --seed 7 -o er.rwg\n"
                "riwalk generate transactions --noise 0.05 --labels roles.txt -o payments.txt\n"
                "riwalk generate karate -o karate.txt\n",
    .run = run,
};
