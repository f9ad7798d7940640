/* SPDX-License-Identifier: MIT */
/* Mapped files. */
#include "base/mapping.h"

#include "base/error.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

riwalk_status rw_map(const char *path, const char **data, size_t *size, riwalk_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    void *mapped = NULL;
    struct stat info;
    riwalk_status status = RIWALK_STATUS_OK;

    *data = NULL;
    *size = 0;
    if (file < 0)
        return rw_fail_errno(error, "open", path);
    if (fstat(file, &info))
        status = rw_fail_errno(error, "read", path);
    else if (!S_ISREG(info.st_mode))
        status = rw_fail(error, RIWALK_STATUS_IO, "cannot map %.200s: it is no regular file", path);
    else if (info.st_size && (mapped = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, file,
                                            0)) == MAP_FAILED)
        status = rw_fail_errno(error, "map", path);
    close(file);
    if (status)
        return status;
    *data = mapped;
    *size = (size_t)info.st_size;
    return RIWALK_STATUS_OK;
}

void rw_unmap(const char *data, size_t size)
{
    if (data)
        munmap((void *)(uintptr_t)data, size);
}

void rw_map_release(const char *data, size_t size)
{
    if (data)
        (void)madvise((void *)(uintptr_t)data, size, MADV_DONTNEED);
}
