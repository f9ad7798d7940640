/* SPDX-License-Identifier: MIT */
/* Edge lists. */
#include "graph/graph.h"
