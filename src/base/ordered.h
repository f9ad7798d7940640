/* SPDX-License-Identifier: MIT */
/* Taking turns: parallel tasks that each have something to do in the order of their numbers. Tasks
 * must be started in that order, as rw_parallel does, so the one whose turn it is always runs. */
#ifndef RW_BASE_ORDERED_H
#define RW_BASE_ORDERED_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rw_ordered {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    size_t next;
    bool stopped;
} rw_ordered;

void rw_ordered_init(rw_ordered *turns);
void rw_ordered_free(rw_ordered *turns);

/* Waits for a task's turn; false when the turns were stopped, and then there is no turn to end. */
bool rw_ordered_wait(rw_ordered *turns, size_t task);

/* Ends the turn: the next task has its own. */
void rw_ordered_end(rw_ordered *turns);

/* No more turns: a task failed. All that wait are let go. */
void rw_ordered_stop(rw_ordered *turns);

#endif
