/* SPDX-License-Identifier: MIT */
/* Memory, threads, clocks, libraries and terminals of os.h for Linux (glibc and musl) and macOS. */
#include "base/os.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define STACK_BYTES ((size_t)1 << 20)

/* ---- Memory ---- */

void *rw_os_alloc(size_t bytes, size_t alignment, bool zeroed)
{
    void *block;

    if (alignment <= 16)
        return zeroed ? calloc(1, bytes) : malloc(bytes);
    return posix_memalign(&block, alignment, bytes) ? NULL : block;
}

void *rw_os_resize(void *block, size_t bytes)
{
    return realloc(block, bytes);
}

void rw_os_free(void *block)
{
    free(block);
}

void rw_os_advise_huge(void *block, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    uintptr_t page = 4096;
    uintptr_t start = ((uintptr_t)block + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)block + bytes) & ~(page - 1);

    madvise((void *)start, end - start, MADV_HUGEPAGE);
#endif
}

/* The number after a word in a file of the kernel; UINT64_MAX if there is none. */
static uint64_t kernel_number(const char *path, const char *word)
{
    FILE *file = fopen(path, "re");
    uint64_t number = UINT64_MAX;
    char line[256];

    while (file && fgets(line, sizeof line, file)) {
        const char *digits = line + strlen(word);

        if (strncmp(line, word, strlen(word)) != 0)
            continue;
        digits += strspn(digits, " \t");
        if (*digits >= '0' && *digits <= '9')
            number = strtoull(digits, NULL, 10);
        break;
    }
    if (file)
        fclose(file);
    return number;
}

/* The files of control groups, version 2 and version 1. */
typedef struct group_files {
    const char *folder, *most, *used, *cache[2];
} group_files;

static const group_files group_kinds[] = {
    {"", "memory.max", "memory.current", {"inactive_file ", "active_file "}},
    {"/memory",
     "memory.limit_in_bytes",
     "memory.usage_in_bytes",
     {"total_inactive_file ", "total_active_file "}},
};

static uint64_t group_number(const char *folder, const char *name, const char *word)
{
    char path[4608];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return kernel_number(path, word);
}

/* The limit of a group, or what it leaves free: file pages are reclaimed when others need them. */
static uint64_t group_memory(const group_files *files, const char *folder, bool only_free)
{
    uint64_t most = group_number(folder, files->most, "");
    uint64_t used = group_number(folder, files->used, "");

    if (most == UINT64_MAX || used == UINT64_MAX || !only_free)
        return most;
    for (int i = 0; i < 2; i++) {
        uint64_t cache = group_number(folder, "memory.stat", files->cache[i]);

        used -= cache < used ? cache : 0;
    }
    return used < most ? most - used : 0;
}

uint64_t rw_os_group_memory(const char *root, bool only_free)
{
    char line[4096], folder[4352];
    uint64_t least = UINT64_MAX;
    FILE *file;

    snprintf(folder, sizeof folder, "%s/proc/self/cgroup", root);
    if (!(file = fopen(folder, "re")))
        return least;
    while (fgets(line, sizeof line, file)) { /* "4:cpu,memory:/a/b", or "0::/a/b" of version 2 */
        bool old = strncmp(line, "0::", 3) != 0;
        const group_files *files = &group_kinds[old];
        char *path = strstr(line, ":/");
        size_t top =
            (size_t)snprintf(folder, sizeof folder, "%s/sys/fs/cgroup%s", root, files->folder);

        if (!path || (old && !strstr(line, "memory:/")) || top >= sizeof folder)
            continue;
        snprintf(folder + top, sizeof folder - top, "%.*s", (int)strcspn(path + 1, "\n"), path + 1);
        do { /* up to the root, whose limits are those of a container */
            uint64_t memory = group_memory(files, folder, only_free);

            least = memory < least ? memory : least;
            *strrchr(folder, '/') = 0;
        } while (strlen(folder) >= top);
    }
    fclose(file);
    return least;
}

void rw_os_return_memory(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

uint64_t rw_os_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t machine = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
    uint64_t group = rw_os_group_memory("", false);

    return group < machine ? group : machine;
}

uint64_t rw_os_memory_free(void)
{
    uint64_t free = kernel_number("/proc/meminfo", "MemAvailable:");
    uint64_t machine = rw_os_memory(), group = rw_os_group_memory("", true);

    free = free < machine / 1024 ? free * 1024 : machine;
    if (group / 32 * 31 < free)
        free = group / 32 * 31; /* groups also count page tables and the like */
    return free;
}

/* On Linux, getrusage also counts the program that started this one. */
uint64_t rw_os_memory_peak(void)
{
    uint64_t kib = kernel_number("/proc/self/status", "VmHWM:");
    struct rusage usage = {0};

    if (kib != UINT64_MAX)
        return kib * 1024;
    getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
    return (uint64_t)usage.ru_maxrss;
#else
    return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

size_t rw_os_cache(void)
{
    long bytes = 0;

#ifdef _SC_LEVEL2_CACHE_SIZE
    bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
    return bytes > 0 ? (size_t)bytes : 512 << 10;
}

bool rw_os_limit_memory(uint64_t bytes)
{
    uint64_t data = kernel_number("/proc/self/status", "VmData:"); /* KiB */
    uint64_t stack = kernel_number("/proc/self/status", "VmStk:");
    struct rlimit limit;

    bytes += data == UINT64_MAX || stack == UINT64_MAX ? 0 : (data + stack) * 1024;
    if (getrlimit(RLIMIT_DATA, &limit) || limit.rlim_cur <= bytes)
        return true;
    limit.rlim_cur = (rlim_t)bytes;
    return !setrlimit(RLIMIT_DATA, &limit);
}

/* ---- Threads, clocks, libraries ---- */

int rw_os_start_thread(pthread_t *thread, void *(*run)(void *), void *context)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    int failed = pthread_attr_init(&attributes);

    if (failed)
        return failed;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    sigdelset(&all, SIGBUS); /* a truncated mapped file signals the thread that reads it */
    pthread_sigmask(SIG_BLOCK, &all, &before);
    failed = pthread_create(thread, &attributes, run, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failed;
}

int rw_os_processors(void)
{
#ifdef __linux__
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
#else
    long count = sysconf(_SC_NPROCESSORS_ONLN);

    return count > 0 ? (int)count : 1;
#endif
}

double rw_os_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double rw_os_user_seconds(void)
{
    struct rusage usage = {0};

    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
}

static const char here[] = "in this file";

/* Opens a library in the folder of this code. */
static void *open_beside(const char *library)
{
    char path[4096];
    Dl_info own;
    int length;

    if (!dladdr(here, &own) || !own.dli_fname || !strchr(own.dli_fname, '/'))
        return NULL;
    length = snprintf(path, sizeof path, "%.*s%s", (int)(rw_os_base(own.dli_fname) - own.dli_fname),
                      own.dli_fname, library);
    return length > 0 && (size_t)length < sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

const void *rw_os_symbol(const char *library, const char *symbol, char *why, size_t size)
{
    void *opened = open_beside(library);
    const void *found = NULL;

    if (opened || (opened = dlopen(library, RTLD_NOW | RTLD_LOCAL)))
        found = dlsym(opened, symbol);
    if (!found) {
        const char *reason = dlerror();

        snprintf(why, size, "%s", reason ? reason : "no reason given");
    }
    return found;
}

/* ---- Programs ---- */

/* Opens standard streams that the caller closed, so that using them fails. Otherwise the next
 * opened file would get their number and be overwritten by messages. After freeing a large block,
 * glibc by default keeps up to 64 MB of freed blocks, and a run would exceed --memory. */
void rw_os_start_program(int *argc, char ***argv)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0)
            (void)!open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
#ifdef __GLIBC__
    (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
}

bool rw_os_is_terminal(int file)
{
    return isatty(file);
}

int rw_os_terminal_width(int file)
{
    struct winsize window;

    return !ioctl(file, TIOCGWINSZ, &window) ? window.ws_col : 0;
}

bool rw_os_reader_is_gone(int file)
{
    struct pollfd output = {.fd = file};

    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR);
}
