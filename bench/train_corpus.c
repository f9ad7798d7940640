/* SPDX-License-Identifier: MIT */
/*
 * Trains on a corpus file and says how fast: the part of bench/compare_gensim.py that is ours.
 *
 *   train_corpus CORPUS [key=value ...]
 *
 * keys: threads, seed, epochs, dimensions, slices, out (vectors as text), shards, parts, rounds,
 * local (1: tokens that begin lines are local to them, as anchors are to their walks; 0: no
 * structure), pairs (all or anchor, of such a corpus).
 */
#include "base/input.h"
#include "base/memory.h"
#include "base/progress.h"
#include "train/kernels/kernels.h"
#include "train/sgns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct settings {
    riwalk_options train;
    rw_plan plan;
    int local;
    uint32_t slices;
    const char *out;
} settings;

static uint32_t length_of(const rw_kept *kept, uint64_t sentence)
{
    return kept->lengths ? kept->lengths[sentence] : kept->length;
}

/* The same corpus with the tokens that begin lines as local ones, a group for each. Lines of one
 * token must stand together. `names` receives the text corpus's number of each token. */
static riwalk_status with_locals(const rw_text_corpus *text, uint32_t slices, rw_kept *kept,
                                 uint32_t **names, riwalk_error *error)
{
    const rw_kept *from = &text->kept;
    uint32_t tokens = from->corpus.token_count, locals = 0, shared = 0;
    uint64_t total = from->starts[from->corpus.group_count], at = 0;
    uint64_t sentences =
        from->lengths ? from->breaks[from->corpus.group_count] : total / from->length;
    uint32_t *all = rw_alloc(total, sizeof *all, error);
    uint32_t *number = rw_alloc_zeroed(tokens, sizeof *number, error);
    uint32_t *ends = rw_alloc(sentences, sizeof *ends, error), last = UINT32_MAX;
    rw_sentences part;

    if (!all || !number || !ends || !(*names = rw_alloc(tokens, sizeof **names, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t g = 0; g < from->corpus.group_count; g++)
        for (uint32_t s = 0; s < from->corpus.slices; s++) {
            part = (rw_sentences){.tokens = all + at, .ends = ends};
            rw_kept_fill((void *)(uintptr_t)from, g, s, 0, &part, error);
            at += part.count ? ends[part.count - 1] : 0;
        }
    at = 0;
    for (uint64_t s = 0; s < sentences; at += length_of(from, s++))
        if (!number[all[at]]) {
            (*names)[locals] = all[at];
            number[all[at]] = ++locals;
        }
    for (uint32_t t = 0; t < tokens; t++)
        if (!number[t]) {
            (*names)[locals + shared] = t;
            number[t] = locals + ++shared;
        }
    *kept = (rw_kept){.width = rw_kept_width(shared, true)};
    kept->tokens = rw_alloc(total, kept->width, error);
    kept->starts = rw_alloc_zeroed((size_t)locals + 1, sizeof *kept->starts, error);
    kept->breaks = rw_alloc_zeroed((size_t)locals + 1, sizeof *kept->breaks, error);
    kept->lengths = rw_alloc(sentences, sizeof *kept->lengths, error);
    kept->counts = rw_alloc(tokens, sizeof *kept->counts, error);
    if (!kept->tokens || !kept->starts || !kept->breaks || !kept->lengths || !kept->counts)
        return RIWALK_STATUS_MEMORY;
    for (uint64_t s = 0; s < sentences; s++)
        kept->lengths[s] = length_of(from, s);
    for (uint32_t t = 0; t < tokens; t++)
        kept->counts[number[t] - 1] = from->counts[t];
    at = 0;
    for (uint64_t s = 0; s < sentences; s++) {
        uint32_t own = number[all[at]] - 1;

        if (own != last && kept->starts[own + 1])
            return fprintf(stderr, "lines of one token must stand together\n"),
                   RIWALK_STATUS_FORMAT;
        last = own;
        for (uint32_t i = 0; i < length_of(from, s); i++, at++) {
            uint32_t token = number[all[at]] - 1;
            uint32_t value = token < locals ? 0 : token - locals + 1;

            if (token < locals && token != own)
                return fprintf(stderr, "a local token in another's line\n"), RIWALK_STATUS_FORMAT;
            if (kept->width == 1)
                ((uint8_t *)kept->tokens)[at] = (uint8_t)value;
            else if (kept->width == 2)
                ((uint16_t *)kept->tokens)[at] = (uint16_t)value;
            else
                ((uint32_t *)kept->tokens)[at] = value;
        }
        kept->starts[own + 1] = at;
        kept->breaks[own + 1] = s + 1;
    }
    kept->corpus = (rw_corpus){
        .token_count = tokens,
        .local_count = locals,
        .group_count = locals,
    };
    rw_kept_finish(kept, slices);
    rw_free(all);
    rw_free(number);
    rw_free(ends);
    return RIWALK_STATUS_OK;
}

static void parse(settings *s, const char *argument)
{
    const char *value = strchr(argument, '=');
    size_t length = value ? (size_t)(value - argument) : 0;
    const struct {
        const char *name;
        uint32_t *where;
    } numbers[] = {
        {"epochs", &s->train.epochs},
        {"dimensions", &s->train.dimensions},
        {"negatives", &s->train.negatives},
        {"shards", &s->plan.shards},
        {"parts", &s->plan.parts},
        {"rounds", &s->plan.rounds},
        {"slices", &s->slices},
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
    if (!strncmp(argument, "local=", 6))
        s->local = atoi(value);
    if (!strncmp(argument, "out=", 4))
        s->out = value;
}

static void write_vectors(const char *path, const rw_weights *model, const rw_text_corpus *text,
                          const uint32_t *names)
{
    uint32_t tokens = model->local_count + model->shared_count;
    FILE *file = fopen(path, "w");

    if (!file)
        exit(1);
    fprintf(file, "%u %u\n", tokens, model->dimensions);
    for (uint32_t t = 0; t < tokens; t++) {
        uint32_t name = names ? names[t] : t;
        const float *row = rw_weights_row(model, t);

        fwrite(text->text + text->starts[name], 1, text->starts[name + 1] - text->starts[name],
               file);
        for (uint32_t i = 0; i < model->dimensions; i++)
            fprintf(file, " %.6g", (double)row[i]);
        fputc('\n', file);
    }
    fclose(file);
}

int main(int count, char **arguments)
{
    settings s = {.local = 1, .slices = 16};
    rw_text_corpus *text = NULL;
    rw_kept kept = {0};
    uint32_t *names = NULL;
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
        rw_text_corpus_read(&input, 1, &s.train.run, &text, &error) ||
        (s.local && with_locals(text, s.slices, &kept, &names, &error))) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    read = rw_seconds() - start;
    corpus = s.local ? &kept.corpus : &text->kept.corpus;
    rw_plan_make(corpus, &s.train, &plan);
    plan.shards = s.plan.shards ? s.plan.shards : plan.shards;
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
    printf(
        "isa=%s threads=%d shards=%u parts=%u rounds=%u tokens=%u read=%.2fs train=%.2fs cpu=%.2fs "
        "pairs=%.1fM rate=%.2fM/s loss=%.3f "
        "estimate=%.0fMB\n",
        riwalk_isa(), s.train.run.threads, plan.shards, plan.parts, plan.rounds,
        corpus->token_count, read, seconds, cpu, (double)model->pairs / 1e6,
        (double)model->pairs / 1e6 / seconds, model->loss,
        (double)rw_sgns_memory(corpus, &s.train, &plan) / 1e6);
    if (s.out)
        write_vectors(s.out, model, text, names);
    rw_weights_free(model);
    rw_kept_free(&kept);
    rw_free(names);
    rw_text_corpus_free(text);
    rw_input_close(&input);
    return 0;
}
