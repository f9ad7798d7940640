/* SPDX-License-Identifier: MIT */
/* Loading libriwalk-cuda.so: the rest of riwalk neither links nor needs CUDA. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/frontend.h"
#include "base/os.h"

#include <stdio.h>
#include <stdlib.h>

#define LIBRARY "libriwalk-cuda.so"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const rw_device_kind *loaded;
static char why[256];

static void load(void)
{
    char reason[200];
    const rw_device_kind *found = rw_os_symbol(LIBRARY, RW_DEVICE_SYMBOL, reason, sizeof reason);

    if (!found)
        snprintf(why, sizeof why, "cannot load it: %s", reason);
    else if (found->version != RW_DEVICE_VERSION)
        snprintf(why, sizeof why, "it is of another version of riwalk");
    else
        loaded = found;
}

riwalk_status rw_cuda_load(const rw_device_kind **device, riwalk_error *error)
{
    pthread_once(&once, load);
    *device = loaded;
    return loaded ? RIWALK_STATUS_OK
                  : rw_fail(error, RIWALK_STATUS_IO,
                            "--device cuda needs " LIBRARY " (riwalk built with RIWALK_CUDA): %s",
                            why);
}

/* ---- In the background ---- */

static pthread_t starter;
static bool starting;

/* The driver's context stays. */
static void *start(void *unused)
{
    const rw_device_kind *kind;
    rw_device *device;

    if (!rw_cuda_load(&kind, NULL) && !kind->open(&device, NULL))
        kind->close(device);
    return unused;
}

/* A process does not end while the driver starts. */
static void wait_for_start(void)
{
    pthread_join(starter, NULL);
}

void riwalk_device_prepare(riwalk_device device)
{
    if (device == RIWALK_DEVICE_CPU || starting)
        return;
    starting = !rw_os_start_thread(&starter, start, NULL);
    if (starting)
        atexit(wait_for_start);
}
