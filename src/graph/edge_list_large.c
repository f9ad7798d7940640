/* SPDX-License-Identifier: MIT */
/* Reads edge lists larger than memory into an .rwg, with the same bytes as the readers of whole
 * texts would give. The text comes in pieces, which the same parsers read.
 * - Numbers: arcs go into sorted runs with their ids, as ids have the order of nodes; a bit set
 *   records which ids occur.
 * - Names: they are interned, and edges wait in a file until the names are sorted. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/pieces.h"
#include "graph/arc_runs.h"
#include "graph/edge_list.h"
#include "graph/id_set.h"
#include "graph/intern.h"

#include <string.h>

/* A piece of text takes this fraction of the memory, within these limits in bytes. */
#define PIECE_SHARE 32
#define LEAST_PIECE ((uint64_t)1 << 18)
#define MOST_PIECE ((uint64_t)16 << 20)

typedef struct large {
    rw_edge_list list;
    const char *store;
    riwalk_graph **graph; /* the result */
    uint64_t memory;
    rw_pieces *text;
    rw_input nodes; /* the list of nodes, as a whole */
    rw_arc_runs runs;
    rw_id_set ids;
    rw_intern table;
    uint32_t *rank;        /* [table.count]: interned id -> node */
    char *first[2];        /* copies of the ids of a first line that may be a header */
    rw_output *edges_file; /* edges between names: per piece the number of edges, ends, weights */
    uint64_t file_bytes;
    uint64_t line, edges, listed, ignored, told;
} large;

/* ---- Pieces ---- */

static riwalk_status keep_first_line(large *l, riwalk_error *error)
{
    for (int i = 0; i < 2 && l->list.first[0].text; i++) {
        rw_span *field = &l->list.first[i];

        RW_HAVE(l->first[i] = rw_alloc(field->length, 1, error));
        field->text = memcpy(l->first[i], field->text, field->length);
    }
    return RIWALK_STATUS_OK;
}

/* Divides the next piece into lines; the first one determines the dialect. *more: false at the
 * end. */
static riwalk_status next_piece(large *l, bool *more, riwalk_error *error)
{
    rw_edge_list *list = &l->list;
    rw_input piece;
    riwalk_status status = rw_progress_add(&list->progress, l->text->read - l->told, error);

    l->told = l->text->read;
    if (status || (status = rw_pieces_next(l->text, &piece, error)))
        return status;
    *more = piece.size || !l->line;
    if (l->line)
        status = rw_edge_list_go_on(list, &piece, l->line, error);
    else if (!(status = rw_edge_list_begin(list, &piece, &l->nodes, error)))
        status = keep_first_line(l, error);
    l->line = (l->line ? l->line : 1) + list->edges.lines.line_count;
    return status;
}

static riwalk_status start(large *l, bool again, riwalk_error *error)
{
    riwalk_status status = again ? rw_pieces_rewind(l->text, error) : RIWALK_STATUS_OK;

    rw_free(l->first[0]);
    rw_free(l->first[1]);
    l->first[0] = l->first[1] = NULL;
    l->list.first[0].text = NULL;
    l->list.first_has_more = false;
    l->line = l->edges = l->listed = l->ignored = l->told = 0;
    rw_progress_begin(&l->list.progress, l->list.job, "reading", "bytes", l->text->size);
    return status;
}

/* Adds up a piece's counts and frees it. */
static void end_piece(large *l)
{
    l->edges += l->list.result.count;
    l->listed += l->list.listed_count;
    l->ignored += l->list.columns_ignored;
    rw_edge_list_forget(&l->list);
}

static riwalk_status open_runs(large *l, uint64_t memory, riwalk_error *error)
{
    const riwalk_read_options *o = l->list.options;

    l->runs = (rw_arc_runs){.directed = o->directed,
                            .weighted = o->weighted,
                            .add = o->add_duplicates,
                            .run = *l->list.job};
    return rw_arc_runs_open(&l->runs, l->store, memory, error);
}

/* ---- Numbers ---- */

static riwalk_status add_numbers(large *l, uint32_t max, bool *understood, riwalk_error *error)
{
    const rw_edges *edges = &l->list.result;
    riwalk_status status;

    *understood = max / 8 + max / 16 <= l->memory / 4;
    if (!*understood || (status = rw_id_set_reach(&l->ids, max, error)))
        return *understood ? status : RIWALK_STATUS_OK;
    rw_id_set_mark(&l->ids, edges->ends, 2 * edges->count);
    rw_id_set_mark(&l->ids, l->list.listed, l->list.listed_count);
    return rw_arc_runs_add(&l->runs, edges->ends, edges->weights, edges->count, error);
}

static riwalk_status read_numbers(large *l, bool *understood, riwalk_error *error)
{
    riwalk_status status = start(l, false, error);
    uint32_t max = 0;
    bool more = true;

    if (!status)
        status = open_runs(l, l->memory / 2, error);
    while (!status && !(status = next_piece(l, &more, error)) && more) {
        if (!(status = rw_edge_list_numbers_parse(&l->list, &max, understood, error)) &&
            *understood)
            status = add_numbers(l, max, understood, error);
        end_piece(l);
        if (!*understood)
            break;
    }
    /* A first line of names is a header only above lines of numbers. */
    *understood &= l->edges || (l->listed && !l->list.first[0].text);
    if (!status && *understood &&
        !(status = rw_id_set_number(&l->ids, &l->list.node_count, &l->list.names, error)))
        status = rw_rwg_merge(&l->runs, l->list.node_count, &l->list.names, &l->ids, l->store,
                              l->graph, error);
    if (!*understood)
        rw_arc_runs_close(&l->runs);
    return status;
}

/* ---- Names ---- */

static riwalk_status put(large *l, const void *data, uint64_t count, size_t size,
                         riwalk_error *error)
{
    uint64_t at = l->file_bytes;

    l->file_bytes += count * size;
    return rw_output_write_at(l->edges_file, data, (size_t)count * size, at, error);
}

static riwalk_status put_edges(large *l, const uint32_t *ends, const double *weights,
                               uint64_t count, riwalk_error *error)
{
    RW_MUST(put(l, &count, 1, sizeof count, error));
    RW_MUST(put(l, ends, 2 * count, sizeof *ends, error));
    return weights ? put(l, weights, count, sizeof *weights, error) : RIWALK_STATUS_OK;
}

static riwalk_status add_first_line(large *l, riwalk_error *error)
{
    const rw_edge_list *list = &l->list;
    uint32_t ends[2];
    bool is_edge;

    RW_MUST(rw_edge_list_first(list, l->edges, &l->table, ends, &is_edge, error));
    if (!is_edge)
        return RIWALK_STATUS_OK;
    l->ignored += list->first_has_more;
    l->edges++;
    return put_edges(l, ends, list->options->weighted ? &list->first_weight : NULL, 1, error);
}

static riwalk_status intern_all(large *l, riwalk_error *error)
{
    const rw_edges *edges = &l->list.result;
    bool more = true;

    l->table.copies = true;
    RW_MUST(rw_output_open(l->store, &l->edges_file, error));
    for (;;) {
        RW_MUST(next_piece(l, &more, error));
        if (!more)
            return add_first_line(l, error);
        RW_MUST(rw_edge_list_names_parse(&l->list, &l->table, error));
        RW_MUST(put_edges(l, edges->ends, edges->weights, edges->count, error));
        end_piece(l);
    }
}

static riwalk_status get(large *l, void *data, uint64_t count, size_t size, uint64_t *at,
                         riwalk_error *error)
{
    *at += count * size;
    return rw_output_read_at(l->edges_file, data, (size_t)count * size, *at - count * size, error);
}

/* Reads the edges of a piece back, with nodes instead of names. */
static riwalk_status add_named(large *l, uint64_t *at, riwalk_error *error)
{
    rw_edges edges = {0};
    riwalk_status status;
    uint64_t count;

    RW_MUST(get(l, &count, 1, sizeof count, at, error));
    if (!(status = rw_edges_allocate(&edges, count, l->list.options->weighted, error)) &&
        !(status = get(l, edges.ends, 2 * count, sizeof *edges.ends, at, error)) && edges.weights)
        status = get(l, edges.weights, count, sizeof *edges.weights, at, error);
    for (uint64_t i = 0; i < 2 * edges.count && !status; i++)
        edges.ends[i] = l->rank[edges.ends[i]];
    if (!status)
        status = rw_arc_runs_add(&l->runs, edges.ends, edges.weights, edges.count, error);
    rw_edges_free(&edges);
    return status;
}

static riwalk_status read_names(large *l, riwalk_error *error)
{
    rw_edge_list *list = &l->list;
    uint64_t taken, most = l->memory / 4 * 3;

    RW_MUST(intern_all(l, error));
    if (!l->edges && !l->listed)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, list->edges.name, 0,
                          l->line > 1 ? "the file has no edges" : "the file is empty");
    list->node_count = l->table.count;
    RW_HAVE(l->rank = rw_alloc(list->node_count, sizeof *l->rank, error));
    RW_MUST(rw_names_order(&l->table, &list->names, l->rank, error));
    rw_intern_free(&l->table);
    taken = (uint64_t)list->node_count * (sizeof *l->rank + sizeof(uint64_t));
    if (list->names.kind == RW_NAMES_STRINGS)
        taken += list->names.starts[list->node_count];
    RW_MUST(open_runs(l, most > taken ? most - taken : 0, error));
    for (uint64_t at = 0; at < l->file_bytes;)
        RW_MUST(add_named(l, &at, error));
    rw_free(l->rank);
    l->rank = NULL;
    return rw_rwg_merge(&l->runs, list->node_count, &list->names, NULL, l->store, l->graph, error);
}

/* ---- Both ---- */

static riwalk_status read_either(large *l, riwalk_error *error)
{
    bool understood = false;
    riwalk_status status = RIWALK_STATUS_OK;

    if (l->text->can_rewind && ((status = read_numbers(l, &understood, error)) || understood))
        return status;
    if (!(status = start(l, l->text->can_rewind, error)))
        status = read_names(l, error);
    return status;
}

riwalk_status rw_store_edge_list(rw_pieces *text, const riwalk_read_options *options,
                                 uint64_t memory, riwalk_graph **graph, riwalk_error *error)
{
    riwalk_run job = rw_run_resolve(&options->run);
    large l = {.list = {.job = &job, .options = options},
               .store = options->store,
               .memory = memory,
               .text = text,
               .graph = graph};
    riwalk_status status = RIWALK_STATUS_OK;

    if (options->nodes_path)
        status = rw_input_open(options->nodes_path, options->run.threads, &l.nodes, error);
    if (!status && !(status = read_either(&l, error)))
        (*graph)->columns_ignored = l.ignored;
    rw_edge_list_close(&l.list);
    rw_arc_runs_close(&l.runs);
    rw_id_set_free(&l.ids);
    rw_intern_free(&l.table);
    rw_free(l.rank);
    rw_output_discard(l.edges_file);
    rw_input_close(&l.nodes);
    rw_free(l.first[0]);
    rw_free(l.first[1]);
    return status;
}

size_t rw_store_piece_bytes(uint64_t memory)
{
    uint64_t bytes = memory / PIECE_SHARE;

    bytes = bytes > LEAST_PIECE ? bytes : LEAST_PIECE;
    return (size_t)(bytes < MOST_PIECE ? bytes : MOST_PIECE);
}
