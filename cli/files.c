/* SPDX-License-Identifier: MIT */
/* Files that the command writes: compared before the work, written through the library, told after
 * it. */
#include "cli.h"

#include "signals.h"

#include <stdarg.h>

const char *cli_shown_path(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

static char *append(char *to, const char *text)
{
    size_t length = strlen(text);

    return (char *)memcpy(to, text, length + 1) + length;
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
    to = append(text, program);
    for (char *const *word = cli_words; *word; word++) {
        bool plain = **word && !strpbrk(*word, " \t\n\"'\\$`!*?[]{}()<>|&;#~");

        to = append(to, plain ? " " : " '");
        for (const char *c = *word; *c; c++)
            to = append(to, *c == '\'' ? "'\\''" : (char[]){*c, 0});
        to = append(to, plain ? "" : "'");
    }
    return text;
}

/* A device of 0 is not known: the rest of what is known must agree then. */
static bool is_same(const rw_file_info *a, const rw_file_info *b)
{
    bool known = a->device && b->device;

    return a->number == b->number &&
           (known ? a->device == b->device : a->size == b->size && a->changed == b->changed);
}

bool cli_same_file(const char *in, const char *out)
{
    rw_file_info a, b;

    return (strcmp(in, "-") ? rw_os_look(in, &a) : rw_os_look_open(RW_STDIN, &a)) &&
           (strcmp(out, "-") ? rw_os_look(out, &b) : rw_os_look_open(RW_STDOUT, &b)) && a.regular &&
           is_same(&a, &b);
}

static bool is_stream(const char *path)
{
    return !strcmp(path, "-") || !strcmp(path, "/dev/stdout");
}

static bool look_at_folder(const char *path, rw_file_info *info)
{
    int length = (int)(rw_os_base(path) - path);
    char *folder = length ? cli_text_of("%.*s", length, path) : cli_text_of(".");

    return folder && rw_os_look(folder, info);
}

const char *cli_base_name(const char *path)
{
    return cli_shown_path(rw_os_base(path));
}

static bool look_at_output(const char *path, rw_file_info *info)
{
    return is_stream(path) ? rw_os_look_open(RW_STDOUT, info) : rw_os_look(path, info);
}

bool cli_same_output(const char *a, const char *b)
{
    rw_file_info x, y;
    bool there = look_at_output(a, &x);

    if (is_stream(a) && is_stream(b))
        return true;
    if (there != look_at_output(b, &y))
        return false;
    if (there)
        return x.regular && is_same(&x, &y);
    return !strcmp(rw_os_base(a), rw_os_base(b)) && look_at_folder(a, &x) &&
           look_at_folder(b, &y) && is_same(&x, &y);
}

bool cli_has_place(const char *path)
{
    rw_file_info info;

    return !is_stream(path) && (!rw_os_look(path, &info) || info.regular);
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

static bool pass_on(void *context, const char *text, size_t size)
{
    sink *s = context;

    return !s->error.code && !riwalk_files_write(s->files, text, size, &s->error);
}

static int add_text(riwalk_files *files, const char *path, cli_print *print, const void *what)
{
    sink s = {.files = files};
    FILE *stream;
    int status;

    if (riwalk_files_open(files, path, &s.error))
        return cli_fail_with(&s.error);
    if (!(stream = rw_os_open_stream(pass_on, &s)))
        return cli_fail("not enough memory to write %s", path);
    status = print(what, stream);
    rw_os_close_stream(stream, pass_on, &s);
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

size_t cli_read_line(char **line, size_t *room, FILE *file)
{
    size_t length = 0;

    for (int c = 0; c != '\n' && (c = getc(file)) != EOF; (*line)[length++] = (char)c) {
        if (length + 1 >= *room) {
            size_t wanted = *room ? 2 * *room : 256;
            char *grown = realloc(*line, wanted);

            if (!grown) {
                cli_note_shortage();
                return 0;
            }
            *line = grown;
            *room = wanted;
        }
    }
    if (length)
        (*line)[length] = 0;
    return length;
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

int cli_fail_same(const char *what, const char *out)
{
    return cli_fail("%s and %s are the same file; name another %s", what, out,
                    *out == '-' ? out : "OUT");
}

int cli_check_outputs(const cli_outputs *outputs, const char *what, const cli_strings *paths,
                      const cli_place *others, size_t count)
{
    for (const cli_place *out = outputs->places; out < outputs->places + outputs->count; out++) {
        for (size_t p = 0; p < paths->count; p++) {
            if (!what && cli_check_places(paths->items[p], out->what, out->path))
                return CLI_EXIT_FAILED;
            if (what && cli_same_file(paths->items[p], out->path))
                return cli_fail_same(what, out->what);
        }
        if (cli_check_output(out->path))
            return CLI_EXIT_FAILED;
        for (size_t i = 0; i < count; i++)
            if (others[i].path && cli_same_file(others[i].path, out->path))
                return cli_fail_same(others[i].what, out->what);
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
    rw_file_info info;
    va_list arguments;

    if (!cli_has_place(out) || !rw_os_look(out, &info))
        return;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    for (size_t o = 1; o < outputs->count; o++) {
        size_t used = strlen(others);

        snprintf(others + used, sizeof others - used, "%s%s", used ? ", " : " and ",
                 outputs->places[o].path);
    }
    cli_short_bytes((double)info.size, size, sizeof size);
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
    rw_file_info info;

    if (!strcmp(path, "-") || (length > 3 && !strcmp(path + length - 3, ".gz")) ||
        (length > 4 && !strcmp(path + length - 4, ".zst")))
        return false;
    return !rw_os_look(path, &info) || info.regular;
}

uint64_t cli_file_size(const char *path)
{
    rw_file_info info;

    return rw_os_look(path, &info) && info.regular ? info.size : 0;
}
