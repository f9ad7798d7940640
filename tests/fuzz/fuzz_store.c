/* SPDX-License-Identifier: MIT */
/* The store of reproduce: cells that were not made by this program, or were damaged. JSON objects
 * get the key that is looked for, since no fuzzer finds it. */
#include "cli/reproduce/reproduce.h"
#include "command.h"
#include "fuzz.h"

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>

static const repro_dataset usa[] = {{.name = "USA"}, {0}};
static const repro_column columns[] = {{"10 %", "micro_f1", 0}, {"20 %", "micro_f1", 1}};
static const double ratios[] = {0.1, 0.2};
static const repro_experiment within = {
    .name = "within",
    .task = REPRO_CLASSIFY,
    .datasets = usa,
    .ratios = ratios,
    .ratio_count = 2,
    .columns = columns,
    .column_count = 2,
    .score = "micro_f1",
    .trivial = "majority_",
    .trivial_name = "majority",
};
static const char *const grid[] = {"", NULL};
static const repro_method sp = {"riwalk-sp", "", grid};

/* The name of the cell's file in out/cells: the only one there. */
static const char *cell_file(const json_t *key)
{
    static char name[300];
    struct dirent *entry;
    json_t *record;
    DIR *cells;

    if (*name)
        return name;
    mkdir(fuzz_path("out"), 0777);
    mkdir(fuzz_path("out/cells"), 0777);
    record = json_object();
    REQUIRE(!repro_save("out", (json_t *)(uintptr_t)key, record));
    json_decref(record);
    REQUIRE((cells = opendir("out/cells")));
    while ((entry = readdir(cells)))
        if (entry->d_name[0] != '.')
            snprintf(name, sizeof name, "out/cells/%.255s", entry->d_name);
    closedir(cells);
    return name;
}

static void put_cell(const json_t *key, const uint8_t *data, size_t size)
{
    json_t *record = json_loadb((const char *)data, size, 0, NULL);
    char *text = NULL;

    if (json_is_object(record))
        json_object_set(record, "key", (json_t *)(uintptr_t)key);
    if (record)
        text = json_dumps(record, 0);
    fuzz_file(cell_file(key), text ? (const uint8_t *)text : data, text ? strlen(text) : size);
    free(text);
    json_decref(record);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *records[1] = {NULL};
    repro_group group = {.experiment = &within,
                         .dataset = usa,
                         .method = &sp,
                         .settings = grid,
                         .setting_count = 1,
                         .embeddings = 1,
                         .tuned = true,
                         .records = records};
    repro_options options = {.experiment = &within, .repeats = 2, .fit_json = json_object()};
    repro_results results = {0};
    repro_page page = {.options = &options, .results = &results};
    json_t *key, *all;

    fuzz_prepare_commands();
    REQUIRE((key = repro_key(&options, &group, 0, 0)));
    put_cell(key, data, size);
    records[0] = repro_load("out", key);
    REQUIRE(repro_add_rows(&results, &group, 1));
    all = repro_results_json(&page);
    json_decref(all);
    repro_results_free(&results);
    json_decref(records[0]);
    json_decref(key);
    json_decref(options.fit_json);
    return 0;
}
