/* SPDX-License-Identifier: MIT */
/* Labels in memory. */
#ifndef RW_EVALUATE_LABELS_H
#define RW_EVALUATE_LABELS_H

#include "base/input.h"
#include "base/memory.h"
#include "riwalk_analysis.h"

struct riwalk_node_labels {
    uint32_t count;    /* labelled nodes */
    uint32_t *rows;    /* [count]: their rows in the vectors, ascending */
    uint64_t *starts;  /* [count + 1], into classes */
    uint32_t *classes; /* classes of each node, ascending */
    uint32_t class_count;
    uint32_t *members;   /* [class_count]: nodes of each class */
    const char **names;  /* [class_count] */
    char *prefix;        /* with which ids were found, or NULL */
    uint32_t most;       /* the most labels of a node */
    uint32_t unlabelled; /* rows without labels */
    uint64_t unknown, empty;
    rw_pool pool;
};

/* Reads labels from an open input. A prefix may be guessed from the name in `path`. */
riwalk_status rw_labels_read(const rw_input *input, const char *path, const riwalk_vectors *vectors,
                             const riwalk_node_labels_options *options, riwalk_node_labels **labels,
                             riwalk_error *error);

#endif
