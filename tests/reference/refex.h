/* SPDX-License-Identifier: MIT */
/* Recursive features by their definition: matrices of arcs, and loops over all pairs. */
#ifndef REFERENCE_REFEX_H
#define REFERENCE_REFEX_H

#include "riwalk.h"

#define REFERENCE_FEATURES 400
#define REFERENCE_NODES 80

typedef struct reference_feature {
    char name[512];
    float values[REFERENCE_NODES];
    int bins[REFERENCE_NODES];
} reference_feature;

/* Fills `features`, which has room for REFERENCE_FEATURES, and returns how many there are. */
unsigned reference_refex(const riwalk_graph *graph, double share, reference_feature *features);

#endif
