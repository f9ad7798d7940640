/* SPDX-License-Identifier: MIT */
/* riwalk transfer: predicts labels of one network from those of another. */
#include "cli.h"

static const char *test_vectors, *positive;
/* The labels of the two networks; their vectors are the same if one file has both. */
static cli_label_file train = {.option = "train-prefix"}, test = {.option = "test-prefix"};

static cli_option arguments[] = {
    {CLI_READ("input", "VECTORS"), .store = &cli_given.vectors,
     .help = "vectors of both graphs, or of the first; '-' is standard input"},
    {CLI_READ(NULL, "TRAIN_LABELS"), .store = &train.path,
     .help = "labels to learn from: lines of 'id label'"},
    {CLI_READ(NULL, "TEST_LABELS"), .store = &test.path, .help = "labels to predict"},
};

static cli_option options[] = {
    {CLI_READ("test-vectors", "FILE"), .store = &test_vectors, .basic = true,
     .help = "vectors of the second graph, made by the model that made those of the first"},
    {CLI_TEXT("positive", "LABEL"), .store = &positive, .basic = true,
     .help = "separate nodes of this label from all others; TRAIN:TEST if the two files name it "
             "differently"},
    {CLI_TEXT("train-prefix", "NAME"), .store = &train.prefix, .basic = true,
     .help = "look up ids of TRAIN_LABELS as NAME:id; without it the file's name is tried where no "
             "id is found as it is"},
    {CLI_TEXT("test-prefix", "NAME"), .store = &test.prefix, .basic = true,
     .help = "likewise for TEST_LABELS"},
    {CLI_JSON},
};

static void print_table(const riwalk_transfer_scores *t)
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
}

static void print_json(const riwalk_transfer_scores *t)
{
    const riwalk_classify_scores *s = &t->scores;
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "train %u test %u classes %u classes_only_in_test %u", s->train, s->test,
             t->classes, t->unseen);
    rw_jsonf(to,
             "nodes_in_both %u micro_f1 %g macro_f1 %g majority_micro_f1 %g majority_macro_f1 %g",
             t->shared, s->micro_f1, s->macro_f1, s->majority_micro_f1, s->majority_macro_f1);
    cli_put_fit(to);
    cli_json_print();
}

/* Whether a file has nodes with a label and others; true for streams, which can be read only once,
 * and not yet. */
static bool has_label(cli_label_file file, const char *label)
{
    file.positive = label;
    return !cli_has_place(file.path) || cli_labels_fit(&file, &cli_error);
}

/* Finds the positive label in each file: the whole text if both files have it, else "TRAIN:TEST",
 * split at the first colon. */
static void split_positive(void)
{
    const char *text = positive, *colon = text ? strchr(text, ':') : NULL;
    bool known = cli_has_place(train.path) || cli_has_place(test.path);

    train.positive = test.positive = text;
    if (!colon || colon == text || !colon[1] ||
        (known && has_label(train, text) && has_label(test, text)))
        return;
    train.positive = cli_text_of("%.*s", (int)(colon - text), text);
    test.positive = colon + 1;
    if ((has_label(train, train.positive) && has_label(test, test.positive)) ||
        cli_error.code != RIWALK_STATUS_ARGUMENT)
        return;
    cli_fail("%s; as not both files have the label '%s', it was read as TRAIN:TEST",
             cli_error.message, text);
}

static void score(void)
{
    riwalk_transfer_scores t = {.size = sizeof t};
    riwalk_node_labels_summary known, other;
    riwalk_node_labels *labels = cli_read_label_file(&train, &known);
    riwalk_node_labels *predicted = cli_read_label_file(&test, &other);
    riwalk_status status;

    cli_note_classes(train.path, train.vectors, &known, 1);
    cli_fit.run = cli_run();
    status = riwalk_transfer_between(train.vectors, labels, test.vectors, predicted, &cli_fit, &t,
                                     &cli_error);
    if (status == RIWALK_STATUS_ARGUMENT && known.classes > 1) /* either may be to blame */
        cli_fail("%s and %s: %s", cli_shown_path(train.path), cli_shown_path(test.path),
                 cli_error.message);
    cli_try_in(train.path, status);
    if (t.shared)
        cli_note("both files have %u node%s in common: the labels were known in training", t.shared,
                 CLI_S(t.shared));
    if (t.unseen)
        cli_note("cannot predict %u label%s found only in %s", t.unseen, CLI_S(t.unseen),
                 test.path);
    cli_given.json ? print_json(&t) : print_table(&t);
}

static void run(void)
{
    cli_expect(test_vectors ? "reading:0.2 reading:0.2 fitting:1" : "reading:0.2 fitting:1");
    train.vectors = cli_read_vectors(cli_given.vectors);
    test.vectors = test_vectors ? cli_read_vectors(test_vectors) : train.vectors;
    split_positive();
    score();
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
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), &cli_fit_group, CLI_WORKING},
    .examples = "riwalk transfer usa.npy usa.group europe.group --test-vectors europe.npy\n"
                "riwalk transfer both.txt usa.group europe.group --positive 0\n"
                "riwalk transfer both.txt actor.group usa.group --positive 3:0\n"
                "riwalk transfer both.txt a.txt b.txt --train-prefix usa --test-prefix europe\n",
    .run = run,
};
