/* SPDX-License-Identifier: MIT */
/* Files that the command writes: compared before the work, written through the library, told after
 * it. */
#include "cli.h"

#include "signals.h"

#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cli_shown_path(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

char *cli_command_text(void)
{
    static const char program[] = "riwalk";
    size_t most = sizeof program;
    char *text, *to;

    for (char *const *word = cli_words; *word; word++)
        most += 3 + 4 * strlen(*word);
    if (!(text = cli_alloc(most, 1)))
        return NULL;
    to = stpcpy(text, program);
    for (char *const *word = cli_words; *word; word++) {
        bool plain = **word && !strpbrk(*word, " \t\n\"'\\$`!*?[]{}()<>|&;#~");

        to = stpcpy(to, plain ? " " : " '");
        for (const char *c = *word; *c; c++)
            to = stpcpy(to, *c == '\'' ? "'\\''" : (char[]){*c, 0});
        to = stpcpy(to, plain ? "" : "'");
    }
    return text;
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

const char *cli_base_name(const char *path)
{
    return cli_shown_path(base_of(path));
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
    int status;

    cli_signals_hold();
    status = cli_try(riwalk_files_check(path, &cli_error));
    cli_signals_release();
    return status;
}

int cli_files_begin(riwalk_files **files)
{
    cli_signals_hold();
    if (!riwalk_files_create(files, &cli_error))
        return CLI_EXIT_FINE;
    cli_signals_release();
    return cli_fail_with(&cli_error);
}

int cli_files_end(riwalk_files *files, int status)
{
    if (!status && cli_out_of_memory())
        status = cli_fail("not enough memory for what is to be written");
    if (!status)
        status = cli_try(riwalk_files_commit(files, &cli_error));
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
    if (is_stream(path))
        return print(what, stdout); /* the end of the command looks after it */
    if (files)
        return add_text(files, path, print, what);
    CLI_MUST(cli_files_begin(&files));
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

/* ---- All that a run writes ---- */

void cli_add_output(cli_outputs *outputs, const char *what, const char *path)
{
    if (path)
        outputs->places[outputs->count++] = (cli_place){what, path};
}

int cli_add_vectors(cli_outputs *outputs, const char *out, int format, bool metadata)
{
    char *ids, *json;

    /* No name at all: whether the format is one. */
    CLI_MUST(cli_try(riwalk_vectors_check_name("", 0, out, format, &cli_error)));
    if (!(ids = cli_ids_path(out)) || !(json = cli_text_of("%s.json", out)))
        return CLI_EXIT_FAILED;
    cli_add_output(outputs, "OUT", out);
    /* A stream, a pipe or a device has no place beside it. */
    if (cli_has_place(out) && cli_vectors_format(out, format)->ids_beside)
        cli_add_output(outputs, "the file of ids beside OUT", ids);
    if (cli_has_place(out) && metadata)
        cli_add_output(outputs, "the metadata beside OUT", json);
    return CLI_EXIT_FINE;
}

static int fail_same(const char *what, const cli_place *out)
{
    return cli_fail("%s and %s are the same file; name another OUT", what, out->what);
}

int cli_check_outputs(const cli_outputs *outputs, const char *what, const cli_strings *paths,
                      const cli_place *others, size_t count)
{
    for (const cli_place *out = outputs->places; out < outputs->places + outputs->count; out++) {
        for (size_t p = 0; p < paths->count; p++) {
            if (!what && cli_check_places(paths->items[p], out->path))
                return CLI_EXIT_FAILED;
            if (what && cli_same_file(paths->items[p], out->path))
                return fail_same(what, out);
        }
        if (cli_check_output(out->path))
            return CLI_EXIT_FAILED;
        for (size_t i = 0; i < count; i++)
            if (others[i].path && cli_same_file(others[i].path, out->path))
                return fail_same(others[i].what, out);
        for (const cli_place *other = outputs->places; other < out; other++)
            if (cli_same_output(out->path, other->path))
                return cli_usage("%s and %s go to the same place, %s; name another", other->what,
                                 out->what, strcmp(out->path, "-") ? out->path : "standard output");
    }
    return CLI_EXIT_FINE;
}

void cli_note_written(const cli_outputs *outputs, const char *format, ...)
{
    const char *out = outputs->places[0].path;
    char what[128], size[32], taken[32], others[1024] = "";
    struct stat info;
    va_list arguments;

    if (!cli_has_place(out) || stat(out, &info))
        return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    for (size_t o = 1; o < outputs->count; o++) {
        size_t used = strlen(others);

        snprintf(others + used, sizeof others - used, "%s%s", used ? ", " : " and ",
                 outputs->places[o].path);
    }
    cli_short_bytes((double)info.st_size, size, sizeof size);
    cli_time_taken(cli_elapsed(), taken, sizeof taken);
    cli_note("wrote %s: %s (%s)%s in %s", out, what, size, others, taken);
}

void cli_note_vectors(const cli_outputs *outputs, const riwalk_vectors *vectors)
{
    cli_note_written(outputs, "%u x %u", riwalk_vectors_count(vectors),
                     riwalk_vectors_dimensions(vectors));
}

bool cli_is_plain_file(const char *path)
{
    size_t length = strlen(path);
    struct stat info;

    if (!strcmp(path, "-") || (length > 3 && !strcmp(path + length - 3, ".gz")) ||
        (length > 4 && !strcmp(path + length - 4, ".zst")))
        return false;
    return stat(path, &info) || S_ISREG(info.st_mode);
}

uint64_t cli_file_size(const char *path)
{
    struct stat info;

    return !stat(path, &info) && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}
