/* SPDX-License-Identifier: MIT */
/* Nodes and edges of files that declare what they are (GraphML, GEXF, node-link JSON), on their way
 * into a graph. Such a file decides whether edges have directions and weights; options can only
 * drop these, or ask for arcs in both directions.
 *
 * Edges may have times, which are used for graphs of time windows, not for this one.
 *
 * Ids point into the caller's text, which must live until the graph is built. */
#ifndef RW_GRAPH_ELEMENTS_H
#define RW_GRAPH_ELEMENTS_H

#include "base/text.h"
#include "graph/graph.h"
#include "graph/intern.h"

/* Text of the file: an id, a weight, a time, a type. */
typedef struct rw_id {
    rw_span span;
    const char *at; /* in the input, for messages */
} rw_id;

/* A node of the file. */
typedef struct rw_listed {
    const char *at; /* where it was listed, or else first named by an edge */
    bool listed;
    rw_span title; /* another name; text NULL: none */
    rw_span type;  /* text NULL: none */
} rw_listed;

/* An edge of the file; weight and time have no text if it has none. */
typedef struct rw_listed_edge {
    rw_id source, target, weight, time;
    bool directed;
} rw_listed_edge;

struct rw_elements {
    const rw_input *input;
    const riwalk_read_options *options;
    const char *time; /* the edge attribute with times; NULL: times are not needed */
    riwalk_error *error;
    riwalk_run job;
    rw_intern ids;
    rw_listed *nodes; /* [ids.count] */
    size_t node_capacity;
    rw_edges edges;
    rw_id *times; /* [edges.count] if times are needed */
    size_t end_capacity, weight_capacity, time_capacity;
    bool weighted;             /* some edge has a weight */
    bool directed, undirected; /* some edge is */
    rw_pool texts;             /* decoded */
    rw_progress progress;
    const char *reported; /* progress is reported up to here */
};

/* Lists what is in an input. FORMAT if an edge names a node that is not listed, unless no node is.
 * Free the elements in any case. */
riwalk_status rw_elements_list(rw_elements *elements, rw_lister *list, const rw_input *input,
                               const riwalk_read_options *options, const char *time,
                               riwalk_error *error);
void rw_elements_free(rw_elements *elements);

/* Makes the graph of an input. */
riwalk_status rw_elements_read(rw_lister *list, const rw_input *input,
                               const riwalk_read_options *options, riwalk_graph **graph,
                               riwalk_error *error);

/* The names of nodes by number, valid until the elements are freed; NULL: out of memory. */
rw_span *rw_elements_names(const rw_elements *elements, riwalk_error *error);

/* ---- For listers ---- */

/* Lists a node; FORMAT if it is listed already. */
riwalk_status rw_elements_node(rw_elements *elements, rw_id id, uint32_t *node);

/* Gives a node a title. Titles become the names if all nodes have one and no two are equal. */
riwalk_status rw_elements_title(rw_elements *elements, uint32_t node, rw_id title);

/* Sets the type of a node. */
riwalk_status rw_elements_type(rw_elements *elements, uint32_t node, rw_id type);

/* Adds an edge; its nodes may be listed later. An edge without a weight weighs 1 if others have
 * one. FORMAT if times are needed and it has none. */
riwalk_status rw_elements_edge(rw_elements *elements, const rw_listed_edge *edge);

#endif
