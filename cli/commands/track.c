/* SPDX-License-Identifier: MIT */
/* riwalk track: how nodes change between snapshots of a graph. */
#include "cli.h"

#include <math.h>

/* Measured per node of each snapshot: on small graphs, and on graphs with hubs. */
#define LEAST_SECONDS 2.3e-5
#define MOST_SECONDS 1.1e-4
#define BYTES_A_NODE 750

static const char *column, *picture, *page;
static uint32_t top;                 /* changed nodes to print */
static riwalk_snapshots_options cut; /* one file into snapshots */
static riwalk_track_options how;

/* Snapshots, the results, their numbers, and the names of snapshots. */
static const riwalk_graph *const *graphs;
static riwalk_tracking *tracking;
static uint32_t nodes, steps, roles;
static const char **names; /* [steps] */

static cli_option arguments[] = {
    {CLI_FILES("GRAPH"), .store = &cli_given.graphs,
     .help = "snapshots in order, with the same ids; or one file of edges with times"},
};

static cli_option options[] = {
    {CLI_OUTPUT_AS(CLI_WRITES_BESIDE),
     .help = "table of all nodes and snapshots to write: .csv, .tsv or .json"},
    {CLI_TEXT("window", "LENGTH"), .store = &cut.window, .basic = true,
     .help = "cut one file into snapshots of this length: 7d, 12h, 30m, 90s, 2w, or a number in "
             "the unit of the times"},
    {CLI_TEXT("time-column", "NAME"), .store = &column, .basic = true,
     .help = "column of the times, 3 by default, or its name in the header; in GraphML, GEXF and "
             "JSON the edges' attribute"},
    {CLI_SWITCH("growing"), .store = &cut.growing, .basic = true,
     .help = "each snapshot of a file has all edges so far"},
    {CLI_TEXT("plot", "FILE"), .file = CLI_WRITES_BESIDE, .store = &picture, .basic = true,
     .help = "draw roles and moves over time: .svg, .png or .pdf"},
    {CLI_TEXT("report", "FILE"), .file = CLI_WRITES_BESIDE, .store = &page, .basic = true,
     .help = "write a page to explore it in a browser: .html"},
    {CLI_NUMBER("roles"), .letter = 'k', .store = &how.roles, .minimum = 1,
     .choices = CLI_WORD("auto", 0, "the number from 2 to 8 with the largest silhouette"),
     .basic = true, .help = "number of roles"},
    {CLI_NUMBER("top"), .letter = 'n', .store = &top, .initial = "10", .basic = true,
     .help = "changed nodes to print"},
    {CLI_JSON},
    {CLI_SEED, .store = &how.seed, .help = "seed of walks, clusters and samples"},
    {CLI_NUMBER("peers"), .store = &how.peers, .minimum = 20, .maximum = 2000,
     .help = "similar nodes to compare a change with"},
};

static void prepare(void)
{
    riwalk_snapshots_options_init(&cut);
    riwalk_track_options_init(&how);
}

/* ---- Snapshots ---- */

static void read_files(void)
{
    riwalk_graph **all;

    steps = (uint32_t)cli_given.graphs.count;
    CLI_ALLOC(all, steps);
    CLI_ALLOC(names, steps);
    for (uint32_t i = 0; i < steps; i++) {
        all[i] = cli_read_graph(cli_given.graphs.items[i]);
        cli_warn_dropped_edges(all[i], true);
        names[i] = cli_base_name(cli_given.graphs.items[i]);
    }
    graphs = (const riwalk_graph *const *)all;
}

static void read_windows(void)
{
    const char *path = cli_given.graphs.items[0], *name = column ? column : "";
    size_t digits = strspn(name, "0123456789");
    riwalk_snapshots *snapshots = NULL;
    double all;

    cut.run = cli_run();
    cut.directed = cli_read.directed;
    cut.undirected = cli_read.undirected;
    cut.format = cli_read.format;
    if (digits && digits < 9 && !name[digits])
        cut.column = (uint32_t)strtoul(name, NULL, 10);
    else
        cut.header = column;
    CLI_MAKE(snapshots, snapshots, riwalk_snapshots_read(path, &cut, &snapshots, &cli_error));
    if ((steps = riwalk_snapshots_count(snapshots)) < 2)
        cli_fail("%s: all edges are in one window of %s: give a shorter one, or name the "
                 "column of the times by --time-column",
                 cli_shown_path(path), cut.window);
    graphs = riwalk_snapshots_graphs(snapshots);
    CLI_ALLOC(names, steps);
    for (uint32_t i = 0; i < steps; i++)
        names[i] = riwalk_snapshots_name(snapshots, i);
    all = (double)cli_count_nodes(graphs, steps);
    if (all * MOST_SECONDS > 60) /* a small file with short windows can take hours */
        cli_note("%u snapshots have %.0f nodes together: this takes %.0f to %.0f CPU seconds "
                 "and %.1f GB; longer windows make fewer snapshots",
                 steps, all, all * LEAST_SECONDS, all * MOST_SECONDS, all * BYTES_A_NODE / 1e9);
}

static void check(void)
{
    size_t files = cli_given.graphs.count;

    if (cut.window && files > 1)
        cli_usage("--window cuts one file into snapshots, and there are %zu", files);
    if (!cut.window && (column || cut.growing))
        cli_usage("--%s needs --window", column ? "time-column" : "growing");
    if (!cut.window && files < 2)
        cli_usage("there is one snapshot: give several, or --window to cut one file with "
                  "times");
    if (picture && riwalk_picture_format_of(picture) == RIWALK_PICTURE_FORMAT_AUTO)
        cli_usage("%s: a picture is written as .svg, .png or .pdf", picture);
    if (page && riwalk_picture_format_of(page) != RIWALK_PICTURE_FORMAT_AUTO)
        cli_usage("%s: a report is a page: name it .html; --plot draws a picture", page);
    cli_check_outputs();
}

static const char *node_name(uint32_t node)
{
    return cli_node_name(riwalk_tracking_nodes(tracking), node);
}

static const char *role_name(uint32_t role)
{
    return riwalk_tracking_role_name(tracking, role);
}

/* The state of a node in a step; NULL where it has no role. */
static const riwalk_node_state *state_of(uint32_t step, uint32_t node)
{
    const riwalk_node_state *state = &riwalk_tracking_states(tracking, step)[node];

    return state->role == RIWALK_NO_CLASS ? NULL : state;
}

/* ---- The table ---- */

static void put_number(double value, char end)
{
    if (!isnan(value))
        cli_put("%.6g", value);
    cli_put("%c", end);
}

static void print_table(void)
{
    char delimiter = cli_cell_delimiter(cli_given.out);

    for (const char *c = "node,step,snapshot,role,degree,moved,turnover,change,p\n"; *c; c++)
        cli_put("%c", *c == ',' ? delimiter : *c);
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t step = 0; step < steps; step++) {
            const riwalk_node_state *s = state_of(step, node);

            if (!s)
                continue;
            cli_put_cell(node_name(node), delimiter);
            cli_put("%u%c", step + 1, delimiter);
            cli_put_cell(names[step], delimiter);
            cli_put_cell(role_name(s->role), delimiter);
            cli_put("%u%c", s->degree, delimiter);
            put_number((double)s->moved, delimiter);
            put_number((double)s->turnover, delimiter);
            put_number((double)s->change, delimiter);
            put_number((double)s->p, '\n');
        }
}

/* ---- Text ---- */

static void print_roles(void)
{
    printf("%u nodes in %u snapshots, %u role%s\n\nrole\tname\trule\trecall\tprecision\n", nodes,
           steps, roles, CLI_S(roles));
    for (uint32_t role = 0; role < roles; role++) {
        const riwalk_rule *rule = &riwalk_tracking_role(tracking, role)->rule;

        printf("%u\t%s\t%s\t%.2f\t%.2f\n", role + 1, role_name(role), rule->text, rule->recall,
               rule->precision);
    }
}

static void print_head(const char *what)
{
    printf("%s", what);
    for (uint32_t role = 0; role < roles; role++)
        printf("\t%u", role + 1);
    putchar('\n');
}

static void print_sizes(void)
{
    print_head("\nnodes of each role\nsnapshot");
    for (uint32_t step = 0; step < steps; step++) {
        printf("%s", cli_shown(names[step]));
        for (uint32_t role = 0; role < roles; role++)
            printf("\t%u", riwalk_tracking_role_size(tracking, step, role));
        putchar('\n');
    }
}

static void print_moves(void)
{
    print_head("\nmoves in all steps: from the role at the left to the role above\nrole");
    for (uint32_t from = 0; from < roles; from++) {
        printf("%u", from + 1);
        for (uint32_t to = 0; to < roles; to++) {
            uint64_t sum = 0;

            for (uint32_t step = 1; step < steps; step++)
                sum += riwalk_tracking_moves(tracking, step, from, to);
            printf("\t%" PRIu64, sum);
        }
        putchar('\n');
    }
}

static void print_text(void)
{
    char reason[RIWALK_REASON_CHARS];
    riwalk_changed_node *found;
    size_t count;

    cli_try(riwalk_tracking_changed(tracking, 0, &found, &count, &cli_error));
    cli_keep(found, riwalk_bytes_free);
    print_roles();
    print_sizes();
    print_moves();
    puts(count ? "\nnodes that changed most, compared with similar nodes\n"
                 "node\tsnapshot\tp\troles\treason"
               : "\nno node has 20 similar ones to compare its change with");
    for (size_t i = 0; i < count && i < top; i++) {
        const riwalk_changed_node *c = &found[i];

        riwalk_tracking_reason(tracking, c->step, c->node, reason, sizeof reason);
        printf("%s\t", cli_shown(node_name(c->node)));
        printf("%s\t%.3f\t%u to %u\t%s\n", cli_shown(names[c->step]), (double)c->state->p,
               riwalk_tracking_states(tracking, c->step - 1)[c->node].role + 1, c->state->role + 1,
               reason);
    }
}

/* ---- JSON ---- */

static void put_steps(rw_json_writer *to)
{
    rw_jsonf(to, "seed %" PRIu64 " roles [", how.seed);
    for (uint32_t role = 0; role < roles; role++) {
        const riwalk_rule *rule = &riwalk_tracking_role(tracking, role)->rule;

        rw_jsonf(to, "{ name %s rule %s precision %g recall %g }", role_name(role), rule->text,
                 rule->precision, rule->recall);
    }
    rw_jsonf(to, "] snapshots [");
    for (uint32_t step = 0; step < steps; step++) {
        rw_jsonf(to, "{ snapshot %s sizes [", names[step]);
        for (uint32_t role = 0; role < roles; role++)
            rw_json_whole(to, NULL, riwalk_tracking_role_size(tracking, step, role));
        rw_jsonf(to, "] moves [");
        for (uint32_t from = 0; from < roles && step; from++)
            for (uint32_t into = 0; into < roles; into++) {
                uint32_t count = riwalk_tracking_moves(tracking, step, from, into);

                if (count)
                    rw_jsonf(to, "{ from %s to %s count %u }", role_name(from), role_name(into),
                             count);
            }
        rw_jsonf(to, "] }");
    }
}

static void write_json(const char *path)
{
    char reason[RIWALK_REASON_CHARS];
    rw_json_writer *to = cli_json_begin(6, '{');

    put_steps(to);
    rw_jsonf(to, "] nodes [");
    for (uint32_t node = 0; node < nodes; node++) {
        rw_jsonf(to, "{ node %s states [", node_name(node));
        for (uint32_t step = 0; step < steps; step++) {
            const riwalk_node_state *s = state_of(step, node);

            if (!s)
                continue;
            riwalk_tracking_reason(tracking, step, node, reason, sizeof reason);
            rw_jsonf(to,
                     "{ step %u role %s degree %u moved %g turnover %g change %g p %g reason %s }",
                     step + 1, role_name(s->role), s->degree, (double)s->moved, (double)s->turnover,
                     (double)s->change, (double)s->p, *reason ? reason : NULL);
        }
        rw_jsonf(to, "] }");
    }
    rw_json_close(to, ']');
    cli_json_write(path);
}

/* ---- The command ---- */

static void write_page(void)
{
    const char *facts[] = {"command", cli_command_text()};
    riwalk_report_options page_options;

    riwalk_report_options_init(&page_options);
    page_options.run = how.run;
    page_options.seed = how.seed;
    page_options.title = cli_base_name(cli_given.graphs.items[0]);
    page_options.facts = facts;
    page_options.fact_count = 1;
    page_options.files = cli_files();
    cli_try(riwalk_tracking_report(tracking, names, page, &page_options, &cli_error));
}

static void run(void)
{
    const char *out = cli_given.out;

    check();
    if (!cut.window)
        cli_expect("GRAPHS:0.1");
    cli_expect("walking:3 factoring:2");
    cut.window ? read_windows() : read_files();
    if (page)
        cli_try(riwalk_report_check(graphs, steps, &cli_error));
    for (uint32_t i = 1; i < steps; i++)
        cli_progress_expect("comparing changes", 2.0 / steps);
    cli_expect("computing constraints:0.1");
    cli_expect_clusters(how.roles);
    cli_expect("walking:1");
    how.run = cli_run();
    CLI_MAKE(tracking, tracking, riwalk_track(graphs, steps, &how, &tracking, &cli_error));
    nodes = riwalk_graph_node_count(riwalk_tracking_nodes(tracking));
    roles = riwalk_tracking_roles(tracking);
    if (out)
        cli_is_json(out) ? write_json(out) : cli_write_text(out, print_table);
    if (picture)
        cli_try(riwalk_tracking_plot(tracking, names, picture, cli_files(), &cli_error));
    if (page)
        write_page();
    cli_given.json ? write_json("-") : print_text();
    cli_note_written("%u snapshots", steps);
}

const cli_command cli_track_command = {
    .name = "track",
    .summary = "Follow the roles of nodes through snapshots of a graph.",
    .description =
        "All snapshots are embedded together and clustered into one set of roles, with "
        "the names that 'riwalk describe' gives. For every node and snapshot the table has "
        "its role, how far its vector moved, the share of its neighbours that changed, "
        "and p: the share of the nodes most similar to it before that changed as much or more.",
    .details = "Prints the nodes of each role over time, the moves between roles, and the nodes "
               "that changed most compared with similar nodes. Times are numbers or ISO dates.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, prepare), CLI_READING},
    .examples = "riwalk track monday.txt tuesday.txt wednesday.txt -o changes.csv\n"
                "riwalk track messages.txt --window 7d --plot roles.svg --report roles.html\n",
    .run = run,
};
