/* SPDX-License-Identifier: MIT */
/*
 * The text formats out: edge lists, Matrix Market, METIS. An undirected edge is written once, METIS
 * excepted. What a format cannot hold is said in a comment, or refused.
 */
#include "base/memory.h"
#include "graph/edge_list.h"
#include "graph/scan.h"
#include "graph/sink.h"

#include <math.h>
#include <string.h>

/* ---- Edge lists ---- */

static bool starts_comment(const char *name, size_t length)
{
    return name[0] == '#' || name[0] == '%' || (length > 1 && name[0] == '/' && name[1] == '/');
}

/* Whether a name would not come back from a line that is split at blanks. */
static bool needs_quotes(const char *name, size_t length)
{
    bool marked = length >= 3 && !memcmp(name, "\xef\xbb\xbf", 3); /* a byte order mark */

    if (starts_comment(name, length) || name[0] == '"' || marked)
        return true;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)name[i] <= ' ' || name[i] == 127 || strchr(",;|", name[i]))
            return true;
    return false;
}

/* Quotes go around all names or none. A quoted name cannot hold a quote. */
static riwalk_status plan_quotes(rw_sink *s)
{
    const rw_names *names = &s->graph->names;

    if (names->kind != RW_NAMES_STRINGS)
        return RIWALK_STATUS_OK;
    for (uint32_t u = 0; u < s->graph->node_count && !s->quoted; u++)
        s->quoted = needs_quotes(names->text + names->starts[u],
                                 (size_t)(names->starts[u + 1] - names->starts[u]));
    for (uint32_t u = 0; u < s->graph->node_count && s->quoted; u++) {
        rw_word name = {names->text + names->starts[u],
                        (size_t)(names->starts[u + 1] - names->starts[u])};
        char shown[RW_SHOWN_CHARS];

        if (memchr(name.text, '"', name.length))
            return rw_fail(s->error, RIWALK_STATUS_ARGUMENT,
                           "names must be quoted, but the node name %s has a quote in it, which an "
                           "edge list cannot hold: write an .rwg file",
                           rw_show(name, shown));
    }
    return RIWALK_STATUS_OK;
}

static void put_name(rw_sink *s, uint32_t node)
{
    char digits[RW_INTEGER_CHARS];
    size_t length;
    const char *name = rw_graph_name(s->graph, node, digits, &length);

    if (s->quoted)
        rw_put(s, "\"", 1);
    rw_put(s, name, length);
    if (s->quoted)
        rw_put(s, "\"", 1);
}

/* What an edge list leaves out, and what its first line could be taken for. */
typedef struct survey {
    uint32_t isolated;  /* nodes without any edge: an edge list has no place for them */
    uint32_t words;     /* other nodes, whose names are no integers */
    bool looks_labeled; /* the first edge would be read as a header */
} survey;

static bool is_integer_name(const riwalk_graph *g, uint32_t node)
{
    char digits[RW_INTEGER_CHARS];
    size_t length;
    const char *name = rw_graph_name(g, node, digits, &length);
    int64_t value;

    return rw_parse_integer(name, length, &value);
}

static bool is_header_name(const riwalk_graph *g, uint32_t node)
{
    char digits[RW_INTEGER_CHARS];
    rw_field field;

    field.text = rw_graph_name(g, node, digits, &field.length);
    return rw_is_header_word(field);
}

/* A reader takes two header words for a header, and any two words that only integers follow. */
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
    return words <= 2 || (is_header_name(g, u) && is_header_name(g, v));
}

static riwalk_status survey_nodes(const riwalk_graph *g, survey *found, riwalk_error *error)
{
    unsigned char *seen = rw_alloc_zeroed(g->node_count, 1, error);

    if (!seen)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < g->node_count; u++)
        seen[u] |= rw_degree(g, u) > 0;
    for (uint64_t a = 0; g->directed && a < g->arc_count; a++)
        seen[g->neighbors[a]] = 1;
    *found = (survey){0};
    for (uint32_t u = 0; u < g->node_count; u++) {
        found->isolated += !seen[u];
        found->words += g->names.kind == RW_NAMES_STRINGS && seen[u] && !is_integer_name(g, u);
    }
    found->looks_labeled = first_edge_looks_labeled(g, found->words);
    rw_free(seen);
    return RIWALK_STATUS_OK;
}

static void put_header(rw_sink *s)
{
    rw_put_text(s, "source");
    rw_put(s, s->between, 1);
    rw_put_text(s, "target");
    if (s->graph->weights && *s->between == ',') {
        rw_put(s, s->between, 1);
        rw_put_text(s, "weight");
    }
    rw_put(s, "\n", 1);
}

static void put_edge_row(rw_sink *s, uint32_t u)
{
    const riwalk_graph *g = s->graph;

    for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1] && !s->status; at++) {
        if (!g->directed && g->neighbors[at] < u)
            continue;
        put_name(s, u);
        rw_put(s, s->between, 1);
        put_name(s, g->neighbors[at]);
        if (g->weights) {
            rw_put(s, s->between, 1);
            rw_put_weight(s, g->weights[at]);
        }
        rw_put(s, "\n", 1);
    }
}

riwalk_status rw_write_edge_list(rw_writing *writing, riwalk_error *error)
{
    const riwalk_graph *g = writing->graph;
    rw_sink s = rw_sink_begin(writing, error);
    survey found;

    if ((s.status = plan_quotes(&s)) || (s.status = survey_nodes(g, &found, error)))
        return s.status;
    s.between = rw_has_extension(writing->path, ".csv")               ? ","
                : s.quoted || rw_has_extension(writing->path, ".tsv") ? "\t"
                                                                      : " ";
    if (found.isolated) {
        rw_put_text(&s, "# ");
        rw_put_count(&s, found.isolated);
        rw_put_text(&s, found.isolated == 1 ? " node has" : " nodes have");
        rw_put_text(
            &s, " no edge and cannot be in this list; a list of nodes adds them by their ids\n");
    }
    if (found.looks_labeled || *s.between == ',')
        put_header(&s);
    for (uint32_t u = 0; u < g->node_count; u++) {
        put_edge_row(&s, u);
        if (rw_end_row(&s, u))
            return s.status;
    }
    return s.status;
}

/* ---- Matrix Market and METIS: nodes are numbers from 1 ---- */

/* Where the nodes have other names than 1 .. n, comments say which number is whose. */
static void put_names_as_comments(rw_sink *s)
{
    const riwalk_graph *g = s->graph;

    if (g->names.kind == RW_NAMES_RANGE && g->names.first == 1)
        return;
    rw_put_text(s, "% Nodes are numbered from 1 in their order; number and name:\n");
    for (uint32_t u = 0; u < g->node_count && !s->status; u++) {
        rw_put_text(s, "% ");
        rw_put_count(s, (uint64_t)u + 1);
        rw_put(s, " ", 1);
        put_name(s, u);
        rw_put(s, "\n", 1);
    }
}

riwalk_status rw_write_matrix_market(rw_writing *writing, riwalk_error *error)
{
    const riwalk_graph *g = writing->graph;
    rw_sink s = rw_sink_begin(writing, error);

    rw_put_text(&s, "%%MatrixMarket matrix coordinate ");
    rw_put_text(&s, g->weights ? "real " : "pattern ");
    rw_put_text(&s, g->directed ? "general\n" : "symmetric\n");
    put_names_as_comments(&s);
    rw_put_count(&s, g->node_count);
    rw_put(&s, " ", 1);
    rw_put_count(&s, g->node_count);
    rw_put(&s, " ", 1);
    rw_put_count(&s, riwalk_graph_edge_count(g));
    rw_put(&s, "\n", 1);
    for (uint32_t u = 0; u < g->node_count; u++) {
        for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1] && !s.status; at++) {
            if (!g->directed && g->neighbors[at] > u)
                break; /* a symmetric matrix is given by its lower half */
            rw_put_count(&s, (uint64_t)u + 1);
            rw_put(&s, " ", 1);
            rw_put_count(&s, (uint64_t)g->neighbors[at] + 1);
            if (g->weights) {
                rw_put(&s, " ", 1);
                rw_put_weight(&s, g->weights[at]);
            }
            rw_put(&s, "\n", 1);
        }
        if (rw_end_row(&s, u))
            return s.status;
    }
    return s.status;
}

static riwalk_status check_metis(const riwalk_graph *g, riwalk_error *error)
{
    if (g->directed)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "a METIS file cannot hold a directed graph: write .mtx or .rwg, or an edge "
                       "list");
    for (uint64_t a = 0; g->weights && a < g->arc_count; a++)
        if (g->weights[a] != floorf(g->weights[a]) || g->weights[a] > 0x1p53F)
            return rw_fail(
                error, RIWALK_STATUS_ARGUMENT,
                "a METIS file holds integer weights only, not %g: write .mtx or .rwg, or "
                "an edge list",
                (double)g->weights[a]);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_write_metis(rw_writing *writing, riwalk_error *error)
{
    const riwalk_graph *g = writing->graph;
    rw_sink s = rw_sink_begin(writing, error);

    if ((s.status = check_metis(g, error)))
        return s.status;
    put_names_as_comments(&s);
    rw_put_count(&s, g->node_count);
    rw_put(&s, " ", 1);
    rw_put_count(&s, g->arc_count / 2);
    rw_put_text(&s, g->weights ? " 1\n" : "\n");
    for (uint32_t u = 0; u < g->node_count; u++) {
        for (uint64_t at = g->offsets[u]; at < g->offsets[u + 1] && !s.status; at++) {
            if (at > g->offsets[u])
                rw_put(&s, " ", 1);
            rw_put_count(&s, (uint64_t)g->neighbors[at] + 1);
            if (g->weights) {
                rw_put(&s, " ", 1);
                rw_put_count(&s, (uint64_t)g->weights[at]);
            }
        }
        rw_put(&s, "\n", 1);
        if (rw_end_row(&s, u))
            return s.status;
    }
    return s.status;
}
