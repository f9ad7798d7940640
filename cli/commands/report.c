/* SPDX-License-Identifier: MIT */
/* riwalk report: a page to explore a graph, its vectors and its roles. */
#include "cli.h"
#include "describe.h"

static struct {
    const char *graph;
    const char *vectors;
    const char *labels;
    const char *out;
    riwalk_describe_options describe;
    riwalk_report_options report;
} given;

static cli_option positionals[] = {
    {CLI_GRAPH, .store = &given.graph},
    {CLI_GRAPH_VECTORS, .store = &given.vectors},
    {0},
};

static cli_option options[] = {
    {CLI_OUTPUT, .store = &given.out, .help = "page to write: .html; '-' is standard output"},
    {CLI_ROLES, .store = &given.describe.roles},
    {CLI_TEXT("labels", "FILE"), .store = &given.labels,
     .help = "colour by these labels, too: lines of 'id label'", .basic = true},
    {CLI_TEXT("title", "TEXT"), .store = &given.report.title,
     .help = "title of the page; without it the name of GRAPH", .basic = true},
    {CLI_SEED, .store = &given.describe.seed, .help = "seed of walks, clusters, layout and t-SNE"},
    {CLI_NUMBER("tsne-limit"), .store = &given.report.tsne_most,
     .help = "largest number of nodes for t-SNE, which is slow; above it, PCA only"},
    {CLI_PREFIX, .store = &given.describe.prefix},
    {0},
};

static void prepare(void)
{
    memset(&given, 0, sizeof given);
    riwalk_describe_options_init(&given.describe);
    riwalk_report_options_init(&given.report);
}

static const cli_group own_group = {"Options", options, prepare};

static int check(const cli_command *command)
{
    const char *in[] = {given.vectors, given.graph, given.labels, cli_node_list()};

    if (!given.out)
        return cli_usage(command, "OUT is missing: name the page to write with -o OUT");
    if (given.describe.prefix && !given.vectors)
        return cli_usage(command, "--prefix needs VECTORS");
    if (!cli_one_stream(in, 4))
        return cli_usage(command, "only one file can come from standard input");
    return cli_check_written(command, given.out, in, 4);
}

static int read_files(cli_described *s)
{
    int status;

    if ((status = cli_read_graph(given.graph, &s->graph)))
        return status;
    if (riwalk_report_check(s->graph, &cli_error))
        return cli_fail_in(given.graph);
    if (given.vectors && (status = cli_read_vectors(given.vectors, &s->vectors)))
        return status;
    if (given.labels && (status = cli_read_node_labels(given.labels, s->graph, &s->labels)))
        return status;
    cli_warn_dropped_edges(s->graph, false);
    return CLI_EXIT_FINE;
}

/* ---- How it was made ---- */

/* The command line, in quotes where a shell needs them; NULL when there is no memory. */
static char *command_text(void)
{
    static const char program[] = "riwalk";
    size_t most = sizeof program;
    char *text, *to;

    for (char *const *word = cli_words; *word; word++)
        most += 3 + 4 * strlen(*word);
    if (!(text = malloc(most)))
        return NULL;
    to = stpcpy(text, program);
    for (char *const *word = cli_words; *word; word++) {
        bool plain = **word && !strpbrk(*word, " \t\n\"'\\$`!*?[]{}()<>|&;#~");

        to = stpcpy(to, plain ? " " : " '");
        for (const char *c = *word; *c; c++)
            to = stpcpy(to, *c == '\'' ? "'\\''" : (char[]){*c, 0});
        to = stpcpy(to, plain ? "" : "'");
    }
    return text;
}

/* The options of an object as "method riwalk-wl, dimensions 128, ..."; empty where there is none.
 */
static void put_words(rw_json_writer *to, rw_json *from)
{
    rw_json_value parts[2];
    char text[1024] = "";

    if (!rw_json_enter(from, RW_JSON_OBJECT))
        return;
    while (rw_json_key(from, &parts[0]) && rw_json_take(from, &parts[1])) {
        rw_json_put(to, ", ", *text ? 2 : 0);
        for (int i = 0; i < 2; i++) {
            rw_json_decode(&parts[i], text, sizeof text);
            rw_json_put(to, i ? " " : "", (size_t)i);
            rw_json_put(to, text, strlen(text));
        }
    }
}

/* The options of the embedding, in words that end in NUL; empty where they are not known. */
static int embedding_text(const cli_described *s, cli_text *text)
{
    const riwalk_options *made = riwalk_description_embedding(s->description);
    rw_json_writer to = {.sink = cli_text_add, .to = text};
    rw_json_writer list = {.sink = cli_text_add, .digits = 17};
    cli_text listed = {0};
    rw_json json;
    int status = made ? CLI_EXIT_FINE : cli_read_metadata(given.vectors, &listed);

    list.to = &listed;
    if (made) {
        rw_json_open(&list, NULL, '{');
        cli_put_options(&list, "options", made);
        rw_json_close(&list, '}');
    }
    if (!list.status && cli_find_metadata(&listed, "options", &json))
        put_words(&to, &json);
    rw_json_put(&to, "", 1);
    if (!status && (list.status || to.status))
        status = cli_fail("not enough memory for the report");
    free(listed.bytes);
    return status;
}

static void roles_text(const cli_described *s, char *text, size_t size)
{
    snprintf(text, size, "%u%s, silhouette %.3f", s->summary.roles,
             s->summary.chosen ? ", chosen by the silhouette" : "", s->summary.silhouette);
}

static int write_page(const cli_described *s)
{
    const char *name = strrchr(given.graph, '/'), *facts[6];
    char *command = command_text(), roles[128];
    cli_text embedding = {0};
    riwalk_files *files;
    int status =
        command ? embedding_text(s, &embedding) : cli_fail("not enough memory for the report");

    roles_text(s, roles, sizeof roles);
    memcpy(facts,
           (const char *[]){"command", command, "roles", roles, "embedding", embedding.bytes},
           sizeof facts);
    given.report.facts = facts;
    given.report.fact_count = embedding.length > 1 ? 3 : 2;
    given.report.run = given.describe.run;
    given.report.seed = given.describe.seed;
    given.report.labels = s->labels;
    if (!given.report.title)
        given.report.title = name ? name + 1 : cli_shown_path(given.graph);
    if (!status && !(status = cli_files_begin(&files))) {
        given.report.files = files;
        if (riwalk_report_write(s->description, given.out, &given.report, &cli_error))
            status = cli_fail_with(&cli_error);
        cli_progress_erase();
        status = cli_files_end(files, status);
    }
    free(command);
    free(embedding.bytes);
    return status;
}

/* ---- The run ---- */

static void note_written(const cli_described *s)
{
    cli_outputs outputs = {0};

    cli_add_output(&outputs, "OUT", given.out);
    cli_note_written(&outputs, "%u nodes, %u roles", s->summary.nodes, s->summary.roles);
}

static void expect_stages(void)
{
    cli_expect_description(given.vectors, given.describe.roles);
    cli_progress_expect("walking", 1);
    cli_progress_expect("finding neighbours", 3);
    cli_progress_expect("finding neighbours", 5);
    cli_progress_expect("placing", 30);
}

static int run(const cli_command *command)
{
    cli_described s = {0};
    int status;

    if ((status = check(command)))
        return status;
    expect_stages();
    if ((status = read_files(&s)) ||
        (status = cli_describe(&s, &given.describe, given.graph, given.vectors)))
        goto done;
    if (s.summary.missing)
        cli_note("no vector for %u node%s: shown in the graph only", s.summary.missing,
                 CLI_S(s.summary.missing));
    if (!(status = write_page(&s)))
        note_written(&s);
done:
    cli_free_described(&s);
    return status;
}

const cli_command cli_report_command = {
    .name = "report",
    .summary = "Write a page to explore a graph, its vectors and its roles.",
    .description = "The page is one file of HTML that opens in any browser and needs no network: "
                   "the graph and the embedding side by side, a card for each node and each role, "
                   "search, a lasso and downloads. Roles are those of 'riwalk describe'.",
    .details = "Graphs of up to 5000 nodes are drawn whole, of larger ones the neighbourhood of "
               "what is selected. A page holds up to 200000 nodes and 5000000 edges.",
    .positionals = positionals,
    .groups = {&own_group, &cli_read_plain_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk report graph.txt -o report.html\n"
                "riwalk report graph.txt vectors.npy --labels classes.txt -o report.html\n",
    .run = run,
};
