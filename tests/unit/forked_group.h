/* SPDX-License-Identifier: MIT */
/* A group of processes on one machine: forked, joined by a socket pair for each two of them, and
 * late at random. What works with it works with any group. */
#ifndef TEST_FORKED_GROUP_H
#define TEST_FORKED_GROUP_H

#include "riwalk_parallel.h"

/* What a member does; its status becomes the exit status. */
typedef riwalk_status forked_work(riwalk_comm *group, void *data);

/* Runs `members` processes and waits for them. statuses[m] is what member m returned, or -1 where
 * it was killed. The same seed gives the same delays. */
void forked_group_run(uint32_t members, unsigned seed, forked_work *work, void *data,
                      int *statuses);

/* Lets a member kill itself at its so many-th call of a function of the group; 0: none. */
void forked_group_kill(uint32_t rank, long call);

/* Memory that all processes share, of zeros. */
void *forked_memory(size_t size);
void forked_memory_free(void *memory, size_t size);

#endif
