/* SPDX-License-Identifier: MIT */
/* Files that the command writes: compared before the work, written by the library, reported after
 * it. */
#include "cli.h"

#include <stdarg.h>

const char *cli_shown_path(const char *path)
{
    return strcmp(path, "-") ? path : "standard input";
}

const char *cli_base_name(const char *path)
{
    return cli_shown_path(rw_os_base(path));
}

uint64_t cli_file_size(const char *path)
{
    rw_file_info info;

    return rw_os_look(path, &info) && info.regular ? info.size : 0;
}

static bool is_stream(const char *path)
{
    return !strcmp(path, "-") || !strcmp(path, "/dev/stdout");
}

bool cli_has_place(const char *path)
{
    rw_file_info info;

    return !is_stream(path) && (!rw_os_look(path, &info) || info.regular);
}

bool cli_is_plain_file(const char *path)
{
    return cli_has_place(path) && !path[rw_plain_length(path)];
}

static riwalk_files *files; /* NULL: none yet */
static bool held;           /* signals, since the first file was begun */
static char written[128];   /* the message about them; empty: none */

riwalk_files *cli_files(void)
{
    if (!held)
        cli_signals_hold();
    held = true;
    return files;
}

riwalk_sink cli_sink(const char *path)
{
    return riwalk_to_files(path, strcmp(path, "-") ? cli_files() : NULL);
}

/* Passes text of a stream on to the files; keeps the first failure. */
static ptrdiff_t pass_on(void *error, const char *text, size_t size)
{
    riwalk_error *first = error;

    return first->code || riwalk_files_write(files, text, size, first) ? 0 : (ptrdiff_t)size;
}

int cli_write_text(const char *path, cli_print *print)
{
    riwalk_error error = {0};
    FILE *stream;
    int status;

    if (is_stream(path))
        return print(stdout); /* the end of the command checks it */
    CLI_TRY(riwalk_files_open(cli_files(), path, &cli_error));
    if (!(stream = rw_os_open_stream(pass_on, &error)))
        return cli_fail("not enough memory to write %s", path);
    status = print(stream);
    rw_os_close_stream(stream, pass_on, &error);
    return !status && error.code ? cli_fail_with(&error) : status;
}

/* Reads a line of any length, with its end. Returns false at the end of the file. */
static bool read_line(cli_text *line, FILE *file)
{
    int c = 0;

    for (line->length = 0; c != '\n' && (c = getc(file)) != EOF;)
        if (cli_text_add(line, &(char){(char)c}, 1, NULL)) {
            cli_note_shortage();
            return false;
        }
    return line->length && !cli_text_add(line, "", 1, NULL);
}

int cli_each_line(const char *path, cli_take_line *take, void *context)
{
    FILE *file = strcmp(path, "-") ? rw_os_fopen(path) : stdin;
    int status = CLI_EXIT_FINE;
    cli_text line = {0};

    if (!file)
        return cli_fail("cannot open %s: %s", path, rw_os_reason());
    for (unsigned long number = 1; !status && read_line(&line, file); number++) {
        size_t length = line.length - 1, begin = strspn(line.bytes, " \t");

        if (memchr(line.bytes, 0, length))
            status = cli_fail("%s:%lu: the line holds a zero byte: is this text in UTF-8?", path,
                              number);
        while (length > begin && strchr(" \t\r\n", line.bytes[length - 1]))
            line.bytes[--length] = 0;
        if (!status && length > begin && !strchr("#%", line.bytes[begin]))
            status = take(context, line.bytes + begin, length - begin, number);
    }
    if (!status && ferror(file))
        status = cli_fail("cannot read %s: %s", path, rw_os_reason());
    free(line.bytes);
    if (file != stdin)
        fclose(file);
    return status;
}

/* Whether a word has something that edge lists take for a delimiter, comment or byte order mark. */
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

/* ---- Tables ---- */

bool cli_is_json(const char *out)
{
    return out && rw_has_extension(out, ".json");
}

char cli_cell_delimiter(const char *out)
{
    return !out || !strcmp(out, "-") || rw_has_extension(out, ".tsv") ? '\t' : ',';
}

void cli_put_cell(const char *text, char delimiter, FILE *to)
{
    const char special[] = {delimiter, '"', '\n', '\r', 0};

    if (to == stdout)
        text = cli_shown(text);
    if (!text[strcspn(text, special)]) {
        fprintf(to, "%s%c", text, delimiter);
        return;
    }
    fputc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fprintf(to, "\"%c", delimiter);
}

/* ---- All files of a run ---- */

/* A file, and what messages call it. */
typedef struct place {
    const char *what, *path;
    const cli_option *option;
    bool there; /* `info` is known */
    rw_file_info info;
} place;

typedef struct places {
    place *items;
    size_t count;
} places;

static places inputs, outputs;

static int add(const cli_option *option, const char *what, const char *path)
{
    bool writes = option->file >= CLI_WRITES;
    places *list = writes ? &outputs : &inputs;
    place *items = path ? realloc(list->items, (list->count + 1) * sizeof *items) : NULL;
    place *p;

    if (!items)
        return cli_fail("not enough memory for the arguments");
    list->items = items;
    p = items + list->count++;
    *p = (place){.what = what, .path = path, .option = option};
    p->there = strcmp(path, "-") ? rw_os_look(path, &p->info)
                                 : rw_os_look_open(writes ? RW_STDOUT : RW_STDIN, &p->info);
    return CLI_EXIT_FINE;
}

/* Adds a file of vectors and the files beside it. A stream, pipe or device has none beside it. */
static int add_vectors(const cli_option *option, const char *out)
{
    /* An empty name checks the format only. */
    CLI_TRY(riwalk_vectors_check_name("", 0, out, cli_given.format, &cli_error));
    CLI_MUST(add(option, "OUT", out));
    if (cli_has_place(out) && cli_vectors_format()->ids_beside)
        CLI_MUST(add(option, "the file of ids beside OUT", cli_ids_path(out)));
    if (cli_has_place(out) && cli_find_option(cli_running, "no-metadata", 11) &&
        !cli_given.no_metadata)
        CLI_MUST(add(option, "the metadata beside OUT", cli_text_of("%s.json", out)));
    return CLI_EXIT_FINE;
}

/* Adds the files of an option. NumPy's format has a file of ids beside it. */
static int add_files(const cli_option *option)
{
    const char *one = option->kind == CLI_STRING ? *(const char **)option->store : NULL;
    cli_strings paths = {.items = &one, .count = one != NULL};
    bool plain = option->argument || !strcmp(option->name, "output");
    const char *what = plain ? option->placeholder : cli_text_of("--%s", option->name);

    if (!one && option->required)
        return cli_usage("%s is missing: name the file to write with -%c %s", option->placeholder,
                         option->letter, option->placeholder);
    if (option->file == CLI_READS_AT && one && *one++ != '@')
        return CLI_EXIT_FINE;
    if (option->file == CLI_WRITES_VECTORS && one)
        return add_vectors(option, one);
    if (option->kind == CLI_STRINGS)
        paths = *(cli_strings *)option->store;
    for (size_t i = 0; i < paths.count; i++) {
        CLI_MUST(add(option, what, paths.items[i]));
        if (!strcmp(option->placeholder, "VECTORS"))
            CLI_MUST(add(option, what, cli_ids_path(paths.items[i])));
    }
    return CLI_EXIT_FINE;
}

static int list_files(bool out)
{
    CLI_EACH (option, cli_running)
        if (option->file && (option->file >= CLI_WRITES) == out)
            CLI_MUST(add_files(option));
    return CLI_EXIT_FINE;
}

int cli_check_streams(void)
{
    const char *first = NULL;

    inputs.count = outputs.count = 0;
    CLI_MUST(list_files(false));
    for (size_t i = 0; i < inputs.count; i++) {
        if (strcmp(inputs.items[i].path, "-"))
            continue;
        if (first)
            return cli_usage("%s and %s cannot both come from standard input", first,
                             inputs.items[i].what);
        first = inputs.items[i].what;
    }
    return CLI_EXIT_FINE;
}

/* Whether two files are the same. Device 0 means unknown: then size and time must agree. */
static bool is_same(const rw_file_info *a, const rw_file_info *b)
{
    bool known = a->device && b->device;

    return a->number == b->number &&
           (known ? a->device == b->device : a->size == b->size && a->changed == b->changed);
}

static bool look_at_folder(const char *path, rw_file_info *info)
{
    int length = (int)(rw_os_base(path) - path);
    char *folder = length ? cli_text_of("%.*s", length, path) : cli_text_of(".");

    return folder && rw_os_look(folder, info);
}

/* Whether two files are, or will be, one. Devices such as /dev/null can take several outputs;
 * standard output cannot. */
static bool same_place(const place *a, const place *b)
{
    rw_file_info x, y;

    if (a->there || b->there)
        return a->there && b->there && a->info.regular && is_same(&a->info, &b->info);
    return !strcmp(rw_os_base(a->path), rw_os_base(b->path)) && look_at_folder(a->path, &x) &&
           look_at_folder(b->path, &y) && is_same(&x, &y);
}

/* Whether writing `out` would destroy an input while it is read. */
static bool is_read(const place *in, const place *out)
{
    if (in->option->file == CLI_READS_FIRST && same_place(in, outputs.items))
        return false;
    return in->there && same_place(in, out);
}

/* Checks one output. The check creates and removes a file, so signals wait. */
static int check_output(const place *out)
{
    bool stream = is_stream(out->path);

    if (out->option->file == CLI_WRITES_BESIDE && stream)
        return cli_usage("%s: results go to standard output; name a file instead of '-'",
                         out->what);
    for (size_t i = 0; i < inputs.count; i++)
        if (is_read(&inputs.items[i], out))
            return cli_usage("%s and %s are the same file, %s; name another", inputs.items[i].what,
                             out->what, out->path);
    CLI_MUST(cli_try(CLI_HELD(true, riwalk_files_check(out->path, &cli_error))));
    for (const place *other = outputs.items; other < out; other++)
        if ((stream && is_stream(other->path)) || same_place(out, other))
            return cli_usage("%s and %s go to the same place, %s; name another", other->what,
                             out->what, strcmp(out->path, "-") ? out->path : "standard output");
    return CLI_EXIT_FINE;
}

int cli_check_outputs(void)
{
    CLI_MUST(list_files(true));
    for (size_t i = 0; i < outputs.count; i++)
        CLI_MUST(check_output(&outputs.items[i]));
    return outputs.count ? cli_try(riwalk_files_create(&files, &cli_error)) : CLI_EXIT_FINE;
}

void cli_note_written(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(written, sizeof written, format, arguments);
    va_end(arguments);
}

static void say_written(void)
{
    char size[32], taken[32], others[1024] = "";
    const char *first = outputs.items[0].path;
    rw_file_info info;

    if (!cli_has_place(first) || !rw_os_look(first, &info))
        return;
    for (size_t o = 1; o < outputs.count; o++)
        rw_append(others, sizeof others, "%s%s", *others ? ", " : " and ", outputs.items[o].path);
    cli_short_bytes((double)info.size, size, sizeof size);
    cli_time_taken(cli_elapsed(), taken, sizeof taken);
    cli_note("wrote %s: %s (%s)%s in %s", first, written, size, others, taken);
}

int cli_files_end(int status)
{
    if (!status && held && cli_out_of_memory())
        status = cli_fail("not enough memory for what is to be written");
    if (!status && held)
        status = cli_try(riwalk_files_commit(files, &cli_error));
    riwalk_files_free(files);
    files = NULL;
    if (held)
        cli_signals_release();
    held = false;
    if (!status && *written && outputs.count)
        say_written();
    *written = 0;
    return status;
}
