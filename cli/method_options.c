/* SPDX-License-Identifier: MIT */
/* The table of methods and of their own options. */
#include "method_options.h"

#include "ratios.h"
#include "report.h"
#include "train_options.h"
#include "trainer_options.h"
#include "walk_options.h"

#include <string.h>

/* A choice stands for a method and, where it is RiWalk, for an identifier. */
#define METHOD(method, identifier) (RIWALK_METHOD_##method << 4 | RIWALK_IDENTIFIER_##identifier)
#define NONE RIWALK_METHOD_RIWALK /* of methods to combine with */

static struct {
    int method;
    riwalk_node2vec_options node2vec;
    int combined;
    riwalk_combine_options combine;
    riwalk_struc2vec_options struc2vec;
    int compact;
    int all_pairs;
    const char *scale_text;
    double scales[CLI_MAX_RATIOS];
    int wavelets;
    riwalk_graphwave_options graphwave;
} given;

static const cli_choice methods[] = {
    {"riwalk-sp", METHOD(RIWALK, SP), "degrees of anchor and context, and their distance", "sp"},
    {"riwalk-wl", METHOD(RIWALK, WL), "how many neighbours a context has in each layer", "wl"},
    {"riwalk-rw-sp", METHOD(RIWALK, RW_SP), "sp in the part of the graph that was walked",
     "rw-sp rwsp"},
    {"riwalk-rw-wl", METHOD(RIWALK, RW_WL), "wl in the part of the graph that was walked",
     "rw-wl rwwl"},
    {"deepwalk", METHOD(DEEPWALK, SP), "near vectors for near nodes, not for roles", NULL},
    {"node2vec", METHOD(NODE2VEC, SP), "the same with walks biased by --p and --q", NULL},
    {"struc2vec", METHOD(STRUC2VEC, SP), "near for similar degrees in the surroundings", NULL},
    {"graphwave", METHOD(GRAPHWAVE, SP), "how heat spreads from a node; no walks, no training",
     NULL},
    {0},
};

static const cli_choice combined[] = {
    {"none", NONE, NULL, NULL},
    {"deepwalk", RIWALK_METHOD_DEEPWALK, NULL, NULL},
    {"node2vec", RIWALK_METHOD_NODE2VEC, NULL, NULL},
    {0},
};

static const cli_choice layers[] = {
    {"max", (int)RIWALK_LAYERS_MAX, "all there are", NULL},
    {0},
};

static const cli_choice compact[] = {
    {"yes", true, NULL, "True true"},
    {"no", false, NULL, "False false"},
    {0},
};

static const cli_choice candidates[] = {
    {"log", false, "about 12 log n of similar degree", "True true"},
    {"all", true, "every other one: slow for many nodes", "False false"},
    {0},
};

static const cli_choice wavelets[] = {
    {"auto", RIWALK_WAVELETS_AUTO, NULL, NULL},
    {"exact", RIWALK_WAVELETS_EXACT, NULL, NULL},
    {"chebyshev", RIWALK_WAVELETS_CHEBYSHEV, NULL, NULL},
    {0},
};

/* What an option goes with: its tag. */
enum {
    FOR_ALL,
    FOR_NODE2VEC,
    FOR_COMBINED,
    FOR_STRUC2VEC,
    FOR_GRAPHWAVE
};

static cli_option options[] = {
    {
        .name = "method",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.method,
        .choices = methods,
        .help = "how vectors are made; for RiWalk, what a role is made of",
        .basic = true,
        .aliases = "flag",
    },
    {
        .name = "p",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &given.node2vec.p,
        .least = 1e-30,
        .most = 1e30,
        .help = "node2vec: above 1 walks turn back less, below 1 more",
        .tag = FOR_NODE2VEC,
    },
    {
        .name = "q",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &given.node2vec.q,
        .least = 1e-30,
        .most = 1e30,
        .help = "node2vec: above 1 walks stay near, below 1 they go outward",
        .tag = FOR_NODE2VEC,
    },
    {
        .name = "combine",
        .kind = CLI_CHOICE,
        .placeholder = "NAME",
        .store = &given.combined,
        .choices = combined,
        .help = "add to each vector where its node is, by this method; without options of method, "
                "trainer, roles or walks the rest is made to go with it",
    },
    {
        .name = "balance",
        .kind = CLI_REAL,
        .placeholder = "B",
        .store = &given.combine.balance,
        .least = 0,
        .most = 1,
        .help = "the weight of that part, 0 to 1",
        .tag = FOR_COMBINED,
    },
    {
        .name = "layers",
        .kind = CLI_U32,
        .placeholder = "N",
        .store = &given.struc2vec.layers,
        .maximum = RIWALK_LAYERS_LIMIT,
        .choices = layers,
        .help = "struc2vec: compare the degrees of nodes up to so many hops away",
        .aliases = "until-layer",
        .tag = FOR_STRUC2VEC,
    },
    {
        .name = "compact-degrees",
        .kind = CLI_CHOICE,
        .placeholder = "HOW",
        .store = &given.compact,
        .choices = compact,
        .help = "struc2vec: compare runs of equal degrees, not every degree by itself",
        .aliases = "OPT1",
        .tag = FOR_STRUC2VEC,
    },
    {
        .name = "candidates",
        .kind = CLI_CHOICE,
        .placeholder = "HOW",
        .store = &given.all_pairs,
        .choices = candidates,
        .help = "struc2vec: how many others a node is compared with",
        .aliases = "OPT2",
        .tag = FOR_STRUC2VEC,
    },
    {
        .name = "stay",
        .kind = CLI_REAL,
        .placeholder = "X",
        .store = &given.struc2vec.stay,
        .least = 0.001,
        .most = 1,
        .help = "struc2vec: the probability that a walk stays in its layer",
        .tag = FOR_STRUC2VEC,
    },
    {
        .name = "heat-scales",
        .kind = CLI_STRING,
        .placeholder = "LIST",
        .store = &given.scale_text,
        .shown = "auto",
        .help =
            "graphwave: how far heat spreads: numbers split by commas, such as 10,50; auto: two "
            "that follow from the graph",
        .former = "scales",
        .tag = FOR_GRAPHWAVE,
    },
    {
        .name = "wavelets",
        .kind = CLI_CHOICE,
        .placeholder = "HOW",
        .store = &given.wavelets,
        .choices = wavelets,
        .help = "graphwave: by eigenvectors or by polynomials; auto: exact up to 512 nodes",
        .tag = FOR_GRAPHWAVE,
    },
    {0},
};

static void prepare(void)
{
    given.method = METHOD(RIWALK, SP);
    given.combined = NONE;
    riwalk_node2vec_options_init(&given.node2vec);
    riwalk_combine_options_init(&given.combine);
    riwalk_struc2vec_options_init(&given.struc2vec);
    given.compact = given.struc2vec.compact;
    given.all_pairs = given.struc2vec.all_pairs;
    riwalk_graphwave_options_init(&given.graphwave);
}

const cli_group cli_method_group = {"Method", options, prepare};

static riwalk_method method(void)
{
    return (riwalk_method)(given.method >> 4);
}

static const char *name_of(const cli_choice *choices, int value)
{
    while (choices->name && choices->value != value)
        choices++;
    return choices->name;
}

static bool has_node2vec(void)
{
    return method() == RIWALK_METHOD_NODE2VEC || given.combined == RIWALK_METHOD_NODE2VEC;
}

bool cli_method_has_roles(void)
{
    return method() == RIWALK_METHOD_RIWALK;
}

bool cli_method_combines(void)
{
    return given.combined != NONE;
}

bool cli_method_walks(void)
{
    return method() != RIWALK_METHOD_GRAPHWAVE || cli_method_combines();
}

static int check_scales(const cli_command *command)
{
    if (!given.scale_text || !strcmp(given.scale_text, "auto"))
        return CLI_EXIT_FINE;
    if (cli_parse_ratios(given.scale_text, given.scales, &given.graphwave.scale_count))
        return cli_usage(command,
                         "--heat-scales: '%s' is neither auto nor a list of numbers such as 10,50",
                         given.scale_text);
    given.graphwave.scales = given.scales;
    return CLI_EXIT_FINE;
}

/* Walks and training are not for GraphWave, but for the number of dimensions. */
static int check_unused(const cli_command *command)
{
    const cli_group *groups[] = {&cli_embed_walk_group, &cli_train_group};
    size_t count = cli_method_combines() ? 1 : 2; /* the other half trains, on walks of its own */

    for (size_t g = 0; g < count; g++)
        for (const cli_option *option = groups[g]->options; option->help; option++)
            if (option->given && strcmp(option->name, "dimensions") && strcmp(option->name, "seed"))
                return cli_usage(command, "--%s is about walks or training, and %s has neither",
                                 option->name, name_of(methods, given.method));
    return CLI_EXIT_FINE;
}

int cli_check_method(const cli_command *command)
{
    const char *role_option = cli_given_role_option();

    for (const cli_option *option = options; option->help; option++) {
        if (!option->given)
            continue;
        if (option->tag == FOR_NODE2VEC && !has_node2vec())
            return cli_usage(command, "--%s goes with node2vec only", option->name);
        if (option->tag == FOR_STRUC2VEC && method() != RIWALK_METHOD_STRUC2VEC)
            return cli_usage(command, "--%s goes with struc2vec only", option->name);
        if (option->tag == FOR_COMBINED && given.combined == NONE)
            return cli_usage(command, "--%s goes with --combine only", option->name);
        if (option->tag == FOR_GRAPHWAVE && method() != RIWALK_METHOD_GRAPHWAVE)
            return cli_usage(command, "--%s goes with graphwave only", option->name);
    }
    if (role_option && method() != RIWALK_METHOD_RIWALK)
        return cli_usage(command, "--%s is about roles, which %s does not have", role_option,
                         name_of(methods, given.method));
    if (method() == RIWALK_METHOD_GRAPHWAVE && check_unused(command))
        return CLI_EXIT_USAGE;
    return check_scales(command);
}

/* Whether an option says what the part of a combination that is not proximity is like. */
static bool structure_given(void)
{
    const cli_group *groups[] = {&cli_ball_group, &cli_embed_walk_group, &cli_trainer_group};

    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
        for (const cli_option *option = groups[g]->options; option->help; option++)
            if (option->given && strcmp(option->name, "seed"))
                return true;
    return options[0].given; /* --method */
}

void cli_method_options(riwalk_embed_options *embed, riwalk_walk_options *walks)
{
    embed->method = method();
    walks->identifier = (riwalk_identifier)(given.method & 15);
    embed->node2vec = &given.node2vec;
    given.struc2vec.compact = given.compact;
    given.struc2vec.all_pairs = given.all_pairs;
    embed->struc2vec = &given.struc2vec;
    given.graphwave.wavelets = (riwalk_wavelets)given.wavelets;
    embed->graphwave = &given.graphwave;
    if (given.combined == NONE)
        return;
    given.combine.method = (riwalk_method)given.combined;
    given.combine.views = !structure_given();
    embed->combine = &given.combine;
}

static int check_struc2vec_graph(const char *path, const riwalk_graph *graph)
{
    if (riwalk_graph_is_directed(graph))
        return cli_fail("%s is a directed graph, and struc2vec compares nodes of undirected ones: "
                        "leave out --directed, or convert it to an edge list and read that",
                        strcmp(path, "-") ? path : "standard input");
    if (riwalk_graph_is_weighted(graph))
        cli_note("the weights of edges are not used: struc2vec compares degrees only");
    return CLI_EXIT_FINE;
}

int cli_check_method_graph(const char *path, const riwalk_graph *graph)
{
    if (method() == RIWALK_METHOD_STRUC2VEC)
        return check_struc2vec_graph(path, graph);
    if (method() == RIWALK_METHOD_GRAPHWAVE && riwalk_graph_is_directed(graph))
        return cli_fail("%s is a directed graph, and heat spreads on undirected ones: leave out "
                        "--directed, or convert it to an edge list and read that",
                        strcmp(path, "-") ? path : "standard input");
    if (method() != RIWALK_METHOD_RIWALK)
        return CLI_EXIT_FINE;
    return cli_check_graph(path, graph, given.combined == NONE ? "" : " for roles");
}

static json_t *combined_json(void)
{
    return json_pack("{s:s, s:f, s:I, s:I, s:b}", "method", name_of(combined, given.combined),
                     "balance", given.combine.balance, "walks", (json_int_t)given.combine.walks,
                     "walk_length", (json_int_t)given.combine.walk_length, "views",
                     given.combine.views);
}

static bool add_struc2vec(json_t *root)
{
    json_t *deepest = given.struc2vec.layers == RIWALK_LAYERS_MAX
                          ? json_string("max")
                          : json_integer((json_int_t)given.struc2vec.layers);

    return !json_object_set_new(root, "layers", deepest) &&
           !json_object_set_new(root, "compact_degrees", json_boolean(given.compact)) &&
           !json_object_set_new(root, "candidates",
                                json_string(name_of(candidates, given.all_pairs))) &&
           !json_object_set_new(root, "stay", json_real(given.struc2vec.stay));
}

static bool add_graphwave(json_t *root, double eigenvalue)
{
    riwalk_graphwave_options *o = &given.graphwave;
    json_t *list = json_array();

    if (!o->scales)
        riwalk_graphwave_scales(eigenvalue, o->scale_count, given.scales);
    for (uint32_t s = 0; s < o->scale_count; s++)
        json_array_append_new(list, json_real(given.scales[s]));
    json_object_del(root, "walks");
    json_object_del(root, "walk_length");
    if (!cli_method_walks())
        json_object_del(root, "seed");
    return !json_object_set_new(root, "scales", list) &&
           !json_object_set_new(root, "wavelets", json_string(name_of(wavelets, given.wavelets)));
}

bool cli_add_method_json(json_t *root, const riwalk_embed_report *report)
{
    static const char *const roles[] = {"radius", "discount_base", "role_anchor", "walks",
                                        "walk_length"};
    bool fine = !json_object_set_new(root, "method", json_string(name_of(methods, given.method)));
    bool views = given.combined != NONE && given.combine.views;
    size_t unused = views ? 5 : method() != RIWALK_METHOD_RIWALK ? 3 : 0;

    for (size_t i = 0; i < unused; i++)
        json_object_del(root, roles[i]);
    if (has_node2vec())
        fine = fine && !json_object_set_new(root, "p", json_real(given.node2vec.p)) &&
               !json_object_set_new(root, "q", json_real(given.node2vec.q));
    if (method() == RIWALK_METHOD_STRUC2VEC)
        fine = fine && add_struc2vec(root);
    if (method() == RIWALK_METHOD_GRAPHWAVE)
        fine = fine && add_graphwave(root, report->eigenvalue);
    return fine &&
           (given.combined == NONE || !json_object_set_new(root, "combine", combined_json()));
}
