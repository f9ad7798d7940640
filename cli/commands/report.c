/* SPDX-License-Identifier: MIT */
/* riwalk report: a page to explore a graph, its vectors and its roles. */
#include "describe.h"

static riwalk_report_options report;
static const cli_described *const s = &cli_subject;

static cli_option options[] = {
    {CLI_OUTPUT, .required = true, .help = "page to write: .html; '-' is standard output"},
    {CLI_ROLES},
    {CLI_ALSO},
    {CLI_LABELS, .help = "colour by these labels, too: lines of 'id label'"},
    {CLI_TEXT("title", "TEXT"), .store = &report.title, .basic = true,
     .help = "title of the page; without it the name of GRAPH"},
    {CLI_SEED, .store = &cli_subject.how.seed, .help = "seed of walks, clusters, layout and t-SNE"},
    {CLI_NUMBER("tsne-limit"), .store = &report.tsne_most,
     .help = "the most nodes for t-SNE, which is slow; above this, PCA only"},
    {CLI_PREFIX},
};

static void prepare(void)
{
    cli_prepare_subject();
    riwalk_report_options_init(&report);
}

/* ---- How the vectors were made ---- */

/* Writes the options of the embedding, of its metadata unless it was made here, as "method
 * riwalk-wl, dimensions 128, ..."; empty if they are not known. */
static void embedding_text(char *text, size_t size)
{
    const riwalk_options *made = riwalk_description_embedding(s->description);
    rw_json_value key, value;
    cli_text listed = {0};
    char word[1024];
    rw_json json;

    *text = 0;
    if (made) {
        rw_json_writer list = {.sink = cli_text_add, .to = &listed, .digits = 17};

        rw_json_open(&list, NULL, '{');
        cli_put_options(&list, "options", made);
        rw_json_close(&list, '}');
        cli_keep(listed.bytes, free);
    } else
        listed = cli_read_metadata(cli_given.vectors);
    if (!cli_find_metadata(&listed, "options", &json) || !rw_json_enter(&json, RW_JSON_OBJECT))
        return;
    while (rw_json_key(&json, &key) && rw_json_take(&json, &value)) {
        rw_json_decode(&key, word, sizeof word);
        rw_append(text, size, "%s%s", *text ? ", " : "", word);
        rw_json_decode(&value, word, sizeof word);
        rw_append(text, size, " %s", word);
    }
}

static void run(void)
{
    char roles[128], embedding[8192];
    const char *facts[] = {"command", cli_command_text(), "roles", roles, "embedding", embedding};

    if (riwalk_picture_format_of(cli_given.out) != RIWALK_PICTURE_FORMAT_AUTO)
        cli_usage("%s: a report is a page: name it .html; riwalk plot draws pictures",
                  cli_given.out);
    cli_subject.placed = report.tsne_most;
    cli_describe(true);
    if (s->summary.missing)
        cli_note("no vector for %u node%s: shown in the graph only", s->summary.missing,
                 CLI_S(s->summary.missing));
    embedding_text(embedding, sizeof embedding);
    snprintf(roles, sizeof roles, "%u%s, silhouette %.3f", s->summary.roles,
             s->summary.chosen ? ", chosen by the silhouette" : "", s->summary.silhouette);
    report.facts = facts;
    report.fact_count = *embedding ? 3 : 2;
    report.run = s->how.run;
    report.seed = s->how.seed;
    report.labels = s->labels;
    if (!report.title)
        report.title = cli_base_name(cli_given.graph);
    report.files = cli_files();
    cli_try(riwalk_report_write(s->description, cli_given.out, &report, &cli_error));
    cli_note_written("%u nodes, %u roles", s->summary.nodes, s->summary.roles);
}

const cli_command cli_report_command = {
    .name = "report",
    .summary = "Write a page to explore a graph, its vectors and its roles.",
    .description = "The page is one file of HTML that opens in any browser and needs no network: "
                   "the graph and the embedding side by side, a card for each node and each role, "
                   "search, a lasso and downloads. Roles are those of 'riwalk describe'.",
    .details =
        "Graphs of up to 5000 nodes are drawn whole; of larger ones you see the neighbourhood of "
        "the selected nodes. A page holds up to 200000 nodes and 5000000 edges.",
    .groups = {&cli_describe_group, CLI_OPTIONS(options, prepare), CLI_READING},
    .examples = "riwalk report graph.txt -o report.html\n"
                "riwalk report graph.txt vectors.npy --labels classes.txt -o report.html\n",
    .run = run,
};
