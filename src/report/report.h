/* SPDX-License-Identifier: MIT */
/* What a report shows of each node, as report/data.js reads it. Arrays are computed one after the
 * other, and written only when all are done. */
#ifndef RW_REPORT_REPORT_H
#define RW_REPORT_REPORT_H

#include "base/json.h"
#include "base/output.h"
#include "compare/track.h"
#include "describe/describe.h"
#include "graph/graph.h"
#include "vectors/vectors.h"

#define RW_REPORT_SIMILAR 10      /* similar nodes that are listed for each */
#define RW_REPORT_NOWHERE 0xFFFFu /* the coordinate of a node without a place */

typedef struct rw_report {
    const riwalk_description *description;
    const riwalk_graph *graph;
    const riwalk_vectors *vectors;
    riwalk_report_options options; /* with resolved threads */
    rw_pool pool;                  /* owns all arrays */
    const uint32_t *rows;          /* [nodes]: row of each node's vector, or RIWALK_NO_CLASS */

    /* Coordinates from 0 to 65534, [2 * nodes]; NULL: none. */
    uint16_t *layout;
    uint16_t *pca;
    uint16_t *tsne;
    double shares[2]; /* share of the variance, by component */
    double perplexity;

    const riwalk_tracking *tracking; /* the graph is all its snapshots; NULL: no tracking */
    const char *const *snapshots;    /* names of snapshots; NULL: 1, 2, ... */

    uint32_t *similar; /* [nodes * RW_REPORT_SIMILAR]: nodes, or RIWALK_NO_CLASS */
    uint16_t *cosines; /* the same: 32767 * (1 + cosine) */
} rw_report;

/* Finds the nodes that are similar to each. */
riwalk_status rw_report_find_similar(rw_report *report, riwalk_error *error);

/* Writes all that the page shows as one JSON value (data.c). */
void rw_report_write_data(rw_report *report, rw_json_writer *json);

/* Writes who changed, as an object of its own (track_data.c). */
void rw_report_write_tracking(rw_report *report, rw_json_writer *json);

/* Memory that lives as long as the report; NULL if writing has failed, or fails now. */
void *rw_report_room(rw_report *report, rw_json_writer *json, size_t count, size_t size);

void rw_report_write_names(const riwalk_graph *graph, const char *key, rw_json_writer *json);

/* The page before and after its data: the files of the folder report/. */
extern const unsigned char rw_page_head[], rw_page_tail[];
extern const size_t rw_page_head_size, rw_page_tail_size;

#endif
