/* SPDX-License-Identifier: MIT */
/* Taking turns: parallel tasks that each have something to do in the order of their numbers. Tasks
 * must be started in that order, as rw_parallel does, so the one whose turn it is always runs. */
#ifndef RW_BASE_TURNS_H
#define RW_BASE_TURNS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rw_turns {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    size_t next;
    bool stopped;
} rw_turns;

void rw_turns_init(rw_turns *turns);
void rw_turns_free(rw_turns *turns);

/* Waits for a task's turn; false when the turns were stopped, and then there is no turn to end. */
bool rw_turns_wait(rw_turns *turns, size_t task);

/* Ends the turn: the next task has its own. */
void rw_turns_end(rw_turns *turns);

/* No more turns: a task failed. All that wait are let go. */
void rw_turns_stop(rw_turns *turns);

#endif
