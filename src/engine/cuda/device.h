/* SPDX-License-Identifier: MIT */
/* What the engine asks of a device, and what it gets. libriwalk-cuda.so (kernels.cu) is a device;
 * tests have another, the same functions compiled for the host (tests/reference/lanes.c). The
 * engine (cuda.c) knows devices only by this interface. */
#ifndef RW_ENGINE_CUDA_DEVICE_H
#define RW_ENGINE_CUDA_DEVICE_H

#include "engine/slot.h"
#include "riwalk.h"
#include "roles/codes.h"

/* Changes with anything below: the library must have been built with this riwalk. */
#define RW_DEVICE_VERSION 3
#define RW_DEVICE_SYMBOL "rw_cuda_device"

/* ---- Data on the device ---- */

/* Planes have bits for labels. Nodes with at least two neighbours, which shortest paths can lead
 * through, are labelled from 0 on by falling degree; others have no label. */
#define RW_NO_LABEL UINT32_MAX

typedef struct rw_device_rows {
    const uint64_t *offsets; /* [nodes + 1] */
    const uint32_t *neighbors;
    const uint32_t *labels; /* labels of the neighbours */
} rw_device_rows;

/* Planes of hubs, the nodes with the first labels: nodes within two steps of each hub, and for the
 * largest also within one. */
typedef struct rw_device_hubs {
    uint32_t count, near_count;
    uint32_t degree;       /* least degree of a hub */
    uint32_t near_degree;  /* least degree for which one step by plane is faster than by row */
    const uint32_t *nodes; /* [count] */
    uint32_t *near;        /* [near_count][words] */
    uint32_t *far;         /* [count][words] */
} rw_device_hubs;

typedef struct rw_device_graph {
    uint32_t nodes;
    uint32_t words;         /* words of a plane; a multiple of 4 */
    const uint32_t *labels; /* [nodes] */
    uint32_t largest_degree;
    uint32_t wide_room; /* most nodes with long rows, which all lanes of a block read together */
    rw_device_rows rows;
    const double *weights; /* parallel to neighbours, like sums; if steps are by weight */
    const double *largest; /* [nodes] */
    const double *sums;
    rw_device_hubs hubs;
} rw_device_graph;

typedef struct rw_device_setup {
    rw_device_graph graph;
    uint64_t seed;
    uint32_t walks, length, radius;
    uint32_t sides;
    bool layers; /* WL, else SP */
    bool directed;
    bool weighs;
    rw_role_bits bits;
    rw_device_rows arcs[RW_MOST_SIDES]; /* out and in, if directed */
    const uint32_t *own;                /* [nodes][sides]: classes */
    const uint32_t *types;              /* [nodes], or NULL */
    const rw_classes *classes;          /* [parts][sides] */
    const uint32_t *part_starts;        /* [parts] */
    uint32_t parts;
} rw_device_setup;

/* ---- Requests and answers ---- */

typedef struct rw_device_request {
    const uint32_t *anchors; /* on the host */
    uint32_t count;
    uint32_t first, walks; /* walks of each anchor */
    bool merge;            /* merge slots with the same role; no tokens */
} rw_device_request;

/* On the host, until the queue runs again. */
typedef struct rw_device_answer {
    const uint32_t *starts; /* [count]: first slot of each anchor */
    const uint32_t *counts; /* [count] */
    const rw_slot *slots;
    const uint32_t *tokens; /* [count][walks * length]; NULL if merged */
} rw_device_answer;

/* ---- Sums over rows (engine/matrix.h, sums.h) ---- */

typedef enum rw_sum {
    RW_SUM_VALUES,   /* values of rows, sums of shares, and which columns meet */
    RW_SUM_GRAM,     /* matrices of parts */
    RW_SUM_PRODUCTS, /* products of a part with vectors */
    RW_SUM_VECTORS   /* vectors of rows by a basis */
} rw_sum;

typedef struct rw_device_sums {
    rw_sum kind;
    uint32_t row_first, row_end;
    /* Profiles: */
    uint32_t views;
    uint32_t column_starts[RIWALK_MAX_VIEWS + 1];
    const uint64_t *starts[RIWALK_MAX_VIEWS]; /* [rows + 1] */
    const riwalk_visits *entries[RIWALK_MAX_VIEWS];
    /* Rows of all views: */
    double weight;
    uint32_t *columns;
    double *values;
    uint32_t *parents; /* [columns]: forest of columns that meet */
    uint64_t *shares;  /* [columns * RW_LIMBS + views] */
    /* Parts: */
    const uint32_t *of, *places; /* [columns] */
    uint32_t first, end;         /* the wanted parts */
    const uint64_t *bases;       /* [end - first]: first cell of each matrix */
    double scale;                /* scale of fixed point */
    uint64_t *sums;
    /* Products and vectors: */
    uint32_t width;   /* columns of the part, or dimensions of the basis */
    uint32_t vectors; /* number of vectors to multiply */
    const double *from;
    const float *basis; /* [columns * width] */
    float *made;        /* [rows * width] */
} rw_device_sums;

typedef struct rw_device rw_device;
typedef struct rw_device_queue rw_device_queue;

typedef struct rw_device_kind {
    uint32_t version;
    uint32_t long_row;  /* all lanes of a block together read longer rows */
    uint32_t least_hub; /* least degree of a hub with planes */
    /* Fails without a driver or card, and says which is missing. */
    riwalk_status (*open)(rw_device **device, riwalk_error *error);
    void (*close)(rw_device *device); /* and frees all copies */
    uint64_t (*free_bytes)(rw_device *device);
    /* Copies bytes to new memory on the device; NULL: zeros. */
    riwalk_status (*copy)(rw_device *device, const void *from, uint64_t bytes, void **there,
                          riwalk_error *error);
    /* Copies to memory that exists; and back. */
    riwalk_status (*put)(rw_device *device, const void *from, uint64_t bytes, void *there,
                         riwalk_error *error);
    riwalk_status (*fetch)(rw_device *device, const void *there, uint64_t bytes, void *to,
                           riwalk_error *error);
    /* Starts; fetching waits for it. */
    riwalk_status (*sum)(rw_device *device, const rw_device_sums *sums, riwalk_error *error);
    /* to[i] = labels[nodes[i]] */
    riwalk_status (*label)(rw_device *device, const uint32_t *labels, const uint32_t *nodes,
                           uint64_t count, uint32_t *to, riwalk_error *error);
    /* Fills the planes of a graph's hubs. */
    riwalk_status (*fill_hubs)(rw_device *device, const rw_device_graph *graph,
                               riwalk_error *error);
    /* A queue for each thread that asks, for at most `most` anchors at a time. */
    riwalk_status (*queue_open)(rw_device *device, const rw_device_setup *setup, uint32_t most,
                                rw_device_queue **queue, riwalk_error *error);
    void (*queue_close)(rw_device_queue *queue);
    /* Runs a request and waits for the answer. */
    riwalk_status (*run)(rw_device_queue *queue, const rw_device_request *request,
                         rw_device_answer *answer, riwalk_error *error);
} rw_device_kind;

#endif
