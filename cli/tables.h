/* SPDX-License-Identifier: MIT */
/* Tables that commands write: between commas, tabs, or as JSON, by the name of the file. */
#ifndef CLI_TABLES_H
#define CLI_TABLES_H

#include <stdbool.h>
#include <stdio.h>

/* Whether a table goes out as JSON: OUT ends in .json, also before .gz and .zst. NULL: no. */
bool cli_is_json(const char *out);

/* What splits the cells of a table: tabs on standard output and where OUT ends in .tsv, else
 * commas. */
char cli_cell_delimiter(const char *out);

/* Writes text as a cell, in quotes where it needs them, and a delimiter or a line feed behind it.
 * On standard output a cell is made safe for terminals. */
void cli_put_cell(const char *text, char end, char delimiter, FILE *to);

#endif
