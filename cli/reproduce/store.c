/* SPDX-License-Identifier: MIT */
/* Finished cells: one file each in OUT/cells, named by a checksum of all that the cell depends on.
 * The file holds that key too, and a file with another key is as if it were not there. */
#include "json.h"
#include "report.h"
#include "reproduce.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a: names files, and tells versions of a data set apart; no one is to be kept from forging.
 */
#define FNV_START UINT64_C(0xcbf29ce484222325)

static uint64_t fnv(uint64_t sum, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < count; i++)
        sum = (sum ^ byte[i]) * UINT64_C(0x100000001b3);
    return sum;
}

bool repro_checksum(const char *path, uint64_t *checksum)
{
    FILE *file = fopen(path, "re");
    char buffer[65536];
    size_t count;
    bool fine;

    if (!file)
        return false;
    *checksum = FNV_START;
    while ((count = fread(buffer, 1, sizeof buffer, file)) > 0)
        *checksum = fnv(*checksum, buffer, count);
    fine = !ferror(file);
    fclose(file);
    return fine;
}

char *repro_path(const char *folder, const char *name)
{
    char *path;

    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* ---- Keys ---- */

static json_t *sources_json(const repro_group *group)
{
    const repro_dataset *d = group->dataset;
    json_t *list = json_array();

    if (d->nodes)
        json_array_append_new(list, json_pack("{s:s, s:I}", "generator", "erdos-renyi 10", "nodes",
                                              (json_int_t)d->nodes));
    for (int g = 0; g < 2 && d->graphs[g]; g++) {
        json_t *source = json_object();

        json_object_set_new(source, "graph",
                            json_sprintf("%016" PRIx64, group->graph_checksums[g]));
        if (d->labels[g])
            json_object_set_new(source, "labels",
                                json_sprintf("%016" PRIx64, group->label_checksums[g]));
        if (d->positive[g])
            json_object_set_new(source, "positive", json_string(d->positive[g]));
        json_array_append_new(list, source);
    }
    return list;
}

static json_t *ratios_json(const repro_experiment *experiment)
{
    json_t *list = json_array();

    for (unsigned r = 0; r < experiment->ratio_count; r++)
        json_array_append_new(list, json_real(experiment->ratios[r]));
    return list;
}

/* The classifier, where there is one; how vectors are scaled for it is a matter of the method. */
static json_t *fit_json(const repro_options *o, const repro_group *group)
{
    repro_task task = group->experiment->task;
    json_t *fit;

    if (task != REPRO_CLASSIFY && task != REPRO_TRANSFER)
        return json_null();
    fit = json_copy(o->fit_json);
    json_object_set_new(fit, "normalize", json_integer(repro_scale(o, group->method)));
    return fit;
}

static const char *const task_names[] = {"classify", "transfer", "holes", "scaling"};

json_t *repro_key(const repro_options *o, const repro_group *group, unsigned setting,
                  uint32_t embedding)
{
    const repro_experiment *experiment = group->experiment;

    return json_pack(
        "{s:s, s:o, s:s, s:s, s:o, s:o, s:o, s:I, s:o, s:I, s:b, s:o}", "riwalk", riwalk_version(),
        "program", json_sprintf("%016" PRIx64, o->program), "isa", riwalk_isa(), "task",
        task_names[experiment->task], "sources", sources_json(group), "words",
        json_sprintf("%s %s %s", group->method->words, o->words ? o->words : "",
                     group->settings[setting]),
        "seed", cli_json_seed(o->seed + embedding), "threads", (json_int_t)o->threads, "ratios",
        ratios_json(experiment), "repeats", (json_int_t)(experiment->ratio_count ? o->repeats : 1),
        "validation", group->tuned, "fit", fit_json(o, group));
}

/* ---- Files ---- */

static char *cell_path(const char *out, const json_t *key)
{
    char *text = json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(12));
    char *path = NULL;

    if (text && asprintf(&path, "%s/cells/%016" PRIx64 ".json", out,
                         fnv(FNV_START, text, strlen(text))) < 0)
        path = NULL;
    cli_json_free(text);
    return path;
}

json_t *repro_load(const char *out, const json_t *key)
{
    char *path = cell_path(out, key);
    json_t *record = path ? json_load_file(path, 0, NULL) : NULL;

    free(path);
    if (record && !json_equal(json_object_get(record, "key"), key)) {
        json_decref(record);
        record = NULL;
    }
    return record;
}

int repro_save(const char *out, json_t *key, json_t *record)
{
    char *path = cell_path(out, key);
    int status = path && !json_object_set(record, "key", key)
                     ? cli_write_json(NULL, path, record,
                                      JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(17))
                     : cli_fail("not enough memory to store a result");

    free(path);
    return status;
}
