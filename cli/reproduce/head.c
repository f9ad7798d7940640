/* SPDX-License-Identifier: MIT */
/* The head of results*.md: by which machine, which command and which protocol they were made. */
#include "evaluation.h"
#include "report.h"
#include "reproduce.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

static void cpu_name(char *name, size_t size)
{
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[256];

    snprintf(name, size, "an unknown CPU");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');

        if (strncmp(line, "model name", 10) || !colon)
            continue;
        snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    if (file)
        fclose(file);
}

/* All that was asked for, so that the same command gives the same tables. */
static void print_command(FILE *out, const repro_options *o, const char *asked)
{
    riwalk_classify_options usual;

    riwalk_classify_options_init(&usual);
    fprintf(out, "    riwalk reproduce %s%s --out DIR --embeddings %" PRIu32 " --repeats %" PRIu32,
            asked, o->data ? " --data DIR" : "", o->embeddings, o->repeats);
    fprintf(out, " --seed %" PRIu64 " --threads %" PRIu32, o->seed, o->threads);
    if (!o->experiment || o->experiment->task == REPRO_SCALE)
        fprintf(out, " --largest %" PRIu32, o->largest);
    if (o->methods)
        fprintf(out, " --methods %s", o->methods);
    if (o->datasets)
        fprintf(out, " --datasets %s", o->datasets);
    if (o->tune)
        fputs(" --tune", out);
    if (o->fit.C != usual.C)
        fprintf(out, " --C %.12g", o->fit.C);
    if (o->fit.balanced != usual.balanced)
        fputs(" --balanced", out);
    if (o->scale_given)
        fprintf(out, " --normalize %s", cli_normalizations[o->fit.scale].name);
    if (o->fit.tolerance != usual.tolerance)
        fprintf(out, " --tolerance %.12g", o->fit.tolerance);
    if (o->words)
        fprintf(out, " --embed-options='%s'", o->words);
    fputs("\n\n", out);
}

static bool asks_for(const repro_options *o, repro_task task)
{
    return !o->experiment || o->experiment->task == task;
}

static void print_classifier(FILE *out, const repro_options *o)
{
    static const char *const scaled[] = {
        [RIWALK_SCALE_NONE] = "as they are",
        [RIWALK_SCALE_STANDARD] = "with each dimension brought to mean 0 and variance 1",
        [RIWALK_SCALE_UNIT] = "brought to length 1",
    };

    fprintf(out,
            " The classifier is one-vs-rest logistic regression with an L2 penalty, C "
            "%g, classes weighed %s; it gets vectors %s.",
            o->fit.C, o->fit.balanced ? "by size" : "equally", scaled[o->fit.scale]);
    if (!o->scale_given)
        fputs(" The dimensions of GraphWave, which hardly differ, are brought to mean 0 and "
              "variance 1 for it.",
              out);
}

/* What a figure is, in the words that hold for what was asked for. */
static void print_protocol(FILE *out, const repro_options *o)
{
    bool classifies = asks_for(o, REPRO_CLASSIFY) || asks_for(o, REPRO_TRANSFER);

    if (o->experiment && o->experiment->most_embeddings == 1) {
        fputs("Ours is one embedding of each size.\n\n", out);
        return;
    }
    fprintf(out, "Ours is the mean over %" PRIu32 " embedding%s", o->embeddings,
            CLI_S(o->embeddings));
    if (asks_for(o, REPRO_CLASSIFY))
        fprintf(out, " and, where there are splits, %" PRIu32 " split%s of each", o->repeats,
                CLI_S(o->repeats));
    fprintf(out, "%s; deviation is the standard deviation of these values.",
            asks_for(o, REPRO_SCALE) ? " (scaling: one embedding of each size)" : "");
    if (classifies)
        print_classifier(out, o);
    fputs("\n\n", out);
}

void repro_print_head(FILE *out, const repro_options *o, const char *asked)
{
    char cpu[200], date[32] = "";
    time_t now = time(NULL);
    struct tm local;

    cpu_name(cpu, sizeof cpu);
    if (localtime_r(&now, &local))
        strftime(date, sizeof date, "%Y-%m-%d", &local);
    fprintf(out, "# The paper's experiments, again\n\n");
    fprintf(out, "Made by riwalk %s on %s: %s (%s), %" PRIu32 " thread%s.\n\n", riwalk_version(),
            date, cpu, riwalk_isa(), o->threads, CLI_S(o->threads));
    print_command(out, o, asked);
    print_protocol(out, o);
    if (o->tune)
        fprintf(out,
                "*Tuned on the training part*: each split chooses among the grid by scores inside "
                "its training part alone (transfer: inside the network that it learns from). *Best "
                "figure*: the setting of the grid with the highest mean of the figures themselves. "
                "So the paper seems to have chosen; it is too good, since the choice saw the "
                "answers.\n\n");
}
