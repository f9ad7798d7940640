/* SPDX-License-Identifier: MIT */
/* Trains on a corpus file and says how fast: the part of bench/compare_gensim.py that is ours.
 *
 *   train_corpus CORPUS [key=value ...]
 *
 * keys: threads, seed, epochs, dimensions, out (vectors as text), shards, parts, rounds, pairs (all
 * or anchor, of walks of RiWalk). */
#include "base/input.h"
#include "base/memory.h"
#include "base/progress.h"
#include "riwalk_options.h"
#include "train/kernels/kernels.h"
#include "train/sgns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct settings {
    riwalk_options train;
    rw_plan plan;
    const char *out;
} settings;

static void parse(settings *s, const char *argument)
{
    const char *value = strchr(argument, '=');
    size_t length = value ? (size_t)(value - argument) : 0;
    const struct {
        const char *name;
        uint32_t *where;
    } numbers[] = {
        {"epochs", &s->train.epochs},       {"dimensions", &s->train.dimensions},
        {"negatives", &s->train.negatives}, {"shards", &s->plan.shards},
        {"parts", &s->plan.parts},          {"rounds", &s->plan.rounds},
    };

    if (!value++)
        exit(2);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strncmp(argument, numbers[i].name, length) && !numbers[i].name[length])
            *numbers[i].where = (uint32_t)atol(value);
    if (!strncmp(argument, "threads=", 8))
        s->train.run.threads = atoi(value);
    if (!strncmp(argument, "seed=", 5))
        s->train.seed = (uint64_t)atoll(value);
    if (!strncmp(argument, "pairs=", 6) && riwalk_options_set(&s->train, "pairs", value, NULL))
        exit(2);
    if (!strncmp(argument, "out=", 4))
        s->out = value;
}

static void write_vectors(const char *path, const rw_weights *model, const rw_text_corpus *text)
{
    uint32_t tokens = model->local_count + model->shared_count;
    FILE *file = fopen(path, "w");

    if (!file)
        exit(1);
    fprintf(file, "%u %u\n", tokens, model->dimensions);
    for (uint32_t t = 0; t < tokens; t++) {
        const float *row = rw_weights_row(model, text->tokens[t]);

        fwrite(text->text + text->starts[t], 1, text->starts[t + 1] - text->starts[t], file);
        for (uint32_t i = 0; i < model->dimensions; i++)
            fprintf(file, " %.6g", (double)row[i]);
        fputc('\n', file);
    }
    fclose(file);
}

int main(int count, char **arguments)
{
    settings s = {0};
    rw_text_corpus *text = NULL;
    rw_weights *model = NULL;
    riwalk_error error = {0};
    const rw_corpus *corpus;
    rw_plan plan;
    rw_input input;
    double start = rw_seconds(), read, seconds, cpu;

    riwalk_options_init(&s.train);
    for (int i = 2; i < count; i++)
        parse(&s, arguments[i]);
    if (count < 2 || rw_input_open(arguments[1], 0, &input, &error) ||
        rw_text_corpus_read(&input, 1, &s.train.run, &text, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    read = rw_seconds() - start;
    corpus = &text->kept.corpus;
    plan = rw_plan_make(corpus, &s.train, 0, 1);
    plan.end = plan.shards = s.plan.shards ? s.plan.shards : plan.shards;
    plan.parts = s.plan.parts ? s.plan.parts : plan.parts;
    plan.rounds = s.plan.rounds ? s.plan.rounds : plan.rounds;
    start = rw_seconds();
    cpu = (double)clock() / CLOCKS_PER_SEC;
    if (rw_sgns_train(corpus, &s.train, &plan, &model, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    seconds = rw_seconds() - start;
    cpu = (double)clock() / CLOCKS_PER_SEC - cpu;
    printf("isa=%s threads=%d shards=%u parts=%u rounds=%u tokens=%u local=%u read=%.2fs "
           "train=%.2fs cpu=%.2fs "
           "pairs=%.1fM rate=%.2fM/s loss=%.3f "
           "estimate=%.0fMB\n",
           riwalk_isa(), s.train.run.threads, plan.shards, plan.parts, plan.rounds,
           corpus->token_count, corpus->local_count, read, seconds, cpu, (double)model->pairs / 1e6,
           (double)model->pairs / 1e6 / seconds, model->loss,
           (double)rw_sgns_memory(corpus, &s.train, 0, 1) / 1e6);
    if (s.out)
        write_vectors(s.out, model, text);
    rw_weights_free(model);
    rw_text_corpus_free(text);
    rw_input_close(&input);
    return 0;
}
