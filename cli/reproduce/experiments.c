/* SPDX-License-Identifier: MIT */
/* The tables of riwalk reproduce: data sets, methods with their grids, experiments. */
#include "reproduce.h"

/* ---- Methods: a new one is a row ---- */

/* The paper says that it searched grids, but not which. Ours are small: RiWalk's radius with longer
 * walks or more training (which the few nodes of Expressway need, and its long paths), node2vec's p
 * and q around 1 as its authors do, and with the one pass that their program takes, struc2vec's
 * number of layers. */
static const char *const no_grid[] = {"", NULL};
static const char *const riwalk_grid[] = {
    "",
    "--radius 2",
    "--radius 3",
    "--radius 6",
    "--radius 8 --walk-length 20",
    "--epochs 20",
    "--radius 6 --epochs 20",
    "--radius 12 --walks 160 --walk-length 40 --epochs 20",
    NULL,
};
static const char *const factor_grid[] = {"", "--radius 2", "--radius 3", "--radius 6", NULL};
static const char *const node2vec_grid[] = {
    "",
    "--p 0.25 --q 0.25",
    "--p 0.25 --q 1",
    "--p 0.25 --q 4",
    "--p 1 --q 0.25",
    "--p 1 --q 4",
    "--p 4 --q 0.25",
    "--p 4 --q 1",
    "--p 4 --q 4",
    "--epochs 1 --window 10 --alpha 0.025 --p 0.25 --q 4",
    "--epochs 1 --window 10 --alpha 0.025 --q 16",
    NULL,
};
static const char *const graphwave_grid[] = {
    "",
    "--heat-scales 0.5,2",
    "--heat-scales 2,8",
    "--heat-scales 10,50",
    "--heat-scales 0.5,2,8,32",
    NULL,
};
static const char *const struc2vec_grid[] = {
    "", "--layers 2", "--layers 3", "--layers 5", "--layers 6", NULL,
};

const repro_method repro_methods[] = {
    {"node2vec", "--method node2vec --walks 10 --walk-length 80 --window 5 --alpha 0.05",
     node2vec_grid},
    {"deepwalk", "--method deepwalk --walks 10 --walk-length 80", no_grid},
    {"struc2vec", "--method struc2vec --walks 10 --walk-length 80 --epochs 1", struc2vec_grid},
    {"graphwave", "--method graphwave", graphwave_grid, RIWALK_SCALE_STANDARD},
    {"refex", "--method refex", no_grid},
    {"rolx", "--method rolx", no_grid},
    {"line", "--method line", no_grid},
    {"riwalk-sp", "--method riwalk-sp", riwalk_grid},
    {"riwalk-wl", "--method riwalk-wl", riwalk_grid},
    {"riwalk-sp-factor", "--method riwalk-sp --trainer factor", factor_grid},
    {"riwalk-wl-factor", "--method riwalk-wl --trainer factor", factor_grid},
    {"riwalk-best", "--preset best", no_grid},
    {0},
};

/* ---- Data sets: docs/datasets.md says where the files come from ---- */

#define EUROPE "europe-airports.edgelist"
#define USA "usa-airports.edgelist"
#define ACTOR "actor.edgelist"
#define FILM "film.edgelist"
#define EXPRESSWAY "expressway.edgelist"
#define EUROPE_LABELS "europe-airports.group"
#define USA_LABELS "usa-airports.group"
#define ACTOR_LABELS "actor.group"

static const repro_dataset expressways[] = {
    {"geo", {EXPRESSWAY}, {"expressway-geo.group"}, .tuned = true},
    {"status", {EXPRESSWAY}, {"expressway-status.group"}, .tuned = true},
    {"Starbucks", {EXPRESSWAY}, {"expressway-starbucks.group"}, .tuned = true},
    {0},
};

static const repro_dataset networks[] = {
    {"USA", {USA}, {USA_LABELS}, .tuned = true},
    {"Film", {FILM}, {"film.group"}},
    {"Actor", {ACTOR}, {ACTOR_LABELS}},
    {0},
};

/* Time and memory are those of the defaults. */
static const repro_dataset timed[] = {
    {"USA", {USA}, {USA_LABELS}},
    {"Film", {FILM}, {"film.group"}},
    {"Actor", {ACTOR}, {ACTOR_LABELS}},
    {0},
};

static const repro_dataset swept[] = {
    {"USA", {USA}, {USA_LABELS}},
    {"Actor", {ACTOR}, {ACTOR_LABELS}},
    {0},
};

/* Hubs are label 0 of the airports and label 3 of the actors: the class of most edges. */
static const repro_dataset merged[] = {
    {"USA:Europe", {USA, EUROPE}, {USA_LABELS, EUROPE_LABELS}, {"0", "0"}, .tuned = true},
    {"Europe:USA", {EUROPE, USA}, {EUROPE_LABELS, USA_LABELS}, {"0", "0"}, .tuned = true},
    {"Actor:USA", {ACTOR, USA}, {ACTOR_LABELS, USA_LABELS}, {"3", "0"}, .tuned = true},
    {"USA:Actor", {USA, ACTOR}, {USA_LABELS, ACTOR_LABELS}, {"0", "3"}, .tuned = true},
    {0},
};

static const repro_dataset bridged[] = {
    {"Europe", {EUROPE}, .tuned = true},
    {"USA", {USA}, .tuned = true},
    {"Actor", {ACTOR}, .tuned = true},
    {0},
};

static const repro_dataset generated[] = {
    {"100", .nodes = 100},         {"1000", .nodes = 1000},
    {"10000", .nodes = 10000},     {"30000", .nodes = 30000},
    {"100000", .nodes = 100000},   {"300000", .nodes = 300000},
    {"1000000", .nodes = 1000000}, {0},
};

/* ---- Experiments ---- */

static const double all_ratios[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
static const double four_fifths[] = {0.8};

static const repro_column micro_columns[] = {
    {"10 %", "micro_f1", 0}, {"20 %", "micro_f1", 1}, {"30 %", "micro_f1", 2},
    {"40 %", "micro_f1", 3}, {"50 %", "micro_f1", 4}, {"60 %", "micro_f1", 5},
    {"70 %", "micro_f1", 6}, {"80 %", "micro_f1", 7}, {"90 %", "micro_f1", 8},
};
static const repro_column micro_column[] = {{"Micro-F1", "micro_f1", 0}};
static const repro_column macro_column[] = {{"Macro-F1", "macro_f1", 0}};
static const repro_column hits_column[] = {{"hits", "hits", 0}};
static const repro_column cost_columns[] = {
    {"memory (MB)", "memory_mb", 0},
    {"real (s)", "real_seconds", 0},
    {"user (s)", "user_seconds", 0},
};
static const repro_column scale_columns[] = {
    {"sampling (s)", "walk_seconds", 0},
    {"training (s)", "train_seconds", 0},
    {"in all (s)", "real_seconds", 0},
};

static const char *const radii[] = {
    "--radius 1", "--radius 2", "--radius 3", "--radius 4", "--radius 5", "--radius 6", NULL,
};
static const char *const radius_names[] = {"k = 1", "k = 2", "k = 3", "k = 4", "k = 5", "k = 6"};

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define RATIOS(array) .ratios = (array), .ratio_count = COUNT(array)
#define COLUMNS(array) .columns = (array), .column_count = COUNT(array)
#define MAJORITY .trivial = "majority_", .trivial_name = "majority"

const repro_experiment repro_experiments[] = {
    {
        .name = "expressway",
        .title = "Expressway network (Table I)",
        .about =
            "Macro-F1 in per cent, 80 % of the nodes labelled. The paper's figures are those of "
            "the best settings for each set of labels, ours those of the defaults unless they "
            "say \"tuned\": lower figures without --tune are no failure.",
        .task = REPRO_CLASSIFY,
        .layout = REPRO_BY_DATASET,
        .datasets = expressways,
        RATIOS(four_fifths),
        COLUMNS(macro_column),
        .score = "macro_f1",
        MAJORITY,
    },
    {
        .name = "within",
        .title = "Within one network (Table III, left)",
        .about = "Micro-F1 in per cent, by the share of labelled nodes. The paper's figures of USA "
                 "are tuned, those of Film and Actor are at the defaults.",
        .task = REPRO_CLASSIFY,
        .layout = REPRO_BY_COLUMN,
        .datasets = networks,
        RATIOS(all_ratios),
        COLUMNS(micro_columns),
        .score = "micro_f1",
        MAJORITY,
    },
    {
        .name = "within-time",
        .title = "Time and memory (Table III, right)",
        .about = "Of the process that embeds at the defaults, from reading the graph to writing "
                 "the vectors. The paper's are of another machine: 16 cores, 10 threads, Python.",
        .task = REPRO_CLASSIFY,
        .layout = REPRO_BY_COLUMN,
        .datasets = timed,
        RATIOS(all_ratios),
        COLUMNS(cost_columns),
        .costs = true,
    },
    {
        .name = "radius",
        .title = "The radius (Fig. 4)",
        .about =
            "Micro-F1 in per cent, 80 % of the nodes labelled, all else at the defaults. The "
            "paper shows no numbers; it says that k = 2 is enough for USA and k = 3 for Actor.",
        .task = REPRO_CLASSIFY,
        .layout = REPRO_BY_SWEEP,
        .datasets = swept,
        .methods = "riwalk-sp riwalk-wl",
        .sweep = radii,
        .sweep_names = radius_names,
        RATIOS(four_fifths),
        COLUMNS(micro_column),
    },
    {
        .name = "transfer",
        .title = "Across networks (Table IV)",
        .about =
            "Macro-F1 in per cent of hubs against the rest; A:B learns from A and is tested on "
            "B, both embedded together. The paper's figures are those of the best settings for "
            "each "
            "pair, ours those of the defaults unless they say \"tuned\".",
        .task = REPRO_TRANSFER,
        .layout = REPRO_BY_DATASET,
        .datasets = merged,
        COLUMNS(macro_column),
        .score = "macro_f1",
        MAJORITY,
    },
    {
        .name = "holes",
        .title = "Structural holes (Fig. 5)",
        .about = "Of the 300 nodes nearest to the node of least constraint, how many are among the "
                 "300 of least constraint. The paper shows bars without numbers, tuned; of Actor "
                 "it says that SP gains 145 % over struc2vec and WL 127 %.",
        .task = REPRO_HOLES,
        .layout = REPRO_BY_DATASET,
        .datasets = bridged,
        COLUMNS(hits_column),
        .score = "hits",
        .trivial = "chance_",
        .trivial_name = "chance",
    },
    {
        .name = "scaling",
        .title = "Scaling (Fig. 6)",
        .about = "Seconds on Erdos-Renyi graphs of mean degree 10, by the number of nodes, at the "
                 "defaults; in all with reading the graph and writing the vectors to nowhere. The "
                 "paper finds about n^1.2.",
        .task = REPRO_SCALE,
        .layout = REPRO_BY_DATASET,
        .datasets = generated,
        .methods = "riwalk-sp riwalk-sp-factor",
        COLUMNS(scale_columns),
        .costs = true,
        .most_embeddings = 1,
    },
    {0},
};
