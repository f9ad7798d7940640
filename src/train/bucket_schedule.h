/* SPDX-License-Identifier: MIT */
/* Which worker trains which two parts of the vocabulary, and when (parts.c). */
#ifndef RW_TRAIN_BUCKET_SCHEDULE_H
#define RW_TRAIN_BUCKET_SCHEDULE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define RW_MAX_PARTS 256 /* a part's number is a byte */

typedef struct rw_bucket_schedule {
    uint32_t parts;
    int workers;
    bool symmetric;
    bool stopped;
    uint32_t done[RW_MAX_PARTS]; /* steps that a centre part has finished, of `parts` */
    bool busy[RW_MAX_PARTS];
    uint32_t last[RW_MAX_PARTS]; /* by worker: the centre part it took last */
    pthread_mutex_t lock;
    pthread_cond_t changed;
} rw_bucket_schedule;

/* In step s the centre part c meets the input part c + s mod parts, or c xor s in a symmetric
 * corpus. Meetings with a common part follow the order of steps, on any number of workers up to
 * `parts`. */
void rw_bucket_schedule_begin(rw_bucket_schedule *schedule, uint32_t parts, bool symmetric,
                              int workers);
void rw_bucket_schedule_end(rw_bucket_schedule *schedule);

/* Waits for a meeting that can begin. Returns false if there are no more, or one failed. In a
 * symmetric corpus one meeting trains both buckets of its parts. */
bool rw_bucket_schedule_take(rw_bucket_schedule *schedule, int worker, uint32_t *centres,
                             uint32_t *inputs);
void rw_bucket_schedule_finish(rw_bucket_schedule *schedule, uint32_t centres, bool failed);

#endif
