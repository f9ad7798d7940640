/* SPDX-License-Identifier: MIT */
/*
 * The order of buckets. Rows that another core has changed come slowly, so a worker stays with a
 * centre part as long as it can, goes on to the one before it, where the input part was last, and
 * leaves its own stretch of parts only if nothing else can be done.
 */
#include "train/meetings.h"

#include "base/parallel.h"

#include <string.h>

void rw_meetings_begin(rw_meetings *meetings, uint32_t parts, bool symmetric, int workers)
{
    memset(meetings, 0, sizeof *meetings);
    meetings->parts = parts;
    meetings->symmetric = symmetric;
    meetings->workers = workers;
    for (int w = 0; w < workers; w++)
        meetings->last[w] = (uint32_t)rw_part(parts, (size_t)workers, (size_t)w + 1) - 1;
    pthread_mutex_init(&meetings->lock, NULL);
    pthread_cond_init(&meetings->changed, NULL);
}

void rw_meetings_end(rw_meetings *meetings)
{
    pthread_cond_destroy(&meetings->changed);
    pthread_mutex_destroy(&meetings->lock);
}

/* The input part that a centre part meets next. */
static uint32_t partner(const rw_meetings *m, uint32_t part)
{
    return m->symmetric ? part ^ m->done[part] : (part + m->done[part]) % m->parts;
}

/* Whether the next meeting of a centre part can begin: nobody else has to meet either part before.
 * The input part was the next centre part's in the step before. */
static bool is_ready(const rw_meetings *m, uint32_t part)
{
    uint32_t other;

    if (m->busy[part] || m->done[part] == m->parts)
        return false;
    if (!m->symmetric)
        return !m->done[part] || m->done[(part + 1) % m->parts] >= m->done[part];
    other = partner(m, part);
    return other >= part && !m->busy[other] && m->done[other] == m->done[part];
}

/* The first part that is ready from `first` down, of a stretch of parts in a circle; `parts` where
 * there is none. */
static uint32_t find_ready(const rw_meetings *m, uint32_t begin, uint32_t end, uint32_t first)
{
    uint32_t count = end - begin;

    for (uint32_t k = 0; k < count; k++) {
        uint32_t part = begin + (first - begin + count - k) % count;

        if (is_ready(m, part))
            return part;
    }
    return m->parts;
}

static bool is_over(const rw_meetings *m)
{
    for (uint32_t p = 0; p < m->parts; p++)
        if (m->done[p] < m->parts)
            return m->stopped;
    return true;
}

bool rw_meetings_take(rw_meetings *meetings, int worker, uint32_t *centres, uint32_t *inputs)
{
    size_t workers = (size_t)meetings->workers, own = (size_t)worker;
    uint32_t begin = (uint32_t)rw_part(meetings->parts, workers, own);
    uint32_t end = (uint32_t)rw_part(meetings->parts, workers, own + 1);
    uint32_t found = meetings->parts, last = meetings->last[worker];

    pthread_mutex_lock(&meetings->lock);
    while (!is_over(meetings)) {
        found = find_ready(meetings, begin, end, last >= begin && last < end ? last : end - 1);
        if (found == meetings->parts)
            found = find_ready(meetings, 0, meetings->parts, last);
        if (found < meetings->parts)
            break;
        pthread_cond_wait(&meetings->changed, &meetings->lock);
    }
    if (found < meetings->parts) {
        *centres = meetings->last[worker] = found;
        *inputs = partner(meetings, found);
        meetings->busy[found] = true;
        if (meetings->symmetric)
            meetings->busy[*inputs] = true;
    }
    pthread_mutex_unlock(&meetings->lock);
    return found < meetings->parts;
}

void rw_meetings_finish(rw_meetings *meetings, uint32_t centres, bool failed)
{
    uint32_t other = meetings->symmetric ? partner(meetings, centres) : centres;

    pthread_mutex_lock(&meetings->lock);
    meetings->stopped |= failed;
    meetings->busy[centres] = meetings->busy[other] = false;
    meetings->done[centres]++;
    if (other != centres)
        meetings->done[other]++;
    pthread_cond_broadcast(&meetings->changed);
    pthread_mutex_unlock(&meetings->lock);
}
