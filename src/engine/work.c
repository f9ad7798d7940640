/* SPDX-License-Identifier: MIT */
/* Files of ranges: a head, the three arrays, and a checksum of all of it. */
#include "engine/work.h"

#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define FORMAT 1 /* of files, and of what profiles are */
#define PATH_BYTES 4096

#define MAGIC "RWWORK\r\n"

typedef struct head {
    char magic[8];
    uint64_t key;
    uint32_t first;
    uint32_t anchors;
    uint32_t exact;
    uint32_t unused;
    uint64_t entries;
} head;

void rw_work_free(rw_work_range *range)
{
    rw_free(range->counts);
    rw_free(range->roles);
    rw_free(range->visits);
    *range = (rw_work_range){0};
}

uint64_t rw_work_key(const rw_walk_setup *setup)
{
    const riwalk_options *o = &setup->options;
    const riwalk_view *view = &o->view;
    uint64_t words[] = {FORMAT,
                        o->seed,
                        o->walks,
                        o->walk_length,
                        setup->walks,
                        view->identifier,
                        view->radius,
                        view->classes,
                        0,
                        view->role_anchor,
                        setup->graph->part_count,
                        rw_graph_checksum(setup->graph)};
    uint64_t sum;

    memcpy(&words[8], &view->class_base, sizeof words[8]);
    sum = rw_checksum(words, sizeof words, 0);
    return rw_checksum(setup->graph->part_starts,
                       setup->graph->part_count * sizeof *setup->graph->part_starts, sum);
}

static riwalk_status make_path(const char *folder, uint64_t key, uint32_t first,
                               char path[PATH_BYTES], riwalk_error *error)
{
    if (snprintf(path, PATH_BYTES, "%s/%016" PRIx64 "-%" PRIu32 ".work", folder, key, first) >=
        PATH_BYTES)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the name of the folder for work is too long");
    return RIWALK_STATUS_OK;
}

static uint64_t checksum(const head *h, const rw_work_range *r)
{
    uint64_t sum = rw_checksum(h, sizeof *h, FORMAT);

    sum = rw_checksum(r->counts, r->anchors * sizeof *r->counts, sum);
    sum = rw_checksum(r->roles, (size_t)r->entries * sizeof *r->roles, sum);
    return rw_checksum(r->visits, (size_t)r->entries * sizeof *r->visits, sum);
}

riwalk_status rw_work_save(const char *folder, uint64_t key, uint32_t first, const rw_work_range *r,
                           riwalk_error *error)
{
    head h = {.magic = MAGIC, .key = key, .first = first, .anchors = r->anchors};
    rw_output *output = NULL;
    char path[PATH_BYTES];
    riwalk_status status;
    uint64_t sum;

    h.exact = r->exact;
    h.entries = r->entries;
    sum = checksum(&h, r);
    if ((status = make_path(folder, key, first, path, error)) ||
        (status = rw_output_open(path, &output, error)))
        return status;
    if (!(status = rw_output_write(output, &h, sizeof h, error)) &&
        !(status = rw_output_write(output, r->counts, r->anchors * sizeof *r->counts, error)) &&
        !(status =
              rw_output_write(output, r->roles, (size_t)r->entries * sizeof *r->roles, error)) &&
        !(status =
              rw_output_write(output, r->visits, (size_t)r->entries * sizeof *r->visits, error)))
        status = rw_output_write(output, &sum, sizeof sum, error);
    return rw_output_end(output, status, NULL, error);
}

/* Whether a file has the size that its head says. */
static bool fits(const rw_input *file, const head *h)
{
    uint64_t entry = sizeof(uint64_t) + sizeof(float),
             room = file->size - sizeof *h - sizeof(uint64_t);

    return h->anchors <= room / sizeof(uint32_t) && h->entries <= room / entry &&
           h->anchors * sizeof(uint32_t) + h->entries * entry == room;
}

/* The next array of a file, copied: its place there need not be aligned. */
static void *take(const char **at, size_t count, size_t size, riwalk_error *error)
{
    void *array = rw_alloc(count, size, error);

    if (array)
        memcpy(array, *at, count * size);
    *at += count * size;
    return array;
}

static riwalk_status parse(const rw_input *file, uint64_t key, uint32_t first, rw_work_range *r,
                           riwalk_error *error)
{
    const char *at = file->data;
    uint64_t sum, entries = 0;
    head h = {.magic = ""};

    if (file->size >= sizeof h + sizeof sum)
        memcpy(&h, at, sizeof h);
    if (memcmp(h.magic, MAGIC, sizeof h.magic) != 0 || h.key != key || h.first != first ||
        !fits(file, &h))
        return RIWALK_STATUS_OK;
    at += sizeof h;
    r->exact = h.exact;
    r->entries = h.entries;
    if (!(r->counts = take(&at, h.anchors, sizeof *r->counts, error)) ||
        !(r->roles = take(&at, (size_t)h.entries, sizeof *r->roles, error)) ||
        !(r->visits = take(&at, (size_t)h.entries, sizeof *r->visits, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t a = 0; a < h.anchors; a++)
        entries += r->counts[a];
    memcpy(&sum, at, sizeof sum);
    r->anchors = h.anchors;
    if (entries != h.entries || sum != checksum(&h, r))
        r->anchors = 0;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_work_load(const char *folder, uint64_t key, uint32_t first, rw_work_range *r,
                           riwalk_error *error)
{
    rw_input file = {0};
    char path[PATH_BYTES];
    riwalk_status status = make_path(folder, key, first, path, error);

    *r = (rw_work_range){0};
    if (status || access(path, F_OK))
        return status;
    if (!(status = rw_input_open(path, 1, &file, error)))
        status = parse(&file, key, first, r, error);
    rw_input_close(&file);
    if (status || !r->anchors)
        rw_work_free(r);
    return status;
}
