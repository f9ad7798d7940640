/* SPDX-License-Identifier: MIT */
/* riwalk classify: how well vectors predict labels, for several fractions of training nodes. */

#include "cli.h"
#include <math.h>

#define TUNE_FOLDS 5
#define MOST_RATIOS 1000
#define NEITHER "is neither FIRST:LAST:STEP nor a list of numbers separated by commas"
#define TOO_MANY "has more than 1000 numbers"

enum tuning {
    TUNE_NO,
    TUNE_MICRO,
    TUNE_MACRO
};

static const cli_choice tunings[] = {
    {"no", TUNE_NO, "C as given, vectors as they are", NULL},
    {"micro", TUNE_MICRO, "by Micro-F1", NULL},
    {"macro", TUNE_MACRO, "by Macro-F1: rare classes count as much as others", NULL},
    {0},
};

static const char *ratio_list, *predict, *splits;
static int tune;

static cli_option arguments[] = {
    {CLI_VECTORS},
    {CLI_READ(NULL, "LABELS"), .store = &cli_given.labels,
     .help = "file with lines of 'id label'; a line may have several labels"},
};

static cli_option options[] = {
    {CLI_TEXT("ratios", "LIST"), .store = &ratio_list, .initial = "0.1:0.9:0.1", .basic = true,
     .help = "shares of the labelled nodes to train on: FIRST:LAST:STEP, or numbers separated by "
             "commas"},
    {CLI_NUMBER("repeats"), .store = &cli_fit.repeats, .minimum = 1, .maximum = 100000,
     .basic = true, .help = "random splits at each ratio"},
    {CLI_SEED, .store = &cli_fit.seed, .help = "seed of the splits"},
    {CLI_ONE_OF("tune", "BY", tunings), .store = &tune, .basic = true,
     .help = "choose C, and the length of vectors with measures, by cross-validation within each "
             "training part"},
    {CLI_PREFIX},
    {CLI_TEXT("predict", "OUT"), .file = CLI_WRITES_BESIDE, .store = &predict, .basic = true,
     .help = "also fit on all labelled nodes and write the label predicted for every other node: "
             "lines of 'id label'"},
    {CLI_TEXT("write-splits", "OUT"), .file = CLI_WRITES_BESIDE, .store = &splits,
     .help = "also write the splits: a line for each ratio and repeat, with the ids to train on"},
    {CLI_JSON},
};

/* The input of an evaluation, and its results. */
static riwalk_vectors *vectors;
static riwalk_node_labels *labels;
static riwalk_node_labels_summary summary;
static double ratios[MOST_RATIOS];
static uint32_t ratio_count;
static riwalk_classify_scores *scores; /* [ratio_count * repeats] */
static double *values;                 /* [repeats]: those of the last measure summarized */

/* ---- Ratios ---- */

static _Noreturn void refuse_ratios(const char *why)
{
    cli_usage("--ratios: '%s' %s", ratio_list, why);
}

/* Parses FIRST:LAST:STEP. Numbers are rounded to nine digits, so that three steps of 0.1 make
 * 0.3. */
static void take_range(void)
{
    double first, last, step;
    int end = 0;

    if (sscanf(ratio_list, "%lf:%lf:%lf%n", &first, &last, &step, &end) != 3 || ratio_list[end])
        refuse_ratios(NEITHER);
    if (!(last >= first))
        refuse_ratios("has a FIRST above its LAST");
    if (!(step > 0))
        refuse_ratios("has a STEP that is not above 0");
    if (!((last - first) / step < MOST_RATIOS - 1))
        refuse_ratios(TOO_MANY);
    for (uint32_t i = 0; first + i * step <= last + step * 1e-6; i++)
        ratios[ratio_count++] = round((first + i * step) * 1e9) / 1e9;
}

static void parse_ratios(void)
{
    const char *text = ratio_list;
    char *end = NULL;

    ratio_count = 0;
    /* strtod would also accept "nan" and hexadecimal numbers. */
    if (text[strspn(text, "0123456789+-.eE:,")])
        refuse_ratios(NEITHER);
    if (strchr(text, ':'))
        take_range();
    else
        for (; !end || *end; text = end + 1) {
            if (ratio_count == MOST_RATIOS)
                refuse_ratios(TOO_MANY);
            ratios[ratio_count++] = strtod(text, &end);
            if (end == text || (*end && *end != ','))
                refuse_ratios(NEITHER);
        }
    for (uint32_t i = 0; i < ratio_count; i++)
        if (!(ratios[i] > 0 && ratios[i] < 1))
            cli_usage("--ratios: %g is not between 0 and 1", ratios[i]);
}

/* ---- Results ---- */

/* The scores of riwalk_classify_scores that are shown, by name. */
static const struct {
    const char *name;
    size_t offset;
} measures[] = {
    {"micro_f1", offsetof(riwalk_classify_scores, micro_f1)},
    {"macro_f1", offsetof(riwalk_classify_scores, macro_f1)},
    {"majority_micro_f1", offsetof(riwalk_classify_scores, majority_micro_f1)},
    {"majority_macro_f1", offsetof(riwalk_classify_scores, majority_macro_f1)},
};

/* The scores of all repeats at a ratio. */
static const riwalk_classify_scores *scores_at(uint32_t ratio)
{
    return scores + (size_t)ratio * cli_fit.repeats;
}

static riwalk_interval summarize(uint32_t ratio, int measure)
{
    const char *at = (const char *)scores_at(ratio) + measures[measure].offset;
    riwalk_interval i;

    for (uint32_t r = 0; r < cli_fit.repeats; r++, at += sizeof *scores)
        memcpy(&values[r], at, sizeof *values);
    i = riwalk_interval_of(values, cli_fit.repeats);
    /* Scores are in 0 .. 1; a single repeat has no interval. */
    if (!isnan(i.deviation)) {
        i.low = fmax(i.low, 0);
        i.high = fmin(i.high, 1);
    }
    return i;
}

/* The number of splits at a ratio in which a class had no training node. */
static uint32_t count_missing(uint32_t ratio)
{
    uint32_t missing = 0;

    for (uint32_t r = 0; r < cli_fit.repeats; r++)
        missing += scores_at(ratio)[r].missing > 0;
    return missing;
}

/* Prints "58.62  1.20  57.76-59.48", in per cent. */
static void print_interval(riwalk_interval i)
{
    if (isnan(i.deviation))
        printf("  %6.2f      -              -", 100 * i.mean);
    else
        printf("  %6.2f  %5.2f  %6.2f-%6.2f", 100 * i.mean, 100 * i.deviation, 100 * i.low,
               100 * i.high);
}

static void print_table(void)
{
    char text[128];

    cli_fit_text(text, sizeof text);
    if (tune)
        snprintf(text, sizeof text, "C%s chosen by %s-F1 over %d folds of the training part",
                 cli_fit.measures ? " and length" : "", tune == TUNE_MACRO ? "Macro" : "Micro",
                 TUNE_FOLDS);
    printf("%u labelled nodes, %u classes", summary.nodes, summary.classes);
    if (summary.most > 1)
        printf(", up to %u labels a node", summary.most);
    printf("; one-vs-rest logistic regression, %s\n", text);
    printf("random splits at each ratio: %u, seed %" PRIu64
           "; per cent, with the 95 %% interval of the mean\n\n",
           cli_fit.repeats, cli_fit.seed);
    printf("%-7s %6s %6s  %-30s  %-30s  %s\n", "", "", "", "Micro-F1", "Macro-F1", "Majority");
    printf("%-7s %6s %6s  %6s  %5s  %13s  %6s  %5s  %13s  %6s %6s\n", "ratio", "train", "test",
           "mean", "dev", "interval", "mean", "dev", "interval", "micro", "macro");
    for (uint32_t i = 0; i < ratio_count; i++) {
        const riwalk_classify_scores *first = scores_at(i);

        printf("%-7g %6u %6u", ratios[i], first->train, first->test);
        print_interval(summarize(i, 0));
        print_interval(summarize(i, 1));
        printf("  %6.2f %6.2f\n", 100 * summarize(i, 2).mean, 100 * summarize(i, 3).mean);
    }
}

static void put_ratio(rw_json_writer *to, uint32_t ratio)
{
    const riwalk_classify_scores *first = scores_at(ratio);

    rw_jsonf(to, "{ ratio %g train %u test %u splits_without_a_class %u", ratios[ratio],
             first->train, first->test, count_missing(ratio));
    for (int m = 0; m < 4; m++) {
        riwalk_interval i = summarize(ratio, m);

        rw_json_open(to, measures[m].name, '{');
        rw_jsonf(to, "mean %g deviation %g low %g high %g values [", i.mean, i.deviation, i.low,
                 i.high);
        for (uint32_t r = 0; r < cli_fit.repeats; r++)
            rw_json_real(to, NULL, values[r]);
        rw_jsonf(to, "] }");
    }
    rw_json_close(to, '}');
}

static void print_json(void)
{
    rw_json_writer *to = cli_json_begin(9, '{');

    rw_jsonf(to, "nodes %u classes %u labels_per_node_at_most %u unlabelled_nodes %u",
             summary.nodes, summary.classes, summary.most, summary.unlabelled);
    rw_jsonf(to, "lines_of_unknown_nodes %" PRIu64 " lines_without_label %" PRIu64 " repeats %u",
             summary.unknown, summary.empty, cli_fit.repeats);
    rw_jsonf(to, "seed %" PRIu64, cli_fit.seed);
    cli_put_fit(to);
    rw_json_string(to, "tune", tunings[tune].name);
    rw_json_open(to, "ratios", '[');
    for (uint32_t i = 0; i < ratio_count; i++)
        put_ratio(to, i);
    rw_json_close(to, ']');
    cli_json_print();
}

/* Notes if every node has several labels: the file may have more columns than intended. */
static void note_columns(void)
{
    uint32_t most = summary.most;
    const uint32_t *classes;

    if (most < 2 || summary.nodes < 10)
        return;
    for (uint32_t row = 0; row < riwalk_vectors_count(vectors); row++) {
        uint32_t count = riwalk_node_labels_of(labels, row, &classes);

        if (count && count != most)
            return;
    }
    cli_note("each node in %s has %u labels; if only one column holds labels, cut the others",
             cli_given.labels, most);
}

static void note_missing(void)
{
    if (summary.smallest == 1)
        cli_note(
            "a class has only one node: it cannot be predicted when that node is in the test part");
    for (uint32_t i = 0; i < ratio_count; i++) {
        uint32_t missing = count_missing(i);

        if (missing)
            cli_note("ratio %g: in %u of %u splits a class has no node to train on and is never "
                     "predicted",
                     ratios[i], missing, cli_fit.repeats);
    }
}

/* ---- Files ---- */

static void print_splits(void)
{
    uint32_t *rows;

    CLI_ALLOC(rows, summary.nodes);
    for (uint32_t i = 0; i < ratio_count; i++)
        for (uint32_t r = 0; r < cli_fit.repeats; r++) {
            uint32_t train = riwalk_classify_train_size(summary.nodes, ratios[i]);

            riwalk_classify_split(labels, cli_fit.seed, r, rows, NULL);
            cli_put("%g", ratios[i]);
            for (uint32_t n = 0; n < train; n++) {
                cli_put(" ");
                cli_put_word(cli_row_name(vectors, rows[n]));
            }
            cli_put("\n");
        }
}

static void print_predictions(void)
{
    uint32_t count = riwalk_vectors_count(vectors), *classes;
    const uint32_t *known;

    CLI_ALLOC(classes, count);
    cli_try(riwalk_classify_predict(vectors, labels, &cli_fit, classes, &cli_error));
    for (uint32_t row = 0; row < count; row++) {
        if (riwalk_node_labels_of(labels, row, &known))
            continue;
        cli_put_word(cli_row_name(vectors, row));
        cli_put(" ");
        cli_put_word(riwalk_node_labels_class(labels, classes[row]));
        cli_put("\n");
    }
    if (!summary.unlabelled)
        cli_note("every node has a label: there is nothing to predict");
}

/* Finds the number of last columns that are measures in the metadata beside the vectors. */
static void prepare_tuning(void)
{
    rw_json_value value;
    cli_text metadata;
    rw_json json;

    if (!tune)
        return;
    if (cli_is_given("C"))
        cli_usage("--tune chooses C: leave out --C");
    cli_fit.folds = TUNE_FOLDS;
    cli_fit.macro = tune == TUNE_MACRO;
    metadata = cli_read_metadata(cli_given.vectors);
    if (cli_find_metadata(&metadata, "measure_columns", &json) && rw_json_take(&json, &value) &&
        value.kind == RW_JSON_NUMBER)
        cli_fit.measures = (uint32_t)strtoul(value.text, NULL, 10);
}

static void run(void)
{
    double start;

    cli_expect("reading:0.1 fitting:1");
    if (predict)
        cli_expect("fitting:0.1");
    cli_fit.run = cli_run();
    parse_ratios();
    cli_check_outputs();
    prepare_tuning();
    vectors = cli_read_vectors(cli_given.vectors);
    labels = cli_read_labels(vectors, &summary);
    if (summary.unlabelled)
        cli_note("no label for %u node%s", summary.unlabelled, CLI_S(summary.unlabelled));
    note_columns();
    cli_note_classes(cli_given.labels, vectors, &summary, (double)ratio_count * cli_fit.repeats);
    CLI_ALLOC(values, cli_fit.repeats);
    CLI_ALLOC(scores, (size_t)ratio_count * cli_fit.repeats);
    start = rw_os_seconds();
    cli_try_in(cli_given.labels,
               riwalk_classify(vectors, labels, ratios, ratio_count, &cli_fit, scores, &cli_error));
    cli_detail("%u splits in %.2f s", ratio_count * cli_fit.repeats, rw_os_seconds() - start);
    note_missing();
    cli_given.json ? print_json() : print_table();
    cli_write_text(splits, print_splits);
    cli_write_text(predict, print_predictions);
}

const cli_command cli_classify_command = {
    .name = "classify",
    .summary = "Evaluate vectors by how well they predict labels.",
    .description =
        "Trains one-vs-rest logistic regression on a random share of the labelled nodes, tests it "
        "on the others, and prints the mean Micro-F1 and Macro-F1 over the repeats. Majority is "
        "the score of always predicting the most frequent label.",
    .details = "The penalty is L2. A node with several labels gets as many predictions as it has "
               "labels. Splits are plain random ones, not stratified. docs/evaluation.md says how "
               "to compare with published numbers.",
    .groups = {CLI_ARGUMENTS(arguments), CLI_OPTIONS(options, NULL), &cli_fit_group, CLI_WORKING},
    .examples = "riwalk classify vectors.txt labels.txt\n"
                "riwalk classify vectors.npy labels.txt --tune micro\n"
                "riwalk classify vectors.npy labels.csv --ratios 0.1,0.5 --repeats 50 --json\n"
                "riwalk classify vectors.txt labels.txt --balanced --predict predicted.txt\n",
    .run = run,
};
