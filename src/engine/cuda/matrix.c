/* SPDX-License-Identifier: MIT */
/* The matrix of profiles on a device (engine/matrix.h); sums.h is the device's part. */
#include "engine/matrix.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sums.h"
#include "engine/cuda/cuda.h"

#include <math.h>
#include <string.h>

struct rw_matrix {
    const rw_device_kind *kind;
    rw_device *device;
    rw_device_sums sums; /* all arrays are on the device */
    uint32_t rows, columns;
    int threads;
    uint64_t sum_room, from_room; /* numbers, not bytes */
};

/* Copies `count` items to new memory on the device; NULL: zeros. */
static riwalk_status copy(const rw_matrix *m, const void *from, uint64_t count, size_t size,
                          void *there, riwalk_error *error)
{
    return m->kind->copy(m->device, from, count * size, there, error);
}

/* ---- Opening ---- */

/* Uploads the entries of a piece in one view. */
typedef struct upload {
    const rw_matrix *m;
    const rw_profiles *profiles;
    const uint64_t *starts; /* of the piece's rows */
    riwalk_visits *there;   /* all entries of the view */
} upload;

static riwalk_status put_block(void *context, size_t block, int worker, riwalk_error *error)
{
    const upload *u = context;
    uint32_t first = rw_cut_first(&u->profiles->cut, block);
    uint32_t end = first + rw_cut_size(&u->profiles->cut, block);
    uint64_t start = u->starts[first], count = u->starts[end] - start;
    riwalk_visits *rows;
    riwalk_status status;

    RW_HAVE(rows = rw_alloc(count, sizeof *rows, error));
    for (uint32_t a = first; a < end; a++) {
        riwalk_visits *room = rows + (u->starts[a] - start);
        rw_profile row = rw_profiles_read(u->profiles, a, room);

        if (row.count && row.entries != room)
            memcpy(room, row.entries, row.count * sizeof *room);
    }
    status = u->m->kind->put(u->m->device, rows, count * sizeof *rows, u->there + start, error);
    rw_free(rows);
    return status;
}

/* `starts` has room for one more than the rows. */
static riwalk_status put_view(rw_matrix *m, const rw_matrix_shape *shape, uint32_t view,
                              uint64_t *starts, riwalk_error *error)
{
    upload u = {.m = m, .starts = starts};
    uint32_t row = 0;

    starts[0] = 0;
    for (uint32_t p = 0; p < shape->pieces; p++) {
        const rw_profiles *own = shape->profiles[p * shape->views + view];

        for (uint32_t a = 0; a < own->anchor_count; a++, row++)
            starts[row + 1] = starts[row] + rw_profiles_count(own, a, NULL);
    }
    RW_MUST(copy(m, starts, m->rows + UINT64_C(1), sizeof *starts, &m->sums.starts[view], error));
    RW_MUST(copy(m, NULL, starts[row], sizeof *u.there, &u.there, error));
    m->sums.entries[view] = u.there;
    for (uint32_t p = 0; p < shape->pieces; p++) {
        u.profiles = shape->profiles[p * shape->views + view];
        RW_MUST(rw_parallel(m->threads, u.profiles->cut.count, put_block, &u, error));
        u.starts += u.profiles->anchor_count;
    }
    return RIWALK_STATUS_OK;
}

/* Computes the values of all rows, shares and parents. */
static riwalk_status make_values(rw_matrix *m, uint64_t entries, riwalk_error *error)
{
    uint32_t *parents = rw_alloc(m->columns, sizeof *parents, error);
    uint64_t shares = (uint64_t)m->columns * RW_LIMBS + m->sums.views;
    rw_device_sums *s = &m->sums;
    riwalk_status status;

    RW_HAVE(parents);
    for (uint32_t c = 0; c < m->columns; c++)
        parents[c] = c;
    status = copy(m, parents, m->columns, sizeof *parents, &s->parents, error);
    rw_free(parents);
    RW_MUST(status);
    RW_MUST(copy(m, NULL, shares, sizeof *s->shares, &s->shares, error));
    RW_MUST(copy(m, NULL, entries, sizeof *s->columns, &s->columns, error));
    RW_MUST(copy(m, NULL, entries, sizeof *s->values, &s->values, error));
    return m->kind->sum(m->device, s, error);
}

static riwalk_status put_all(rw_matrix *m, const rw_matrix_shape *shape, uint64_t entries,
                             riwalk_error *error)
{
    uint64_t *starts = rw_alloc((size_t)m->rows + 1, sizeof *starts, error);
    riwalk_status status = RIWALK_STATUS_OK;

    RW_HAVE(starts);
    for (uint32_t v = 0; v < shape->views && !status; v++)
        status = put_view(m, shape, v, starts, error);
    rw_free(starts);
    return status ? status : make_values(m, entries, error);
}

riwalk_status rw_matrix_open_on(const rw_device_kind *kind, const rw_matrix_shape *shape,
                                int threads, rw_matrix **matrix, riwalk_error *error)
{
    rw_matrix *m;
    uint64_t entries = 0, each = sizeof(riwalk_visits) + sizeof(uint32_t) + sizeof(double);
    riwalk_status status;

    *matrix = NULL;
    RW_HAVE(m = rw_alloc_zeroed(1, sizeof *m, error));
    m->kind = kind;
    m->threads = threads;
    m->sums.views = shape->views;
    m->sums.weight = sqrt(1.0 / shape->views);
    m->columns = shape->column_starts[shape->views];
    for (uint32_t v = 0; v <= shape->views; v++)
        m->sums.column_starts[v] = shape->column_starts[v];
    for (uint32_t p = 0; p < shape->pieces; p++) {
        m->rows += shape->profiles[p * shape->views]->anchor_count;
        for (uint32_t v = 0; v < shape->views; v++)
            entries += shape->profiles[p * shape->views + v]->entry_count;
    }
    m->sums.row_end = m->rows;
    status = kind->open(&m->device, error);
    if (!status && kind->free_bytes(m->device) / 10 * 9 <
                       entries * each + ((uint64_t)m->rows + 1) * shape->views * sizeof(uint64_t)) {
        rw_matrix_close(m);
        return RIWALK_STATUS_OK;
    }
    if (status || (status = put_all(m, shape, entries, error)))
        rw_matrix_close(m);
    else
        *matrix = m;
    return status;
}

riwalk_status rw_matrix_open(riwalk_device device, const rw_matrix_shape *shape, int threads,
                             rw_matrix **matrix, riwalk_error *error)
{
    const rw_device_kind *kind;

    *matrix = NULL;
    if (device != RIWALK_DEVICE_CUDA)
        return RIWALK_STATUS_OK;
    RW_MUST(rw_cuda_load(&kind, error));
    return rw_matrix_open_on(kind, shape, threads, matrix, error);
}

void rw_matrix_close(rw_matrix *m)
{
    if (m && m->device)
        m->kind->close(m->device);
    rw_free(m);
}

/* ---- Sums ---- */

riwalk_status rw_matrix_shares(const rw_matrix *m, uint32_t *parents, uint64_t *sums,
                               riwalk_error *error)
{
    const rw_device_sums *s = &m->sums;

    RW_MUST(m->kind->fetch(m->device, s->parents, m->columns * sizeof *parents, parents, error));
    return m->kind->fetch(m->device, s->shares,
                          ((uint64_t)m->columns * RW_LIMBS + s->views) * sizeof *sums, sums, error);
}

riwalk_status rw_matrix_set_parts(rw_matrix *m, const uint32_t *of, const uint32_t *places,
                                  riwalk_error *error)
{
    RW_MUST(copy(m, of, m->columns, sizeof *of, &m->sums.of, error));
    return copy(m, places, m->columns, sizeof *places, &m->sums.places, error);
}

/* Makes room for `count` numbers of 8 bytes; smaller arrays are freed with the matrix. */
static riwalk_status need(rw_matrix *m, uint64_t count, uint64_t *room, void *at,
                          riwalk_error *error)
{
    if (count <= *room)
        return RIWALK_STATUS_OK;
    RW_MUST(copy(m, NULL, count, sizeof(uint64_t), at, error));
    *room = count;
    return RIWALK_STATUS_OK;
}

/* Zeroes the sums, computes them and fetches them. */
static riwalk_status add_up(rw_matrix *m, rw_sum kind, int bits, uint64_t count, uint64_t *sums,
                            riwalk_error *error)
{
    rw_device_sums s = m->sums;

    s.kind = kind;
    s.scale = rw_fixed_scale(bits);
    RW_MUST(m->kind->put(m->device, NULL, count * sizeof *sums, s.sums, error));
    RW_MUST(m->kind->sum(m->device, &s, error));
    return m->kind->fetch(m->device, s.sums, count * sizeof *sums, sums, error);
}

riwalk_status rw_matrix_grams(rw_matrix *m, uint32_t first, uint32_t end,
                              const uint32_t *column_starts, int bits, uint64_t *triangles,
                              riwalk_error *error)
{
    uint64_t *bases = rw_alloc(end - first, sizeof *bases, error), cells = 0;
    riwalk_status status;

    RW_HAVE(bases);
    for (uint32_t p = first; p < end; p++) {
        uint64_t columns = column_starts[p + 1] - column_starts[p];

        bases[p - first] = cells;
        cells += columns * (columns + 1) / 2;
    }
    m->sums.first = first;
    m->sums.end = end;
    status = copy(m, bases, end - first, sizeof *bases, &m->sums.bases, error);
    rw_free(bases);
    RW_MUST(status);
    RW_MUST(need(m, cells, &m->sum_room, &m->sums.sums, error));
    return add_up(m, RW_SUM_GRAM, bits, cells, triangles, error);
}

riwalk_status rw_matrix_products(rw_matrix *m, uint32_t part, uint32_t columns, uint32_t vectors,
                                 int bits, const double *from, uint64_t *to, riwalk_error *error)
{
    uint64_t count = (uint64_t)columns * vectors;

    m->sums.first = part;
    m->sums.end = part + 1;
    m->sums.width = columns;
    m->sums.vectors = vectors;
    RW_MUST(need(m, count, &m->sum_room, &m->sums.sums, error));
    RW_MUST(need(m, count, &m->from_room, &m->sums.from, error));
    RW_MUST(m->kind->put(m->device, from, count * sizeof *from, (void *)(uintptr_t)m->sums.from,
                         error));
    return add_up(m, RW_SUM_PRODUCTS, bits, count, to, error);
}

/* ---- Vectors ---- */

riwalk_status rw_matrix_set_basis(rw_matrix *m, const float *basis, uint32_t dimensions,
                                  riwalk_error *error)
{
    uint64_t room = (uint64_t)m->threads * RW_MATRIX_ROWS * dimensions;

    m->sums.kind = RW_SUM_VECTORS;
    m->sums.width = dimensions;
    RW_MUST(
        copy(m, basis, (uint64_t)m->columns * dimensions, sizeof *basis, &m->sums.basis, error));
    return copy(m, NULL, room, sizeof *basis, &m->sums.made, error);
}

riwalk_status rw_matrix_vectors(const rw_matrix *m, int worker, uint32_t first, uint32_t count,
                                float *vectors, riwalk_error *error)
{
    rw_device_sums s = m->sums;

    s.row_first = first;
    s.row_end = first + count;
    s.made += (uint64_t)worker * RW_MATRIX_ROWS * s.width;
    RW_MUST(m->kind->sum(m->device, &s, error));
    return m->kind->fetch(m->device, s.made, (uint64_t)count * s.width * sizeof *vectors, vectors,
                          error);
}
