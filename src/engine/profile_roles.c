/* SPDX-License-Identifier: MIT */
/* Tables of roles, and profiles that change to another table. */
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "engine/profiles.h"

#include <string.h>

/* ---- Tables ---- */

/* Sorts a table and leaves each role in it once; there is room for as many again. Returns how many
 * are left. */
static size_t sort_roles(uint64_t *roles, size_t all)
{
    size_t count = 0;

    rw_sort_u64(roles, roles + all, all);
    for (size_t i = 0; i < all; i++)
        if (!count || roles[i] != roles[count - 1])
            roles[count++] = roles[i];
    return count;
}

riwalk_status rw_profiles_merge_roles(const uint64_t *const *tables, const uint32_t *counts,
                                      size_t table_count, uint64_t **roles, uint32_t *role_count,
                                      riwalk_error *error)
{
    size_t all = 0, at = 0;

    for (size_t t = 0; t < table_count; t++)
        all += counts[t];
    if (!(*roles = rw_alloc(all, 2 * sizeof **roles, error)))
        return RIWALK_STATUS_MEMORY;
    for (size_t t = 0; t < table_count; t++)
        for (uint32_t i = 0; i < counts[t]; i++)
            (*roles)[at++] = tables[t][i];
    all = sort_roles(*roles, all);
    if (all > UINT32_MAX)
        return rw_fail(error, RIWALK_STATUS_LIMIT, RW_TOO_MANY_ROLES);
    *role_count = (uint32_t)all;
    return RIWALK_STATUS_OK;
}

uint32_t rw_profiles_place(const rw_profiles *profiles, uint64_t role)
{
    uint32_t low = 0, high = profiles->role_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;

        if (profiles->roles[middle] <= role)
            low = middle;
        else
            high = middle;
    }
    return low;
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
static riwalk_status copy_block(const rw_profile_block *from, const uint32_t *ids,
                                rw_profile_block *to, riwalk_error *error)
{
    uint32_t count = from->starts[RW_RUN_BLOCK];

    if (!from->entries)
        return RIWALK_STATUS_OK;
    memcpy(to->starts, from->starts, sizeof to->starts);
    if (!(to->entries = rw_alloc(count, sizeof *to->entries, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        to->entries[i] = (rw_profile_entry){ids[from->entries[i].role], from->entries[i].visits};
    return RIWALK_STATUS_OK;
}

riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error)
{
    rw_profiles *p = rw_alloc_zeroed(1, sizeof *p, error);
    uint32_t *ids = rw_alloc(kept->role_count, sizeof *ids, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (!p || !ids)
        goto done;
    *p = *kept;
    p->roles = rw_alloc(kept->role_count, 2 * sizeof *p->roles, error);
    p->blocks = rw_alloc_zeroed(kept->block_count, sizeof *p->blocks, error);
    if (!p->roles || !p->blocks)
        goto done;
    for (uint32_t r = 0; r < kept->role_count; r++)
        p->roles[r] = drop_anchor(setup, dropped, kept->roles[r]);
    p->role_count = (uint32_t)sort_roles(p->roles, kept->role_count);
    for (uint32_t r = 0; r < kept->role_count; r++)
        ids[r] = rw_profiles_place(p, drop_anchor(setup, dropped, kept->roles[r]));
    status = RIWALK_STATUS_OK;
    for (size_t b = 0; b < kept->block_count && !status; b++)
        status = copy_block(&kept->blocks[b], ids, &p->blocks[b], error);
done:
    rw_free(ids);
    if (status)
        rw_profiles_free(p);
    else
        *profiles = p;
    return status;
}

/* ---- Another table of roles ---- */

riwalk_status rw_profiles_renumber(rw_profiles *profiles, const uint64_t *roles,
                                   uint32_t role_count, riwalk_error *error)
{
    uint32_t *ids = rw_alloc(profiles->role_count, sizeof *ids, error);
    uint64_t *copy = rw_alloc(role_count, sizeof *copy, error);
    uint32_t place = 0;

    if (!ids || !copy) {
        rw_free(ids);
        rw_free(copy);
        return RIWALK_STATUS_MEMORY;
    }
    for (uint32_t r = 0; r < profiles->role_count; r++) {
        while (roles[place] != profiles->roles[r])
            place++;
        ids[r] = place;
    }
    for (uint32_t r = 0; r < role_count; r++)
        copy[r] = roles[r];
    for (size_t b = 0; b < profiles->block_count; b++)
        for (uint32_t i = 0; i < profiles->blocks[b].starts[RW_RUN_BLOCK]; i++)
            profiles->blocks[b].entries[i].role = ids[profiles->blocks[b].entries[i].role];
    rw_free(ids);
    rw_free(profiles->roles);
    profiles->roles = copy;
    profiles->role_count = role_count;
    return RIWALK_STATUS_OK;
}

/* ---- From arrays ---- */

riwalk_status rw_profiles_of(const rw_profile_arrays *arrays, rw_profiles **profiles,
                             riwalk_error *error)
{
    rw_profiles *p = rw_alloc_zeroed(1, sizeof *p, error);
    const rw_profile_entry *entries = arrays->entries;

    if (!p)
        return RIWALK_STATUS_MEMORY;
    p->anchor_count = arrays->anchor_count;
    p->role_count = arrays->role_count;
    p->block_count = ((size_t)p->anchor_count + RW_RUN_BLOCK - 1) / RW_RUN_BLOCK;
    p->roles = rw_alloc(p->role_count, sizeof *p->roles, error);
    p->blocks = rw_alloc_zeroed(p->block_count, sizeof *p->blocks, error);
    if (!p->roles || !p->blocks)
        goto failed;
    for (uint32_t r = 0; r < p->role_count; r++)
        p->roles[r] = arrays->roles[r];
    for (size_t b = 0; b < p->block_count; b++) {
        rw_profile_block *block = &p->blocks[b];

        for (uint32_t a = 0; a < RW_RUN_BLOCK; a++) {
            size_t anchor = b * RW_RUN_BLOCK + a;
            uint32_t count = anchor < p->anchor_count ? arrays->counts[anchor] : 0;

            block->starts[a + 1] = block->starts[a] + count;
            p->longest = count > p->longest ? count : p->longest;
        }
        if (!(block->entries =
                  rw_alloc(block->starts[RW_RUN_BLOCK], sizeof *block->entries, error)))
            goto failed;
        for (uint32_t i = 0; i < block->starts[RW_RUN_BLOCK]; i++)
            block->entries[i] = *entries++;
        p->entry_count += block->starts[RW_RUN_BLOCK];
    }
    *profiles = p;
    return RIWALK_STATUS_OK;
failed:
    rw_profiles_free(p);
    return RIWALK_STATUS_MEMORY;
}
