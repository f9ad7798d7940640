/* SPDX-License-Identifier: MIT */
/* The table of options: the one place that knows the name, the range and the meaning of each, and
 * how it is written as text. */
#include "options/options.h"

#include "base/decimal.h"
#include "base/error.h"
#include "riwalk_options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const riwalk_option_choice classes[] = {
    {"auto", "share across graphs (factor, several graphs or a saved model), else log", NULL,
     RIWALK_DEGREE_CLASSES_AUTO},
    {"log", "by powers of the class base", NULL, RIWALK_DEGREE_CLASSES_LOG},
    {"share", "by the share of the graph's nodes that have as many neighbours", NULL,
     RIWALK_DEGREE_CLASSES_SHARE},
    {"none", "use exact degrees", NULL, RIWALK_DEGREE_CLASSES_NONE},
    {0},
};

static const riwalk_option_choice anchors[] = {
    {"auto", "both for the factor trainer on one graph without a saved model, else keep", NULL,
     RIWALK_ROLE_ANCHOR_AUTO},
    {"keep", "with the class; such roles carry over to other graphs", NULL,
     RIWALK_ROLE_ANCHOR_KEEP},
    {"drop", NULL, NULL, RIWALK_ROLE_ANCHOR_DROP},
    {"both", "factor: roles of both kinds side by side", NULL, RIWALK_ROLE_ANCHOR_BOTH},
    {0},
};

static const riwalk_option_choice walk_words[] = {
    {"auto", "80; deepwalk and node2vec 10; factor 200, or exact where that is less work", NULL,
     RIWALK_WALKS_AUTO},
    {"exact", "factor: expected visits instead of sampled walks", NULL, RIWALK_WALKS_EXACT},
    {0},
};

static const riwalk_option_choice trainers[] = {
    {"sgns", "skip-gram with negative sampling, as in the paper", NULL, RIWALK_TRAINER_SGNS},
    {"factor", "singular vectors of role visit counts; fast", NULL, RIWALK_TRAINER_FACTOR},
    {0},
};

static const riwalk_option_choice pairings[] = {
    {"all", "every pair within the window, as in the paper", NULL, RIWALK_PAIRS_ALL},
    {"anchor", "pairs that the anchor is part of: about twice as fast", NULL, RIWALK_PAIRS_ANCHOR},
    {0},
};

static const riwalk_option_choice weightings[] = {
    {"auto", "ppmi where roles use directions alone, else hellinger", NULL, RIWALK_WEIGHTING_AUTO},
    {"hellinger", "square roots of shares", NULL, RIWALK_WEIGHTING_HELLINGER},
    {"log", "logarithms of shares", NULL, RIWALK_WEIGHTING_LOG},
    {"ppmi", "positive pointwise mutual information", NULL, RIWALK_WEIGHTING_PPMI},
    {0},
};

static const riwalk_option_choice view_words[] = {
    {"one", "the one that the role options describe", NULL, 0},
    {"auto", "several that suit one graph where role-anchor becomes both, else one", NULL,
     RIWALK_VIEWS_AUTO},
    {"roles", "those that find roles by clusters", NULL, RIWALK_VIEWS_ROLES},
    {0},
};

static const riwalk_option_choice measures[] = {
    {"no", NULL, NULL, RIWALK_MEASURES_NO},
    {"yes", NULL, NULL, RIWALK_MEASURES_YES},
    {"auto", "where role-anchor becomes both", NULL, RIWALK_MEASURES_AUTO},
    {0},
};

static const riwalk_option_choice uses[] = {
    {"auto", "where the graph has them", NULL, RIWALK_USE_AUTO},
    {"no", NULL, NULL, RIWALK_USE_NO},
    {"yes", NULL, NULL, RIWALK_USE_YES},
    {0},
};

static const riwalk_option_choice stepping[] = {
    {"uniform", "all neighbours are equally likely", NULL, RIWALK_STEPS_UNIFORM},
    {"weight", "by the weights of edges", NULL, RIWALK_STEPS_WEIGHT},
    {0},
};

static const riwalk_option_choice switches[] = {
    {"yes", NULL, "True true", true},
    {"no", NULL, "False false", false},
    {0},
};

static const riwalk_option_choice candidates[] = {
    {"log", "about 12 log n of similar degree", "True true", false},
    {"all", "every other node: slow for many nodes", "False false", true},
    {0},
};

static const riwalk_option_choice feature_values[] = {
    {"log", "log(1 + value)", NULL, RIWALK_FEATURE_VALUES_LOG},
    {"bins", "ranks on a logarithmic scale", NULL, RIWALK_FEATURE_VALUES_BINS},
    {"raw", "sums and means as they are", NULL, RIWALK_FEATURE_VALUES_RAW},
    {0},
};

static const riwalk_option_choice orders[] = {
    {"both", "half of the dimensions each", NULL, RIWALK_ORDER_BOTH},
    {"first", "neighbours", NULL, RIWALK_ORDER_FIRST},
    {"second", "nodes with the same neighbours", NULL, RIWALK_ORDER_SECOND},
    {0},
};

static const riwalk_option_choice combined[] = {
    {"none", NULL, NULL, RIWALK_COMBINE_NONE},
    {"deepwalk", NULL, NULL, RIWALK_COMBINE_DEEPWALK},
    {"node2vec", NULL, NULL, RIWALK_COMBINE_NODE2VEC},
    {0},
};

/* ---- Rows ---- */

/* What an option is for: a method of its own, or what several have in common. */
#define FOR(method) (1u << RIWALK_METHOD_##method)
enum {
    FOR_ALL = 1 << 16,
    FOR_ROLES = 2 << 16,   /* RiWalk, unless views take their place */
    FOR_CLASSES = 4 << 16, /* roles with classes of degrees */
    FOR_WALKS = 8 << 16,
    FOR_SGNS = 16 << 16,
    FOR_ROLE_PAIRS = 32 << 16, /* RiWalk by skip-gram */
    FOR_FACTOR = 64 << 16,
    FOR_FEATURES = 128 << 16,
    FOR_COMBINATION = 256 << 16,
};

/* The field that an option fills: a member of the options, or several. */
typedef enum field_type {
    FIELD_MEMBER,
    FIELD_METHOD,
    FIELD_VIEWS,
    FIELD_SCALES,
} field_type;

typedef struct field {
    field_type type;
    size_t offset; /* of a member, as the next */
    size_t size;
    unsigned uses;
} field;

#define WHOLE RIWALK_OPTION_KIND_WHOLE
#define REAL RIWALK_OPTION_KIND_REAL
#define CHOICE RIWALK_OPTION_KIND_CHOICE
#define BYTES RIWALK_OPTION_KIND_BYTES
#define LIST RIWALK_OPTION_KIND_LIST
#define COMMON true
#define RARE false
#define OWN(type) type, 0, 0
#define AT(member)                                                                                 \
    FIELD_MEMBER, offsetof(riwalk_options, member), sizeof((riwalk_options){0}.member)

/* The options: the field that each fills, what it is for, and all that riwalk_option says of it. */
/* clang-format off */
#define WORD(word, help, value) (const riwalk_option_choice[]){{word, help, NULL, value}, {0}}
#define OPTIONS(ROW) \
    ROW(OWN(FIELD_METHOD), FOR_ALL, "method", "Method", CHOICE, "NAME", 0, 0, rw_method_choices, \
     "how vectors are made; for RiWalk, what a role is made of", NULL, "flag", COMMON, true) \
    ROW(AT(dimensions), FOR_ALL, "dimensions", "Method", WHOLE, "N", 1, 4096, NULL, \
     "length of a vector", NULL, NULL, COMMON, true) \
    ROW(AT(seed), FOR_ALL, "seed", "Method", WHOLE, "N", 0, 0, NULL, \
     "seed of the random numbers", NULL, NULL, COMMON, true) \
    ROW(AT(memory), FOR_ALL, "memory", "Method", BYTES, "LIMIT", 0, 0, NULL, \
     "use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of kept, or the run is refused with the amount it needs", NULL, NULL, RARE, false) \
    ROW(AT(view.radius), FOR_ROLES, "radius", "Roles", WHOLE, "N", 1, RIWALK_MAX_RADIUS, \
     WORD("max", "all nodes that can be reached", RIWALK_RADIUS_UNLIMITED), \
     "how far from its anchor a walk may go, in hops", "the riwalk methods without views", \
     "until-k", COMMON, true) \
    ROW(AT(view.classes), FOR_ROLES, "degree-classes", "Roles", CHOICE, "HOW", 0, 0, classes, \
     "how degrees and counts are put into classes", "the riwalk methods without views", NULL, RARE, true) \
    ROW(AT(view.class_base), FOR_CLASSES, "class-base", "Roles", REAL, "X", RW_LEAST_CLASS_BASE, 1e18, \
     WORD("auto", "2; 1.5 for classes by share", RIWALK_CLASS_BASE_AUTO), \
     "how much wider each degree class is than the one before", \
     "the riwalk methods without views, with degree classes", \
     NULL, RARE, true) \
    ROW(AT(view.role_anchor), FOR(RIWALK), "role-anchor", "Roles", CHOICE, "HOW", 0, 0, anchors, \
     "whether a role includes the degree class of its anchor", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(role_directions), FOR(RIWALK), "role-directions", "Roles", CHOICE, "HOW", 0, 0, uses, \
     "whether roles tell arcs out from arcs in", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(role_weights), FOR(RIWALK), "role-weights", "Roles", CHOICE, "HOW", 0, 0, uses, \
     "whether roles use classes of strength, by share, instead of degree", \
     "the riwalk methods", NULL, RARE, true) \
    ROW(AT(role_types), FOR(RIWALK), "role-types", "Roles", CHOICE, "HOW", 0, 0, uses, \
     "whether roles name the types of nodes", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(walks), FOR_WALKS, "walks", "Walks", WHOLE, "N", 1, RW_WALK_TOKENS_LIMIT, walk_words, \
     "walks from each node", "methods that walk", "num-walks", COMMON, true) \
    ROW(AT(walk_length), FOR_WALKS, "walk-length", "Walks", WHOLE, "N", 1, RW_WALK_LENGTH_LIMIT, \
     WORD("auto", "10; deepwalk and node2vec 80", RIWALK_WALK_LENGTH_AUTO), \
     "tokens per walk, including the anchor", "methods that walk", NULL, RARE, true) \
    ROW(AT(steps), FOR(RIWALK), "steps", "Walks", CHOICE, "HOW", 0, 0, stepping, \
     "which neighbour a walk steps to", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(trainer), FOR(RIWALK), "trainer", "Training", CHOICE, "NAME", 0, 0, trainers, \
     "how vectors are trained from RiWalk's walks", "the riwalk methods", NULL, COMMON, true) \
    ROW(AT(pairs), FOR_ROLE_PAIRS, "pairs", "Training", CHOICE, "WHICH", 0, 0, pairings, \
     "which pairs of tokens are trained", "the riwalk methods with skip-gram training", NULL, RARE, true) \
    ROW(AT(window), FOR_SGNS, "window", "Training", WHOLE, "N", 1, 10000, NULL, \
     "tokens at most this far apart are paired", "skip-gram training", "window-size", RARE, true) \
    ROW(AT(epochs), FOR_SGNS, "epochs", "Training", WHOLE, "N", 0, 100000, NULL, \
     "passes over all walks; 0 gives the initial random vectors", "skip-gram training", "iter", COMMON, true) \
    ROW(AT(negatives), FOR_SGNS | FOR(LINE), "negatives", "Training", WHOLE, "N", 1, 100, NULL, \
     "negative samples per pair", "skip-gram training and line", "negative", RARE, true) \
    ROW(AT(subsample), FOR_SGNS, "subsample", "Training", REAL, "T", 0, 1, NULL, \
     "downsample tokens more frequent than this; 0 keeps all", "skip-gram training", NULL, RARE, true) \
    ROW(AT(alpha), FOR_SGNS | FOR(LINE), "alpha", "Training", REAL, "RATE", 0, 1, NULL, \
     "the first learning rate", "skip-gram training and line", NULL, RARE, true) \
    ROW(AT(min_alpha), FOR_SGNS | FOR(LINE), "min-alpha", "Training", REAL, "RATE", 0, 1, NULL, \
     "the last learning rate", "skip-gram training and line", NULL, RARE, true) \
    ROW(AT(ns_exponent), FOR_SGNS | FOR(LINE), "ns-exponent", "Training", REAL, "X", -10, 10, NULL, \
     "noise is drawn by frequency to this power", "skip-gram training and line", NULL, RARE, true) \
    ROW(AT(weighting), FOR_FACTOR, "weighting", "Factor trainer", CHOICE, "NAME", 0, 0, weightings, \
     "how the share of each role in a node's visits is transformed", "the factor trainer", NULL, RARE, true) \
    ROW(OWN(FIELD_VIEWS), FOR_FACTOR, "views", "Factor trainer", LIST, "LIST", 0, 0, view_words, \
     "several ways to name roles, side by side: identifier, radius, class base, anchor and classes " \
     "of each, such as sp:4:2:keep,sp:4:1.5:keep:share,wl:2:none:drop; away: drop without visits to the anchor", "the factor trainer", NULL, RARE, true) \
    ROW(AT(measures), FOR_FACTOR, "measures", "Factor trainer", CHOICE, "HOW", 0, 0, measures, \
     "add columns with measures of the node (degrees, triangles)", "the factor trainer", NULL, RARE, true) \
    ROW(AT(norm), FOR_FACTOR, "norm", "Factor trainer", REAL, "X", 0.001, 1000, \
     WORD("auto", "3; 1 across graphs; with measures, less for larger graphs", RIWALK_NORM_AUTO), \
     "norm of the role part of each vector", "the factor trainer", NULL, RARE, true) \
    ROW(AT(p), FOR(NODE2VEC), "p", "node2vec", REAL, "X", 1e-30, 1e30, NULL, \
     "above 1 walks turn back less, below 1 more", "node2vec", NULL, RARE, true) \
    ROW(AT(q), FOR(NODE2VEC), "q", "node2vec", REAL, "X", 1e-30, 1e30, NULL, \
     "above 1 walks stay near, below 1 they go outward", "node2vec", NULL, RARE, true) \
    ROW(AT(layers), FOR(STRUC2VEC), "layers", "struc2vec", WHOLE, "N", 0, RIWALK_MAX_LAYERS, \
     WORD("max", "all layers", RIWALK_LAYERS_UNLIMITED), \
     "compare degrees up to this many hops away", "struc2vec", "until-layer", RARE, true) \
    ROW(AT(compact_degrees), FOR(STRUC2VEC), "compact-degrees", "struc2vec", CHOICE, "HOW", 0, 0, switches, \
     "compare runs of equal degrees, not every degree by itself", "struc2vec", "OPT1", RARE, true) \
    ROW(AT(all_pairs), FOR(STRUC2VEC), "candidates", "struc2vec", CHOICE, "HOW", 0, 0, candidates, \
     "how many other nodes each node is compared with", "struc2vec", "OPT2", RARE, true) \
    ROW(AT(stay), FOR(STRUC2VEC), "stay", "struc2vec", REAL, "X", 0.001, 1, NULL, \
     "the probability that a walk stays in its layer", "struc2vec", NULL, RARE, true) \
    ROW(OWN(FIELD_SCALES), FOR(GRAPHWAVE), "heat-scales", "GraphWave", LIST, "LIST", 0, 0, \
     WORD("auto", "two, computed from the graph", 0), \
     "how far heat spreads: numbers separated by commas, such as 10,50", "graphwave", NULL, RARE, true) \
    ROW(AT(bin_share), FOR_FEATURES, "bin-share", "ReFeX and RolX", REAL, "X", 0.01, 0.99, NULL, \
     "fraction of the remaining nodes that each bin of a feature takes, from the lowest values up", "refex and rolx", NULL, RARE, true) \
    ROW(AT(feature_values), FOR(REFEX), "feature-values", "ReFeX and RolX", CHOICE, "HOW", 0, 0, feature_values, \
     "what the columns of vectors are", "refex", NULL, RARE, true) \
    ROW(AT(role_count), FOR(ROLX), "roles", "ReFeX and RolX", WHOLE, "N", 1, RIWALK_MAX_ROLES, \
     WORD("auto", "by the shortest description length", RIWALK_ROLES_AUTO), \
     "number of roles", "rolx", NULL, RARE, true) \
    ROW(AT(order), FOR(LINE), "order", "LINE", CHOICE, "NAME", 0, 0, orders, \
     "which nodes get similar vectors", "line", NULL, RARE, true) \
    ROW(AT(samples), FOR(LINE), "samples", "LINE", WHOLE, "N", 1, 1000000, NULL, \
     "edges drawn for each node and order", "line", NULL, RARE, true) \
    ROW(AT(combine), FOR_ALL, "combine", "Combination", CHOICE, "NAME", 0, 0, combined, \
     "use half of each vector for proximity, by this method", NULL, NULL, RARE, true) \
    ROW(AT(balance), FOR_COMBINATION, "balance", "Combination", REAL, "B", 0, 1, NULL, \
     "the weight of that half, 0 to 1", "combinations", NULL, RARE, true) \
    ROW(AT(combine_walks), FOR_COMBINATION, "combine-walks", "Combination", WHOLE, "N", 1, RW_WALK_TOKENS_LIMIT, NULL, \
     "walks from each node for that half", "combinations", NULL, RARE, true) \
    ROW(AT(combine_walk_length), FOR_COMBINATION, "combine-walk-length", "Combination", WHOLE, "N", 2, RW_WALK_LENGTH_LIMIT, NULL, \
     "nodes of such a walk", "combinations", NULL, RARE, true)
/* clang-format on */

#define OPTION(where, uses, ...) {__VA_ARGS__},
#define FIELD(where, uses, ...) {where, uses},

static const riwalk_option list[] = {OPTIONS(OPTION){0}};
static const field fields[] = {OPTIONS(FIELD)};

#define COUNT (sizeof fields / sizeof *fields)

_Static_assert(sizeof(riwalk_method) == 4 && sizeof(riwalk_trainer) == 4,
               "enums are stored as 32 bits");

const riwalk_option *riwalk_option_list(void)
{
    return list;
}

/* ---- Finding ---- */

/* Names are equal if '-' and '_' are taken for the same. */
static bool same_name(const char *a, size_t length, const char *b)
{
    for (size_t i = 0; i < length; i++)
        if (a[i] != b[i] && !(a[i] == '-' && b[i] == '_'))
            return false;
    return !b[length];
}

static bool is_listed(const char *words, const char *name)
{
    while (words && *words) {
        size_t length = strcspn(words, " ");

        if (same_name(words, length, name))
            return true;
        words += length + strspn(words + length, " ");
    }
    return false;
}

static size_t find(const char *name)
{
    size_t i = 0;

    while (i < COUNT && !is_listed(list[i].name, name) && !is_listed(list[i].aliases, name))
        i++;
    return i;
}

static const riwalk_option_choice *choice_named(const riwalk_option *option, const char *name)
{
    for (const riwalk_option_choice *c = option->choices; c && c->name; c++)
        if (!strcmp(c->name, name) || is_listed(c->aliases, name))
            return c;
    return NULL;
}

static const riwalk_option_choice *choice_valued(const riwalk_option *option, uint64_t value)
{
    for (const riwalk_option_choice *c = option->choices; c && c->name; c++)
        if (c->value == value)
            return c;
    return NULL;
}

/* ---- Fields ---- */

static uint64_t get_whole(const riwalk_options *options, size_t i)
{
    uint64_t value = 0; /* of which a smaller field is the first bytes */

    if (fields[i].type == FIELD_METHOD)
        return (uint64_t)options->method << 4 | (uint64_t)options->view.identifier;
    memcpy(&value, (const char *)options + fields[i].offset, fields[i].size);
    return value;
}

static void set_whole(riwalk_options *options, size_t i, uint64_t value)
{
    double real = (double)value;

    if (fields[i].type == FIELD_METHOD) {
        options->method = (riwalk_method)(value >> 4);
        options->view.identifier = (riwalk_identifier)(value & 15);
    } else {
        memcpy((char *)options + fields[i].offset, list[i].kind == REAL ? (void *)&real : &value,
               fields[i].size);
    }
}

static double get_real(const riwalk_options *options, size_t i)
{
    double value;

    memcpy(&value, (const char *)options + fields[i].offset, sizeof value);
    return value;
}

/* The choice that an option has; NULL where it has another value. */
static const riwalk_option_choice *choice_of(const riwalk_options *options, size_t i)
{
    const riwalk_option_choice *c = list[i].choices;

    if (list[i].kind != REAL)
        return choice_valued(&list[i], get_whole(options, i));
    while (c && c->name && (double)c->value != get_real(options, i))
        c++;
    return c && c->name ? c : NULL;
}

static double most_of(const riwalk_option *option)
{
    return option->most > option->least ? option->most : 18446744073709551615.0;
}

riwalk_status rw_options_check_ranges(const riwalk_options *options, riwalk_error *error)
{
    for (size_t i = 0; i < COUNT; i++) {
        const riwalk_option *o = &list[i];
        char name[32];
        double value;

        if (o->kind == LIST || o->kind == BYTES)
            continue;
        snprintf(name, sizeof name, "%s", o->name);
        for (char *c = name; *c; c++)
            *c = *c == '-' ? '_' : *c;
        if (fields[i].type == FIELD_METHOD) {
            if (!choice_valued(o, (uint64_t)options->method << 4))
                return rw_refuse(error, "unknown method %u", (unsigned)options->method);
            continue;
        }
        if (choice_of(options, i))
            continue;
        if (o->kind == CHOICE)
            return rw_refuse(error, "%s: there is no choice number %" PRIu64, name,
                             get_whole(options, i));
        value = o->kind == REAL ? get_real(options, i) : (double)get_whole(options, i);
        if (!(value >= o->least && value <= most_of(o)))
            return rw_refuse(error, "%s must be from %.15g to %.15g, not %.15g", name, o->least,
                             o->most, value);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Text ---- */

/* A sentence about a value that is not taken: "NAME: 'VALUE' is ..." */
static riwalk_status refuse(const char *name, const char *value, const char *reason,
                            const riwalk_option *option, riwalk_error *error)
{
    char words[256] = "";
    size_t used = 0;

    for (const riwalk_option_choice *c = option->choices; c && c->name && used < sizeof words; c++)
        used +=
            (size_t)snprintf(words + used, sizeof words - used, "%s%s", used ? ", " : "", c->name);
    return rw_refuse(error, "%s: '%.64s' is not %s%s%s", name, value, reason,
                     *reason && *words ? " or " : "", option->kind == LIST ? "" : words);
}

static riwalk_status parse_whole(riwalk_options *options, size_t i, const char *name,
                                 const char *value, riwalk_error *error)
{
    const riwalk_option *o = &list[i];
    const char *digits = value + strspn(value, "0");
    char reason[96];
    uint64_t number = 0;

    snprintf(reason, sizeof reason, "a whole number from %.0f", o->least);
    if (o->most > o->least)
        snprintf(reason, sizeof reason, "a whole number from %.0f to %.0f", o->least, o->most);
    if (!*value || value[strspn(value, "0123456789")] || strlen(digits) > 20)
        return refuse(name, value, reason, o, error);
    for (; *digits; digits++) {
        unsigned digit = (unsigned)(*digits - '0');

        if (number > (UINT64_MAX - digit) / 10)
            return refuse(name, value, reason, o, error);
        number = number * 10 + digit;
    }
    if ((double)number < o->least || (double)number > most_of(o))
        return refuse(name, value, reason, o, error);
    set_whole(options, i, number);
    return RIWALK_STATUS_OK;
}

static riwalk_status parse_real(riwalk_options *options, size_t i, const char *name,
                                const char *value, riwalk_error *error)
{
    const riwalk_option *o = &list[i];
    char reason[96];
    double number;

    snprintf(reason, sizeof reason, "a number from %g to %g", o->least, o->most);
    if (!rw_parse_double(value, strlen(value), &number) || !(number >= o->least) ||
        !(number <= o->most))
        return refuse(name, value, reason, o, error);
    memcpy((char *)options + fields[i].offset, &number, sizeof number);
    return RIWALK_STATUS_OK;
}

/* A number and perhaps a unit: powers of 1000, as disks and files are measured. */
static riwalk_status parse_bytes(riwalk_options *options, size_t i, const char *name,
                                 const char *value, riwalk_error *error)
{
    static const char units[] = "kmgt";
    size_t length = strspn(value, "0123456789.");
    const char *end = value + length, *unit = *end ? strchr(units, *end | 0x20) : NULL;
    double number;

    if (!rw_parse_double(value, length, &number))
        return refuse(name, value, "a size such as 500M or 2G", &list[i], error);
    for (const char *u = units; unit && u <= unit; u++)
        number *= 1000;
    end += unit != NULL;
    end += *end == 'B' || *end == 'b';
    if (*end || !(number >= 0 && number < 1e18))
        return refuse(name, value, "a size such as 500M or 2G", &list[i], error);
    set_whole(options, i, (uint64_t)number);
    return RIWALK_STATUS_OK;
}

static const char *parse_scales(const char *text, riwalk_options *options)
{
    static const char reason[] = "auto, nor numbers from 1e-6 to 1e6 split by commas";
    double scales[RIWALK_MAX_SCALES];
    uint32_t count = 0;

    if (!strcmp(text, "auto")) {
        options->scale_count = 0;
        return NULL;
    }
    for (;; text++) {
        size_t length = strcspn(text, ",");

        if (count == RIWALK_MAX_SCALES || !rw_parse_double(text, length, &scales[count]) ||
            !(scales[count] >= 1e-6 && scales[count] <= 1e6))
            return reason;
        count++;
        text += length;
        if (!*text)
            break;
    }
    options->scale_count = count;
    memcpy(options->scales, scales, count * sizeof *scales);
    return NULL;
}

static riwalk_status parse_list(riwalk_options *options, size_t i, const char *name,
                                const char *value, riwalk_error *error)
{
    const char *reason = fields[i].type == FIELD_VIEWS ? rw_views_parse(value, options)
                                                       : parse_scales(value, options);

    return reason ? rw_refuse(error, "%s: '%.64s' is neither %s", name, value, reason)
                  : RIWALK_STATUS_OK;
}

riwalk_status riwalk_options_set(riwalk_options *options, const char *name, const char *value,
                                 riwalk_error *error)
{
    const riwalk_option_choice *choice;
    size_t i;

    if (!options || !name || !value)
        return rw_refuse(error, "the options, the name and the value must not be NULL");
    if ((i = find(name)) == COUNT)
        return rw_refuse(error, "%.64s: there is no such option", name);
    if (list[i].kind != LIST && (choice = choice_named(&list[i], value))) {
        set_whole(options, i, choice->value);
        return RIWALK_STATUS_OK;
    }
    switch (list[i].kind) {
    case WHOLE:
        return parse_whole(options, i, name, value, error);
    case REAL:
        return parse_real(options, i, name, value, error);
    case BYTES:
        return parse_bytes(options, i, name, value, error);
    case LIST:
        return parse_list(options, i, name, value, error);
    default:
        return refuse(name, value, "", &list[i], error);
    }
}

static size_t format_scales(const riwalk_options *options, char *buffer, size_t capacity)
{
    size_t used = 0;

    if (!options->scale_count)
        return (size_t)snprintf(buffer, capacity, "auto");
    for (uint32_t s = 0; s < options->scale_count; s++) {
        char number[RW_DOUBLE_CHARS + 1];

        number[rw_format_double(options->scales[s], number)] = 0;
        used +=
            (size_t)snprintf(buffer + (used < capacity ? used : capacity),
                             used < capacity ? capacity - used : 0, "%s%s", s ? "," : "", number);
    }
    return used;
}

size_t riwalk_options_get(const riwalk_options *options, const char *name, char *buffer,
                          size_t capacity)
{
    const riwalk_option_choice *choice;
    size_t i = find(name);
    char number[RW_DOUBLE_CHARS + 1];

    if (i == COUNT)
        return 0;
    if (fields[i].type == FIELD_VIEWS)
        return rw_views_format(options, buffer, capacity);
    if (fields[i].type == FIELD_SCALES)
        return format_scales(options, buffer, capacity);
    if ((choice = choice_of(options, i)))
        return (size_t)snprintf(buffer, capacity, "%s", choice->name);
    if (list[i].kind == REAL) {
        number[rw_format_double(get_real(options, i), number)] = 0;
        return (size_t)snprintf(buffer, capacity, "%s", number);
    }
    return (size_t)snprintf(buffer, capacity, "%" PRIu64, get_whole(options, i));
}

bool riwalk_options_use(const riwalk_options *o, const riwalk_option *option)
{
    const riwalk_method_info *method = riwalk_method_describe(o->method);
    bool combination = o->combine != RIWALK_COMBINE_NONE, factor;
    unsigned active = FOR_ALL;
    size_t i = find(option->name);

    if (!method || i == COUNT)
        return false;
    factor = rw_options_factor(o);
    active |= 1u << o->method | (combination ? 1u << rw_combined_method(o) | FOR_COMBINATION : 0);
    active |= method->roles && !(factor && o->view_count) ? FOR_ROLES : 0;
    if ((active & FOR_ROLES) && o->view.classes != RIWALK_DEGREE_CLASSES_NONE)
        active |= FOR_CLASSES;
    active |= method->walks ? FOR_WALKS : 0;
    active |= (method->walks && !factor) || combination ? FOR_SGNS : 0;
    active |= method->roles ? (factor ? FOR_FACTOR : FOR_ROLE_PAIRS) : 0;
    active |= method->features ? FOR_FEATURES : 0;
    return fields[i].uses & active;
}

riwalk_status riwalk_options_check_use(const riwalk_options *resolved, const char *name,
                                       const char *value, riwalk_error *error)
{
    char given[512], usual[512];
    riwalk_options defaults, typed;
    size_t i;

    riwalk_options_init(&defaults);
    typed = defaults;
    RW_MUST(riwalk_options_set(&typed, name, value, error));
    i = find(name);
    riwalk_options_get(&typed, name, given, sizeof given);
    riwalk_options_get(&defaults, name, usual, sizeof usual);
    if (riwalk_options_use(resolved, &list[i]) || !strcmp(given, usual))
        return RIWALK_STATUS_OK;
    return rw_refuse(error, "%.64s has no effect here: it is for %s", name, list[i].use);
}
