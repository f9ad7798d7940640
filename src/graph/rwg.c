/* SPDX-License-Identifier: MIT */
/*
 * .rwg: a graph's arrays as they are in memory, so that loading is reading and a check.
 *
 * A header of 192 bytes, then the sections in a fixed order, each at a multiple of 64 bytes with
 * zeros between them; all numbers are little-endian. Equal graphs make equal files.
 *
 * A file is not trusted, even if its checksums are right: what the rest of the library relies on
 * is checked once (rwg_check.c). Both passes over the bytes are parallel.
 */
#include "base/binary.h" /* refuses machines that are not little-endian */
#include "base/checksum.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/types.h"
#include "graph/write.h"

#include <string.h>

#define MAGIC "\x93RWG\r\n\x1a\n" /* a text transfer that changes line ends destroys it */
#define MAGIC_BYTES 8
#define VERSION 2
#define FIRST_VERSION                                                                              \
    1 /* floats for weights, and no types; graphs without both are still written so */
#define ALIGNMENT 64
#define BLOCK_BYTES ((size_t)1 << 20) /* of one checksum; part of the format */

enum {
    FLAG_DIRECTED = 1,
    FLAG_WEIGHTED = 2,
    FLAG_TYPED = 4,       /* from version 2 on */
    FLAG_NAMES_SHIFT = 8, /* two bits: rw_names_kind */
    FLAGS_KNOWN = FLAG_DIRECTED | FLAG_WEIGHTED | FLAG_TYPED | 3 << FLAG_NAMES_SHIFT,
};

enum {
    SECTION_OFFSETS,   /* uint64_t[nodes + 1] */
    SECTION_NEIGHBORS, /* uint32_t[arcs] */
    SECTION_WEIGHTS,   /* double[arcs], weighted graphs only; float[arcs] in version 1 */
    SECTION_NAMES,     /* int64_t[nodes] of INTEGERS, uint64_t[nodes + 1] of STRINGS */
    SECTION_TEXT,      /* the bytes of STRINGS */
    FIRST_SECTIONS,    /* all of version 1; in its header, what follows is 0 */
    SECTION_TYPES = FIRST_SECTIONS, /* uint32_t[nodes], typed graphs only */
    SECTION_TYPE_NAMES,             /* the names of types, each with its NUL */
    SECTIONS,
};

typedef struct section {
    uint64_t bytes; /* without the zeros that follow */
    uint64_t checksum;
} section;

typedef struct file_header {
    char magic[MAGIC_BYTES];
    uint32_t version;
    uint32_t flags;
    uint64_t node_count;
    uint64_t arc_count;
    int64_t first_name; /* of a RANGE, else 0 */
    uint64_t file_bytes;
    section sections[SECTIONS];
    uint64_t reserved[3]; /* 0 */
    uint64_t checksum;    /* of all bytes before it */
} file_header;

_Static_assert(sizeof(file_header) == 192, "the header has no holes");

static uint64_t padded(uint64_t bytes)
{
    return (bytes + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
}

static uint64_t header_checksum(const file_header *h)
{
    return rw_checksum(h, offsetof(file_header, checksum), h->version);
}

static int sections_of(const file_header *h)
{
    return h->version == FIRST_VERSION ? FIRST_SECTIONS : SECTIONS;
}

/* ---- Checksum of a section: of its blocks' checksums, which are independent ---- */

typedef struct summer {
    const char *data;
    size_t bytes;
    uint64_t *sums; /* one for each block */
} summer;

static riwalk_status sum_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const summer *s = context;
    size_t begin = task * BLOCK_BYTES;
    size_t bytes = s->bytes - begin < BLOCK_BYTES ? s->bytes - begin : BLOCK_BYTES;

    (void)worker;
    (void)error;
    s->sums[task] = rw_checksum(s->data + begin, bytes, task);
    return RIWALK_STATUS_OK;
}

static riwalk_status sum_section(const void *data, size_t bytes, int threads, uint64_t *sum,
                                 riwalk_error *error)
{
    size_t blocks = bytes / BLOCK_BYTES + (bytes % BLOCK_BYTES > 0);
    summer s = {data, bytes, rw_alloc(blocks, sizeof *s.sums, error)};
    riwalk_status status;

    if (!s.sums)
        return RIWALK_STATUS_MEMORY;
    if (!(status = rw_parallel(threads, blocks, sum_task, &s, error)))
        *sum = rw_checksum(s.sums, blocks * sizeof *s.sums, bytes);
    rw_free(s.sums);
    return status;
}

/* ---- Layout ---- */

/* The sections' sizes, from the header's counts (node_count at most RIWALK_MAX_NODES, arc_count and
 * text bytes at most 2^60, so that nothing overflows); returns the size of the file. */
static uint64_t lay_out(const file_header *h, uint64_t text_bytes, uint64_t type_bytes,
                        uint64_t sizes[SECTIONS])
{
    unsigned kind = h->flags >> FLAG_NAMES_SHIFT;
    uint64_t total = sizeof *h, weight = h->version == FIRST_VERSION ? sizeof(float) : 8;

    sizes[SECTION_OFFSETS] = (h->node_count + 1) * sizeof(uint64_t);
    sizes[SECTION_NEIGHBORS] = h->arc_count * sizeof(uint32_t);
    sizes[SECTION_WEIGHTS] = h->flags & FLAG_WEIGHTED ? h->arc_count * weight : 0;
    sizes[SECTION_NAMES] = kind == RW_NAMES_INTEGERS  ? h->node_count * sizeof(int64_t)
                           : kind == RW_NAMES_STRINGS ? (h->node_count + 1) * sizeof(uint64_t)
                                                      : 0;
    sizes[SECTION_TEXT] = kind == RW_NAMES_STRINGS ? text_bytes : 0;
    sizes[SECTION_TYPES] = h->flags & FLAG_TYPED ? h->node_count * sizeof(uint32_t) : 0;
    sizes[SECTION_TYPE_NAMES] = h->flags & FLAG_TYPED ? type_bytes : 0;
    for (int i = 0; i < SECTIONS; i++)
        total += padded(sizes[i]);
    return total;
}

/* ---- Writing ---- */

static void section_data(const riwalk_graph *g, const void *data[SECTIONS])
{
    data[SECTION_OFFSETS] = g->offsets;
    data[SECTION_NEIGHBORS] = g->neighbors;
    data[SECTION_WEIGHTS] = g->weights;
    data[SECTION_NAMES] = g->names.kind == RW_NAMES_INTEGERS ? (const void *)g->names.integers
                                                             : (const void *)g->names.starts;
    data[SECTION_TEXT] = g->names.text;
    data[SECTION_TYPES] = g->types;
    data[SECTION_TYPE_NAMES] = g->type_names.text;
}

static riwalk_status make_header(const riwalk_graph *g, const void *const data[SECTIONS],
                                 file_header *h, riwalk_error *error)
{
    bool strings = g->names.kind == RW_NAMES_STRINGS;
    uint64_t sizes[SECTIONS];
    riwalk_status status;

    *h = (file_header){
        .version = g->weights || g->types ? VERSION : FIRST_VERSION,
        .flags = (g->directed ? FLAG_DIRECTED : 0U) | (g->weights ? FLAG_WEIGHTED : 0U) |
                 (g->types ? FLAG_TYPED : 0U) | (unsigned)g->names.kind << FLAG_NAMES_SHIFT,
        .node_count = g->node_count,
        .arc_count = g->arc_count,
        .first_name = g->names.kind == RW_NAMES_RANGE ? g->names.first : 0,
    };
    memcpy(h->magic, MAGIC, MAGIC_BYTES);
    h->file_bytes =
        lay_out(h, strings ? g->names.starts[g->node_count] : 0, g->type_names.bytes, sizes);
    for (int i = 0; i < sections_of(h); i++) {
        h->sections[i].bytes = sizes[i];
        if ((status = sum_section(data[i], (size_t)sizes[i], rw_threads(0),
                                  &h->sections[i].checksum, error)))
            return status;
    }
    h->checksum = header_checksum(h);
    return RIWALK_STATUS_OK;
}

/* Large sections go out in pieces, between which the writing can be cancelled. */
static void write_section(rw_writing *w, const char *data, uint64_t bytes)
{
    static const char zeros[ALIGNMENT];

    for (uint64_t at = 0; at < bytes && !w->status; at += BLOCK_BYTES) {
        rw_put(w, data + at, (size_t)(bytes - at < BLOCK_BYTES ? bytes - at : BLOCK_BYTES));
        if (!w->status)
            w->status = rw_progress_add(&w->progress, 0, w->error);
    }
    rw_put(w, zeros, (size_t)(padded(bytes) - bytes));
}

void rw_write_rwg(rw_writing *w)
{
    const void *data[SECTIONS];
    file_header h;

    section_data(w->graph, data);
    if ((w->status = make_header(w->graph, data, &h, w->error)))
        return;
    rw_put(w, (const char *)&h, sizeof h);
    for (int i = 0; i < sections_of(&h) && !w->status; i++) {
        write_section(w, data[i], h.sections[i].bytes);
        if (!w->status)
            w->status = rw_progress_add(&w->progress, w->graph->node_count / SECTIONS, w->error);
    }
}

/* ---- Reading: the header ---- */

bool rw_is_rwg(const rw_input *input)
{
    size_t length = input->size < MAGIC_BYTES ? input->size : MAGIC_BYTES;

    if (length && !memcmp(input->data, MAGIC, length))
        return true;
    return riwalk_graph_format_from_path(input->name) == RIWALK_FORMAT_RWG;
}

static riwalk_status check_header(const rw_input *input, const file_header *h, riwalk_error *error)
{
    if (memcmp(h->magic, MAGIC, MAGIC_BYTES))
        return rw_input_fail(input, error, "this is not a riwalk graph file (.rwg)");
    if (h->version < FIRST_VERSION || h->version > VERSION)
        return rw_input_fail(
            input, error,
            "the file is of version %u of the .rwg format, libriwalk %s reads versions %d and %d: "
            "convert the graph again from its source",
            h->version, RIWALK_VERSION, FIRST_VERSION, VERSION);
    if (h->checksum != header_checksum(h))
        return rw_input_fail(input, error, "the header is damaged: its checksum is wrong");
    if (input->size < h->file_bytes)
        return rw_input_fail(input, error, "the file is truncated: it has %zu of %llu bytes",
                             input->size, (unsigned long long)h->file_bytes);
    if (input->size > h->file_bytes)
        return rw_input_fail(input, error,
                             "unexpected bytes after the end of the graph, from byte %llu on",
                             (unsigned long long)h->file_bytes);
    return RIWALK_STATUS_OK;
}

static riwalk_status fail_header(const rw_input *input, riwalk_error *error)
{
    return rw_input_fail(input, error,
                         "the header is inconsistent: riwalk did not write this file");
}

/* Counts, flags and sizes must agree with each other and with the size of the file. */
static riwalk_status check_layout(const rw_input *input, const file_header *h, riwalk_error *error)
{
    unsigned kind = h->flags >> FLAG_NAMES_SHIFT & 3;
    int64_t last =
        INT64_MAX - (int64_t)(h->node_count & UINT32_MAX); /* that a range may start at */
    uint64_t sizes[SECTIONS];

    if (h->flags & ~(uint32_t)FLAGS_KNOWN || kind > RW_NAMES_STRINGS ||
        h->node_count > RIWALK_MAX_NODES || h->arc_count > input->size ||
        h->sections[SECTION_TEXT].bytes > input->size ||
        h->sections[SECTION_TYPE_NAMES].bytes > input->size ||
        (h->version == FIRST_VERSION && h->flags & FLAG_TYPED))
        return fail_header(input, error);
    for (size_t i = 0; i < sizeof h->reserved / sizeof *h->reserved; i++)
        if (h->reserved[i])
            return fail_header(input, error);
    if (lay_out(h, h->sections[SECTION_TEXT].bytes, h->sections[SECTION_TYPE_NAMES].bytes, sizes) !=
        h->file_bytes)
        return fail_header(input, error);
    for (int i = sections_of(h); i < SECTIONS; i++)
        if (h->sections[i].checksum)
            return fail_header(input, error);
    for (int i = 0; i < SECTIONS; i++)
        if (h->sections[i].bytes != sizes[i])
            return fail_header(input, error);
    if (kind == RW_NAMES_RANGE ? h->node_count && h->first_name > last
                               : h->first_name || !h->node_count)
        return fail_header(input, error);
    return RIWALK_STATUS_OK;
}

/* Checks the bytes of all sections and finds where they begin. */
static riwalk_status find_sections(const rw_input *input, const file_header *h, int threads,
                                   const void *data[SECTIONS], riwalk_error *error)
{
    static const char *const titles[] = {"offsets", "neighbours", "weights", "names",
                                         "names",   "types",      "types"};
    const char *at = input->data + sizeof *h;

    for (int i = 0; i < sections_of(h); i++) {
        uint64_t bytes = h->sections[i].bytes, sum;
        riwalk_status status = sum_section(at, (size_t)bytes, threads, &sum, error);
        bool damaged;

        if (status)
            return status;
        damaged = sum != h->sections[i].checksum;
        for (uint64_t b = bytes; b < padded(bytes); b++)
            damaged |= at[b] != 0;
        if (damaged)
            return rw_input_fail(input, error, "the %s are damaged: their checksum is wrong",
                                 titles[i]);
        data[i] = at;
        at += padded(bytes);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Reading ---- */

/* Bytes that belong to a caller may go away, and may lie anywhere: they are copied. */
static riwalk_status own_bytes(rw_input *input, riwalk_error *error)
{
    char *copy;

    if (input->owned)
        return RIWALK_STATUS_OK;
    if (!(copy = rw_alloc_aligned(input->size, 1, error)))
        return RIWALK_STATUS_MEMORY;
    if (input->size)
        memcpy(copy, input->data, input->size);
    input->owned = copy;
    input->data = copy;
    return RIWALK_STATUS_OK;
}

/* Floats of version 1 as doubles. */
static riwalk_status widen(riwalk_graph *g, const float *weights, riwalk_error *error)
{
    if (!(g->widened = rw_alloc((size_t)g->arc_count, sizeof *g->widened, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint64_t a = 0; a < g->arc_count; a++)
        g->widened[a] = (double)weights[a];
    g->weights = g->widened;
    return RIWALK_STATUS_OK;
}

/* Types are copied: they can be set anew. */
static riwalk_status copy_types(riwalk_graph *g, const rw_input *input, const file_header *h,
                                const void *const data[SECTIONS], riwalk_error *error)
{
    const uint32_t *types = data[SECTION_TYPES];
    bool fine;

    if (!(g->types = rw_alloc(g->node_count, sizeof *types, error)) ||
        rw_type_names_read(&g->type_names, data[SECTION_TYPE_NAMES],
                           h->sections[SECTION_TYPE_NAMES].bytes, &fine, error))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < g->node_count && fine; u++)
        fine = (g->types[u] = types[u]) < g->type_names.count;
    return fine ? RIWALK_STATUS_OK
                : rw_input_fail(input, error, "the file is malformed: its types have no meaning");
}

static void point_into(riwalk_graph *g, const file_header *h, const void *const data[SECTIONS])
{
    g->node_count = (uint32_t)h->node_count;
    g->arc_count = h->arc_count;
    g->directed = h->flags & FLAG_DIRECTED;
    g->offsets = data[SECTION_OFFSETS];
    g->neighbors = data[SECTION_NEIGHBORS];
    g->names.kind = (rw_names_kind)(h->flags >> FLAG_NAMES_SHIFT);
    g->names.first = h->first_name;
    if (g->names.kind == RW_NAMES_INTEGERS)
        g->names.integers = data[SECTION_NAMES];
    if (g->names.kind == RW_NAMES_STRINGS)
        g->names.starts = data[SECTION_NAMES];
    g->names.text = data[SECTION_TEXT];
    if (h->flags & FLAG_WEIGHTED)
        g->weights = data[SECTION_WEIGHTS];
}

/* The header, the bytes, then what they mean; `made` points into the input. */
static riwalk_status load(const rw_input *input, const riwalk_read_options *options,
                          riwalk_graph *made, riwalk_error *error)
{
    int threads = rw_threads(options->run.threads);
    const void *data[SECTIONS] = {0};
    riwalk_status status;
    file_header h;

    if (input->size < sizeof h)
        return rw_input_fail(input, error,
                             "the file is truncated: it has %zu bytes, its header alone has %zu",
                             input->size, sizeof h);
    memcpy(&h, input->data, sizeof h);
    if ((status = check_header(input, &h, error)) || (status = check_layout(input, &h, error)) ||
        (status = find_sections(input, &h, threads, data, error)))
        return status;
    if (options->weighted && !(h.flags & FLAG_WEIGHTED))
        return rw_input_fail(input, error, "weights were requested, but the file has none");
    point_into(made, &h, data);
    if ((h.flags & FLAG_WEIGHTED && h.version == FIRST_VERSION &&
         (status = widen(made, data[SECTION_WEIGHTS], error))) ||
        (h.flags & FLAG_TYPED && (status = copy_types(made, input, &h, data, error))))
        return status;
    if ((status = rw_rwg_check(made, input->name, h.sections[SECTION_TEXT].bytes, h.checksum,
                               threads, error)))
        return status;
    made->directed |= options->directed; /* an undirected graph has both arcs */
    if (options->unweighted)
        made->weights = NULL;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_read_rwg(rw_input *input, const riwalk_read_options *options, riwalk_graph **graph,
                          riwalk_error *error)
{
    riwalk_graph *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status = made ? own_bytes(input, error) : RIWALK_STATUS_MEMORY;
    riwalk_run job = rw_run_resolve(&options->run);

    if (!status)
        status = load(input, options, made, error);
    if (status) {
        if (made)
            rw_type_names_free(&made->type_names);
        rw_free(made ? made->widened : NULL);
        rw_free(made ? made->types : NULL);
        rw_free(made);
        return status;
    }
    made->backing = *input;
    made->backing.name = NULL; /* the caller's string */
    *input = (rw_input){.name = input->name};
    if (options->undirected && made->directed)
        status = rw_graph_drop_directions(&made, options->add_duplicates, &job, error);
    if (!status)
        *graph = made;
    return status;
}
