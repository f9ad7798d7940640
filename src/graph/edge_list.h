/* SPDX-License-Identifier: MIT */
/* Edge lists: "u v [weight]" a line, in many dialects (docs/formats.md), and lists of nodes. A text
 * comes as a whole or in pieces. edge_list_dialect.c determines the dialect, edge_list_parse.c
 * parses the lines of a piece, and edge_list.c turns ids into nodes and makes the graph. */
#ifndef RW_GRAPH_EDGE_LIST_H
#define RW_GRAPH_EDGE_LIST_H

#include "base/decimal.h"
#include "graph/intern.h"
#include "graph/lines.h"

/* A piece of an edge list, and what is known of all pieces. A listed node becomes an edge to
 * itself, which a graph drops. */
typedef struct rw_edge_list {
    riwalk_run job;
    const riwalk_read_options *options;
    rw_lines edges;
    rw_lines nodes; /* comes with the first piece; no parts if there is no list of nodes */
    char delimiter;
    char *first_line; /* a copy of the first line, if it may be a header */
    rw_span first[2]; /* its ids; text NULL: none */
    double first_weight;
    bool first_has_more;                          /* it has unused columns */
    rw_edges result;                              /* of the piece; ends are ids, in the end nodes */
    uint64_t edge_count, listed, columns_ignored; /* of all pieces */
    bool understood;                              /* numbers: all ids so far are */
    uint32_t max;                                 /* the largest */
    rw_intern table;                              /* names */
    rw_progress progress;
    bool in_pieces; /* progress is that of reading pieces */
} rw_edge_list;

/* Takes a text or its next piece, which starts at `line`. The first one sets the dialect, and comes
 * with the list of nodes, whose data may be NULL. */
riwalk_status rw_edge_list_take(rw_edge_list *list, const rw_input *input, uint64_t line,
                                const rw_input *nodes, riwalk_error *error);
void rw_edge_list_close(rw_edge_list *list);

/* Both set the result, with room for one more edge. The first sets `understood` and raises `max`;
 * it gives up at the first line with anything but numbers. The second interns names and reports all
 * errors. */
riwalk_status rw_edge_list_numbers(rw_edge_list *list, riwalk_error *error);
riwalk_status rw_edge_list_names(rw_edge_list *list, int threads, riwalk_error *error);

/* Reads a text into options->store in at most `memory` bytes, with pieces of
 * rw_store_piece_bytes(memory), and maps the result. */
struct rw_pieces;
riwalk_status rw_store_edge_list(struct rw_pieces *text, const riwalk_read_options *options,
                                 uint64_t memory, riwalk_graph **graph, riwalk_error *error);
size_t rw_store_piece_bytes(uint64_t memory);

/* ---- Headers ---- */

/* Whether a first line that starts with two such words is a header. */
bool rw_is_header_word(rw_span field);

/* The first of two neighbouring columns that a header names as the ends of edges, if these are not
 * the first two; otherwise 0. */
int rw_ends_elsewhere(const char *header, char delimiter);

#endif
