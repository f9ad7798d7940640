/* SPDX-License-Identifier: MIT */
/* Working in a group of processes. Without a group (NULL) each function does what a single process
 * needs, mostly nothing.
 *
 * A member that fails must not leave the others waiting, and must tell them its error. So every
 * joint operation first asks whether any member has failed. A failing member goes straight to
 * rw_group_end, which answers this question: the next joint operation of all others fails, and they
 * go to rw_group_end, too. Code in between needs no special care. */
#ifndef RW_BASE_GROUP_H
#define RW_BASE_GROUP_H

#include "base/parallel.h"
#include "riwalk_parallel.h"

static inline uint32_t rw_group_members(const riwalk_comm *group)
{
    return group ? group->members : 1;
}

static inline uint32_t rw_group_rank(const riwalk_comm *group)
{
    return group ? group->rank : 0;
}

/* ARGUMENT for an invalid group. */
riwalk_status rw_group_check(const riwalk_comm *group, riwalk_error *error);

/* Ends a call; every path of the caller leads here. OK if it is OK for all members, else the status
 * and sentence of the first member that failed. */
riwalk_status rw_group_end(riwalk_comm *group, riwalk_status status, riwalk_error *error);

/* Waits for all members. */
riwalk_status rw_group_wait(riwalk_comm *group, riwalk_error *error);

/* The group's functions after asking for failures. Empty data are not sent. */
riwalk_status rw_group_sum(riwalk_comm *group, uint64_t *values, size_t count, riwalk_error *error);
riwalk_status rw_group_broadcast(riwalk_comm *group, uint32_t from, void *data, size_t size,
                                 riwalk_error *error);

/* Replaces a list from rw_alloc by the concatenation of all members' lists. After a failure the
 * caller still frees it. */
riwalk_status rw_group_gather(riwalk_comm *group, void **list, size_t *count, size_t item_size,
                              riwalk_error *error);

/* Runs tasks 0 .. tasks-1 as rw_parallel does, each in the first member that is free. */
riwalk_status rw_group_parallel(riwalk_comm *group, int threads, size_t tasks, rw_task *run,
                                void *context, riwalk_error *error);

#endif
