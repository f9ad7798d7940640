/* SPDX-License-Identifier: MIT */
/* Throttled, thread-safe progress reports and cancellation. */
#include "base/progress.h"

#include "base/os.h"

#include <math.h>

#define INTERVAL_SECONDS 0.1

double rw_seconds(void)
{
    return rw_os_seconds();
}

void rw_progress_begin(rw_progress *progress, const riwalk_run *run, const char *stage,
                       const char *unit, uint64_t total)
{
    progress->call = run->progress;
    progress->data = run->progress_data;
    progress->stage = stage;
    progress->unit = unit;
    progress->total = total;
    progress->start = run->progress ? rw_seconds() : 0;
    atomic_init(&progress->done, 0);
    atomic_init(&progress->next, progress->start); /* a new stage is reported at once */
    atomic_init(&progress->loss, NAN);
    atomic_init(&progress->cancelled, false);
}

/* Calls the user when it is time. The thread that puts off the next call is the one to call. */
static void report(rw_progress *progress)
{
    double now = rw_seconds(), next = atomic_load_explicit(&progress->next, memory_order_relaxed);
    riwalk_progress info;

    if (now < next || !atomic_compare_exchange_strong(&progress->next, &next, INFINITY))
        return;
    info = (riwalk_progress){
        .stage = progress->stage,
        .unit = progress->unit,
        .done = atomic_load_explicit(&progress->done, memory_order_relaxed),
        .total = progress->total,
        .seconds = now - progress->start,
        .loss = atomic_load_explicit(&progress->loss, memory_order_relaxed),
    };
    if (progress->call(&info, progress->data))
        atomic_store(&progress->cancelled, true);
    atomic_store(&progress->next, now + INTERVAL_SECONDS);
}

riwalk_status rw_progress_add(rw_progress *progress, uint64_t amount, riwalk_error *error)
{
    if (!progress->call)
        return RIWALK_STATUS_OK;
    atomic_fetch_add_explicit(&progress->done, amount, memory_order_relaxed);
    report(progress);
    if (atomic_load_explicit(&progress->cancelled, memory_order_relaxed))
        return rw_fail(error, RIWALK_STATUS_CANCELLED, "cancelled while %s", progress->stage);
    return RIWALK_STATUS_OK;
}

static int tell_of_stage(const riwalk_progress *inner, void *data)
{
    rw_progress *stage = data;
    riwalk_progress whole = *inner;

    whole.stage = stage->stage;
    whole.unit = stage->unit;
    whole.done = atomic_load(&stage->done);
    whole.total = stage->total;
    return stage->call(&whole, stage->data);
}

riwalk_run rw_progress_inside(rw_progress *stage, const riwalk_run *run)
{
    riwalk_run inside = *run;

    if (run->progress) {
        inside.progress = tell_of_stage;
        inside.progress_data = stage;
    }
    return inside;
}
