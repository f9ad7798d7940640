/* SPDX-License-Identifier: MIT */
/* A node that the walks of an anchor visited. Slot 0 is the anchor, without a role. */
#ifndef RW_ENGINE_SLOT_H
#define RW_ENGINE_SLOT_H

#include <stdint.h>

typedef struct rw_slot {
    uint64_t role;
    uint32_t node;
    uint32_t visits;
} rw_slot;

#endif
