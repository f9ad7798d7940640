/* SPDX-License-Identifier: MIT */
/* Writes an .rwg from arcs that are not in memory. They arrive sorted, so offsets and neighbours
 * are written in place. Weights, whose offset depends on the number of arcs, go to a second file
 * first. The header is written last. */
#include "base/memory.h"
#include "graph/arc_runs.h"
#include "graph/id_set.h"
#include "graph/rwg.h"

#include <string.h>

/* A section being written, with the checksums of its blocks so far. */
typedef struct outgoing {
    rw_output *file;
    uint64_t at;    /* start of the section in the file */
    uint64_t bytes; /* so far */
    char *block;    /* [RW_RWG_BLOCK_BYTES] */
    uint64_t *sums;
    size_t count, capacity;
} outgoing;

typedef struct merging {
    rw_rwg_header header;
    const rw_id_set *ids;
    rw_output *file, *weights_file;
    outgoing sections[RW_RWG_SECTIONS];
    uint64_t next;         /* the next node whose offset is to be written */
    uint64_t last, number; /* the tail of the last arc, and its node */
} merging;

/* ---- Sections ---- */

static riwalk_status end_block(outgoing *s, size_t size, riwalk_error *error)
{
    RW_HAVE(rw_grow_at(&s->sums, &s->capacity, s->count + 1, sizeof *s->sums, error));
    s->sums[s->count] = rw_checksum(s->block, size, s->count);
    s->count++;
    return rw_output_write_at(s->file, s->block, size, s->at + s->bytes - size, error);
}

static riwalk_status begin_section(outgoing *s, rw_output *file, uint64_t at, riwalk_error *error)
{
    *s = (outgoing){.file = file, .at = at, .block = rw_alloc(RW_RWG_BLOCK_BYTES, 1, error)};
    return s->block ? RIWALK_STATUS_OK : RIWALK_STATUS_MEMORY;
}

/* Appends a number or a part of a block; the size of a block is a multiple of all number sizes. */
static inline riwalk_status put(outgoing *s, const void *number, size_t size, riwalk_error *error)
{
    memcpy(s->block + s->bytes % RW_RWG_BLOCK_BYTES, number, size);
    s->bytes += size;
    return s->bytes % RW_RWG_BLOCK_BYTES ? RIWALK_STATUS_OK
                                         : end_block(s, RW_RWG_BLOCK_BYTES, error);
}

static riwalk_status put_all(outgoing *s, const char *data, uint64_t size, riwalk_error *error)
{
    while (size) {
        size_t room = RW_RWG_BLOCK_BYTES - s->bytes % RW_RWG_BLOCK_BYTES;
        size_t part = size < room ? (size_t)size : room;

        RW_MUST(put(s, data, part, error));
        data += part;
        size -= part;
    }
    return RIWALK_STATUS_OK;
}

/* Writes the rest and the padding, and enters the section in the header. */
static riwalk_status end_section(outgoing *s, rw_rwg_section *section, riwalk_error *error)
{
    static const char zeros[RW_RWG_ALIGNMENT];
    size_t left = s->bytes % RW_RWG_BLOCK_BYTES;
    riwalk_status status = left ? end_block(s, left, error) : RIWALK_STATUS_OK;

    section->bytes = s->bytes;
    section->checksum = rw_checksum(s->sums, s->count * sizeof *s->sums, s->bytes);
    return status ? status
                  : rw_output_write_at(s->file, zeros, (size_t)(rw_rwg_padded(s->bytes) - s->bytes),
                                       s->at + s->bytes, error);
}

static void free_section(outgoing *s)
{
    rw_free(s->block);
    rw_free(s->sums);
    *s = (outgoing){0};
}

/* ---- Arcs ---- */

/* Writes the offsets of all nodes up to this one. */
static riwalk_status put_offsets(merging *m, uint64_t node, riwalk_error *error)
{
    for (; m->next <= node; m->next++)
        RW_MUST(put(&m->sections[RW_RWG_SECTION_OFFSETS], &m->header.arc_count,
                    sizeof m->header.arc_count, error));
    return RIWALK_STATUS_OK;
}

static riwalk_status take_arc(void *context, uint64_t arc, double weight, riwalk_error *error)
{
    merging *m = context;
    uint64_t tail = arc >> 32;
    uint32_t head = (uint32_t)arc;

    if (m->ids) {
        head = rw_id_set_rank(m->ids, head);
        if (tail != m->last)
            m->number = rw_id_set_rank(m->ids, (uint32_t)tail);
        m->last = tail;
        tail = m->number;
    }
    RW_MUST(put_offsets(m, tail, error));
    RW_MUST(put(&m->sections[RW_RWG_SECTION_NEIGHBORS], &head, sizeof head, error));
    m->header.arc_count++;
    return m->weights_file
               ? put(&m->sections[RW_RWG_SECTION_WEIGHTS], &weight, sizeof weight, error)
               : RIWALK_STATUS_OK;
}

/* ---- The file ---- */

/* Copies a section from a file of its own to its place. */
static riwalk_status move_section(const outgoing *s, rw_output *file, uint64_t at,
                                  riwalk_error *error)
{
    uint64_t bytes = rw_rwg_padded(s->bytes);

    for (uint64_t done = 0; done < bytes; done += RW_RWG_BLOCK_BYTES) {
        uint64_t left = bytes - done;
        size_t part = (size_t)(left < RW_RWG_BLOCK_BYTES ? left : RW_RWG_BLOCK_BYTES);

        RW_MUST(rw_output_read_at(s->file, s->block, part, done, error));
        RW_MUST(rw_output_write_at(file, s->block, part, at + done, error));
    }
    return RIWALK_STATUS_OK;
}

/* Writes the names. Integers without a list are read off the set of ids. */
static riwalk_status put_names(merging *m, const rw_names *names, riwalk_error *error)
{
    uint64_t nodes = m->header.node_count;
    outgoing *s = &m->sections[RW_RWG_SECTION_NAMES];

    if (names->kind == RW_NAMES_STRINGS)
        return put_all(s, (const char *)names->starts, (nodes + 1) * sizeof(uint64_t), error);
    if (names->kind != RW_NAMES_INTEGERS)
        return RIWALK_STATUS_OK;
    if (names->integers)
        return put_all(s, (const char *)names->integers, nodes * sizeof(int64_t), error);
    for (size_t w = 0; w < m->ids->words; w++)
        for (uint64_t bits = m->ids->present[w]; bits; bits &= bits - 1) {
            int64_t id = (int64_t)(w * 64) + __builtin_ctzll(bits);

            RW_MUST(put(s, &id, sizeof id, error));
        }
    return RIWALK_STATUS_OK;
}

static riwalk_status write_file(merging *m, rw_arc_runs *runs, const rw_names *names,
                                riwalk_error *error)
{
    uint64_t at = sizeof m->header, nodes = m->header.node_count;
    outgoing *sections = m->sections;

    RW_MUST(begin_section(&sections[RW_RWG_SECTION_OFFSETS], m->file, at, error));
    RW_MUST(begin_section(&sections[RW_RWG_SECTION_NEIGHBORS], m->file,
                          at + rw_rwg_padded((nodes + 1) * sizeof(uint64_t)), error));
    if (m->weights_file)
        RW_MUST(begin_section(&sections[RW_RWG_SECTION_WEIGHTS], m->weights_file, 0, error));
    RW_MUST(rw_arc_runs_merge(runs, take_arc, m, error));
    RW_MUST(put_offsets(m, nodes, error));
    for (int i = 0; i < rw_rwg_sections(&m->header); i++) {
        outgoing *s = &sections[i];

        if (!s->file)
            RW_MUST(begin_section(s, m->file, at, error));
        if (i == RW_RWG_SECTION_NAMES)
            RW_MUST(put_names(m, names, error));
        if (i == RW_RWG_SECTION_TEXT && names->kind == RW_NAMES_STRINGS)
            RW_MUST(put_all(s, names->text, names->starts[nodes], error));
        RW_MUST(end_section(s, &m->header.sections[i], error));
        if (s->file != m->file)
            RW_MUST(move_section(s, m->file, at, error));
        at += rw_rwg_padded(s->bytes);
        free_section(s);
    }
    m->header.file_bytes = at;
    m->header.checksum = rw_rwg_header_checksum(&m->header);
    return rw_output_write_at(m->file, &m->header, sizeof m->header, 0, error);
}

/* Maps the file before it is renamed, so that a failure leaves no file. */
static riwalk_status open_graph(const merging *m, const rw_arc_runs *runs, const char *path,
                                riwalk_graph **graph, riwalk_error *error)
{
    riwalk_read_options options = {.size = sizeof options, .run = runs->run};
    rw_input input;
    riwalk_status status;

    RW_MUST(rw_input_map(rw_output_temporary(m->file), &input, error));
    input.trusted = true;
    input.name = path;
    if (!(status = rw_read_rwg(&input, &options, graph, error))) {
        (*graph)->self_loops_dropped = runs->loops;
        (*graph)->duplicates_dropped =
            (runs->taken - (*graph)->arc_count) / (runs->directed ? 1 : 2);
    }
    rw_input_close(&input);
    return status;
}

riwalk_status rw_rwg_merge(rw_arc_runs *runs, uint32_t node_count, const rw_names *names,
                           const rw_id_set *ids, const char *path, riwalk_graph **graph,
                           riwalk_error *error)
{
    merging m = {.ids = ids, .last = UINT64_MAX};
    double some = 1; /* the outline asks only whether there are weights */
    riwalk_graph *made = NULL, shape = {.node_count = node_count,
                                        .directed = runs->directed,
                                        .weights = runs->weighted ? &some : NULL,
                                        .names = *names};
    const void *data[RW_RWG_SECTIONS];
    riwalk_status status;

    rw_rwg_outline(&shape, &m.header, data);
    status = rw_output_open(path, &m.file, error);
    if (!status && !rw_output_temporary(m.file))
        status = rw_refuse(
            error, "%.200s is not a regular file, which a graph in bounded memory needs", path);
    if (!status && runs->weighted)
        status = rw_output_open(path, &m.weights_file, error);
    if (!status)
        status = write_file(&m, runs, names, error);
    if (!status)
        status = open_graph(&m, runs, path, &made, error);
    rw_output_discard(m.weights_file);
    for (int i = 0; i < RW_RWG_SECTIONS; i++)
        free_section(&m.sections[i]);
    return rw_graph_end(made, rw_output_end(m.file, status, NULL, error), graph);
}
