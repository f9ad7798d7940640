/* SPDX-License-Identifier: MIT */
/* The options, row by row: the only place with the name, default, range and meaning of each.
 * Included by table.c. */
#ifndef RW_OPTIONS_ROWS_H
#define RW_OPTIONS_ROWS_H

#include "options/options.h"

/* Which runs an option applies to: one method, or a group of methods. */
#define FOR(method) (1u << RIWALK_METHOD_##method)
enum {
    FOR_ALL = 1 << 16,
    FOR_ROLES = 2 << 16,   /* RiWalk, unless `views` replaces the view */
    FOR_CLASSES = 4 << 16, /* roles with degree classes */
    FOR_WALKS = 8 << 16,
    FOR_SGNS = 16 << 16,
    FOR_ROLE_PAIRS = 32 << 16, /* RiWalk with skip-gram */
    FOR_FACTOR = 64 << 16,
    FOR_FEATURES = 128 << 16,
    FOR_COMBINATION = 256 << 16,
};

/* The field that an option sets: a member of the options, or several. */
typedef enum field_type {
    FIELD_MEMBER,
    FIELD_METHOD, /* with the identifier */
    FIELD_VIEWS,  /* a choice sets the number alone, a list the views, too */
    FIELD_SCALES, /* the same */
} field_type;

typedef struct field {
    field_type type;
    size_t offset, size; /* of the member */
    double usual;        /* the default */
    unsigned uses;
} field;

#define WHOLE RIWALK_OPTION_KIND_WHOLE
#define REAL RIWALK_OPTION_KIND_REAL
#define CHOICE RIWALK_OPTION_KIND_CHOICE
#define BYTES RIWALK_OPTION_KIND_BYTES
#define LIST RIWALK_OPTION_KIND_LIST
#define COMMON true
#define RARE false
#define OF(type, member, usual)                                                                    \
    type, offsetof(riwalk_options, member), sizeof((riwalk_options){0}.member), usual
#define AT(member, usual) OF(FIELD_MEMBER, member, usual)

/* The options: their field with its default (0: auto or none, or the first choice), what they apply
 * to, and the rest of riwalk_option. */
/* clang-format off */
#define CHOICES(...) (const riwalk_option_choice[]){__VA_ARGS__, {0}}
#define WORD(word, help, value) CHOICES({word, help, NULL, value})
#define USES CHOICES({"auto", "where the graph has them", NULL, RIWALK_USE_AUTO}, \
    {"no", NULL, NULL, RIWALK_USE_NO}, \
    {"yes", NULL, NULL, RIWALK_USE_YES})
#define OPTIONS(ROW) \
    ROW(OF(FIELD_METHOD, method, 0), FOR_ALL, "method", "Method", CHOICE, "NAME", 0, 0, rw_method_choices, \
     "how vectors are made; for RiWalk, what a role is made of", NULL, "flag", COMMON, true) \
    ROW(AT(dimensions, 128), FOR_ALL, "dimensions", "Method", WHOLE, "N", 1, 4096, NULL, \
     "length of a vector", NULL, NULL, COMMON, true) \
    ROW(AT(seed, 1), FOR_ALL, "seed", "Method", WHOLE, "N", 0, 0, NULL, \
     "seed of the random numbers", NULL, NULL, COMMON, true) \
    ROW(AT(memory, 0), FOR_ALL, "memory", "Method", BYTES, "LIMIT", 0, 0, NULL, \
     "use at most this much memory, such as 500M or 2G: walks are sampled again in every epoch instead of kept, or the run is refused with the amount it needs", NULL, NULL, RARE, false) \
    ROW(AT(view.radius, 4), FOR_ROLES, "radius", "Roles", WHOLE, "N", 1, RIWALK_MAX_RADIUS, \
     WORD("max", "all nodes that can be reached", RIWALK_RADIUS_UNLIMITED), \
     "how far from its anchor a walk may go, in hops", "the riwalk methods without views", \
     "until-k", COMMON, true) \
    ROW(AT(view.classes, RIWALK_DEGREE_CLASSES_AUTO), FOR_ROLES, "degree-classes", "Roles", CHOICE, "HOW", 0, 0, \
     CHOICES({"auto", "share across graphs (factor, several graphs or a saved model), else log", \
       NULL, RIWALK_DEGREE_CLASSES_AUTO}, \
      {"log", "by powers of the class base", NULL, RIWALK_DEGREE_CLASSES_LOG}, \
      {"share", "by the share of the graph's nodes that have as many neighbours", \
       NULL, RIWALK_DEGREE_CLASSES_SHARE}, \
      {"none", "use exact degrees", NULL, RIWALK_DEGREE_CLASSES_NONE}), \
     "how degrees and counts are put into classes", "the riwalk methods without views", NULL, RARE, true) \
    ROW(AT(view.class_base, 0), FOR_CLASSES, "class-base", "Roles", REAL, "X", RW_LEAST_CLASS_BASE, 1e18, \
     WORD("auto", "2; 1.5 for classes by share", RIWALK_CLASS_BASE_AUTO), \
     "how much wider each degree class is than the one before", \
     "the riwalk methods without views, with degree classes", \
     NULL, RARE, true) \
    ROW(AT(view.role_anchor, 0), FOR(RIWALK), "role-anchor", "Roles", CHOICE, "HOW", 0, 0, \
     CHOICES({"auto", "both for the factor trainer on one graph without a saved model, else keep", \
       NULL, RIWALK_ROLE_ANCHOR_AUTO}, \
      {"keep", "with the class; such roles carry over to other graphs", \
       NULL, RIWALK_ROLE_ANCHOR_KEEP}, \
      {"drop", NULL, NULL, RIWALK_ROLE_ANCHOR_DROP}, \
      {"both", "factor: roles of both kinds side by side", NULL, RIWALK_ROLE_ANCHOR_BOTH}), \
     "whether a role includes the degree class of its anchor", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(role_directions, 0), FOR(RIWALK), "role-directions", "Roles", CHOICE, "HOW", 0, 0, USES, \
     "whether roles distinguish arcs out and arcs in", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(role_weights, 0), FOR(RIWALK), "role-weights", "Roles", CHOICE, "HOW", 0, 0, USES, \
     "whether roles use classes of strength, by share, instead of degree", \
     "the riwalk methods", NULL, RARE, true) \
    ROW(AT(role_types, 0), FOR(RIWALK), "role-types", "Roles", CHOICE, "HOW", 0, 0, USES, \
     "whether roles name the types of nodes", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(walks, 0), FOR_WALKS, "walks", "Walks", WHOLE, "N", 1, RW_WALK_TOKENS_LIMIT, \
     CHOICES({"auto", "80; deepwalk and node2vec 10; factor 200, or exact where that is less work", \
       NULL, RIWALK_WALKS_AUTO}, \
      {"exact", "factor: expected visits instead of sampled walks", NULL, RIWALK_WALKS_EXACT}), \
     "walks from each node", "methods that walk", "num-walks", COMMON, true) \
    ROW(AT(walk_length, 0), FOR_WALKS, "walk-length", "Walks", WHOLE, "N", 1, RW_WALK_LENGTH_LIMIT, \
     WORD("auto", "10; deepwalk and node2vec 80", RIWALK_WALK_LENGTH_AUTO), \
     "tokens per walk, including the anchor", "methods that walk", NULL, RARE, true) \
    ROW(AT(steps, 0), FOR(RIWALK), "steps", "Walks", CHOICE, "HOW", 0, 0, \
     CHOICES({"uniform", "all neighbours are equally likely", NULL, RIWALK_STEPS_UNIFORM}, \
      {"weight", "by the weights of edges", NULL, RIWALK_STEPS_WEIGHT}), \
     "which neighbour a walk steps to", "the riwalk methods", NULL, RARE, true) \
    ROW(AT(trainer, 0), FOR(RIWALK), "trainer", "Training", CHOICE, "NAME", 0, 0, \
     CHOICES({"sgns", "skip-gram with negative sampling, as in the paper", NULL, RIWALK_TRAINER_SGNS}, \
      {"factor", "singular vectors of role visit counts; fast", NULL, RIWALK_TRAINER_FACTOR}), \
     "how vectors are trained from RiWalk's walks", "the riwalk methods", NULL, COMMON, true) \
    ROW(AT(pairs, 0), FOR_ROLE_PAIRS, "pairs", "Training", CHOICE, "WHICH", 0, 0, \
     CHOICES({"all", "every pair within the window, as in the paper", NULL, RIWALK_PAIRS_ALL}, \
      {"anchor", "pairs that the anchor is part of: about twice as fast", NULL, RIWALK_PAIRS_ANCHOR}), \
     "which pairs of tokens are trained", "the riwalk methods with skip-gram training", NULL, RARE, true) \
    ROW(AT(window, 10), FOR_SGNS, "window", "Training", WHOLE, "N", 1, 10000, NULL, \
     "tokens at most this far apart are paired", "skip-gram training", "window-size", RARE, true) \
    ROW(AT(epochs, 5), FOR_SGNS, "epochs", "Training", WHOLE, "N", 0, 100000, NULL, \
     "passes over all walks; 0 gives the initial random vectors", "skip-gram training", "iter", COMMON, true) \
    ROW(AT(negatives, 5), FOR_SGNS | FOR(LINE), "negatives", "Training", WHOLE, "N", 1, 100, NULL, \
     "negative samples per pair", "skip-gram training and line", "negative", RARE, true) \
    ROW(AT(subsample, 1e-3), FOR_SGNS, "subsample", "Training", REAL, "T", 0, 1, NULL, \
     "downsample tokens more frequent than this; 0 keeps all", "skip-gram training", NULL, RARE, true) \
    ROW(AT(alpha, 0.025), FOR_SGNS | FOR(LINE), "alpha", "Training", REAL, "RATE", 0, 1, NULL, \
     "the first learning rate", "skip-gram training and line", NULL, RARE, true) \
    ROW(AT(min_alpha, 0.0001), FOR_SGNS | FOR(LINE), "min-alpha", "Training", REAL, "RATE", 0, 1, NULL, \
     "the last learning rate", "skip-gram training and line", NULL, RARE, true) \
    ROW(AT(ns_exponent, 0.75), FOR_SGNS | FOR(LINE), "ns-exponent", "Training", REAL, "X", -10, 10, NULL, \
     "noise is drawn by frequency to this power", "skip-gram training and line", NULL, RARE, true) \
    ROW(AT(weighting, RIWALK_WEIGHTING_HELLINGER), FOR_FACTOR, "weighting", "Factor trainer", CHOICE, "NAME", 0, 0, \
     CHOICES({"auto", "ppmi where roles use directions alone, else hellinger", \
       NULL, RIWALK_WEIGHTING_AUTO}, \
      {"hellinger", "square roots of shares", NULL, RIWALK_WEIGHTING_HELLINGER}, \
      {"log", "logarithms of shares", NULL, RIWALK_WEIGHTING_LOG}, \
      {"ppmi", "positive pointwise mutual information", NULL, RIWALK_WEIGHTING_PPMI}), \
     "how the share of each role in a node's visits is transformed", "the factor trainer", NULL, RARE, true) \
    ROW(OF(FIELD_VIEWS, view_count, 0), FOR_FACTOR, "views", "Factor trainer", LIST, "LIST", 0, 0, \
     CHOICES({"one", "the one that the role options describe", NULL, 0}, \
      {"auto", "several that suit one graph where role-anchor becomes both, else one", \
       NULL, RIWALK_VIEWS_AUTO}, \
      {"roles", "those that find roles by clusters", NULL, RIWALK_VIEWS_ROLES}), \
     "several ways to name roles, side by side: identifier, radius, class base, anchor and classes " \
     "of each, such as sp:4:2:keep,sp:4:1.5:keep:share,wl:2:none:drop; away: drop without visits to the anchor", "the factor trainer", NULL, RARE, true) \
    ROW(AT(measures, 0), FOR_FACTOR, "measures", "Factor trainer", CHOICE, "HOW", 0, 0, \
     CHOICES({"no", NULL, NULL, RIWALK_MEASURES_NO}, \
      {"yes", NULL, NULL, RIWALK_MEASURES_YES}, \
      {"auto", "where role-anchor becomes both", NULL, RIWALK_MEASURES_AUTO}), \
     "add columns with measures of the node (degrees, triangles)", "the factor trainer", NULL, RARE, true) \
    ROW(AT(norm, 0), FOR_FACTOR, "norm", "Factor trainer", REAL, "X", 0.001, 1000, \
     WORD("auto", "3; 1 across graphs; with measures, less for larger graphs", RIWALK_NORM_AUTO), \
     "norm of the role part of each vector", "the factor trainer", NULL, RARE, true) \
    ROW(AT(p, 1), FOR(NODE2VEC), "p", "node2vec", REAL, "X", 1e-30, 1e30, NULL, \
     "above 1 walks turn back less, below 1 more", "node2vec", NULL, RARE, true) \
    ROW(AT(q, 1), FOR(NODE2VEC), "q", "node2vec", REAL, "X", 1e-30, 1e30, NULL, \
     "above 1 walks stay near, below 1 they go outward", "node2vec", NULL, RARE, true) \
    ROW(AT(layers, 6), FOR(STRUC2VEC), "layers", "struc2vec", WHOLE, "N", 0, RIWALK_MAX_LAYERS, \
     WORD("max", "all layers", RIWALK_LAYERS_UNLIMITED), \
     "compare degrees up to this many hops away", "struc2vec", "until-layer", RARE, true) \
    ROW(AT(compact_degrees, true), FOR(STRUC2VEC), "compact-degrees", "struc2vec", CHOICE, "HOW", 0, 0, \
     CHOICES({"yes", NULL, "True true", true}, \
      {"no", NULL, "False false", false}), \
     "compare runs of equal degrees, not every degree by itself", "struc2vec", "OPT1", RARE, true) \
    ROW(AT(all_pairs, 0), FOR(STRUC2VEC), "candidates", "struc2vec", CHOICE, "HOW", 0, 0, \
     CHOICES({"log", "about 12 log n of similar degree", "True true", false}, \
      {"all", "every other node: slow for many nodes", "False false", true}), \
     "how many other nodes each node is compared with", "struc2vec", "OPT2", RARE, true) \
    ROW(AT(stay, 0.3), FOR(STRUC2VEC), "stay", "struc2vec", REAL, "X", 0.001, 1, NULL, \
     "the probability that a walk stays in its layer", "struc2vec", NULL, RARE, true) \
    ROW(OF(FIELD_SCALES, scale_count, 0), FOR(GRAPHWAVE), "heat-scales", "GraphWave", LIST, "LIST", 0, 0, \
     WORD("auto", "two, computed from the graph", 0), \
     "how far heat spreads: numbers separated by commas, such as 10,50", "graphwave", NULL, RARE, true) \
    ROW(AT(bin_share, 0.5), FOR_FEATURES, "bin-share", "ReFeX and RolX", REAL, "X", 0.01, 0.99, NULL, \
     "fraction of the remaining nodes that each bin of a feature takes, from the lowest values up", "refex and rolx", NULL, RARE, true) \
    ROW(AT(feature_values, 0), FOR(REFEX), "feature-values", "ReFeX and RolX", CHOICE, "HOW", 0, 0, \
     CHOICES({"log", "log(1 + value)", NULL, RIWALK_FEATURE_VALUES_LOG}, \
      {"bins", "ranks on a logarithmic scale", NULL, RIWALK_FEATURE_VALUES_BINS}, \
      {"raw", "sums and means as they are", NULL, RIWALK_FEATURE_VALUES_RAW}), \
     "what the columns of vectors are", "refex", NULL, RARE, true) \
    ROW(AT(role_count, 0), FOR(ROLX), "roles", "ReFeX and RolX", WHOLE, "N", 1, RIWALK_MAX_ROLES, \
     WORD("auto", "by the shortest description length", RIWALK_ROLES_AUTO), \
     "number of roles", "rolx", NULL, RARE, true) \
    ROW(AT(order, 0), FOR(LINE), "order", "LINE", CHOICE, "NAME", 0, 0, \
     CHOICES({"both", "half of the dimensions each", NULL, RIWALK_ORDER_BOTH}, \
      {"first", "neighbours", NULL, RIWALK_ORDER_FIRST}, \
      {"second", "nodes with the same neighbours", NULL, RIWALK_ORDER_SECOND}), \
     "which nodes get similar vectors", "line", NULL, RARE, true) \
    ROW(AT(samples, 1000), FOR(LINE), "samples", "LINE", WHOLE, "N", 1, 1000000, NULL, \
     "edges drawn for each node and order", "line", NULL, RARE, true) \
    ROW(AT(combine, 0), FOR_ALL, "combine", "Combination", CHOICE, "NAME", 0, 0, \
     CHOICES({"none", NULL, NULL, RIWALK_COMBINE_NONE}, \
      {"deepwalk", NULL, NULL, RIWALK_COMBINE_DEEPWALK}, \
      {"node2vec", NULL, NULL, RIWALK_COMBINE_NODE2VEC}), \
     "use half of each vector for proximity, by this method", NULL, NULL, RARE, true) \
    ROW(AT(balance, 0.5), FOR_COMBINATION, "balance", "Combination", REAL, "B", 0, 1, NULL, \
     "the weight of that half, 0 to 1", "combinations", NULL, RARE, true) \
    ROW(AT(combine_walks, 10), FOR_COMBINATION, "combine-walks", "Combination", WHOLE, "N", 1, RW_WALK_TOKENS_LIMIT, NULL, \
     "walks from each node for that half", "combinations", NULL, RARE, true) \
    ROW(AT(combine_walk_length, 80), FOR_COMBINATION, "combine-walk-length", "Combination", WHOLE, "N", 2, RW_WALK_LENGTH_LIMIT, NULL, \
     "nodes of such a walk", "combinations", NULL, RARE, true)
/* clang-format on */

#endif
