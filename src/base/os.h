/* SPDX-License-Identifier: MIT */
/* What each system does in its own way: files, memory, threads, clocks and terminals. os/posix_*.c
 * answer on Linux and macOS, os/windows_*.c on Windows; no other file asks which system it is on
 * but the command's signals. Paths are UTF-8. What fails returns false, -1 or NULL, and sets errno.
 * The command and the Python module are built with it too. */
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
    RW_OPEN_NEW,    /* to read and write; EEXIST where there is one */
    RW_OPEN_SCRATCH /* the same; gone once it is closed, however the process ends */
} rw_opening;

typedef struct rw_file_info {
    bool regular, folder;
    uint64_t size;
    uint64_t changed;        /* when, in nanoseconds or what the system counts in */
    uint64_t device, number; /* together, which file it is */
    unsigned mode;           /* its permissions; 0 where there are none to keep */
} rw_file_info;

int rw_os_open(const char *path, rw_opening opening);
int rw_os_close(int file);

/* Bytes moved, at a place of the file or, where that is negative, where the file stands. A signal
 * does not end them. */
int64_t rw_os_read(int file, void *data, size_t size, int64_t at);
int64_t rw_os_write(int file, const void *data, size_t size, int64_t at);

/* Follows links. */
bool rw_os_look(const char *path, rw_file_info *info);
bool rw_os_look_open(int file, rw_file_info *info);

/* Where a symbolic link leads, cut to the capacity; -1 where the path is none. */
int64_t rw_os_read_link(const char *path, char *target, size_t capacity);

bool rw_os_may_write(const char *path);

/* A file of so many bytes in the address space, to be read; NULL on failure. */
const void *rw_os_map(int file, uint64_t size);
void rw_os_unmap(const void *data, uint64_t size);

bool rw_os_at_start(int file);                /* false for a pipe or a terminal */
void rw_os_set_mode(int file, unsigned mode); /* as far as the system lets us */
bool rw_os_reserve(int file, uint64_t size);  /* makes it so long; ENOSPC where that is known */
bool rw_os_flush(int file);                   /* to the disk */
void rw_os_flush_folder(const char *path);    /* of a file: its name is on the disk too */
bool rw_os_rename(const char *from, const char *to); /* in the place of what is there */
bool rw_os_remove(const char *path);
bool rw_os_make_folder(const char *path);
bool rw_os_remove_folder(const char *path);
long rw_os_process(void); /* its number, for names of temporary files */

/* A file to read by lines, which child processes do not get. */
FILE *rw_os_fopen(const char *path);

/* A stream whose text goes to a function, at the latest when it is closed. */
typedef bool rw_os_sink(void *context, const char *text, size_t size);
FILE *rw_os_open_stream(rw_os_sink *sink, void *context);
void rw_os_close_stream(FILE *stream, rw_os_sink *sink, void *context);

/* Where the last part of a path begins. */
const char *rw_os_base(const char *path);

/* What errno means, in words. */
const char *rw_os_reason(void);

/* ---- Memory ----------------------------------------------------------------------------- */

/* As malloc and calloc, at a power of two from 16 on; freed by rw_os_free alone. */
void *rw_os_alloc(size_t bytes, size_t alignment, bool zeroed);
void *rw_os_resize(void *block, size_t bytes);
void rw_os_free(void *block);
void rw_os_advise_huge(void *block, size_t bytes); /* will be used all over */

uint64_t rw_os_memory(void);      /* of the machine or control group; UINT64_MAX if unknown */
uint64_t rw_os_memory_free(void); /* what this process may still have, as far as is known */
uint64_t rw_os_memory_peak(void); /* the most bytes of this process; 0: unknown */
size_t rw_os_cache(void);         /* of a core, second level; 0: unknown */

/* What the control groups of this process allow, or still leave; UINT64_MAX: anything. Linux alone;
 * root, "" but in tests, is put before the system's paths. */
uint64_t rw_os_group_memory(const char *root, bool only_free);

/* Lets this process have so much more than it has now, and no more; true where the system cannot,
 * or allows less already. */
bool rw_os_limit_memory(uint64_t bytes);

/* ---- Threads, clocks, libraries --------------------------------------------------------- */

/* As pthread_create, with a stack of 1 MiB: with a limit on memory, stacks count in full. Signals
 * are for the caller's own threads. */
int rw_os_start_thread(pthread_t *thread, void *(*run)(void *), void *context);
int rw_os_processors(void); /* that this process may run on */

double rw_os_seconds(void);        /* since some moment; never goes back */
double rw_os_thread_seconds(void); /* that this thread has worked */
double rw_os_user_seconds(void);   /* that this process has worked */

/* A symbol of a shared library, which is looked for beside this code and then where the system
 * does; NULL with the reason. */
const void *rw_os_symbol(const char *library, const char *symbol, char *why, size_t size);

/* ---- Programs --------------------------------------------------------------------------- */

/* Readies the standard streams and the allocator; arguments become UTF-8. */
void rw_os_start_program(int *argc, char ***argv);
bool rw_os_is_terminal(int file);
int rw_os_terminal_width(int file);  /* in characters; 0: unknown */
bool rw_os_reader_is_gone(int file); /* of a pipe, to which a write has just failed */

#endif
