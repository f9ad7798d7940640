/* SPDX-License-Identifier: MIT */
/* The rules of all roles, and their families: the tree of roles cut into three to seven groups.
 * Chooses the number after which the next merge costs most, relative to the one before; if some
 * cuts have reliable rules, only among these. */
#include "base/sort.h"
#include "describe/describe.h"

#include <stdlib.h>
#include <string.h>

#define FEWEST 3
#define MOST 7
#define RELIABLE 0.8 /* mean precision and mean recall, without a weak rule */

#define MOST_SETS (FEWEST + MOST) * (MOST - FEWEST + 1) / 2 /* sets in all cuts */

typedef struct families {
    riwalk_description *d;
    uint32_t *groups;              /* [tree.leaves] */
    bool *meant;                   /* [sets * roles]: single roles, then groups */
    uint32_t sets;                 /* so far */
    riwalk_rule *rules;            /* [sets] */
    uint32_t cuts[MOST + 1][MOST]; /* [groups][group]: its set */
} families;

static bool *set_at(const families *f, uint32_t set)
{
    return f->meant + (size_t)set * f->d->summary.roles;
}

/* Adds the set of a group's roles; returns the number of an equal set if there is one. */
static uint32_t add_group(families *f, uint32_t group)
{
    uint32_t roles = f->d->summary.roles, set = 0;
    bool *made = set_at(f, f->sets);

    memset(made, 0, roles * sizeof *made);
    for (uint32_t leaf = 0; leaf < f->d->tree.leaves; leaf++)
        made[f->d->leaf_roles[leaf]] = f->groups[leaf] == group;
    while (memcmp(set_at(f, set), made, roles * sizeof *made))
        set++;
    f->sets += set == f->sets;
    return set;
}

/* The numbers of families to consider; one if there are too few roles. */
static void find_bounds(const riwalk_description *d, uint32_t *fewest, uint32_t *most)
{
    uint32_t leaves = d->tree.leaves;

    *fewest = leaves < FEWEST ? leaves : FEWEST;
    *most = MOST - (d->summary.isolated > 0);
    if (*most >= leaves)
        *most = leaves > *fewest ? leaves - 1 : leaves;
}

/* The cost of the next merge, relative to the one before. */
static double gap_at(const rw_role_tree *tree, uint32_t count)
{
    double before = count < tree->leaves ? tree->heights[tree->leaves - count - 1] : 0;

    return count < 2 ? 0 : tree->heights[tree->leaves - count] / (before > 0 ? before : 1e-300);
}

static bool is_reliable(const families *f, uint32_t count, double *mean)
{
    double precision = 0, recall = 0;
    bool weak = false;

    for (uint32_t group = 0; group < count; group++) {
        const riwalk_rule *rule = &f->rules[f->cuts[count][group]];

        precision += rule->precision / count;
        recall += rule->recall / count;
        weak |= rw_rule_is_weak(rule);
    }
    *mean = (precision + recall) / 2;
    return precision >= RELIABLE && recall >= RELIABLE && !weak;
}

static uint32_t choose(const families *f, uint32_t fewest, uint32_t most)
{
    uint32_t best = 0;
    double best_gap = 0, best_mean = 0;
    bool reliable = false;

    for (uint32_t count = fewest; count <= most; count++) {
        double mean, gap = gap_at(&f->d->tree, count);
        bool here = is_reliable(f, count, &mean);

        if (!best || (here && !reliable) || (here && gap > best_gap) ||
            (!here && !reliable && mean > best_mean)) {
            best = count;
            best_gap = gap;
            best_mean = mean;
            reliable |= here;
        }
    }
    return best;
}

/* ---- The families ---- */

/* Sorts larger families first, equal ones by first role. */
static int compare(const void *a, const void *b)
{
    const riwalk_described_family *x = a, *y = b;

    return 2 * RW_ORDER(y->count, x->count) + RW_ORDER(x->roles[0], y->roles[0]);
}

static void make_family(families *f, uint32_t set, uint32_t *used, riwalk_described_family *made)
{
    riwalk_description *d = f->d;

    *made = (riwalk_described_family){.rule = f->rules[set], .roles = d->family_roles + *used};
    for (uint32_t role = 0; role < d->summary.roles; role++)
        if (set_at(f, set)[role]) {
            d->family_roles[(*used)++] = role;
            made->role_count++;
            made->count += d->described[role].count;
        }
}

static riwalk_status make_families(families *f, uint32_t count, riwalk_error *error)
{
    riwalk_description *d = f->d;
    uint32_t used = 0, role = 0;

    d->summary.families = count + (d->summary.isolated > 0);
    d->families = rw_take(&d->pool, d->summary.families, sizeof *d->families, error);
    d->family_roles = rw_take(&d->pool, d->summary.roles, sizeof *d->family_roles, error);
    RW_MUST(rw_pool_status(&d->pool));
    for (uint32_t group = 0; group < count; group++)
        make_family(f, f->cuts[count][group], &used, &d->families[group]);
    while (d->summary.isolated && rw_role_walks(d, role))
        role++;
    if (d->summary.isolated)
        make_family(f, role, &used, &d->families[count]);
    qsort(d->families, d->summary.families, sizeof *d->families, compare);
    for (uint32_t i = 0; i < d->summary.families; i++)
        for (uint32_t r = 0; r < d->families[i].role_count; r++)
            d->described[d->families[i].roles[r]].family = i;
    return RIWALK_STATUS_OK;
}

riwalk_status rw_describe_families(riwalk_description *d, riwalk_error *error)
{
    families f = {.d = d};
    uint32_t roles = d->summary.roles, fewest, most;
    size_t room = (size_t)roles + MOST_SETS;
    double *by_degree = rw_take(&d->scratch, room, sizeof *by_degree, error), members = 0;

    f.groups = rw_take(&d->scratch, d->tree.leaves, sizeof *f.groups, error);
    f.meant = rw_take_zeroed(&d->scratch, room, roles * sizeof *f.meant, error);
    f.rules = rw_take(&d->scratch, room, sizeof *f.rules, error);
    RW_MUST(rw_pool_status(&d->scratch));
    for (; f.sets < roles; f.sets++)
        set_at(&f, f.sets)[f.sets] = true;
    find_bounds(d, &fewest, &most);
    for (uint32_t count = fewest; count <= most; count++) {
        rw_role_tree_cut(&d->tree, count, f.groups);
        for (uint32_t group = 0; group < count; group++)
            f.cuts[count][group] = add_group(&f, group);
    }
    RW_MUST(rw_rules_find(d, f.sets, f.meant, f.rules, by_degree, error));
    for (uint32_t role = 0; role < roles; role++) {
        d->described[role].rule = f.rules[role];
        d->summary.by_degree += by_degree[role] * d->described[role].count;
        members += d->described[role].count;
    }
    d->summary.by_degree /= members;
    return make_families(&f, choose(&f, fewest, most), error);
}
