/* SPDX-License-Identifier: MIT */
/* Who trains which two parts of the vocabulary when (parts.c). */
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
    uint32_t done[RW_MAX_PARTS]; /* steps that a centre part has behind it, of `parts` */
    bool busy[RW_MAX_PARTS];
    uint32_t last[RW_MAX_PARTS]; /* by worker: what it took last */
    pthread_mutex_t lock;
    pthread_cond_t changed;
} rw_bucket_schedule;

/* In step s the centre part c meets the input part c + s mod parts, or c xor s of a symmetric
 * corpus. Meetings with a part in common take place in the order of steps, whoever takes them and
 * however many workers there are, at most `parts`. */
void rw_bucket_schedule_begin(rw_bucket_schedule *schedule, uint32_t parts, bool symmetric,
                              int workers);
void rw_bucket_schedule_end(rw_bucket_schedule *schedule);

/* Waits for a meeting that can take place. False where there is none to come, or one failed. Of a
 * symmetric corpus a meeting is both of its parts', each with the other. */
bool rw_bucket_schedule_take(rw_bucket_schedule *schedule, int worker, uint32_t *centres,
                             uint32_t *inputs);
void rw_bucket_schedule_finish(rw_bucket_schedule *schedule, uint32_t centres, bool failed);

#endif
