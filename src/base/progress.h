/* SPDX-License-Identifier: MIT */
/* Progress of one stage. Safe to call from hot loops and from any thread: a call is an atomic add,
 * and at most one thread, a few times a second, goes on to the user's callback. */
#ifndef RW_BASE_PROGRESS_H
#define RW_BASE_PROGRESS_H

#include "base/error.h"

#include <stdatomic.h>

typedef struct rw_progress {
    riwalk_progress_function *call; /* NULL: nobody listens */
    void *data;
    const char *stage;
    const char *unit;
    uint64_t total;
    double start;
    _Atomic uint64_t done;
    _Atomic double next; /* the time of the next call */
    _Atomic double loss; /* NaN unless the stage sets it */
    atomic_flag busy;
    atomic_bool cancelled;
} rw_progress;

/* Begins a stage; `total` 0 where it is not known. */
void rw_progress_begin(rw_progress *progress, const riwalk_run *run, const char *stage,
                       const char *unit, uint64_t total);

/* Counts `amount` more. Returns CANCELLED, with the error filled, once the callback asked to stop.
 */
riwalk_status rw_progress_add(rw_progress *progress, uint64_t amount, riwalk_error *error);

/* The run of what a stage consists of: who listens to `run` hears of the stage, which is told of
 * here, and not of the stages within it. */
riwalk_run rw_progress_inside(rw_progress *stage, const riwalk_run *run);

/* Seconds of a clock that only goes forward. */
double rw_seconds(void);

#endif
