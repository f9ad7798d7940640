/* SPDX-License-Identifier: MIT */
/* Finding roles in a model, and what stands in for those that it never met. */
#include "base/search.h"
#include "model/model.h"

#include "roles/table.h"

bool rw_model_find(const rw_model_view *view, uint64_t role, uint32_t *place)
{
    return rw_search_is(view->roles, view->role_count, role, place);
}

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* What one field adds: distances weigh more than all classes together can. */
static uint64_t field_apart(const rw_model_view *view, const uint32_t *known, const uint64_t *tuple,
                            unsigned f)
{
    uint64_t apart = difference(known[f], tuple[f]);

    return view->setup.fields[f].kind == RW_ROLE_DISTANCE ? apart << 40 : apart;
}

/* The nearest so far. */
typedef struct nearest {
    uint64_t apart;
    uint64_t first; /* what the first field adds to it */
    uint32_t place;
} nearest;

/* Compares with a role; false where its first field alone is worse than the nearest, so that those
 * further on in the same direction are too. */
static bool consider(const rw_model_view *view, const uint64_t *tuple, uint32_t place,
                     nearest *best)
{
    const uint32_t *known = view->tuples + (size_t)place * view->field_count;
    uint64_t first = field_apart(view, known, tuple, 0), apart = first;

    if (first > best->apart)
        return false;
    for (unsigned f = 1; f < view->field_count; f++)
        apart += field_apart(view, known, tuple, f);
    if (apart < best->apart ||
        (apart == best->apart &&
         (first < best->first || (first == best->first && place < best->place))))
        *best = (nearest){apart, first, place};
    return true;
}

/* Roles ascend by their first field, so the search goes outward from where the role would be. */
uint32_t rw_model_nearest(const rw_model_view *view, uint64_t role)
{
    nearest best = {UINT64_MAX, UINT64_MAX, 0};
    uint64_t tuple[RIWALK_ROLE_FIELDS];
    uint32_t below, above;
    bool down = true, up = true;

    rw_role_tuple(&view->setup, role, tuple);
    rw_model_find(view, role, &above);
    for (below = above; down || up;) {
        down = down && below && consider(view, tuple, --below, &best);
        up = up && above < view->role_count && consider(view, tuple, above++, &best);
    }
    return best.place;
}
