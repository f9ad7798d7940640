/* SPDX-License-Identifier: MIT */
/* Comparing files, and writing text through the library. */
#include "files.h"

#include "library.h"
#include "messages.h"
#include "signals.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cli_shown_path(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

bool cli_same_file(const char *in, const char *out)
{
    struct stat a, b;

    if (strcmp(in, "-") ? stat(in, &a) : fstat(STDIN_FILENO, &a))
        return false;
    if (strcmp(out, "-") ? stat(out, &b) : fstat(STDOUT_FILENO, &b))
        return false;
    return S_ISREG(a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool is_stream(const char *path)
{
    return !strcmp(path, "-") || !strcmp(path, "/dev/stdout");
}

/* Where a path's last part begins. */
static const char *base_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static bool stat_folder(const char *path, struct stat *info)
{
    size_t length = (size_t)(base_of(path) - path);
    char *folder = length ? strndup(path, length) : strdup(".");
    bool found = folder && !stat(folder, info);

    free(folder);
    return found;
}

static bool stat_output(const char *path, struct stat *info)
{
    return !(is_stream(path) ? fstat(STDOUT_FILENO, info) : stat(path, info));
}

bool cli_same_output(const char *a, const char *b)
{
    struct stat x, y;
    bool there = stat_output(a, &x);

    if (is_stream(a) && is_stream(b))
        return true;
    if (there != stat_output(b, &y))
        return false;
    if (there)
        return S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    return !strcmp(base_of(a), base_of(b)) && stat_folder(a, &x) && stat_folder(b, &y) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool cli_has_place(const char *path)
{
    struct stat info;

    return !is_stream(path) && (stat(path, &info) || S_ISREG(info.st_mode));
}

/* The check makes a file and removes it: a signal waits until it has. */
int cli_check_output(const char *path)
{
    riwalk_status status;
    riwalk_error error;

    cli_signals_hold();
    status = riwalk_files_check(path, &error);
    cli_signals_release();
    return status ? cli_fail_with(&error) : CLI_EXIT_FINE;
}

int cli_files_begin(riwalk_files **files)
{
    riwalk_error error;

    cli_signals_hold();
    if (!riwalk_files_create(files, &error))
        return CLI_EXIT_FINE;
    cli_signals_release();
    return cli_fail_with(&error);
}

int cli_files_end(riwalk_files *files, int status)
{
    riwalk_error error;

    if (!status && cli_out_of_memory())
        status = cli_fail("not enough memory for what is to be written");
    if (!status && riwalk_files_commit(files, &error))
        status = cli_fail_with(&error);
    riwalk_files_free(files);
    cli_signals_release();
    return status;
}

/* Where the text of a stream goes. */
typedef struct sink {
    riwalk_files *files;
    riwalk_error error; /* the first */
} sink;

static ssize_t pass_on(void *cookie, const char *text, size_t size)
{
    sink *s = cookie;

    if (s->error.code || riwalk_files_write(s->files, text, size, &s->error))
        return 0;
    return (ssize_t)size;
}

static int add_text(riwalk_files *files, const char *path, cli_print *print, const void *what)
{
    const cookie_io_functions_t functions = {.write = pass_on};
    sink s = {.files = files};
    FILE *stream;
    int status;

    if (riwalk_files_open(files, path, &s.error))
        return cli_fail_with(&s.error);
    if (!(stream = fopencookie(&s, "w", functions)))
        return cli_fail("not enough memory to write %s", path);
    status = print(what, stream);
    fclose(stream);
    return !status && s.error.code ? cli_fail_with(&s.error) : status;
}

int cli_write_text(riwalk_files *files, const char *path, cli_print *print, const void *what)
{
    int status;

    if (is_stream(path))
        return print(what, stdout); /* the end of the command looks after it */
    if (files)
        return add_text(files, path, print, what);
    if ((status = cli_files_begin(&files)))
        return status;
    return cli_files_end(files, add_text(files, path, print, what));
}

/* As in edge lists: whatever could be taken for a delimiter, a comment or a byte order mark. */
static bool needs_quotes(const char *word)
{
    if (*word == '#' || *word == '%' || *word == '"' || !strncmp(word, "//", 2) ||
        !strncmp(word, "\xef\xbb\xbf", 3))
        return true;
    for (; *word; word++)
        if ((unsigned char)*word <= ' ' || *word == 127 || strchr(",;|", *word))
            return true;
    return false;
}

int cli_put_word(const char *word, FILE *to)
{
    const char *quote = needs_quotes(word) ? "\"" : "";

    if (*quote && strchr(word, '"'))
        return cli_fail("'%.80s' cannot be written: it must be in quotes, but has a quote in it",
                        word);
    fprintf(to, "%s%s%s", quote, word, quote);
    return CLI_EXIT_FINE;
}
