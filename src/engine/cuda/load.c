/* SPDX-License-Identifier: MIT */
/* Loading libriwalk-cuda.so: the rest of riwalk neither links nor needs CUDA. */
#include "engine/cuda/cuda.h"

#include "base/error.h"
#include "base/frontend.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "libriwalk-cuda.so"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const rw_device_kind *loaded;
static char why[256];

/* The library of that name in the folder that this code was loaded from. */
static void *open_beside(void)
{
    char path[4096];
    const char *slash;
    Dl_info own;
    int length;

    if (!dladdr(&once, &own) || !own.dli_fname || !(slash = strrchr(own.dli_fname, '/')))
        return NULL;
    length =
        snprintf(path, sizeof path, "%.*s/" LIBRARY, (int)(slash - own.dli_fname), own.dli_fname);
    return length > 0 && (size_t)length < sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

static void load(void)
{
    void *library = open_beside();
    const rw_device_kind *found;

    if (!library && !(library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL))) {
        const char *reason = dlerror();

        snprintf(why, sizeof why, "cannot load it: %s", reason ? reason : "no reason given");
        return;
    }
    found = dlsym(library, RW_DEVICE_SYMBOL);
    if (!found || found->version != RW_DEVICE_VERSION)
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
    starting = !pthread_create(&starter, NULL, start, NULL);
    if (starting)
        atexit(wait_for_start);
}
