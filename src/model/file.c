/* SPDX-License-Identifier: MIT */
/* Writes models. The whole file is composed in memory. */
#include "model/file.h"

#include "base/checksum.h"
#include "base/frontend.h"

#include <string.h>

/* ---- Layout ---- */

unsigned rw_model_arrays(const riwalk_model *m, rw_model_array list[RW_MODEL_ARRAYS])
{
    uint64_t columns = m->column_count, row = m->options.dimensions * sizeof(float);
    const rw_frozen *f = &m->frozen;
    unsigned count = 0;

    for (uint32_t v = 0; v < m->view_count; v++) {
        const rw_model_view *view = &m->views[v];

        list[count++] = (rw_model_array){
            view->tuples, (uint64_t)view->role_count * view->field_count * sizeof *view->tuples};
    }
    if (m->options.trainer == RIWALK_TRAINER_FACTOR) {
        rw_measures_fit *measures = &m->factor->measures;

        list[count++] = (rw_model_array){m->factor->shares, columns * sizeof *m->factor->shares};
        list[count++] = (rw_model_array){m->factor->basis, columns * row};
        list[count++] = (rw_model_array){measures->means, measures->count * sizeof(double)};
        list[count++] = (rw_model_array){measures->deviations, measures->count * sizeof(double)};
        return count;
    }
    list[count++] = (rw_model_array){f->visits, columns * sizeof *f->visits};
    list[count++] = (rw_model_array){f->outputs, columns * row};
    list[count++] = (rw_model_array){f->noise_shares, f->noise_count * sizeof *f->noise_shares};
    list[count++] = (rw_model_array){f->noise_outputs, f->noise_count * row};
    return count;
}

uint64_t rw_model_checksum(const char *file, uint64_t bytes)
{
    uint64_t header = rw_checksum(file, offsetof(rw_model_header, checksum), RW_MODEL_VERSION);

    return rw_checksum(file + sizeof(rw_model_header), (size_t)(bytes - sizeof(rw_model_header)),
                       header);
}

/* ---- Writing ---- */

static rw_model_header make_header(const riwalk_model *m, uint64_t bytes)
{
    const riwalk_options *t = &m->options;
    rw_model_header h = {
        .magic = RW_MODEL_MAGIC,
        .version = RW_MODEL_VERSION,
        .trainer = (uint32_t)m->options.trainer,
        .file_bytes = bytes,
        .seed = t->seed,
        .dimensions = t->dimensions,
        .window = t->window,
        .negatives = t->negatives,
        .epochs = t->epochs,
        .subsample = t->subsample,
        .alpha = t->alpha,
        .min_alpha = t->min_alpha,
        .ns_exponent = t->ns_exponent,
        .pairs = (uint32_t)t->pairs,
        .view_count = m->view_count,
        .type_bytes = m->types.bytes,
        .uses = (t->role_directions == RIWALK_USE_YES ? RW_MODEL_DIRECTIONS : 0) |
                (t->role_weights == RIWALK_USE_YES ? RW_MODEL_WEIGHTS : 0) |
                (t->steps == RIWALK_STEPS_WEIGHT ? RW_MODEL_STEPS_BY_WEIGHT : 0),
    };

    if (m->options.trainer == RIWALK_TRAINER_FACTOR) {
        h.weighting = (uint32_t)m->factor->weighting;
        h.rank = m->factor->rank;
        h.measure_count = m->factor->measures.count;
        h.scale = m->options.norm;
    } else {
        h.noise_count = m->frozen.noise_count;
        h.token_total = m->frozen.token_total;
        h.scale = m->frozen.scale;
    }
    return h;
}

/* Composes the file in memory: models are small compared to their graphs. */
static char *compose(const riwalk_model *m, size_t *size, riwalk_error *error)
{
    rw_model_array list[RW_MODEL_ARRAYS];
    unsigned count = rw_model_arrays(m, list);
    uint64_t bytes = sizeof(rw_model_header) + m->view_count * sizeof(rw_model_record) +
                     rw_padded(m->types.bytes);
    rw_model_header h;
    char *file, *at;

    for (unsigned i = 0; i < count; i++)
        bytes += rw_padded(list[i].bytes);
    if (!(file = rw_alloc_zeroed((size_t)bytes, 1, error)))
        return NULL;
    h = make_header(m, bytes);
    memcpy(file, &h, sizeof h);
    at = file + sizeof h;
    for (uint32_t v = 0; v < m->view_count; v++) {
        const rw_model_view *view = &m->views[v];
        const riwalk_view *o = &view->setup.view;
        rw_model_record record = {
            .identifier = (uint32_t)o->identifier,
            .radius = o->radius,
            .walks = view->setup.asked_walks,
            .walk_length = view->setup.walk_length,
            .classes = (uint32_t)o->classes,
            .role_anchor = (uint32_t)o->role_anchor,
            .class_base = o->class_base,
            .role_count = view->role_count,
            .field_count = view->field_count,
        };

        memcpy(at, &record, sizeof record);
        at += sizeof record;
    }
    if (m->types.count)
        memcpy(at, m->types.text, (size_t)m->types.bytes);
    at += rw_padded(m->types.bytes);
    for (unsigned i = 0; i < count; i++) {
        if (list[i].bytes)
            memcpy(at, list[i].data, (size_t)list[i].bytes);
        at += rw_padded(list[i].bytes);
    }
    h.checksum = rw_model_checksum(file, bytes);
    memcpy(file, &h, sizeof h);
    *size = (size_t)bytes;
    return file;
}

riwalk_status riwalk_model_write_to(const riwalk_model *model, riwalk_sink sink,
                                    riwalk_error *error)
{
    rw_output *output = NULL;
    riwalk_status status;
    size_t size;
    char *file;

    if (!model)
        return rw_refuse(error, "the model must not be NULL");
    RW_HAVE(file = compose(model, &size, error));
    if (!(status = rw_output_open_sink(sink, &output, error)))
        status = rw_output_write(output, file, size, error);
    rw_free(file);
    return rw_output_end(output, status, sink.files, error);
}

riwalk_status riwalk_model_write(const riwalk_model *model, const char *path, riwalk_error *error)
{
    return riwalk_model_write_to(model, riwalk_to_file(path), error);
}

riwalk_status riwalk_model_checksum(const riwalk_model *model, uint64_t *checksum,
                                    riwalk_error *error)
{
    rw_model_header h;
    size_t size;
    char *file;

    if (!model || !checksum)
        return rw_refuse(error, "the model and the checksum must not be NULL");
    RW_HAVE(file = compose(model, &size, error));
    memcpy(&h, file, sizeof h);
    *checksum = h.checksum;
    rw_free(file);
    return RIWALK_STATUS_OK;
}
