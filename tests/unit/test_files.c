/* SPDX-License-Identifier: MIT */
/* Inputs and outputs: compressed streams, pipes, and files that are complete or absent. Links,
 * modes and names of outputs are those of tests/cli/output-places, inputs that cannot be read those
 * of bad-input, full disks those of full-disk. */
#include "base/input.h"
#include "base/output.h"
#include "unit/test.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

/* A gzip member of its own. */
static size_t gzip(const void *data, size_t size, unsigned char *out, size_t capacity)
{
    z_stream z = {0};

    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    z.next_in = (unsigned char *)(uintptr_t)data;
    z.avail_in = (unsigned)size;
    z.next_out = out;
    z.avail_out = (unsigned)capacity;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return capacity - z.avail_out;
}

/* By gzip, or by zstd. */
static size_t pack(bool zstd, const void *data, size_t size, unsigned char *out, size_t capacity)
{
    return zstd ? ZSTD_compress(out, capacity, data, size, 1) : gzip(data, size, out, capacity);
}

static void check_file(const char *file, const void *expected, size_t size)
{
    rw_input input;

    ok(rw_input_open(file, 1, &input, &failure));
    assert_int_equal(input.size, size);
    assert_memory_equal(input.data, expected, size);
    rw_input_close(&input);
}

static void check_input(const void *data, size_t size, const char *expected, size_t expected_size)
{
    rw_input input;

    ok(rw_input_memory(data, size, "memory", &input, &failure));
    assert_int_equal(input.size, expected_size);
    assert_memory_equal(input.data, expected, expected_size);
    rw_input_close(&input);
    write_bytes("input", data, size);
    check_file("input", expected, expected_size);
}

/* When not 0, so many calls of pread from now the file that is read is cut to `cut_to` bytes. */
static int cut_after;
static off_t cut_to;

ssize_t __real_pread(int file, void *data, size_t size, off_t at);
ssize_t __wrap_pread(int file, void *data, size_t size, off_t at);

ssize_t __wrap_pread(int file, void *data, size_t size, off_t at)
{
    if (cut_after && !--cut_after)
        assert_int_equal(truncate("input", cut_to), 0);
    return __real_pread(file, data, size, at);
}

/* Several blocks, by several threads; then the file may go. */
TEST(plain_files_are_read_by_several_threads)
{
    size_t size = 20000000;
    scoped char *text = malloc(size);
    rw_input input;

    check_input("1 2\n", 4, "1 2\n", 4);
    check_input("\x1f", 1, "\x1f", 1);
    for (size_t i = 0; i < size; i++)
        text[i] = i % 8 == 7 ? '\n' : (char)('0' + i % 10);
    for (int threads = 0; threads < 4; threads++) {
        write_bytes("input", text, size - (size_t)threads);
        ok(rw_input_open("input", threads, &input, &failure));
        assert_int_equal(truncate("input", 0), 0);
        assert_int_equal(input.size, size - (size_t)threads);
        assert_memory_equal(input.data, text, input.size);
        rw_input_close(&input);
    }
    check_file("input", "", 0);
}

TEST(a_file_that_changes_while_it_is_read_is_refused)
{
    size_t size = 10000000;
    scoped char *text = calloc(1, size);
    long before = rw_memory_blocks();
    rw_input input;

    for (int longer = 0; longer < 2; longer++) {
        write_bytes("input", text, size);
        cut_after = 2;
        cut_to = longer ? (off_t)size + 1 : 5000000;
        check_fails(IO, "it was changed while it was read",
                    rw_input_open("input", 1, &input, &failure));
        assert_int_equal(rw_memory_blocks(), before);
    }
}

/* Several buffers long in both forms: random bytes do not shrink, zeros shrink a thousandfold. */
TEST(long_streams_are_read)
{
    size_t size = 5000000, room = 6000000;
    scoped uint64_t *words = malloc(size);
    scoped unsigned char *packed = malloc(room);

    memset(words, 0, size);
    for (size_t i = 0; i < size / 16; i++)
        words[i] = rw_rng_at(1, i);
    for (int zstd = 0; zstd < 2; zstd++)
        check_input(packed, pack(zstd, words, size, packed, room), (char *)words, size);
}

/* A stream cut anywhere but between two members or frames is an error, never a shorter graph. */
TEST(all_members_and_frames_are_read_or_none)
{
    static const char *const cut_short[] = {"the gzip stream ends too early",
                                            "the zstd stream ends too early"};

    for (int zstd = 0; zstd < 2; zstd++) {
        unsigned char packed[512];
        size_t first = pack(zstd, "1 2\n", 4, packed, sizeof packed), size = first;
        rw_input input;

        size += pack(zstd, "3 4\n5 6", 7, packed + size, sizeof packed - size);
        for (size_t cut = zstd ? 4 : 2; cut < size; cut++)
            if (cut != first) {
                check_fails(FORMAT, cut_short[zstd],
                            rw_input_memory(packed, cut, "cut", &input, &failure));
                assert_null(input.owned);
            }
        check_input(packed, size, "1 2\n3 4\n5 6", 11);
        size += pack(zstd, "", 0, packed + size, sizeof packed - size);
        size += pack(zstd, "\n", 1, packed + size, sizeof packed - size);
        check_input(packed, size, "1 2\n3 4\n5 6\n", 12);
        check_allocations_of(0, false, rw_input_close(&input),
                             rw_input_memory(packed, size, "x", &input, &failure));
    }
}

/* ---- Outputs ---- */

static void write_all(const char *file, const void *data, size_t size)
{
    rw_output *output = NULL;

    ok(rw_output_open(file, &output, &failure));
    ok(rw_output_write(output, data, size, &failure));
    ok(rw_output_end(output, RIWALK_STATUS_OK, NULL, &failure));
}

/* Sizes on both sides of the buffer's, compressible and not. */
TEST(what_is_written_is_read_back)
{
    static const char *const names[] = {"plain", "packed.gz", "packed.zst"};
    static const size_t sizes[] = {0, 1, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 1 << 20, 3000001};
    scoped uint64_t *words = calloc(1, 3000008);

    for (size_t i = 0; i < 200000; i++)
        words[i] = rw_rng_at(2, i);
    EACH (name, names)
        EACH (size, sizes) {
            write_all(*name, words, *size);
            check_file(*name, words, *size);
        }
    assert_int_equal(count_files(), 3);
}

TEST(an_output_is_complete_or_absent)
{
    rw_output *output = NULL;

    write_bytes("out", "old", 3);
    ok(rw_output_open("out", &output, &failure));
    ok(rw_output_write(output, "new content", 11, &failure));
    check_file("out", "old", 3);
    rw_output_discard(output);
    check_file("out", "old", 3);
    assert_int_equal(count_files(), 1);
    write_all("out", "new", 3);
    check_file("out", "new", 3);
    assert_int_equal(count_files(), 1);
    ok(rw_output_open("never", &output, &failure));
    rw_output_discard(output);
    assert_int_equal(count_files(), 1);
}

/* The question alone opens no pipe: that would wait for a reader, or end what one reads. */
TEST(places_can_be_asked_about)
{
    ok(riwalk_files_check("out", &failure));
    assert_int_equal(count_files(), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    ok(riwalk_files_check("pipe", &failure));
    ok(riwalk_files_check("/dev/null", &failure));
    ok(riwalk_files_check("-", &failure));
}

TEST(failing_allocations_of_outputs)
{
    static const char *const names[] = {"plain", "packed.gz", "packed.zst"};
    rw_output *output = NULL;

    for (size_t n = 0; n < 3; n++)
        check_allocations_of(0, output || count_files(), (rw_output_discard(output), output = NULL),
                             rw_output_open(names[n], &output, &failure));
    check_allocations(0, riwalk_files_check(names[0], &failure));
}
