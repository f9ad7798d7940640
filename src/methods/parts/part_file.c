/* SPDX-License-Identifier: MIT */
/* Reads and writes parts. Profiles are large, so they are written piece by piece, without a second
 * copy. A file is not trusted even if its checksum is right: nothing is allocated beyond what it
 * contains, and every value that a fit relies on is checked. */
#include "base/checksum.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/output.h"
#include "methods/parts/part.h"
#include "methods/riwalk/riwalk.h"
#include "model/model.h"
#include "options/options.h"

#include <string.h>

/* ---- Writing ---- */

typedef struct writer {
    rw_output *output;
    uint64_t checksum;
    char piece[RW_PART_PIECE];
    size_t in_piece;
    riwalk_status status; /* the first failure so far */
    riwalk_error *error;
} writer;

static void end_piece(writer *w)
{
    w->checksum = rw_checksum(w->piece, w->in_piece, w->checksum);
    if (!w->status)
        w->status = rw_output_write(w->output, w->piece, w->in_piece, w->error);
    w->in_piece = 0;
}

static void put(writer *w, const void *data, size_t size)
{
    const char *from = data;

    while (size && !w->status) {
        size_t room = sizeof w->piece - w->in_piece, now = size < room ? size : room;

        memcpy(w->piece + w->in_piece, from, now);
        w->in_piece += now;
        from += now;
        size -= now;
        if (w->in_piece == sizeof w->piece)
            end_piece(w);
    }
}

/* Pads an array of so many bytes with zeros. */
static void pad(writer *w, uint64_t bytes)
{
    static const char zeros[8];

    put(w, zeros, (size_t)(rw_padded(bytes) - bytes));
}

static void put_profiles(writer *w, const rw_profiles *p)
{
    rw_profile_entry *room = rw_alloc(p->longest, sizeof *room, w->error);

    if (!room) {
        w->status = RIWALK_STATUS_MEMORY;
        return;
    }
    put(w, p->roles, p->role_count * sizeof *p->roles);
    for (uint32_t a = 0; a < p->anchor_count; a++) {
        uint32_t count = rw_profiles_count(p, a, NULL);

        put(w, &count, sizeof count);
    }
    pad(w, p->anchor_count * sizeof(uint32_t));
    for (uint32_t a = 0; a < p->anchor_count; a++) {
        rw_profile profile = rw_profiles_read(p, a, room);

        put(w, profile.entries, profile.count * sizeof *profile.entries);
    }
    rw_free(room);
}

static void put_part(writer *w, const riwalk_part *part, const rw_part_header *h,
                     const rw_part_record *records)
{
    uint64_t anchors = part->end - part->first;

    w->checksum = RW_PART_VERSION;
    put(w, h, sizeof *h);
    put(w, records, part->view_count * sizeof *records);
    put(w, part->text, h->text_bytes);
    pad(w, h->text_bytes);
    put(w, part->types.text, (size_t)h->type_bytes);
    pad(w, h->type_bytes);
    for (uint32_t v = 0; v < part->view_count; v++)
        put_profiles(w, part->profiles[v]);
    if (part->measures)
        put(w, part->measures, (size_t)anchors * RW_MEASURES * sizeof *part->measures);
    if (w->in_piece)
        end_piece(w);
    if (!w->status)
        w->status = rw_output_write(w->output, &w->checksum, sizeof w->checksum, w->error);
}

/* Fills in the header and the records of a part. */
static void describe(const riwalk_part *part, rw_part_header *h, rw_part_record *records)
{
    uint64_t anchors = part->end - part->first;

    *h = (rw_part_header){
        .magic = RW_PART_MAGIC,
        .version = RW_PART_VERSION,
        .view_count = part->view_count,
        .graph_checksum = part->graph_checksum,
        .graph_count = part->graph_count,
        .node_count = part->node_count,
        .first = part->first,
        .end = part->end,
        .text_bytes = (uint32_t)strlen(part->text),
        .measure_count = part->measures ? RW_MEASURES : 0,
        .type_bytes = part->types.bytes,
        .file_bytes = sizeof *h + part->view_count * sizeof *records + sizeof(uint64_t),
    };
    h->file_bytes += rw_padded(h->text_bytes) + rw_padded(h->type_bytes) +
                     anchors * h->measure_count * sizeof(double);
    for (uint32_t v = 0; v < part->view_count; v++) {
        const rw_profiles *p = part->profiles[v];

        records[v] = (rw_part_record){p->role_count, p->exact_count, p->entry_count, {0}};
        h->file_bytes += p->role_count * sizeof *p->roles + rw_padded(anchors * sizeof(uint32_t)) +
                         p->entry_count * sizeof(rw_profile_entry);
    }
}

riwalk_status riwalk_part_write_to(const riwalk_part *part, riwalk_sink sink, riwalk_error *error)
{
    rw_part_record records[RW_FACTOR_VIEWS];
    rw_output *output = NULL;
    rw_part_header h;
    riwalk_status status;
    writer *w;
    RW_POOL(pool);

    if (!part)
        return rw_refuse(error, "the part must not be NULL");
    if (part->used)
        return rw_refuse(error, "the part was used by a fit: write parts before they are fitted");
    RW_HAVE(w = rw_take_zeroed(&pool, 1, sizeof *w, error));
    if (!(status = rw_output_open_sink(sink, &output, error))) {
        w->output = output;
        w->error = error;
        describe(part, &h, records);
        put_part(w, part, &h, records);
        status = w->status;
    }
    return rw_output_end(output, status, sink.files, error);
}

riwalk_status riwalk_part_write(const riwalk_part *part, const char *path, riwalk_error *error)
{
    return riwalk_part_write_to(part, riwalk_to_file(path), error);
}

/* ---- Reading ---- */

static bool is_intact(const char *file, size_t size)
{
    uint64_t sum = RW_PART_VERSION, stored;
    size_t end = size - sizeof stored;

    for (size_t at = 0; at < end; at += RW_PART_PIECE)
        sum = rw_checksum(file + at, end - at < RW_PART_PIECE ? end - at : RW_PART_PIECE, sum);
    memcpy(&stored, file + end, sizeof stored);
    return sum == stored;
}

static const rw_binary kind = {
    .noun = "part",
    .stranger = "this is not a riwalk part file (.rwp), as 'riwalk profiles' writes them",
    .advice = "; make it again",
    .magic = RW_PART_MAGIC,
    .version = RW_PART_VERSION,
    .header_bytes = sizeof(rw_part_header),
    .intact = is_intact,
};

/* Whether the counts make sense. */
static bool is_sane(const rw_part_header *h, const rw_part_record *records)
{
    bool fine = h->first < h->end && h->end <= h->node_count && h->graph_count && h->text_bytes &&
                h->text_bytes <= RW_LINES_MOST &&
                (!h->measure_count || h->measure_count == RW_MEASURES);

    for (int i = 0; i < 4; i++)
        fine &= !h->reserved[i];
    for (uint32_t v = 0; v < h->view_count; v++)
        fine &= records[v].exact_count <= h->end - h->first &&
                records[v].role_count <= records[v].entry_count && !records[v].reserved[0] &&
                !records[v].reserved[1];
    return fine;
}

static riwalk_status check_version(const rw_binary_reader *r, const riwalk_part *part)
{
    const char *version;
    size_t length = rw_lines_version(part->text, &version);

    if (!length)
        return rw_binary_nonsense(r);
    if (length != strlen(RIWALK_VERSION) || memcmp(version, RIWALK_VERSION, length))
        return rw_input_fail(
            &r->input, r->error,
            "the part was made by riwalk %.*s, this is %s: make it again with this "
            "one",
            length < 40 ? (int)length : 40, version, RIWALK_VERSION);
    return RIWALK_STATUS_OK;
}

/* Reads a part's options, and makes an empty model that knows how each view packs roles. */
static riwalk_status read_options(rw_binary_reader *r, const rw_part_header *h, riwalk_part *part,
                                  riwalk_model **model)
{
    const char *text = rw_binary_take(r, h->text_bytes, 1);
    const char *types = text ? rw_binary_take(r, h->type_bytes, 1) : NULL;
    riwalk_error refusal = {0};
    bool fine;

    if (!types || memchr(text, 0, h->text_bytes))
        return rw_binary_nonsense(r);
    memcpy(part->text, text, h->text_bytes);
    RW_MUST(check_version(r, part));
    RW_MUST(rw_type_names_read(&part->types, types, h->type_bytes, &fine, r->error));
    if (!fine || part->types.count == 1)
        return rw_binary_nonsense(r);
    if (rw_part_set_options(part, &refusal) ||
        rw_model_new(&part->options, part->views, part->view_count, &part->types, model, &refusal))
        return rw_binary_refused(r, &refusal);
    if (part->view_count != h->view_count ||
        !rw_factor_run_measures(&part->options) != !h->measure_count)
        return rw_binary_nonsense(r);
    return RIWALK_STATUS_OK;
}

/* Whether roles ascend, and the view can have them. */
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

/* Whether the entries of each anchor ascend and have visits, and every role has one. An anchor has
 * no more visits than walks can have tokens, so that no share vanishes in a sum. */
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

static riwalk_status read_view(rw_binary_reader *r, const rw_part_record *record, uint32_t anchors,
                               const rw_walk_setup *setup, rw_profiles **profiles)
{
    const uint64_t *roles = rw_binary_take(r, record->role_count, sizeof *roles);
    const uint32_t *counts = roles ? rw_binary_take(r, anchors, sizeof *counts) : NULL;
    const rw_profile_entry *entries =
        counts ? rw_binary_take(r, record->entry_count, sizeof *entries) : NULL;
    RW_POOL(pool);
    bool *met;

    if (!entries)
        return rw_binary_nonsense(r);
    RW_HAVE(met = rw_take_zeroed(&pool, record->role_count, sizeof *met, r->error));
    if (!check_roles(setup, roles, record->role_count) ||
        !check_entries(anchors, counts, entries, record, met))
        return rw_binary_nonsense(r);
    rw_pool_free(&pool);
    RW_MUST(
        rw_profiles_copy(anchors, record->role_count, roles, counts, entries, profiles, r->error));
    (*profiles)->exact_count = record->exact_count;
    return RIWALK_STATUS_OK;
}

static riwalk_status read_measures(rw_binary_reader *r, uint64_t count, riwalk_part *part)
{
    const double *values = rw_binary_take(r, count, sizeof *values);

    for (uint64_t i = 0; values && i < count; i++)
        if (!rw_measures_sane(values[i]))
            return rw_binary_nonsense(r);
    if (!values || !rw_binary_take(r, 1, sizeof(uint64_t)) || !rw_binary_at_end(r))
        return rw_binary_nonsense(r); /* the checksum comes last */
    if (!count)
        return RIWALK_STATUS_OK;
    RW_HAVE(part->measures = rw_alloc((size_t)count, sizeof *values, r->error));
    memcpy(part->measures, values, (size_t)count * sizeof *values);
    return RIWALK_STATUS_OK;
}

static riwalk_status read_part(rw_binary_reader *r, riwalk_part *part)
{
    const rw_part_header *h = rw_binary_take(r, 1, sizeof *h);
    const rw_part_record *records = NULL;
    riwalk_model *model = NULL;
    riwalk_status status;

    if (h->view_count && h->view_count <= RW_FACTOR_VIEWS)
        records = rw_binary_take(r, h->view_count, sizeof *records);
    if (!records || !is_sane(h, records))
        return rw_binary_nonsense(r);
    part->graph_checksum = h->graph_checksum;
    part->graph_count = h->graph_count;
    part->node_count = h->node_count;
    part->first = h->first;
    part->end = h->end;
    status = read_options(r, h, part, &model);
    for (uint32_t v = 0; v < h->view_count && !status; v++)
        status = read_view(r, &records[v], h->end - h->first, &model->views[v].setup,
                           &part->profiles[v]);
    riwalk_model_free(model);
    if (status)
        return status;
    return read_measures(r, (uint64_t)(h->end - h->first) * h->measure_count, part);
}

riwalk_status riwalk_part_read_from(riwalk_source source, riwalk_part **part, riwalk_error *error)
{
    riwalk_part *made = NULL;
    riwalk_status status;
    rw_binary_reader r;

    if (!part)
        return rw_refuse(error, "the part must not be NULL");
    if (!(status = rw_binary_open(&r, &kind, source, 0, error)))
        status = (made = rw_alloc_zeroed(1, sizeof *made, error)) ? read_part(&r, made)
                                                                  : RIWALK_STATUS_MEMORY;
    rw_binary_close(&r);
    if (status)
        riwalk_part_free(made);
    else
        *part = made;
    return status;
}

riwalk_status riwalk_part_read(const char *path, riwalk_part **part, riwalk_error *error)
{
    return riwalk_part_read_from(riwalk_from_file(path), part, error);
}
