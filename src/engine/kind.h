/* SPDX-License-Identifier: MIT */
/* The functions of an implementation of the engine; engine.h defines them. Only files of src/engine
 * include this. */
#ifndef RW_ENGINE_KIND_H
#define RW_ENGINE_KIND_H

#include "engine/cpu/exact.h"
#include "engine/cpu/tally.h"

typedef struct rw_engine_kind {
    /* Sets batch, hubs and own, and prepares rows; may lower the number of workers. */
    riwalk_status (*open)(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error);
    void (*close)(rw_engine *engine); /* also after a failed open; NULL: nothing to do */
    /* `merged`: only roles are wanted, so slots of the same role may be merged, without tokens. */
    riwalk_status (*walks)(rw_engine *engine, uint32_t setup, int worker, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walks, bool merged,
                           rw_walks_use *use, void *context, riwalk_error *error);
    void (*walker_free)(const rw_engine *engine, void *walker);
    uint64_t (*walker_bytes)(const rw_walk_setup *setup);
} rw_engine_kind;

/* What a worker has for a setup; all zeros at first and after a rest. */
typedef struct rw_desk {
    void *walker; /* the implementation's, made by `walks` */
    rw_exact *exact;
    rw_tally tally;
    uint32_t *walked; /* [2 * walked_room]: anchors without an exact profile, then their rows */
    size_t walked_room;
} rw_desk;

static inline rw_desk *rw_engine_desk(const rw_engine *engine, uint32_t setup, int worker)
{
    return &engine->desks[(size_t)worker * engine->setup_count + setup];
}

extern const rw_engine_kind rw_engine_cpu;  /* cpu/cpu.c */
extern const rw_engine_kind rw_engine_cuda; /* cuda/cuda.c */

/* Opens an engine of a kind. */
riwalk_status rw_engine_open_kind(const rw_engine_kind *kind, const rw_walk_setup *const *setups,
                                  uint32_t setup_count, const riwalk_run *run, uint64_t anchors,
                                  rw_engine **engine, riwalk_error *error);

#endif
