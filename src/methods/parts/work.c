/* SPDX-License-Identifier: MIT */
/* Work that is kept in a folder of parts, so that a run that was ended goes on from there. */
#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "methods/parts/part.h"
#include "methods/riwalk/riwalk.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 4096

struct rw_work {
    riwalk_part *part; /* what all parts of the run have in common */
    double *measures;  /* of all nodes; not its own */
    uint64_t key;      /* of that */
    const char *folder;
};

riwalk_status rw_work_open(const rw_factor_run *run, const char *folder, rw_work **work,
                           riwalk_error *error)
{
    rw_work *made = rw_alloc_zeroed(1, sizeof *made, error);
    riwalk_status status;

    if (!made)
        return RIWALK_STATUS_MEMORY;
    if ((status = rw_part_new(run->embedding, &made->part, error))) {
        rw_work_close(made);
        return status;
    }
    made->measures = run->measures;
    made->folder = folder;
    made->key = rw_checksum(made->part->text, made->part->text_bytes, made->part->graph_checksum);
    *work = made;
    return RIWALK_STATUS_OK;
}

void rw_work_close(rw_work *work)
{
    if (!work)
        return;
    riwalk_part_free(work->part);
    rw_free(work);
}

static riwalk_status make_path(const rw_work *work, uint32_t first, char path[PATH_BYTES],
                               riwalk_error *error)
{
    if (snprintf(path, PATH_BYTES, "%s/%016" PRIx64 "-%" PRIu32 ".rwp", work->folder, work->key,
                 first) >= PATH_BYTES)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the name of the folder for work is too long");
    return RIWALK_STATUS_OK;
}

/* Whether a part is the one of this run that its name says. */
static bool is_ours(const rw_work *work, const riwalk_part *part, uint32_t first, uint32_t count)
{
    const riwalk_part *own = work->part;

    return part->first == first && part->end == first + count &&
           part->graph_checksum == own->graph_checksum && part->node_count == own->node_count &&
           part->graph_count == own->graph_count && part->text_bytes == own->text_bytes &&
           !memcmp(part->text, own->text, own->text_bytes);
}

riwalk_status rw_work_load(const rw_work *work, uint32_t first, uint32_t count, rw_piece *piece,
                           bool *found, riwalk_error *error)
{
    riwalk_part *part = NULL;
    char path[PATH_BYTES];
    riwalk_status status = make_path(work, first, path, error);

    *found = false;
    if (status || access(path, F_OK))
        return status;
    status = riwalk_part_read(path, &part, error);
    if (status && status != RIWALK_STATUS_FORMAT)
        return status;
    if (!status && is_ours(work, part, first, count)) {
        *found = true;
        *piece = (rw_piece){.first = first, .count = count};
        memcpy(piece->profiles, part->profiles, sizeof piece->profiles);
        memset(part->profiles, 0, sizeof part->profiles);
    }
    riwalk_part_free(part);
    return RIWALK_STATUS_OK;
}

riwalk_status rw_work_save(rw_work *work, const rw_piece *piece, riwalk_error *error)
{
    riwalk_part *part = work->part;
    char path[PATH_BYTES];
    riwalk_status status = make_path(work, piece->first, path, error);

    if (status)
        return status;
    part->first = piece->first;
    part->end = piece->first + piece->count;
    memcpy(part->profiles, piece->profiles, sizeof part->profiles);
    if (work->measures)
        part->measures = work->measures + (size_t)piece->first * RW_MEASURES;
    status = riwalk_part_write(part, path, error);
    memset(part->profiles, 0, sizeof part->profiles); /* which are the piece's */
    part->measures = NULL;
    return status;
}
