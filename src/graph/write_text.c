/* SPDX-License-Identifier: MIT */
/* Writes text formats: edge lists, Matrix Market, METIS. Undirected edges are written once, except
 * in METIS. What a format cannot hold is noted in a comment or refused. */
#include "base/memory.h"
#include "graph/edge_list.h"
#include "graph/scan.h"
#include "graph/write.h"

#include <math.h>
#include <string.h>

/* ---- Edge lists ---- */

static void put_quoted(rw_writing *w, const char *name, size_t length)
{
    rw_put(w, "\"", 1);
    rw_put(w, name, length);
    rw_put(w, "\"", 1);
}

/* What an edge list leaves out, and how it must write names. */
typedef struct survey {
    uint32_t isolated; /* nodes without edges, which an edge list cannot hold */
    uint32_t words;    /* other nodes with names that are not integers */
    bool quoted;       /* all names or none; a quoted name cannot contain a quote */
    rw_span quote;     /* the first name that does */
} survey;

static bool is_integer_name(const riwalk_graph *g, uint32_t node)
{
    int64_t value;

    return rw_parse_integer(rw_graph_name(g, node, NULL), &value);
}

/* Readers take two header words for a header, and any two words followed only by integers. */
static bool first_edge_looks_labeled(const riwalk_graph *g, uint32_t words)
{
    uint32_t u = 0, v;

    if (!g->arc_count || g->names.kind != RW_NAMES_STRINGS)
        return false;
    while (!rw_degree(g, u))
        u++;
    v = g->neighbors[0];
    if (is_integer_name(g, u) || is_integer_name(g, v))
        return false;
    return words <= 2 || (rw_is_header_word(rw_graph_name(g, u, NULL)) &&
                          rw_is_header_word(rw_graph_name(g, v, NULL)));
}

static riwalk_status survey_nodes(const rw_writing *w, survey *found)
{
    const riwalk_graph *g = w->graph;
    uint32_t *touched;

    RW_HAVE(touched = rw_alloc(g->node_count, sizeof *touched, w->error));
    *found = (survey){.isolated = rw_count_isolated(g, touched)};
    for (uint32_t u = 0; u < g->node_count && g->names.kind == RW_NAMES_STRINGS; u++) {
        rw_span name = rw_graph_name(g, u, NULL);

        found->words += (touched[u] || rw_degree(g, u)) && !is_integer_name(g, u);
        found->quoted |= rw_needs_quotes(name);
        if (!found->quote.text && memchr(name.text, '"', name.length))
            found->quote = name;
    }
    rw_free(touched);
    if (found->quoted && found->quote.text)
        return rw_refuse(w->error,
                         "names must be quoted, but the node name %s has a quote in it, which an "
                         "edge list cannot hold: write an .rwg file",
                         rw_shown(found->quote));
    return RIWALK_STATUS_OK;
}

void rw_write_edge_list(rw_writing *w)
{
    const riwalk_graph *g = w->graph;
    bool csv = rw_has_extension(w->path, ".csv");
    survey found;

    if ((w->status = survey_nodes(w, &found)))
        return;
    w->put_string = found.quoted ? put_quoted : rw_put;
    w->between = csv ? "," : found.quoted || rw_has_extension(w->path, ".tsv") ? "\t" : " ";
    if (found.isolated)
        rw_print(w,
                 "# %u %s no edge and cannot be in this list; a list of nodes adds them by "
                 "their ids\n",
                 found.isolated, found.isolated == 1 ? "node has" : "nodes have");
    if (csv || first_edge_looks_labeled(g, found.words))
        rw_print(w, "source%btarget%s\n", csv && g->weights ? ",weight" : "");
    rw_print_edges(w, false, "%n%b%n", "%b%w\n", "\n");
}

/* ---- Matrix Market and METIS: nodes are numbered from 1 ---- */

/* Lists number and name of each node in comments, unless the names are 1 .. n. */
static void put_names_as_comments(rw_writing *w)
{
    const riwalk_graph *g = w->graph;

    w->put_string = rw_put;
    if (g->names.kind == RW_NAMES_RANGE && g->names.first == 1)
        return;
    rw_print(w, "%s Nodes are numbered from 1 in their order; number and name:\n", "%");
    for (uint32_t u = 0; u < g->node_count && !w->status; u++)
        rw_print(w, "%s %i %n\n", "%", u, u);
}

/* A symmetric matrix has only its lower half. */
void rw_write_matrix_market(rw_writing *w)
{
    const riwalk_graph *g = w->graph;

    rw_print(w, "%sMatrixMarket matrix coordinate %s %s\n", "%%", g->weights ? "real" : "pattern",
             g->directed ? "general" : "symmetric");
    put_names_as_comments(w);
    rw_print(w, "%u %u %U\n", g->node_count, g->node_count, riwalk_graph_edge_count(g));
    rw_print_edges(w, true, "%i %i", " %w\n", "\n");
}

static riwalk_status check_metis(const riwalk_graph *g, riwalk_error *error)
{
    if (g->directed)
        return rw_refuse(
            error, "a METIS file cannot hold a directed graph: write .mtx or .rwg, or an edge "
                   "list");
    for (uint64_t a = 0; g->weights && a < g->arc_count; a++)
        if (g->weights[a] != floor(g->weights[a]) || g->weights[a] > 0x1p53)
            return rw_refuse(error,
                             "a METIS file holds integer weights only, not %g: write .mtx or .rwg, "
                             "or an edge list",
                             g->weights[a]);
    return RIWALK_STATUS_OK;
}

void rw_write_metis(rw_writing *w)
{
    const riwalk_graph *g = w->graph;

    if ((w->status = check_metis(g, w->error)))
        return;
    put_names_as_comments(w);
    rw_print(w, "%u %U%s\n", g->node_count, g->arc_count / 2, g->weights ? " 1" : "");
    for (uint32_t u = 0; u < g->node_count && !rw_end_row(w, u); u++) {
        for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1] && !w->status; at++) {
            rw_print(w, at > g->offsets[u] ? " %i" : "%i", g->neighbors[at]);
            if (g->weights)
                rw_print(w, " %U", (uint64_t)g->weights[at]);
        }
        rw_put(w, "\n", 1);
    }
}
