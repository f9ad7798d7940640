/* SPDX-License-Identifier: MIT */
/* Profiles of ranges of anchors in a folder, so that a run that was ended goes on from there. A
 * file is complete or absent, and its name says what it depends on: a run with another graph or
 * other options has files of other names. */
#ifndef RW_ENGINE_WORK_H
#define RW_ENGINE_WORK_H

#include "engine/profiles.h"

/* The profiles of a range, with roles as they are. */
typedef struct rw_work_range {
    uint32_t anchors;
    uint32_t exact; /* of them have exact profiles */
    uint64_t entries;
    uint32_t *counts; /* [anchors]: entries of each */
    uint64_t *roles;  /* [entries] */
    float *visits;    /* [entries] */
} rw_work_range;

void rw_work_free(rw_work_range *range);

/* What the profiles of a setup depend on. O(nodes + edges). */
uint64_t rw_work_key(const rw_walk_setup *setup);

/* Loads a range, to be freed; one that is not there, or damaged, has no anchors. */
riwalk_status rw_work_load(const char *folder, uint64_t key, uint32_t first, rw_work_range *range,
                           riwalk_error *error);

riwalk_status rw_work_save(const char *folder, uint64_t key, uint32_t first,
                           const rw_work_range *range, riwalk_error *error);

#endif
