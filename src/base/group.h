/* SPDX-License-Identifier: MIT */
/* Working in a group of processes. Without one (NULL) each function does what is left to do for one
 * process alone, which is mostly nothing.
 *
 * A member that fails must not leave the others waiting, and they must learn its sentence. So what
 * all members do together begins with the question whether any has failed. A member that fails goes
 * straight to rw_group_end, which answers it: all others then fail in whatever they do together
 * next, and so go there too. Code in between needs no care. */
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

/* ARGUMENT for a group that cannot be. */
riwalk_status rw_group_check(const riwalk_comm *group, riwalk_error *error);

/* The end of a call, to which every way leads: OK where it is for all members; else the status and
 * the sentence of the first that failed. */
riwalk_status rw_group_end(riwalk_comm *group, riwalk_status status, riwalk_error *error);

/* Waits until all members are here. */
riwalk_status rw_group_wait(riwalk_comm *group, riwalk_error *error);

/* The functions of the group, with the question above. Nothing is moved where there is nothing. */
riwalk_status rw_group_sum(riwalk_comm *group, uint64_t *values, size_t count, riwalk_error *error);
riwalk_status rw_group_broadcast(riwalk_comm *group, uint32_t from, void *data, size_t size,
                                 riwalk_error *error);

/* Replaces a list from rw_alloc by those of all members, one after the other. */
riwalk_status rw_group_gather(riwalk_comm *group, void **list, size_t *count, size_t item_size,
                              riwalk_error *error);

/* Runs tasks 0 .. tasks-1 as rw_parallel does, each in one member, whichever is free first. */
riwalk_status rw_group_parallel(riwalk_comm *group, int threads, size_t tasks, rw_task *run,
                                void *context, riwalk_error *error);

#endif
