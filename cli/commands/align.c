/* SPDX-License-Identifier: MIT */
/* riwalk align: which node of one graph is which node of another. */
#include "cli.h"

/* Per node of both graphs. */
#define SECONDS_A_NODE 1.3e-4

static const char *paths[2], *known_path, *other_types;
static riwalk_align_options how;

static cli_option arguments[] = {
    {CLI_READ("input", "A"), .store = &paths[0],
     .help = "graph whose nodes are looked for; '-' is standard input"},
    {CLI_READ(NULL, "B"), .store = &paths[1], .help = "graph in which they are looked for"},
};

static cli_option options[] = {
    {CLI_OUTPUT,
     .help = "table of node, match and score to write: .csv, .tsv or .json; left out: standard "
             "output"},
    {CLI_READ("known", "FILE"), .store = &known_path, .basic = true,
     .help = "pairs that are known: lines of 'id id', of A and of B"},
    {CLI_READ("match-types", "FILE"), .store = &other_types,
     .help = "types of the nodes of B, as --node-types are those of A; left out: --node-types has "
             "both"},
    {CLI_SWITCH("one-to-one"), .store = &how.one_to_one, .basic = true,
     .help = "at most one match for every node of A and of B"},
    {CLI_NUMBER("matches"), .letter = 'n', .store = &how.matches, .minimum = 1, .maximum = 20,
     .basic = true, .help = "most matches to list for a node"},
    {CLI_JSON},
    {CLI_SEED, .store = &how.seed, .help = "seed of walks and candidates"},
    {CLI_NUMBER("rounds"), .store = &how.rounds, .maximum = 10000,
     .help = "the most rounds of votes; 0: vectors alone decide"},
};

CLI_PREPARE(riwalk_align_options_init(&how))

static riwalk_graph *graphs[2];
static riwalk_alignment *alignment;
static riwalk_alignment_summary summary;

static void print_table(void)
{
    char delimiter = cli_cell_delimiter(cli_given.out);

    cli_put("node%cmatch%cscore\n", delimiter, delimiter);
    for (uint32_t node = 0; node < riwalk_graph_node_count(graphs[0]); node++) {
        uint32_t count;
        const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

        for (uint32_t i = 0; i < count; i++) {
            cli_put_cell(cli_node_name(graphs[0], node), delimiter);
            cli_put_cell(cli_node_name(graphs[1], matches[i].node), delimiter);
            cli_put("%.4f\n", (double)matches[i].score);
        }
    }
}

static void write_json(const char *path)
{
    rw_json_writer *to = cli_json_begin(6, '{');

    rw_jsonf(to, "nodes %u matched %u mean_score %g rounds %u seed %" PRIu64 " nodes_of_a [",
             riwalk_graph_node_count(graphs[0]), summary.matched, summary.score, summary.rounds,
             how.seed);
    for (uint32_t node = 0; node < riwalk_graph_node_count(graphs[0]); node++) {
        uint32_t count;
        const riwalk_match *matches = riwalk_alignment_matches(alignment, node, &count);

        rw_jsonf(to, "{ node %s matches [", cli_node_name(graphs[0], node));
        for (uint32_t i = 0; i < count; i++)
            rw_jsonf(to, "{ node %s score %g }", cli_node_name(graphs[1], matches[i].node),
                     (double)matches[i].score);
        rw_jsonf(to, "] }");
    }
    rw_json_close(to, ']');
    cli_json_write(path);
}

static void read_all(void)
{
    riwalk_known_pair *known = NULL;

    for (int g = 0; g < 2; g++) {
        if (g && other_types)
            cli_types_path = other_types;
        graphs[g] = cli_read_graph(paths[g]);
        cli_warn_dropped_edges(graphs[g], true);
    }
    if (!known_path)
        return;
    cli_try(riwalk_known_pairs_read(known_path, graphs[0], graphs[1], &known, &how.known_count,
                                    &cli_error));
    cli_keep(known, riwalk_bytes_free);
    how.known = known;
}

static void run(void)
{
    const char *out = cli_given.out ? cli_given.out : "-";

    if (other_types && !cli_types_path)
        cli_usage("--match-types gives the types of B: give those of A with --node-types");
    cli_check_outputs();
    read_all();
    cli_foresee(riwalk_graph_node_count(graphs[0]) + (double)riwalk_graph_node_count(graphs[1]),
                SECONDS_A_NODE);
    how.run = cli_run();
    CLI_MAKE(alignment, alignment,
             riwalk_align(graphs[0], graphs[1], &how, &alignment, &cli_error));
    summary.size = sizeof summary;
    riwalk_alignment_summarize(alignment, &summary, NULL);
    cli_detail("%u rounds of votes", summary.rounds);
    cli_given.json || cli_is_json(out) ? write_json(out) : cli_write_text(out, print_table);
    cli_note_written("matches of %u of %u nodes, mean score %.3f", summary.matched,
                     riwalk_graph_node_count(graphs[0]), summary.score);
}

const cli_command cli_align_command = {
    .name = "align",
    .summary = "Find which node of one graph is which node of another.",
    .description = "Both graphs are embedded together. Nodes of similar vectors are candidates, "
                   "and neighbours vote: a match gains where neighbours match. A score says how "
                   "far to trust a match; nodes that structure cannot tell apart share 1.",
    .details = "Ids have no influence, so two graphs with the same ids are aligned by structure "
               "too. Nodes without edges have no match unless --known gives one. Nodes of "
               "different types (--node-types, --match-types) never match. One-to-one matches are "
               "taken by score, the best first.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), CLI_READING},
    .examples = "riwalk align old.txt new.txt -o pairs.csv\n"
                "riwalk align a.graphml b.graphml --known seeds.txt --one-to-one\n",
    .stages = "GRAPHS:0.1 GRAPHS:0.1 walking:3 factoring:2 finding candidates:3 voting:6",
    .run = run,
};
