/* SPDX-License-Identifier: MIT */
/* Parallel ranges and progress: nothing a caller sees depends on the number of threads. */
#include "base/error.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "unit/test.h"

#include <stdatomic.h>

#define TASKS 500
#define MAX_WORKERS 7

static const int thread_counts[] = {1, 2, 3, MAX_WORKERS};
#define THREAD_COUNTS ELEMENTS(thread_counts)

/* ---- rw_parallel ---- */

typedef struct tally {
    atomic_int runs[TASKS];
    atomic_int on_worker[MAX_WORKERS];
    atomic_int clashes; /* two tasks at once on one worker, or a worker that should not be */
    int threads;
    size_t fails_from; /* tasks of this number and above fail where it is divisible by 3 */
} tally;

static riwalk_status count_run(void *context, size_t task, int worker, riwalk_error *error)
{
    tally *t = context;
    riwalk_status status = RIWALK_STATUS_OK;

    if (worker < 0 || worker >= t->threads) {
        atomic_fetch_add(&t->clashes, 1);
        return RIWALK_STATUS_OK;
    }
    if (atomic_fetch_add(&t->on_worker[worker], 1))
        atomic_fetch_add(&t->clashes, 1);
    atomic_fetch_add(&t->runs[task], 1);
    for (volatile int i = 0; i < 200; i++)
        ;
    if (task >= t->fails_from && task % 3 == 0)
        status = rw_fail(error, task % 2 ? RIWALK_STATUS_IO : RIWALK_STATUS_FORMAT,
                         "task %zu failed", task);
    atomic_fetch_sub(&t->on_worker[worker], 1);
    return status;
}

TEST(every_task_runs_once)
{
    for (size_t k = 0; k < THREAD_COUNTS; k++)
        for (size_t tasks = 0; tasks <= TASKS; tasks += tasks < 10 ? 1 : 245) {
            tally t = {.threads = thread_counts[k], .fails_from = TASKS};

            ok(rw_parallel(t.threads, tasks, count_run, &t, &failure));
            for (size_t i = 0; i < TASKS; i++)
                assert_int_equal(atomic_load(&t.runs[i]), i < tasks);
            assert_int_equal(atomic_load(&t.clashes), 0);
        }
}

/* The error is the lowest failing task's, and every task below it did run. */
TEST(lowest_failure_wins)
{
    for (int round = 0; round < 50; round++)
        for (size_t k = 0; k < THREAD_COUNTS; k++) {
            tally t = {.threads = thread_counts[k], .fails_from = 40 + (size_t)round};
            size_t lowest = (t.fails_from + 2) / 3 * 3;
            char expected[32];
            riwalk_error error = {0};

            assert_int_equal(rw_parallel(t.threads, TASKS, count_run, &t, &error),
                             lowest % 2 ? RIWALK_STATUS_IO : RIWALK_STATUS_FORMAT);
            snprintf(expected, sizeof expected, "task %zu failed", lowest);
            assert_string_equal(error.message, expected);
            for (size_t i = 0; i <= lowest; i++)
                assert_int_equal(atomic_load(&t.runs[i]), 1);
            assert_int_equal(rw_parallel(t.threads, TASKS, count_run, &t, NULL), error.code);
        }
}

static int ignore_progress(const riwalk_progress *info, void *data)
{
    return 0;
}

TEST(blocks_run_every_task_once_and_count_them)
{
    const riwalk_run run = {.progress = ignore_progress};

    for (size_t k = 0; k < THREAD_COUNTS; k++)
        for (size_t block = 1; block <= 2 * TASKS; block += 1 + block / 3) {
            tally t = {.threads = thread_counts[k], .fails_from = TASKS};
            riwalk_error error = {0};
            rw_progress progress;

            rw_progress_begin(&progress, &run, "testing", "tasks", TASKS);
            ok(rw_parallel_blocks(t.threads, TASKS, block, count_run, &t, &progress, &failure));
            for (size_t i = 0; i < TASKS; i++)
                assert_int_equal(atomic_load(&t.runs[i]), 1);
            assert_int_equal(atomic_load(&progress.done), TASKS);
            t.fails_from = 41;
            rw_parallel_blocks(t.threads, TASKS, block, count_run, &t, NULL, &error);
            assert_string_equal(error.message, "task 42 failed");
            assert_int_equal(atomic_load(&t.clashes), 0);
        }
}

TEST(thread_counts_are_sane)
{
    assert_true(rw_threads(0) >= 1);
    assert_true(rw_threads(-5) >= 1);
    assert_int_equal(rw_threads(5), 5);
    assert_true(rw_threads(1 << 30) <= 1024);
}

/* Parts follow on each other, cover all, and differ by at most one item. */
TEST(parts_cover_the_range)
{
    for (uint64_t count = 0; count < 100; count++)
        for (size_t parts = 1; parts < 20; parts++) {
            assert_int_equal(rw_part(count, parts, 0), 0);
            assert_int_equal(rw_part(count, parts, parts), count);
            for (size_t part = 0; part < parts; part++) {
                uint64_t items = rw_part(count, parts, part + 1) - rw_part(count, parts, part);

                assert_true(items == count / parts || items == count / parts + 1);
            }
        }
    assert_true(rw_part(UINT64_MAX, 3, 3) == UINT64_MAX);
}

/* ---- rw_progress ---- */

#define SECONDS 0.35

typedef struct listener {
    int calls;
    int backward; /* calls whose count or time was less than before */
    int hasty;    /* calls within a tenth of a second of the one before */
    int cancel_at;
    double last;
    uint64_t done;
} listener;

static int listen(const riwalk_progress *progress, void *data)
{
    listener *l = data;

    l->backward += progress->done < l->done || progress->seconds < l->last;
    l->hasty += progress->seconds < l->last + 0.0999;
    l->done = progress->done;
    l->last = progress->seconds;
    return ++l->calls == l->cancel_at;
}

static riwalk_status count_for_a_while(void *context, size_t task, int worker, riwalk_error *error)
{
    rw_progress *progress = context;
    riwalk_status status = RIWALK_STATUS_OK;

    while (!status && rw_seconds() < progress->start + SECONDS)
        status = rw_progress_add(progress, 1, error);
    return status;
}

/* However many threads hammer on it, the listener hears at most one report a tenth of a second. */
TEST(reports_are_few)
{
    for (size_t k = 0; k < THREAD_COUNTS; k++) {
        listener l = {.last = -1}; /* the first comes at once */
        riwalk_run run = {.progress = listen, .progress_data = &l};
        rw_progress progress;

        rw_progress_begin(&progress, &run, "reading", "bytes", 0);
        ok(rw_parallel(thread_counts[k], (size_t)thread_counts[k], count_for_a_while, &progress,
                       &failure));
        assert_true(l.calls >= 1);
        assert_int_equal(l.backward, 0);
        assert_int_equal(l.hasty, 0);
        assert_true(l.done > 0 && l.done <= atomic_load(&progress.done));
    }
}

TEST(listener_can_cancel)
{
    listener l = {.cancel_at = 2};
    riwalk_run run = {.progress = listen, .progress_data = &l};
    rw_progress progress;

    rw_progress_begin(&progress, &run, "reading", "bytes", 100);
    check_says(CANCELLED, "cancelled while reading",
               rw_parallel(3, 3, count_for_a_while, &progress, &failure));
    assert_int_equal(l.calls, 2);
    assert_int_equal(rw_progress_add(&progress, 1, NULL), RIWALK_STATUS_CANCELLED);
}
