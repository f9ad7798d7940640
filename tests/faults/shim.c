/* SPDX-License-Identifier: MIT */
/* A library to preload that makes a call of the program fail, chosen by the environment:
 *
 *     RIWALK_FAULT=KIND:N    the call number N (from 1) of a kind fails
 *     RIWALK_FAULT=KIND:N+   that call and all later ones
 *     RIWALK_FAULT=KIND:N#E  and E (from 0) says which of the kind's errors it is
 *     RIWALK_FAULT=KIND:N!S  at that call the process gets the signal S instead
 *     RIWALK_FAULT=space:N   the disk is full after N bytes of all writes together
 *     RIWALK_FAULT_OWN=1     only calls of the program's own code count and fail: not every library
 *                            lives with failures
 *     RIWALK_FAULT_LOG=FILE  the calls of each kind, and the blocks that the program's own code
 *                            allocated and did not free, are written to FILE when main returns
 *
 * Kinds are in the table below. Only calls between the start of main and its return count. Streams
 * that are opened for reading, and standard output, go through here too: the C library's own calls
 * cannot be replaced. For glibc. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum kind {
    ALLOC,
    OPEN,
    READ,
    WRITE,
    FSYNC,
    RENAME,
    RESERVE,
    FOLDER,
    MMAP,
    THREAD,
    KINDS
} kind;

#define MOST_ERRORS 8

static const struct {
    const char *name;
    int errors[MOST_ERRORS];
} kinds[KINDS] = {
    [ALLOC] = {"alloc", {ENOMEM}},
    [OPEN] = {"open", {EMFILE, EACCES, ENOSPC, EROFS, ENFILE, ELOOP, EIO, EDQUOT}},
    [READ] = {"read", {EIO, EISDIR, ESTALE, ENOMEM, EOVERFLOW}},
    [WRITE] = {"write", {ENOSPC, EDQUOT, EFBIG, EIO, EPIPE, EPERM, ESTALE}},
    [FSYNC] = {"fsync", {EIO, ENOSPC, EDQUOT, EROFS, EINVAL}},
    [RENAME] = {"rename", {EIO, EXDEV, EACCES, EBUSY, EROFS, ENOSPC, EISDIR, EMLINK}},
    [RESERVE] = {"reserve", {ENOSPC, EOPNOTSUPP, EFBIG, EIO, EDQUOT, EPERM, EINTR}},
    [FOLDER] = {"folder", {EACCES, ENOSPC, EROFS, EMLINK, ENAMETOOLONG, EDQUOT}},
    [MMAP] = {"mmap", {ENOMEM, EACCES, ENODEV, EAGAIN}},
    [THREAD] = {"thread", {EAGAIN, EPERM, ENOMEM}},
};

static atomic_bool counting; /* between the start of main and its end */
static atomic_ulong calls[KINDS];
static unsigned long failing[KINDS]; /* the call that fails; 0: none */
static bool from_there_on;
static int which_error;
static int signal_instead;
static atomic_long space = -1; /* bytes that may still be written; negative: any number */

static bool own_only;
static uintptr_t text_begin, text_end; /* of the program */

static bool is_own(void *caller)
{
    return (uintptr_t)caller >= text_begin && (uintptr_t)caller < text_end;
}

static bool call_fails(kind k, void *caller)
{
    unsigned long call;

    if (!atomic_load(&counting) || (own_only && !is_own(caller)))
        return false;
    call = atomic_fetch_add(&calls[k], 1) + 1;
    if (!failing[k] || (from_there_on ? call < failing[k] : call != failing[k]))
        return false;
    if (signal_instead) {
        kill(getpid(), signal_instead);
        return false;
    }
    errno = kinds[k].errors[which_error];
    if (!errno)
        errno = kinds[k].errors[0];
    return true;
}

#define fails(k) call_fails(k, __builtin_return_address(0))

static void choose(void)
{
    const char *fault = getenv("RIWALK_FAULT"), *colon = fault ? strchr(fault, ':') : NULL;

    own_only = getenv("RIWALK_FAULT_OWN") != NULL;
    if (!colon)
        return;
    if (!strncmp(fault, "space:", 6))
        atomic_store(&space, atol(colon + 1));
    for (int k = 0; k < KINDS; k++)
        if (strlen(kinds[k].name) == (size_t)(colon - fault) &&
            !strncmp(fault, kinds[k].name, (size_t)(colon - fault)))
            failing[k] = strtoul(colon + 1, NULL, 10);
    from_there_on = strchr(fault, '+') != NULL;
    if (strchr(fault, '#'))
        which_error = atoi(strchr(fault, '#') + 1) % MOST_ERRORS;
    if ((fault = strchr(fault, '!')))
        signal_instead = atoi(fault + 1);
}

/* Declares `next`: the function of this name that ours stands before. */
#define NEXT(name)                                                                                 \
    __typeof__(name) *next;                                                                        \
    find_next(&next, #name)

static void find_next(void *function, const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);

    memcpy(function, &found, sizeof found);
}

/* ---- Memory; blocks that the program's own code takes are kept in a table ---- */

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

#define SLOTS ((size_t)1 << 16)

static _Atomic uintptr_t live[SLOTS];

static size_t slot_of(uintptr_t block)
{
    return (size_t)((block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 48) % SLOTS;
}

static void *note(void *block, void *caller)
{
    size_t slot = slot_of((uintptr_t)block);
    uintptr_t none;

    if (!block || !is_own(caller))
        return block;
    for (size_t tried = 0; tried < SLOTS; tried++, slot = (slot + 1) % SLOTS) {
        none = 0;
        if (atomic_compare_exchange_strong(&live[slot], &none, (uintptr_t)block))
            return block;
    }
    abort(); /* made for small graphs */
}

/* Slots are emptied without closing the gap, so that a search looks at a few more. */
static void forget(void *block)
{
    size_t slot = slot_of((uintptr_t)block);

    if (!block || !text_end)
        return;
    for (size_t tried = 0; tried < 256; tried++, slot = (slot + 1) % SLOTS) {
        uintptr_t found = (uintptr_t)block;

        if (atomic_compare_exchange_strong(&live[slot], &found, 0))
            return;
    }
}

void *malloc(size_t size)
{
    return fails(ALLOC) ? NULL : note(__libc_malloc(size), __builtin_return_address(0));
}

void *calloc(size_t count, size_t size)
{
    return fails(ALLOC) ? NULL : note(__libc_calloc(count, size), __builtin_return_address(0));
}

void *realloc(void *block, size_t size)
{
    void *moved;

    if (fails(ALLOC) || !(moved = __libc_realloc(block, size)))
        return NULL;
    forget(block);
    return note(moved, __builtin_return_address(0));
}

int posix_memalign(void **block, size_t alignment, size_t size)
{
    void *made;

    if (fails(ALLOC) || !(made = __libc_memalign(alignment, size)))
        return ENOMEM;
    *block = note(made, __builtin_return_address(0));
    return 0;
}

void free(void *block)
{
    forget(block);
    __libc_free(block);
}

static int find_text(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X) {
            text_begin = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
            text_end = text_begin + info->dlpi_phdr[i].p_memsz;
        }
    return 1; /* the first is the program */
}

/* ---- Files and threads ---- */

int open(const char *path, int flags, ...)
{
    va_list rest;
    int mode;
    NEXT(open);

    va_start(rest, flags);
    mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    return fails(OPEN) ? -1 : next(path, flags, mode);
}

ssize_t read(int file, void *data, size_t size)
{
    NEXT(read);
    return fails(READ) ? -1 : next(file, data, size);
}

ssize_t pread(int file, void *data, size_t size, off_t at)
{
    NEXT(pread);
    return fails(READ) ? -1 : next(file, data, size, at);
}

/* Whether a write fails; cuts it to the space that is left. */
static bool write_fails(size_t *size)
{
    long left;

    if (fails(WRITE))
        return true;
    if ((left = atomic_load(&space)) >= 0) {
        if (!left && *size) {
            errno = ENOSPC;
            return true;
        }
        *size = *size < (size_t)left ? *size : (size_t)left;
        atomic_fetch_sub(&space, (long)*size);
    }
    return false;
}

/* Messages are no output. */
ssize_t write(int file, const void *data, size_t size)
{
    NEXT(write);
    return file != STDERR_FILENO && write_fails(&size) ? -1 : next(file, data, size);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at)
{
    NEXT(pwrite);
    return write_fails(&size) ? -1 : next(file, data, size, at);
}

int fsync(int file)
{
    NEXT(fsync);
    return fails(FSYNC) ? -1 : next(file);
}

int rename(const char *from, const char *to)
{
    NEXT(rename);
    return fails(RENAME) ? -1 : next(from, to);
}

int fallocate(int file, int mode, off_t at, off_t size)
{
    NEXT(fallocate);
    return fails(RESERVE) ? -1 : next(file, mode, at, size);
}

int ftruncate(int file, off_t size)
{
    NEXT(ftruncate);
    return fails(RESERVE) ? -1 : next(file, size);
}

int mkdir(const char *path, mode_t mode)
{
    NEXT(mkdir);
    return fails(FOLDER) ? -1 : next(path, mode);
}

/* Other libraries may map what they like. */
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
{
    NEXT(mmap);
    return is_own(__builtin_return_address(0)) && fails(MMAP)
               ? MAP_FAILED
               : next(address, size, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument)
{
    NEXT(pthread_create);
    return fails(THREAD) ? errno : next(thread, attributes, run, argument);
}

/* ---- Streams ---- */

static ssize_t read_stream(void *cookie, char *data, size_t size)
{
    return read((int)(intptr_t)cookie, data, size);
}

static ssize_t write_stream(void *cookie, const char *data, size_t size)
{
    ssize_t wrote = write((int)(intptr_t)cookie, data, size);

    return wrote < 0 ? 0 : wrote;
}

static int close_stream(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

FILE *fopen(const char *path, const char *mode)
{
    const cookie_io_functions_t functions = {.read = read_stream, .close = close_stream};
    FILE *stream;
    int file;
    NEXT(fopen);

    if (!atomic_load(&counting) || *mode != 'r')
        return next(path, mode);
    if ((file = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return NULL;
    if (!(stream = fopencookie((void *)(intptr_t)file, "r", functions)))
        close(file);
    return stream;
}

/* ---- Main ---- */

typedef int main_function(int, char **, char **);

static main_function *program;

static void write_log(void)
{
    const char *path = getenv("RIWALK_FAULT_LOG");
    FILE *file = path ? fopen(path, "w") : NULL;
    unsigned long blocks = 0;

    if (!file)
        return;
    for (int k = 0; k < KINDS; k++)
        fprintf(file, "%s %lu\n", kinds[k].name, atomic_load(&calls[k]));
    for (size_t slot = 0; slot < SLOTS; slot++)
        blocks += atomic_load(&live[slot]) != 0;
    fprintf(file, "left %lu\n", blocks);
    fclose(file);
}

static int run(int argc, char **argv, char **environment)
{
    const cookie_io_functions_t functions = {.write = write_stream, .close = close_stream};
    FILE *output = fopencookie((void *)(intptr_t)STDOUT_FILENO, "w", functions);
    int status;

    if (output)
        stdout = output;
    dl_iterate_phdr(find_text, NULL);
    choose();
    atomic_store(&counting, true);
    status = program(argc, argv, environment);
    atomic_store(&counting, false);
    write_log();
    return status;
}

int __libc_start_main(main_function *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                      void *);

int __libc_start_main(main_function *main, int argc, char **argv, void (*begin)(void),
                      void (*end)(void), void (*linker_end)(void), void *stack)
{
    NEXT(__libc_start_main);

    program = main;
    return next(run, argc, argv, begin, end, linker_end, stack);
}
