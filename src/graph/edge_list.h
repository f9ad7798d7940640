/* SPDX-License-Identifier: MIT */
/* Reads edge lists in two ways that give the same graph:
 * - numbers (edge_list_numbers.c): all ids are integers below 2^32. Fast; gives up silently at the
 *   first line with anything else.
 * - names (edge_list_names.c): ids are any strings. Complete; it reports all errors.
 * edge_list.c determines the dialect and tries them in this order. */
#ifndef RW_GRAPH_EDGE_LIST_H
#define RW_GRAPH_EDGE_LIST_H

#include "base/decimal.h"
#include "graph/graph.h"
#include "graph/lines.h"

/* A text to read: the edges, or the list of nodes. */
typedef struct rw_source {
    const char *name; /* for messages */
    rw_lines lines;
    char delimiter;
    int ids;          /* per line: 2 for edges, 1 for a list of nodes */
    uint64_t *counts; /* [part_count]: entries found in each part */
} rw_source;

/* The state of reading an edge list. */
typedef struct rw_edge_list {
    const riwalk_run *job;
    const riwalk_read_options *options;
    rw_source edges;
    rw_source nodes;  /* no parts if there is no list of nodes */
    rw_span first[2]; /* ids of a first line that may be a header; text NULL: none */
    double first_weight;
    bool first_has_more; /* the first line has unused columns */
    rw_edges result;
    uint32_t *listed; /* [nodes.lines.line_count]: the list of nodes */
    uint64_t listed_count;
    uint32_t node_count;
    rw_names names;
    uint64_t columns_ignored;
    rw_progress progress;
} rw_edge_list;

/* Both fill result, listed, node_count and names. For text with other ids, the first sets
 * *understood to false and undoes its work. */
riwalk_status rw_edge_list_numbers(rw_edge_list *list, bool *understood, riwalk_error *error);
riwalk_status rw_edge_list_names(rw_edge_list *list, riwalk_error *error);

/* For a text in pieces (edge_list_large.c): `begin` takes the first piece, which sets the dialect,
 * and the list of nodes, whose data may be NULL; `go_on` takes another piece, from `line` on. */
riwalk_status rw_edge_list_begin(rw_edge_list *list, const rw_input *input, const rw_input *nodes,
                                 riwalk_error *error);
riwalk_status rw_edge_list_go_on(rw_edge_list *list, const rw_input *input, uint64_t line,
                                 riwalk_error *error);
void rw_edge_list_close(rw_edge_list *list);

/* Reads such a text into options->store in at most `memory` bytes, with pieces of
 * rw_store_piece_bytes(memory), and maps the result. */
struct rw_pieces;
riwalk_status rw_store_edge_list(struct rw_pieces *text, const riwalk_read_options *options,
                                 uint64_t memory, riwalk_graph **graph, riwalk_error *error);
size_t rw_store_piece_bytes(uint64_t memory);

/* The first steps of both readers: parse ids as they are and raise *max to the largest; or intern
 * ids in a table, with one thread. */
riwalk_status rw_edge_list_numbers_parse(rw_edge_list *list, uint32_t *max, bool *understood,
                                         riwalk_error *error);
struct rw_intern;
riwalk_status rw_edge_list_names_parse(rw_edge_list *list, struct rw_intern *table,
                                       riwalk_error *error);

/* If a first line of names precedes only lines of numbers, it was a header. Otherwise it is an
 * edge, and its names are interned, too. `edges`: the number of other edges. */
riwalk_status rw_edge_list_first(const rw_edge_list *list, uint64_t edges, struct rw_intern *table,
                                 uint32_t ids[2], bool *is_edge, riwalk_error *error);

/* Parts of both sources are numbered as tasks, those of the edges first. */
size_t rw_edge_list_parts(const rw_edge_list *list);

/* Where to put the entries of a part. */
typedef struct rw_place {
    rw_source *source;
    const rw_part_of_text *part;
    size_t index; /* index of the part in its source */
    uint32_t *ids;
    double *weights; /* NULL: weights are not kept */
} rw_place;

rw_place rw_edge_list_place(rw_edge_list *list, size_t task);

/* Allocates an entry per line, and one more edge. */
riwalk_status rw_edge_list_allocate(rw_edge_list *list, riwalk_error *error);

/* Closes the gaps that comments and blank lines left between parts. */
void rw_edge_list_compact(rw_edge_list *list);

/* Frees what a reader has made. */
void rw_edge_list_forget(rw_edge_list *list);

/* Whether a first line that starts with two such words is a header. */
bool rw_is_header_word(rw_span field);

/* The first of two neighbouring columns that a header names as the ends of edges, if these are not
 * the first two; otherwise 0. */
int rw_ends_elsewhere(const char *header, char delimiter);

#endif
