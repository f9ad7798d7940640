/* SPDX-License-Identifier: MIT */
/* Metadata in and out. */
#include "metadata.h"

#include "files.h"
#include "messages.h"
#include "riwalk_analysis.h"
#include "vector_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKSUM "vectors_checksum"
#define MOST_BYTES ((size_t)64 << 20)

/* ---- Reading ---- */

/* Takes all of a file, unless it is longer than metadata ever are. */
static int read_file(FILE *file, const char *path, cli_text *text)
{
    riwalk_status failed = RIWALK_STATUS_OK;
    int status = CLI_EXIT_FINE;
    char piece[4096];
    size_t got;

    if (!file)
        return cli_fail("cannot read %s: %s", path, strerror(errno));
    while (!failed && text->length <= MOST_BYTES && (got = fread(piece, 1, sizeof piece, file)))
        failed = cli_text_add(text, piece, got, NULL);
    if (failed)
        status = cli_fail("not enough memory to read %s", path);
    else if (ferror(file))
        status = cli_fail("cannot read %s: %s", path, strerror(errno));
    fclose(file);
    return status;
}

static void begin(const cli_text *text, rw_json *json)
{
    rw_json_begin(json, text->bytes ? text->bytes : "", text->length);
    json->strict = true;
}

static bool check(const cli_text *text, rw_json *json)
{
    begin(text, json);
    if (text->length > MOST_BYTES)
        return rw_json_fail(json, "the file is too large for one that riwalk wrote");
    return rw_json_skip(json) && rw_json_end(json);
}

int cli_load_metadata(const char *path, cli_text *text)
{
    rw_json json;
    int status;

    *text = (cli_text){0};
    if (!(status = read_file(fopen(path, "re"), path, text)) && !check(text, &json))
        status = cli_fail("%s:%" PRIu64 ": %s", path, rw_json_line(&json), json.problem);
    return status;
}

int cli_read_metadata(const char *vectors, cli_text *text)
{
    int status = CLI_EXIT_FINE;
    rw_json json;
    char *path;
    FILE *file;

    *text = (cli_text){0};
    if (!cli_has_place(vectors))
        return CLI_EXIT_FINE;
    if (!(path = cli_metadata_path(vectors)))
        return CLI_EXIT_FAILED; /* no memory */
    if ((file = fopen(path, "re")) || errno != ENOENT)
        status = read_file(file, path, text);
    free(path);
    if (status || !check(text, &json)) {
        free(text->bytes);
        *text = (cli_text){0};
    }
    return status;
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

/* Metadata are the first of the files of a run that are put in place, and vectors the last: where
 * they agree, all of them are of one run. */
int cli_check_metadata(const char *path, const riwalk_vectors *vectors)
{
    rw_json_value told;
    cli_text text;
    char found[17];
    int status = cli_read_metadata(path, &text);

    snprintf(found, sizeof found, "%016" PRIx64, riwalk_vectors_checksum(vectors));
    if (!status && cli_find_string(&text, CHECKSUM, &told) && !rw_json_is(&told, found))
        status = cli_fail("%s and %s.json do not belong together (checksum %s, not %.*s): they are "
                          "of different runs, or one was changed; make them again, or remove the "
                          ".json file",
                          path, path, found, (int)told.length, told.text);
    free(text.bytes);
    return status;
}

/* ---- Writing ---- */

char *cli_metadata_path(const char *vectors)
{
    char *path;

    if (asprintf(&path, "%s.json", vectors) >= 0)
        return path;
    cli_fail("not enough memory");
    return NULL;
}

rw_json_writer *cli_begin_metadata(cli_json *json)
{
    return cli_json_begin(json, 15, '{');
}

int cli_write_metadata(cli_json *json, riwalk_files *files, const char *out,
                       const riwalk_vectors *vectors)
{
    char *path;
    int status;

    if (!cli_has_place(out)) {
        free(json->text.bytes);
        return CLI_EXIT_FINE;
    }
    path = cli_metadata_path(out);
    cli_json_put_checksum(&json->to, CHECKSUM, riwalk_vectors_checksum(vectors));
    status = cli_json_write(json, path ? CLI_EXIT_FINE : CLI_EXIT_FAILED, files, path);
    free(path);
    return status;
}

int cli_write_described(cli_json *json, const riwalk_vectors *vectors, const char *out,
                        riwalk_vectors_format format)
{
    bool stream = !strcmp(out, "-");
    riwalk_files *files;
    int status;

    if (stream || (status = cli_files_begin(&files))) {
        if (json)
            free(json->text.bytes);
        return stream ? cli_write_vectors(NULL, vectors, out, format) : status;
    }
    if (json)
        status = cli_write_metadata(json, files, out, vectors);
    if (!status)
        status = cli_write_vectors(files, vectors, out, format);
    return cli_files_end(files, status);
}
