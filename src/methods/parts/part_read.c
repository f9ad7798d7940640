/* SPDX-License-Identifier: MIT */
/*
 * Reading parts. A file is not trusted, even if its checksum is right: sizes are checked before
 * anything is allocated, and all values that a fit relies on after it.
 */
#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "methods/parts/part.h"
#include "methods/riwalk/factor_run.h"
#include "model/model.h"
#include "options/lines.h"
#include "options/options.h"

#include <string.h>

static const rw_binary kind = {
    .noun = "part",
    .stranger = "this is not a riwalk part file (.rwp), as 'riwalk profiles' writes them",
    .advice = "; make it again",
    .magic = RW_PART_MAGIC,
    .version = RW_PART_VERSION,
    .header_bytes = sizeof(rw_part_header),
};

typedef struct reading {
    const rw_input *input;
    rw_part_header header;
    rw_part_record records[RW_FACTOR_VIEWS];
    riwalk_model *model; /* without content: how roles of each view are packed */
    const char *at;      /* what is not yet read */
    riwalk_part *part;
} reading;

static riwalk_status nonsense(const reading *r, riwalk_error *error)
{
    return rw_binary_nonsense(&kind, r->input, error);
}

/* ---- The file as a whole ---- */

static uint64_t checksum_of(const char *data, size_t size)
{
    uint64_t sum = RW_PART_VERSION;

    for (size_t at = 0; at < size; at += RW_PART_PIECE)
        sum = rw_checksum(data + at, size - at < RW_PART_PIECE ? size - at : RW_PART_PIECE, sum);
    return sum;
}

static riwalk_status check_bytes(reading *r, riwalk_error *error)
{
    const rw_input *input = r->input;
    riwalk_status status = rw_binary_check(&kind, input, error);
    uint64_t sum;

    if (status)
        return status;
    memcpy(&r->header, input->data, sizeof r->header);
    memcpy(&sum, input->data + input->size - sizeof sum, sizeof sum);
    return checksum_of(input->data, input->size - sizeof sum) == sum
               ? RIWALK_STATUS_OK
               : rw_binary_damaged(&kind, input, error);
}

/* Whether counts make sense, and the file has the size that they ask for. */
static bool check_sizes(reading *r)
{
    const rw_part_header *h = &r->header;
    uint32_t anchors = h->end - h->first;
    bool fine = h->view_count && h->view_count <= RW_FACTOR_VIEWS;

    if (!fine || r->input->size < sizeof *h + h->view_count * sizeof *r->records)
        return false;
    memcpy(r->records, r->input->data + sizeof *h, h->view_count * sizeof *r->records);
    fine = h->first < h->end && h->end <= h->node_count && h->graph_count && h->text_bytes &&
           h->text_bytes <= RW_LINES_MOST && (!h->measure_count || h->measure_count == RW_MEASURES);
    for (int i = 0; i < 5; i++)
        fine &= !h->reserved[i];
    for (uint32_t v = 0; v < h->view_count; v++)
        fine &= r->records[v].exact_count <= anchors &&
                r->records[v].role_count <= r->records[v].entry_count &&
                !r->records[v].reserved[0] && !r->records[v].reserved[1];
    return fine && rw_part_file_bytes(h, r->records) == r->input->size;
}

/* ---- Options ---- */

/* An array at hand; the next one begins after the zeros that follow it. NULL where these are none.
 */
static const void *take(reading *r, uint64_t bytes)
{
    const char *data = r->at;

    r->at += rw_padded(bytes);
    return rw_padding_is_zero(data, bytes) ? data : NULL;
}

static riwalk_status check_version(const reading *r, riwalk_error *error)
{
    const char *version;
    size_t length = rw_lines_version(r->part->text, r->part->text_bytes, &version);

    if (!length)
        return nonsense(r, error);
    if (length != strlen(RIWALK_VERSION) || memcmp(version, RIWALK_VERSION, length))
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0,
                          "the part was made by riwalk %.*s, this is %s: make it again with this "
                          "one",
                          length < 40 ? (int)length : 40, version, RIWALK_VERSION);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_options(reading *r, riwalk_error *error)
{
    const rw_part_header *h = &r->header;
    riwalk_part *part = r->part;
    const char *text = take(r, h->text_bytes);
    riwalk_error own = {0};
    riwalk_options views;
    riwalk_status status;

    if (!text)
        return nonsense(r, error);
    if (!(part->text = rw_alloc(h->text_bytes, 1, error)))
        return RIWALK_STATUS_MEMORY;
    memcpy(part->text, text, h->text_bytes);
    part->text_bytes = h->text_bytes;
    if ((status = check_version(r, error)))
        return status;
    if (!(status = rw_part_set_options(part, &own))) {
        views = part->options;
        views.view_count = part->view_count;
        memcpy(views.views, part->views, sizeof part->views);
        status = rw_model_new(&views, &r->model, &own);
    }
    if (status == RIWALK_STATUS_MEMORY)
        return rw_fail(error, status, "%s", own.message);
    if (status)
        return rw_fail_at(error, RIWALK_STATUS_FORMAT, r->input->name, 0, "%s", own.message);
    if (part->view_count != h->view_count ||
        !rw_factor_run_measures(&part->options) != !h->measure_count)
        return nonsense(r, error);
    return RIWALK_STATUS_OK;
}

/* ---- Profiles ---- */

/* Roles ascend, and are of the kind that the view has. */
static bool check_roles(const rw_walk_setup *setup, const uint64_t *roles, uint32_t count)
{
    for (uint32_t r = 0; r < count; r++) {
        uint64_t tuple[RIWALK_ROLE_FIELDS] = {0}, packed = 0;
        uint32_t fields[RIWALK_ROLE_FIELDS];

        rw_role_tuple(setup, roles[r], tuple);
        for (unsigned f = 0; f < RIWALK_ROLE_FIELDS; f++)
            fields[f] = (uint32_t)tuple[f];
        if (!rw_role_pack(setup, fields, &packed) || packed != roles[r] ||
            (r && roles[r] <= roles[r - 1]))
            return false;
    }
    return true;
}

/* Entries ascend in each anchor, have visits, and meet every role of the table. No anchor has more
 * visits than walks can have tokens: shares then never vanish in a sum. */
static bool check_entries(uint32_t anchors, const uint32_t *counts, const rw_profile_entry *entries,
                          const rw_part_record *record, bool *met)
{
    uint64_t left = record->entry_count;

    for (uint32_t a = 0; a < anchors; a++) {
        double total = 0;

        if (counts[a] > record->role_count || counts[a] > RW_WALK_TOKENS_LIMIT || counts[a] > left)
            return false;
        for (uint32_t i = 0; i < counts[a]; i++) {
            if (entries[i].role >= record->role_count ||
                (i && entries[i].role <= entries[i - 1].role) || !(entries[i].visits > 0))
                return false;
            met[entries[i].role] = true;
            total += (double)entries[i].visits;
        }
        if (!(total <= RW_WALK_TOKENS_LIMIT))
            return false;
        entries += counts[a];
        left -= counts[a];
    }
    for (uint32_t r = 0; r < record->role_count; r++)
        if (!met[r])
            return false;
    return !left;
}

static riwalk_status read_view(reading *r, uint32_t view, riwalk_error *error)
{
    const rw_part_record *record = &r->records[view];
    uint32_t anchors = r->header.end - r->header.first;
    const uint64_t *roles = take(r, record->role_count * sizeof *roles);
    const uint32_t *counts = take(r, anchors * sizeof *counts);
    const rw_profile_entry *entries;
    riwalk_status status;
    bool *met, fine;

    if (!counts)
        return nonsense(r, error);
    entries = take(r, record->entry_count * sizeof *entries);
    if (!(met = rw_alloc_zeroed(record->role_count, sizeof *met, error)))
        return RIWALK_STATUS_MEMORY;
    fine = check_roles(&r->model->views[view].setup, roles, record->role_count) &&
           check_entries(anchors, counts, entries, record, met);
    rw_free(met);
    if (!fine)
        return nonsense(r, error);
    if (!(status = rw_profiles_copy(anchors, record->role_count, roles, counts, entries,
                                    &r->part->profiles[view], error)))
        r->part->profiles[view]->exact_count = record->exact_count;
    return status;
}

static riwalk_status read_measures(reading *r, riwalk_error *error)
{
    size_t count = (size_t)(r->header.end - r->header.first) * r->header.measure_count;
    const double *values = take(r, count * sizeof *values);

    if (!count)
        return RIWALK_STATUS_OK;
    for (size_t i = 0; i < count; i++)
        if (!rw_measures_sane(values[i]))
            return nonsense(r, error);
    if (!(r->part->measures = rw_alloc(count, sizeof *values, error)))
        return RIWALK_STATUS_MEMORY;
    memcpy(r->part->measures, values, count * sizeof *values);
    return RIWALK_STATUS_OK;
}

/* ---- All ---- */

static riwalk_status read_all(reading *r, riwalk_error *error)
{
    const rw_part_header *h = &r->header;
    riwalk_status status;

    if (!(r->part = rw_alloc_zeroed(1, sizeof *r->part, error)))
        return RIWALK_STATUS_MEMORY;
    r->part->graph_checksum = h->graph_checksum;
    r->part->graph_count = h->graph_count;
    r->part->node_count = h->node_count;
    r->part->first = h->first;
    r->part->end = h->end;
    r->at = r->input->data + sizeof *h + h->view_count * sizeof *r->records;
    if ((status = read_options(r, error)))
        return status;
    for (uint32_t v = 0; v < h->view_count && !status; v++)
        status = read_view(r, v, error);
    return status ? status : read_measures(r, error);
}

/* Arrays are used where they are: their bytes must begin at a multiple of 8. */
static riwalk_status align(const rw_input *input, rw_input *aligned, riwalk_error *error)
{
    *aligned = *input;
    aligned->owned = NULL;
    if ((uintptr_t)input->data % 8 == 0)
        return RIWALK_STATUS_OK;
    if (!(aligned->owned = rw_alloc(input->size, 1, error)))
        return RIWALK_STATUS_MEMORY;
    memcpy(aligned->owned, input->data, input->size);
    aligned->data = aligned->owned;
    return RIWALK_STATUS_OK;
}

/* Closes the input. */
static riwalk_status read_part(rw_input *input, riwalk_part **part, riwalk_error *error)
{
    rw_input aligned;
    reading r = {.input = &aligned};
    riwalk_status status;

    if (!(status = align(input, &aligned, error)) && !(status = check_bytes(&r, error)))
        status = check_sizes(&r) ? read_all(&r, error) : nonsense(&r, error);
    riwalk_model_free(r.model);
    rw_free(aligned.owned);
    rw_input_close(input);
    if (status)
        riwalk_part_free(r.part);
    else
        *part = r.part;
    return status;
}

riwalk_status riwalk_part_read_from(riwalk_source source, riwalk_part **part, riwalk_error *error)
{
    riwalk_status status;
    rw_input input;

    if (!part)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the part must not be NULL");
    if ((status = rw_input_from(source, 0, &input, error)))
        return status;
    return read_part(&input, part, error);
}

riwalk_status riwalk_part_read(const char *path, riwalk_part **part, riwalk_error *error)
{
    return riwalk_part_read_from(riwalk_from_file(path), part, error);
}
