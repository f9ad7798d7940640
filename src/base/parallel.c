/* SPDX-License-Identifier: MIT */
/* Runs numbered tasks on threads. */
#include "base/parallel.h"

#include "base/os.h"

#include <stdatomic.h>

#define MAX_THREADS 1024
#define MANY_THREADS 64

typedef struct job {
    rw_task *run;
    void *context;
    size_t tasks;
    atomic_size_t next;
    atomic_int workers;
    atomic_size_t failed; /* the lowest failed task so far; `tasks`: none */
    pthread_mutex_t lock; /* protects status and error */
    riwalk_status status;
    riwalk_error *error;
} job;

int rw_threads(int requested)
{
    int count = rw_os_processors();
    int all = count < MAX_THREADS ? count : MAX_THREADS;
    /* More threads per core only cost memory; results do not depend on them. */
    int most = 4 * all < MANY_THREADS ? MANY_THREADS : 4 * all;

    most = most < MAX_THREADS ? most : MAX_THREADS;
    if (requested <= 0)
        return all;
    return requested < most ? requested : most;
}

riwalk_run rw_run_resolve(const riwalk_run *run)
{
    riwalk_run resolved = *run;

    resolved.threads = rw_threads(run->threads);
    return resolved;
}

/* Takes tasks in order until none is left. Skips tasks above a failed one; those below still run,
 * so the lowest failure is always found. */
static void work(job *j, int worker)
{
    for (;;) {
        size_t task = atomic_fetch_add_explicit(&j->next, 1, memory_order_relaxed);
        riwalk_error local = {0};
        riwalk_status status;

        if (task >= j->tasks || task > atomic_load(&j->failed))
            return;
        status = j->run(j->context, task, worker, &local);
        if (status == RIWALK_STATUS_OK)
            continue;
        pthread_mutex_lock(&j->lock);
        if (task < atomic_load(&j->failed)) {
            atomic_store(&j->failed, task);
            j->status = status;
            if (j->error)
                *j->error = local;
        }
        pthread_mutex_unlock(&j->lock);
    }
}

static void *help(void *argument)
{
    job *j = argument;

    work(j, atomic_fetch_add(&j->workers, 1));
    return NULL;
}

/* The calling thread is worker 0. If a thread cannot be started, the others do its tasks. */
riwalk_status rw_parallel(int threads, size_t tasks, rw_task *run, void *context,
                          riwalk_error *error)
{
    job j = {.run = run, .context = context, .tasks = tasks, .error = error};
    pthread_t helpers[MAX_THREADS];
    int started = 0;

    atomic_init(&j.next, 0);
    atomic_init(&j.workers, 1);
    atomic_init(&j.failed, tasks);
    pthread_mutex_init(&j.lock, NULL);
    while (started + 1 < threads && (size_t)started + 1 < tasks &&
           !rw_os_start_thread(&helpers[started], help, &j))
        started++;
    work(&j, 0);
    while (started)
        pthread_join(helpers[--started], NULL);
    pthread_mutex_destroy(&j.lock);
    return j.status;
}

typedef struct blocks {
    rw_task *run;
    void *context;
    size_t tasks, block;
    rw_progress *progress;
} blocks;

static riwalk_status run_block(void *context, size_t number, int worker, riwalk_error *error)
{
    const blocks *b = context;
    size_t begin = number * b->block, task = begin;

    for (; task < b->tasks && task - begin < b->block; task++)
        RW_MUST(b->run(b->context, task, worker, error));
    return b->progress ? rw_progress_add(b->progress, task - begin, error) : RIWALK_STATUS_OK;
}

riwalk_status rw_parallel_blocks(int threads, size_t tasks, size_t block, rw_task *run,
                                 void *context, rw_progress *progress, riwalk_error *error)
{
    blocks b = {run, context, tasks, block, progress};

    return rw_parallel(threads, tasks / block + (tasks % block > 0), run_block, &b, error);
}

typedef struct turns {
    rw_task *run, *end;
    void *context;
    size_t next;
    bool stopped; /* a task failed: there are no more turns */
    pthread_mutex_t lock;
    pthread_cond_t moved;
} turns;

/* Tasks are started in order, so the one whose turn it is is always running. */
static riwalk_status run_in_turn(void *context, size_t task, int worker, riwalk_error *error)
{
    turns *t = context;
    riwalk_status status = t->run(t->context, task, worker, error);
    bool mine;

    pthread_mutex_lock(&t->lock);
    while (!status && t->next != task && !t->stopped)
        pthread_cond_wait(&t->moved, &t->lock);
    mine = !status && !t->stopped;
    pthread_mutex_unlock(&t->lock);
    if (mine)
        status = t->end(t->context, task, worker, error);
    pthread_mutex_lock(&t->lock);
    t->next += mine;
    t->stopped |= status != RIWALK_STATUS_OK;
    pthread_cond_broadcast(&t->moved);
    pthread_mutex_unlock(&t->lock);
    return status;
}

riwalk_status rw_parallel_ordered(int threads, size_t tasks, rw_task *run, rw_task *end,
                                  void *context, riwalk_error *error)
{
    turns t = {.run = run, .end = end, .context = context};
    riwalk_status status;

    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.moved, NULL);
    status = rw_parallel(threads, tasks, run_in_turn, &t, error);
    pthread_cond_destroy(&t.moved);
    pthread_mutex_destroy(&t.lock);
    return status;
}
