/* SPDX-License-Identifier: MIT */
/* Reads edge lists. Ids are parsed in one of two ways:
 * - numbers (edge_list_numbers.c): integers below 2^32 stay as they are. Fast; gives up silently at
 *   the first line with anything else.
 * - names (edge_list_names.c): any strings are interned. Complete; it reports all errors.
 * edge_list.c determines the dialect, tries them in this order, and turns ids into nodes.
 * edge_list_large.c does so for a text in pieces. */
#ifndef RW_GRAPH_EDGE_LIST_H
#define RW_GRAPH_EDGE_LIST_H

#include "base/decimal.h"
#include "graph/id_set.h"
#include "graph/intern.h"
#include "graph/lines.h"

/* A text to read: the edges, or the list of nodes. */
typedef struct rw_source {
    const char *name; /* for messages */
    rw_lines lines;
    char delimiter;
    int ids; /* per line: 2 for edges, 1 for a list of nodes */
} rw_source;

/* The state of reading an edge list. */
typedef struct rw_edge_list {
    riwalk_run job;
    const riwalk_read_options *options;
    rw_source edges;
    rw_source nodes;  /* no parts if there is no list of nodes */
    char *first_line; /* a copy of the first line, if it may be a header */
    rw_span first[2]; /* its ids; text NULL: none */
    double first_weight;
    bool first_has_more; /* it has unused columns */
    rw_edges result;     /* ends are ids, in the end nodes */
    uint32_t *listed;    /* [nodes.lines.line_count]: the list of nodes */
    uint64_t listed_count;
    uint64_t columns_ignored;
    bool understood; /* numbers: all ids so far are */
    uint32_t max;    /* the largest */
    rw_id_set ids;
    rw_intern table; /* names */
    uint32_t *rank;  /* [table.count]: interned id -> node */
    uint32_t node_count;
    rw_names names;
    rw_progress progress;
} rw_edge_list;

/* `begin` takes a text or its first piece, which sets the dialect, and the list of nodes, whose
 * data may be NULL; `go_on` takes another piece, from `line` on. */
riwalk_status rw_edge_list_begin(rw_edge_list *list, const rw_input *input, const rw_input *nodes,
                                 riwalk_error *error);
riwalk_status rw_edge_list_go_on(rw_edge_list *list, const rw_input *input, uint64_t line,
                                 riwalk_error *error);

/* Both fill result and listed with ids. The first sets `understood` and raises `max`, the second
 * interns names. */
riwalk_status rw_edge_list_numbers(rw_edge_list *list, riwalk_error *error);
riwalk_status rw_edge_list_names(rw_edge_list *list, int threads, riwalk_error *error);

/* After all names are interned. If a first line of names precedes only lines of numbers, it was a
 * header. Otherwise it is an edge, and its names are interned, too. `edges`: the number of other
 * edges. */
riwalk_status rw_edge_list_first(rw_edge_list *list, uint64_t edges, uint32_t ids[2], bool *is_edge,
                                 riwalk_error *error);

/* Sorts the names: sets rank, names and node_count. */
riwalk_status rw_edge_list_order(rw_edge_list *list, riwalk_error *error);

/* Frees what a parser has made of a text; everything. */
void rw_edge_list_forget(rw_edge_list *list);
void rw_edge_list_close(rw_edge_list *list);

/* Reads a text into options->store in at most `memory` bytes, with pieces of
 * rw_store_piece_bytes(memory), and maps the result. */
struct rw_pieces;
riwalk_status rw_store_edge_list(struct rw_pieces *text, const riwalk_read_options *options,
                                 uint64_t memory, riwalk_graph **graph, riwalk_error *error);
size_t rw_store_piece_bytes(uint64_t memory);

/* ---- For the parsers ---- */

/* Parts of both sources are numbered as tasks, those of the edges first. */
size_t rw_edge_list_parts(const rw_edge_list *list);

/* A part, and where to put its entries. */
typedef struct rw_place {
    const rw_source *source;
    rw_part_of_text *part;
    uint32_t *ids;
    double *weights; /* NULL: weights are not kept */
    uint64_t entries;
    uint64_t ignored; /* entries with unused columns */
} rw_place;

rw_place rw_edge_list_place(const rw_edge_list *list, size_t task);

/* Ends a part that was read without failure. */
riwalk_status rw_edge_list_end_part(rw_edge_list *list, const rw_place *place, riwalk_error *error);

/* Allocates an entry per line, and one more edge. */
riwalk_status rw_edge_list_allocate(rw_edge_list *list, riwalk_error *error);

/* Closes the gaps that comments and blank lines left between parts. */
void rw_edge_list_compact(rw_edge_list *list);

/* ---- Headers ---- */

/* Whether a first line that starts with two such words is a header. */
bool rw_is_header_word(rw_span field);

/* The first of two neighbouring columns that a header names as the ends of edges, if these are not
 * the first two; otherwise 0. */
int rw_ends_elsewhere(const char *header, char delimiter);

#endif
