/* SPDX-License-Identifier: MIT */
/* Reads edge lists larger than memory into an .rwg, with the same bytes as the readers of whole
 * texts would give. The text comes in pieces, which the same parsers read.
 * - Numbers: arcs go into sorted runs with their ids, as ids have the order of nodes; a bit set
 *   records which ids occur.
 * - Names: they are interned, and edges wait in a file until the names are sorted. */
#include "base/parallel.h"
#include "base/pieces.h"
#include "graph/arc_runs.h"
#include "graph/edge_list.h"

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
    rw_output *edges_file; /* edges between names: per piece the number of edges, ends, weights */
    uint64_t file_bytes;
    uint64_t line, edges, listed, ignored, told;
} large;

/* ---- Pieces ---- */

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
    status = l->line ? rw_edge_list_go_on(list, &piece, l->line, error)
                     : rw_edge_list_begin(list, &piece, &l->nodes, error);
    l->line = (l->line ? l->line : 1) + list->edges.lines.line_count;
    return status;
}

static void start(large *l)
{
    l->line = l->edges = l->listed = l->ignored = l->told = 0;
    rw_progress_begin(&l->list.progress, &l->list.job, "reading", "bytes", l->text->size);
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
                            .run = l->list.job};
    return rw_arc_runs_open(&l->runs, l->store, memory, error);
}

/* ---- Numbers ---- */

/* Adds a piece, unless its largest number needs too much memory. */
static riwalk_status add_numbers(large *l, riwalk_error *error)
{
    rw_edge_list *list = &l->list;
    const rw_edges *edges = &list->result;

    if (!list->understood || list->max / 8 + list->max / 16 > l->memory / 4) {
        list->understood = false;
        return RIWALK_STATUS_OK;
    }
    RW_MUST(rw_id_set_reach(&list->ids, list->max, error));
    rw_id_set_mark(&list->ids, edges->ends, 2 * edges->count);
    rw_id_set_mark(&list->ids, list->listed, list->listed_count);
    return rw_arc_runs_add(&l->runs, edges->ends, edges->weights, edges->count, error);
}

static riwalk_status read_numbers(large *l, riwalk_error *error)
{
    rw_edge_list *list = &l->list;
    bool more = true;

    start(l);
    RW_MUST(open_runs(l, l->memory / 2, error));
    for (;;) {
        RW_MUST(next_piece(l, &more, error));
        if (!more)
            break;
        RW_MUST(rw_edge_list_numbers(list, error));
        RW_MUST(add_numbers(l, error));
        end_piece(l);
        if (!list->understood)
            return RIWALK_STATUS_OK;
    }
    /* A first line of names is a header only above lines of numbers. */
    list->understood = l->edges || (l->listed && !list->first[0].text);
    if (!list->understood)
        return RIWALK_STATUS_OK;
    RW_MUST(rw_id_set_number(&list->ids, &list->node_count, &list->names, error));
    return rw_rwg_merge(&l->runs, list->node_count, &list->names, &list->ids, l->store, l->graph,
                        error);
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
    rw_edge_list *list = &l->list;
    uint32_t ends[2];
    bool is_edge;

    RW_MUST(rw_edge_list_first(list, l->edges, ends, &is_edge, error));
    if (!is_edge)
        return RIWALK_STATUS_OK;
    l->ignored += list->first_has_more;
    l->edges++;
    return put_edges(l, ends, list->options->weighted ? &list->first_weight : NULL, 1, error);
}

/* With one thread: tables of several would take more memory. */
static riwalk_status intern_all(large *l, riwalk_error *error)
{
    const rw_edges *edges = &l->list.result;
    bool more = true;

    l->list.table.copies = true;
    RW_MUST(rw_output_open(l->store, &l->edges_file, error));
    for (;;) {
        RW_MUST(next_piece(l, &more, error));
        if (!more)
            return add_first_line(l, error);
        RW_MUST(rw_edge_list_names(&l->list, 1, error));
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
        edges.ends[i] = l->list.rank[edges.ends[i]];
    if (!status)
        status = rw_arc_runs_add(&l->runs, edges.ends, edges.weights, edges.count, error);
    rw_edges_free(&edges);
    return status;
}

static riwalk_status read_names(large *l, riwalk_error *error)
{
    rw_edge_list *list = &l->list;
    uint64_t taken, most = l->memory / 4 * 3;

    start(l);
    RW_MUST(intern_all(l, error));
    if (!l->edges && !l->listed)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, list->edges.name, 0,
                          l->line > 1 ? "the file has no edges" : "the file is empty");
    RW_MUST(rw_edge_list_order(list, error));
    rw_intern_free(&list->table);
    taken = (uint64_t)list->node_count * (sizeof *list->rank + sizeof(uint64_t));
    if (list->names.kind == RW_NAMES_STRINGS)
        taken += list->names.starts[list->node_count];
    RW_MUST(open_runs(l, most > taken ? most - taken : 0, error));
    for (uint64_t at = 0; at < l->file_bytes;)
        RW_MUST(add_named(l, &at, error));
    rw_free(list->rank);
    list->rank = NULL;
    return rw_rwg_merge(&l->runs, list->node_count, &list->names, NULL, l->store, l->graph, error);
}

/* ---- Both ---- */

static riwalk_status read_either(large *l, riwalk_error *error)
{
    if (l->text->can_rewind) {
        RW_MUST(read_numbers(l, error));
        if (l->list.understood)
            return RIWALK_STATUS_OK;
        rw_arc_runs_close(&l->runs);
        RW_MUST(rw_pieces_rewind(l->text, error));
    }
    return read_names(l, error);
}

riwalk_status rw_store_edge_list(rw_pieces *text, const riwalk_read_options *options,
                                 uint64_t memory, riwalk_graph **graph, riwalk_error *error)
{
    large l = {.list = {.job = rw_run_resolve(&options->run), .options = options},
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
    rw_output_discard(l.edges_file);
    rw_input_close(&l.nodes);
    return status;
}

size_t rw_store_piece_bytes(uint64_t memory)
{
    uint64_t bytes = memory / PIECE_SHARE;

    bytes = bytes > LEAST_PIECE ? bytes : LEAST_PIECE;
    return (size_t)(bytes < MOST_PIECE ? bytes : MOST_PIECE);
}
