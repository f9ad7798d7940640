/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of the engine; engine.h defines them. Only files of src/engine
 * include this. */
#ifndef RW_ENGINE_KIND_H
#define RW_ENGINE_KIND_H

#include "engine/engine.h"

typedef struct rw_engine_kind {
    /* Sets batch, hubs, together, adjacency and own; may lower the number of workers. */
    riwalk_status (*open)(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error);
    void (*close)(rw_engine *engine);
    /* `merged`: only roles are wanted, so slots of the same role may be merged, without tokens. */
    riwalk_status (*walks)(rw_engine *engine, uint32_t setup, int worker, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walks, bool merged,
                           rw_walks_use *use, void *context, riwalk_error *error);
    void (*rest)(rw_engine *engine, uint32_t setup);
    /* The bytes of a worker now, without its profiles. */
    uint64_t (*worker_bytes)(const rw_engine *engine, uint32_t setup, int worker);
} rw_engine_kind;

extern const rw_engine_kind rw_engine_cpu;  /* cpu/cpu.c */
extern const rw_engine_kind rw_engine_cuda; /* cuda/cuda.c */

/* Opens an engine of a kind. */
riwalk_status rw_engine_open_kind(const rw_engine_kind *kind, const rw_walk_setup *const *setups,
                                  uint32_t setup_count, const riwalk_run *run, uint64_t anchors,
                                  rw_engine **engine, riwalk_error *error);

#endif
