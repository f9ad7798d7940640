/* SPDX-License-Identifier: MIT */
/* Long calls: one thread works while the interpreter's waits. So Ctrl-C and progress bars work, and
 * no callback of the library touches Python. */
#include "core.h"

#include "../../src/base/os.h"

#include <errno.h>
#include <stdatomic.h>
#include <time.h>

#define WAIT_NANOSECONDS 20000000L

typedef struct work {
    core_call *call;
    void *arguments;
    riwalk_run run;
    riwalk_status status;
    riwalk_error error;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool done;                /* protected by the lock, like the next two */
    bool news;                /* progress that was not passed on yet */
    riwalk_progress progress; /* the last report */
    atomic_bool cancelled;
} work;

static int listen(const riwalk_progress *progress, void *data)
{
    work *w = data;

    pthread_mutex_lock(&w->lock);
    w->progress = *progress;
    w->news = true;
    pthread_mutex_unlock(&w->lock);
    return atomic_load(&w->cancelled);
}

static void *run(void *data)
{
    work *w = data;

    w->status = w->call(w->arguments, &w->run, &w->error);
    pthread_mutex_lock(&w->lock);
    w->done = true;
    pthread_cond_signal(&w->ended);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* Waits a little; returns whether the work is done. *news: there is new progress. */
static bool wait_for(work *w, bool *news, riwalk_progress *progress)
{
    struct timespec until;
    bool done;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += WAIT_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&w->lock);
    while (!w->done && pthread_cond_timedwait(&w->ended, &w->lock, &until) != ETIMEDOUT)
        ;
    done = w->done;
    *news = w->news;
    *progress = w->progress;
    w->news = false;
    pthread_mutex_unlock(&w->lock);
    return done;
}

/* Calls the listener; 0, or -1 with its exception. */
static int hand_on(PyObject *listener, const riwalk_progress *p)
{
    PyObject *answer =
        PyObject_CallFunction(listener, "ssKKd", p->stage, p->unit, (unsigned long long)p->done,
                              (unsigned long long)p->total, p->seconds);

    Py_XDECREF(answer);
    return answer ? 0 : -1;
}

int core_work(core_call *call, void *arguments, int threads, PyObject *listener)
{
    work w = {.call = call, .arguments = arguments, .run = {.threads = threads}};
    PyObject *type = NULL, *value = NULL, *trace = NULL;
    pthread_t thread;
    bool done = false;

    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.ended, NULL);
    w.run.progress = listen;
    w.run.progress_data = &w;
    if (rw_os_start_thread(&thread, run, &w)) { /* no thread available: works without Ctrl-C */
        Py_BEGIN_ALLOW_THREADS;
        run(&w);
        Py_END_ALLOW_THREADS;
        done = true;
    }
    while (!done) {
        riwalk_progress progress;
        bool news;

        Py_BEGIN_ALLOW_THREADS;
        done = wait_for(&w, &news, &progress);
        if (done)
            pthread_join(thread, NULL);
        Py_END_ALLOW_THREADS;
        if (type) /* already cancelled */
            continue;
        if (PyErr_CheckSignals() ||
            (news && listener && listener != Py_None && hand_on(listener, &progress))) {
            PyErr_Fetch(&type, &value, &trace);
            atomic_store(&w.cancelled, true);
        }
    }
    pthread_cond_destroy(&w.ended);
    pthread_mutex_destroy(&w.lock);
    if (type) {
        PyErr_Restore(type, value, trace);
        return -1; /* the caller frees what the call has made */
    }
    if (w.status) {
        core_raise(w.status, &w.error);
        return -1;
    }
    return 0;
}
