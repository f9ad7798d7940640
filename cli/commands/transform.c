/* SPDX-License-Identifier: MIT */
/* riwalk transform: vectors of other nodes and graphs, by a saved model. */
#include "cli.h"

#define MANY_UNKNOWN 0.5 /* share of visits to unknown roles; vectors then say little */

static const char *model_path, *only, *range, *changed, *old;

static cli_option arguments[] = {
    {CLI_READ(NULL, "MODEL"), .store = &model_path,
     .help = "a model that riwalk embed --save-model wrote"},
    {CLI_FILES("GRAPH"), .store = &cli_given.graphs,
     .help = "graph file; '-' is standard input. Ids of several graphs are NAME:id"},
};

static cli_option options[] = {
    {CLI_VECTORS_OUTPUT},
    {CLI_VECTORS_TO},
    {CLI_TEXT("only", "NODES"), .file = CLI_READS_AT, .store = &only, .basic = true,
     .help = "embed these nodes only: ids separated by commas, or @FILE with one id a line"},
    {CLI_ANCHORS, .store = &range},
    {CLI_DEVICE},
    {CLI_READ("changed", "EDGES"), .store = &changed, .basic = true,
     .help = "first change GRAPH by a file of lines '+ u v', with --weighted '+ u v weight', and "
             "'- u v'"},
    {CLI_TEXT("vectors", "OLD"), .file = CLI_READS_FIRST, .store = &old, .basic = true,
     .help = "vectors that this command made of GRAPH before it changed: only nodes near the "
             "changes are embedded again, with the same result"},
    {CLI_NO_METADATA},
};

static riwalk_model *model;
static uint64_t checksum; /* of the model */
static cli_inputs in;
static riwalk_transform_options how;

static void check(void)
{
    if (old && !changed)
        cli_usage("--vectors needs --changed");
    if (range && only)
        cli_usage("--only is a list of nodes, --anchors a range: give one of them");
    if (changed && cli_given.graphs.count > 1)
        cli_usage("--changed works with one graph only");
    cli_check_outputs();
}

/* ---- --only ---- */

/* Marks a node by its id; with several graphs, by NAME:id. */
static void mark_node(const char *id, size_t length, bool *marked)
{
    uint32_t first = 0, node;

    for (size_t g = 0; g < in.count; g++) {
        size_t before = in.count > 1 ? strlen(in.names[g]) + 1 : 0;
        bool here = !before || (length > before && id[before - 1] == ':' &&
                                !memcmp(id, in.names[g], before - 1));

        if (here && riwalk_graph_find(in.graphs[g], id + before, length - before, &node)) {
            marked[first + node] = true;
            return;
        }
        first += riwalk_graph_node_count(in.graphs[g]);
    }
    cli_fail("--only: there is no node '%.*s'%s", length < 80 ? (int)length : 80, id,
             in.count > 1 ? " (ids of several graphs are NAME:id)" : "");
}

/* Lists the nodes to embed, ascending and numbered across all graphs. */
static void find_only(void)
{
    uint32_t count = (uint32_t)cli_count_nodes(in.all, in.count), *nodes;
    rw_span rest = {only, strlen(only)}, id;
    bool *marked;

    CLI_ALLOC(marked, count);
    CLI_ALLOC(nodes, count);
    if (*only == '@') {
        cli_lines lines = cli_open_lines(only + 1);

        for (const char *line; (line = cli_next_line(&lines));)
            mark_node(line, strlen(line), marked);
    } else {
        while (rw_span_cut(&rest, ',', &id))
            if (id.length)
                mark_node(id.text, id.length, marked);
    }
    for (uint32_t node = 0; node < count; node++)
        if (marked[node])
            nodes[how.only_count++] = node;
    if (!how.only_count)
        cli_fail("--only: the list has no node");
    how.only = nodes;
}

/* ---- Reading ---- */

static void change_graph(void)
{
    riwalk_change_report report = {.size = sizeof report};
    const riwalk_graph *before = in.graphs[0];

    CLI_MAKE(graph, in.graphs[0],
             riwalk_graph_change(before, changed, &in.graphs[0], &report, &cli_error));
    cli_set_types(in.graphs, NULL, 1);
    how.before = old ? before : NULL;
    if (riwalk_graph_type_count(before) && !riwalk_graph_type_count(in.graphs[0]))
        cli_fail("the changes add %u node%s without a type: --node-types FILE gives types, "
                 "of new nodes too",
                 report.nodes, CLI_S(report.nodes));
    cli_detail("changed: %" PRIu64 " edges added, %" PRIu64 " removed, %u new nodes", report.added,
               report.removed, report.nodes);
    if (report.known)
        cli_note("skipped %" PRIu64 " edge%s (already present, or a self-loop)", report.known,
                 CLI_S(report.known));
}

/* Checks that this command made the old vectors by the model, according to their metadata; without
 * metadata, notes that it could not be checked. */
static void check_made_by(void)
{
    const char *vectors = old;
    cli_text metadata = cli_read_metadata(vectors);
    rw_json_value made_by;
    char own[17];

    snprintf(own, sizeof own, "%016" PRIx64, checksum);
    if (!metadata.bytes)
        cli_note("%s has no metadata file, so riwalk cannot check that this model made it",
                 vectors);
    else if (!cli_find_string(&metadata, "model_checksum", &made_by))
        cli_fail("%s was not made by riwalk transform, as %s.json shows; make it of GRAPH by this "
                 "model first",
                 vectors, vectors);
    else if (!rw_json_is(&made_by, own))
        cli_fail("%s was made by another model (checksum %.*s, not %s), as %s.json shows; make it "
                 "of GRAPH by this model first",
                 vectors, (int)made_by.length, made_by.text, own, vectors);
}

static void read_all(void)
{
    cli_anchors anchors = cli_parse_anchors(range);

    check();
    CLI_MAKE(model, model, riwalk_model_read(model_path, &model, &cli_error));
    cli_detail("read %s: a model of %u roles and %u dimensions", model_path,
               riwalk_model_role_count(model), riwalk_model_options(model)->dimensions);
    checksum = cli_model_checksum(model);
    if (old)
        check_made_by();
    cli_read_inputs(&cli_given.graphs, riwalk_model_options(model), &in);
    if (changed)
        change_graph();
    if (old)
        how.vectors = cli_read_vectors(old);
    if (only)
        find_only();
    if (range) {
        cli_fit_anchors(&in, &anchors);
        how.first = anchors.first;
        how.end = anchors.end;
    }
    cli_check_names(&in);
}

/* ---- Writing ---- */

/* Writes all that the vectors depend on. */
static void write_metadata(const riwalk_transform_report *report, const riwalk_vectors *vectors)
{
    rw_json_writer *to = CLI_BEGIN_METADATA;

    cli_put_options(to, "options", riwalk_model_options(model));
    rw_jsonf(to, "model %s model_checksum %" PRIx64 " roles %u riwalk %s", model_path, checksum,
             riwalk_model_role_count(model), riwalk_version());
    rw_jsonf(to, "isa %s embedded_nodes %u isolated_nodes %u unknown_roles %u", riwalk_isa(),
             report->embedded, report->isolated, report->unknown_roles);
    rw_jsonf(to, "unknown_share %g", report->unknown_share);
    cli_put_inputs(to, "graphs", &in);
    if (range)
        rw_jsonf(to, "anchors [ %u %u ]", how.first, how.end);
    if (changed)
        rw_json_string(to, "changed", changed);
    cli_write_metadata(to, vectors);
}

static void tell(const riwalk_transform_report *report)
{
    cli_detail("embedded %u nodes in %.2f s", report->embedded, report->seconds);
    if (old)
        cli_note("embedded %u of %u nodes again", report->embedded, report->nodes);
    if (report->isolated)
        cli_note("zero vectors for %u node%s without neighbours", report->isolated,
                 CLI_S(report->isolated));
    if (report->unknown_roles)
        cli_note("the model lacks %u role%s (%.3g %% of visits): the nearest known ones stand in "
                 "for them%s",
                 report->unknown_roles, CLI_S(report->unknown_roles), 100 * report->unknown_share,
                 report->unknown_share < MANY_UNKNOWN
                     ? ""
                     : "; that is a lot: embed the graphs together, or make a new model");
}

static void run(void)
{
    riwalk_transform_report report = {.size = sizeof report};
    riwalk_vectors *vectors = NULL;

    riwalk_transform_options_init(&how);
    how.run = cli_run();
    read_all();
    CLI_MAKE(vectors, vectors,
             riwalk_model_transform(model, in.all, in.count, in.prefixes, &how, &vectors, &report,
                                    &cli_error));
    tell(&report);
    write_metadata(&report, vectors);
    cli_write_vectors(vectors);
}

const cli_command cli_transform_command = {
    .name = "transform",
    .summary = "Embed new nodes or another graph with a saved model, without training.",
    .description =
        "Puts graphs that the model never saw into the space of the graph it was fitted to. Roles, "
        "walks and dimensions are the model's. After a small change of a graph, --changed with "
        "--vectors embeds only the nodes that the change can have touched.",
    .details = "Each node is embedded by itself. A factor model projects the roles that the node's "
               "walks visit; a skip-gram model solves for the node's vector and leaves the roles' "
               "vectors as they are. The nearest known role stands in for a role that the model "
               "lacks, and a note says how many there were.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), CLI_READING},
    .examples = "riwalk embed usa.txt -o usa.emb --save-model usa.rwm\n"
                "riwalk transform usa.rwm europe.txt -o europe.emb\n"
                "riwalk transform usa.rwm usa.txt europe.txt -o both.emb\n"
                "riwalk transform usa.rwm usa.txt --only 10135,10136 -o -\n"
                "riwalk transform usa.rwm usa.txt --anchors 0:500 -o rows0.npy\n"
                "riwalk transform m.rwm g.txt --changed edits.txt --vectors old.emb -o new.emb\n",
    .stages = "GRAPHS:0.05 transforming:1 writing:0.1",
    .run = run,
};
