/* SPDX-License-Identifier: MIT */
/* Makes groups of options from the library's table, and riwalk_options from what was given. */
#include "cli.h"

#define MOST_OPTIONS 120 /* of all groups together */
#define MOST_CHOICES 24  /* choices of an option, with the end */

/* ---- Tables ---- */

/* What an option of the library points to. */
typedef struct setting {
    const char *value; /* as given; NULL: not given */
    char initial[32];
    cli_choice choices[MOST_CHOICES];
} setting;

/* The options of all groups, group by group; `settings` has no entries for own options. */
static cli_option made[MOST_OPTIONS];
static setting settings[MOST_OPTIONS];
static size_t count;

cli_group cli_library_groups[CLI_LIBRARY_GROUPS];
cli_group cli_role_group, cli_any_role_group, cli_walk_group, cli_part_method_group,
    cli_train_group;

static bool no_discount;
static riwalk_preset preset;
static riwalk_trainer part_trainer;
static const char *like;

static const cli_choice presets[] = {
    {"paper", RIWALK_PRESET_PAPER, "the paper's settings", NULL},
    {"fast", RIWALK_PRESET_FAST, "the factor trainer: --trainer factor", NULL},
    {"best", RIWALK_PRESET_BEST, "the factor trainer with several views and measures", NULL},
    {"roles", RIWALK_PRESET_ROLES, "for finding roles by clusters, as describe does", NULL},
    {0},
};

/* Own options, which come first in their groups; the last is for commands that work in parts. */
static const cli_option own_method_options[] = {
    {CLI_ONE_OF("preset", "NAME", presets), .store = &preset, .basic = true,
     .help = "start from a list of settings; options typed beside it override it"},
    {CLI_TEXT("like", "FILE"), .store = &like,
     .help = "repeat the settings of an earlier run: FILE is the .json beside its vectors"},
    {CLI_ONE_OF("trainer", "NAME", CLI_WORD("factor", RIWALK_TRAINER_FACTOR, NULL)),
     .store = &part_trainer, .shown = "factor", .help = "only the factor trainer works in parts"},
};

static const cli_option own_role_option = {
    CLI_SWITCH("no-discount"),
    .store = &no_discount,
    .help = "short for --degree-classes none",
    .aliases = "without-discount",
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

static void make_option(const riwalk_option *from, const char *names)
{
    setting *s = &settings[count];
    cli_choice *to = s->choices;
    riwalk_options defaults;

    riwalk_options_init(&defaults);
    riwalk_options_get(&defaults, from->name, s->initial, sizeof s->initial);
    s->value = NULL;
    made[count++] = (cli_option){
        .name = from->name,
        .letter = !strcmp(from->name, "dimensions") ? 'd' : 0,
        .kind = CLI_SETTING,
        .placeholder = from->placeholder,
        .store = &s->value,
        .choices = from->choices ? to : NULL,
        .shown = strcmp(from->name, "memory") ? s->initial : NULL,
        .help = from->help,
        .aliases = from->aliases,
        .basic = from->common,
        .closed = from->kind == RIWALK_OPTION_KIND_CHOICE,
    };
    for (const riwalk_option_choice *c = from->choices; c && c->name; c++)
        if (!names || is_for_roles(from, c->name, names))
            *to++ = (cli_choice){c->name, (int)c->value, c->help, c->aliases};
    *to = (cli_choice){0};
}

/* Makes a group of own options, and of the library's with these names; NULL: of the library's
 * options in the group of this title. */
static void make(cli_group *group, const char *title, const cli_option *own, size_t own_count,
                 const char *names)
{
    *group = (cli_group){.title = title, .options = made + count};
    for (size_t i = 0; i < own_count; i++)
        made[count++] = own[i];
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++)
        if (names ? cli_is_listed(o->name, strlen(o->name), names) : !strcmp(o->group, title))
            make_option(o, names);
    group->count = (size_t)(made + count - group->options);
}

void cli_make_library_groups(void)
{
    static const char roles[] = "method radius degree-classes class-base role-anchor";
    static const char any_roles[] =
        "method radius degree-classes class-base role-anchor bin-share roles";
    static const char training[] =
        "dimensions seed window epochs negatives subsample alpha min-alpha ns-exponent";
    cli_group *group = cli_library_groups;
    const char *last = "";

    count = 0;
    for (const riwalk_option *o = riwalk_option_list(); o->name; o++) {
        if (!strcmp(o->group, last))
            continue;
        last = o->group;
        if (!strcmp(last, "Roles"))
            make(group++, last, &own_role_option, 1, NULL);
        else
            make(group++, last, own_method_options, strcmp(last, "Method") ? 0 : 2, NULL);
    }
    while (group < cli_library_groups + CLI_LIBRARY_GROUPS)
        *group++ = (cli_group){.options = made}; /* empty */
    make(&cli_role_group, "Roles", &own_role_option, 1, roles);
    make(&cli_any_role_group, "Roles", &own_role_option, 1, any_roles);
    make(&cli_walk_group, "Walks", NULL, 0, "walks walk-length seed");
    make(&cli_part_method_group, "Method", own_method_options, 3, "method dimensions seed");
    make(&cli_train_group, "Training", NULL, 0, training);
}

/* ---- Given values ---- */

/* Sets an option from a name and value in JSON. Numbers may have any spelling: 1e2 is 100. */
static void apply_value(riwalk_options *options, const rw_json_value *key,
                        const rw_json_value *value)
{
    char name[64], text[4096];

    if (rw_json_decode(key, name, sizeof name) >= sizeof name ||
        (value->kind != RW_JSON_STRING && value->kind != RW_JSON_NUMBER) ||
        rw_json_decode(value, text, sizeof text) >= sizeof text)
        cli_fail("%s: %s", like, name);
    if (value->kind == RW_JSON_NUMBER && strpbrk(text, ".eE"))
        snprintf(text, sizeof text, "%.17g", strtod(text, NULL));
    if (riwalk_options_set(options, name, text, &cli_error))
        cli_fail("%s: %s", like, cli_error.message);
}

static void apply_options(const cli_text *metadata, riwalk_options *options)
{
    rw_json_value key, value;
    rw_json json;

    if (!cli_find_metadata(metadata, "options", &json) || !rw_json_enter(&json, RW_JSON_OBJECT))
        cli_fail(
            "%s has no \"options\": it is not the .json that riwalk embed writes beside vectors",
            like);
    while (rw_json_key(&json, &key) && rw_json_take(&json, &value))
        apply_value(options, &key, &value);
    if (json.status)
        cli_fail("%s:%" PRIu64 ": %s", like, rw_json_line(&json), json.problem);
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

static void apply_like(riwalk_options *options)
{
    cli_text metadata = cli_load_metadata(like);

    apply_options(&metadata, options);
    cli_read.directed |= is_said(&metadata, "directed") && !cli_read.undirected;
    cli_read.weighted |= is_said(&metadata, "weighted") && !cli_read.unweighted;
    cli_read.undirected = !cli_read.directed;
    cli_read.unweighted = !cli_read.weighted;
}

void cli_embed_options(riwalk_options *options)
{
    riwalk_options_init(options);
    riwalk_options_preset(options, preset);
    if (like)
        apply_like(options);
    if (no_discount)
        options->view.classes = RIWALK_DEGREE_CLASSES_NONE;
    CLI_EACH (o, cli_running)
        if (o->kind == CLI_SETTING && o->given &&
            riwalk_options_set(options, o->name, *(const char **)o->store, &cli_error))
            cli_usage("--%s", cli_error.message);
    if (options->min_alpha > options->alpha)
        cli_usage("--min-alpha (%g) is above --alpha (%g)", options->min_alpha, options->alpha);
    if (options->role_weights == RIWALK_USE_AUTO && riwalk_method_describe(options->method)->roles)
        options->role_weights = cli_read.weighted ? RIWALK_USE_YES : RIWALK_USE_NO;
    options->run.threads = (int)cli_given.threads;
    options->run.device = cli_given.device;
    options->run.progress = cli_progress_show;
}

void cli_resolve_options(const riwalk_options *typed, size_t graphs, bool model,
                         riwalk_options *resolved)
{
    cli_try_options(riwalk_options_resolve(typed, graphs, model, resolved, &cli_error));
    CLI_EACH (o, cli_running)
        if (o->kind == CLI_SETTING && o->given &&
            riwalk_options_check_use(resolved, o->name, *(const char **)o->store, &cli_error))
            cli_usage("--%s", cli_error.message);
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

void cli_check_method_graph(const char *path, const riwalk_graph *graph,
                            const riwalk_options *options)
{
    const riwalk_method_info *info = riwalk_method_describe(options->method);
    char method[32];

    riwalk_options_get(options, "method", method, sizeof method);
    if (riwalk_graph_is_directed(graph) && !info->directed)
        cli_fail("%s is directed, and %s is for undirected graphs: %s", cli_shown_path(path),
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
}

void cli_sampler_options(riwalk_options *options)
{
    cli_embed_options(options);
    cli_resolve_options(options, 1, false, options);
}

riwalk_sampler *cli_make_sampler(const riwalk_graph *graph, const riwalk_options *options)
{
    riwalk_sampler *sampler = NULL;
    riwalk_status status;

    cli_warn_dropped_edges(graph, cli_uses_weights(options));
    cli_check_method_graph(cli_given.graph, graph, options);
    status = riwalk_sampler_create(graph, options, &sampler, &cli_error);
    cli_try_options(status == RIWALK_STATUS_ARGUMENT);
    CLI_MAKE(sampler, sampler, status);
    return sampler;
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
