/* SPDX-License-Identifier: MIT */
/* Comparing files, and text files that are complete or absent. */
#include "files.h"

#include "report.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

static int fail_to_write(const char *path)
{
    return cli_fail("cannot write %s: %s", path, strerror(errno));
}

/* Beside the place itself, not beside a symbolic link that leads there. */
static int open_temporary(cli_text_file *file)
{
    char *place = realpath(file->path, NULL);
    size_t length;
    int number;

    if (!place && !(place = strdup(file->path)))
        return fail_to_write(file->path);
    file->place = place;
    length = strlen(place) + 32;
    if (!(file->temporary = malloc(length)))
        return fail_to_write(file->path);
    snprintf(file->temporary, length, "%s.%ld.tmp", place, (long)getpid());
    number = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number < 0) {
        free(file->temporary);
        file->temporary = NULL;
        return fail_to_write(file->path);
    }
    if (!(file->stream = fdopen(number, "w"))) {
        close(number);
        return fail_to_write(file->path);
    }
    return CLI_EXIT_FINE;
}

int cli_text_open(const char *path, cli_text_file *file)
{
    int status = CLI_EXIT_FINE;
    struct stat info;

    *file = (cli_text_file){.path = path};
    if (!strcmp(path, "-"))
        file->stream = stdout;
    else if (stat(path, &info) || S_ISREG(info.st_mode))
        status = open_temporary(file);
    else if (!(file->stream = fopen(path, "we")))
        status = fail_to_write(path);
    if (status)
        cli_text_discard(file);
    return status;
}

/* Bytes that could not be written may have been noticed long before the end. */
static bool flush(FILE *stream)
{
    errno = 0;
    if (!fflush(stream) && !ferror(stream))
        return true;
    if (!errno)
        errno = EIO;
    return false;
}

int cli_text_commit(cli_text_file *file)
{
    int status = CLI_EXIT_FINE;

    /* The end of the command looks after standard output. */
    if (file->stream != stdout && !flush(file->stream))
        status = fail_to_write(file->path);
    if (!status && file->temporary) {
        if (fsync(fileno(file->stream)) || rename(file->temporary, file->place)) {
            status = fail_to_write(file->path);
        } else {
            free(file->temporary);
            file->temporary = NULL;
        }
    }
    cli_text_discard(file);
    return status;
}

void cli_text_discard(cli_text_file *file)
{
    if (file->stream && file->stream != stdout)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    free(file->place);
    *file = (cli_text_file){.path = file->path};
}

int cli_write_text(const char *path, int (*print)(const void *what, FILE *to), const void *what)
{
    cli_text_file file;
    int status;

    cli_signals_hold();
    if (!(status = cli_text_open(path, &file))) {
        if (!(status = print(what, file.stream)))
            status = cli_text_commit(&file);
        else
            cli_text_discard(&file);
    }
    cli_signals_release();
    return status;
}

/* As in edge lists: whatever could be taken for a delimiter, a comment or a byte order mark. */
static bool needs_quotes(const char *word)
{
    if (*word == '#' || *word == '%' || *word == '"' || !strncmp(word, "//", 2) ||
        !strncmp(word, "\xef\xbb\xbf", 3))
        return true;
    for (; *word; word++)
        if ((unsigned char)*word <= ' ' || *word == 127 || *word == ',' || *word == ';')
            return true;
    return false;
}

const char cli_no_name[] = "?";

int cli_put_word(const char *word, FILE *to)
{
    const char *quote = needs_quotes(word) ? "\"" : "";

    if (word == cli_no_name)
        return cli_fail("not enough memory for a name");
    if (*quote && strchr(word, '"'))
        return cli_fail("'%.80s' cannot be written: it must be in quotes, but has a quote in it",
                        word);
    fprintf(to, "%s%s%s", quote, word, quote);
    return CLI_EXIT_FINE;
}

int cli_check_output(const char *path)
{
    const char *slash = strrchr(path, '/');
    struct stat info;
    char *folder;
    int status = CLI_EXIT_FINE;

    if (!strcmp(path, "-"))
        return CLI_EXIT_FINE;
    if (!stat(path, &info))
        return S_ISDIR(info.st_mode) ? cli_fail("cannot write %s: it is a directory", path)
               : access(path, W_OK)  ? cli_fail("cannot write %s: %s", path, strerror(errno))
                                     : CLI_EXIT_FINE;
    folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    if (!folder)
        return cli_fail("not enough memory");
    if (stat(folder, &info) || access(folder, W_OK))
        status = cli_fail("cannot write %s: %s", path, strerror(errno));
    else if (!S_ISDIR(info.st_mode))
        status = cli_fail("cannot write %s: %s is not a folder", path, folder);
    free(folder);
    return status;
}
