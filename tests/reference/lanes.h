/* SPDX-License-Identifier: MIT */
/* The functions of the GPU on the host: items of a block's lanes come in random order, tables and
 * masks are small so that small graphs overflow them, and hubs begin at a few neighbours. */
#ifndef REFERENCE_LANES_H
#define REFERENCE_LANES_H

#include "engine/cuda/cuda.h"

extern const rw_device_kind reference_device;

/* So many calls from now on, the reference device is lost; 0: it never is. Of one thread. */
extern int reference_device_fails;

const rw_engine_kind *reference_lanes(void);

/* Whether there is a card for rw_engine_cuda. */
bool reference_card_is_there(void);

#endif
