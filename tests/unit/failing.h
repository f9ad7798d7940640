/* SPDX-License-Identifier: MIT */
/* Every failing allocation is an error: a macro around a call shows it. Include cmocka.h before. */
#ifndef TEST_FAILING_H
#define TEST_FAILING_H

#include "base/memory.h"

/* Makes a call with 0, 1, 2 ... permitted allocations until it succeeds, for which it must need
 * more than `least`. Until then it returns MEMORY, says so in the error, which it takes as
 * &failure, and leaves no block behind. */
#define check_allocations(least, call) check_allocations_of(least, false, (void)0, call)

/* The same for a call that makes something of a type that has a function to free it: it takes a
 * place for it as &made. */
#define check_making(least, type, call)                                                            \
    do {                                                                                           \
        type *made = NULL;                                                                         \
                                                                                                   \
        check_allocations_of(least, made, (type##_free(made), made = NULL), call);                 \
    } while (0)

/* The same with the arguments of MADE. */
#define check_made(least, type, function, ...)                                                     \
    check_making(least, riwalk_##type, function(__VA_ARGS__, &made, &failure))

/* The same for any other result: `result` is false where there is none, as whenever the
 * call fails, and `undo` takes it away again. */
#define check_allocations_of(least, result, undo, call)                                            \
    do {                                                                                           \
        long blocks_ = rw_memory_blocks(), step_ = test_step(), permitted_ = -step_;               \
        riwalk_status status_ = RIWALK_STATUS_MEMORY;                                              \
                                                                                                   \
        while (status_) {                                                                          \
            riwalk_error failure = {0};                                                            \
                                                                                                   \
            rw_memory_permit(permitted_ += step_);                                                 \
            status_ = (call);                                                                      \
            rw_memory_permit(-1);                                                                  \
            assert_int_equal(status_, failure.code);                                               \
            if (status_) {                                                                         \
                assert_int_equal(status_, RIWALK_STATUS_MEMORY);                                   \
                assert_false(result);                                                              \
            } else {                                                                               \
                undo;                                                                              \
            }                                                                                      \
            assert_int_equal(rw_memory_blocks(), blocks_);                                         \
        }                                                                                          \
        assert_true(permitted_ > (least));                                                         \
    } while (0)

#endif
