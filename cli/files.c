/* SPDX-License-Identifier: MIT */
/* Files that the command writes: compared before the work, written by the library, reported after
 * it. */
#include "cli.h"

#include <limits.h>
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
static char written[128];   /* the message about them; empty: none */
static bool filing;         /* text goes to the file opened last, not to standard output */

riwalk_files *cli_files(void)
{
    cli_signals_hold();
    return files;
}

riwalk_sink cli_sink(const char *path)
{
    return riwalk_to_files(path, strcmp(path, "-") ? cli_files() : NULL);
}

/* The end of the command checks standard output. */
static void put(const char *text, size_t length)
{
    if (filing)
        cli_try(riwalk_files_write(files, text, length, &cli_error));
    else
        fwrite(text, 1, length, stdout);
}

void cli_put(const char *format, ...)
{
    char text[256];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    put(text, strlen(text));
}

void cli_write_text(const char *path, cli_print *print)
{
    if (!path)
        return;
    filing = !is_stream(path);
    if (filing)
        cli_try(riwalk_files_open(cli_files(), path, &cli_error));
    print();
    filing = false;
}

/* ---- JSON in memory ---- */

riwalk_status cli_text_add(void *to, const void *bytes, size_t length, riwalk_error *error)
{
    cli_text *text = to;

    if (length > text->capacity - text->length) {
        text->capacity = 2 * text->capacity + length + 1024;
        text->bytes = cli_resize(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return RIWALK_STATUS_OK;
}

/* The text in work. */
static struct {
    rw_json_writer to;
    cli_text text;
    char bracket;
} made;

rw_json_writer *cli_json_begin(unsigned digits, char bracket)
{
    made.text.length = 0;
    made.bracket = bracket;
    made.to = (rw_json_writer){
        .sink = cli_text_add, .to = &made.text, .digits = digits, .lines = UINT_MAX};
    rw_json_open(&made.to, NULL, bracket);
    return &made.to;
}

static void print_made(void)
{
    put(made.text.bytes, made.text.length);
}

void cli_json_write(const char *path)
{
    rw_json_close(&made.to, made.bracket == '{' ? '}' : ']');
    rw_json_put(&made.to, "\n", 1);
    cli_write_text(path, print_made);
}

/* ---- Reading text ---- */

cli_text cli_read_all(int file, const char *path, size_t most)
{
    cli_text all = {0};
    char piece[4096];
    int64_t got = 0;

    while (all.length <= most && (got = rw_os_read(file, piece, sizeof piece, -1)) > 0)
        cli_text_add(&all, piece, (size_t)got, NULL);
    cli_text_add(&all, "", 1, NULL);
    all.length--;
    cli_keep(all.bytes, free);
    if (got < 0)
        cli_fail("cannot read %s: %s", path, rw_os_reason());
    if (file != RW_STDIN)
        rw_os_close(file);
    return all;
}

cli_lines cli_open_lines(const char *path)
{
    int file = strcmp(path, "-") ? rw_os_open(path, RW_OPEN_READ) : RW_STDIN;
    cli_text all;

    if (file < 0)
        cli_fail("cannot open %s: %s", path, rw_os_reason());
    all = cli_read_all(file, path, SIZE_MAX);
    return (cli_lines){path, all.bytes, all.bytes + all.length, 0};
}

char *cli_next_line(cli_lines *lines)
{
    while (lines->at < lines->end) {
        char *begin = lines->at + strspn(lines->at, " \t"), *end = begin + strcspn(begin, "\n");

        lines->at = end + 1;
        lines->number++;
        if (!*end && end < lines->end)
            cli_fail("%s:%lu: the line holds a zero byte: is this text in UTF-8?", lines->path,
                     lines->number);
        while (end > begin && strchr(" \t\r", end[-1]))
            end--;
        *end = 0;
        if (*begin && !strchr("#%", *begin))
            return begin;
    }
    return NULL;
}

void cli_put_word(const char *word)
{
    bool quoted = rw_needs_quotes((rw_span){word, strlen(word)});

    if (quoted && strchr(word, '"'))
        cli_fail("'%.80s' cannot be written: it must be in quotes, but has a quote in it", word);
    put("\"", quoted);
    put(word, strlen(word));
    put("\"", quoted);
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

void cli_put_cell(const char *text, char delimiter)
{
    const char special[] = {delimiter, '"', '\n', '\r', 0};
    bool quoted;

    if (!filing)
        text = cli_shown(text);
    quoted = text[strcspn(text, special)];
    put("\"", quoted);
    for (size_t length; *text; text += length) {
        length = strcspn(text, "\"") + 1; /* a quote is written twice */
        length -= !text[length - 1];
        put(text, length);
        put("\"", text[length - 1] == '"');
    }
    put("\"", quoted);
    put(&delimiter, 1);
}

/* ---- All files of a run ---- */

/* A file, and what messages call it. */
typedef struct place {
    const char *what, *path;
    const cli_option *option;
    bool there;
    rw_file_info info; /* of the file or, if it is not there, of its folder */
} place;

typedef struct places {
    place *items;
    size_t count;
} places;

static places inputs, outputs;

const char *cli_folder_of(const char *path)
{
    int length = (int)(rw_os_base(path) - path);

    return length ? cli_text_of("%.*s", length, path) : ".";
}

static void add(const cli_option *option, const char *what, const char *path)
{
    bool writes = option->file >= CLI_WRITES;
    places *list = writes ? &outputs : &inputs;
    place *p;

    list->items = cli_resize(list->items, (list->count + 1) * sizeof *p);
    p = &list->items[list->count++];
    *p = (place){.what = what, .path = path, .option = option};
    p->there = strcmp(path, "-") ? rw_os_look(path, &p->info)
                                 : rw_os_look_open(writes ? RW_STDOUT : RW_STDIN, &p->info);
    if (!p->there && !rw_os_look(cli_folder_of(path), &p->info))
        p->info = (rw_file_info){0};
}

/* Adds a file of vectors and the files beside it. A stream, pipe or device has none beside it. */
static void add_vectors(const cli_option *option, const char *out)
{
    /* An empty name checks the format only. */
    cli_try(riwalk_vectors_check_name("", 0, out, cli_given.format, &cli_error));
    add(option, "OUT", out);
    if (cli_has_place(out) && cli_vectors_format()->ids_beside)
        add(option, "the file of ids beside OUT", cli_ids_path(out));
    if (cli_has_place(out) && cli_find_option(cli_running, "no-metadata", 11) &&
        !cli_given.no_metadata)
        add(option, "the metadata beside OUT", cli_text_of("%s.json", out));
}

/* Adds the files of an option. NumPy's format has a file of ids beside it. */
static void add_files(const cli_option *option)
{
    const char *one = option->kind == CLI_STRING ? *(const char **)option->store : NULL;
    cli_strings paths = {.items = &one, .count = one != NULL};
    bool plain = option->argument || !strcmp(option->name, "output");
    const char *what = plain ? option->placeholder : cli_text_of("--%s", option->name);

    if (!one && option->required)
        cli_usage("%s is missing: name the file to write with -%c %s", option->placeholder,
                  option->letter, option->placeholder);
    if (option->file == CLI_READS_AT && one && *one++ != '@')
        return;
    if (option->file == CLI_WRITES_VECTORS && one) {
        add_vectors(option, one);
        return;
    }
    if (option->kind == CLI_STRINGS)
        paths = *(cli_strings *)option->store;
    for (size_t i = 0; i < paths.count; i++) {
        add(option, what, paths.items[i]);
        if (!strcmp(option->placeholder, "VECTORS"))
            add(option, what, cli_ids_path(paths.items[i]));
    }
}

static void list_files(bool out)
{
    CLI_EACH (option, cli_running)
        if (option->file && (option->file >= CLI_WRITES) == out)
            add_files(option);
}

void cli_check_streams(void)
{
    const char *first = NULL;

    inputs.count = outputs.count = 0;
    *written = 0;
    list_files(false);
    for (size_t i = 0; i < inputs.count; i++) {
        if (strcmp(inputs.items[i].path, "-"))
            continue;
        if (first)
            cli_usage("%s and %s cannot both come from standard input", first,
                      inputs.items[i].what);
        first = inputs.items[i].what;
    }
}

/* Whether two files are the same. Device 0 means unknown: then size and time must agree. */
static bool is_same(const rw_file_info *a, const rw_file_info *b)
{
    bool known = a->device && b->device;

    return a->number == b->number &&
           (known ? a->device == b->device : a->size == b->size && a->changed == b->changed);
}

/* Whether two files are, or will be, one. Devices such as /dev/null can take several outputs;
 * standard output cannot. */
static bool same_place(const place *a, const place *b)
{
    if (a->there != b->there || !is_same(&a->info, &b->info))
        return false;
    return a->there ? a->info.regular : !strcmp(rw_os_base(a->path), rw_os_base(b->path));
}

/* Whether writing `out` would destroy an input while it is read. */
static bool is_read(const place *in, const place *out)
{
    if (in->option->file == CLI_READS_FIRST && same_place(in, outputs.items))
        return false;
    return in->there && same_place(in, out);
}

/* Checks one output. The check creates and removes a file, so signals wait. */
static void check_output(const place *out)
{
    bool stream = is_stream(out->path);
    riwalk_status status;

    if (out->option->file == CLI_WRITES_BESIDE && stream)
        cli_usage("%s: results go to standard output; name a file instead of '-'", out->what);
    for (size_t i = 0; i < inputs.count; i++)
        if (is_read(&inputs.items[i], out))
            cli_usage("%s and %s are the same file, %s; name another", inputs.items[i].what,
                      out->what, out->path);
    cli_signals_hold();
    status = riwalk_files_check(out->path, &cli_error);
    cli_signals_release();
    cli_try(status);
    for (const place *other = outputs.items; other < out; other++)
        if ((stream && is_stream(other->path)) || same_place(out, other))
            cli_usage("%s and %s go to the same place, %s; name another", other->what, out->what,
                      strcmp(out->path, "-") ? out->path : "standard output");
}

void cli_check_outputs(void)
{
    list_files(true);
    for (size_t i = 0; i < outputs.count; i++)
        check_output(&outputs.items[i]);
    if (outputs.count)
        cli_try(riwalk_files_create(&files, &cli_error));
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

void cli_files_commit(void)
{
    if (files)
        cli_try(riwalk_files_commit(files, &cli_error));
    cli_files_free();
    if (*written && outputs.count)
        say_written();
    *written = 0;
}

void cli_files_free(void)
{
    riwalk_files_free(files);
    files = NULL;
    filing = false;
    cli_signals_release();
}
