/* SPDX-License-Identifier: MIT */
/* Reads .rwg, which has a graph's arrays as they are in memory: loading is reading or mapping, plus
 * a check.
 *
 * A file is not trusted even if its checksums match: everything that the library relies on is
 * checked once (rwg_check.c). Both passes over the bytes are parallel. */
#include "graph/rwg.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "graph/types.h"

#include <string.h>

/* ---- Header ---- */

bool rw_is_rwg(const rw_input *input)
{
    size_t length = input->size < RW_RWG_MAGIC_BYTES ? input->size : RW_RWG_MAGIC_BYTES;

    if (length && !memcmp(input->data, RW_RWG_MAGIC, length))
        return true;
    return riwalk_graph_format_from_path(input->name) == RIWALK_FORMAT_RWG;
}

static riwalk_status check_header(const rw_input *input, const rw_rwg_header *h,
                                  riwalk_error *error)
{
    if (memcmp(h->magic, RW_RWG_MAGIC, RW_RWG_MAGIC_BYTES))
        return rw_input_fail(input, error, "this is not a riwalk graph file (.rwg)");
    if (h->version < RW_RWG_FIRST_VERSION || h->version > RW_RWG_VERSION)
        return rw_input_fail(
            input, error,
            "the file is of version %u of the .rwg format, libriwalk %s reads versions %d and %d: "
            "convert the graph again from its source",
            h->version, RIWALK_VERSION, RW_RWG_FIRST_VERSION, RW_RWG_VERSION);
    if (h->checksum != rw_rwg_header_checksum(h))
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

/* Counts, flags and section sizes must agree with each other and with the file's size. */
static bool is_consistent(const rw_rwg_header *h, size_t size)
{
    unsigned kind = h->flags >> RW_RWG_FLAG_NAMES_SHIFT & 3;
    int64_t last =
        INT64_MAX - (int64_t)(h->node_count & UINT32_MAX); /* the largest start of a range */
    uint64_t sizes[RW_RWG_SECTIONS];
    bool fits;

    if (h->flags & ~(uint32_t)RW_RWG_FLAGS_KNOWN || kind > RW_NAMES_STRINGS ||
        h->node_count > RIWALK_MAX_NODES || h->arc_count > size ||
        h->sections[RW_RWG_SECTION_TEXT].bytes > size ||
        h->sections[RW_RWG_SECTION_TYPE_NAMES].bytes > size ||
        (h->version == RW_RWG_FIRST_VERSION && h->flags & RW_RWG_FLAG_TYPED))
        return false;
    fits = rw_rwg_lay_out(h, h->sections[RW_RWG_SECTION_TEXT].bytes,
                          h->sections[RW_RWG_SECTION_TYPE_NAMES].bytes, sizes) == h->file_bytes;
    for (size_t i = 0; i < sizeof h->reserved / sizeof *h->reserved; i++)
        fits &= !h->reserved[i];
    for (int i = 0; i < RW_RWG_SECTIONS; i++)
        fits &= (i < rw_rwg_sections(h) || !h->sections[i].checksum) &&
                h->sections[i].bytes == sizes[i];
    return fits && (kind == RW_NAMES_RANGE ? !h->node_count || h->first_name <= last
                                           : !h->first_name && h->node_count);
}

/* Verifies the checksums of all sections and finds their starts. */
static riwalk_status find_sections(const rw_input *input, const rw_rwg_header *h, int threads,
                                   const void *data[RW_RWG_SECTIONS], riwalk_error *error)
{
    static const char *const titles[] = {"offsets", "neighbours", "weights", "names",
                                         "names",   "types",      "types"};
    const char *at = input->data + sizeof *h;

    for (int i = 0; i < rw_rwg_sections(h); i++) {
        uint64_t bytes = h->sections[i].bytes, sum = h->sections[i].checksum;
        bool damaged;

        if (!input->trusted)
            RW_MUST(rw_rwg_sum(at, (size_t)bytes, threads, &sum, error));
        damaged = sum != h->sections[i].checksum;
        for (uint64_t b = bytes; b < rw_rwg_padded(bytes); b++)
            damaged |= at[b] != 0;
        if (damaged)
            return rw_input_fail(input, error, "the %s are damaged: their checksum is wrong",
                                 titles[i]);
        data[i] = at;
        at += rw_rwg_padded(bytes);
    }
    return RIWALK_STATUS_OK;
}

/* ---- Reading ---- */

/* Copies bytes of a caller, which may go away and may be unaligned. */
static riwalk_status own_bytes(rw_input *input, riwalk_error *error)
{
    char *copy;

    if (input->owned || input->mapped)
        return RIWALK_STATUS_OK;
    RW_HAVE(copy = rw_alloc_aligned(input->size, 1, error));
    if (input->size)
        memcpy(copy, input->data, input->size);
    input->owned = copy;
    input->data = copy;
    return RIWALK_STATUS_OK;
}

/* Copies the types, since they can be replaced. */
static riwalk_status copy_types(riwalk_graph *g, const rw_input *input, const rw_rwg_header *h,
                                const void *const data[RW_RWG_SECTIONS], riwalk_error *error)
{
    const uint32_t *types = data[RW_RWG_SECTION_TYPES];
    bool fine;

    if (!(g->types = rw_alloc(g->node_count, sizeof *types, error)) ||
        rw_type_names_read(&g->type_names, data[RW_RWG_SECTION_TYPE_NAMES],
                           h->sections[RW_RWG_SECTION_TYPE_NAMES].bytes, &fine, error))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t u = 0; u < g->node_count && fine; u++)
        fine = (g->types[u] = types[u]) < g->type_names.count;
    return fine ? RIWALK_STATUS_OK
                : rw_input_fail(input, error, "the file is malformed: its types are invalid");
}

static void point_into(riwalk_graph *g, const rw_rwg_header *h,
                       const void *const data[RW_RWG_SECTIONS])
{
    g->node_count = (uint32_t)h->node_count;
    g->arc_count = h->arc_count;
    g->directed = h->flags & RW_RWG_FLAG_DIRECTED;
    g->offsets = data[RW_RWG_SECTION_OFFSETS];
    g->neighbors = data[RW_RWG_SECTION_NEIGHBORS];
    g->names.kind = (rw_names_kind)(h->flags >> RW_RWG_FLAG_NAMES_SHIFT);
    g->names.first = h->first_name;
    if (g->names.kind == RW_NAMES_INTEGERS)
        g->names.integers = data[RW_RWG_SECTION_NAMES];
    if (g->names.kind == RW_NAMES_STRINGS) {
        g->names.starts = data[RW_RWG_SECTION_NAMES];
        g->names.text = data[RW_RWG_SECTION_TEXT];
    }
    if (h->flags & RW_RWG_FLAG_WEIGHTED)
        g->weights = data[RW_RWG_SECTION_WEIGHTS];
}

/* Checks the header, then the bytes, then the content; `made` points into the input. */
static riwalk_status load(const rw_input *input, const riwalk_read_options *options,
                          riwalk_graph *made, riwalk_error *error)
{
    int threads = rw_threads(options->run.threads);
    const void *data[RW_RWG_SECTIONS] = {0};
    rw_rwg_header h;

    if (input->size < sizeof h)
        return rw_input_fail(input, error,
                             "the file is truncated: it has %zu bytes, its header alone has %zu",
                             input->size, sizeof h);
    memcpy(&h, input->data, sizeof h);
    RW_MUST(check_header(input, &h, error));
    if (!is_consistent(&h, input->size))
        return rw_input_fail(input, error,
                             "the header is inconsistent: riwalk did not write this file");
    RW_MUST(find_sections(input, &h, threads, data, error));
    if (options->weighted && !(h.flags & RW_RWG_FLAG_WEIGHTED))
        return rw_input_fail(input, error, "weights were requested, but the file has none");
    point_into(made, &h, data);
    if (made->weights && h.version == RW_RWG_FIRST_VERSION) {
        const float *narrow = data[RW_RWG_SECTION_WEIGHTS];

        RW_HAVE(made->widened = rw_alloc(made->arc_count, sizeof *made->widened, error));
        for (uint64_t a = 0; a < made->arc_count; a++)
            made->widened[a] = (double)narrow[a];
        made->weights = made->widened;
    }
    if (h.flags & RW_RWG_FLAG_TYPED)
        RW_MUST(copy_types(made, input, &h, data, error));
    if (!input->trusted)
        RW_MUST(rw_rwg_check(made, input->name, h.sections[RW_RWG_SECTION_TEXT].bytes, h.checksum,
                             threads, error));
    made->directed |= options->directed; /* an undirected graph has both arcs */
    if (options->unweighted)
        made->weights = NULL;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_read_rwg(rw_input *input, const riwalk_read_options *options, riwalk_graph **graph,
                          riwalk_error *error)
{
    riwalk_run job = rw_run_resolve(&options->run);
    riwalk_graph *made;
    riwalk_status status;

    RW_HAVE(made = rw_alloc_zeroed(1, sizeof *made, error));
    made->backing = *input;
    *input = (rw_input){.name = input->name};
    if (!(status = own_bytes(&made->backing, error)))
        status = load(&made->backing, options, made, error);
    if (!status && made->backing.mapped) {
        if ((made->path = rw_alloc(strlen(input->name) + 1, 1, error)))
            strcpy(made->path, input->name);
        else
            status = RIWALK_STATUS_MEMORY;
    }
    made->backing.name = NULL; /* the caller's string */
    if (!status && options->undirected && made->directed)
        status = rw_graph_drop_directions(&made, NULL, options->add_duplicates, &job, error);
    return rw_graph_end(made, status, graph);
}
