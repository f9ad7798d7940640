/* SPDX-License-Identifier: MIT */
/* The small services of src/base: errors, options, memory, checksum, sorting, CPU detection. */
#include "base/checksum.h"
#include "base/cpu.h"
#include "base/error.h"
#include "base/options.h"
#include "base/os.h"
#include "base/sort.h"
#include "unit/test.h"

#include <errno.h>
#include <sys/stat.h>

/* ---- Errors ---- */

TEST(errors_carry_place_and_sentence)
{
    char wide[1000];
    riwalk_error error;

    assert_int_equal(rw_fail(&error, RIWALK_STATUS_LIMIT, "%d is too many", 7),
                     RIWALK_STATUS_LIMIT);
    assert_int_equal(error.code, RIWALK_STATUS_LIMIT);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.message, "7 is too many");

    rw_fail_at(&error, RIWALK_STATUS_FORMAT, "g.txt", 17, "found %s", "one");
    assert_int_equal(error.line, 17);
    assert_string_equal(error.message, "g.txt:17: found one");
    rw_fail_at(&error, RIWALK_STATUS_FORMAT, "g.txt", 0, "cut");
    assert_string_equal(error.message, "g.txt: cut");

    errno = ENOENT;
    assert_int_equal(rw_fail_errno(&error, "read", "g.txt"), RIWALK_STATUS_IO);
    assert_string_equal(error.message, "cannot read g.txt: No such file or directory");

    memset(wide, 'x', sizeof wide);
    wide[sizeof wide - 1] = 0;
    rw_fail_at(&error, RIWALK_STATUS_FORMAT, wide, 17, "%s", wide);
    assert_true(strlen(error.message) < sizeof error.message);
    assert_int_equal(rw_fail(NULL, RIWALK_STATUS_IO, "nobody asks"), RIWALK_STATUS_IO);
}

TEST(messages_hold_no_control_characters)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"plain \\ text", "plain \\ text"},
        {"\033[31m\a\n\t\x7f", "\\x1b[31m\\x07\\x0a\\x09\\x7f"},
        {"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"},
        {"\xc2\x9b\xc2\xa0", "\\xc2\\x9b\xc2\xa0"},            /* U+009B, U+00A0 */
        {"\xe9 \xc3", "\\xe9 \\xc3"},                          /* Latin-1; cut off */
        {"\xc0\x9b\xed\xa0\x80", "\\xc0\\x9b\\xed\\xa0\\x80"}, /* overlong; a surrogate */
    };
    riwalk_error error;
    char shown[64];

    for (size_t i = 0; i < ELEMENTS(cases); i++) {
        const char *expected = cases[i][1];

        assert_int_equal(riwalk_printable(cases[i][0], NULL, 0), strlen(expected));
        assert_int_equal(riwalk_printable(cases[i][0], shown, sizeof shown), strlen(expected));
        assert_string_equal(shown, expected);
        rw_fail_at(&error, RIWALK_STATUS_FORMAT, cases[i][0], 0, "%s", cases[i][0]);
        assert_int_equal(strlen(error.message), 2 * strlen(expected) + 2);
        assert_memory_equal(error.message, expected, strlen(expected));
        assert_string_equal(error.message + strlen(expected) + 2, expected);
    }
    assert_int_equal(riwalk_printable("a\033b", shown, 5), 6);
    assert_string_equal(shown, "a"); /* no part of a character, and nothing behind a gap */
    assert_int_equal(riwalk_printable("a\033b", shown, 1), 6);
    assert_string_equal(shown, "");
}

TEST(every_status_has_its_own_name)
{
    for (int a = 0; a <= RIWALK_STATUS_CANCELLED + 1; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(riwalk_status_name((riwalk_status)a),
                                    riwalk_status_name((riwalk_status)b));
}

/* ---- Options ---- */

typedef struct old_options {
    size_t size;
    uint64_t first;
} old_options;

typedef struct new_options {
    size_t size;
    uint64_t first;
    uint64_t second;
} new_options;

TEST(options_of_other_sizes_are_read)
{
    old_options older = {sizeof older, 5}, known_old;
    new_options newer = {sizeof newer, 6, 0}, known_new;

    known_new = (new_options){sizeof known_new, 1, 2};
    ok(rw_options_copy(&known_new, sizeof known_new, NULL, &failure));
    assert_true(known_new.first == 1 && known_new.second == 2);

    /* An older caller: the field it does not know keeps its default. */
    ok(rw_options_copy(&known_new, sizeof known_new, &older, &failure));
    assert_true(known_new.first == 5 && known_new.second == 2);
    assert_int_equal(known_new.size, sizeof known_new);

    /* A newer caller: fine as long as it left the field alone that is not known here. */
    known_old = (old_options){sizeof known_old, 1};
    ok(rw_options_copy(&known_old, sizeof known_old, &newer, &failure));
    assert_int_equal(known_old.first, 6);
    assert_int_equal(known_old.size, sizeof known_old);
    newer.second = 1;
    check_status(ARGUMENT, rw_options_copy(&known_old, sizeof known_old, &newer, &failure));

    older.size = 0;
    check_fails(ARGUMENT, "init", rw_options_copy(&known_new, sizeof known_new, &older, &failure));
}

/* ---- Memory ---- */

TEST(sizes_cannot_overflow)
{
    riwalk_error error = {0};
    size_t capacity = 0;
    void *array = NULL;

    assert_null(rw_alloc(SIZE_MAX / 2, 4, &error));
    assert_int_equal(error.code, RIWALK_STATUS_MEMORY);
    rw_memory_permit(0);
    assert_null(rw_alloc(3000000, 1, &error));
    assert_string_equal(error.message, "not enough memory: 3.0 MB more are needed");
    rw_memory_permit(-1);
    assert_null(rw_alloc_zeroed((size_t)1 << 33, (size_t)1 << 33, NULL));
    assert_null(rw_alloc_aligned(SIZE_MAX, 1, NULL));
    assert_null(rw_alloc_aligned(PTRDIFF_MAX, 1, NULL));
    assert_false(rw_resize_at(&array, SIZE_MAX, 2, NULL));
    ok(rw_grow_at(&array, &capacity, SIZE_MAX, 8, &failure));
    assert_null(array);
    assert_int_equal(capacity, 0);
}

TEST(blocks_have_the_promised_shape)
{
    size_t capacity = 0, moves = 0;
    uint32_t *values = NULL;

    for (size_t count = 0; count < 200; count++) {
        unsigned char *zeroed = rw_alloc_zeroed(count, 3, NULL);
        unsigned char *aligned = rw_alloc_aligned(count, 3, NULL);

        memset(aligned, 1, 3 * count);
        assert_true((uintptr_t)aligned % 64 == 0);
        for (size_t i = 0; i < 3 * count; i++)
            assert_int_equal(zeroed[i], 0);
        rw_free(zeroed);
        rw_free(aligned);
    }
    for (uint32_t i = 0; i < 100000; i++) {
        size_t had = capacity;

        assert_true(rw_grow_at(&values, &capacity, (size_t)i + 1, sizeof *values, NULL));
        moves += capacity != had;
        values[i] = i;
    }
    assert_true(moves <= 14); /* 16 doubled 13 times is above 100000 */
    for (uint32_t i = 0; i < 100000; i++)
        assert_int_equal(values[i], i);
    rw_free(values);
}

/* What a system tells of its control groups: files below the folder "root". */
static void tell(const char *path, const char *text)
{
    char folder[256];

    for (const char *at = path; (at = strchr(at, '/')); at++) {
        snprintf(folder, sizeof folder, "%.*s", (int)(at - path), path);
        mkdir(folder, 0777);
    }
    write_file(path, text);
}

TEST(control_groups_limit_memory)
{
    const char *said = "root/proc/self/cgroup";

    assert_true(rw_os_group_memory("root", false) == UINT64_MAX);
    tell(said, "0::/job/step\n");
    assert_true(rw_os_group_memory("root", false) == UINT64_MAX);
    tell("root/sys/fs/cgroup/job/step/memory.max", "max\n");
    tell("root/sys/fs/cgroup/job/step/memory.current", "300\n");
    assert_true(rw_os_group_memory("root", true) == UINT64_MAX);
    tell("root/sys/fs/cgroup/job/memory.max", "1000\n"); /* groups above hold too */
    tell("root/sys/fs/cgroup/job/memory.current", "900\n");
    assert_int_equal(rw_os_group_memory("root", false), 1000);
    assert_int_equal(rw_os_group_memory("root", true), 100);
    tell("root/sys/fs/cgroup/job/memory.stat", "file 450\ninactive_file 400\nactive_file 30\n");
    assert_int_equal(rw_os_group_memory("root", true), 530); /* files' pages can go */
    tell("root/sys/fs/cgroup/job/memory.current", "2000\n");
    assert_int_equal(rw_os_group_memory("root", true), 0);
    tell("root/sys/fs/cgroup/memory.max", "700\n"); /* a container sees its own group as the root */
    assert_int_equal(rw_os_group_memory("root", false), 700);

    tell(said, "5:cpuset:/job\n4:memory:/a/b\n0::/\n");
    tell("root/sys/fs/cgroup/memory.max", "max\n");
    tell("root/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    tell("root/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "5000\n");
    tell("root/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "3000\n");
    tell("root/sys/fs/cgroup/memory/a/memory.stat",
         "inactive_file 1\ntotal_inactive_file 200\ntotal_active_file 50\n");
    assert_int_equal(rw_os_group_memory("root", false), 5000);
    assert_int_equal(rw_os_group_memory("root", true), 2250);
    assert_true(rw_os_memory_free() <= rw_os_memory());
    assert_int_equal(system("rm -r root"), 0);
}

/* ---- Checksum ---- */

#define MAX_BYTES 100

/* A file that is cut, or padded with zeros, is another file; so is one with another beginning. */
TEST(lengths_and_pieces_count)
{
    static const unsigned char zeros[MAX_BYTES];
    uint64_t ab = rw_checksum("bravo", 5, rw_checksum("alpha", 5, 0));

    for (size_t a = 0; a <= MAX_BYTES; a++)
        for (size_t b = 0; b < a; b++)
            assert_true(rw_checksum(zeros, a, 0) != rw_checksum(zeros, b, 0));
    assert_true(ab == rw_checksum("bravo", 5, rw_checksum("alpha", 5, 0)));
    assert_true(ab != rw_checksum("alpha", 5, rw_checksum("bravo", 5, 0)));
    assert_true(ab != rw_checksum("bravo", 5, rw_checksum("alphb", 5, 0)));
    assert_true(ab != rw_checksum("bravo", 5, 0));
}

/* ---- Sorting ---- */

#define LONGEST 3000

/* Value i of a shape: all bits, few different values, ascending, descending, one byte in play. */
static uint64_t shaped(int shape, uint64_t stream, uint64_t i)
{
    uint64_t bits = rw_rng_at(stream, i);
    const uint64_t values[] = {bits, bits % 3, i, LONGEST - i,
                               UINT64_C(0xABCD0000EF000000) + bits % 256};

    return values[shape];
}

TEST(sorting_is_qsort)
{
    static uint64_t wide[LONGEST], wide_sorted[LONGEST], wide_scratch[LONGEST];
    static uint32_t narrow[LONGEST], narrow_sorted[LONGEST], narrow_scratch[LONGEST];

    for (size_t count = 0; count <= LONGEST; count += count < 120 ? 1 : 960)
        for (int shape = 0; shape < 5; shape++) {
            for (size_t i = 0; i < count; i++) {
                wide[i] = wide_sorted[i] = shaped(shape, count, i);
                narrow[i] = narrow_sorted[i] = (uint32_t)wide[i];
            }
            qsort(wide_sorted, count, sizeof *wide, compare_u64);
            qsort(narrow_sorted, count, sizeof *narrow, compare_u32);
            rw_sort_u64(wide, wide_scratch, count);
            rw_sort_u32(narrow, narrow_scratch, count);
            assert_memory_equal(wide, wide_sorted, count * sizeof *wide);
            assert_memory_equal(narrow, narrow_sorted, count * sizeof *narrow);
        }
}

/* ---- CPU ---- */

TEST(the_environment_can_only_lower_the_isa)
{
    const char *given = getenv("RIWALK_ISA");
    char *kept = given ? strdup(given) : NULL;
    rw_isa best = rw_cpu_best();

    for (int isa = RW_ISA_SCALAR; isa < RW_ISA_COUNT; isa++) {
        setenv("RIWALK_ISA", rw_isa_name((rw_isa)isa), 1);
        assert_int_equal(rw_cpu_isa(), isa < (int)best ? isa : (int)best);
        assert_string_equal(riwalk_isa(), rw_isa_name(rw_cpu_isa()));
    }
    setenv("RIWALK_ISA", "abacus", 1);
    assert_int_equal(rw_cpu_isa(), best);
    unsetenv("RIWALK_ISA");
    assert_int_equal(rw_cpu_isa(), best);
#ifdef RIWALK_SCALAR
    assert_int_equal(best, RW_ISA_SCALAR);
#endif
    if (kept)
        setenv("RIWALK_ISA", kept, 1);
    free(kept);
}
