/* SPDX-License-Identifier: MIT */
/* Labels in memory. */
#ifndef RW_EVALUATE_LABELS_H
#define RW_EVALUATE_LABELS_H

#include "base/input.h"
#include "base/memory.h"
#include "graph/intern.h"
#include "riwalk_analysis.h"

struct riwalk_node_labels {
    uint32_t count;    /* of labelled nodes */
    uint32_t *rows;    /* [count]: their rows in the vectors, ascending */
    uint64_t *starts;  /* [count + 1], into classes */
    uint32_t *classes; /* of each node, ascending */
    uint32_t class_count;
    uint32_t *members;   /* [class_count]: nodes of each class */
    const char **names;  /* [class_count] */
    char *prefix;        /* that ids were found with, or NULL */
    uint32_t most;       /* labels of one node */
    uint32_t unlabelled; /* rows without labels */
    uint64_t unknown, empty;
    rw_pool pool;
};

/* Reads labels from an open input; `path` is where its name is guessed from as a prefix. */
riwalk_status rw_labels_read(const rw_input *input, const char *path, const riwalk_vectors *vectors,
                             const riwalk_node_labels_options *options, riwalk_node_labels **labels,
                             riwalk_error *error);

/* Labels on their way in: pairs of a row and a label. Begins with vectors, a prefix or NULL, and
 * labels of rw_intern_init; freed also after a failure. */
typedef struct rw_label_builder {
    const riwalk_vectors *vectors;
    const char *prefix;
    rw_intern labels;
    uint64_t *pairs; /* row << 32 | label */
    size_t count, capacity;
    uint32_t row;   /* of the current line */
    bool prefixed;  /* an id was found by its prefix */
    char first[48]; /* the first id that was not found */
    uint64_t unknown;
    uint64_t empty; /* lines that name a node and no label */
} rw_label_builder;

void rw_label_builder_free(rw_label_builder *builder);

/* Begins a node's line; false when the vectors lack the node, whose labels are then left out. */
bool rw_label_builder_node(rw_label_builder *builder, const char *id, size_t length);

/* Gives the node a label. The text must stay until the end. */
riwalk_status rw_label_builder_add(rw_label_builder *builder, const char *label, size_t length,
                                   riwalk_error *error);

/* Makes the labels; `where` stands for the source in messages. */
riwalk_status rw_label_builder_finish(rw_label_builder *builder, const char *where,
                                      const char *positive, riwalk_node_labels **labels,
                                      riwalk_error *error);

#endif
