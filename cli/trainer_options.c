/* SPDX-License-Identifier: MIT */
/* The trainers of RiWalk, and what decides about them. */
#include "trainer_options.h"

#include "method_options.h"
#include "report.h"
#include "train_options.h"
#include "walk_options.h"

#include <string.h>

static struct {
    int trainer;
    int transform;
    int preset;
    riwalk_factor_options factor;
} given;

static const cli_choice trainers[] = {
    {"sgns", RIWALK_TRAINER_SGNS, "skip-gram with negative sampling, as in the paper", NULL},
    {"factor", RIWALK_TRAINER_FACTOR,
     "singular vectors of how often each role is visited; 200 walks and, of one graph without "
     "--role-anchor, roles with the anchor's class and without it side by side",
     NULL},
    {0},
};

static const cli_choice transforms[] = {
    {"hellinger", RIWALK_TRANSFORM_HELLINGER, "square roots of shares", NULL},
    {"log", RIWALK_TRANSFORM_LOG, "logarithms of shares", NULL},
    {"ppmi", RIWALK_TRANSFORM_PPMI, "how much more often than on average, as a logarithm", NULL},
    {0},
};

typedef enum preset {
    PRESET_NONE,
    PRESET_BEST,
} preset;

static const cli_choice presets[] = {
    {"none", PRESET_NONE, "what the other options say", NULL},
    {"best", PRESET_BEST,
     "factor, with several kinds of roles and measures of nodes side by side: for labels within a "
     "graph; of several graphs, or with --role-anchor keep, only the kind of roles that carries "
     "over "
     "to other graphs",
     NULL},
    {0},
};

static cli_option options[] = {
    {
        .name = "trainer",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.trainer,
        .choices = trainers,
        .help = "what makes vectors of RiWalk's walks",
        .basic = true,
    },
    {
        .name = "weighting",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.transform,
        .choices = transforms,
        .help = "factor: what is made of the share of each role in a node's visits",
        .former = "transform",
    },
    {
        .name = "preset",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.preset,
        .choices = presets,
        .help = "decides method, roles and trainer together",
        .basic = true,
    },
    {0},
};

static void prepare(void)
{
    given.trainer = RIWALK_TRAINER_SGNS;
    riwalk_factor_options_init(&given.factor);
    given.transform = (int)given.factor.transform;
}

const cli_group cli_trainer_group = {"Trainer", options, prepare};

/* The first of a list of options that was given, NULL for none; `but` is passed over. */
static const char *first_given(const cli_option *list, const char *but)
{
    for (; list->help; list++)
        if (list->given && (!but || strcmp(list->name, but) != 0))
            return list->name;
    return NULL;
}

bool cli_trainer_is_factor(void)
{
    return given.preset == PRESET_BEST || given.trainer == RIWALK_TRAINER_FACTOR;
}

static int check_preset(const cli_command *command)
{
    const char *kept = cli_role_anchor_kept() ? "role-anchor" : NULL;
    const char *name = first_given(cli_ball_group.options, kept);

    if (!name)
        name = first_given(options, "preset");
    if (!name && cli_method_group.options[0].given)
        name = cli_method_group.options[0].name;
    if (name && !strcmp(name, "role-anchor"))
        return cli_usage(command,
                         "--preset best has no --role-anchor drop: leave it out, or say keep");
    return name ? cli_usage(command, "--preset best decides --%s by itself: leave it out", name)
                : CLI_EXIT_FINE;
}

int cli_check_trainer(const cli_command *command)
{
    bool factor = cli_trainer_is_factor();
    const char *name;

    if (given.preset == PRESET_BEST && check_preset(command))
        return CLI_EXIT_USAGE;
    if (factor && !cli_method_has_roles())
        return cli_usage(command, "--trainer factor goes with RiWalk only");
    if (factor && !cli_method_combines() &&
        (name = first_given(cli_train_group.options, "dimensions")))
        return cli_usage(command, "--%s belongs to --trainer sgns, and the trainer is factor",
                         name);
    if (!factor && cli_walks_exact() == RIWALK_EXACT_ALWAYS)
        return cli_usage(command,
                         "--walks exact belongs to --trainer factor: sgns trains on walks");
    for (const cli_option *option = options; !factor && option->help; option++)
        if (option->given && option->store == &given.transform)
            return cli_usage(command, "--weighting belongs to --trainer factor");
    return CLI_EXIT_FINE;
}

void cli_trainer_options(riwalk_embed_options *embed, riwalk_walk_options *walks, size_t graphs)
{
    embed->trainer = cli_trainer_is_factor() ? RIWALK_TRAINER_FACTOR : RIWALK_TRAINER_SGNS;
    given.factor.transform = (riwalk_transform)given.transform;
    if (given.preset == PRESET_BEST)
        riwalk_factor_options_best(&given.factor);
    given.factor.exact = cli_walks_exact();
    if (cli_trainer_is_factor() && given.factor.exact == RIWALK_EXACT_AUTO)
        walks->walks = RIWALK_FACTOR_WALKS;
    given.factor.both = graphs == 1 && !cli_role_anchor_given();
    embed->factor = &given.factor;
}

/* ---- JSON ---- */

/* The roles of a view, as the walk options would be told. */
static json_t *view_json(const riwalk_embed_options *embed, const riwalk_view *view)
{
    static const char *const shared[] = {"walks", "walk_length", "seed"};
    riwalk_walk_options walks = *embed->walks;
    json_t *json;

    walks.identifier = view->identifier;
    walks.radius = view->radius;
    walks.discount = view->discount;
    walks.discount_base = view->discount_base;
    walks.role_anchor = view->role_anchor;
    json = cli_walk_json(&walks);
    for (size_t i = 0; json && i < sizeof shared / sizeof *shared; i++)
        json_object_del(json, shared[i]);
    return json;
}

json_t *cli_factor_json(const riwalk_embed_options *embed, const riwalk_embed_report *report)
{
    const riwalk_factor_options *factor = embed->factor;
    json_t *json = json_pack(
        "{s:s, s:s, s:I, s:I, s:I}", "trainer", "factor", "transform",
        transforms[factor->transform].name, "dimensions", (json_int_t)embed->training->dimensions,
        "rank", (json_int_t)report->rank, "exact_nodes", (json_int_t)report->exact_anchors);
    json_t *views = factor->views ? json_array() : NULL;

    if (!json)
        return NULL;
    for (size_t v = 0; v < factor->view_count; v++)
        if (factor->both || factor->views[v].role_anchor)
            json_array_append_new(views, view_json(embed, &factor->views[v]));
    if (given.preset == PRESET_BEST)
        json_object_set_new(json, "preset", json_string("best"));
    if (report->measures)
        json_object_set_new(json, "measures", json_integer(report->measures));
    if (views)
        json_object_set_new(json, "views", views);
    else if (factor->both)
        json_object_set_new(json, "role_anchor", json_string("both"));
    if (factor->exact == RIWALK_EXACT_ALWAYS)
        json_object_set_new(json, "walks", json_string("exact"));
    return json;
}
