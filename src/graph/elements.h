/* SPDX-License-Identifier: MIT */
/* Nodes and edges as files list them that say what they are (GraphML, GEXF, node-link JSON), on
 * their way into a graph. Such a file decides itself whether edges have directions and weights;
 * options can only ask for less, or for arcs in both directions.
 *
 * Edges may have times, which are for graphs of windows and not for this one.
 *
 * Ids are kept as pointers into the caller's text, which must stay until the graph is built. */
#ifndef RW_GRAPH_ELEMENTS_H
#define RW_GRAPH_ELEMENTS_H

#include "base/text.h"
#include "graph/graph.h"
#include "graph/intern.h"

typedef struct rw_id {
    const char *text;
    size_t length;
    const char *at; /* in the input, for messages */
} rw_id;

/* A node on its way. */
typedef struct rw_listed {
    const char *at; /* where it was listed, or named first by an edge */
    bool listed;
    rw_span title; /* another name; no text: none */
    rw_span type;  /* no text: none */
} rw_listed;

/* An edge on its way; no text where it has no weight or time. */
typedef struct rw_listed_edge {
    rw_id source, target, weight, time;
    bool directed;
} rw_listed_edge;

typedef struct rw_elements {
    const rw_input *input;
    const riwalk_read_options *options;
    const rw_timed *timed; /* NULL: times are not wanted */
    riwalk_error *error;
    riwalk_run job;
    rw_intern ids;
    rw_listed *nodes; /* [ids.count] */
    size_t node_capacity;
    rw_edges edges;
    rw_id *times; /* [edges.count] where they are wanted */
    size_t end_capacity, weight_capacity, time_capacity;
    bool weighted;             /* an edge has had a weight */
    bool directed, undirected; /* an edge was */
    rw_progress progress;
    const char *reported; /* up to where progress was reported */
} rw_elements;

/* Who wants the edges with their times. */
struct rw_timed {
    const char *attribute; /* of edges */
    /* Gets the whole: every edge has the text of a time. */
    riwalk_status (*take)(void *context, const rw_elements *elements, bool directed,
                          riwalk_error *error);
    void *context;
};

void rw_elements_begin(rw_elements *elements, const rw_input *input,
                       const riwalk_read_options *options, const rw_timed *timed,
                       riwalk_error *error);
void rw_elements_free(rw_elements *elements);

/* Lists a node; FORMAT where it was listed before. */
riwalk_status rw_elements_node(rw_elements *elements, rw_id id, uint32_t *node);

/* Gives a node another name than its id. Such names are used where all nodes have one and no two
 * have the same. */
riwalk_status rw_elements_title(rw_elements *elements, uint32_t node, rw_id title);

/* Gives a node a type. */
riwalk_status rw_elements_type(rw_elements *elements, uint32_t node, rw_id type);

/* Adds an edge; nodes may be listed later. Without a weight it weighs 1 if others have one; FORMAT
 * where it has no time and times are wanted. */
riwalk_status rw_elements_edge(rw_elements *elements, const rw_listed_edge *edge);

/* The names of nodes by number, until the elements are freed; NULL: no memory. */
rw_span *rw_elements_names(const rw_elements *elements, riwalk_error *error);

/* Makes the graph, or hands over edges with times. `directed` says it of all edges, besides what
 * was said of each. FORMAT where an edge names a node that was not listed, unless none was. */
riwalk_status rw_elements_build(rw_elements *elements, bool directed, riwalk_graph **graph);

#endif
