/* SPDX-License-Identifier: MIT */
/* Progress of one stage. Cheap enough for hot loops, from any thread: a call is an atomic add, and
 * a few times a second one thread calls the user. */
#ifndef RW_BASE_PROGRESS_H
#define RW_BASE_PROGRESS_H

#include "base/error.h"

#include <stdatomic.h>

typedef struct rw_progress {
    riwalk_progress_function *call; /* NULL: no callback */
    void *data;
    const char *stage;
    const char *unit;
    uint64_t total;
    double start;
    _Atomic uint64_t done;
    _Atomic double next; /* the time of the next call; infinite during one */
    _Atomic double loss; /* NaN unless the stage sets it */
    atomic_bool cancelled;
} rw_progress;

/* Begins a stage; `total` 0: unknown. */
void rw_progress_begin(rw_progress *progress, const riwalk_run *run, const char *stage,
                       const char *unit, uint64_t total);

/* Adds `amount`. Returns CANCELLED, with the error, once the callback asked to stop. */
riwalk_status rw_progress_add(rw_progress *progress, uint64_t amount, riwalk_error *error);

/* A run for calls inside a stage: their progress is reported as progress of this stage. */
riwalk_run rw_progress_inside(rw_progress *stage, const riwalk_run *run);

/* A monotonic clock in seconds. */
double rw_seconds(void);

#endif
