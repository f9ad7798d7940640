/* SPDX-License-Identifier: MIT */
/*
 * The paper's experiments, again. What goes through the files of riwalk reproduce:
 *
 *   experiments.c  the tables: data sets, methods, experiments, grids
 *   paper.c        the figures that the paper printed
 *   command.c      the command
 *   words.c        which options of 'riwalk embed' it takes
 *   plan.c         which cells there are
 *   run.c          runs those that are not stored
 *   cell.c         a cell: one embedding, and its scores
 *   child.c        the embedding itself, in a process of its own
 *   store.c        a finished cell as a file, found again by what it depends on
 *   rows.c         cells to figures with mean and deviation
 *   head.c, markdown.c, tables.c, figures.c
 *                  what is written
 */
#ifndef CLI_REPRODUCE_H
#define CLI_REPRODUCE_H

#include "riwalk.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define REPRO_MAX_POINTS 9

/* ---- The tables (experiments.c) ---- */

typedef struct repro_dataset {
    const char *name;
    const char *graphs[2];   /* files of the data folder; two are embedded together */
    const char *labels[2];   /* of the graphs, where the experiment has labels */
    const char *positive[2]; /* the label that is told from all others */
    uint32_t nodes;          /* not 0: an Erdos-Renyi graph of so many nodes, made here */
    bool tuned;              /* the paper tuned its figures of this data set */
} repro_dataset;

/* A method is what words to 'riwalk embed' say. */
typedef struct repro_method {
    const char *name;
    const char *words;
    const char *const *grid; /* with --tune: words that are added, the default ("") first */
    riwalk_scale scale; /* how its vectors are brought to the classifier, unless --scale says */
} repro_method;

typedef enum repro_task {
    REPRO_CLASSIFY, /* labels of one graph, at several ratios */
    REPRO_TRANSFER, /* from the labels of the first graph to those of the second */
    REPRO_HOLES,
    REPRO_SCALE, /* seconds only */
} repro_task;

/* One figure of a method on a data set: a place in what a cell holds. */
typedef struct repro_column {
    const char *label;
    const char *series; /* an array of the cell's record */
    unsigned point;     /* which ratio; the values of all repeats stand together */
} repro_column;

typedef enum repro_layout {
    REPRO_BY_COLUMN,  /* a table for each data set, a column for each figure */
    REPRO_BY_DATASET, /* one table, a column for each data set */
    REPRO_BY_SWEEP,   /* a table for each data set, a column for each value of the sweep */
} repro_layout;

typedef struct repro_experiment {
    const char *name;
    const char *title;
    const char *about; /* a sentence or two for the tables */
    repro_task task;
    repro_layout layout;
    const repro_dataset *datasets;  /* ends without a name */
    const char *methods;            /* names between blanks; NULL: all */
    const char *const *sweep;       /* words that are added instead of a grid; NULL: none */
    const char *const *sweep_names; /* "k = 1", ... */
    const double *ratios;
    unsigned ratio_count;
    const repro_column *columns;
    unsigned column_count;
    const char *score;   /* the series that settings are chosen by; NULL: nothing is chosen */
    const char *trivial; /* prefix of series that need no embedding: "majority_" */
    const char *trivial_name;
    bool costs;               /* seconds and memory: compared as a ratio */
    uint32_t most_embeddings; /* 0: no limit */
} repro_experiment;

extern const repro_experiment repro_experiments[]; /* ends without a name */
extern const repro_method repro_methods[];         /* likewise */

/* Whether words are options of 'riwalk embed' that may be given for every embedding. Returns the
 * exit status; what is wrong is already reported. (words.c) */
int repro_check_words(const char *words);

/* ---- The paper (paper.c) ---- */

/* The figure that the paper printed for a method, or "majority"; NaN where it printed none. */
double repro_paper(const char *experiment, const char *dataset, const char *method,
                   unsigned column);

/* ---- Running ---- */

typedef struct repro_options {
    const repro_experiment *experiment; /* NULL: all */
    const char *data, *out;
    const char *datasets, *methods; /* only these, between commas; NULL: all */
    const char *words; /* for every embedding, but a sweep or grid overrules them; NULL: none */
    uint32_t embeddings, repeats;
    uint32_t largest; /* of the scaling graphs */
    uint64_t seed;
    uint32_t threads; /* as a number, never 0 */
    bool tune;
    uint64_t program; /* checksum of the program itself: other builds give other figures */
    riwalk_classify_options fit;
    json_t *fit_json; /* the same, for keys and results */
    bool scale_given; /* --scale holds for all methods; else each has its own */
} repro_options;

/* All cells of a method on a data set in an experiment. */
typedef struct repro_group {
    const repro_experiment *experiment;
    const repro_dataset *dataset;
    const repro_method *method;
    const char *const *settings; /* words; [setting_count] */
    unsigned setting_count;
    uint32_t embeddings;
    bool tuned;       /* the settings are a grid: cells have validation scores too */
    json_t **records; /* [setting_count * embeddings], NULL: not there */
    uint64_t graph_checksums[2], label_checksums[2];
    double weight; /* of a cell, for the time left */
} repro_group;

/* How the vectors of a method are brought to the classifier. (plan.c) */
riwalk_scale repro_scale(const repro_options *o, const repro_method *method);

/* A file of the data folder or the folder of results; to be freed, NULL when there is no memory. */
char *repro_path(const char *folder, const char *name);

/* What a run of a cell ended with. */
typedef enum repro_end {
    REPRO_DONE,
    REPRO_FAILED,      /* with a sentence */
    REPRO_INTERRUPTED, /* by a signal */
} repro_end;

#define REPRO_WHY 600 /* room for the sentence */

/* Runs a cell: *record is its result, to be freed. (cell.c) */
repro_end repro_run_cell(const repro_options *o, const repro_group *group, unsigned setting,
                         uint32_t embedding, json_t **record, char *why);

/* Removes from the folder of results what cells of killed runs left there. (cell.c) */
void repro_remove_remains(const char *out);

/* What to embed, and what came out. (child.c) */
typedef struct repro_embedding {
    const char *graphs[2]; /* paths; the second may be NULL */
    const char *vectors;   /* the path to write */
    const char *report;    /* likewise */
    const char *errors;    /* likewise: what the process says */
    const char *words[3];  /* each may be NULL; later ones overrule earlier ones */
    uint64_t seed;
    uint32_t threads;
    double seconds; /* result: from start to end of the process */
} repro_embedding;

repro_end repro_embed(repro_embedding *embedding, char *why);

/* ---- Finished cells (store.c) ---- */

/* The checksum of a file's bytes; false where it cannot be read. */
bool repro_checksum(const char *path, uint64_t *checksum);

/* All that a cell depends on. NULL when there is no memory. */
json_t *repro_key(const repro_options *o, const repro_group *group, unsigned setting,
                  uint32_t embedding);

/* The record that was stored under a key, or NULL. */
json_t *repro_load(const char *out, const json_t *key);

/* Stores a record, to which the key is added; it is on disk when this returns. Returns the exit
 * status; a failure is already reported. */
int repro_save(const char *out, json_t *key, json_t *record);

/* ---- Results ---- */

/* How the setting of a figure was chosen. */
typedef enum repro_choice {
    REPRO_DEFAULT, /* the paper's defaults */
    REPRO_TUNED,   /* on the training part of each split */
    REPRO_BEST,    /* by the figure itself, as the paper seems to have done */
    REPRO_SWEPT,   /* one of a sweep */
    REPRO_TRIVIAL, /* no embedding: the majority, or chance */
} repro_choice;

typedef struct repro_row {
    const repro_experiment *experiment;
    const repro_dataset *dataset;
    const char *method;
    repro_choice choice;
    const char *setting; /* words; of REPRO_TUNED those chosen most often */
    unsigned sweep;      /* number in the sweep */
    unsigned column;
    size_t count; /* values */
    riwalk_interval ours;
    double paper; /* NaN: none */
} repro_row;

typedef struct repro_results {
    repro_row *rows;
    size_t row_count, row_capacity;
    char **problems; /* sentences: what was asked for and could not be run */
    size_t problem_count;
} repro_results;

/* False when there is no memory. A problem that is there already is not repeated. */
bool repro_add_problem(repro_results *results, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool repro_add_rows(repro_results *results, const repro_group *groups, size_t group_count);
void repro_results_free(repro_results *results);

extern const char *const repro_choice_names[]; /* for CSV and JSON */

/* The row of these coordinates, or NULL. */
const repro_row *repro_find_row(const repro_results *results, const repro_experiment *experiment,
                                const repro_dataset *dataset, const char *method,
                                repro_choice choice, unsigned sweep, unsigned column);

/* The exponent b and the factor a of seconds = a n^b over the sizes from 10,000 on, for a method
 * and a column of the scaling experiment; false where there are less than two sizes. */
bool repro_fit(const repro_results *results, const repro_experiment *experiment, const char *method,
               unsigned column, double *a, double *b);

/* Which cells there are, and their results. (plan.c, run.c) */
typedef struct repro_plan {
    repro_group *groups;
    size_t count;
    repro_results results;
    size_t cells, stored;
    double weight, weight_done, weight_stored; /* of cells: all, run now, found */
    double start;
    uint32_t left_out; /* nodes of the smallest graph that --largest leaves out; 0: none */
    bool failed;       /* something that was asked for could not be run */
} repro_plan;

/* Whether an experiment is one of those asked for. */
bool repro_asked(const repro_options *o, const repro_experiment *experiment);

/* Whether a name is in a list between any of some characters, small letters or capitals; NULL is a
 * list of all. */
bool repro_listed(const char *list, const char *between, const char *name);

/* Makes the groups of cells that were asked for and can be run; what cannot is listed among the
 * problems. Returns the exit status; a failure is already reported. */
int repro_make_plan(const repro_options *o, repro_plan *plan);
void repro_plan_free(repro_plan *plan);

/* Takes stored cells, runs all others and stores them. A cell that fails is a problem in the
 * results; the exit status is that of an interruption, or of a disk that is full. */
int repro_run_plan(const repro_options *o, repro_plan *plan);

/* What results*.md, results*.csv and results*.json are made of. */
typedef struct repro_page {
    const repro_options *options;
    const repro_results *results;
    const char *asked; /* the experiment, or "all" */
} repro_page;

/* What stands above the tables of results*.md. (head.c) */
void repro_print_head(FILE *out, const repro_options *o, const char *asked);

/* Each prints a repro_page (markdown.c, tables.c) and returns the exit status. */
int repro_print_markdown(const void *page, FILE *to);
int repro_print_csv(const void *page, FILE *to);

/* The same as JSON. NULL when there is no memory. (tables.c) */
json_t *repro_results_json(const repro_page *page);

/* Draws the charts. Returns the exit status; a failure is already reported. (figures.c) */
int repro_write_figures(riwalk_files *files, const repro_options *o, const repro_results *results);

#endif
