/* SPDX-License-Identifier: MIT */
/* riwalk track: how nodes change from one snapshot of a graph to the next. */
#include "track.h"

static struct {
    cli_strings paths;
    const char *column, *window;
    const char *picture, *page;
    bool growing;
    riwalk_track_options library;
} given;

static cli_tracked tracked;

static cli_option positionals[] = {
    {CLI_FILES("GRAPH"), .store = &given.paths,
     .help = "snapshots in order, with the same ids; or one file of edges with times"},
    {0},
};

static const cli_choice role_words[] = {
    {"auto", 0, "the number from 2 to 8 with the largest silhouette"},
    {0},
};

static cli_option options[] = {
    {CLI_OUTPUT_AS(CLI_WRITES_BESIDE), .store = &tracked.out,
     .help = "table of all nodes and snapshots to write: .csv, .tsv or .json"},
    {CLI_TEXT("window", "LENGTH"), .store = &given.window,
     .help = "cut one file into snapshots of this length: 7d, 12h, 30m, 90s, 2w, or a number in "
             "the unit of the times",
     .basic = true},
    {CLI_TEXT("time-column", "NAME"), .store = &given.column,
     .help = "column of the times, 3 if left out, or its name in the first line; in GraphML, GEXF "
             "and JSON the edges' attribute",
     .basic = true},
    {CLI_SWITCH("growing"), .store = &given.growing,
     .help = "each snapshot of a file has all edges so far", .basic = true},
    {CLI_TEXT("plot", "FILE"), .file = CLI_WRITES_BESIDE, .store = &given.picture,
     .help = "draw roles and moves over time: .svg, .png or .pdf", .basic = true},
    {CLI_TEXT("report", "FILE"), .file = CLI_WRITES_BESIDE, .store = &given.page,
     .help = "write a page to explore it in a browser: .html", .basic = true},
    {CLI_NUMBER("roles"), .letter = 'k', .store = &given.library.roles, .minimum = 1,
     .choices = role_words, .help = "number of roles", .basic = true},
    {CLI_NUMBER("top"), .letter = 'n', .store = &tracked.top, .initial = "10",
     .help = "changed nodes to print", .basic = true},
    {CLI_JSON},
    {CLI_SEED, .store = &given.library.seed, .help = "seed of walks, clusters and samples"},
    {CLI_NUMBER("peers"), .store = &given.library.peers, .minimum = 20, .maximum = 2000,
     .help = "similar nodes to compare a change with"},
    {0},
};

static void prepare(void)
{
    riwalk_track_options_init(&given.library);
}

/* ---- Snapshots ---- */

static int read_files(const riwalk_graph *const **graphs, uint32_t *count)
{
    riwalk_graph **all;

    *count = (uint32_t)given.paths.count;
    CLI_ALLOC(all, *count);
    CLI_ALLOC(tracked.names, *count);
    for (uint32_t i = 0; i < *count; i++) {
        CLI_MUST(cli_read_graph(given.paths.items[i], &all[i]));
        cli_warn_dropped_edges(all[i], true);
        tracked.names[i] = cli_base_name(given.paths.items[i]);
    }
    *graphs = (const riwalk_graph *const *)all;
    return CLI_EXIT_FINE;
}

static bool is_whole(const char *text)
{
    size_t length = strspn(text, "0123456789");

    return length && length < 9 && !text[length];
}

static int read_windows(const riwalk_graph *const **graphs, uint32_t *count)
{
    riwalk_snapshots_options how;
    riwalk_snapshots *snapshots = NULL;

    riwalk_snapshots_options_init(&how);
    how.run = cli_run();
    how.window = given.window;
    how.growing = given.growing;
    how.directed = cli_read.directed;
    how.undirected = cli_read.undirected;
    how.format = cli_read.format;
    if (given.column && is_whole(given.column))
        how.column = (uint32_t)strtoul(given.column, NULL, 10);
    else
        how.header = given.column;
    CLI_MUST(cli_try(riwalk_snapshots_read(given.paths.items[0], &how, &snapshots, &cli_error)));
    CLI_MUST(cli_keep_snapshots(snapshots));
    if ((*count = riwalk_snapshots_count(snapshots)) < 2)
        return cli_fail("%s: all edges are in one window of %s: give a shorter one, or name the "
                        "column of the times by --time-column",
                        cli_shown_path(given.paths.items[0]), given.window);
    *graphs = riwalk_snapshots_graphs(snapshots);
    CLI_ALLOC(tracked.names, *count);
    for (uint32_t i = 0; i < *count; i++)
        tracked.names[i] = riwalk_snapshots_name(snapshots, i);
    return CLI_EXIT_FINE;
}

static int check(void)
{
    if (given.window && given.paths.count > 1)
        return cli_usage("--window cuts one file into snapshots, and there are %zu",
                         given.paths.count);
    if (!given.window && (given.column || given.growing))
        return cli_usage("--%s needs --window", given.column ? "time-column" : "growing");
    if (!given.window && given.paths.count < 2)
        return cli_usage("there is one snapshot: give several, or --window to cut one file with "
                         "times");
    if (given.picture && riwalk_picture_format_of(given.picture) == RIWALK_PICTURE_FORMAT_AUTO)
        return cli_usage("%s: a picture is written as .svg, .png or .pdf", given.picture);
    if (given.page && riwalk_picture_format_of(given.page) != RIWALK_PICTURE_FORMAT_AUTO)
        return cli_usage("%s: a report is a page: name it .html; --plot draws a picture",
                         given.page);
    return cli_check_outputs();
}

static int write_page(void)
{
    const char *facts[] = {"command", cli_command_text()};
    riwalk_report_options how;

    if (!facts[1])
        return CLI_EXIT_FAILED;
    riwalk_report_options_init(&how);
    how.run = given.library.run;
    how.seed = given.library.seed;
    how.title = cli_base_name(given.paths.items[0]);
    how.facts = facts;
    how.fact_count = 1;
    how.files = cli_files();
    return cli_try(
        riwalk_tracking_report(tracked.tracking, tracked.names, given.page, &how, &cli_error));
}

static int write_files(void)
{
    if (cli_is_json(tracked.out))
        CLI_MUST(cli_track_json(&tracked, tracked.out));
    else if (tracked.out)
        CLI_MUST(cli_write_text(tracked.out, cli_track_table, &tracked));
    if (given.picture)
        CLI_MUST(cli_try(riwalk_tracking_plot(tracked.tracking, tracked.names, given.picture,
                                              cli_files(), &cli_error)));
    return given.page ? write_page() : CLI_EXIT_FINE;
}

static int write_all(void)
{
    CLI_MUST(write_files());
    CLI_MUST(cli_given.json ? cli_track_json(&tracked, "-") : cli_track_text(&tracked));
    cli_note_written("%u snapshots", riwalk_tracking_steps(tracked.tracking));
    return CLI_EXIT_FINE;
}

static int run(void)
{
    const riwalk_graph *const *graphs = NULL;
    uint32_t count;

    CLI_MUST(check());
    for (size_t i = 0; i < given.paths.count && !given.window; i++)
        cli_expect_graph(0.1);
    cli_expect("walking:3 factoring:2");
    CLI_MUST(given.window ? read_windows(&graphs, &count) : read_files(&graphs, &count));
    for (uint32_t i = 1; i < count; i++)
        cli_progress_expect("comparing changes", 2.0 / count);
    cli_expect("computing constraints:0.1");
    cli_expect_clusters(given.library.roles);
    cli_expect("walking:1");
    given.library.run = cli_run();
    CLI_MUST(cli_try(riwalk_track(graphs, count, &given.library, &tracked.tracking, &cli_error)));
    CLI_MUST(cli_keep_tracking(tracked.tracking));
    cli_progress_erase();
    tracked.seed = given.library.seed;
    return write_all();
}

const cli_command cli_track_command = {
    .name = "track",
    .summary = "Follow the roles of nodes through snapshots of a graph.",
    .description =
        "All snapshots are embedded together and clustered into one set of roles, with "
        "the names that 'riwalk describe' gives. For every node and snapshot the table has "
        "its role, how far its vector moved, the share of its neighbours that changed, "
        "and p: of the nodes most similar to it before, the share that changed as much.",
    .details = "Prints the nodes of each role over time, the moves between roles, and the nodes "
               "that changed most compared with similar nodes. Times are numbers or ISO dates.",
    .positionals = positionals,
    .groups = {CLI_OPTIONS(options, prepare), &cli_read_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk track monday.txt tuesday.txt wednesday.txt -o changes.csv\n"
                "riwalk track messages.txt --window 7d --plot roles.svg --report roles.html\n",
    .run = run,
};
