/* SPDX-License-Identifier: MIT */
/* Mapped files. */
#include "base/mapping.h"

#include "base/error.h"
#include "base/os.h"

riwalk_status rw_map(const char *path, const char **data, size_t *size, riwalk_error *error)
{
    int file = rw_os_open(path, RW_OPEN_READ);
    const void *mapped = NULL;
    rw_file_info info = {0};
    riwalk_status status = RIWALK_STATUS_OK;

    *data = NULL;
    *size = 0;
    if (file < 0)
        return rw_fail_errno(error, "open", path);
    if (!rw_os_look_open(file, &info))
        status = rw_fail_errno(error, "read", path);
    else if (!info.regular)
        status = rw_fail(error, RIWALK_STATUS_IO, "cannot map %.200s: it is no regular file", path);
    else if (info.size && !(mapped = rw_os_map(file, info.size)))
        status = rw_fail_errno(error, "map", path);
    rw_os_close(file);
    if (status)
        return status;
    *data = mapped;
    *size = (size_t)info.size;
    return RIWALK_STATUS_OK;
}

void rw_unmap(const char *data, size_t size)
{
    if (data)
        rw_os_unmap(data, size);
}
