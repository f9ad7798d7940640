/* SPDX-License-Identifier: MIT */
/* Derives profiles: copied from arrays, with another table of roles, or without the anchor's
 * part. */
#include "base/error.h"
#include "base/memory.h"
#include "base/search.h"
#include "base/sort.h"
#include "engine/profiles.h"
#include "roles/table.h"

/* ---- From arrays ---- */

#define COPIED_ANCHORS 32 /* anchors in a block */

riwalk_status rw_profiles_copy(uint32_t anchor_count, uint32_t role_count, const uint64_t *roles,
                               const uint32_t *counts, const rw_profile_entry *entries,
                               rw_profiles **profiles, riwalk_error *error)
{
    size_t blocks = ((size_t)anchor_count + COPIED_ANCHORS - 1) / COPIED_ANCHORS;
    RW_OWN(rw_profiles *, p, rw_profiles_drop);

    RW_MUST(rw_profiles_new((rw_cut){anchor_count, COPIED_ANCHORS, blocks}, &p, error));
    p->role_count = role_count;
    RW_HAVE(p->roles = rw_alloc(role_count, sizeof *p->roles, error));
    for (uint32_t r = 0; r < role_count; r++)
        p->roles[r] = roles[r];
    for (size_t b = 0; b < blocks; b++) {
        uint32_t starts[COPIED_ANCHORS + 1] = {0}, anchors = rw_cut_size(&p->cut, b);

        for (uint32_t a = 0; a < anchors; a++)
            starts[a + 1] = starts[a] + *counts++;
        RW_MUST(rw_profiles_fill(p, b, starts, entries, NULL, error));
        entries += starts[anchors];
    }
    rw_profiles_measure(p);
    *profiles = p;
    p = NULL;
    return RIWALK_STATUS_OK;
}

/* ---- Another table of roles ---- */

void rw_profiles_change_roles(rw_profiles *p, size_t block, const uint32_t *places)
{
    rw_profile_block *b = &p->blocks[block];
    uint32_t entries = b->entries ? b->starts[rw_cut_size(&p->cut, block)] : 0;

    for (uint32_t i = 0; i < entries; i++)
        b->entries[i].role = places[b->entries[i].role];
    for (uint32_t r = 0; r < b->role_count; r++)
        b->roles[r] = places[b->roles[r]];
}

riwalk_status rw_profiles_renumber(rw_profiles *p, const uint64_t *roles, uint32_t role_count,
                                   riwalk_error *error)
{
    uint32_t *places = rw_alloc(p->role_count, sizeof *places, error), place = 0;

    RW_HAVE(places);
    for (uint32_t r = 0; r < p->role_count; r++) {
        while (roles[place] != p->roles[r])
            place++;
        places[r] = place;
    }
    for (size_t i = 0; i < p->map_count; i++)
        p->map[i] = places[p->map[i]];
    if (p->map) {
        rw_free(places);
    } else { /* rows stay unchanged: others may share them */
        p->map = places;
        p->map_count = p->role_count;
    }
    rw_free(p->roles);
    p->roles = NULL;
    p->role_count = role_count;
    return RIWALK_STATUS_OK;
}

/* ---- Dropping the anchor's part ---- */

/* Drops the first fields of a tuple, the anchor's part, which are its highest bits. */
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

/* Makes the table of remaining roles, and the map of old roles to places in it. */
static void drop_in_roles(const rw_profiles *kept, const rw_walk_setup *setup,
                          const rw_walk_setup *dropped, rw_profiles *p)
{
    for (uint32_t r = 0; r < kept->role_count; r++)
        p->roles[r] = drop_anchor(setup, dropped, kept->roles[r]);
    p->role_count = (uint32_t)rw_sort_distinct(p->roles, kept->role_count);
    for (uint32_t r = 0; r < kept->role_count; r++)
        p->map[r] = (uint32_t)rw_search_u64(p->roles, 0, p->role_count,
                                            drop_anchor(setup, dropped, kept->roles[r]));
}

/* All roles of an anchor have the same anchor's part, so their order and number stay. */
riwalk_status rw_profiles_drop_anchor(const rw_profiles *kept, const rw_walk_setup *setup,
                                      const rw_walk_setup *dropped, rw_profiles **profiles,
                                      riwalk_error *error)
{
    RW_OWN(rw_profiles *, p, rw_profiles_drop);

    RW_HAVE(p = rw_alloc(1, sizeof *p, error));
    *p = *kept;
    p->of = kept;
    p->blocks = NULL;
    p->map_count = kept->role_count;
    p->map = rw_alloc(kept->role_count, sizeof *p->map, error);
    p->roles = rw_alloc(kept->role_count, 2 * sizeof *p->roles, error);
    RW_HAVE(p->map && p->roles);
    drop_in_roles(kept, setup, dropped, p);
    RW_HAVE(rw_resize_at(&p->roles, p->role_count, sizeof *p->roles, error));
    *profiles = p;
    p = NULL;
    return RIWALK_STATUS_OK;
}

void rw_profiles_take_rows(rw_profiles *p, rw_profiles *kept)
{
    p->blocks = kept->blocks;
    kept->blocks = NULL;
    for (size_t b = 0; b < p->cut.count; b++)
        rw_profiles_change_roles(p, b, p->map);
    rw_free(p->map);
    p->map = NULL;
    p->of = NULL;
}
