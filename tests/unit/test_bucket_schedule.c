/* SPDX-License-Identifier: MIT */
/* The order in which parts of a vocabulary meet, with any number of workers. */
#include "base/parallel.h"
#include "train/bucket_schedule.h"
#include "unit/test.h"

#include <stdatomic.h>
#include <string.h>

#define PARTS 16

typedef struct party {
    rw_bucket_schedule schedule;
    bool symmetric;
    uint32_t centre_steps[PARTS], input_steps[PARTS]; /* how many each part has had */
    atomic_bool taken[2][PARTS];                      /* centre parts, input parts */
    atomic_int wrong;
} party;

/* Takes a part for itself: no one else may have it. */
static void hold(party *p, int side, uint32_t part)
{
    atomic_fetch_add(&p->wrong, atomic_exchange(&p->taken[side][part], true));
}

static riwalk_status meet(void *context, size_t task, int worker, riwalk_error *error)
{
    party *p = context;
    uint32_t c, i, parts = p->schedule.parts;

    (void)task;
    (void)error;
    while (rw_bucket_schedule_take(&p->schedule, worker, &c, &i)) {
        uint32_t step = p->symmetric ? c ^ i : (i + parts - c) % parts;

        hold(p, 0, c);
        hold(p, !p->symmetric || i == c, i);
        atomic_fetch_add(&p->wrong, p->centre_steps[c]++ != step);
        atomic_fetch_add(&p->wrong, p->input_steps[i]++ != step);
        if (p->symmetric && i != c) { /* each is centre and input */
            p->centre_steps[i]++;
            p->input_steps[c]++;
        }
        atomic_store(&p->taken[0][c], false);
        atomic_store(&p->taken[!p->symmetric || i == c][i], false);
        rw_bucket_schedule_finish(&p->schedule, c, false);
    }
    return RIWALK_STATUS_OK;
}

static void check(uint32_t parts, bool symmetric, int workers)
{
    party p = {.symmetric = symmetric};

    rw_bucket_schedule_begin(&p.schedule, parts, symmetric, workers);
    assert_int_equal(rw_parallel(workers, (size_t)workers, meet, &p, NULL), 0);
    rw_bucket_schedule_end(&p.schedule);
    assert_int_equal(p.wrong, 0);
    for (uint32_t part = 0; part < parts; part++) {
        assert_int_equal(p.centre_steps[part], parts);
        assert_int_equal(p.input_steps[part], parts);
    }
}

TEST(all_parts_meet_in_the_order_of_steps)
{
    for (uint32_t parts = 1; parts <= PARTS; parts++)
        for (int workers = 1; workers <= (int)parts && workers <= 8; workers++) {
            check(parts, false, workers);
            if (!(parts & (parts - 1)))
                check(parts, true, workers);
        }
}

/* Of 49 schedule the centre part changes with 13, not with all. */
TEST(a_lone_worker_stays_with_a_part)
{
    rw_bucket_schedule m;
    uint32_t c, i, last = 7, changes = 0;

    rw_bucket_schedule_begin(&m, 7, false, 1);
    while (rw_bucket_schedule_take(&m, 0, &c, &i)) {
        changes += c != last;
        last = c;
        rw_bucket_schedule_finish(&m, c, false);
    }
    rw_bucket_schedule_end(&m);
    assert_int_equal(changes, 13);
}

TEST(a_failure_ends_all)
{
    rw_bucket_schedule m;
    uint32_t c, i;

    rw_bucket_schedule_begin(&m, 4, false, 2);
    assert_true(rw_bucket_schedule_take(&m, 0, &c, &i));
    rw_bucket_schedule_finish(&m, c, true);
    assert_false(rw_bucket_schedule_take(&m, 1, &c, &i));
    rw_bucket_schedule_end(&m);
}
