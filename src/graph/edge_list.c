/* SPDX-License-Identifier: MIT */
/* Reads edge lists: as a whole, or in pieces into an .rwg in bounded memory. Both give the same
 * graph. Ids are read in one of two ways, in this order:
 * - Numbers: a bit set records which occur; a number's rank in it is its node. In bounded memory
 *   arcs go into sorted runs with their ids, as ids have the order of nodes.
 * - Names: they are interned, and sorted at the end. In bounded memory edges wait in a file until
 *   then. */
#include "graph/edge_list.h"

#include "base/parallel.h"
#include "base/pieces.h"
#include "graph/arc_runs.h"
#include "graph/id_set.h"

#define TASKS 256 /* when ids become nodes */

/* A piece of text takes this fraction of the memory, within these limits in bytes. */
#define PIECE_SHARE 32
#define LEAST_PIECE ((uint64_t)1 << 18)
#define MOST_PIECE ((uint64_t)16 << 20)

typedef struct reading {
    rw_edge_list list;
    rw_input *whole; /* the text, or, in bounded memory: */
    rw_pieces *text;
    rw_input nodes; /* the list of nodes, as a whole */
    uint64_t memory;
    rw_arc_runs runs;
    rw_output *waiting; /* edges between names: of each piece their number, ends, weights */
    uint64_t waiting_bytes;
    bool begun;     /* the first piece was taken */
    uint64_t line;  /* the number of the next line */
    uint64_t told;  /* bytes of the text that progress has counted */
    rw_id_set ids;  /* numbers */
    uint32_t *rank; /* names: [list.table.count]: interned id -> node */
    uint32_t node_count;
    rw_names names;
    riwalk_graph **graph; /* the result */
} reading;

/* ---- Pieces ---- */

static void start(reading *r)
{
    rw_edge_list *list = &r->list;
    uint64_t bytes = r->text ? r->text->size : r->whole->size + r->nodes.size;

    r->begun = false;
    r->line = 1;
    r->told = 0;
    list->edge_count = list->listed = list->columns_ignored = 0;
    rw_progress_begin(&list->progress, &list->job, "reading", "bytes", bytes);
}

/* Divides the next piece into lines; the first one determines the dialect. *more: false at the
 * end. */
static riwalk_status next_piece(reading *r, bool *more, riwalk_error *error)
{
    rw_edge_list *list = &r->list;
    rw_input piece = {.size = 0};

    if (r->text) {
        RW_MUST(rw_progress_add(&list->progress, r->text->read - r->told, error));
        r->told = r->text->read;
        RW_MUST(rw_pieces_next(r->text, &piece, error));
    } else if (!r->begun) {
        piece = *r->whole;
    }
    *more = !r->begun || piece.size;
    r->begun = true;
    if (!*more)
        return RIWALK_STATUS_OK;
    RW_MUST(rw_edge_list_take(list, &piece, r->line, &r->nodes, error));
    r->line += list->edges.line_count;
    return RIWALK_STATUS_OK;
}

static riwalk_status open_runs(reading *r, uint64_t memory, riwalk_error *error)
{
    const riwalk_read_options *o = r->list.options;

    r->runs = (rw_arc_runs){.directed = o->directed,
                            .weighted = o->weighted,
                            .add = o->add_duplicates,
                            .run = r->list.job};
    return rw_arc_runs_open(&r->runs, o->store, memory, error);
}

/* ---- The graph ---- */

/* Replaces the ids of a share of the edges by nodes; before numbers have ranks, marks them. */
static riwalk_status ids_task(void *context, size_t task, int worker, riwalk_error *error)
{
    reading *r = context;
    uint64_t begin = rw_part(2 * r->list.result.count, TASKS, task);
    uint64_t end = rw_part(2 * r->list.result.count, TASKS, task + 1);
    uint32_t *ids = r->list.result.ends;

    if (r->rank)
        for (uint64_t i = begin; i < end; i++)
            ids[i] = r->rank[ids[i]];
    else if (r->ids.before)
        for (uint64_t i = begin; i < end; i++)
            ids[i] = rw_id_set_rank(&r->ids, ids[i]);
    else
        rw_id_set_mark(&r->ids, ids + begin, end - begin);
    return RIWALK_STATUS_OK;
}

static riwalk_status each_id(reading *r, riwalk_error *error)
{
    return rw_parallel(r->list.job.threads, TASKS, ids_task, r, error);
}

static void free_ids(reading *r)
{
    rw_id_set_free(&r->ids);
    rw_intern_free(&r->list.table);
    rw_free(r->rank);
    r->rank = NULL;
}

/* The text is no longer needed, so the graph reuses its memory: clearing new pages would take the
 * system longer than reading the file did. */
static riwalk_status build(reading *r, riwalk_error *error)
{
    rw_edge_list *list = &r->list;

    list->result.spare = r->whole->owned;
    r->whole->owned = NULL;
    rw_input_close(r->whole);
    rw_input_close(&r->nodes);
    free_ids(r);
    list->result.add = list->options->add_duplicates;
    return rw_graph_build(r->node_count, &list->result, list->options->directed, &list->job,
                          &r->names, r->graph, error);
}

/* ---- Numbers ---- */

/* Whether a piece has only numbers, and the largest is not so large that a bit for each would waste
 * memory. */
static bool are_numbers(const reading *r)
{
    uint64_t most = (UINT64_C(1) << 20) + 8 * r->list.result.count, bytes = r->list.max / 8;

    if (r->text)
        return r->list.understood && bytes + bytes / 2 <= r->memory / 4;
    return r->list.understood && bytes <= most;
}

/* `understood` tells whether it has a graph. */
static riwalk_status read_numbers(reading *r, riwalk_error *error)
{
    rw_edge_list *list = &r->list;
    const rw_edges *edges = &list->result;
    bool more;

    start(r);
    if (r->text)
        RW_MUST(open_runs(r, r->memory / 2, error));
    for (;;) {
        RW_MUST(next_piece(r, &more, error));
        if (!more)
            break;
        RW_MUST(rw_edge_list_numbers(list, error));
        if (!(list->understood = are_numbers(r)))
            return RIWALK_STATUS_OK;
        RW_MUST(rw_id_set_reach(&r->ids, list->max, error));
        RW_MUST(each_id(r, error));
        if (r->text)
            RW_MUST(rw_arc_runs_add(&r->runs, edges->ends, edges->weights, edges->count, error));
    }
    /* A first line of names is a header only above lines of numbers. */
    list->understood = list->edge_count || (list->listed && !list->first[0].text);
    if (!list->understood)
        return RIWALK_STATUS_OK;
    RW_MUST(rw_id_set_number(&r->ids, &r->node_count, &r->names, error));
    if (r->text) {
        rw_edges_free(&list->result);
        return rw_rwg_merge(&r->runs, r->node_count, &r->names, &r->ids, list->options->store,
                            r->graph, error);
    }
    if (r->names.kind == RW_NAMES_INTEGERS)
        RW_HAVE(r->names.integers = rw_id_set_list(&r->ids, error));
    if (r->names.kind == RW_NAMES_INTEGERS || r->names.first)
        RW_MUST(each_id(r, error));
    return build(r, error);
}

/* ---- Names ---- */

/* Appends to the file of waiting edges, or reads from it. */
static riwalk_status put(reading *r, const void *data, uint64_t bytes, riwalk_error *error)
{
    r->waiting_bytes += bytes;
    return rw_output_write_at(r->waiting, data, (size_t)bytes, r->waiting_bytes - bytes, error);
}

static riwalk_status get(reading *r, void *data, uint64_t bytes, uint64_t *at, riwalk_error *error)
{
    *at += bytes;
    return rw_output_read_at(r->waiting, data, (size_t)bytes, *at - bytes, error);
}

static riwalk_status put_edges(reading *r, rw_edges *edges, riwalk_error *error)
{
    uint64_t count = edges->count;

    RW_MUST(put(r, &count, sizeof count, error));
    RW_MUST(put(r, edges->ends, count * 2 * sizeof *edges->ends, error));
    if (edges->weights)
        RW_MUST(put(r, edges->weights, count * sizeof *edges->weights, error));
    edges->count = 0;
    return RIWALK_STATUS_OK;
}

/* Moves the waiting edges to the runs, with nodes instead of names. */
static riwalk_status sort_waiting(reading *r, riwalk_error *error)
{
    rw_edges *edges = &r->list.result;

    for (uint64_t at = 0, count; at < r->waiting_bytes;) {
        RW_MUST(get(r, &count, sizeof count, &at, error));
        RW_MUST(rw_edges_allocate(edges, count, r->list.options->weighted, error));
        RW_MUST(get(r, edges->ends, count * 2 * sizeof *edges->ends, &at, error));
        if (edges->weights)
            RW_MUST(get(r, edges->weights, count * sizeof *edges->weights, &at, error));
        RW_MUST(each_id(r, error));
        RW_MUST(rw_arc_runs_add(&r->runs, edges->ends, edges->weights, count, error));
        rw_edges_free(edges);
    }
    return RIWALK_STATUS_OK;
}

/* If a first line of names precedes only lines of numbers, it was a header. Otherwise it is an
 * edge, and its names are interned, too. */
static riwalk_status add_first_line(reading *r, riwalk_error *error)
{
    rw_edge_list *list = &r->list;
    rw_edges *edges = &list->result;

    if (!list->first[0].text || (list->edge_count && rw_intern_all_integers(&list->table)))
        return RIWALK_STATUS_OK;
    for (int i = 0; i < 2; i++)
        RW_MUST(rw_intern_text(&list->table, list->first[i], &edges->ends[2 * edges->count + i],
                               error));
    if (edges->weights)
        edges->weights[edges->count] = list->first_weight;
    edges->count++;
    list->edge_count++;
    list->columns_ignored += list->first_has_more;
    return RIWALK_STATUS_OK;
}

/* In bounded memory with one thread: tables of several would take more. */
static riwalk_status intern_all(reading *r, riwalk_error *error)
{
    rw_edge_list *list = &r->list;
    int threads = r->text ? 1 : list->job.threads;
    bool more;

    start(r);
    list->table.copies = r->text;
    if (r->text)
        RW_MUST(rw_output_open(list->options->store, &r->waiting, error));
    for (;;) {
        RW_MUST(next_piece(r, &more, error));
        if (!more)
            break;
        RW_MUST(rw_edge_list_names(list, threads, error));
        if (r->text)
            RW_MUST(put_edges(r, &list->result, error));
    }
    RW_MUST(add_first_line(r, error));
    if (r->text) {
        RW_MUST(put_edges(r, &list->result, error));
        rw_edges_free(&list->result);
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status read_names(reading *r, riwalk_error *error)
{
    rw_edge_list *list = &r->list;
    uint64_t taken, most = r->memory / 4 * 3;

    RW_MUST(intern_all(r, error));
    if (!list->edge_count && !list->listed)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, list->edges.name, 0,
                          r->line > 1 ? "the file has no edges" : "the file is empty");
    r->node_count = list->table.count;
    RW_HAVE(r->rank = rw_alloc(r->node_count, sizeof *r->rank, error));
    RW_MUST(rw_names_order(&list->table, &r->names, r->rank, error));
    if (!r->text) {
        RW_MUST(each_id(r, error));
        return build(r, error);
    }
    rw_intern_free(&list->table);
    taken = (uint64_t)r->node_count * (sizeof *r->rank + sizeof(uint64_t));
    if (r->names.kind == RW_NAMES_STRINGS)
        taken += r->names.starts[r->node_count];
    RW_MUST(open_runs(r, most > taken ? most - taken : 0, error));
    RW_MUST(sort_waiting(r, error));
    free_ids(r);
    return rw_rwg_merge(&r->runs, r->node_count, &r->names, NULL, list->options->store, r->graph,
                        error);
}

/* ---- Both ---- */

static riwalk_status read_either(reading *r, riwalk_error *error)
{
    const riwalk_read_options *o = r->list.options;

    if (o->nodes_path)
        RW_MUST(rw_input_open(o->nodes_path, o->run.threads, &r->nodes, error));
    if (!r->text || r->text->can_rewind) {
        RW_MUST(read_numbers(r, error));
        if (r->list.understood)
            return RIWALK_STATUS_OK;
        free_ids(r);
        rw_arc_runs_close(&r->runs);
        if (r->text)
            RW_MUST(rw_pieces_rewind(r->text, error));
    }
    return read_names(r, error);
}

static riwalk_status finish(reading *r, riwalk_error *error)
{
    riwalk_status status = read_either(r, error);

    if (!status) {
        (*r->graph)->columns_ignored = r->list.columns_ignored;
        (*r->graph)->self_loops_dropped -= r->list.listed;
    }
    rw_edge_list_close(&r->list);
    free_ids(r);
    rw_names_free(&r->names);
    rw_arc_runs_close(&r->runs);
    rw_output_discard(r->waiting);
    rw_input_close(&r->nodes);
    return status;
}

riwalk_status rw_read_edge_list(rw_input *input, const riwalk_read_options *options,
                                riwalk_graph **graph, riwalk_error *error)
{
    reading r = {.list = {.job = rw_run_resolve(&options->run), .options = options},
                 .whole = input,
                 .graph = graph};

    return finish(&r, error);
}

riwalk_status rw_store_edge_list(rw_pieces *text, const riwalk_read_options *options,
                                 uint64_t memory, riwalk_graph **graph, riwalk_error *error)
{
    reading r = {
        .list = {.job = rw_run_resolve(&options->run), .options = options, .in_pieces = true},
        .text = text,
        .memory = memory,
        .graph = graph};

    return finish(&r, error);
}

size_t rw_store_piece_bytes(uint64_t memory)
{
    uint64_t bytes = memory / PIECE_SHARE;

    bytes = bytes > LEAST_PIECE ? bytes : LEAST_PIECE;
    return (size_t)(bytes < MOST_PIECE ? bytes : MOST_PIECE);
}
