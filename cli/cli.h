/* SPDX-License-Identifier: MIT */
/* One header with all that commands share. What fails ends the command: see messages.h. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "command.h"
#include "embed_options.h"
#include "evaluation.h"
#include "files.h"
#include "graph_options.h"
#include "keep.h"
#include "messages.h"
#include "parse.h"
#include "program.h"
#include "progress.h"
#include "riwalk_analysis.h"
#include "riwalk_options.h"
#include "riwalk_parallel.h"
#include "signals.h"
#include "suggest.h"
#include "vector_files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#endif
