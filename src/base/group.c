/* SPDX-License-Identifier: MIT */
/* Groups of processes, over their four functions: failures, sums and copies, lists, and tasks. */
#include "base/group.h"

#include "base/error.h"
#include "base/memory.h"

#include <pthread.h>
#include <string.h>

riwalk_status rw_group_check(const riwalk_comm *group, riwalk_error *error)
{
    if (group && (group->size != sizeof *group || group->rank >= group->members || !group->sum ||
                  !group->broadcast || !group->pass || !group->next))
        return rw_refuse(error,
                         "the group has another size than libriwalk %s knows, a rank that is not "
                         "below its members, or lacks a function",
                         RIWALK_VERSION);
    return RIWALK_STATUS_OK;
}

/* ---- Failures ---- */

/* After a failure: the first member that failed tells all others. */
static riwalk_status share_failure(riwalk_comm *g, const riwalk_error *own, riwalk_error *error)
{
    for (uint32_t from = 0; from < g->members && !g->failed; from++) {
        riwalk_error told = *own;
        riwalk_status status = g->broadcast(g->context, from, &told, sizeof told, error);

        if (status)
            return g->failed = status;
        if (told.code && error)
            *error = told;
        g->failed = told.code;
    }
    return g->failed;
}

/* Finds out whether any member has failed. Once all know of a failure, they stop communicating. */
static riwalk_status ask(riwalk_comm *g, riwalk_status status, riwalk_error *error)
{
    riwalk_error own = {.code = status};
    uint64_t failures = status != RIWALK_STATUS_OK;
    riwalk_status transport;

    if (g->failed)
        return g->failed;
    if (status && error)
        own = *error;
    if ((transport = g->sum(g->context, &failures, 1, error)))
        return g->failed = transport;
    return failures ? share_failure(g, &own, error) : RIWALK_STATUS_OK;
}

riwalk_status rw_group_end(riwalk_comm *g, riwalk_status status, riwalk_error *error)
{
    if (!g)
        return status;
    status = ask(g, status, error);
    g->failed = RIWALK_STATUS_OK;
    return status;
}

riwalk_status rw_group_wait(riwalk_comm *g, riwalk_error *error)
{
    return g ? ask(g, RIWALK_STATUS_OK, error) : RIWALK_STATUS_OK;
}

/* ---- Sums and copies ---- */

/* A group whose own functions fail stays failed. */
static riwalk_status done(riwalk_comm *g, riwalk_status status)
{
    return g->failed = status;
}

riwalk_status rw_group_sum(riwalk_comm *g, uint64_t *values, size_t count, riwalk_error *error)
{
    riwalk_status status = rw_group_wait(g, error);

    return status || !g || !count ? status : done(g, g->sum(g->context, values, count, error));
}

riwalk_status rw_group_broadcast(riwalk_comm *g, uint32_t from, void *data, size_t size,
                                 riwalk_error *error)
{
    riwalk_status status = rw_group_wait(g, error);

    return status || !g || !size ? status
                                 : done(g, g->broadcast(g->context, from, data, size, error));
}

riwalk_status rw_group_gather(riwalk_comm *g, void **list, size_t *count, size_t item_size,
                              riwalk_error *error)
{
    uint64_t *counts, before = 0, all = 0;
    char *joined;
    RW_POOL(pool);

    if (!g)
        return RIWALK_STATUS_OK;
    RW_HAVE(counts = rw_take_zeroed(&pool, g->members, sizeof *counts, error));
    counts[g->rank] = *count;
    RW_MUST(rw_group_sum(g, counts, g->members, error));
    for (uint32_t m = 0; m < g->members; m++) {
        before += m < g->rank ? counts[m] : 0;
        all += counts[m];
    }
    RW_HAVE(joined = rw_alloc(all, item_size, error));
    if (*count)
        memcpy(joined + before * item_size, *list, *count * item_size);
    rw_free(*list);
    *list = joined;
    *count = all;
    RW_MUST(rw_group_wait(g, error));
    for (uint32_t m = 0; m < g->members; joined += counts[m++] * item_size)
        if (counts[m])
            RW_MUST(done(g, g->broadcast(g->context, m, joined, counts[m] * item_size, error)));
    return RIWALK_STATUS_OK;
}

/* ---- Tasks ---- */

typedef struct drawing {
    const riwalk_comm *group;
    uint64_t first; /* the number of task 0 */
    size_t tasks;
    rw_task *run;
    void *context;
    pthread_mutex_t lock; /* around the group's function */
} drawing;

/* Draws the next task; `tasks` if none is left. */
static riwalk_status draw(drawing *d, size_t *task, riwalk_error *error)
{
    uint64_t number = 0;
    riwalk_status status;

    pthread_mutex_lock(&d->lock);
    do
        status = d->group->next(d->group->context, &number, error);
    while (!status && number < d->first); /* skip numbers reserved before these tasks began */
    pthread_mutex_unlock(&d->lock);
    *task = status || number - d->first > d->tasks ? d->tasks : (size_t)(number - d->first);
    return status;
}

/* Runs tasks until none is left. After a failure it draws and drops the rest, so that no other
 * member begins long work in vain. */
static riwalk_status work(void *context, size_t number, int worker, riwalk_error *error)
{
    drawing *d = context;
    riwalk_status status;
    size_t task;

    while (!(status = draw(d, &task, error)) && task < d->tasks)
        if ((status = d->run(d->context, task, worker, error)))
            break;
    for (task = 0; status && task < d->tasks;)
        if (draw(d, &task, NULL))
            break;
    return status;
}

riwalk_status rw_group_parallel(riwalk_comm *g, int threads, size_t tasks, rw_task *run,
                                void *context, riwalk_error *error)
{
    drawing d = {.group = g, .tasks = tasks, .run = run, .context = context};
    riwalk_status status = RIWALK_STATUS_OK;

    if (!g)
        return rw_parallel(threads, tasks, run, context, error);
    /* Task numbers continue after those of earlier calls, which all members have finished. */
    RW_MUST(rw_group_wait(g, error));
    if (!g->rank && (status = g->next(g->context, &d.first, error)))
        return status;
    d.first++;
    RW_MUST(rw_group_broadcast(g, 0, &d.first, sizeof d.first, error));
    pthread_mutex_init(&d.lock, NULL);
    status = rw_parallel(threads, (size_t)threads, work, &d, error);
    pthread_mutex_destroy(&d.lock);
    return status ? status : rw_group_wait(g, error);
}
