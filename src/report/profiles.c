/* SPDX-License-Identifier: MIT */
/* What each node's walks meet: degrees of the nodes around it by their distance, whatever its own
 * degree, so that any two nodes can be compared. */
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
static bool is_return(const riwalk_description *d, uint32_t role)
{
    uint64_t tuple[RIWALK_ROLE_FIELDS];

    riwalk_role_tuple(d->sampler, d->profiles->roles[role], tuple);
    return tuple[riwalk_role_field_count(d->sampler) - 1] == 0;
}

static void keep(rw_report_profiles *p, const riwalk_description *d, uint32_t node, entry *sorted)
{
    rw_profile row = rw_profiles_get(d->profiles, node);
    size_t count = 0, kept = 0;
    double all = 0;

    for (uint32_t i = 0; i < row.count; i++) {
        if (is_return(d, row.entries[i].role))
            continue;
        sorted[count++] = (entry){(double)row.entries[i].visits, row.entries[i].role};
        all += (double)row.entries[i].visits;
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

/* A role is a class of at most 32 and a distance of at most RW_DESCRIBE_RADIUS: places in the table
 * fit into 16 bits. */
riwalk_status rw_report_find_profiles(rw_report *r, riwalk_error *error)
{
    const riwalk_description *d = r->description;
    uint32_t nodes = r->graph->node_count;
    size_t entries = (size_t)d->profiles->entry_count;
    entry *sorted = rw_take(&r->pool, d->profiles->role_count, sizeof *sorted, error);
    rw_report_profiles *p = &r->profiles;

    p->counts = rw_take(&r->pool, nodes, sizeof *p->counts, error);
    p->roles = rw_take(&r->pool, entries, sizeof *p->roles, error);
    p->shares = rw_take(&r->pool, entries, sizeof *p->shares, error);
    for (uint32_t u = 0; u < nodes && !r->pool.failed; u++)
        keep(p, d, u, sorted);
    return rw_pool_status(&r->pool);
}
