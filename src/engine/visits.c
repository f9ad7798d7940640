/* SPDX-License-Identifier: MIT */
/* What walks meet, for callers: the table of roles, and profiles of nodes. */
#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"
#include "engine/walks.h"

#include <math.h>
#include <stdlib.h>

/* ---- The table of roles: counted by each worker, merged at the end ---- */

static riwalk_status count_walks(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    rw_role_counts *counts = context;

    return rw_role_counts_add(&counts[worker], walks, error);
}

riwalk_status riwalk_roles_find(const riwalk_sampler *sampler, riwalk_roles **roles,
                                riwalk_error *error)
{
    rw_walks_pass pass = {.each = count_walks, .stage = "finding roles"};
    rw_role_counts *counts;
    riwalk_status status;
    size_t workers;

    if (!sampler || !roles)
        return rw_refuse(error, "the sampler and the roles must not be NULL");
    workers = (size_t)sampler->run.threads;
    RW_HAVE(pass.context = counts = rw_alloc_zeroed(workers, sizeof *counts, error));
    if (!(status = rw_sampler_walk(sampler, &pass, error)))
        status = rw_role_counts_merge(counts, workers, NULL, roles, error);
    for (size_t w = 0; w < workers; w++)
        rw_role_counts_free(&counts[w]);
    rw_free(counts);
    return status;
}

/* ---- The profiles of all nodes ---- */

riwalk_status riwalk_profiles_find(const riwalk_sampler *sampler, riwalk_profiles **profiles,
                                   riwalk_error *error)
{
    RW_OWN(rw_engine *, engine, rw_engine_drop);
    rw_progress progress;
    rw_anchors all;

    if (!sampler || !profiles)
        return rw_refuse(error, "the sampler and the profiles must not be NULL");
    all = (rw_anchors){.count = sampler->setup.graph->node_count};
    rw_progress_begin(&progress, &sampler->run, "walking", "anchors", all.count);
    RW_MUST(rw_sampler_open(sampler, all.count, &engine, error));
    return rw_profiles_collect(engine, 0, all, false, &progress, profiles, error);
}

void riwalk_profiles_free(riwalk_profiles *profiles)
{
    rw_profiles_free(profiles);
}

const uint64_t *riwalk_profiles_roles(const riwalk_profiles *profiles, uint32_t *count)
{
    *count = profiles->role_count;
    return profiles->roles;
}

const riwalk_visits *riwalk_profiles_row(const riwalk_profiles *profiles, uint32_t node,
                                         uint32_t *count)
{
    rw_profile row = rw_profiles_get(profiles, node);

    *count = row.count;
    return row.entries;
}

/* ---- The profile of an anchor ---- */

struct riwalk_profile {
    uint32_t count;
    riwalk_profile_entry *entries; /* [count] by visits; its memory also has: */
    riwalk_profile_entry *sorted;  /* [count] by role */
};

static int by_role(const void *a, const void *b)
{
    const riwalk_profile_entry *x = a, *y = b;

    return RW_ORDER(x->role, y->role);
}

static int by_visits(const void *a, const void *b)
{
    const riwalk_profile_entry *x = a, *y = b;

    return 2 * RW_ORDER(y->visits, x->visits) + RW_ORDER(x->role, y->role);
}

static riwalk_status make_profile(const rw_rows *rows, riwalk_profile **made, riwalk_error *error)
{
    uint32_t count = rows->starts[1];
    double visits = 0;
    riwalk_profile *profile;

    RW_HAVE(profile = rw_alloc(1, sizeof *profile, error));
    if (!(profile->entries = rw_alloc(count, 2 * sizeof *profile->entries, error))) {
        rw_free(profile);
        return RIWALK_STATUS_MEMORY;
    }
    profile->sorted = profile->entries + count;
    for (uint32_t i = 0; i < count; i++)
        visits += (double)rows->entries[i].visits;
    for (uint32_t i = 0; i < count; i++) {
        double own = (double)rows->entries[i].visits;

        profile->sorted[i] =
            (riwalk_profile_entry){rows->roles[rows->entries[i].role], own, own / visits};
        profile->entries[i] = profile->sorted[i];
    }
    if (count)
        qsort(profile->entries, count, sizeof *profile->entries, by_visits);
    profile->count = count;
    *made = profile;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_profile_find(const riwalk_sampler *sampler, uint32_t anchor,
                                  riwalk_profile **profile, riwalk_error *error)
{
    RW_OWN(rw_engine *, engine, rw_engine_drop);
    rw_rows rows;

    if (!sampler || !profile)
        return rw_refuse(error, "the sampler and the profile must not be NULL");
    if (anchor >= sampler->setup.graph->node_count)
        return rw_refuse(error, "there is no node %u: there are only %u", anchor,
                         sampler->setup.graph->node_count);
    RW_MUST(rw_sampler_open(sampler, 1, &engine, error));
    RW_MUST(rw_engine_profiles(engine, 0, 0, &anchor, 1, &rows, error));
    return make_profile(&rows, profile, error);
}

void riwalk_profile_free(riwalk_profile *profile)
{
    if (!profile)
        return;
    rw_free(profile->entries);
    rw_free(profile);
}

uint32_t riwalk_profile_count(const riwalk_profile *profile)
{
    return profile->count;
}

const riwalk_profile_entry *riwalk_profile_get(const riwalk_profile *profile, uint32_t index)
{
    return &profile->entries[index];
}

double riwalk_profile_share(const riwalk_profile *profile, uint64_t role)
{
    riwalk_profile_entry key = {.role = role};
    const riwalk_profile_entry *found =
        bsearch(&key, profile->sorted, profile->count, sizeof key, by_role);

    return found ? found->share : 0;
}

double riwalk_profile_similarity(const riwalk_profile *a, const riwalk_profile *b)
{
    double sum = 0;

    if (!a->count && !b->count)
        return 1;
    for (uint32_t i = 0, j = 0; i < a->count && j < b->count;) {
        const riwalk_profile_entry *x = &a->sorted[i], *y = &b->sorted[j];

        if (x->role == y->role)
            sum += sqrt(x->share * y->share);
        i += x->role <= y->role;
        j += y->role <= x->role;
    }
    return sum < 1 ? sum : 1; /* rounding may exceed it */
}
