/* SPDX-License-Identifier: MIT */
/* Loads libriwalk-cuda.so. The rest of riwalk neither links nor needs CUDA. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/frontend.h"
#include "base/os.h"

#include <stdio.h>
#include <stdlib.h>

#define LIBRARY "libriwalk-cuda.so"

static pthread_once_t load_once = PTHREAD_ONCE_INIT, wait_once = PTHREAD_ONCE_INIT;
static const rw_device_kind *loaded;
static char why[256];
static pthread_t starter; /* thread that starts the driver in the background */
static bool starting;

static void join_starter(void)
{
    if (starting)
        pthread_join(starter, NULL);
}

static void wait_for_start(void)
{
    pthread_once(&wait_once, join_starter);
}

/* A process must not end while the driver starts: this handler is registered after those of the
 * library, so it runs before them. */
static void load(void)
{
    char reason[200];
    const rw_device_kind *found = rw_os_symbol(LIBRARY, RW_DEVICE_SYMBOL, reason, sizeof reason);

    atexit(wait_for_start);
    if (!found)
        snprintf(why, sizeof why, "cannot load it: %s", reason);
    else if (found->version != RW_DEVICE_VERSION)
        snprintf(why, sizeof why, "it is of another version of riwalk");
    else
        loaded = found;
}

riwalk_status rw_cuda_load(const rw_device_kind **device, riwalk_error *error)
{
    wait_for_start();
    pthread_once(&load_once, load);
    *device = loaded;
    return loaded
               ? RIWALK_STATUS_OK
               : rw_fail(error, RIWALK_STATUS_IO,
                         "device cuda needs " LIBRARY " (riwalk built with RIWALK_CUDA): %s", why);
}

/* Starts the driver, whose context stays. */
static void *start(void *unused)
{
    rw_device *device;

    pthread_once(&load_once, load);
    if (loaded && !loaded->open(&device, NULL))
        loaded->close(device);
    return unused;
}

void riwalk_device_prepare(riwalk_device device)
{
    if (device == RIWALK_DEVICE_CPU || starting)
        return;
    starting = !rw_os_start_thread(&starter, start, NULL);
    if (starting)
        atexit(wait_for_start);
}
