/* SPDX-License-Identifier: MIT */
/* The options of riwalk plot. */
#ifndef CLI_PLOT_OPTIONS_H
#define CLI_PLOT_OPTIONS_H

#include "command.h"
#include "riwalk_analysis.h"

#define CLI_PLOT_SCALE_AUTO (-1)

/* Besides cli_given, whose vectors or graph may be NULL, not both. */
typedef struct cli_plot_given {
    const char *places;
    uint32_t clusters;   /* 0: auto */
    uint32_t iterations; /* 0: auto */
    int scale;           /* CLI_PLOT_SCALE_AUTO, or a riwalk_normalization */
    riwalk_project_options project;
    riwalk_plot_options plot;
} cli_plot_given;

extern cli_plot_given cli_plot;

/* Refuses combinations that make no sense. */
void cli_plot_check(void);

/* Runs the command (plot.c). */
void cli_plot_run(void);

#endif
