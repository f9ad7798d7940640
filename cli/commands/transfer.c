/* SPDX-License-Identifier: MIT */
/* riwalk transfer: predicts labels of one network from those of another. */
#include "cli.h"

static struct {
    const char *vectors, *test_vectors;
    const char *train, *test;
    const char *train_prefix, *test_prefix;
    const char *positive;
} given;

static cli_option positionals[] = {
    {CLI_READ("input", "VECTORS"), .store = &given.vectors,
     .help = "vectors of both graphs, or of the first; '-' is standard input"},
    {CLI_READ(NULL, "TRAIN_LABELS"), .store = &given.train,
     .help = "labels to learn from: lines of 'id label'"},
    {CLI_READ(NULL, "TEST_LABELS"), .store = &given.test, .help = "labels to predict"},
    {0},
};

static cli_option options[] = {
    {CLI_READ("test-vectors", "FILE"), .store = &given.test_vectors,
     .help = "vectors of the second graph, made by the model that made those of the first",
     .basic = true},
    {CLI_TEXT("positive", "LABEL"), .store = &given.positive,
     .help = "separate nodes of this label from all others; TRAIN:TEST if the two files name it "
             "differently",
     .basic = true},
    {CLI_TEXT("train-prefix", "NAME"), .store = &given.train_prefix,
     .help = "look up ids of TRAIN_LABELS as NAME:id; without it the file's name is tried where no "
             "id is found as it is",
     .basic = true},
    {CLI_TEXT("test-prefix", "NAME"), .store = &given.test_prefix,
     .help = "likewise for TEST_LABELS", .basic = true},
    {CLI_JSON},
    {0},
};

static int print_table(const riwalk_transfer_scores *t)
{
    const riwalk_classify_scores *s = &t->scores;
    char text[128];

    cli_fit_text(text, sizeof text);
    printf("%u nodes to train on, %u to test, %u classes; one-vs-rest logistic regression, %s; per "
           "cent\n\n",
           s->train, s->test, t->classes, text);
    printf("%-10s %8s %8s\n", "", "Micro-F1", "Macro-F1");
    printf("%-10s %8.2f %8.2f\n", "vectors", 100 * s->micro_f1, 100 * s->macro_f1);
    printf("%-10s %8.2f %8.2f\n", "majority", 100 * s->majority_micro_f1,
           100 * s->majority_macro_f1);
    return CLI_EXIT_FINE;
}

static int print_json(const riwalk_transfer_scores *t)
{
    const riwalk_classify_scores *s = &t->scores;
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "train %u test %u classes %u classes_only_in_test %u", s->train, s->test,
             t->classes, t->unseen);
    rw_jsonf(to,
             "nodes_in_both %u micro_f1 %g macro_f1 %g majority_micro_f1 %g majority_macro_f1 %g",
             t->shared, s->micro_f1, s->macro_f1, s->majority_micro_f1, s->majority_macro_f1);
    cli_put_fit(to);
    return cli_json_print();
}

static void note(const riwalk_transfer_scores *t)
{
    if (t->shared)
        cli_note("both files have %u node%s in common: the labels were known in training",
                 t->shared, CLI_S(t->shared));
    if (t->unseen)
        cli_note("cannot predict %u label%s found only in %s", t->unseen, CLI_S(t->unseen),
                 given.test);
}

/* Whether a file can be read only once, which happens later: standard input or a pipe. */
static bool is_stream(const char *path)
{
    return !strcmp(path, "-") || !cli_same_file(path, path); /* not a regular file */
}

/* Whether a file has nodes with a label and others; true for streams, which are not read yet. */
static bool has_label(const char *path, const riwalk_vectors *vectors, const char *prefix,
                      const char *label)
{
    riwalk_node_labels_options read;
    riwalk_node_labels *labels = NULL;
    riwalk_status status;

    if (is_stream(path))
        return true;
    riwalk_node_labels_options_init(&read);
    read.prefix = prefix;
    read.positive = label;
    status = riwalk_node_labels_read(path, vectors, &read, &labels, &cli_error);
    riwalk_node_labels_free(labels);
    return !status;
}

/* The vectors of both graphs; the same pointer if one file has both. */
typedef struct both {
    riwalk_vectors *train, *test;
} both;

static bool have_labels(const both *vectors, const char *train, const char *test)
{
    return has_label(given.train, vectors->train, given.train_prefix, train) &&
           has_label(given.test, vectors->test, given.test_prefix, test);
}

/* Finds the positive label in each file: the whole text if both files have it, else "TRAIN:TEST",
 * split at the first colon. */
static int split_positive(const both *vectors, const char **train, const char **test)
{
    const char *colon = given.positive ? strchr(given.positive, ':') : NULL;

    *train = *test = given.positive;
    if (!colon || colon == given.positive || !colon[1])
        return CLI_EXIT_FINE;
    if (!(is_stream(given.train) && is_stream(given.test)) && have_labels(vectors, *train, *test))
        return CLI_EXIT_FINE;
    if (!(*train = cli_text_of("%.*s", (int)(colon - given.positive), given.positive)))
        return CLI_EXIT_FAILED;
    *test = colon + 1;
    if (have_labels(vectors, *train, *test) || cli_error.code != RIWALK_STATUS_ARGUMENT)
        return CLI_EXIT_FINE;
    return cli_fail("%s; as not both files have the label '%s', it was read as TRAIN:TEST",
                    cli_error.message, given.positive);
}

/* Reports a failure with the file to blame, or both. */
static int fail_to_score(const riwalk_node_labels_summary *train)
{
    if (cli_error.code == RIWALK_STATUS_ARGUMENT && train->classes > 1)
        return cli_fail("%s and %s: %s", cli_shown_path(given.train), cli_shown_path(given.test),
                        cli_error.message);
    return cli_fail_in(given.train);
}

static int score(const both *vectors, const riwalk_node_labels *train,
                 const riwalk_node_labels_summary *labels, const riwalk_node_labels *test)
{
    riwalk_transfer_scores scores = {.size = sizeof scores};

    cli_note_classes(given.train, vectors->train, labels, 1);
    cli_fit.run = cli_run();
    if (riwalk_transfer_between(vectors->train, train, vectors->test, test, &cli_fit, &scores,
                                &cli_error))
        return fail_to_score(labels);
    cli_progress_erase();
    note(&scores);
    return cli_given.json ? print_json(&scores) : print_table(&scores);
}

static int run(void)
{
    const char *train_positive = NULL, *test_positive = NULL;
    riwalk_node_labels *train = NULL, *test = NULL;
    riwalk_node_labels_summary labels, tested;
    both vectors = {0};

    cli_expect(given.test_vectors ? "reading:0.2 reading:0.2 fitting:1" : "reading:0.2 fitting:1");
    CLI_MUST(cli_read_vectors(given.vectors, &vectors.train));
    vectors.test = vectors.train;
    if (given.test_vectors)
        CLI_MUST(cli_read_vectors(given.test_vectors, &vectors.test));
    CLI_MUST(split_positive(&vectors, &train_positive, &test_positive));
    CLI_MUST(cli_read_labels("train-prefix", given.train, vectors.train, given.train_prefix,
                             train_positive, &train, &labels));
    CLI_MUST(cli_read_labels("test-prefix", given.test, vectors.test, given.test_prefix,
                             test_positive, &test, &tested));
    return score(&vectors, train, &labels, test);
}

const cli_command cli_transfer_command = {
    .name = "transfer",
    .summary = "Train on the labels of one graph and test on those of another.",
    .description = "Each graph has a file of vectors, the second made by a model of the first "
                   "(--test-vectors); or VECTORS holds both, embedded together, and ids read "
                   "NAME:id. Ids of a labels file are looked up as they are, then with the "
                   "prefix. The classifier is that of 'riwalk classify'.",
    .details = "It is fitted on all of TRAIN_LABELS and scored on all of TEST_LABELS. Majority is "
               "the score of always predicting the most frequent training label.",
    .positionals = positionals,
    .groups = {CLI_OPTIONS(options, NULL), &cli_fit_group, &cli_work_group, &cli_general_group},
    .examples = "riwalk transfer usa.npy usa.group europe.group --test-vectors europe.npy\n"
                "riwalk transfer both.txt usa.group europe.group --positive 0\n"
                "riwalk transfer both.txt actor.group usa.group --positive 3:0\n"
                "riwalk transfer both.txt a.txt b.txt --train-prefix usa --test-prefix europe\n",
    .run = run,
};
