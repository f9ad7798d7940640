/* SPDX-License-Identifier: MIT */
/* Reads and writes vectors and models, and OUT.json, the metadata beside vectors. */
#include "cli.h"

#include <errno.h>
#include <strings.h>

#define BETWEEN " \t,;\r"
#define CHECKSUM "vectors_checksum"
#define MOST_BYTES ((size_t)64 << 20) /* longest metadata */

cli_choice cli_vector_formats[CLI_MAX_FORMATS] = {{"auto", RIWALK_VECTORS_FORMAT_AUTO}};

const riwalk_vectors_format_info *cli_vectors_format(void)
{
    return riwalk_vectors_format_describe(
        cli_given.format ? cli_given.format : riwalk_vectors_format_from_path(cli_given.out));
}

bool cli_takes_rows(void)
{
    const char *out = cli_given.out;

    return out && cli_has_place(out) && cli_vectors_format()->ids_beside &&
           riwalk_vectors_format_describe(riwalk_vectors_format_from_path(out))->ids_beside;
}

/* The path without a final ".npy", with ".ids". */
char *cli_ids_path(const char *vectors)
{
    size_t length = strlen(vectors);

    if (length > 4 && !strcasecmp(vectors + length - 4, ".npy"))
        length -= 4;
    return cli_text_of("%.*s.ids", (int)length, vectors);
}

/* Whether the first lines of a file have two columns each: vectors have more, except for a
 * header. */
static bool has_pairs(const char *path)
{
    int file = strcmp(path, "-") ? rw_os_open(path, RW_OPEN_READ) : -1, lines = 0, pairs = 0;
    const char *at = file < 0 ? "" : cli_read_all(file, path, 0).bytes;

    for (; lines < 5 && *at; at += *at == '\n') {
        bool comment = *at == '#' || *at == '%';
        int columns = 0;

        for (size_t word; *at && *at != '\n'; at += word) {
            at += strspn(at, BETWEEN);
            word = strcspn(at, BETWEEN "\n");
            columns += word > 0;
        }
        lines += !comment;
        pairs += !comment && columns == 2;
    }
    return lines > 1 && pairs == lines;
}

bool cli_has_order(void)
{
    const cli_group *first = cli_running->groups[0];

    return first->arguments && first->count > 1;
}

void cli_fail_order(const char *path, const char *what)
{
    char order[128] = "";

    CLI_EACH (option, cli_running)
        if (option->argument)
            rw_append(order, sizeof order, " %s", option->placeholder);
    cli_fail("%s: this looks like %s; the order is%s", path, what, order);
}

/* ---- Metadata ---- */

static void begin(const cli_text *text, rw_json *json)
{
    rw_json_begin(json, text->bytes ? text->bytes : "", text->length);
    json->strict = true;
}

/* Reads JSON. `advice` ends the sentence about a wrong place. */
static cli_text read_json(int file, const char *path, const char *advice)
{
    cli_text text;
    rw_json json;

    if (file < 0)
        cli_fail("cannot read %s: %s", path, rw_os_reason());
    text = cli_read_all(file, path, MOST_BYTES);
    begin(&text, &json);
    if (text.length > MOST_BYTES
            ? rw_json_fail(&json, "the file is too large for one that riwalk wrote")
            : rw_json_skip(&json) && rw_json_end(&json))
        return text;
    if (!*advice && text.length && *text.bytes != '{')
        cli_fail("%s is not the .json that riwalk embed writes beside vectors", path);
    cli_fail("%s:%" PRIu64 ": %s%s", path, rw_json_line(&json), json.problem, advice);
}

cli_text cli_load_metadata(const char *path)
{
    return read_json(rw_os_open(path, RW_OPEN_READ), path, "");
}

cli_text cli_read_metadata(const char *vectors)
{
    const char *path = cli_text_of("%s.json", vectors);
    rw_file_info info;
    int file;

    if (!cli_has_place(vectors))
        return (cli_text){0};
    /* Reading a pipe would block. */
    if (rw_os_look(path, &info) && !info.regular && !info.folder)
        cli_fail("%s is not a file: remove it", path);
    if ((file = rw_os_open(path, RW_OPEN_READ)) < 0 && errno == ENOENT)
        return (cli_text){0};
    return read_json(file, path, " (make the vectors again, or remove this file)");
}

bool cli_find_metadata(const cli_text *text, const char *key, rw_json *json)
{
    begin(text, json);
    return rw_json_find(json, key);
}

bool cli_find_string(const cli_text *text, const char *key, rw_json_value *value)
{
    rw_json json;

    return cli_find_metadata(text, key, &json) && rw_json_take(&json, value) &&
           value->kind == RW_JSON_STRING;
}

/* Whether metadata were cut: no object, or riwalk's without a checksum. Other programs may keep
 * what they like. */
static bool is_cut_short(const cli_text *text)
{
    rw_json_value value;
    rw_json json;

    begin(text, &json);
    return !rw_json_enter(&json, RW_JSON_OBJECT) ||
           (cli_find_metadata(text, "riwalk", &json) && !cli_find_string(text, CHECKSUM, &value));
}

/* Of a run's files, metadata are renamed into place first and vectors last: if the two agree, all
 * files are of one run. */
static void check_metadata(const char *path, const riwalk_vectors *vectors)
{
    cli_text text = cli_read_metadata(path);
    rw_json_value told;
    char found[17];

    snprintf(found, sizeof found, "%016" PRIx64, riwalk_vectors_checksum(vectors));
    if (text.bytes && is_cut_short(&text))
        cli_fail("%s.json was changed after riwalk wrote it: make the vectors again, or remove "
                 "this file",
                 path);
    if (cli_find_string(&text, CHECKSUM, &told) && !rw_json_is(&told, found))
        cli_fail(
            "%s and %s.json do not belong together (checksum %s, not %.*s): they are of different "
            "runs, or one was changed; make them again, or remove the .json file",
            path, path, found, (int)told.length, told.text);
}

/* ---- Vectors ---- */

riwalk_vectors *cli_read_vectors(const char *path)
{
    static uint64_t bytes; /* bytes of all files read so far */
    double begin = rw_os_seconds();
    riwalk_vectors_options options;
    riwalk_vectors *vectors = NULL;
    riwalk_status status;

    riwalk_vectors_options_init(&options);
    options.run = cli_run();
    bytes += cli_file_size(path);
    options.map = bytes > cli_memory() / 2;
    status = riwalk_vectors_read(path, &options, &vectors, &cli_error);
    if (status == RIWALK_STATUS_FORMAT && cli_has_order() && has_pairs(path))
        cli_fail_order(path, "labels or edges, two columns a line, not like vectors");
    CLI_MAKE(vectors, vectors, status);
    cli_detail("read %s: %u vectors of %u dimensions in %.2f s", path,
               riwalk_vectors_count(vectors), riwalk_vectors_dimensions(vectors),
               rw_os_seconds() - begin);
    check_metadata(path, vectors);
    return vectors;
}

void cli_write_vectors(const riwalk_vectors *vectors)
{
    riwalk_vectors_options options;

    riwalk_vectors_options_init(&options);
    options.run = cli_run();
    options.format = cli_given.format;
    cli_try(riwalk_vectors_write_to(vectors, cli_sink(cli_given.out), &options, &cli_error));
    cli_note_written("%u x %u", riwalk_vectors_count(vectors), riwalk_vectors_dimensions(vectors));
}

void cli_write_metadata(rw_json_writer *to, const riwalk_vectors *vectors)
{
    if (cli_given.no_metadata || !cli_has_place(cli_given.out))
        return;
    rw_jsonf(to, CHECKSUM " %" PRIx64, riwalk_vectors_checksum(vectors));
    cli_json_write(cli_text_of("%s.json", cli_given.out));
}

/* ---- Models ---- */

void cli_write_model(const riwalk_model *model, const char *path)
{
    cli_try(riwalk_model_write_to(model, cli_sink(path), &cli_error));
    cli_detail("wrote %s: a model of %u roles", path, riwalk_model_role_count(model));
}

uint64_t cli_model_checksum(const riwalk_model *model)
{
    uint64_t sum;

    cli_try(riwalk_model_checksum(model, &sum, &cli_error));
    return sum;
}
