/* SPDX-License-Identifier: MIT */
/* What each node's walks meet: degrees of the nodes around it by their distance, whatever its own
 * degree, so that any two nodes can be compared. */
#include "base/memory.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>

#define MOST_ENTRIES 32 /* of a node: those of the largest shares */

typedef struct entry {
    double share;
    uint32_t role;
} entry;

/* The largest share first; of equals the first role. */
static int compare(const void *left, const void *right)
{
    const entry *a = left, *b = right;

    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return a->role < b->role ? -1 : 1;
}

/* Shares that round to nothing are left out. */
static uint8_t shorten(double share)
{
    return (uint8_t)lround(255 * sqrt(share));
}

/* Walks that come back to the node itself meet no other one. */
static bool is_return(const rw_report_profiles *p, uint64_t role)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    riwalk_role_tuple(p->sampler, role, tuple);
    return tuple[riwalk_role_field_count(p->sampler) - 1] == 0;
}

static void keep(rw_report_profiles *p, const riwalk_profile_arrays *arrays, uint32_t node,
                 entry *sorted)
{
    size_t count = 0, kept = 0;
    double all = 0;

    for (uint64_t e = arrays->offsets[node]; e < arrays->offsets[node + 1]; e++) {
        if (is_return(p, arrays->roles[arrays->columns[e]]))
            continue;
        sorted[count++] = (entry){(double)arrays->visits[e], arrays->columns[e]};
        all += (double)arrays->visits[e];
    }
    for (size_t i = 0; i < count; i++)
        sorted[i].share /= all;
    qsort(sorted, count, sizeof *sorted, compare);
    for (; kept < count && kept < MOST_ENTRIES && shorten(sorted[kept].share); kept++) {
        p->roles[p->entry_count] = (uint16_t)sorted[kept].role;
        p->shares[p->entry_count++] = shorten(sorted[kept].share);
    }
    p->counts[node] = (uint8_t)kept;
}

static riwalk_status keep_all(rw_report_profiles *p, riwalk_error *error)
{
    riwalk_profile_arrays arrays = riwalk_profiles_arrays(p->profiles);
    size_t entries = (size_t)arrays.offsets[arrays.node_count];
    entry *sorted = rw_alloc(arrays.role_count, sizeof *sorted, error);
    riwalk_status status = RIWALK_STATUS_MEMORY;

    if (sorted && (p->counts = rw_alloc(arrays.node_count, sizeof *p->counts, error)) &&
        (p->roles = rw_alloc(entries, sizeof *p->roles, error)) &&
        (p->shares = rw_alloc(entries, sizeof *p->shares, error))) {
        for (uint32_t u = 0; u < arrays.node_count; u++)
            keep(p, &arrays, u, sorted);
        status = RIWALK_STATUS_OK;
    }
    rw_free(sorted);
    return status;
}

/* A role is a class of at most 32 and a distance of at most RW_REPORT_RADIUS: places in the table
 * fit into 16 bits. */
riwalk_status rw_report_find_profiles(rw_report *r, riwalk_error *error)
{
    rw_report_profiles *p = &r->profiles;
    riwalk_options options;
    riwalk_status status;

    riwalk_options_init(&options);
    options.run = r->run;
    options.seed = r->options.seed;
    options.trainer = RIWALK_TRAINER_FACTOR;
    options.view.radius = RW_REPORT_RADIUS;
    options.view.role_anchor = RIWALK_ROLE_ANCHOR_DROP;
    if (!(status = riwalk_sampler_create(r->graph, &options, &p->sampler, error)) &&
        !(status = riwalk_profiles_find(p->sampler, &p->profiles, error)))
        status = keep_all(p, error);
    return status;
}

void rw_report_free_profiles(rw_report_profiles *p)
{
    riwalk_sampler_free(p->sampler);
    riwalk_profiles_free(p->profiles);
    rw_free(p->counts);
    rw_free(p->roles);
    rw_free(p->shares);
}
