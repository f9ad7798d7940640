/* SPDX-License-Identifier: MIT */
/* Parallel tasks: the only place that starts threads. Tasks are numbered. Their number may depend
 * on the input, but never on the number of threads if results depend on it. */
#ifndef RW_BASE_PARALLEL_H
#define RW_BASE_PARALLEL_H

#include "base/progress.h"

/* One task. `worker` is in 0 .. threads-1, and a worker runs one task at a time. Allocate a task's
 * memory per worker beforehand; allocation inside a task takes time. */
typedef riwalk_status rw_task(void *context, size_t task, int worker, riwalk_error *error);

/* The number of threads to use: `requested`, or for 0 all processors that the process may use. At
 * least 1, at most 64 or four times the processors, whichever is more. */
int rw_threads(int requested);

/* The same for all settings of a run. */
riwalk_run rw_run_resolve(const riwalk_run *run);

/* Runs tasks 0 .. tasks-1 in any order on up to `threads` threads (a result of rw_threads). If
 * tasks fail, returns the error of the lowest-numbered one, so messages do not depend on
 * threads. */
riwalk_status rw_parallel(int threads, size_t tasks, rw_task *run, void *context,
                          riwalk_error *error);

/* Runs short tasks 0 .. tasks-1 in blocks of `block` tasks, and counts them in `progress` unless it
 * is NULL. */
riwalk_status rw_parallel_blocks(int threads, size_t tasks, size_t block, rw_task *run,
                                 void *context, rw_progress *progress, riwalk_error *error);

/* Runs each task in two steps: `run` in any order, `end` in the order of their numbers. */
riwalk_status rw_parallel_ordered(int threads, size_t tasks, rw_task *run, rw_task *end,
                                  void *context, riwalk_error *error);

/* Splits `count` items into `parts` ranges whose sizes differ by at most one. Returns the first
 * item of range `part`; `count` for part `parts`. */
static inline uint64_t rw_part(uint64_t count, size_t parts, size_t part)
{
    uint64_t each = count / parts;
    uint64_t more = count % parts;

    return each * part + (part < more ? part : more);
}

/* The same for up to 2^32 parts, with the larger ranges spread evenly instead of first: even with
 * few items per range, early and late ranges have as many. */
static inline uint64_t rw_part_evenly(uint64_t count, uint64_t parts, uint64_t part)
{
    return count / parts * part + count % parts * part / parts;
}

#endif
