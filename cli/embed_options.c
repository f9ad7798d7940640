/* SPDX-License-Identifier: MIT */
/* Groups of options made from the library's table, and what was given for them. */
#include "embed_options.h"

#include "common.h"
#include "graph_options.h"
#include "json.h"
#include "progress.h"
#include "report.h"
#include "values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 12 /* of a group */
#define MAX_CHOICES 12 /* of an option, with the end */

/* ---- Tables ---- */

/* What a group is made of: the library's group of that name, or some options by name. */
typedef struct source {
    const char *group;
    const char *names; /* split by spaces; NULL: all of the group */
    cli_option options[MAX_OPTIONS];
    cli_choice choices[MAX_OPTIONS][MAX_CHOICES];
    const char *values[MAX_OPTIONS]; /* as given; NULL: not */
    char defaults[MAX_OPTIONS][32];
} source;

static bool no_discount;
static int preset;
static const char *like;

static const cli_choice presets[] = {
    {"paper", RIWALK_PRESET_PAPER, "the paper's settings", NULL, "none"},
    {"fast", RIWALK_PRESET_FAST, "the factor trainer: --trainer factor", NULL, NULL},
    {"best", RIWALK_PRESET_BEST, "the factor trainer with several views and measures", NULL, NULL},
    {"roles", RIWALK_PRESET_ROLES, "for finding roles by clusters, as describe does", NULL, NULL},
    {0},
};

/* Options that are the command's own, put before those of the library. */
static const cli_option own_method_options[] = {
    {CLI_ONE_OF("preset", "NAME", presets), .store = &preset,
     .help = "start from a list of settings; options typed beside it override it", .basic = true},
    {CLI_TEXT("like", "FILE"), .store = &like,
     .help = "repeat the settings of an earlier run: FILE is the .json beside its vectors"},
    {0},
};

/* Of commands that work in parts. */
static const cli_choice part_trainers[] = {
    {"factor", RIWALK_TRAINER_FACTOR, NULL, NULL, NULL},
    {0},
};
static int part_trainer;

static const cli_option own_part_options[] = {
    {CLI_ONE_OF("preset", "NAME", presets), .store = &preset,
     .help = "start from a list of settings; options typed beside it override it", .basic = true},
    {CLI_TEXT("like", "FILE"), .store = &like,
     .help = "repeat the settings of an earlier run: FILE is the .json beside its vectors"},
    {CLI_ONE_OF("trainer", "NAME", part_trainers), .store = &part_trainer, .shown = "factor",
     .help = "only the factor trainer works in parts"},
    {0},
};

static const cli_option own_role_options[] = {
    {CLI_SWITCH("no-discount"), .store = &no_discount, .help = "short for --degree-classes none",
     .aliases = "without-discount"},
    {0},
};

/* What is for embeddings alone is no choice where a command is about roles and walks. Methods that
 * find roles without walks are one where their options are there. */
static bool is_for_roles(const riwalk_option *option, const char *choice, const char *names)
{
    if (!strcmp(option->name, "method"))
        return !strncmp(choice, "riwalk", 6) ||
               (cli_is_listed("roles", strlen("roles"), names) &&
                (!strcmp(choice, "refex") || !strcmp(choice, "rolx")));
    return strcmp(choice, "exact") != 0 && strcmp(choice, "both") != 0;
}

/* `names` is NULL where all choices are there. */
static void make_choices(const riwalk_option *from, const char *names, cli_choice *choices)
{
    size_t count = 0;

    for (const riwalk_option_choice *c = from->choices; c->name; c++)
        if (!names || is_for_roles(from, c->name, names))
            choices[count++] = (cli_choice){c->name, (int)c->value, c->help, c->aliases, NULL};
    choices[count] = (cli_choice){0};
}

static void make_option(source *s, size_t i, const riwalk_option *from)
{
    riwalk_options defaults;

    riwalk_options_init(&defaults);
    riwalk_options_get(&defaults, from->name, s->defaults[i], sizeof s->defaults[i]);
    s->values[i] = NULL;
    s->options[i] = (cli_option){
        .name = from->name,
        .letter = !strcmp(from->name, "dimensions") ? 'd' : 0,
        .kind = CLI_SETTING,
        .placeholder = from->placeholder,
        .store = &s->values[i],
        .shown = strcmp(from->name, "memory") ? s->defaults[i] : NULL,
        .help = from->help,
        .aliases = from->aliases,
        .former = from->former,
        .basic = from->common,
        .closed = from->kind == RIWALK_OPTION_KIND_CHOICE,
    };
    if (from->choices) {
        make_choices(from, s->names, s->choices[i]);
        s->options[i].choices = s->choices[i];
    }
}

static void make(source *s, const cli_option *own)
{
    size_t count = 0;

    for (; own && own->help; own++)
        s->options[count++] = *own;
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++)
        if (s->names ? cli_is_listed(o->name, strlen(o->name), s->names)
                     : !strcmp(o->group, s->group))
            make_option(s, count++, o);
    s->options[count] = (cli_option){0};
}

/* A group, the table behind it and the function that fills it. */
#define GROUP(variable, title, of, list, own)                                                      \
    static source variable##_source = {.group = of, .names = list};                                \
    static void prepare_##variable(void)                                                           \
    {                                                                                              \
        make(&variable##_source, own);                                                             \
    }                                                                                              \
    const cli_group cli_##variable##_group = {title, variable##_source.options, prepare_##variable};

/* clang-format off */
GROUP(method, "Method", "Method", NULL, own_method_options)
GROUP(embed_role, "Roles", "Roles", NULL, own_role_options)
GROUP(embed_walk, "Walks", "Walks", NULL, NULL)
GROUP(training, "Training", "Training", NULL, NULL)
GROUP(factor, "Factor trainer", "Factor trainer", NULL, NULL)
GROUP(node2vec, "node2vec", "node2vec", NULL, NULL)
GROUP(struc2vec, "struc2vec", "struc2vec", NULL, NULL)
GROUP(graphwave, "GraphWave", "GraphWave", NULL, NULL)
GROUP(features, "ReFeX and RolX", "ReFeX and RolX", NULL, NULL)
GROUP(line, "LINE", "LINE", NULL, NULL)
GROUP(combine, "Combination", "Combination", NULL, NULL)
GROUP(role, "Roles", NULL, "method radius degree-classes class-base role-anchor", own_role_options)
GROUP(any_role, "Roles", NULL,
      "method radius degree-classes class-base role-anchor bin-share roles", own_role_options)
GROUP(walk, "Walks", NULL, "walks walk-length seed", NULL)
GROUP(part_method, "Method", NULL, "method dimensions seed", own_part_options)
GROUP(train, "Training", NULL,
      "dimensions seed window epochs negatives subsample alpha min-alpha ns-exponent", NULL)
/* clang-format on */

/* ---- What was given ---- */

/* A value of JSON as the text that the library takes; NULL for other kinds. */
static const char *value_text(const json_t *value, char *buffer, size_t capacity)
{
    if (json_is_string(value))
        return json_string_value(value);
    if (json_is_integer(value))
        snprintf(buffer, capacity, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(buffer, capacity, "%.17g", json_real_value(value));
    else
        return NULL;
    return buffer;
}

static int apply_like(riwalk_options *options)
{
    json_error_t problem;
    json_t *root = json_load_file(like, 0, &problem), *known = json_object_get(root, "options");
    int status = CLI_EXIT_FINE;
    const char *key;
    json_t *value;

    if (!root)
        return problem.line > 0 ? cli_fail("%s:%d: %s", like, problem.line, problem.text)
                                : cli_fail("cannot read %s: %s", like, strerror(errno));
    if (!json_is_object(known))
        status = cli_fail("%s has no \"options\": it is not the .json that riwalk embed writes "
                          "beside vectors",
                          like);
    json_object_foreach(known, key, value)
    {
        char buffer[64];
        const char *text = value_text(value, buffer, sizeof buffer);
        riwalk_error error;

        if (!status && (!text || riwalk_options_set(options, key, text, &error)))
            status = cli_fail("%s: %s", like, text ? error.message : key);
    }
    value = json_array_get(json_object_get(root, "graphs"), 0);
    cli_read_like(json_is_true(json_object_get(value, "directed")),
                  json_is_true(json_object_get(value, "weighted")));
    json_decref(root);
    return status;
}

int cli_embed_options(const cli_command *command, riwalk_options *options)
{
    riwalk_error error;
    int status;

    riwalk_options_init(options);
    riwalk_options_preset(options, (riwalk_preset)preset);
    if (like && (status = apply_like(options)))
        return status;
    if (no_discount)
        options->view.classes = RIWALK_DEGREE_CLASSES_NONE;
    for (int g = 0; command->groups[g]; g++)
        for (const cli_option *o = command->groups[g]->options; o->help; o++)
            if (o->kind == CLI_SETTING && o->given &&
                riwalk_options_set(options, o->name, *(const char **)o->store, &error))
                return cli_usage(command, "--%s", error.message);
    if (options->min_alpha > options->alpha)
        return cli_usage(command, "--min-alpha (%g) is above --alpha (%g)", options->min_alpha,
                         options->alpha);
    options->run.threads = (int)cli_given.threads;
    options->run.progress = cli_progress_show;
    return CLI_EXIT_FINE;
}

static const riwalk_option *find(const char *name)
{
    const riwalk_option *o = riwalk_option_list();

    while (o->name && strcmp(o->name, name) != 0)
        o++;
    return o;
}

int cli_check_use(const cli_command *command, const riwalk_options *resolved)
{
    riwalk_options defaults, typed;

    riwalk_options_init(&defaults);
    typed = defaults;
    for (int g = 0; command->groups[g]; g++)
        for (const cli_option *o = command->groups[g]->options; o->help; o++) {
            const riwalk_option *known;
            char given[512], usual[512];

            if (o->kind != CLI_SETTING || !o->given)
                continue;
            known = find(o->name);
            riwalk_options_set(&typed, o->name, *(const char **)o->store, NULL);
            riwalk_options_get(&typed, o->name, given, sizeof given);
            riwalk_options_get(&defaults, o->name, usual, sizeof usual);
            if (!riwalk_options_use(resolved, known) && strcmp(given, usual) != 0)
                return cli_usage(command, "--%s has no effect here: it is for %s", o->name,
                                 known->use);
        }
    return CLI_EXIT_FINE;
}

const char *cli_method_name(const riwalk_options *options, char *buffer, size_t capacity)
{
    riwalk_options_get(options, "method", buffer, capacity);
    return buffer;
}

/* ---- Telling ---- */

static json_t *value_json(const riwalk_option *option, const char *text)
{
    char *end;

    if (!strcmp(option->name, "seed"))
        return cli_json_seed(strtoull(text, NULL, 10));
    if (option->kind == RIWALK_OPTION_KIND_WHOLE && text[strspn(text, "0123456789")] == 0)
        return json_integer((json_int_t)strtoll(text, NULL, 10));
    if (option->kind == RIWALK_OPTION_KIND_REAL) {
        double number = strtod(text, &end);

        return *end ? json_string(text) : json_real(number);
    }
    return json_string(text);
}

json_t *cli_options_json(const riwalk_options *options)
{
    json_t *root = json_object();

    for (const riwalk_option *o = riwalk_option_list(); o->name && root; o++) {
        char key[64], text[1024];

        if (!o->result || !riwalk_options_use(options, o))
            continue;
        snprintf(key, sizeof key, "%s", o->name);
        for (char *c = key; *c; c++)
            *c = *c == '-' ? '_' : *c;
        riwalk_options_get(options, o->name, text, sizeof text);
        if (json_object_set_new(root, key, value_json(o, text))) {
            json_decref(root);
            root = NULL;
        }
    }
    return root;
}

void cli_print_options(const riwalk_options *options)
{
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        char text[1024];

        if (!o->result || !riwalk_options_use(options, o))
            continue;
        riwalk_options_get(options, o->name, text, sizeof text);
        printf("--%s %s\n", o->name, text);
    }
}
