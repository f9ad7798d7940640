/* SPDX-License-Identifier: MIT */
/* The layout of model files (.rwm): a header, a record for each view, the names of types, then
 * arrays in a fixed order, zero padded to a multiple of 8 bytes. All numbers are little-endian
 * (docs/binary-formats.md). */
#ifndef RW_MODEL_FILE_H
#define RW_MODEL_FILE_H

#include "base/binary.h"
#include "model/model.h"

#define RW_MODEL_MAGIC "\x93RWM\r\n\x1a\n"
#define RW_MODEL_VERSION 2

typedef struct rw_model_header {
    char magic[RW_BINARY_MAGIC];
    uint32_t version;
    uint32_t trainer; /* riwalk_trainer */
    uint64_t file_bytes;
    uint64_t seed;
    uint32_t dimensions;
    uint32_t window;
    uint32_t negatives;
    uint32_t epochs;
    double subsample;
    double alpha;
    double min_alpha;
    double ns_exponent;
    uint32_t view_count;
    uint32_t noise_count;   /* sgns */
    uint32_t weighting;     /* factor */
    uint32_t pairs;         /* riwalk_pairs; sgns */
    uint32_t rank;          /* factor */
    uint32_t measure_count; /* factor */
    uint64_t token_total;   /* sgns */
    double scale;           /* sgns: see rw_frozen; factor: the norm, 0 if unknown */
    uint64_t uses;          /* flags: RW_MODEL_DIRECTIONS and so on */
    uint64_t type_bytes;    /* bytes of type names; 0: roles have no types */
    uint64_t reserved[6];   /* 0 */
    uint64_t checksum;      /* of all bytes before it, then of all after it */
} rw_model_header;

/* What roles and walks use of the graph. */
enum {
    RW_MODEL_DIRECTIONS = 1,
    RW_MODEL_WEIGHTS = 2,
    RW_MODEL_STEPS_BY_WEIGHT = 4
};

typedef struct rw_model_record {
    uint32_t identifier; /* riwalk_identifier */
    uint32_t radius;
    uint32_t walks; /* RIWALK_WALKS_AUTO, RIWALK_WALKS_EXACT, or a number */
    uint32_t walk_length;
    uint32_t classes;     /* riwalk_degree_classes, not AUTO */
    uint32_t role_anchor; /* KEEP, DROP or AWAY */
    double class_base;
    uint32_t role_count;
    uint32_t field_count;
    uint64_t reserved[3]; /* 0 */
} rw_model_record;

_Static_assert(sizeof(rw_model_header) == 192 && sizeof(rw_model_record) == 64,
               "there are no holes");

#define RW_MODEL_ARRAYS (RW_MODEL_VIEWS + 4) /* the most of any trainer */

typedef struct rw_model_array {
    void *data;
    uint64_t bytes;
} rw_model_array;

/* Lists the arrays of a model in file order; returns how many. Sizes cannot overflow: counts have
 * 32 bits, and dimensions 13. */
unsigned rw_model_arrays(const riwalk_model *model, rw_model_array list[RW_MODEL_ARRAYS]);

/* The checksum of a file: of the header before the checksum, then of everything after it. */
uint64_t rw_model_checksum(const char *file, uint64_t bytes);

#endif
