/* SPDX-License-Identifier: MIT */
/* Comparing files, and text files that are complete or absent. */
#include "files.h"

#include "report.h"

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

static int fail_to_write(const char *path)
{
    return cli_fail("cannot write %s: %s", path, strerror(errno));
}

static int open_temporary(cli_text_file *file)
{
    size_t length = strlen(file->path) + 32;
    int number;

    if (!(file->temporary = malloc(length)))
        return fail_to_write(file->path);
    snprintf(file->temporary, length, "%s.%ld.tmp", file->path, (long)getpid());
    number = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (number < 0) {
        fail_to_write(file->path);
        free(file->temporary);
        file->temporary = NULL;
        return CLI_EXIT_FAILED;
    }
    if (!(file->stream = fdopen(number, "w"))) {
        fail_to_write(file->path);
        close(number);
        cli_text_discard(file);
        return CLI_EXIT_FAILED;
    }
    return CLI_EXIT_FINE;
}

int cli_text_open(const char *path, cli_text_file *file)
{
    struct stat info;

    *file = (cli_text_file){.path = path};
    if (!strcmp(path, "-"))
        file->stream = stdout;
    else if (stat(path, &info) || S_ISREG(info.st_mode))
        return open_temporary(file);
    else if (!(file->stream = fopen(path, "we")))
        return fail_to_write(path);
    return CLI_EXIT_FINE;
}

int cli_text_commit(cli_text_file *file)
{
    bool failed = ferror(file->stream) || fflush(file->stream);

    if (!failed && file->temporary)
        failed = fsync(fileno(file->stream)) || rename(file->temporary, file->path);
    if (failed)
        fail_to_write(file->path);
    if (!failed) {
        free(file->temporary);
        file->temporary = NULL;
    }
    cli_text_discard(file);
    return failed ? CLI_EXIT_FAILED : CLI_EXIT_FINE;
}

void cli_text_discard(cli_text_file *file)
{
    if (file->stream && file->stream != stdout)
        fclose(file->stream);
    if (file->temporary)
        unlink(file->temporary);
    free(file->temporary);
    *file = (cli_text_file){.path = file->path};
}
