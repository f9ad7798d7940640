/* SPDX-License-Identifier: MIT */
/*
 * A cell: one embedding and its scores. The record is an object of arrays ("series"): F1 in per
 * cent, the values of a ratio's repeats together; memory, seconds and counts have one value.
 *
 * Validation scores, for tuning, see the training part of a split only: it is split again, and
 * what is fitted on four fifths of it is scored on the rest.
 */
#include "reproduce.h"

#include "progress.h"
#include "signals.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define INNER_RATIO 0.8
#define INNER_REPEATS 3

/* Files of a cell while it runs, and what is made of them. */
typedef struct cell {
    const repro_options *o;
    const repro_group *group;
    uint64_t seed;
    char *graphs[2], *labels[2]; /* paths */
    char *vectors_path, *report, *errors;
    riwalk_vectors *vectors;
    riwalk_classify_options fit;
    json_t *record;
    riwalk_error error;
} cell;

static int stop_when_asked(const riwalk_progress *progress, void *data)
{
    (void)progress;
    (void)data;
    return cli_signals_pending();
}

static riwalk_status no_memory(cell *c)
{
    snprintf(c->error.message, sizeof c->error.message, "not enough memory");
    return RIWALK_STATUS_MEMORY;
}

static void append(cell *c, const char *series, double value)
{
    json_t *list = json_object_get(c->record, series);

    if (!list) {
        list = json_array();
        json_object_set_new(c->record, series, list);
    }
    json_array_append_new(list, isfinite(value) ? json_real(value) : json_null());
}

static void append_scores(cell *c, const riwalk_classify_scores *s)
{
    append(c, "micro_f1", 100 * s->micro_f1);
    append(c, "macro_f1", 100 * s->macro_f1);
    append(c, "majority_micro_f1", 100 * s->majority_micro_f1);
    append(c, "majority_macro_f1", 100 * s->majority_macro_f1);
}

/* ---- Paths ---- */

static char *work_path(const cell *c, const char *ending)
{
    char *path;

    return asprintf(&path, "%s/work.%ld.%s", c->o->out, (long)getpid(), ending) < 0 ? NULL : path;
}

static bool find_paths(cell *c)
{
    const repro_dataset *d = c->group->dataset;

    for (int g = 0; g < 2; g++) {
        if (d->graphs[g] && !(c->graphs[g] = repro_path(c->o->data, d->graphs[g])))
            return false;
        if (d->labels[g] && !(c->labels[g] = repro_path(c->o->data, d->labels[g])))
            return false;
    }
    if (d->nodes && !(c->graphs[0] = work_path(c, "rwg")))
        return false;
    /* Scaling looks at no vector, and those of a million nodes are half a gigabyte. */
    c->vectors_path = d->nodes ? strdup("/dev/null") : work_path(c, "bin");
    c->report = work_path(c, "report");
    c->errors = work_path(c, "errors");
    return c->vectors_path && c->report && c->errors;
}

static void end_cell(cell *c)
{
    if (c->group->dataset->nodes && c->graphs[0])
        unlink(c->graphs[0]);
    else if (c->vectors_path)
        unlink(c->vectors_path);
    if (c->report)
        unlink(c->report);
    if (c->errors)
        unlink(c->errors);
    for (int g = 0; g < 2; g++) {
        free(c->graphs[g]);
        free(c->labels[g]);
    }
    free(c->vectors_path);
    free(c->report);
    free(c->errors);
    riwalk_vectors_free(c->vectors);
    json_decref(c->record);
}

/* The process that a temporary file belongs to by its name, or 0: those of work_path, and those
 * that the library writes before it gives them their names. Other files are the user's. */
static long owner_of(const char *name)
{
    static const char *const endings[] = {".rwg", ".bin", ".report", ".errors"};
    bool library = !strncmp(name, ".riwalk-", 8);
    char *end;
    long owner;

    if (!library && strncmp(name, "work.", 5))
        return 0;
    owner = strtol(name + (library ? 8 : 5), &end, 10);
    if (library)
        return *end == '-' ? owner : 0;
    for (size_t e = 0; e < sizeof endings / sizeof *endings; e++)
        if (!strcmp(end, endings[e]))
            return owner;
    return 0;
}

void repro_remove_remains(const char *out)
{
    DIR *folder = opendir(out);
    const struct dirent *entry;

    while (folder && (entry = readdir(folder))) {
        long owner = owner_of(entry->d_name);
        char *path;

        if (owner > 0 && kill((pid_t)owner, 0) && errno == ESRCH &&
            (path = repro_path(out, entry->d_name))) {
            unlink(path);
            free(path);
        }
    }
    if (folder)
        closedir(folder);
}

/* ---- Embedding ---- */

static riwalk_status generate(cell *c)
{
    riwalk_generate_options options;
    riwalk_write_options write;
    riwalk_graph *graph = NULL;
    riwalk_status status;

    riwalk_generate_options_init(&options);
    options.run.threads = (int)c->o->threads;
    options.run.progress = stop_when_asked;
    options.seed = c->seed;
    options.nodes = c->group->dataset->nodes;
    options.degree = 10;
    riwalk_write_options_init(&write);
    write.run.progress = stop_when_asked;
    if (!(status = riwalk_graph_generate(RIWALK_GENERATOR_ERDOS_RENYI, &options, &graph, NULL,
                                         &c->error)))
        status = riwalk_graph_write(graph, c->graphs[0], &write, &c->error);
    riwalk_graph_free(graph);
    return status;
}

static repro_end embed(cell *c, unsigned setting, char *why)
{
    repro_embedding e = {
        .graphs = {c->graphs[0], c->graphs[1]},
        .vectors = c->vectors_path,
        .report = c->report,
        .errors = c->errors,
        .words = {c->group->method->words, c->o->words, c->group->settings[setting]},
        .seed = c->seed,
        .threads = c->o->threads,
    };
    static const char *const taken[] = {"walk_seconds", "train_seconds", "user_seconds"};
    repro_end end = repro_embed(&e, why);
    json_t *report;

    if (end)
        return end;
    if (!(report = json_load_file(c->report, 0, NULL))) {
        snprintf(why, REPRO_WHY, "the embedding left no report");
        return REPRO_FAILED;
    }
    append(c, "real_seconds", e.seconds);
    for (size_t t = 0; t < sizeof taken / sizeof *taken; t++)
        append(c, taken[t], json_number_value(json_object_get(report, taken[t])));
    append(c, "memory_mb", json_number_value(json_object_get(report, "peak_memory_bytes")) / 1e6);
    json_decref(report);
    return REPRO_DONE;
}

/* ---- Scores ---- */

static riwalk_status read_labels(cell *c, int which, riwalk_node_labels **labels)
{
    const repro_dataset *d = c->group->dataset;
    riwalk_node_labels_options read;
    riwalk_status status;
    char *prefix = NULL;

    riwalk_node_labels_options_init(&read);
    read.positive = d->positive[which];
    /* Nodes of graphs that are embedded together carry the file's name without its extension. */
    if (d->graphs[1]) {
        if (!(prefix = strndup(d->graphs[which], strcspn(d->graphs[which], "."))))
            return no_memory(c);
        read.prefix = prefix;
    }
    status = riwalk_node_labels_read(c->labels[which], c->vectors, &read, labels, &c->error);
    free(prefix);
    return status;
}

/* The labels of the first `count` of some rows alone. */
static riwalk_status part_of(cell *c, const riwalk_node_labels *labels, const uint32_t *rows,
                             uint32_t count, riwalk_node_labels **part)
{
    char(*ids)[64] = calloc((size_t)count + 1, sizeof *ids);
    const char **id = calloc((size_t)count + 1, sizeof *id);
    const char **name = calloc((size_t)count + 1, sizeof *name);
    riwalk_status status = no_memory(c);

    if (ids && id && name) {
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t *classes;

            riwalk_vectors_name(c->vectors, rows[i], ids[i], sizeof *ids);
            riwalk_node_labels_of(labels, rows[i], &classes);
            id[i] = ids[i];
            name[i] = riwalk_node_labels_class(labels, classes[0]);
        }
        status = riwalk_node_labels_build(count, id, name, c->vectors, NULL, part, &c->error);
    }
    free(ids);
    free(id);
    free(name);
    return status;
}

/* The mean scores of splits inside a set of labels. A set of one class, or of one node, has none:
 * then all settings are equal. */
static riwalk_status inner_scores(cell *c, const riwalk_node_labels *labels, double *micro,
                                  double *macro)
{
    riwalk_classify_scores scores[INNER_REPEATS];
    riwalk_classify_options fit = c->fit;
    const double ratio = INNER_RATIO;
    riwalk_status status;

    fit.repeats = INNER_REPEATS;
    *micro = *macro = 0;
    status = riwalk_classify(c->vectors, labels, &ratio, 1, &fit, scores, &c->error);
    if (status == RIWALK_STATUS_ARGUMENT)
        return RIWALK_STATUS_OK;
    for (int i = 0; i < INNER_REPEATS && !status; i++) {
        *micro += 100 * scores[i].micro_f1 / INNER_REPEATS;
        *macro += 100 * scores[i].macro_f1 / INNER_REPEATS;
    }
    return status;
}

static riwalk_status validate(cell *c, const riwalk_node_labels *labels)
{
    const repro_experiment *experiment = c->group->experiment;
    riwalk_status status = RIWALK_STATUS_OK;
    riwalk_node_labels_summary summary = {.size = sizeof summary};
    uint32_t *rows;

    riwalk_node_labels_summarize(labels, &summary, NULL);
    if (!(rows = calloc((size_t)summary.nodes + 1, sizeof *rows)))
        return no_memory(c);
    for (unsigned r = 0; r < experiment->ratio_count; r++)
        for (uint32_t repeat = 0; repeat < c->fit.repeats && !status; repeat++) {
            uint32_t train = riwalk_classify_train_size(summary.nodes, experiment->ratios[r]);
            riwalk_node_labels *part = NULL;
            double micro = 0, macro = 0;

            if (!(status = riwalk_classify_split(labels, c->fit.seed, repeat, rows, &c->error)) &&
                !(status = part_of(c, labels, rows, train, &part)))
                status = inner_scores(c, part, &micro, &macro);
            riwalk_node_labels_free(part);
            append(c, "validation_micro_f1", micro);
            append(c, "validation_macro_f1", macro);
        }
    free(rows);
    return status;
}

static riwalk_status classify(cell *c)
{
    const repro_experiment *experiment = c->group->experiment;
    size_t count = (size_t)experiment->ratio_count * c->fit.repeats;
    riwalk_classify_scores *scores = calloc(count + 1, sizeof *scores);
    riwalk_node_labels *labels = NULL;
    riwalk_status status = no_memory(c);

    if (scores && !(status = read_labels(c, 0, &labels)) &&
        !(status = riwalk_classify(c->vectors, labels, experiment->ratios, experiment->ratio_count,
                                   &c->fit, scores, &c->error))) {
        for (size_t i = 0; i < count; i++)
            append_scores(c, &scores[i]);
        if (c->group->tuned)
            status = validate(c, labels);
    }
    riwalk_node_labels_free(labels);
    free(scores);
    return status;
}

static riwalk_status transfer(cell *c)
{
    riwalk_node_labels *train = NULL, *test = NULL;
    riwalk_transfer_scores scores = {.size = sizeof scores};
    double micro, macro;
    riwalk_status status;

    if (!(status = read_labels(c, 0, &train)) && !(status = read_labels(c, 1, &test)) &&
        !(status = riwalk_transfer(c->vectors, train, test, &c->fit, &scores, &c->error))) {
        append_scores(c, &scores.scores);
        if (c->group->tuned && !(status = inner_scores(c, train, &micro, &macro))) {
            append(c, "validation_micro_f1", micro);
            append(c, "validation_macro_f1", macro);
        }
    }
    riwalk_node_labels_free(train);
    riwalk_node_labels_free(test);
    return status;
}

static riwalk_status find_holes(cell *c)
{
    riwalk_graph *graph = NULL;
    double *constraint = NULL;
    riwalk_holes_options options;
    riwalk_holes_scores scores = {.size = sizeof scores};
    riwalk_status status;

    riwalk_holes_options_init(&options);
    options.run.threads = (int)c->o->threads;
    options.run.progress = stop_when_asked;
    if ((status = riwalk_graph_read(c->graphs[0], NULL, &graph, &c->error)))
        return status;
    constraint = calloc((size_t)riwalk_graph_node_count(graph) + 1, sizeof *constraint);
    status = no_memory(c);
    if (constraint && !(status = riwalk_graph_constraint(graph, &options, constraint, &c->error)) &&
        !(status = riwalk_holes(graph, constraint, c->vectors, &options, &scores, &c->error))) {
        append(c, "hits", scores.hits);
        append(c, "chance_hits", scores.expected);
    }
    free(constraint);
    riwalk_graph_free(graph);
    return status;
}

static riwalk_status score(cell *c)
{
    riwalk_status status;

    if (c->group->experiment->task == REPRO_SCALE)
        return RIWALK_STATUS_OK;
    if ((status = riwalk_vectors_read(c->vectors_path, NULL, &c->vectors, &c->error)))
        return status;
    switch (c->group->experiment->task) {
    case REPRO_CLASSIFY:
        return classify(c);
    case REPRO_TRANSFER:
        return transfer(c);
    case REPRO_HOLES:
        return find_holes(c);
    case REPRO_SCALE:
        break;
    }
    return status;
}

/* What the library's answer means for the cell. */
static repro_end ended(const cell *c, riwalk_status status, char *why)
{
    if (!status)
        return REPRO_DONE;
    if (status == RIWALK_STATUS_CANCELLED)
        return REPRO_INTERRUPTED;
    snprintf(why, REPRO_WHY, "%s", c->error.message);
    return REPRO_FAILED;
}

repro_end repro_run_cell(const repro_options *o, const repro_group *group, unsigned setting,
                         uint32_t embedding, json_t **record, char *why)
{
    cell c = {.o = o, .group = group, .seed = o->seed + embedding, .fit = o->fit};
    repro_end end = REPRO_FAILED;

    snprintf(why, REPRO_WHY, "not enough memory");
    c.fit.run.threads = (int)o->threads;
    c.fit.run.progress = stop_when_asked;
    c.fit.repeats = o->repeats;
    c.fit.seed = c.seed;
    c.fit.scale = repro_scale(o, group->method);
    c.record = json_object();
    if (find_paths(&c) && c.record &&
        (!group->dataset->nodes || !(end = ended(&c, generate(&c), why))) &&
        !(end = embed(&c, setting, why)) && !(end = ended(&c, score(&c), why)))
        *record = json_incref(c.record);
    end_cell(&c);
    return end;
}
