/* SPDX-License-Identifier: MIT */
/* struc2vec straight from its definitions (Ribeiro et al. 2017): slow and obvious, over all pairs
 * of nodes in doubles. Nothing here uses src/methods; draws are those of base/rng.h. */
#ifndef REFERENCE_STRUC2VEC_H
#define REFERENCE_STRUC2VEC_H

#include "riwalk.h"

/* [layer][node][node] and [layer][node]. */
typedef struct reference_layers {
    uint32_t nodes;
    uint32_t layers;
    uint32_t *edges;   /* [node][node]: how many join two nodes, in all layers that both have */
    double *distances; /* f_k; infinite where there is no edge */
    double *shares; /* the probability of each edge for a walk that stays; 0 where there is none */
    double *ups;    /* that of going up for a walk that changes the layer */
} reference_layers;

reference_layers reference_layers_make(const riwalk_graph *graph, uint32_t layers, bool compact,
                                       bool all);
void reference_layers_free(reference_layers *layers);

/* Where a walk is after some of its steps along edges: chances[layer][node], to be begun with 1 at
 * layer 0 of the start. Takes one step more. */
void reference_layers_step(const reference_layers *layers, double stay, double *chances);

#endif
