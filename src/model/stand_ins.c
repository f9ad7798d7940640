/* SPDX-License-Identifier: MIT */
/* Replaces roles outside of the basis. If there are fewer dimensions than disjoint parts of roles
 * (such as one degree class of hubs each), some parts have no singular vector in the basis, and
 * their anchors would get zero vectors. Their roles are treated like unknown ones. */
#include "model/model.h"

#include <math.h>
#include <string.h>

/* A view being processed. */
typedef struct stand_ins {
    rw_factor *factor;
    rw_model_view known; /* the roles in the basis */
    uint32_t first, end; /* the view's columns */
    uint32_t *columns;   /* [known.role_count]: their columns */
    uint32_t *found;     /* [end - first]: the known role that replaces a column */
    uint32_t *shared;    /* [known.role_count]: columns of the current part that it replaces */
    rw_pool *pool;
} stand_ins;

static riwalk_status list_known(stand_ins *s, const rw_walk_setup *setup, riwalk_error *error)
{
    const rw_factor *f = s->factor;
    uint32_t room = s->end - s->first, count = 0;
    rw_model_view *known = &s->known;

    known->setup = *setup;
    known->field_count = rw_role_field_count(setup);
    known->roles = rw_take(s->pool, room, sizeof *known->roles, error);
    known->tuples = rw_take(s->pool, room, known->field_count * sizeof *known->tuples, error);
    s->columns = rw_take(s->pool, room, sizeof *s->columns, error);
    s->found = rw_take(s->pool, room, sizeof *s->found, error);
    s->shared = rw_take_zeroed(s->pool, room, sizeof *s->shared, error);
    RW_MUST(rw_pool_status(s->pool));
    for (uint32_t c = s->first; c < s->end; c++)
        if (!f->left_out[c]) {
            s->columns[count] = c;
            known->roles[count++] = f->roles[c];
        }
    known->role_count = count;
    rw_model_set_roles(known, known->roles);
    return RIWALK_STATUS_OK;
}

/* Fills the rows of a part's columns, from its first on. Columns that get the same replacement
 * share its norm, so that vectors do not exceed the norm. */
static void fill_part(stand_ins *s, uint32_t first)
{
    rw_factor *f = s->factor;
    uint32_t part = f->left_out[first];
    size_t dimensions = f->dimensions;

    for (uint32_t c = first; c < s->end; c++)
        if (f->left_out[c] == part) {
            s->found[c - s->first] = rw_model_nearest(&s->known, f->roles[c]);
            s->shared[s->found[c - s->first]]++;
        }
    for (uint32_t c = first; c < s->end; c++) {
        uint32_t like = s->found[c - s->first];
        double share;

        if (f->left_out[c] != part)
            continue;
        share = sqrt(1.0 / s->shared[like]);
        for (size_t d = 0; d < dimensions; d++)
            f->basis[c * dimensions + d] =
                (float)(share * (double)f->basis[s->columns[like] * dimensions + d]);
        f->left_out[c] = 0;
    }
    memset(s->shared, 0, s->known.role_count * sizeof *s->shared);
}

riwalk_status rw_factor_stand_in(rw_factor *factor, const rw_walk_setup *const *setups,
                                 riwalk_error *error)
{
    for (uint32_t v = 0; factor->left_out && v < factor->view_count; v++) {
        RW_POOL(pool);
        stand_ins s = {factor, .first = factor->starts[v], .end = factor->starts[v + 1],
                       .pool = &pool};

        if (!setups[v]->identifier->field_count)
            continue;
        RW_MUST(list_known(&s, setups[v], error));
        for (uint32_t c = s.first; s.known.role_count && c < s.end; c++)
            if (factor->left_out[c])
                fill_part(&s, c);
    }
    return RIWALK_STATUS_OK;
}
