/* SPDX-License-Identifier: MIT */
/* The .rwg format: a header of 192 bytes, then the sections in fixed order, each aligned to 64
 * bytes with zero padding. All numbers are little-endian. Equal graphs give equal files. rwg.c
 * reads it; rwg_write.c writes a graph in memory, rwg_merge.c one that is not in memory. */
#ifndef RW_GRAPH_RWG_H
#define RW_GRAPH_RWG_H

#include "base/binary.h" /* refuses big-endian machines */
#include "base/checksum.h"
#include "graph/graph.h"

#define RW_RWG_MAGIC "\x93RWG\r\n\x1a\n" /* includes bytes that text transfers change */
#define RW_RWG_MAGIC_BYTES 8
#define RW_RWG_VERSION 2
/* Has float weights and no types. Graphs without weights and types are still written in it. */
#define RW_RWG_FIRST_VERSION 1
#define RW_RWG_ALIGNMENT 64
#define RW_RWG_BLOCK_BYTES ((size_t)1 << 20) /* bytes per checksum; part of the format */

enum {
    RW_RWG_FLAG_DIRECTED = 1,
    RW_RWG_FLAG_WEIGHTED = 2,
    RW_RWG_FLAG_TYPED = 4,       /* since version 2 */
    RW_RWG_FLAG_NAMES_SHIFT = 8, /* two bits: rw_names_kind */
    RW_RWG_FLAGS_KNOWN = RW_RWG_FLAG_DIRECTED | RW_RWG_FLAG_WEIGHTED | RW_RWG_FLAG_TYPED |
                         3 << RW_RWG_FLAG_NAMES_SHIFT,
};

enum {
    RW_RWG_SECTION_OFFSETS,   /* uint64_t[nodes + 1] */
    RW_RWG_SECTION_NEIGHBORS, /* uint32_t[arcs] */
    RW_RWG_SECTION_WEIGHTS,   /* double[arcs], weighted graphs only; float[arcs] in version 1 */
    RW_RWG_SECTION_NAMES,     /* int64_t[nodes] of INTEGERS, uint64_t[nodes + 1] of STRINGS */
    RW_RWG_SECTION_TEXT,      /* the bytes of STRINGS */
    RW_RWG_FIRST_SECTIONS,    /* those of version 1, whose header is 0 from here on */
    RW_RWG_SECTION_TYPES = RW_RWG_FIRST_SECTIONS, /* uint32_t[nodes], typed graphs only */
    RW_RWG_SECTION_TYPE_NAMES,                    /* NUL-terminated names of types */
    RW_RWG_SECTIONS,
};

typedef struct rw_rwg_section {
    uint64_t bytes; /* without padding */
    uint64_t checksum;
} rw_rwg_section;

typedef struct rw_rwg_header {
    char magic[RW_RWG_MAGIC_BYTES];
    uint32_t version;
    uint32_t flags;
    uint64_t node_count;
    uint64_t arc_count;
    int64_t first_name; /* of a RANGE, else 0 */
    uint64_t file_bytes;
    rw_rwg_section sections[RW_RWG_SECTIONS];
    uint64_t reserved[3]; /* 0 */
    uint64_t checksum;    /* of all bytes before this */
} rw_rwg_header;

_Static_assert(sizeof(rw_rwg_header) == 192, "the header has no holes");

static inline uint64_t rw_rwg_padded(uint64_t bytes)
{
    return (bytes + RW_RWG_ALIGNMENT - 1) & ~(uint64_t)(RW_RWG_ALIGNMENT - 1);
}

static inline uint64_t rw_rwg_header_checksum(const rw_rwg_header *h)
{
    return rw_checksum(h, offsetof(rw_rwg_header, checksum), h->version);
}

static inline int rw_rwg_sections(const rw_rwg_header *h)
{
    return h->version == RW_RWG_FIRST_VERSION ? RW_RWG_FIRST_SECTIONS : RW_RWG_SECTIONS;
}

/* Checks the untrusted arrays of a graph, whose sizes match its counts: all that the library relies
 * on. `seed` depends on all bytes of the file. O(nodes + arcs). */
riwalk_status rw_rwg_check(const riwalk_graph *graph, const char *name, uint64_t text_bytes,
                           uint64_t seed, int threads, riwalk_error *error);

/* Lists the sections of a graph, and fills its header without checksums (rwg_write.c). */
void rw_rwg_outline(const riwalk_graph *graph, rw_rwg_header *h, const void *data[RW_RWG_SECTIONS]);

/* The checksum of a section, computed from the checksums of its blocks. */
riwalk_status rw_rwg_sum(const void *data, size_t bytes, int threads, uint64_t *sum,
                         riwalk_error *error);

/* Computes the sizes of sections from the header's counts. To avoid overflow, node_count must be at
 * most RIWALK_MAX_NODES, arc_count and text_bytes at most 2^60. Returns the size of the file. */
uint64_t rw_rwg_lay_out(const rw_rwg_header *h, uint64_t text_bytes, uint64_t type_bytes,
                        uint64_t sizes[RW_RWG_SECTIONS]);

#endif
