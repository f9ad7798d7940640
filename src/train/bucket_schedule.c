/* SPDX-License-Identifier: MIT */
/* The order of buckets. Rows that another core has changed are slow to load. So a worker stays with
 * a centre part while it can, then takes the part before it, whose input part it used last, and
 * leaves its own range of parts only if nothing else is ready. */
#include "train/bucket_schedule.h"

#include "base/parallel.h"

#include <string.h>

void rw_bucket_schedule_begin(rw_bucket_schedule *schedule, uint32_t parts, bool symmetric,
                              int workers)
{
    memset(schedule, 0, sizeof *schedule);
    schedule->parts = parts;
    schedule->symmetric = symmetric;
    schedule->workers = workers;
    for (int w = 0; w < workers; w++)
        schedule->last[w] = (uint32_t)rw_part(parts, (size_t)workers, (size_t)w + 1) - 1;
    pthread_mutex_init(&schedule->lock, NULL);
    pthread_cond_init(&schedule->changed, NULL);
}

void rw_bucket_schedule_end(rw_bucket_schedule *schedule)
{
    pthread_cond_destroy(&schedule->changed);
    pthread_mutex_destroy(&schedule->lock);
}

/* The next input part of a centre part. */
static uint32_t partner(const rw_bucket_schedule *m, uint32_t part)
{
    return m->symmetric ? part ^ m->done[part] : (part + m->done[part]) % m->parts;
}

/* Whether a centre part can take its next step: its input part must have finished all earlier
 * steps. In the step before, that input part belonged to the next centre part. */
static bool is_ready(const rw_bucket_schedule *m, uint32_t part)
{
    uint32_t other;

    if (m->busy[part] || m->done[part] == m->parts)
        return false;
    if (!m->symmetric)
        return !m->done[part] || m->done[(part + 1) % m->parts] >= m->done[part];
    other = partner(m, part);
    return other >= part && !m->busy[other] && m->done[other] == m->done[part];
}

/* Searches parts begin .. end-1 cyclically downwards from `first` for one that is ready; returns
 * `parts` if there is none. */
static uint32_t find_ready(const rw_bucket_schedule *m, uint32_t begin, uint32_t end,
                           uint32_t first)
{
    uint32_t count = end - begin;

    for (uint32_t k = 0; k < count; k++) {
        uint32_t part = begin + (first - begin + count - k) % count;

        if (is_ready(m, part))
            return part;
    }
    return m->parts;
}

static bool is_over(const rw_bucket_schedule *m)
{
    for (uint32_t p = 0; p < m->parts; p++)
        if (m->done[p] < m->parts)
            return m->stopped;
    return true;
}

bool rw_bucket_schedule_take(rw_bucket_schedule *schedule, int worker, uint32_t *centres,
                             uint32_t *inputs)
{
    size_t workers = (size_t)schedule->workers, own = (size_t)worker;
    uint32_t begin = (uint32_t)rw_part(schedule->parts, workers, own);
    uint32_t end = (uint32_t)rw_part(schedule->parts, workers, own + 1);
    uint32_t found = schedule->parts, last = schedule->last[worker];

    pthread_mutex_lock(&schedule->lock);
    while (!is_over(schedule)) {
        found = find_ready(schedule, begin, end, last >= begin && last < end ? last : end - 1);
        if (found == schedule->parts)
            found = find_ready(schedule, 0, schedule->parts, last);
        if (found < schedule->parts)
            break;
        pthread_cond_wait(&schedule->changed, &schedule->lock);
    }
    if (found < schedule->parts) {
        *centres = schedule->last[worker] = found;
        *inputs = partner(schedule, found);
        schedule->busy[found] = true;
        if (schedule->symmetric)
            schedule->busy[*inputs] = true;
    }
    pthread_mutex_unlock(&schedule->lock);
    return found < schedule->parts;
}

void rw_bucket_schedule_finish(rw_bucket_schedule *schedule, uint32_t centres, bool failed)
{
    uint32_t other = schedule->symmetric ? partner(schedule, centres) : centres;

    pthread_mutex_lock(&schedule->lock);
    schedule->stopped |= failed;
    schedule->busy[centres] = schedule->busy[other] = false;
    schedule->done[centres]++;
    if (other != centres)
        schedule->done[other]++;
    pthread_cond_broadcast(&schedule->changed);
    pthread_mutex_unlock(&schedule->lock);
}
