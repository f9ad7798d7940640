/* SPDX-License-Identifier: MIT */
/* The files of os.h for Linux (glibc and musl) and macOS. */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int rw_os_open(const char *path, rw_opening opening)
{
    static const int flags[] = {[RW_OPEN_READ] = O_RDONLY,
                                [RW_OPEN_WRITE] = O_WRONLY,
                                [RW_OPEN_NEW] = O_RDWR | O_CREAT | O_EXCL,
                                [RW_OPEN_SCRATCH] = O_RDWR | O_CREAT | O_EXCL};
    int file = open(path, flags[opening] | O_CLOEXEC, 0666);

    if (file < 0 || opening != RW_OPEN_SCRATCH || !unlink(path))
        return file;
    close(file);
    return -1;
}

int rw_os_close(int file)
{
    return close(file);
}

int64_t rw_os_read(int file, void *data, size_t size, int64_t at)
{
    ssize_t moved;

    do
        moved = at < 0 ? read(file, data, size) : pread(file, data, size, (off_t)at);
    while (moved < 0 && errno == EINTR);
    return moved;
}

int64_t rw_os_write(int file, const void *data, size_t size, int64_t at)
{
    ssize_t moved;

    do
        moved = at < 0 ? write(file, data, size) : pwrite(file, data, size, (off_t)at);
    while (moved < 0 && errno == EINTR);
    return moved;
}

static bool describe(const struct stat *from, rw_file_info *info)
{
#ifdef __APPLE__
    struct timespec changed = from->st_mtimespec;
#else
    struct timespec changed = from->st_mtim;
#endif

    *info =
        (rw_file_info){.regular = S_ISREG(from->st_mode),
                       .folder = S_ISDIR(from->st_mode),
                       .size = (uint64_t)from->st_size,
                       .changed = (uint64_t)changed.tv_sec * 1000000000 + (uint64_t)changed.tv_nsec,
                       .device = (uint64_t)from->st_dev,
                       .number = (uint64_t)from->st_ino,
                       .mode = from->st_mode & 07777};
    return true;
}

bool rw_os_look(const char *path, rw_file_info *info)
{
    struct stat found;

    return !stat(path, &found) && describe(&found, info);
}

bool rw_os_look_open(int file, rw_file_info *info)
{
    struct stat found;

    return !fstat(file, &found) && describe(&found, info);
}

int64_t rw_os_read_link(const char *path, char *target, size_t capacity)
{
    return readlink(path, target, capacity);
}

bool rw_os_may_write(const char *path)
{
    return !access(path, W_OK);
}

void rw_os_set_mode(int file, unsigned mode)
{
    (void)!fchmod(file, (mode_t)mode);
}

bool rw_os_reserve(int file, uint64_t size)
{
#ifdef __linux__
    if (!fallocate(file, 0, 0, (off_t)size))
        return true;
    if (errno != EOPNOTSUPP)
        return false;
#endif
    return !ftruncate(file, (off_t)size);
}

bool rw_os_flush(int file)
{
#ifdef F_FULLFSYNC /* macOS: fsync leaves bytes in the disk's own memory */
    if (!fcntl(file, F_FULLFSYNC))
        return true;
#endif
    return !fsync(file);
}

void rw_os_flush_folder(const char *path)
{
    size_t length = (size_t)(rw_os_base(path) - path);
    char folder[4096] = ".";
    int file;

    if (length >= sizeof folder)
        return;
    memcpy(folder, path, length);
    if ((file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
        return;
    (void)!fsync(file);
    close(file);
}

bool rw_os_rename(const char *from, const char *to)
{
    return !rename(from, to);
}

bool rw_os_remove(const char *path)
{
    return !remove(path);
}

bool rw_os_make_folder(const char *path)
{
    return !mkdir(path, 0777);
}

long rw_os_process(void)
{
    return (long)getpid();
}

const char *rw_os_base(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

const char *rw_os_reason(void)
{
    return strerror(errno);
}

const void *rw_os_map(int file, uint64_t size)
{
    void *mapped = mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0);

    return mapped == MAP_FAILED ? NULL : mapped;
}

void rw_os_unmap(const void *data, uint64_t size)
{
    munmap((void *)(uintptr_t)data, (size_t)size);
}
