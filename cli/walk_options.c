/* SPDX-License-Identifier: MIT */
/* The tables of the options of roles and walks, and samplers made from them. */
#include "walk_options.h"

#include "common.h"
#include "graph_options.h"
#include "json.h"
#include "progress.h"
#include "report.h"

#include <string.h>

static struct {
    int method;
    int role_anchor;
    bool no_discount;
    riwalk_walk_options library;
} given;

static const cli_choice methods[] = {
    {"riwalk-sp", RIWALK_IDENTIFIER_SP, "degrees of anchor and context, and their distance", "sp"},
    {"riwalk-wl", RIWALK_IDENTIFIER_WL, "how many neighbours a context has in each layer", "wl"},
    {"riwalk-rw-sp", RIWALK_IDENTIFIER_RW_SP, "sp in the part of the graph that was walked",
     "rw-sp rwsp"},
    {"riwalk-rw-wl", RIWALK_IDENTIFIER_RW_WL, "wl in the part of the graph that was walked",
     "rw-wl rwwl"},
    {0},
};

static const cli_choice radii[] = {
    {"max", (int)RIWALK_RADIUS_MAX, "all nodes that can be reached", NULL},
    {0},
};

#define WALKS_EXACT UINT32_MAX

static const cli_choice walk_counts[] = {
    {"exact", (int)WALKS_EXACT, "factor: the expectation of walks, without chance", NULL},
    {0},
};

static const cli_choice anchors[] = {
    {"keep", true, NULL, NULL},
    {"drop", false, NULL, NULL},
    {0},
};

static cli_option role_options[] = {
    {
        .name = "method",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.method,
        .choices = methods,
        .help = "what a role is made of",
        .basic = true,
        .aliases = "flag",
    },
    {
        .name = "radius",
        .kind = CLI_U32,
        .placeholder = "N",
        .store = &given.library.radius,
        .minimum = 1,
        .maximum = RIWALK_RADIUS_LIMIT,
        .choices = radii,
        .help = "how far from its anchor a walk may go, 1 to 64 hops",
        .basic = true,
        .aliases = "until-k",
    },
    {
        .name = "no-discount",
        .kind = CLI_FLAG,
        .store = &given.no_discount,
        .help = "tell every degree from every other, instead of classes",
        .aliases = "without-discount",
    },
    {
        .name = "discount-base",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &given.library.discount_base,
        .least = 1.1,
        .most = 1e9,
        .help = "how much wider each class of degrees is than the one before",
    },
    {
        .name = "role-anchor",
        .kind = CLI_CHOICE,
        .placeholder = "HOW",
        .store = &given.role_anchor,
        .choices = anchors,
        .help = "whether a role names the degree class of its anchor",
    },
    {0},
};

#define WALKS                                                                                      \
    .name = "walks", .kind = CLI_U32, .placeholder = "N", .store = &given.library.walks,           \
    .minimum = 1, .help = "walks from each anchor", .aliases = "num-walks", .basic = true

#define MORE_WALK_OPTIONS                                                                          \
    {                                                                                              \
        .name = "walk-length",                                                                     \
        .kind = CLI_U32,                                                                           \
        .placeholder = "N",                                                                        \
        .store = &given.library.walk_length,                                                       \
        .minimum = 1,                                                                              \
        .maximum = 10000,                                                                          \
        .help = "tokens of a walk, the anchor included",                                           \
        .basic = true,                                                                             \
    },                                                                                             \
        {                                                                                          \
            .name = "seed",                                                                        \
            .kind = CLI_U64,                                                                       \
            .placeholder = "N",                                                                    \
            .store = &given.library.seed,                                                          \
            .help = "seed of the random numbers",                                                  \
            .basic = true,                                                                         \
        },                                                                                         \
        {0},

static cli_option walk_options[] = {{WALKS}, MORE_WALK_OPTIONS};
static cli_option embed_options[] = {{WALKS, .choices = walk_counts}, MORE_WALK_OPTIONS};

static void prepare(void)
{
    riwalk_walk_options_init(&given.library);
    given.method = (int)given.library.identifier;
    given.role_anchor = given.library.role_anchor;
    given.no_discount = !given.library.discount;
}

const cli_group cli_role_group = {"Roles", role_options, prepare};
const cli_group cli_ball_group = {"Roles", role_options + 1, prepare}; /* all but --method */
const cli_group cli_walk_group = {"Walks", walk_options, NULL};
const cli_group cli_embed_walk_group = {"Walks", embed_options, NULL};

int cli_check_walks(const cli_command *command)
{
    if (!given.no_discount)
        return CLI_EXIT_FINE;
    for (const cli_option *option = role_options; option->help; option++)
        if (option->given && option->store == &given.library.discount_base)
            return cli_usage(command, "--no-discount leaves --discount-base without a meaning");
    return CLI_EXIT_FINE;
}

void cli_walk_options(riwalk_walk_options *options)
{
    *options = given.library;
    options->threads = (int)cli_given.threads;
    options->progress = cli_progress_show;
    options->identifier = (riwalk_identifier)given.method;
    options->role_anchor = given.role_anchor;
    options->discount = !given.no_discount;
    if (options->walks == WALKS_EXACT) { /* then their number has no meaning */
        riwalk_walk_options usual;

        riwalk_walk_options_init(&usual);
        options->walks = usual.walks;
    }
}

riwalk_exact cli_walks_exact(void)
{
    if (!embed_options[0].given)
        return RIWALK_EXACT_AUTO;
    return given.library.walks == WALKS_EXACT ? RIWALK_EXACT_ALWAYS : RIWALK_EXACT_NEVER;
}

bool cli_role_anchor_given(void)
{
    for (const cli_option *option = role_options; option->help; option++)
        if (option->store == &given.role_anchor)
            return option->given;
    return false;
}

bool cli_role_anchor_kept(void)
{
    return cli_role_anchor_given() && given.role_anchor;
}

const char *cli_given_role_option(void)
{
    for (const cli_option *option = role_options + 1; option->help; option++)
        if (option->given)
            return option->name;
    return NULL;
}

int cli_check_graph(const char *path, const riwalk_graph *graph, const char *purpose)
{
    if (riwalk_graph_is_directed(graph))
        return cli_fail("%s is a directed graph, and roles are defined on undirected ones: leave "
                        "out --directed, or convert it to an edge list and read that",
                        strcmp(path, "-") ? path : "standard input");
    if (riwalk_graph_is_weighted(graph))
        cli_note("the weights of edges are not used%s: walks take every edge alike", purpose);
    return CLI_EXIT_FINE;
}

int cli_make_sampler(const cli_command *command, const char *path, const riwalk_graph *graph,
                     const riwalk_walk_options *options, riwalk_sampler **sampler)
{
    riwalk_status status;
    riwalk_error error;

    cli_note_losses(graph, NULL);
    if (cli_check_graph(path, graph, ""))
        return CLI_EXIT_FAILED;
    status = riwalk_sampler_create(graph, options, sampler, &error);
    /* What is left of the library's arguments are options of ours. */
    if (status == RIWALK_STATUS_ARGUMENT)
        return cli_usage(command, "%s", error.message);
    return status ? cli_fail_with(&error) : CLI_EXIT_FINE;
}

/* ---- JSON ---- */

const char *cli_method_name(const riwalk_walk_options *options)
{
    for (const cli_choice *method = methods; method->name; method++)
        if (method->value == (int)options->identifier)
            return method->name;
    return "";
}

json_t *cli_walk_json(const riwalk_walk_options *options)
{
    json_t *radius = options->radius == RIWALK_RADIUS_MAX
                         ? json_string("max")
                         : json_integer((json_int_t)options->radius);
    json_t *base = options->discount ? json_real(options->discount_base) : json_null();

    return json_pack("{s:s, s:o, s:o, s:s, s:I, s:I, s:o}", "method", cli_method_name(options),
                     "radius", radius, "discount_base", base, "role_anchor",
                     options->role_anchor ? "keep" : "drop", "walks", (json_int_t)options->walks,
                     "walk_length", (json_int_t)options->walk_length, "seed",
                     cli_json_seed(options->seed));
}

json_t *cli_role_json(const riwalk_sampler *sampler, uint64_t role)
{
    char token[CLI_ROLE_TOKEN], words[CLI_ROLE_WORDS];
    uint64_t values[RIWALK_ROLE_FIELDS];
    json_t *tuple = json_object();

    riwalk_role_token(sampler, role, token, sizeof token);
    riwalk_role_words(sampler, role, words, sizeof words);
    riwalk_role_tuple(sampler, role, values);
    for (unsigned f = 0; f < riwalk_role_field_count(sampler); f++)
        json_object_set_new(tuple, riwalk_role_field_name(sampler, f),
                            json_integer((json_int_t)values[f]));
    return json_pack("{s:s, s:o, s:s}", "role", token, "tuple", tuple, "meaning", words);
}
