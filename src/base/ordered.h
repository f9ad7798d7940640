/* SPDX-License-Identifier: MIT */
/* Lets parallel tasks do a part of their work in the order of their numbers. Tasks must be started
 * in that order, as rw_parallel does: so the task whose turn it is is always running. */
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

/* Waits for a task's turn. False if rw_ordered_stop was called: then there is no turn to end. */
bool rw_ordered_wait(rw_ordered *turns, size_t task);

/* Ends the turn; the next task's begins. */
void rw_ordered_end(rw_ordered *turns);

/* A task failed: there are no more turns, and waiting tasks return. */
void rw_ordered_stop(rw_ordered *turns);

#endif
