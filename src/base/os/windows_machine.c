/* SPDX-License-Identifier: MIT */
/* Memory, threads, clocks and terminals of os.h for Windows. Threads come from winpthreads. */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include <psapi.h>
#include <shellapi.h>

#define STACK_BYTES ((size_t)1 << 20)

/* ---- Memory ---- */

/* Precedes each block: the pointer from malloc, aligned to 16 here, and the block's size. Resizing
 * the system's own aligned blocks would need their alignment. */
typedef struct header {
    char *raw;
    size_t bytes;
} header;

static void *set_header(char *raw, size_t bytes, size_t alignment)
{
    uintptr_t block = ((uintptr_t)raw + sizeof(header) + alignment - 1) & ~(alignment - 1);

    if (!raw)
        return NULL;
    ((header *)block)[-1] = (header){raw, bytes};
    return (void *)block;
}

void *rw_os_alloc(size_t bytes, size_t alignment, bool zeroed)
{
    size_t all = bytes + alignment;

    return set_header(zeroed ? calloc(1, all) : malloc(all), bytes, alignment);
}

void *rw_os_resize(void *block, size_t bytes)
{
    header old = ((header *)block)[-1];
    void *moved;

    if (old.raw + sizeof old == (char *)block)
        return set_header(realloc(old.raw, bytes + sizeof old), bytes, sizeof old);
    if ((moved = rw_os_alloc(bytes, sizeof old, false))) {
        memcpy(moved, block, bytes < old.bytes ? bytes : old.bytes);
        free(old.raw);
    }
    return moved;
}

void rw_os_free(void *block)
{
    free(((header *)block)[-1].raw);
}

void rw_os_advise_huge(void *block, size_t bytes)
{
}

void rw_os_return_memory(void)
{
}

static MEMORYSTATUSEX memory_status(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};

    if (!GlobalMemoryStatusEx(&status))
        status.ullTotalPhys = status.ullAvailPhys = UINT64_MAX;
    return status;
}

uint64_t rw_os_memory(void)
{
    return memory_status().ullTotalPhys;
}

uint64_t rw_os_memory_free(void)
{
    return memory_status().ullAvailPhys;
}

static PROCESS_MEMORY_COUNTERS counters(void)
{
    PROCESS_MEMORY_COUNTERS found = {.cb = sizeof found};

    if (!GetProcessMemoryInfo(GetCurrentProcess(), &found, sizeof found))
        memset(&found, 0, sizeof found);
    return found;
}

uint64_t rw_os_memory_peak(void)
{
    return counters().PeakWorkingSetSize;
}

size_t rw_os_cache(void)
{
    return 512 << 10;
}

bool rw_os_limit_memory(uint64_t bytes)
{
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {0};
    HANDLE job = CreateJobObjectW(NULL, NULL);
    bool fine;

    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    limit.ProcessMemoryLimit = bytes + counters().PagefileUsage;
    fine = job &&
           SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit) &&
           AssignProcessToJobObject(job, GetCurrentProcess());
    errno = fine ? errno : EPERM;
    return fine; /* the job lives as long as the process */
}

/* ---- Threads, clocks, libraries ---- */

int rw_os_start_thread(pthread_t *thread, void *(*run)(void *), void *context)
{
    pthread_attr_t attributes;
    int failed = pthread_attr_init(&attributes);

    if (failed)
        return failed;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    failed = pthread_create(thread, &attributes, run, context);
    pthread_attr_destroy(&attributes);
    return failed;
}

int rw_os_processors(void)
{
    DWORD_PTR own = 0, all = 0;

    if (!GetProcessAffinityMask(GetCurrentProcess(), &own, &all) || !own)
        return 1; /* more than 64: a process runs in one group of them */
    return __builtin_popcountll(own);
}

double rw_os_seconds(void)
{
    LARGE_INTEGER now, each;

    QueryPerformanceFrequency(&each);
    QueryPerformanceCounter(&now);
    return (double)now.QuadPart / (double)each.QuadPart;
}

double rw_os_user_seconds(void)
{
    FILETIME start, end, kernel, user = {0};

    GetProcessTimes(GetCurrentProcess(), &start, &end, &kernel, &user);
    return 1e-7 * (double)((uint64_t)user.dwHighDateTime << 32 | user.dwLowDateTime);
}

const void *rw_os_symbol(const char *library, const char *symbol, char *why, size_t size)
{
    snprintf(why, size, "there is none for Windows");
    return NULL;
}

/* ---- Programs ---- */

/* Replaces the arguments, which main gets in the machine's code page, by the system's own in UTF-8.
 * They are never freed. */
static void use_utf8(int *argc, char ***argv)
{
    int count = 0;
    wchar_t **given = CommandLineToArgvW(GetCommandLineW(), &count);
    char **words = given ? calloc((size_t)count + 1, sizeof *words) : NULL;

    for (int i = 0; words && i < count; i++) {
        int length = WideCharToMultiByte(CP_UTF8, 0, given[i], -1, NULL, 0, NULL, NULL);

        if (!(words[i] = malloc((size_t)length + 1)))
            return;
        WideCharToMultiByte(CP_UTF8, 0, given[i], -1, words[i], length, NULL, NULL);
    }
    LocalFree(given);
    if (!words)
        return;
    *argc = count;
    *argv = words;
}

/* Output is binary, the terminal shows UTF-8 and can erase lines. */
void rw_os_start_program(int *argc, char ***argv)
{
    DWORD mode;
    HANDLE terminal = GetStdHandle(STD_ERROR_HANDLE);

    for (int stream = RW_STDIN; stream <= RW_STDERR; stream++)
        _setmode(stream, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    if (GetConsoleMode(terminal, &mode))
        SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    use_utf8(argc, argv);
}

bool rw_os_is_terminal(int file)
{
    DWORD mode;

    return GetConsoleMode((HANDLE)_get_osfhandle(file), &mode);
}

int rw_os_terminal_width(int file)
{
    CONSOLE_SCREEN_BUFFER_INFO info;

    return GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(file), &info) ? info.dwSize.X : 0;
}

/* Call it after a write has failed. */
bool rw_os_reader_is_gone(int file)
{
    unsigned long last = 0;

    _get_doserrno(&last);
    return GetFileType((HANDLE)_get_osfhandle(file)) == FILE_TYPE_PIPE &&
           (last == ERROR_NO_DATA || last == ERROR_BROKEN_PIPE || last == ERROR_PIPE_NOT_CONNECTED);
}
