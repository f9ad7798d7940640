/* SPDX-License-Identifier: MIT */
/* The interface to the operating system: files, memory, threads, clocks and terminals. os/posix_*.c
 * implement it for Linux and macOS, os/windows_*.c for Windows; apart from the command's signals,
 * no other file depends on the system. Paths are UTF-8. Failures return false, -1 or NULL and set
 * errno. The command and the Python module use it, too. */
#ifndef RW_BASE_OS_H
#define RW_BASE_OS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- Files ------------------------------------------------------------------------------ */

#define RW_STDIN 0
#define RW_STDOUT 1
#define RW_STDERR 2

typedef enum rw_opening {
    RW_OPEN_READ,
    RW_OPEN_WRITE,
    RW_OPEN_NEW,    /* for reading and writing; EEXIST if the file exists */
    RW_OPEN_SCRATCH /* the same; deleted on close, however the process ends */
} rw_opening;

typedef struct rw_file_info {
    bool regular, folder;
    uint64_t size;
    uint64_t changed;        /* time of the last change, in nanoseconds or the system's unit */
    uint64_t device, number; /* together they identify the file */
    unsigned mode;           /* permissions; 0: none */
} rw_file_info;

int rw_os_open(const char *path, rw_opening opening);
int rw_os_close(int file);

/* Read or write at an offset or, if it is negative, at the current position; return the number of
 * bytes. Signals do not interrupt them. */
int64_t rw_os_read(int file, void *data, size_t size, int64_t at);
int64_t rw_os_write(int file, const void *data, size_t size, int64_t at);

/* Information on a file, by path (following links) or descriptor. */
bool rw_os_look(const char *path, rw_file_info *info);
bool rw_os_look_open(int file, rw_file_info *info);

/* The target of a symbolic link, cut to the capacity; -1 if the path is no link. */
int64_t rw_os_read_link(const char *path, char *target, size_t capacity);

bool rw_os_may_write(const char *path);

/* Maps the first `size` bytes of a file, read-only; NULL on failure. */
const void *rw_os_map(int file, uint64_t size);
void rw_os_unmap(const void *data, uint64_t size);

void rw_os_set_mode(int file, unsigned mode); /* does nothing if the system does not allow it */
bool rw_os_reserve(int file, uint64_t size);  /* extends it; ENOSPC if the disk is too small */
bool rw_os_flush(int file);                   /* to disk */
void rw_os_flush_folder(const char *path); /* flushes the folder of a path, which holds its name */
bool rw_os_rename(const char *from, const char *to); /* replaces an existing file */
bool rw_os_remove(const char *path);                 /* a file, or an empty folder */
bool rw_os_make_folder(const char *path);
long rw_os_process(void); /* the process id, for names of temporary files */

/* The start of the last component of a path. */
const char *rw_os_base(const char *path);

/* The reason for errno in words. */
const char *rw_os_reason(void);

/* ---- Memory ----------------------------------------------------------------------------- */

/* Like malloc and calloc, aligned to a power of two >= 16; zeroed only if to 16. Free only with
 * rw_os_free. */
void *rw_os_alloc(size_t bytes, size_t alignment, bool zeroed);
void *rw_os_resize(void *block, size_t bytes);
void rw_os_free(void *block);
void rw_os_advise_huge(void *block, size_t bytes); /* asks for huge pages */
void rw_os_return_memory(void);                    /* returns freed blocks to the system */

uint64_t rw_os_memory(void);      /* memory of the machine or control group; UINT64_MAX: unknown */
uint64_t rw_os_memory_free(void); /* what this process may still allocate, as far as known */
uint64_t rw_os_memory_peak(void); /* peak bytes of this process; 0: unknown */
size_t rw_os_cache(void);         /* bytes of a core's second-level cache, as far as known */

/* The memory limit of this process's control groups, or what they leave free; UINT64_MAX: no limit.
 * Linux only. `root`, "" except in tests, is a prefix for the system's paths. */
uint64_t rw_os_group_memory(const char *root, bool only_free);

/* Lets this process allocate at most this much more than it has now. True if the system cannot
 * limit it or has a lower limit. */
bool rw_os_limit_memory(uint64_t bytes);

/* ---- Threads, clocks, libraries --------------------------------------------------------- */

/* pthread_create with a stack of 1 MiB, since stacks count in full against a memory limit. Signals
 * go to the caller's own threads. */
int rw_os_start_thread(pthread_t *thread, void *(*run)(void *), void *context);
int rw_os_processors(void); /* processors that this process may use */

double rw_os_seconds(void);      /* monotonic, from an arbitrary start */
double rw_os_user_seconds(void); /* user time of this process */

/* A symbol of a shared library, searched next to this code and then in the system's paths; NULL
 * with the reason. */
const void *rw_os_symbol(const char *library, const char *symbol, char *why, size_t size);

/* ---- Programs --------------------------------------------------------------------------- */

/* Prepares the standard streams and the allocator; converts arguments to UTF-8. */
void rw_os_start_program(int *argc, char ***argv);
bool rw_os_is_terminal(int file);
int rw_os_terminal_width(int file);  /* in characters; 0: unknown */
bool rw_os_reader_is_gone(int file); /* for a pipe whose write just failed */

#endif
