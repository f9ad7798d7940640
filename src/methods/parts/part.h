/* SPDX-License-Identifier: MIT */
/* A part of an embedding by the factor trainer: the profiles of a range of nodes. Parts that cover
 * a graph give the model that embedding the graph would give (fit_parts.c).
 *
 * A file (.rwp; docs/binary-formats.md) has a header, a record for each view, arrays in a fixed
 * order, each padded with zeros to a multiple of 8 bytes, and a checksum of all that. All numbers
 * are little-endian. */
#ifndef RW_METHODS_PART_H
#define RW_METHODS_PART_H

#include "base/binary.h"
#include "graph/types.h"
#include "methods/embedding.h"
#include "options/options.h"
#include "riwalk_parallel.h"
#include "train/factor.h"

struct riwalk_part {
    uint64_t graph_checksum; /* of all graphs, in their order */
    uint32_t graph_count;
    uint32_t node_count; /* of all graphs */
    uint32_t first;      /* the range: first .. end - 1 */
    uint32_t end;
    riwalk_options options; /* resolved, without the run */
    rw_type_names types;    /* types that roles name; none: roles have no types */
    uint32_t view_count;
    riwalk_view views[RW_FACTOR_VIEWS];
    rw_profiles *profiles[RW_FACTOR_VIEWS];
    double *measures;             /* [range * RW_MEASURES]; NULL: not wanted */
    bool used;                    /* a fit has renumbered the roles */
    char text[RW_LINES_MOST + 1]; /* all that results depend on, as lines */
};

/* Sets a part's options from their lines, `text`, and the views that follow. Returns ARGUMENT with
 * a sentence if they make no sense. */
riwalk_status rw_part_set_options(riwalk_part *part, riwalk_error *error);

/* ---- Files ---- */

#define RW_PART_MAGIC "\x93RWP\r\n\x1a\n"
#define RW_PART_VERSION 1

typedef struct rw_part_header {
    char magic[RW_BINARY_MAGIC];
    uint32_t version;
    uint32_t view_count;
    uint64_t file_bytes;
    uint64_t graph_checksum;
    uint32_t graph_count;
    uint32_t node_count;
    uint32_t first;
    uint32_t end;
    uint32_t text_bytes;
    uint32_t measure_count; /* per node: RW_MEASURES or 0 */
    uint64_t type_bytes;    /* bytes of type names; 0: roles have no types */
    uint64_t reserved[4];   /* 0 */
} rw_part_header;

typedef struct rw_part_record {
    uint32_t role_count;
    uint32_t exact_count; /* nodes with an exact profile */
    uint64_t entry_count;
    uint64_t reserved[2]; /* 0 */
} rw_part_record;

_Static_assert(sizeof(rw_part_header) == 96 && sizeof(rw_part_record) == 32 &&
                   sizeof(rw_profile_entry) == 8,
               "there are no holes");

/* The checksum is over pieces of this many bytes; each has the checksum so far as its seed, the
 * first the version of the format. */
#define RW_PART_PIECE ((size_t)1 << 16)

#endif
