/* SPDX-License-Identifier: MIT */
/* Metadata in and out. */
#include "metadata.h"

#include "files.h"
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKSUM "vectors_checksum"
#define MOST_BYTES ((size_t)64 << 20)

/* ---- Reading ---- */

/* Takes all of a file, ended by NUL, unless it is longer than metadata ever are. */
static int read_text(FILE *file, const char *path, cli_metadata *m)
{
    size_t capacity = 0, got;

    do {
        if (m->length + 1 >= capacity) {
            char *larger = realloc(m->text, capacity = 2 * capacity + 4096);

            if (!larger)
                return cli_fail("not enough memory to read %s", path);
            m->text = larger;
        }
        errno = 0;
        got = fread(m->text + m->length, 1, capacity - m->length - 1, file);
        m->length += got;
    } while (got && m->length <= MOST_BYTES);
    m->text[m->length] = 0;
    return ferror(file) ? cli_fail("cannot read %s: %s", path, strerror(errno)) : CLI_EXIT_FINE;
}

static int read_file(FILE *file, const char *path, cli_metadata *m)
{
    int status;

    if (!file)
        return cli_fail("cannot read %s: %s", path, strerror(errno));
    status = read_text(file, path, m);
    fclose(file);
    return status;
}

static void begin(const cli_metadata *m, rw_json *json)
{
    rw_json_begin(json, m->text, m->length);
    json->strict = true;
}

/* Whether all of a text is JSON. */
static bool check(const cli_metadata *m, rw_json *json)
{
    begin(m, json);
    if (m->length > MOST_BYTES)
        return rw_json_fail(json, "the file is too large for one that riwalk wrote");
    return rw_json_skip(json) && rw_json_end(json);
}

int cli_load_metadata(const char *path, cli_metadata *m)
{
    rw_json json;
    int status;

    *m = (cli_metadata){0};
    if (!(status = read_file(fopen(path, "re"), path, m)) && !check(m, &json))
        status = cli_fail("%s:%" PRIu64 ": %s", path, rw_json_line(&json), json.problem);
    return status;
}

int cli_read_metadata(const char *vectors, cli_metadata *m)
{
    char *path = NULL;
    int status = CLI_EXIT_FINE;
    rw_json json;
    FILE *file;

    *m = (cli_metadata){0};
    if (!cli_has_place(vectors))
        return CLI_EXIT_FINE;
    if (!(path = cli_metadata_path(vectors)))
        return CLI_EXIT_FAILED; /* no memory */
    if ((file = fopen(path, "re")) || errno != ENOENT)
        status = read_file(file, path, m);
    if (m->text && (status || !check(m, &json)))
        cli_free_metadata(m);
    free(path);
    return status;
}

void cli_free_metadata(cli_metadata *m)
{
    free(m->text);
    m->text = NULL;
}

bool cli_find_metadata(const cli_metadata *m, const char *key, rw_json *json)
{
    if (!m->text)
        return false;
    begin(m, json);
    return rw_json_find(json, key);
}

bool cli_find_string(const cli_metadata *m, const char *key, rw_json_value *value)
{
    rw_json json;

    return cli_find_metadata(m, key, &json) && rw_json_take(&json, value) &&
           value->kind == RW_JSON_STRING;
}

/* Metadata are the first of the files of a run that are put in place, and vectors the last: where
 * they agree, all of them are of one run. */
int cli_check_metadata(const char *path, const riwalk_vectors *vectors)
{
    rw_json_value told;
    cli_metadata m;
    char found[17];
    int status = cli_read_metadata(path, &m);

    snprintf(found, sizeof found, "%016" PRIx64, riwalk_vectors_checksum(vectors));
    if (!status && cli_find_string(&m, CHECKSUM, &told) && !rw_json_is(&told, found))
        status = cli_fail("%s and %s.json do not belong together (checksum %s, not %.*s): they are "
                          "of different runs, or one was changed; make them again, or remove the "
                          ".json file",
                          path, path, found, (int)told.length, told.text);
    cli_free_metadata(&m);
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

void cli_begin_metadata(cli_json *json)
{
    cli_json_begin(json, 15);
    rw_json_open(&json->to, NULL, '{');
}

int cli_write_metadata(cli_json *json, riwalk_files *files, const char *out,
                       const riwalk_vectors *vectors)
{
    char *path = cli_metadata_path(out);
    int status = path ? CLI_EXIT_FINE : CLI_EXIT_FAILED; /* no memory */

    cli_json_put_checksum(&json->to, CHECKSUM, riwalk_vectors_checksum(vectors));
    rw_json_close(&json->to, '}');
    if (!status && cli_has_place(out))
        status = cli_json_write(json, files, path);
    else
        cli_json_free_text(json);
    free(path);
    return status;
}
