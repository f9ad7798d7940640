/* SPDX-License-Identifier: MIT */
/* Finding roles in a model, and what stands in for those that it never met. */
#include "model/model.h"

bool rw_saved_find(const rw_model_view *view, uint64_t role, uint32_t *place)
{
    uint32_t low = 0, high = view->role_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (view->roles[middle] < role)
            low = middle + 1;
        else
            high = middle;
    }
    *place = low;
    return low < view->role_count && view->roles[low] == role;
}

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* How unlike a tuple is: distances weigh more than all classes together can. */
static uint64_t unlikeness(const rw_model_view *view, const uint32_t *known, const uint64_t *tuple)
{
    unsigned first = rw_role_first_field(&view->plan);
    uint64_t sum = 0;

    for (unsigned f = 0; f < view->field_count; f++) {
        uint64_t apart = difference(known[f], tuple[f]);
        bool distance = view->plan.identifier->fields[first + f] == RW_FIELD_DISTANCE;

        sum += distance ? apart << 40 : apart;
    }
    return sum;
}

uint32_t rw_saved_nearest(const rw_model_view *view, uint64_t role)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS], least = UINT64_MAX, least_first = UINT64_MAX;
    uint32_t nearest = 0;

    rw_role_tuple(&view->plan, role, tuple);
    for (uint32_t r = 0; r < view->role_count; r++) {
        const uint32_t *known = view->tuples + (size_t)r * view->field_count;
        uint64_t apart = unlikeness(view, known, tuple), first = difference(known[0], tuple[0]);

        if (apart < least || (apart == least && first < least_first)) {
            least = apart;
            least_first = first;
            nearest = r;
        }
    }
    return nearest;
}
