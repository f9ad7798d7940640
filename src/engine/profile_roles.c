/* SPDX-License-Identifier: MIT */
/* Profiles made of others: copied from arrays, with another table of roles, without the anchor's
 * part. */
#include "base/memory.h"
#include "base/parallel.h"
#include "base/search.h"
#include "engine/profiles.h"
#include "roles/table.h"

/* ---- From arrays ---- */

#define COPIED_ANCHORS 32 /* of a block */

riwalk_status rw_profiles_copy(uint32_t anchor_count, uint32_t role_count, const uint64_t *roles,
                               const uint32_t *counts, const rw_profile_entry *entries,
                               rw_profiles **profiles, riwalk_error *error)
{
    size_t blocks = ((size_t)anchor_count + COPIED_ANCHORS - 1) / COPIED_ANCHORS;
    rw_profiles *p;
    riwalk_status status =
        rw_profiles_new((rw_cut){anchor_count, COPIED_ANCHORS, blocks}, &p, error);

    if (status)
        return status;
    p->role_count = role_count;
    if (!(p->roles = rw_alloc(role_count, sizeof *p->roles, error)))
        status = RIWALK_STATUS_MEMORY;
    for (uint32_t r = 0; r < role_count && !status; r++)
        p->roles[r] = roles[r];
    for (size_t b = 0; b < blocks && !status; b++) {
        uint32_t starts[COPIED_ANCHORS + 1] = {0}, anchors = rw_cut_size(&p->cut, b);

        for (uint32_t a = 0; a < anchors; a++)
            starts[a + 1] = starts[a] + *counts++;
        status = rw_profiles_fill(p, b, starts, entries, NULL, error);
        entries += starts[anchors];
    }
    if (status) {
        rw_profiles_free(p);
        return status;
    }
    rw_profiles_measure(p);
    *profiles = p;
    return RIWALK_STATUS_OK;
}

/* ---- Another table of roles ---- */

void rw_profiles_change_roles(rw_profiles *p, size_t block, const uint32_t *places)
{
    rw_profile_block *b = &p->blocks[block];
    uint32_t entries = b->starts[rw_cut_size(&p->cut, block)];

    for (uint32_t i = 0; i < entries; i++)
        b->entries[i].role = places[b->entries[i].role];
}

riwalk_status rw_profiles_renumber(rw_profiles *p, const uint64_t *roles, uint32_t role_count,
                                   riwalk_error *error)
{
    uint32_t *places = rw_alloc(p->role_count, sizeof *places, error), place = 0;

    if (!places)
        return RIWALK_STATUS_MEMORY;
    for (uint32_t r = 0; r < p->role_count; r++) {
        while (roles[place] != p->roles[r])
            place++;
        places[r] = place;
    }
    for (size_t b = 0; b < p->cut.count; b++)
        rw_profiles_change_roles(p, b, places);
    rw_free(places);
    rw_free(p->roles);
    p->roles = NULL;
    p->role_count = role_count;
    return RIWALK_STATUS_OK;
}

/* ---- Without the anchor's part ---- */

/* The first fields of a tuple are the anchor's part, in the highest bits. */
static uint64_t drop_anchor(const rw_walk_setup *setup, const rw_walk_setup *dropped, uint64_t role)
{
    uint64_t all[RIWALK_ROLE_FIELDS] = {0}, packed = 0;
    uint32_t rest[RIWALK_ROLE_FIELDS] = {0};

    rw_role_tuple(setup, role, all);
    for (unsigned f = setup->anchor_fields; f < setup->field_count; f++)
        rest[f - setup->anchor_fields] = (uint32_t)all[f];
    rw_role_pack(dropped, rest, &packed);
    return packed;
}

/* The table of what is left of the roles, and their places in it. */
static void drop_in_roles(const rw_profiles *kept, const rw_walk_setup *setup,
                          const rw_walk_setup *dropped, rw_profiles *p, uint32_t *places)
{
    for (uint32_t r = 0; r < kept->role_count; r++)
        p->roles[r] = drop_anchor(setup, dropped, kept->roles[r]);
    p->role_count = (uint32_t)rw_roles_sort(p->roles, kept->role_count);
    for (uint32_t r = 0; r < kept->role_count; r++)
        places[r] = (uint32_t)rw_search_u64(p->roles, 0, p->role_count,
                                            drop_anchor(setup, dropped, kept->roles[r]));
}

typedef struct dropping {
    const rw_profiles *kept;
    rw_profiles *made;
    const uint32_t *places;
} dropping;

static riwalk_status drop_in_block(void *context, size_t block, int worker, riwalk_error *error)
{
    const dropping *d = context;
    const rw_profile_block *from = &d->kept->blocks[block];

    return rw_profiles_fill(d->made, block, from->starts, from->entries, d->places, error);
}

/* Roles of one anchor have the same part of it, so their order and number remain. */
riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, int threads,
                                      rw_profiles **profiles, riwalk_error *error)
{
    uint32_t *places = rw_alloc(kept->role_count, sizeof *places, error);
    rw_profiles *p = NULL;
    riwalk_status status = rw_profiles_new(kept->cut, &p, error);

    if (!status &&
        (!places || !(p->roles = rw_alloc(kept->role_count, 2 * sizeof *p->roles, error))))
        status = RIWALK_STATUS_MEMORY;
    if (!status) {
        drop_in_roles(kept, setup, dropped, p, places);
        status = rw_parallel(threads, kept->cut.count, drop_in_block, &(dropping){kept, p, places},
                             error);
    }
    rw_free(places);
    if (status) {
        rw_profiles_free(p);
        return status;
    }
    p->entry_count = kept->entry_count;
    p->longest = kept->longest;
    p->exact_count = kept->exact_count;
    *profiles = p;
    return RIWALK_STATUS_OK;
}
