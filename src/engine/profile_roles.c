/* SPDX-License-Identifier: MIT */
/* Profiles made of others: copied from arrays, with another table of roles, without the anchor's
 * part. */
#include "base/memory.h"
#include "base/search.h"
#include "engine/profiles.h"
#include "roles/table.h"

/* ---- From arrays ---- */

#define COPIED_ANCHORS 32 /* of a block */

/* Blocks of the same anchors in each, and room for their entries. */
static riwalk_status cut_evenly(rw_profiles *p, riwalk_error *error)
{
    p->cut.count = ((size_t)p->anchor_count + COPIED_ANCHORS - 1) / COPIED_ANCHORS;
    if (!(p->cut.firsts = rw_alloc(p->cut.count + 1, sizeof *p->cut.firsts, error)) ||
        !(p->blocks = rw_alloc_zeroed(p->cut.count, sizeof *p->blocks, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t b = 0; b < p->cut.count; b++)
        p->cut.firsts[b] = (uint32_t)(b * COPIED_ANCHORS);
    p->cut.firsts[p->cut.count] = p->anchor_count;
    return RIWALK_STATUS_OK;
}

static riwalk_status copy_blocks(rw_profiles *p, const uint32_t *counts,
                                 const rw_profile_entry *entries, riwalk_error *error)
{
    for (size_t b = 0; b < p->cut.count; b++) {
        uint32_t anchors = rw_profiles_block_anchors(p, b), first = p->cut.firsts[b], all = 0;
        rw_profile_block *block = &p->blocks[b];

        for (uint32_t a = 0; a < anchors; a++)
            all += counts[first + a];
        if (rw_profile_block_make(block, anchors, all, error))
            return RIWALK_STATUS_MEMORY;
        block->starts[0] = 0;
        for (uint32_t a = 0; a < anchors; a++)
            block->starts[a + 1] = block->starts[a] + counts[first + a];
        for (uint32_t i = 0; i < all; i++)
            block->entries[i] = *entries++;
    }
    return RIWALK_STATUS_OK;
}

riwalk_status rw_profiles_copy(uint32_t anchor_count, uint32_t role_count, const uint64_t *roles,
                               const uint32_t *counts, const rw_profile_entry *entries,
                               rw_profiles **profiles, riwalk_error *error)
{
    rw_profiles *p = NULL;
    riwalk_status status = rw_profiles_new(anchor_count, &p, error);

    if (status)
        return status;
    p->role_count = role_count;
    if (!(p->roles = rw_alloc(role_count, sizeof *p->roles, error)))
        status = RIWALK_STATUS_MEMORY;
    for (uint32_t r = 0; r < role_count && !status; r++)
        p->roles[r] = roles[r];
    if (status || (status = cut_evenly(p, error)) ||
        (status = copy_blocks(p, counts, entries, error))) {
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
    uint32_t entries = b->starts[rw_profiles_block_anchors(p, block)];

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

/* The first field of a tuple is the anchor's part, in the highest bits. */
static uint64_t drop_anchor(const rw_walk_setup *setup, const rw_walk_setup *dropped, uint64_t role)
{
    uint64_t all[RIWALK_ROLE_FIELDS] = {0}, packed = 0;
    uint32_t rest[RIWALK_ROLE_FIELDS] = {0};

    rw_role_tuple(setup, role, all);
    for (unsigned f = 1; f < rw_role_field_count(setup); f++)
        rest[f - 1] = (uint32_t)all[f];
    rw_role_pack(dropped, rest, &packed);
    return packed;
}

/* Roles of one anchor have the same first field, so their order and number remain. */
static riwalk_status drop_in_block(const rw_profiles *kept, size_t block, const uint32_t *places,
                                   rw_profiles *to, riwalk_error *error)
{
    const rw_profile_block *from = &kept->blocks[block];
    uint32_t anchors = rw_profiles_block_anchors(kept, block), entries = from->starts[anchors];
    rw_profile_block *made = &to->blocks[block];

    if (rw_profile_block_make(made, anchors, entries, error))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t a = 0; a <= anchors; a++)
        made->starts[a] = from->starts[a];
    for (uint32_t i = 0; i < entries; i++)
        made->entries[i] =
            (rw_profile_entry){places[from->entries[i].role], from->entries[i].visits};
    return RIWALK_STATUS_OK;
}

static riwalk_status drop_in_all(const rw_profiles *kept, const rw_walk_setup *setup,
                                 const rw_walk_setup *dropped, rw_profiles *p, uint32_t *places,
                                 riwalk_error *error)
{
    riwalk_status status = RIWALK_STATUS_OK;

    if (!(p->roles = rw_alloc(kept->role_count, 2 * sizeof *p->roles, error)) ||
        !(p->cut.firsts = rw_alloc(kept->cut.count + 1, sizeof *p->cut.firsts, error)) ||
        !(p->blocks = rw_alloc_zeroed(kept->cut.count, sizeof *p->blocks, error)))
        return RIWALK_STATUS_MEMORY;
    p->cut.count = kept->cut.count;
    for (size_t b = 0; b <= kept->cut.count; b++)
        p->cut.firsts[b] = kept->cut.firsts[b];
    for (uint32_t r = 0; r < kept->role_count; r++)
        p->roles[r] = drop_anchor(setup, dropped, kept->roles[r]);
    p->role_count = (uint32_t)rw_roles_sort(p->roles, kept->role_count);
    for (uint32_t r = 0; r < kept->role_count; r++)
        places[r] = (uint32_t)rw_search_u64(p->roles, 0, p->role_count,
                                            drop_anchor(setup, dropped, kept->roles[r]));
    for (size_t b = 0; b < kept->cut.count && !status; b++)
        status = drop_in_block(kept, b, places, p, error);
    return status;
}

riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error)
{
    uint32_t *places = rw_alloc(kept->role_count, sizeof *places, error);
    rw_profiles *p = NULL;
    riwalk_status status = rw_profiles_new(kept->anchor_count, &p, error);

    if (!status)
        status =
            places ? drop_in_all(kept, setup, dropped, p, places, error) : RIWALK_STATUS_MEMORY;
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
