/* SPDX-License-Identifier: MIT */
#include "base/load.h"

#include "base/error.h"

#include <dlfcn.h>
#include <string.h>

riwalk_status rw_load(const char *library, const char *name, void *function, riwalk_error *error)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    void *found = handle ? dlsym(handle, name) : NULL;

    if (!found)
        return rw_fail(error, RIWALK_STATUS_IO, "cannot load a library that is needed here: %s",
                       dlerror());
    memcpy(function, &found, sizeof found); /* C has no conversion to a function's address */
    return RIWALK_STATUS_OK;
}
