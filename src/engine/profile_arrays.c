/* SPDX-License-Identifier: MIT */
/* The profiles of all nodes as the arrays of a sparse matrix. */
#include "base/error.h"
#include "base/memory.h"
#include "engine/profiles.h"

struct riwalk_profiles {
    uint32_t node_count;
    uint32_t role_count;
    uint64_t *roles;
    uint64_t *offsets;
    uint32_t *columns;
    float *visits;
};

void riwalk_profiles_free(riwalk_profiles *profiles)
{
    if (!profiles)
        return;
    rw_free(profiles->roles);
    rw_free(profiles->offsets);
    rw_free(profiles->columns);
    rw_free(profiles->visits);
    rw_free(profiles);
}

static riwalk_status flatten(rw_profiles *from, riwalk_profiles *to, riwalk_error *error)
{
    uint64_t at = 0;

    to->node_count = from->anchor_count;
    to->role_count = from->role_count;
    if (!(to->offsets = rw_alloc(to->node_count + (size_t)1, sizeof *to->offsets, error)) ||
        !(to->columns = rw_alloc((size_t)from->entry_count, sizeof *to->columns, error)) ||
        !(to->visits = rw_alloc((size_t)from->entry_count, sizeof *to->visits, error)))
        return RIWALK_STATUS_MEMORY;
    to->roles = from->roles;
    from->roles = NULL;
    for (uint32_t a = 0; a < to->node_count; a++) {
        rw_profile profile = rw_profiles_get(from, a);

        to->offsets[a] = at;
        for (uint32_t i = 0; i < profile.count; i++, at++) {
            to->columns[at] = profile.entries[i].role;
            to->visits[at] = profile.entries[i].visits;
        }
    }
    to->offsets[to->node_count] = at;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_profiles_find(const riwalk_sampler *sampler, riwalk_profiles **profiles,
                                   riwalk_error *error)
{
    rw_profiles *found = NULL;
    riwalk_profiles *made;
    riwalk_status status;

    if (!sampler || !profiles)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the sampler and the profiles must not be NULL");
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        return RIWALK_STATUS_MEMORY;
    if (!(status = rw_profiles_create(&sampler->setup,
                                      (rw_anchors){.count = sampler->setup.graph->node_count},
                                      &found, error)))
        status = flatten(found, made, error);
    rw_profiles_free(found);
    if (status)
        riwalk_profiles_free(made);
    else
        *profiles = made;
    return status;
}

riwalk_profile_arrays riwalk_profiles_arrays(const riwalk_profiles *p)
{
    return (riwalk_profile_arrays){p->node_count, p->role_count, p->roles,
                                   p->offsets,    p->columns,    p->visits};
}
