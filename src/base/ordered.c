/* SPDX-License-Identifier: MIT */
/* Takes turns by a mutex and a condition variable. */
#include "base/ordered.h"

void rw_ordered_init(rw_ordered *turns)
{
    *turns = (rw_ordered){0};
    pthread_mutex_init(&turns->lock, NULL);
    pthread_cond_init(&turns->moved, NULL);
}

void rw_ordered_free(rw_ordered *turns)
{
    pthread_cond_destroy(&turns->moved);
    pthread_mutex_destroy(&turns->lock);
}

bool rw_ordered_wait(rw_ordered *turns, size_t task)
{
    bool mine;

    pthread_mutex_lock(&turns->lock);
    while (turns->next != task && !turns->stopped)
        pthread_cond_wait(&turns->moved, &turns->lock);
    mine = !turns->stopped;
    pthread_mutex_unlock(&turns->lock);
    return mine;
}

void rw_ordered_end(rw_ordered *turns)
{
    pthread_mutex_lock(&turns->lock);
    turns->next++;
    pthread_cond_broadcast(&turns->moved);
    pthread_mutex_unlock(&turns->lock);
}

void rw_ordered_stop(rw_ordered *turns)
{
    pthread_mutex_lock(&turns->lock);
    turns->stopped = true;
    pthread_cond_broadcast(&turns->moved);
    pthread_mutex_unlock(&turns->lock);
}
