/* SPDX-License-Identifier: MIT */
/* Writes a graph's arrays as .rwg. */
#include "graph/rwg.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "graph/write.h"

#include <string.h>

/* ---- Checksum of a section: that of its blocks' checksums ---- */

typedef struct summer {
    const char *data;
    size_t bytes;
    uint64_t *sums; /* one per block */
} summer;

static riwalk_status sum_task(void *context, size_t task, int worker, riwalk_error *error)
{
    const summer *s = context;
    size_t begin = task * RW_RWG_BLOCK_BYTES;
    size_t bytes = s->bytes - begin < RW_RWG_BLOCK_BYTES ? s->bytes - begin : RW_RWG_BLOCK_BYTES;

    s->sums[task] = rw_checksum(s->data + begin, bytes, task);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_rwg_sum(const void *data, size_t bytes, int threads, uint64_t *sum,
                         riwalk_error *error)
{
    size_t blocks = bytes / RW_RWG_BLOCK_BYTES + (bytes % RW_RWG_BLOCK_BYTES > 0);
    RW_POOL(pool);
    summer s = {data, bytes, rw_take(&pool, blocks, sizeof *s.sums, error)};

    RW_MUST(rw_pool_status(&pool));
    RW_MUST(rw_parallel(threads, blocks, sum_task, &s, error));
    *sum = rw_checksum(s.sums, blocks * sizeof *s.sums, bytes);
    return RIWALK_STATUS_OK;
}

/* ---- Layout ---- */

uint64_t rw_rwg_lay_out(const rw_rwg_header *h, uint64_t text_bytes, uint64_t type_bytes,
                        uint64_t sizes[RW_RWG_SECTIONS])
{
    unsigned kind = h->flags >> RW_RWG_FLAG_NAMES_SHIFT;
    uint64_t total = sizeof *h, weight = h->version == RW_RWG_FIRST_VERSION ? sizeof(float) : 8;

    sizes[RW_RWG_SECTION_OFFSETS] = (h->node_count + 1) * sizeof(uint64_t);
    sizes[RW_RWG_SECTION_NEIGHBORS] = h->arc_count * sizeof(uint32_t);
    sizes[RW_RWG_SECTION_WEIGHTS] = h->flags & RW_RWG_FLAG_WEIGHTED ? h->arc_count * weight : 0;
    sizes[RW_RWG_SECTION_NAMES] = kind == RW_NAMES_INTEGERS ? h->node_count * sizeof(int64_t)
                                  : kind == RW_NAMES_STRINGS
                                      ? (h->node_count + 1) * sizeof(uint64_t)
                                      : 0;
    sizes[RW_RWG_SECTION_TEXT] = kind == RW_NAMES_STRINGS ? text_bytes : 0;
    sizes[RW_RWG_SECTION_TYPES] =
        h->flags & RW_RWG_FLAG_TYPED ? h->node_count * sizeof(uint32_t) : 0;
    sizes[RW_RWG_SECTION_TYPE_NAMES] = h->flags & RW_RWG_FLAG_TYPED ? type_bytes : 0;
    for (int i = 0; i < RW_RWG_SECTIONS; i++)
        total += rw_rwg_padded(sizes[i]);
    return total;
}

/* ---- Writing ---- */

void rw_rwg_outline(const riwalk_graph *g, rw_rwg_header *h, const void *data[RW_RWG_SECTIONS])
{
    bool strings = g->names.kind == RW_NAMES_STRINGS;
    uint64_t sizes[RW_RWG_SECTIONS];

    data[RW_RWG_SECTION_OFFSETS] = g->offsets;
    data[RW_RWG_SECTION_NEIGHBORS] = g->neighbors;
    data[RW_RWG_SECTION_WEIGHTS] = g->weights;
    data[RW_RWG_SECTION_NAMES] = g->names.kind == RW_NAMES_INTEGERS
                                     ? (const void *)g->names.integers
                                     : (const void *)g->names.starts;
    data[RW_RWG_SECTION_TEXT] = g->names.text;
    data[RW_RWG_SECTION_TYPES] = g->types;
    data[RW_RWG_SECTION_TYPE_NAMES] = g->type_names.text;
    *h = (rw_rwg_header){
        .version = g->weights || g->types ? RW_RWG_VERSION : RW_RWG_FIRST_VERSION,
        .flags = (g->directed ? RW_RWG_FLAG_DIRECTED : 0U) |
                 (g->weights ? RW_RWG_FLAG_WEIGHTED : 0U) | (g->types ? RW_RWG_FLAG_TYPED : 0U) |
                 (unsigned)g->names.kind << RW_RWG_FLAG_NAMES_SHIFT,
        .node_count = g->node_count,
        .arc_count = g->arc_count,
        .first_name = g->names.kind == RW_NAMES_RANGE ? g->names.first : 0,
    };
    memcpy(h->magic, RW_RWG_MAGIC, RW_RWG_MAGIC_BYTES);
    h->file_bytes =
        rw_rwg_lay_out(h, strings ? g->names.starts[g->node_count] : 0, g->type_names.bytes, sizes);
    for (int i = 0; i < rw_rwg_sections(h); i++)
        h->sections[i].bytes = sizes[i];
}

/* Writes a section in blocks, so that writing can be cancelled in between. */
static void write_section(rw_writing *w, const char *data, uint64_t bytes)
{
    static const char zeros[RW_RWG_ALIGNMENT];

    for (uint64_t at = 0; at < bytes && !w->status; at += RW_RWG_BLOCK_BYTES) {
        rw_put(w, data + at,
               (size_t)(bytes - at < RW_RWG_BLOCK_BYTES ? bytes - at : RW_RWG_BLOCK_BYTES));
        if (!w->status)
            w->status = rw_progress_add(&w->progress, 0, w->error);
    }
    rw_put(w, zeros, (size_t)(rw_rwg_padded(bytes) - bytes));
}

void rw_write_rwg(rw_writing *w)
{
    const void *data[RW_RWG_SECTIONS];
    rw_rwg_header h;

    rw_rwg_outline(w->graph, &h, data);
    for (int i = 0; i < rw_rwg_sections(&h) && !w->status; i++)
        w->status = rw_rwg_sum(data[i], (size_t)h.sections[i].bytes, rw_threads(0),
                               &h.sections[i].checksum, w->error);
    if (w->status)
        return;
    h.checksum = rw_rwg_header_checksum(&h);
    rw_put(w, (const char *)&h, sizeof h);
    for (int i = 0; i < rw_rwg_sections(&h) && !w->status; i++) {
        write_section(w, data[i], h.sections[i].bytes);
        if (!w->status)
            w->status =
                rw_progress_add(&w->progress, w->graph->node_count / RW_RWG_SECTIONS, w->error);
    }
}
