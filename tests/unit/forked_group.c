/* SPDX-License-Identifier: MIT */
/* Members talk over socket pairs; the counter of tasks is in shared memory. */
#include "forked_group.h"

#include "base/error.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 16

typedef struct member {
    uint32_t rank, members;
    int sockets[MOST]; /* to each other member */
    _Atomic uint64_t *numbers;
    unsigned random;
    long calls;
} member;

static struct {
    uint32_t rank;
    long call;
} death;

void forked_group_kill(uint32_t rank, long call)
{
    death.rank = rank;
    death.call = call;
}

static void count_call(member *m)
{
    if (++m->calls == death.call && m->rank == death.rank)
        raise(SIGKILL);
}

void *forked_memory(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        abort();
    return memory;
}

void forked_memory_free(void *memory, size_t size)
{
    munmap(memory, size);
}

static void delay(member *m)
{
    m->random = m->random * 1103515245 + 12345;
    if ((m->random >> 16) % 32 == 0)
        usleep((m->random >> 18) % 300);
}

/* Sends all bytes to another member, or receives them from it. */
static riwalk_status transfer(member *m, uint32_t other, void *data, size_t size, bool out,
                              riwalk_error *error)
{
    char *at = data;

    if (out)
        delay(m);
    while (size) {
        ssize_t moved = out ? send(m->sockets[other], at, size, MSG_NOSIGNAL)
                            : recv(m->sockets[other], at, size, 0);

        if (moved < 0 && errno == EINTR)
            continue;
        if (moved <= 0)
            return rw_fail(error, RIWALK_STATUS_IO, "a member is gone");
        at += moved;
        size -= (size_t)moved;
    }
    return RIWALK_STATUS_OK;
}

static riwalk_status broadcast(void *context, uint32_t from, void *data, size_t size,
                               riwalk_error *error)
{
    member *m = context;
    riwalk_status status = RIWALK_STATUS_OK;

    count_call(m);
    if (m->rank != from)
        return transfer(m, from, data, size, false, error);
    for (uint32_t to = 0; to < m->members && !status; to++)
        if (to != from)
            status = transfer(m, to, data, size, true, error);
    return status;
}

/* The first member adds up, and sends the sums to all. */
static riwalk_status sum(void *context, uint64_t *values, size_t count, riwalk_error *error)
{
    member *m = context;
    size_t size = count * sizeof *values;
    riwalk_status status = RIWALK_STATUS_OK;

    if (m->rank) {
        status = transfer(m, 0, values, size, true, error);
    } else {
        uint64_t *other = malloc(size);

        for (uint32_t from = 1; from < m->members && !status; from++)
            if (!(status = transfer(m, from, other, size, false, error)))
                for (size_t i = 0; i < count; i++)
                    values[i] += other[i];
        free(other);
    }
    return status ? status : broadcast(m, 0, values, size, error);
}

static riwalk_status pass(void *context, uint32_t from, uint32_t to, void *data, size_t size,
                          riwalk_error *error)
{
    member *m = context;
    bool out = m->rank == from;

    count_call(m);
    return transfer(m, out ? to : from, data, size, out, error);
}

static riwalk_status next(void *context, uint64_t *number, riwalk_error *error)
{
    member *m = context;

    count_call(m);
    delay(m);
    *number = atomic_fetch_add(m->numbers, 1);
    return RIWALK_STATUS_OK;
}

static int be_member(uint32_t rank, uint32_t members, unsigned seed, int sockets[MOST][MOST],
                     _Atomic uint64_t *numbers, forked_work *work, void *data)
{
    member m = {.rank = rank, .members = members, .numbers = numbers, .random = seed + rank};
    riwalk_comm group = {
        .size = sizeof group,
        .rank = rank,
        .members = members,
        .context = &m,
        .sum = sum,
        .broadcast = broadcast,
        .pass = pass,
        .next = next,
    };

    for (uint32_t a = 0; a < members; a++)
        for (uint32_t b = 0; b < members; b++)
            if (a == rank)
                m.sockets[b] = sockets[a][b];
            else if (a != b)
                close(sockets[a][b]);
    return (int)work(&group, data);
}

void forked_group_run(uint32_t members, unsigned seed, forked_work *work, void *data, int *statuses)
{
    _Atomic uint64_t *numbers = forked_memory(sizeof *numbers);
    int sockets[MOST][MOST], pair[2], state;
    pid_t children[MOST];

    for (uint32_t a = 0; a < members; a++)
        for (uint32_t b = 0; b < a; b++) {
            if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
                abort();
            sockets[a][b] = pair[0];
            sockets[b][a] = pair[1];
        }
    fflush(NULL);
    for (uint32_t m = 0; m < members; m++) {
        if ((children[m] = fork()) < 0)
            abort();
        if (!children[m])
            exit(be_member(m, members, seed, sockets, numbers, work, data));
    }
    for (uint32_t a = 0; a < members; a++)
        for (uint32_t b = 0; b < members; b++)
            if (a != b)
                close(sockets[a][b]);
    for (uint32_t m = 0; m < members; m++) {
        waitpid(children[m], &state, 0);
        statuses[m] = WIFEXITED(state) ? WEXITSTATUS(state) : -1;
    }
    forked_memory_free(numbers, sizeof *numbers);
}
