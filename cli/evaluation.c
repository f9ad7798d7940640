/* SPDX-License-Identifier: MIT */
/* Reading vectors and labels, and the options of the classifier. */
#include "evaluation.h"

#include "common.h"
#include "progress.h"
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

riwalk_classify_options cli_fit;
static int scale;

const cli_choice cli_scales[] = {
    {"none", RIWALK_SCALE_NONE, NULL},
    {"standard", RIWALK_SCALE_STANDARD, NULL},
    {"unit", RIWALK_SCALE_UNIT, NULL},
    {0},
};

static cli_option options[] = {
    {
        .name = "C",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &cli_fit.C,
        .least = 1e-9,
        .most = 1e9,
        .help = "weight of the data against the L2 penalty",
    },
    {
        .name = "balanced",
        .kind = CLI_FLAG,
        .store = &cli_fit.balanced,
        .help = "weigh classes inversely to their sizes",
    },
    {
        .name = "scale",
        .kind = CLI_CHOICE,
        .placeholder = "HOW",
        .store = &scale,
        .choices = cli_scales,
        .help = "vectors as they are, dimensions of mean 0 and variance 1, or vectors of length 1",
    },
    {
        .name = "tolerance",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &cli_fit.tolerance,
        .least = 1e-12,
        .most = 1,
        .help = "where a fit stops; smaller is slower and more exact",
        .aliases = "tol",
    },
    {0},
};

static void prepare(void)
{
    riwalk_classify_options_init(&cli_fit);
    scale = RIWALK_SCALE_NONE;
}

const cli_group cli_fit_group = {"Classifier", options, prepare};

riwalk_classify_options cli_fit_options(void)
{
    riwalk_classify_options given = cli_fit;

    given.scale = (riwalk_scale)scale;
    given.threads = (int)cli_given.threads;
    given.progress = cli_progress_show;
    return given;
}

void cli_fit_text(char *text, size_t size)
{
    snprintf(text, size, "C %g, scale %s, classes %s", cli_fit.C, cli_scales[scale].name,
             cli_fit.balanced ? "weighed by size (balanced)" : "unweighted");
}

void cli_fit_json(json_t *object)
{
    json_object_set_new(object, "classifier", json_string("one-vs-rest logistic regression, L2"));
    json_object_set_new(object, "C", json_real(cli_fit.C));
    json_object_set_new(object, "scale", json_string(cli_scales[scale].name));
    json_object_set_new(object, "balanced", json_boolean(cli_fit.balanced));
}

static void note_losses(const char *path, const riwalk_node_labels_summary *s)
{
    if (s->prefix)
        cli_detail("%s: its ids are found with the prefix '%s:'", path, s->prefix);
    if (s->unknown)
        cli_note("%s: lines left out because their nodes have no vector: %" PRIu64, path,
                 s->unknown);
    if (s->empty)
        cli_note("%s: lines without a label: %" PRIu64, path, s->empty);
}

int cli_read_labels(const char *path, const riwalk_vectors *vectors, const char *prefix,
                    const char *positive, riwalk_node_labels **labels)
{
    riwalk_node_labels_options read;
    riwalk_node_labels_summary summary;
    riwalk_error error;

    riwalk_node_labels_options_init(&read);
    read.prefix = prefix;
    read.positive = positive;
    if (riwalk_node_labels_read(path, vectors, &read, labels, &error))
        return cli_fail_with(&error);
    riwalk_node_labels_summarize(*labels, &summary);
    note_losses(path, &summary);
    return CLI_EXIT_FINE;
}

bool cli_one_stream(const char *const *paths, int count)
{
    int streams = 0;

    for (int i = 0; i < count; i++)
        streams += paths[i] && !strcmp(paths[i], "-");
    return streams <= 1;
}

const char *cli_row_name(const riwalk_vectors *vectors, uint32_t row)
{
    static char *buffer;
    static size_t capacity;
    size_t length = riwalk_vectors_name(vectors, row, buffer, capacity);

    if (length >= capacity) {
        char *larger = realloc(buffer, length + 64);

        if (!larger)
            return "?";
        buffer = larger;
        capacity = length + 64;
        riwalk_vectors_name(vectors, row, buffer, capacity);
    }
    return buffer;
}
