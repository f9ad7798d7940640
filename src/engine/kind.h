/* SPDX-License-Identifier: MIT */
/* What an implementation of the engine provides (engine.h says what each function means), and what
 * all of them share. Only files of src/engine include this. */
#ifndef RW_ENGINE_KIND_H
#define RW_ENGINE_KIND_H

#include "engine/engine.h"

typedef struct rw_engine_kind {
    const char *name;
    riwalk_status (*open)(rw_engine *engine, const riwalk_run *run, uint64_t anchors,
                          riwalk_error *error);
    void (*close)(rw_engine *engine);
    riwalk_status (*profiles)(rw_engine *engine, uint32_t setup, int worker,
                              const uint32_t *anchors, uint32_t count, rw_rows *rows,
                              riwalk_error *error);
    riwalk_status (*walks)(rw_engine *engine, uint32_t setup, int worker, const uint32_t *anchors,
                           uint32_t count, uint32_t first, uint32_t walks, rw_walks_use *use,
                           void *context, riwalk_error *error);
    void (*rest)(rw_engine *engine, uint32_t setup);
    uint64_t (*prepared_bytes)(const rw_walk_setup *const *setups, uint32_t setup_count);
    uint64_t (*walks_bytes)(const rw_walk_setup *setup);
    uint64_t (*worker_bytes)(const rw_engine *engine, uint32_t setup);
} rw_engine_kind;

struct rw_engine {
    const rw_engine_kind *kind;
    const rw_walk_setup *setups[RW_ENGINE_SETUPS];
    uint32_t setup_count;
    int workers;    /* set by open, as are the following */
    uint32_t batch; /* anchors to ask for at once */
    bool hubs;
    void *own; /* the implementation's */
};

extern const rw_engine_kind rw_engine_cpu;  /* cpu/cpu.c */
extern const rw_engine_kind rw_engine_cuda; /* cuda/cuda.c */

/* Opens an engine of a kind. */
riwalk_status rw_engine_open_kind(const rw_engine_kind *kind, const rw_walk_setup *const *setups,
                                  uint32_t setup_count, const riwalk_run *run, uint64_t anchors,
                                  rw_engine **engine, riwalk_error *error);

#endif
