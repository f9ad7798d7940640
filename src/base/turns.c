/* SPDX-License-Identifier: MIT */
/* Taking turns, with a lock and a condition. */
#include "base/turns.h"

void rw_turns_init(rw_turns *turns)
{
    *turns = (rw_turns){0};
    pthread_mutex_init(&turns->lock, NULL);
    pthread_cond_init(&turns->moved, NULL);
}

void rw_turns_free(rw_turns *turns)
{
    pthread_cond_destroy(&turns->moved);
    pthread_mutex_destroy(&turns->lock);
}

bool rw_turns_wait(rw_turns *turns, size_t task)
{
    bool mine;

    pthread_mutex_lock(&turns->lock);
    while (turns->next != task && !turns->stopped)
        pthread_cond_wait(&turns->moved, &turns->lock);
    mine = !turns->stopped;
    pthread_mutex_unlock(&turns->lock);
    return mine;
}

void rw_turns_end(rw_turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    turns->next++;
    pthread_cond_broadcast(&turns->moved);
    pthread_mutex_unlock(&turns->lock);
}

void rw_turns_stop(rw_turns *turns)
{
    pthread_mutex_lock(&turns->lock);
    turns->stopped = true;
    pthread_cond_broadcast(&turns->moved);
    pthread_mutex_unlock(&turns->lock);
}
