/* SPDX-License-Identifier: MIT */
/* A limit of the process. What is allocated beyond it fails, and so does the command, with a
 * sentence and without output. */
#include "memory_limit.h"

#include "common.h"
#include "messages.h"
#include "riwalk_options.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Of threads. They count with all that they may grow to, so that is less than by default; our own
 * need a tenth of it. */
#define STACK_BYTES ((size_t)1 << 20)

/* The bytes of data and stack that the process has; 0 where the system does not tell. */
static uint64_t data_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "re");
    unsigned long pages = 0;
    long page = sysconf(_SC_PAGESIZE);

    if (file && fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
}

static void shrink_stacks(void)
{
    pthread_attr_t attributes;

    if (pthread_attr_init(&attributes))
        return;
    if (!pthread_attr_setstacksize(&attributes, STACK_BYTES))
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}

int cli_limit_memory(void)
{
    riwalk_options options;
    struct rlimit limit;
    uint64_t bytes;

    if (!cli_given.memory)
        return CLI_EXIT_FINE;
    riwalk_options_init(&options);
    riwalk_options_set(&options, "memory", cli_given.memory, NULL); /* which the parser checked */
    shrink_stacks();
    bytes = options.memory + data_bytes();
    if (!options.memory || getrlimit(RLIMIT_DATA, &limit) || limit.rlim_cur <= bytes)
        return CLI_EXIT_FINE;
    limit.rlim_cur = (rlim_t)bytes;
    if (setrlimit(RLIMIT_DATA, &limit))
        return cli_fail("cannot limit memory: %s", strerror(errno));
    return CLI_EXIT_FINE;
}
