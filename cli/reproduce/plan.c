/* SPDX-License-Identifier: MIT */
/* Which cells there are: for each experiment, data set and method that was asked for. */
#include "report.h"
#include "reproduce.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool repro_listed(const char *list, const char *between, const char *name)
{
    size_t length;

    if (!list)
        return true;
    for (; *list; list += length + strspn(list + length, between)) {
        length = strcspn(list, between);
        if (strlen(name) == length && !strncasecmp(list, name, length))
            return true;
    }
    return false;
}

bool repro_asked(const repro_options *o, const repro_experiment *experiment)
{
    return !o->experiment || experiment == o->experiment;
}

riwalk_scale repro_scale(const repro_options *o, const repro_method *method)
{
    return o->scale_given ? o->fit.scale : method->scale;
}

/* Whether a data set's files are there; their checksums, and their size as a cell's weight. */
static bool find_files(const repro_options *o, repro_plan *p, repro_group *group)
{
    const repro_dataset *d = group->dataset;
    const char *const names[] = {d->graphs[0], d->graphs[1], d->labels[0], d->labels[1]};
    uint64_t *const sums[] = {&group->graph_checksums[0], &group->graph_checksums[1],
                              &group->label_checksums[0], &group->label_checksums[1]};
    bool fine = true;

    group->weight = 100.0 * d->nodes;
    for (int f = 0; f < 4; f++) {
        char *path = names[f] ? repro_path(o->data, names[f]) : NULL;
        struct stat info;

        if (names[f] && (!path || stat(path, &info) || !repro_checksum(path, sums[f]))) {
            repro_add_problem(&p->results, "%s is not in %s: docs/datasets.md says where to get it",
                              names[f], o->data);
            fine = false;
        } else if (names[f]) {
            group->weight += (double)info.st_size;
        }
        free(path);
    }
    return fine;
}

static void choose_settings(const repro_options *o, repro_group *group)
{
    static const char *const defaults[] = {"", NULL};
    const repro_experiment *experiment = group->experiment;

    group->tuned = o->tune && group->dataset->tuned && experiment->score && group->method->grid[1];
    group->settings = experiment->sweep ? experiment->sweep
                      : group->tuned    ? group->method->grid
                                        : defaults;
    while (group->settings[group->setting_count])
        group->setting_count++;
    group->embeddings = o->embeddings;
    if (experiment->most_embeddings && group->embeddings > experiment->most_embeddings)
        group->embeddings = experiment->most_embeddings;
}

static bool add_group(const repro_options *o, repro_plan *p, repro_group group)
{
    size_t cells;
    repro_group *groups;

    choose_settings(o, &group);
    cells = (size_t)group.setting_count * group.embeddings;
    if (!(groups = realloc(p->groups, (p->count + 1) * sizeof *groups)))
        return false;
    p->groups = groups;
    if (!(group.records = calloc(cells, sizeof(json_t *))))
        return false;
    p->groups[p->count++] = group;
    p->cells += cells;
    p->weight += (double)cells * group.weight;
    return true;
}

static bool plan_dataset(const repro_options *o, repro_plan *p, const repro_experiment *experiment,
                         const repro_dataset *dataset)
{
    repro_group group = {.experiment = experiment, .dataset = dataset};

    if (!find_files(o, p, &group)) {
        p->failed = true;
        return true;
    }
    for (const repro_method *m = repro_methods; m->name; m++) {
        if (!repro_listed(experiment->methods, " ", m->name) ||
            !repro_listed(o->methods, ",", m->name))
            continue;
        group.method = m;
        if (!add_group(o, p, group))
            return false;
    }
    return true;
}

int repro_make_plan(const repro_options *o, repro_plan *p)
{
    for (const repro_experiment *e = repro_experiments; e->name; e++)
        for (const repro_dataset *d = e->datasets; repro_asked(o, e) && d->name; d++) {
            if (!repro_listed(o->datasets, ",", d->name))
                continue;
            if (d->nodes > o->largest)
                p->left_out = p->left_out ? p->left_out : d->nodes; /* sizes ascend */
            else if (!plan_dataset(o, p, e, d))
                return cli_fail("not enough memory");
        }
    return CLI_EXIT_FINE;
}

void repro_plan_free(repro_plan *p)
{
    for (size_t g = 0; g < p->count; g++) {
        repro_group *group = &p->groups[g];

        for (size_t i = 0; i < (size_t)group->setting_count * group->embeddings; i++)
            json_decref(group->records[i]);
        free(group->records);
    }
    free(p->groups);
    repro_results_free(&p->results);
}
