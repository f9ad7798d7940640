/* SPDX-License-Identifier: MIT */
/* The features and roles of ReFeX and RolX as tables and as JSON. */
#ifndef CLI_FEATURE_ROLES_H
#define CLI_FEATURE_ROLES_H

#include "riwalk.h"

#include <stdbool.h>

/* Finds and prints the features of a graph. Returns the exit status; a failure is reported. */
int cli_list_features(const riwalk_graph *graph, const riwalk_options *options, bool json);

/* The same for the roles of RolX, with the measures that explain them. */
int cli_list_memberships(const riwalk_graph *graph, const riwalk_options *options, bool json);

#endif
