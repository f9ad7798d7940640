/* SPDX-License-Identifier: MIT */
/* The list of what a command frees at its end. */
#include "cli.h"

#include <math.h>
#include <stdarg.h>

typedef struct kept {
    struct kept *before;
    void *it;
    void (*release)(void *it);
} kept;

static kept *last;

/* One entry without malloc: the first failure to allocate must not lose a graph that is on disk. */
static kept spare;

/* Says what the library says of its own memory. */
static _Noreturn void fail(double bytes)
{
    cli_error.code = RIWALK_STATUS_MEMORY;
    snprintf(cli_error.message, sizeof cli_error.message,
             "not enough memory: %.1f MB more are needed", ceil(bytes / 1e5) / 10);
    cli_fail_with_error();
}

void cli_keep(void *it, void (*release)(void *it))
{
    kept *k;

    if (!it)
        return;
    k = malloc(sizeof *k);
    if (!k && !spare.it)
        k = &spare;
    if (k) {
        *k = (kept){last, it, release};
        last = k;
    } else {
        release(it);
        fail(sizeof *k);
    }
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
    void cli_keep_##type(riwalk_##type *it)                                                        \
    {                                                                                              \
        cli_keep(it, free_##type);                                                                 \
    }

CLI_EACH_KEPT(KEEP)

static void free_labels(void *labels)
{
    riwalk_labels_free(labels);
}

void cli_keep_labels(const char **labels)
{
    cli_keep(labels, free_labels);
}

void *cli_resize(void *memory, size_t bytes)
{
    void *resized = realloc(memory, bytes);

    if (!resized)
        fail((double)bytes);
    return resized;
}

void *cli_alloc(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (!memory)
        fail(((double)count + 1) * (double)size);
    cli_keep(memory, free);
    return memory;
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
        fail(strlen(format));
    cli_keep(text, free);
    return text;
}
