/* SPDX-License-Identifier: MIT */
/* What commands that evaluate vectors share: reading, options of the classifier, clusters. */
#include "cli.h"

#define MOST_PREFIXES 16 /* prefixes to try for a hint */

riwalk_classify_options cli_fit;

const cli_choice cli_normalizations[] = {CLI_NORMALIZATIONS, {0}};

static cli_option options[] = {
    {CLI_DECIMAL("C"), .store = &cli_fit.C, .least = 1e-9, .most = 1e9, .basic = true,
     .help = "weight of the data against the L2 penalty"},
    {CLI_SWITCH("balanced"), .store = &cli_fit.balanced, .basic = true,
     .help = "weight classes inversely to their sizes"},
    {CLI_NORMALIZE, .store = &cli_fit.scale},
    {CLI_DECIMAL("tolerance"), .store = &cli_fit.tolerance, .least = 1e-12, .most = 1,
     .aliases = "tol",
     .help = "stop a fit when its decision values change by less than this share of their spread"},
};

CLI_PREPARE(riwalk_classify_options_init(&cli_fit))

const cli_group cli_fit_group = CLI_GROUP("Classifier", options, prepare, false);

void cli_fit_text(char *text, size_t size)
{
    snprintf(text, size, "C %g, normalize %s, classes %s", cli_fit.C,
             cli_normalizations[cli_fit.scale].name,
             cli_fit.balanced ? "weighted by size (balanced)" : "unweighted");
}

void cli_put_fit(rw_json_writer *to)
{
    rw_jsonf(to, "classifier %s C %g normalize %s balanced %d",
             "one-vs-rest logistic regression, L2", cli_fit.C,
             cli_normalizations[cli_fit.scale].name, cli_fit.balanced);
}

static void note_losses(const char *path, const riwalk_node_labels_summary *s)
{
    if (s->prefix)
        cli_detail("%s: its ids are found with the prefix '%s:'", path, s->prefix);
    if (s->unknown)
        cli_note("%s: skipped %" PRIu64 " line%s: no vector for the node", path, s->unknown,
                 CLI_S(s->unknown));
    if (s->empty)
        cli_note("%s: skipped %" PRIu64 " line%s without a label", path, s->empty, CLI_S(s->empty));
}

char *cli_find_prefix(const riwalk_vectors *vectors, const char *name)
{
    size_t length = strlen(name);

    for (uint32_t row = 0; row < riwalk_vectors_count(vectors); row++) {
        const char *whole = cli_row_name(vectors, row);
        size_t all = strlen(whole);

        if (all > length + 1 && whole[all - length - 1] == ':' &&
            !strcmp(whole + all - length, name))
            return cli_text_of("%.*s", (int)(all - length - 1), whole);
    }
    return NULL;
}

static riwalk_status read_labels(const cli_label_file *file, riwalk_node_labels **labels,
                                 riwalk_error *error)
{
    riwalk_node_labels_options read;

    riwalk_node_labels_options_init(&read);
    read.prefix = file->prefix;
    read.positive = file->positive;
    return riwalk_node_labels_read(file->path, file->vectors, &read, labels, error);
}

bool cli_labels_fit(const cli_label_file *file, riwalk_error *error)
{
    riwalk_node_labels *labels = NULL;
    bool fine = !read_labels(file, &labels, error);

    riwalk_node_labels_free(labels);
    return fine;
}

/* A prefix with which a file of labels can be read, among the first MOST_PREFIXES of the rows;
 * NULL: none fits. */
static const char *fitting_prefix(const cli_label_file *file)
{
    cli_label_file trial = {.path = file->path, .vectors = file->vectors};
    int tried = 0;

    for (uint32_t row = 0; row < riwalk_vectors_count(trial.vectors) && tried < MOST_PREFIXES;
         row++) {
        const char *name = cli_row_name(trial.vectors, row), *last = trial.prefix;
        size_t length = strcspn(name, ":");

        /* Rows of one graph follow one another. */
        if (!name[length] || (last && strlen(last) == length && !memcmp(last, name, length)))
            continue;
        trial.prefix = cli_text_of("%.*s", (int)length, name);
        if (cli_labels_fit(&trial, NULL))
            return trial.prefix;
        tried++;
    }
    return NULL;
}

/* Whether a file of labels is one of vectors with more than one dimension. */
static bool reads_as_vectors(const char *path)
{
    riwalk_vectors *vectors = NULL;
    bool fine =
        !riwalk_vectors_read(path, NULL, &vectors, NULL) && riwalk_vectors_dimensions(vectors) > 1;

    riwalk_vectors_free(vectors);
    return fine;
}

/* Fails, with a hint if arguments were swapped or a prefix is missing. */
static _Noreturn void fail_to_read(const cli_label_file *file)
{
    bool hint = cli_error.code == RIWALK_STATUS_FORMAT && strcmp(file->path, "-");
    const char *prefix;

    if (hint && riwalk_vectors_dimensions(file->vectors) == 1 && cli_has_order() &&
        reads_as_vectors(file->path))
        cli_fail_order(file->path, "vectors, not like labels");
    if (hint && (prefix = fitting_prefix(file)))
        cli_fail("%s; try --%s %s", cli_error.message, file->option, prefix);
    cli_fail_with_error();
}

riwalk_node_labels *cli_read_label_file(const cli_label_file *file,
                                        riwalk_node_labels_summary *summary)
{
    riwalk_node_labels *labels = NULL;

    if (read_labels(file, &labels, &cli_error))
        fail_to_read(file);
    cli_keep_node_labels(labels);
    summary->size = sizeof *summary;
    riwalk_node_labels_summarize(labels, summary, NULL);
    /* Labels read as vectors have one dimension, and vectors as labels almost all other classes. */
    if (riwalk_vectors_dimensions(file->vectors) == 1 && summary->most > 1 &&
        summary->classes > summary->nodes && cli_has_order())
        cli_fail_order(file->path, "vectors, not like labels");
    note_losses(file->path, summary);
    return labels;
}

riwalk_node_labels *cli_read_labels(const riwalk_vectors *vectors,
                                    riwalk_node_labels_summary *summary)
{
    cli_label_file file = {vectors, cli_given.labels, "prefix", cli_given.prefix, NULL};

    return cli_read_label_file(&file, summary);
}

riwalk_vectors *cli_graph_rows(const riwalk_graph *graph)
{
    riwalk_vectors *rows = NULL;
    float *zeros;

    CLI_ALLOC(zeros, riwalk_graph_node_count(graph));
    CLI_MAKE(vectors, rows, riwalk_vectors_build_for(graph, 1, zeros, &rows, &cli_error));
    return rows;
}

riwalk_node_labels *cli_read_node_labels(const riwalk_graph *graph,
                                         riwalk_node_labels_summary *summary)
{
    cli_label_file file = {cli_graph_rows(graph), cli_given.labels, "prefix", NULL, NULL};

    return cli_read_label_file(&file, summary);
}

void cli_note_classes(const char *path, const riwalk_vectors *vectors,
                      const riwalk_node_labels_summary *labels, double fits)
{
    double seconds = 3e-8 * labels->classes * labels->nodes * fits * /* measured */
                     riwalk_vectors_dimensions(vectors);

    if (seconds > 60)
        cli_note("%s: %u classes: to fit a model of each takes about %.0f CPU minutes",
                 cli_shown_path(path), labels->classes, seconds / 60);
}

/* The name of a row or, with a graph, of a node; each of the two has a buffer. */
static const char *name_of(const riwalk_vectors *vectors, const riwalk_graph *graph, uint32_t id)
{
    static struct {
        char *text;
        size_t size;
    } rooms[2], *r;

    for (r = &rooms[graph != NULL];;) {
        size_t length = graph ? riwalk_graph_name(graph, id, r->text, r->size)
                              : riwalk_vectors_name(vectors, id, r->text, r->size);

        if (length < r->size)
            return r->text;
        r->size = length + 64;
        r->text = cli_resize(r->text, r->size);
    }
}

const char *cli_row_name(const riwalk_vectors *vectors, uint32_t row)
{
    return name_of(vectors, NULL, row);
}

const char *cli_node_name(const riwalk_graph *graph, uint32_t node)
{
    return name_of(NULL, graph, node);
}

/* ---- Clusters ---- */

void cli_expect_clusters(bool known)
{
    if (!known)
        cli_expect("choosing the number of clusters:5");
    cli_expect("clustering:1 measuring silhouettes:5");
}

void cli_find_clusters(const riwalk_vectors *vectors, riwalk_cluster_options how, uint32_t *k,
                       uint32_t *clusters, riwalk_cluster_scores *scores)
{
    how.run = cli_run();
    cli_try_in(cli_given.vectors, riwalk_cluster(vectors, *k, &how, clusters, scores, &cli_error));
    if (!*k && scores->clusters > 1)
        cli_detail(
            "%u clusters have the largest silhouette, %.3f, of 2 to %u (-k sets their number)",
            scores->clusters, scores->choice_silhouette, how.most_clusters);
    *k = scores->clusters;
}
