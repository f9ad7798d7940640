/* SPDX-License-Identifier: MIT */
/* The list of what a command frees at its end. */
#include "keep.h"

#include "messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kept {
    struct kept *before;
    void *it;
    void (*release)(void *it);
} kept;

static kept *last;

/* One entry without malloc: the first failure to allocate must not lose a graph that is on disk. */
static kept spare;

/* For blocks too small to tell a figure. */
static int fail(void)
{
    cli_error.code = RIWALK_STATUS_MEMORY;
    strcpy(cli_error.message, "not enough memory");
    return cli_fail_with(&cli_error);
}

static int keep(void *it, void (*release)(void *it))
{
    kept *k = it ? malloc(sizeof *k) : NULL;

    if (it && !k && !spare.it)
        k = &spare;
    if (k) {
        *k = (kept){last, it, release};
        last = k;
    } else if (it) {
        release(it);
        return fail();
    }
    return CLI_EXIT_FINE;
}

void cli_free_kept(void)
{
    while (last) {
        kept *k = last;

        last = k->before;
        k->release(k->it);
        if (k != &spare)
            free(k);
    }
}

#define KEEP(type)                                                                                 \
    static void free_##type(void *it)                                                              \
    {                                                                                              \
        riwalk_##type##_free(it);                                                                  \
    }                                                                                              \
    int cli_keep_##type(riwalk_##type *it)                                                         \
    {                                                                                              \
        return keep(it, free_##type);                                                              \
    }

CLI_EACH_KEPT(KEEP)

int cli_keep_memory(void *memory)
{
    return keep(memory, free);
}

int cli_keep_bytes(void *bytes)
{
    return keep(bytes, riwalk_bytes_free);
}

void *cli_alloc(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (!memory)
        fail();
    return memory && !cli_keep_memory(memory) ? memory : NULL;
}

char *cli_text_of(const char *format, ...)
{
    va_list arguments;
    char *text;
    int length;

    va_start(arguments, format);
    length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        fail();
    return length >= 0 && !cli_keep_memory(text) ? text : NULL;
}
