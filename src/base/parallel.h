/* SPDX-License-Identifier: MIT */
/* Parallel ranges: the only place that starts threads. Tasks are numbered; how many there are may
 * depend on the input, never on the number of threads, wherever results depend on them. */
#ifndef RW_BASE_PARALLEL_H
#define RW_BASE_PARALLEL_H

#include "base/progress.h"

/* One task. `worker` is in 0 .. threads-1, and no two tasks run on one worker at once. Memory a
 * task needs is allocated before, per worker; a task that allocates does so at its own cost. */
typedef riwalk_status rw_task(void *context, size_t task, int worker, riwalk_error *error);

/* The number of threads to use: `requested`, or all processors the process may use for 0; at least
 * 1, and at most 64 or four times the machine's, whichever is more. */
int rw_threads(int requested);

/* The same of a run as a whole. */
riwalk_run rw_run_resolve(const riwalk_run *run);

/* Runs tasks 0 .. tasks-1 in any order on up to `threads` threads (already through rw_threads).
 * If tasks fail, the error of the lowest-numbered failing one is returned, whatever the order of
 * execution was: messages do not depend on threads. */
riwalk_status rw_parallel(int threads, size_t tasks, rw_task *run, void *context,
                          riwalk_error *error);

/* Runs tasks 0 .. tasks-1, of which each is little work, `block` of them at a time, and counts them
 * as progress where that is not NULL. */
riwalk_status rw_parallel_blocks(int threads, size_t tasks, size_t block, rw_task *run,
                                 void *context, rw_progress *progress, riwalk_error *error);

/* Splits `count` items into `parts` ranges that differ by at most one item: the first item of
 * range `part`. Part number `parts` gives `count`. */
static inline uint64_t rw_part(uint64_t count, size_t parts, size_t part)
{
    uint64_t each = count / parts;
    uint64_t more = count % parts;

    return each * part + (part < more ? part : more);
}

/* The same for up to 2^32 parts, where the ranges with one item more are not the first but spread
 * evenly: as many items come early as late, however few there are in a range. */
static inline uint64_t rw_part_evenly(uint64_t count, uint64_t parts, uint64_t part)
{
    return count / parts * part + count % parts * part / parts;
}

#endif
