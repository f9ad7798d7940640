/* SPDX-License-Identifier: MIT */
/* Makes groups of options from the library's table, and riwalk_options from what was given. */
#include "cli.h"

#define MAX_OPTIONS 12 /* options of a group */
#define MAX_CHOICES 24 /* choices of an option, with the end */

/* ---- Tables ---- */

/* The content of a group. */
typedef struct source {
    const char *names; /* of options, separated by spaces; NULL: all of the library's group */
    cli_option options[MAX_OPTIONS];
    cli_choice choices[MAX_OPTIONS][MAX_CHOICES];
    const char *values[MAX_OPTIONS]; /* as given; NULL: not given */
    char defaults[MAX_OPTIONS][32];
} source;

static bool no_discount;
static riwalk_preset preset;
static const char *like;

static const cli_choice presets[] = {
    {"paper", RIWALK_PRESET_PAPER, "the paper's settings", NULL},
    {"fast", RIWALK_PRESET_FAST, "the factor trainer: --trainer factor", NULL},
    {"best", RIWALK_PRESET_BEST, "the factor trainer with several views and measures", NULL},
    {"roles", RIWALK_PRESET_ROLES, "for finding roles by clusters, as describe does", NULL},
    {0},
};

/* Options of the command, before those of the library. */
#define PRESET_AND_LIKE                                                                            \
    {CLI_ONE_OF("preset", "NAME", presets), .store = &preset,                                      \
     .help = "start from a list of settings; options typed beside it override it", .basic = true}, \
    {                                                                                              \
        CLI_TEXT("like", "FILE"),                                                                  \
            .store = &like,                                                                        \
            .help = "repeat the settings of an earlier run: FILE is the .json beside its vectors"  \
    }

static const cli_option own_method_options[] = {PRESET_AND_LIKE, {0}};

/* For commands that work in parts. */
static riwalk_trainer part_trainer;

static const cli_option own_part_options[] = {
    PRESET_AND_LIKE,
    {CLI_ONE_OF("trainer", "NAME", CLI_WORD("factor", RIWALK_TRAINER_FACTOR, NULL)),
     .store = &part_trainer, .shown = "factor", .help = "only the factor trainer works in parts"},
    {0},
};

static const cli_option own_role_options[] = {
    {CLI_SWITCH("no-discount"), .store = &no_discount, .help = "short for --degree-classes none",
     .aliases = "without-discount"},
    {0},
};

/* Whether commands about roles and walks, with options `names`, offer a choice. Only embeddings
 * have "exact" and "both". Methods that find roles without walks need the option "roles". */
static bool is_for_roles(const riwalk_option *option, const char *choice, const char *names)
{
    const riwalk_method_info *method;
    riwalk_options chosen;

    if (!strcmp(option->name, "method")) {
        riwalk_options_init(&chosen);
        riwalk_options_set(&chosen, "method", choice, NULL);
        method = riwalk_method_describe(chosen.method);
        return method->roles ||
               (method->features && cli_is_listed("roles", strlen("roles"), names));
    }
    return strcmp(choice, "exact") != 0 && strcmp(choice, "both") != 0;
}

static void make_option(source *s, size_t i, const riwalk_option *from)
{
    cli_choice *to = s->choices[i];
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
        .choices = from->choices ? to : NULL,
        .shown = strcmp(from->name, "memory") ? s->defaults[i] : NULL,
        .help = from->help,
        .aliases = from->aliases,
        .basic = from->common,
        .closed = from->kind == RIWALK_OPTION_KIND_CHOICE,
    };
    for (const riwalk_option_choice *c = from->choices; c && c->name; c++)
        if (!s->names || is_for_roles(from, c->name, s->names))
            *to++ = (cli_choice){c->name, (int)c->value, c->help, c->aliases};
    *to = (cli_choice){0};
}

/* Fills a group with a command's own options and those of the library; `group` is its name there.
 */
static void make(source *s, const cli_option *own, const char *group)
{
    size_t count = 0;

    for (; own && own->help; own++)
        s->options[count++] = *own;
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++)
        if (s->names ? cli_is_listed(o->name, strlen(o->name), s->names) : !strcmp(o->group, group))
            make_option(s, count++, o);
    s->options[count] = (cli_option){0};
}

/* Defines a group, its table, and the function that fills the table. */
#define GROUP(variable, title, list, own)                                                          \
    static source variable##_source = {.names = list};                                             \
    static void prepare_##variable(void)                                                           \
    {                                                                                              \
        make(&variable##_source, own, "");                                                         \
    }                                                                                              \
    const cli_group cli_##variable##_group = {title, variable##_source.options,                    \
                                              prepare_##variable, false};

/* clang-format off */
GROUP(role, "Roles", "method radius degree-classes class-base role-anchor", own_role_options)
GROUP(any_role, "Roles", "method radius degree-classes class-base role-anchor bin-share roles", own_role_options)
GROUP(walk, "Walks", "walks walk-length seed", NULL)
GROUP(part_method, "Method", "method dimensions seed", own_part_options)
GROUP(train, "Training",
      "dimensions seed window epochs negatives subsample alpha min-alpha ns-exponent", NULL)
/* clang-format on */

/* The library's groups in their order. */
static source library[CLI_LIBRARY_GROUPS];

static void prepare_library(void)
{
    const char *last = "";
    int count = 0;

    for (const riwalk_option *o = riwalk_option_list(); o->name; o++)
        if (count < CLI_LIBRARY_GROUPS && strcmp(o->group, last) != 0) {
            cli_library_groups[count].title = last = o->group;
            make(&library[count++],
                 !strcmp(last, "Method")  ? own_method_options
                 : !strcmp(last, "Roles") ? own_role_options
                                          : NULL,
                 last);
        }
}

#define LIBRARY(i)                                                                                 \
    {                                                                                              \
        .options = library[i].options, .prepare = (i) ? NULL : prepare_library                     \
    }
cli_group cli_library_groups[CLI_LIBRARY_GROUPS] = {
    LIBRARY(0), LIBRARY(1), LIBRARY(2), LIBRARY(3), LIBRARY(4),  LIBRARY(5),
    LIBRARY(6), LIBRARY(7), LIBRARY(8), LIBRARY(9), LIBRARY(10), LIBRARY(11),
};

/* ---- Given values ---- */

/* Sets an option from a name and value in JSON. Numbers may have any spelling: 1e2 is 100. */
static int apply_value(riwalk_options *options, const rw_json_value *key,
                       const rw_json_value *value)
{
    char name[64], text[4096];

    if (rw_json_decode(key, name, sizeof name) >= sizeof name ||
        (value->kind != RW_JSON_STRING && value->kind != RW_JSON_NUMBER) ||
        rw_json_decode(value, text, sizeof text) >= sizeof text)
        return cli_fail("%s: %s", like, name);
    if (value->kind == RW_JSON_NUMBER && strpbrk(text, ".eE"))
        snprintf(text, sizeof text, "%.17g", strtod(text, NULL));
    return riwalk_options_set(options, name, text, &cli_error)
               ? cli_fail("%s: %s", like, cli_error.message)
               : CLI_EXIT_FINE;
}

static int apply_options(const cli_text *metadata, riwalk_options *options)
{
    rw_json_value key, value;
    rw_json json;

    if (!cli_find_metadata(metadata, "options", &json) || !rw_json_enter(&json, RW_JSON_OBJECT))
        return cli_fail(
            "%s has no \"options\": it is not the .json that riwalk embed writes beside vectors",
            like);
    while (rw_json_key(&json, &key) && rw_json_take(&json, &value))
        CLI_MUST(apply_value(options, &key, &value));
    return json.status ? cli_fail("%s:%" PRIu64 ": %s", like, rw_json_line(&json), json.problem)
                       : CLI_EXIT_FINE;
}

/* Whether the first graph in the metadata has a property. */
static bool is_said(const cli_text *metadata, const char *property)
{
    rw_json_value value;
    rw_json json;

    return cli_find_metadata(metadata, "graphs", &json) && rw_json_enter(&json, RW_JSON_ARRAY) &&
           rw_json_item(&json) && rw_json_find(&json, property) && rw_json_take(&json, &value) &&
           value.kind == RW_JSON_TRUE;
}

static int apply_like(riwalk_options *options)
{
    cli_text metadata;

    CLI_MUST(cli_load_metadata(like, &metadata));
    CLI_MUST(apply_options(&metadata, options));
    cli_read.directed |= is_said(&metadata, "directed") && !cli_read.undirected;
    cli_read.weighted |= is_said(&metadata, "weighted") && !cli_read.unweighted;
    cli_read.undirected = !cli_read.directed;
    cli_read.unweighted = !cli_read.weighted;
    return CLI_EXIT_FINE;
}

int cli_embed_options(riwalk_options *options)
{
    riwalk_options_init(options);
    riwalk_options_preset(options, preset);
    if (like)
        CLI_MUST(apply_like(options));
    if (no_discount)
        options->view.classes = RIWALK_DEGREE_CLASSES_NONE;
    CLI_EACH (o, cli_running)
        if (o->kind == CLI_SETTING && o->given &&
            riwalk_options_set(options, o->name, *(const char **)o->store, &cli_error))
            return cli_usage("--%s", cli_error.message);
    if (options->min_alpha > options->alpha)
        return cli_usage("--min-alpha (%g) is above --alpha (%g)", options->min_alpha,
                         options->alpha);
    if (options->role_weights == RIWALK_USE_AUTO && riwalk_method_describe(options->method)->roles)
        options->role_weights = cli_read.weighted ? RIWALK_USE_YES : RIWALK_USE_NO;
    options->run.threads = (int)cli_given.threads;
    options->run.device = cli_given.device;
    options->run.progress = cli_progress_show;
    return CLI_EXIT_FINE;
}

int cli_resolve_options(const riwalk_options *typed, size_t graphs, bool model,
                        riwalk_options *resolved)
{
    CLI_TRY_OPTIONS(riwalk_options_resolve(typed, graphs, model, resolved, &cli_error));
    CLI_EACH (o, cli_running)
        if (o->kind == CLI_SETTING && o->given &&
            riwalk_options_check_use(resolved, o->name, *(const char **)o->store, &cli_error))
            return cli_usage("--%s", cli_error.message);
    return CLI_EXIT_FINE;
}

/* ---- Output ---- */

static void put_value(rw_json_writer *to, const char *key, const riwalk_option *option,
                      const char *text)
{
    char *end = NULL;
    double number = option->kind == RIWALK_OPTION_KIND_REAL ? strtod(text, &end) : 0;

    if (!strcmp(option->name, "seed"))
        rw_jsonf(to, "seed %" PRIu64, (uint64_t)strtoull(text, NULL, 10));
    else if (option->kind == RIWALK_OPTION_KIND_WHOLE && !text[strspn(text, "0123456789")])
        rw_json_spelled(to, key, text, strlen(text));
    else if (end && !*end)
        rw_json_real(to, key, number);
    else
        rw_json_string(to, key, text);
}

static void put_option(rw_json_writer *to, const riwalk_options *options, const riwalk_option *o)
{
    char key[64], text[1024];

    if (!o->result || !riwalk_options_use(options, o))
        return;
    snprintf(key, sizeof key, "%s", o->name);
    for (char *c = key; *c; c++)
        *c = *c == '-' ? '_' : *c;
    riwalk_options_get(options, o->name, text, sizeof text);
    put_value(to, key, o, text);
}

void cli_put_options(rw_json_writer *to, const char *key, const riwalk_options *options)
{
    rw_json_open(to, key, '{');
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++)
        put_option(to, options, o);
    rw_json_close(to, '}');
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

/* ---- Roles and walks ---- */

bool cli_uses_weights(const riwalk_options *options)
{
    return riwalk_method_describe(options->method)->weighted ||
           options->combine != RIWALK_COMBINE_NONE;
}

int cli_check_method_graph(const char *path, const riwalk_graph *graph,
                           const riwalk_options *options)
{
    const riwalk_method_info *info = riwalk_method_describe(options->method);
    char method[32];

    riwalk_options_get(options, "method", method, sizeof method);
    if (riwalk_graph_is_directed(graph) && !info->directed)
        return cli_fail("%s is directed, and %s is for undirected graphs: %s", cli_shown_path(path),
                        method,
                        cli_read.directed ? "leave out --directed"
                                          : "--undirected reads it without directions");
    if (info->roles && riwalk_graph_is_directed(graph) && options->role_directions == RIWALK_USE_NO)
        cli_note("ignored the directions of edges: these roles do not use them");
    if (info->roles && riwalk_graph_is_weighted(graph) && options->role_weights == RIWALK_USE_NO &&
        !cli_read.weighted)
        cli_note("ignored the weights of edges: --weighted uses them");
    if (!riwalk_graph_is_directed(graph) && options->role_directions == RIWALK_USE_YES)
        cli_note("the roles have directions and the graph has none: --directed reads them");
    if (!riwalk_graph_is_weighted(graph) && options->role_weights == RIWALK_USE_YES)
        cli_note("the roles have weights and the graph has none: --weighted reads them");
    if (!riwalk_graph_is_weighted(graph) && options->steps == RIWALK_STEPS_WEIGHT)
        cli_note("steps are uniform, as the graph has no weights: --weighted reads them");
    if (cli_read.weighted && !info->weighted)
        cli_note("ignored the weights of edges: %s does not use them%s", method,
                 options->combine != RIWALK_COMBINE_NONE ? ", its other half does" : "");
    return CLI_EXIT_FINE;
}

int cli_sampler_options(riwalk_options *options)
{
    CLI_MUST(cli_embed_options(options));
    return cli_resolve_options(options, 1, false, options);
}

int cli_make_sampler(const char *path, const riwalk_graph *graph, const riwalk_options *options,
                     riwalk_sampler **sampler)
{
    riwalk_status status;

    cli_warn_dropped_edges(graph, cli_uses_weights(options));
    CLI_MUST(cli_check_method_graph(path, graph, options));
    status = riwalk_sampler_create(graph, options, sampler, &cli_error);
    CLI_TRY_OPTIONS(status == RIWALK_STATUS_ARGUMENT);
    CLI_MAKE(sampler, *sampler, status);
    return CLI_EXIT_FINE;
}

void cli_put_sampler(rw_json_writer *to, const char *key, const riwalk_options *options)
{
    static const char *const names[] = {"method",      "radius", "degree-classes", "class-base",
                                        "role-anchor", "walks",  "walk-length",    "seed"};

    rw_json_open(to, key, '{');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const riwalk_option *o = riwalk_option_list(); o->name; o++)
            if (!strcmp(o->name, names[i]))
                put_option(to, options, o);
    rw_json_close(to, '}');
}

cli_role_text cli_describe_role(const riwalk_sampler *sampler, uint64_t role)
{
    cli_role_text text = {0};

    riwalk_role_token(sampler, role, text.token, sizeof text.token);
    riwalk_role_words(sampler, role, text.words, sizeof text.words);
    riwalk_role_tuple(sampler, role, text.tuple);
    return text;
}

void cli_put_role(rw_json_writer *to, const riwalk_sampler *sampler, uint64_t role)
{
    cli_role_text text = cli_describe_role(sampler, role);

    rw_jsonf(to, "role %s tuple {", text.token);
    for (unsigned f = 0; f < riwalk_role_field_count(sampler); f++)
        rw_json_whole(to, riwalk_role_field_name(sampler, f), text.tuple[f]);
    rw_jsonf(to, "} meaning %s", text.words);
}
