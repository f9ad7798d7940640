/* SPDX-License-Identifier: MIT */
/* What a report shows of each node, as the page takes it: report/data.js reads it. Pieces are made
 * one after the other, and written only when all are there. */
#ifndef RW_REPORT_REPORT_H
#define RW_REPORT_REPORT_H

#include "base/json.h"
#include "base/output.h"
#include "compare/track.h"
#include "describe/describe.h"
#include "graph/graph.h"
#include "vectors/vectors.h"

#define RW_REPORT_SIMILAR 10      /* nodes that are listed as similar to each */
#define RW_REPORT_NOWHERE 0xFFFFu /* a coordinate that a node does not have */

typedef struct rw_report {
    const riwalk_description *description;
    const riwalk_graph *graph;
    const riwalk_vectors *vectors;
    riwalk_report_options options; /* threads are resolved */
    rw_pool pool;                  /* of all arrays */
    uint32_t *rows;                /* [nodes]: their vectors, or RIWALK_NO_CLASS */

    /* Places from 0 to 65534 in both directions, [2 * nodes]; NULL: there are none. */
    uint16_t *layout;
    uint16_t *pca;
    uint16_t *tsne;
    double shares[2]; /* of the variance, along the components */
    double perplexity;

    const riwalk_tracking *tracking; /* the graph is its snapshots side by side; NULL: it is one */
    const char *const *snapshots;    /* their names; NULL: 1, 2, ... */

    uint32_t *similar; /* [nodes * RW_REPORT_SIMILAR]: nodes, or RIWALK_NO_CLASS */
    uint16_t *cosines; /* the same: 32767 * (1 + cosine) */
} rw_report;

/* The nodes that are similar to each. */
riwalk_status rw_report_find_similar(rw_report *report, riwalk_error *error);

/* All that the page shows, as one JSON value (data.c). */
void rw_report_write_data(rw_report *report, rw_json_writer *json);

/* Who changed: an object of its own (track_data.c). */
void rw_report_write_tracking(rw_report *report, rw_json_writer *json);

/* As long as the report; NULL where writing has failed, or fails by this. */
void *rw_report_room(rw_report *report, rw_json_writer *json, size_t count, size_t size);

void rw_report_write_names(const riwalk_graph *graph, const char *key, rw_json_writer *json);

/* The page before its data and after them: the files of the folder report/. */
extern const unsigned char rw_page_head[], rw_page_tail[];
extern const size_t rw_page_head_size, rw_page_tail_size;

#endif
