/* SPDX-License-Identifier: MIT */
/* Inputs and outputs: compressed streams, pipes, and files that are complete or absent. */
#include "base/input.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/rng.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cmocka.h>

#include "base/frontend.h"
#include "failing.h"

static char folder[64];
static char path[512];

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* In memory where that is possible: every output is flushed to its disk. */
static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "%s/riwalk-files-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    return mkdtemp(folder) ? 0 : -1;
}

static int count_files(void)
{
    DIR *dir = opendir(folder);
    int count = 0;

    while (readdir(dir))
        count++;
    closedir(dir);
    return count - 2;
}

/* Each test leaves the folder empty. */
static int empty_folder(void **state)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;

    (void)state;
    while ((entry = readdir(dir)))
        unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
    return 0;
}

static int remove_folder(void **state)
{
    empty_folder(state);
    return rmdir(folder);
}

static void write_plain(const char *file, const void *data, size_t size)
{
    FILE *f = fopen(file, "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

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

static void check_input(const void *data, size_t size, const char *expected, size_t expected_size)
{
    rw_input input;
    riwalk_error error;

    assert_int_equal(rw_input_memory(data, size, "memory", &input, &error), RIWALK_STATUS_OK);
    assert_int_equal(input.size, expected_size);
    assert_memory_equal(input.data, expected, expected_size);
    rw_input_close(&input);
    write_plain(in_folder("input"), data, size);
    assert_int_equal(rw_input_open(path, 1, &input, &error), RIWALK_STATUS_OK);
    assert_int_equal(input.size, expected_size);
    assert_memory_equal(input.data, expected, expected_size);
    rw_input_close(&input);
}

/* When not 0, so many calls of pread from now the file that is read is cut to `cut_to` bytes. */
static int cut_after;
static off_t cut_to;

ssize_t __real_pread(int file, void *data, size_t size, off_t at);
ssize_t __wrap_pread(int file, void *data, size_t size, off_t at);

ssize_t __wrap_pread(int file, void *data, size_t size, off_t at)
{
    if (cut_after && !--cut_after)
        assert_int_equal(truncate(path, cut_to), 0);
    return __real_pread(file, data, size, at);
}

/* Several blocks, by several threads; then the file may go. */
static void plain_files_are_read(void **state)
{
    size_t size = 20000000;
    char *text = malloc(size);
    rw_input input;

    (void)state;
    check_input("1 2\n", 4, "1 2\n", 4);
    check_input("\x1f", 1, "\x1f", 1);
    for (size_t i = 0; i < size; i++)
        text[i] = i % 8 == 7 ? '\n' : (char)('0' + i % 10);
    for (int threads = 0; threads < 4; threads++) {
        write_plain(in_folder("input"), text, size - (size_t)threads);
        assert_int_equal(rw_input_open(path, threads, &input, NULL), RIWALK_STATUS_OK);
        assert_int_equal(truncate(path, 0), 0);
        assert_int_equal(input.size, size - (size_t)threads);
        assert_memory_equal(input.data, text, input.size);
        rw_input_close(&input);
    }
    free(text);
    write_plain(in_folder("input"), "", 0);
    assert_int_equal(rw_input_open(path, 1, &input, NULL), RIWALK_STATUS_OK);
    assert_int_equal(input.size, 0);
    rw_input_close(&input);
}

static void a_file_that_changes_while_it_is_read_is_refused(void **state)
{
    size_t size = 10000000;
    char *text = calloc(1, size);
    long before = rw_memory_blocks();
    riwalk_error error;
    rw_input input;

    (void)state;
    for (int longer = 0; longer < 2; longer++) {
        write_plain(in_folder("input"), text, size);
        cut_after = 2;
        cut_to = longer ? (off_t)size + 1 : 5000000;
        assert_int_equal(rw_input_open(path, 1, &input, &error), RIWALK_STATUS_IO);
        assert_non_null(strstr(error.message, "it was changed while it was read"));
        assert_int_equal(rw_memory_blocks(), before);
    }
    free(text);
}

static void lines_may_end_in_cr_alone(void **state)
{
    (void)state;
    check_input("1 2\r3 4\r", 8, "1 2\n3 4\n", 8);
    check_input("\r", 1, "\n", 1);
    check_input("1 2\r\n3 4\r", 9, "1 2\r\n3 4\r", 9);
}

static void all_gzip_members_are_read(void **state)
{
    unsigned char packed[512];
    size_t size = gzip("1 2\n", 4, packed, sizeof packed);

    (void)state;
    size += gzip("", 0, packed + size, sizeof packed - size);
    size += gzip("3 4\n5 6", 7, packed + size, sizeof packed - size);
    check_input(packed, size, "1 2\n3 4\n5 6", 11);
}

static void all_zstd_frames_are_read(void **state)
{
    unsigned char packed[512];
    size_t size = ZSTD_compress(packed, sizeof packed, "1 2\n", 4, 1);

    (void)state;
    size += ZSTD_compress(packed + size, sizeof packed - size, "", 0, 1);
    size += ZSTD_compress(packed + size, sizeof packed - size, "3 4\n5 6", 7, 1);
    check_input(packed, size, "1 2\n3 4\n5 6", 11);
}

/* Several buffers long in both forms: random bytes do not shrink, zeros shrink a thousandfold. */
static void long_streams_are_read(void **state)
{
    size_t size = 5000000, room = 6000000;
    uint64_t *words = malloc(size);
    unsigned char *packed = malloc(room);

    (void)state;
    memset(words, 0, size);
    for (size_t i = 0; i < size / 16; i++)
        words[i] = rw_rng_at(1, i);
    check_input(packed, gzip(words, size, packed, room), (char *)words, size);
    check_input(packed, ZSTD_compress(packed, room, words, size, 1), (char *)words, size);
    free(words);
    free(packed);
}

/* A stream cut anywhere but between two members is an error, never a shorter graph. */
static void check_cuts(const unsigned char *packed, size_t first, size_t size, size_t magic,
                       const char *message)
{
    for (size_t cut = magic; cut < size; cut++) {
        rw_input input;
        riwalk_error error;

        if (cut == first)
            continue;
        assert_int_equal(rw_input_memory(packed, cut, "cut", &input, &error), RIWALK_STATUS_FORMAT);
        assert_non_null(strstr(error.message, message));
        assert_null(input.owned);
    }
}

static void cut_streams_are_refused(void **state)
{
    unsigned char packed[512];
    size_t first, size;

    (void)state;
    first = gzip("1 2\n2 3\n", 8, packed, sizeof packed);
    size = first + gzip("3 4\n", 4, packed + first, sizeof packed - first);
    check_cuts(packed, first, size, 2, "the gzip stream ends too early");
    first = ZSTD_compress(packed, sizeof packed, "1 2\n2 3\n", 8, 1);
    size = first + ZSTD_compress(packed + first, sizeof packed - first, "3 4\n", 4, 1);
    check_cuts(packed, first, size, 4, "the zstd stream ends too early");
}

static void damaged_streams_are_refused(void **state)
{
    unsigned char packed[512];
    size_t size = gzip("1 2\n2 3\n", 8, packed, sizeof packed - 1);
    riwalk_error error;
    rw_input input;

    (void)state;
    packed[size] = 'x';
    assert_int_equal(rw_input_memory(packed, size + 1, "g", &input, &error), RIWALK_STATUS_FORMAT);
    packed[size - 6] ^= 1;
    assert_int_equal(rw_input_memory(packed, size, "g", &input, &error), RIWALK_STATUS_FORMAT);
    assert_non_null(strstr(error.message, "g: the gzip stream is damaged near byte"));
    size = ZSTD_compress(packed, sizeof packed, "1 2\n2 3\n", 8, 1);
    packed[4] ^= 8;
    assert_int_equal(rw_input_memory(packed, size, "z", &input, &error), RIWALK_STATUS_FORMAT);
    assert_non_null(strstr(error.message, "z: the zstd stream is damaged ("));
}

/* A zstd frame of `blocks` blocks of 128 KB of zeros, which takes four bytes for each. */
static size_t zstd_zeros(unsigned char *frame, int window_log, size_t blocks)
{
    unsigned char *at = frame;

    memcpy(at, "\x28\xb5\x2f\xfd\0", 5); /* the magic, and nothing but a window */
    at += 5;
    *at++ = (unsigned char)((window_log - 10) << 3);
    for (size_t b = 0; b < blocks; b++) {
        unsigned header = 131072U << 3 | 1U << 1 | (b + 1 == blocks);

        for (int i = 0; i < 3; i++)
            *at++ = (unsigned char)(header >> 8 * i);
        *at++ = 0;
    }
    return (size_t)(at - frame);
}

/* 64 MB and 256 times the size of the file, no more; and windows of 128 MB. */
static void small_files_expand_to_a_limit(void **state)
{
    size_t room = 1 << 20, size;
    unsigned char *frame = malloc(room);
    long before = rw_memory_blocks();
    riwalk_error error;
    rw_input input;

    (void)state;
    size = zstd_zeros(frame, 17, 512);
    assert_int_equal(rw_input_memory(frame, size, "z", &input, &error), RIWALK_STATUS_OK);
    assert_int_equal(input.size, (size_t)64 << 20);
    rw_input_close(&input);
    size = zstd_zeros(frame, 17, 16384); /* 2 GB */
    assert_int_equal(rw_input_memory(frame, size, "z", &input, &error), RIWALK_STATUS_LIMIT);
    assert_string_equal(error.message, "z: the 65542 bytes expand to more than 84 MB, the most "
                                       "that is read here from a file of this size; decompress "
                                       "it first if you trust it");
    size = zstd_zeros(frame, 27, 1);
    assert_int_equal(rw_input_memory(frame, size, "z", &input, &error), RIWALK_STATUS_OK);
    rw_input_close(&input);
    for (int log = 28; log < 40; log++) {
        size = zstd_zeros(frame, log, 1);
        assert_int_equal(rw_input_memory(frame, size, "z", &input, &error), RIWALK_STATUS_LIMIT);
        assert_string_equal(error.message,
                            "z: the zstd stream needs a window of more than 128 MB; compress it "
                            "again without --long, or with --long=27 at most");
    }
    assert_int_equal(rw_memory_blocks(), before);
    free(frame);
}

/* A hundred million bytes in one of 100 KB: gzip expands a thousandfold. */
static void gzip_expands_to_the_same_limit(void **state)
{
    size_t size = 100000000;
    unsigned char *zeros = calloc(1, size), *packed = malloc(1 << 20);
    riwalk_error error;
    rw_input input;

    (void)state;
    size = gzip(zeros, size, packed, 1 << 20);
    assert_int_equal(rw_input_memory(packed, size, "g", &input, &error), RIWALK_STATUS_LIMIT);
    assert_non_null(strstr(error.message, "expand to more than"));
    free(zeros);
    free(packed);
}

/* Standard input as a pipe, and as a file of which a part was read before. */
static void standard_input_is_read(void **state)
{
    unsigned char packed[100];
    size_t size = gzip("1 2\n", 4, packed, sizeof packed);
    int saved = dup(STDIN_FILENO), pipe_ends[2], file;
    rw_input input;

    (void)state;
    assert_int_equal(pipe(pipe_ends), 0);
    assert_int_equal(write(pipe_ends[1], packed, size), size);
    close(pipe_ends[1]);
    dup2(pipe_ends[0], STDIN_FILENO);
    close(pipe_ends[0]);
    assert_int_equal(rw_input_open("-", 1, &input, NULL), RIWALK_STATUS_OK);
    assert_string_equal(input.name, "standard input");
    assert_int_equal(input.size, 4);
    assert_memory_equal(input.data, "1 2\n", 4);
    rw_input_close(&input);

    write_plain(in_folder("seek"), "skip 1 2", 8);
    file = open(path, O_RDONLY);
    assert_int_equal(lseek(file, 5, SEEK_SET), 5);
    dup2(file, STDIN_FILENO);
    close(file);
    assert_int_equal(rw_input_open("-", 1, &input, NULL), RIWALK_STATUS_OK);
    assert_int_equal(input.size, 3);
    assert_memory_equal(input.data, "1 2", 3);
    rw_input_close(&input);
    dup2(saved, STDIN_FILENO);
    close(saved);
}

static void inputs_that_cannot_be_read(void **state)
{
    riwalk_error error;
    rw_input input;

    (void)state;
    assert_int_equal(rw_input_open(folder, 1, &input, &error), RIWALK_STATUS_IO);
    assert_non_null(strstr(error.message, "it is a directory"));
    assert_int_equal(rw_input_open(in_folder("absent"), 1, &input, &error), RIWALK_STATUS_IO);
    assert_non_null(strstr(error.message, "No such file"));
    write_plain(in_folder("secret"), "1 2", 3);
    chmod(path, 0);
    if (geteuid()) {
        assert_int_equal(rw_input_open(path, 1, &input, &error), RIWALK_STATUS_IO);
        assert_non_null(strstr(error.message, "Permission denied"));
    }
}

static void failing_allocations_of_inputs(void **state)
{
    unsigned char packed[2][512];
    size_t sizes[2] = {gzip("1 2\n", 4, packed[0], sizeof packed[0]),
                       ZSTD_compress(packed[1], sizeof packed[1], "1 2\n", 4, 1)};
    rw_input input;

    (void)state;
    for (int kind = 0; kind < 2; kind++)
        check_allocations_of(0, false, rw_input_close(&input),
                             rw_input_memory(packed[kind], sizes[kind], "x", &input, &failure));
}

/* ---- Outputs ---- */

static void check_file(const char *file, const void *expected, size_t size)
{
    rw_input input;

    assert_int_equal(rw_input_open(file, 1, &input, NULL), RIWALK_STATUS_OK);
    assert_int_equal(input.size, size);
    assert_memory_equal(input.data, expected, size);
    rw_input_close(&input);
}

static void write_all(const char *file, const void *data, size_t size)
{
    rw_output *output = NULL;
    riwalk_error error;

    assert_int_equal(rw_output_open(file, &output, &error), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_write(output, data, size, &error), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_end(output, RIWALK_STATUS_OK, NULL, &error), RIWALK_STATUS_OK);
}

/* Sizes on both sides of the buffer's, compressible and not. */
static void what_is_written_is_read_back(void **state)
{
    static const char *const names[] = {"plain", "packed.gz", "packed.zst"};
    size_t sizes[] = {0, 1, (1 << 18) - 1, 1 << 18, (1 << 18) + 1, 1 << 20, 3000001};
    uint64_t *words = malloc(3000008);

    (void)state;
    memset(words, 0, 3000008);
    for (size_t i = 0; i < 200000; i++)
        words[i] = rw_rng_at(2, i);
    for (size_t n = 0; n < 3; n++)
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            write_all(in_folder(names[n]), words, sizes[i]);
            check_file(path, words, sizes[i]);
        }
    assert_int_equal(count_files(), 3);
    free(words);
}

static void an_output_is_complete_or_absent(void **state)
{
    rw_output *output = NULL;

    (void)state;
    write_plain(in_folder("out"), "old", 3);
    assert_int_equal(rw_output_open(path, &output, NULL), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_write(output, "new content", 11, NULL), RIWALK_STATUS_OK);
    check_file(path, "old", 3);
    rw_output_discard(output);
    check_file(path, "old", 3);
    assert_int_equal(count_files(), 1);
    write_all(path, "new", 3);
    check_file(path, "new", 3);
    assert_int_equal(count_files(), 1);
    assert_int_equal(rw_output_open(in_folder("never"), &output, NULL), RIWALK_STATUS_OK);
    rw_output_discard(output);
    assert_int_equal(count_files(), 1);
}

static void mode_and_link_are_kept(void **state)
{
    char link[256];
    struct stat info;

    (void)state;
    write_plain(in_folder("target"), "old", 3);
    chmod(path, 0640);
    snprintf(link, sizeof link, "%s/link", folder);
    assert_int_equal(symlink("target", link), 0);
    write_all(link, "new", 3);
    assert_int_equal(lstat(link, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    check_file(path, "new", 3);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0640);
}

/* As a shell does it: the file appears where the last link leads. */
static void a_link_may_lead_to_a_file_that_is_not_there_yet(void **state)
{
    char absolute[128], first[128], second[128];
    struct stat info;

    (void)state;
    snprintf(absolute, sizeof absolute, "%s/target", folder);
    snprintf(first, sizeof first, "%s/first", folder);
    snprintf(second, sizeof second, "%s/second", folder);
    assert_int_equal(symlink("second", first), 0);
    assert_int_equal(symlink(absolute, second), 0);
    assert_int_equal(riwalk_files_check(first, NULL), RIWALK_STATUS_OK);
    assert_int_equal(count_files(), 2);
    write_all(first, "new", 3);
    assert_int_equal(count_files(), 3);
    check_file(absolute, "new", 3);
    assert_true(!lstat(first, &info) && S_ISLNK(info.st_mode));
    assert_true(!lstat(second, &info) && S_ISLNK(info.st_mode));
}

static void a_new_file_has_the_usual_mode(void **state)
{
    mode_t mask = umask(027);
    struct stat info;

    (void)state;
    write_all(in_folder("fresh"), "x", 1);
    umask(mask);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0640);
}

static void the_longest_file_name_works(void **state)
{
    char name[256];

    (void)state;
    memset(name, 'n', 255);
    name[255] = 0;
    write_all(in_folder(name), "x", 1);
    check_file(path, "x", 1);
}

static void check_refused(const char *file, const char *message)
{
    rw_output *output = NULL;
    riwalk_error error;

    assert_int_equal(rw_output_open(file, &output, &error), RIWALK_STATUS_IO);
    assert_null(output);
    assert_non_null(strstr(error.message, message));
    assert_int_equal(riwalk_files_check(file, &error), RIWALK_STATUS_IO);
    assert_non_null(strstr(error.message, message));
}

static void outputs_that_cannot_be_opened(void **state)
{
    char name[257];

    (void)state;
    check_refused(in_folder("absent/out"), "No such file or directory");
    check_refused(folder, "it is a directory");
    assert_int_equal(symlink("absent/out", in_folder("link")), 0);
    check_refused(path, "No such file or directory");
    assert_int_equal(symlink("loop", in_folder("loop")), 0);
    check_refused(path, "Too many levels of symbolic links");
    memset(name, 'n', 256);
    name[256] = 0;
    check_refused(in_folder(name), "File name too long");
    assert_int_equal(riwalk_files_check(NULL, NULL), RIWALK_STATUS_ARGUMENT);
    assert_int_equal(count_files(), 2);
}

/* The question alone opens no pipe: that would wait for a reader, or end what one reads. */
static void places_can_be_asked_about(void **state)
{
    (void)state;
    assert_int_equal(riwalk_files_check(in_folder("out"), NULL), RIWALK_STATUS_OK);
    assert_int_equal(count_files(), 0);
    assert_int_equal(mkfifo(in_folder("pipe"), 0600), 0);
    assert_int_equal(riwalk_files_check(path, NULL), RIWALK_STATUS_OK);
    assert_int_equal(riwalk_files_check("/dev/null", NULL), RIWALK_STATUS_OK);
    assert_int_equal(riwalk_files_check("-", NULL), RIWALK_STATUS_OK);
}

/* A full disk is seen at the latest when the file is finished, and reported once as itself. */
static void a_full_disk_is_an_error(void **state)
{
    size_t size = 1 << 20;
    char *bytes = calloc(1, size);
    rw_output *output = NULL;
    riwalk_error error;

    (void)state;
    if (access("/dev/full", W_OK)) {
        free(bytes);
        skip();
    }
    assert_int_equal(rw_output_open("/dev/full", &output, &error), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_write(output, "x", 1, &error), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_end(output, RIWALK_STATUS_OK, NULL, &error), RIWALK_STATUS_IO);
    assert_string_equal(error.message, "cannot write /dev/full: No space left on device");
    assert_int_equal(rw_output_open("/dev/full", &output, &error), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_write(output, bytes, size, &error), RIWALK_STATUS_IO);
    assert_int_equal(rw_output_write(output, "x", 1, &error), RIWALK_STATUS_IO);
    assert_int_equal(rw_output_end(output, RIWALK_STATUS_OK, NULL, &error), RIWALK_STATUS_IO);
    free(bytes);
}

static void text_is_formatted(void **state)
{
    rw_output *output = NULL;
    riwalk_error error;

    (void)state;
    assert_int_equal(rw_output_open(in_folder("text"), &output, NULL), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_print(output, NULL, "%d %s\n", 7, "x"), RIWALK_STATUS_OK);
    assert_int_equal(rw_output_print(output, &error, "%5000d", 7), RIWALK_STATUS_LIMIT);
    assert_int_equal(rw_output_end(output, RIWALK_STATUS_OK, NULL, NULL), RIWALK_STATUS_OK);
    check_file(path, "7 x\n", 4);
}

static void failing_allocations_of_outputs(void **state)
{
    static const char *const names[] = {"plain", "packed.gz", "packed.zst"};
    rw_output *output = NULL;

    (void)state;
    for (size_t n = 0; n < 3; n++)
        check_allocations_of(0, output || count_files(), (rw_output_discard(output), output = NULL),
                             rw_output_open(in_folder(names[n]), &output, &failure));
}

#define TEST(name) cmocka_unit_test_teardown(name, empty_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(plain_files_are_read),
        TEST(a_file_that_changes_while_it_is_read_is_refused),
        TEST(lines_may_end_in_cr_alone),
        TEST(all_gzip_members_are_read),
        TEST(all_zstd_frames_are_read),
        TEST(long_streams_are_read),
        TEST(cut_streams_are_refused),
        TEST(damaged_streams_are_refused),
        TEST(small_files_expand_to_a_limit),
        TEST(gzip_expands_to_the_same_limit),
        TEST(standard_input_is_read),
        TEST(inputs_that_cannot_be_read),
        TEST(failing_allocations_of_inputs),
        TEST(what_is_written_is_read_back),
        TEST(an_output_is_complete_or_absent),
        TEST(mode_and_link_are_kept),
        TEST(a_link_may_lead_to_a_file_that_is_not_there_yet),
        TEST(a_new_file_has_the_usual_mode),
        TEST(the_longest_file_name_works),
        TEST(outputs_that_cannot_be_opened),
        TEST(places_can_be_asked_about),
        TEST(a_full_disk_is_an_error),
        TEST(text_is_formatted),
        TEST(failing_allocations_of_outputs),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
