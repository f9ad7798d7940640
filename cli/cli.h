/* SPDX-License-Identifier: MIT */
/* One header with all that commands share. What fails ends the command: see messages.h. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "embed_options.h"
#include "evaluation.h"
#include "graph_options.h"
#include "program.h"
#include "progress.h"
#include "riwalk_options.h"
#include "suggest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#endif
