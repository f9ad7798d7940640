/* SPDX-License-Identifier: MIT */
/* What walks meet: the role table of a graph, and the profile of one anchor. */
#include "base/error.h"
#include "base/memory.h"
#include "engine/walks.h"
#include "roles/table.h"

#include <math.h>
#include <stdlib.h>

/* ---- The role table: one map per worker, added up at the end ---- */

typedef struct counting {
    rw_role_map *maps;       /* [threads] */
    uint64_t *anchor_visits; /* [nodes], or NULL */
} counting;

static riwalk_status count_walks(void *context, int worker, const rw_walks *walks,
                                 riwalk_error *error)
{
    const counting *c = context;
    rw_role_map *map = &c->maps[worker];
    riwalk_status status = RIWALK_STATUS_OK;

    if (c->anchor_visits)
        c->anchor_visits[walks->anchor] = walks->slots[0].visits;
    for (uint32_t s = 1; s < walks->slot_count && !status; s++)
        status = rw_role_map_add(map, walks->slots[s].role, walks->slots[s].visits, walks->anchor,
                                 error);
    return status;
}

riwalk_status rw_walks_count(const rw_walk_setup *setup, riwalk_group *group,
                             uint64_t *anchor_visits, riwalk_roles **roles, riwalk_error *error)
{
    size_t threads = (size_t)setup->options.run.threads;
    counting c = {rw_alloc_zeroed(threads, sizeof *c.maps, error), anchor_visits};
    rw_walks_pass run = {
        .each = count_walks, .context = &c, .stage = "finding roles", .group = group};
    riwalk_status status;

    if (!c.maps)
        return RIWALK_STATUS_MEMORY;
    status = rw_walks_run(setup, &run, error);
    for (size_t t = 1; t < threads && !status; t++)
        status = rw_role_map_merge(&c.maps[0], &c.maps[t], error);
    if (!status)
        status = rw_role_map_share(&c.maps[0], group, error);
    if (!status && anchor_visits)
        status = rw_group_sum(group, anchor_visits, setup->graph->node_count, error);
    if (!status)
        status = rw_roles_create(&c.maps[0], roles, error);
    for (size_t t = 0; t < threads; t++)
        rw_role_map_free(&c.maps[t]);
    rw_free(c.maps);
    return status;
}

riwalk_status riwalk_roles_find(const riwalk_sampler *sampler, riwalk_roles **roles,
                                riwalk_error *error)
{
    if (!sampler || !roles)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "the sampler and the roles must not be NULL");
    return rw_walks_count(&sampler->setup, NULL, NULL, roles, error);
}

/* ---- The profile of an anchor ---- */

struct riwalk_profile {
    uint32_t count;
    riwalk_profile_entry *entries; /* [count] by visits */
    riwalk_profile_entry *sorted;  /* [count] by role */
};

static int by_role(const void *a, const void *b)
{
    const riwalk_profile_entry *x = a, *y = b;

    return x->role < y->role ? -1 : x->role > y->role;
}

static int by_visits(const void *a, const void *b)
{
    const riwalk_profile_entry *x = a, *y = b;

    if (x->visits != y->visits)
        return x->visits > y->visits ? -1 : 1;
    return by_role(a, b);
}

static riwalk_status fill_profile(riwalk_profile *profile, const rw_walks *walks,
                                  riwalk_error *error)
{
    uint64_t visits = 0;
    uint32_t count = 0;

    if (!(profile->entries = rw_alloc(walks->slot_count, sizeof *profile->entries, error)) ||
        !(profile->sorted = rw_alloc(walks->slot_count, sizeof *profile->sorted, error)))
        return RIWALK_STATUS_MEMORY;
    for (uint32_t s = 1; s < walks->slot_count; s++) {
        profile->sorted[s - 1] =
            (riwalk_profile_entry){walks->slots[s].role, walks->slots[s].visits, 0};
        visits += walks->slots[s].visits;
    }
    qsort(profile->sorted, walks->slot_count - 1, sizeof *profile->sorted, by_role);
    for (uint32_t s = 0; s + 1 < walks->slot_count; s++) {
        if (count && profile->sorted[count - 1].role == profile->sorted[s].role)
            profile->sorted[count - 1].visits += profile->sorted[s].visits;
        else
            profile->sorted[count++] = profile->sorted[s];
    }
    for (uint32_t i = 0; i < count; i++) {
        profile->sorted[i].share = (double)profile->sorted[i].visits / (double)visits;
        profile->entries[i] = profile->sorted[i];
    }
    qsort(profile->entries, count, sizeof *profile->entries, by_visits);
    profile->count = count;
    return RIWALK_STATUS_OK;
}

riwalk_status riwalk_profile_find(const riwalk_sampler *sampler, uint32_t anchor,
                                  riwalk_profile **profile, riwalk_error *error)
{
    riwalk_profile *made = NULL;
    rw_walker *walker = NULL;
    riwalk_status status;
    rw_walks walks;

    if (!sampler || !profile)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT,
                       "the sampler and the profile must not be NULL");
    if (anchor >= sampler->setup.graph->node_count)
        return rw_fail(error, RIWALK_STATUS_ARGUMENT, "there is no node %u: there are only %u",
                       anchor, sampler->setup.graph->node_count);
    if ((status = rw_walker_create(&sampler->setup, &walker, error)))
        return status;
    if (!(made = rw_alloc_zeroed(1, sizeof *made, error)))
        status = RIWALK_STATUS_MEMORY;
    else if (!(status = rw_walker_sample(walker, anchor, &walks, error)))
        status = fill_profile(made, &walks, error);
    rw_walker_free(walker);
    if (status) {
        riwalk_profile_free(made);
        return status;
    }
    *profile = made;
    return RIWALK_STATUS_OK;
}

void riwalk_profile_free(riwalk_profile *profile)
{
    if (!profile)
        return;
    rw_free(profile->entries);
    rw_free(profile->sorted);
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
    return sum < 1 ? sum : 1; /* rounding may go beyond */
}
