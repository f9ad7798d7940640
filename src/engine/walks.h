/* SPDX-License-Identifier: MIT */
/*
 * Walks inside balls (paper, section IV-C). A walker samples all walks of one anchor; a run takes
 * all anchors through one walker per thread. Any anchor can be sampled again at any time, with the
 * same result: whoever needs walks twice may keep them or make them again.
 *
 * How a draw chooses. Walk w of anchor a has the stream rw_rng_stream(seed, RW_STAGE_WALK, a, w);
 * its step s (from token s to token s + 1) has the bits b = rw_rng_at(stream, s). From a node
 * nearer than the radius the step goes to neighbour rw_rng_below(b, degree). From a node at the
 * radius that neighbour is only an attempt, and counts if it is in the ball; attempt t = 1, 2, ...
 * draws with rw_rng_at(b, t) instead. After RW_WALK_ATTEMPTS of them the step goes to neighbour
 * rw_rng_below(rw_rng_at(b, RW_WALK_ATTEMPTS), m) among the m that are in the ball. Either way
 * every neighbour in the ball is as likely as any other.
 */
#ifndef RW_ENGINE_WALKS_H
#define RW_ENGINE_WALKS_H

#include "base/group.h"
#include "base/rng.h"
#include "engine/cpu/ball.h"
#include "roles/roles.h"

#define RW_WALK_ATTEMPTS 16

struct riwalk_sampler {
    rw_walk_setup setup;
};

/* A node that the walks of the current anchor have visited. Slot 0 is the anchor. */
typedef struct rw_slot {
    const uint32_t *row; /* its neighbours */
    uint64_t role;
    uint32_t node;
    uint32_t degree;
    uint32_t distance;
    uint32_t visits;
} rw_slot;

/* All walks of an anchor: token t of walk w is slots[tokens[w * length + t]]. Roles repeat among
 * slots. An anchor without neighbours has walks of one token. */
typedef struct rw_walks {
    uint32_t anchor;
    uint32_t walks;
    uint32_t length;
    uint32_t slot_count;
    const uint32_t *tokens;
    const rw_slot *slots;
} rw_walks;

/* Scratch of one worker: about 70 bytes per step of an anchor's walks, 100 per walk and, but for RW
 * variants, at most 11 per node of the graph; in large graphs as much as the balls need instead. */
typedef struct rw_walker rw_walker;

riwalk_status rw_walker_create(const rw_walk_setup *setup, rw_walker **walker, riwalk_error *error);
void rw_walker_free(rw_walker *walker);

/* The bytes of a walker; of a large graph's, unless the layers that are always searched need more.
 */
uint64_t rw_walker_bytes(const rw_walk_setup *setup);

/* Samples the walks of an anchor. The result lives until the next call. Fails only in large graphs,
 * where memory does not suffice. */
riwalk_status rw_walker_sample(rw_walker *walker, uint32_t anchor, rw_walks *walks,
                               riwalk_error *error);

/* The same for walks first .. first + count - 1 alone. */
riwalk_status rw_walker_sample_some(rw_walker *walker, uint32_t anchor, uint32_t first,
                                    uint32_t count, rw_walks *walks, riwalk_error *error);

/* Roles and distances of a RW variant, from the edges that the walks used (walked.c). `arcs` and
 * `scratch` have room for twice the steps each, `queue` and `starts` for one more than the slots.
 */
typedef struct rw_walked {
    uint64_t *arcs;
    uint64_t *scratch;
    uint32_t *starts;
    uint32_t *queue;
} rw_walked;

void rw_walked_roles(const rw_walked *walked, const rw_walk_setup *setup, const rw_walks *walks,
                     rw_slot *slots);

/* Anchor number i of a sample of `count`: one of each part of the nodes, at random in it, as nodes
 * in a regular distance may be alike (hubs of R-MAT graphs are). */
static inline uint32_t rw_sampled_anchor(uint32_t nodes, uint32_t count, uint32_t i)
{
    uint64_t begin = (uint64_t)i * nodes / count, end = (i + UINT64_C(1)) * nodes / count;

    return (uint32_t)(begin + rw_rng_below(rw_rng_mix(i), end - begin));
}

/* Anchors of a run are handed out in blocks of this many. */
#define RW_RUN_BLOCK 32

/* What a run does with walks. `each` is called for every anchor, on any worker; anchors of a block
 * come in order and on one worker. `end`, unless NULL, is then called for the block: in the order
 * of blocks, never two at once, on the same worker. */
typedef struct rw_walks_pass {
    riwalk_status (*each)(void *context, int worker, const rw_walks *walks, riwalk_error *error);
    riwalk_status (*end)(void *context, int worker, riwalk_error *error);
    void *context;
    const char *stage;                                    /* of its progress */
    bool (*wanted)(const void *context, uint32_t anchor); /* NULL: all anchors are */
    riwalk_group *group; /* its members have different anchors; then without `end` */
} rw_walks_pass;

/* The anchors of one task in a group: enough of them that asking for tasks costs nothing, and few
 * enough that no member waits long for another. A multiple of RW_RUN_BLOCK. */
static inline uint32_t rw_run_range(uint32_t nodes)
{
    uint32_t each = nodes / 4096 / RW_RUN_BLOCK * RW_RUN_BLOCK;

    return each < RW_RUN_BLOCK ? RW_RUN_BLOCK : each > 16384 ? 16384 : each;
}

/* Runs over all anchors on setup->options.run.threads threads (through rw_threads already). */
riwalk_status rw_walks_run(const rw_walk_setup *setup, const rw_walks_pass *run,
                           riwalk_error *error);

/* Counts, in one run over all anchors by a group (NULL: this process): the roles met and, unless
 * `anchor_visits` is NULL, how often each anchor's own walks stand on it, the start included. */
riwalk_status rw_walks_count(const rw_walk_setup *setup, riwalk_group *group,
                             uint64_t *anchor_visits, riwalk_roles **roles, riwalk_error *error);

#endif
