/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <dirent.h>

#define MOST_TESTS 1024

static struct CMUnitTest tests[MOST_TESTS], chosen[MOST_TESTS];
static const char *files[MOST_TESTS];
static size_t test_count;
static char start[4096];

char test_folder[64];

bool test_is_short(void)
{
#ifdef SHORT_TESTS
    return true;
#else
    return getenv("RIWALK_QUICK");
#endif
}

long test_step(void)
{
#ifdef EVERY_ALLOCATION
    return 1;
#else
    return FEW(1, 13);
#endif
}

int compare_u64(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

int compare_u32(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    return (a > b) - (a < b);
}

int cancel_at(const riwalk_progress *progress, void *stage)
{
    return !stage || !strcmp(progress->stage, stage);
}

void write_bytes(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void write_file(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes;
    long length;

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    length = ftell(file);
    rewind(file);
    bytes = calloc(1, (size_t)length + 1);
    assert_int_equal(fread(bytes, 1, (size_t)length, file), length);
    fclose(file);
    if (size)
        *size = (size_t)length;
    return bytes;
}

void assert_same_files(const char *one, const char *other)
{
    size_t sizes[2];
    scoped char *a = read_file(one, &sizes[0]);
    scoped char *b = read_file(other, &sizes[1]);

    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(a, b, sizes[0]);
}

void assert_unchanged(void **first, const void *bytes, size_t size)
{
    if (*first) {
        assert_memory_equal(*first, bytes, size);
        return;
    }
    *first = malloc(size + 1);
    assert_non_null(*first);
    memcpy(*first, bytes, size);
}

int count_files(void)
{
    DIR *dir = opendir(".");
    int count = 0;

    while (readdir(dir))
        count++;
    closedir(dir);
    return count - 2;
}

/* In memory where that is possible: every output is flushed to its disk. */
static int enter(void **state)
{
    snprintf(test_folder, sizeof test_folder, "%s/riwalk-test-XXXXXX",
             access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    return getcwd(start, sizeof start) && mkdtemp(test_folder) ? chdir(test_folder) : -1;
}

int empty_folder(void)
{
    DIR *dir = opendir(test_folder);
    struct dirent *entry;
    int left = 0;

    while ((entry = readdir(dir))) {
        left += strstr(entry->d_name, ".riwalk-") != NULL;
        unlinkat(dirfd(dir), entry->d_name, 0);
    }
    closedir(dir);
    return left;
}

/* Fails where the library left a temporary file behind. */
static int leave(void **state)
{
    int left = empty_folder();

    return chdir(start) || rmdir(test_folder) || left;
}

void test_add(const char *file, const char *name, CMUnitTestFunction function)
{
    if (test_count == MOST_TESTS)
        abort();
    files[test_count] = file;
    tests[test_count] = (struct CMUnitTest)cmocka_unit_test_setup_teardown(function, enter, leave);
    tests[test_count++].name = name;
}

/* Those of test_NAME.c, or of all files. */
int main(int argc, char **argv)
{
    char ending[64];
    size_t count = 0;

    snprintf(ending, sizeof ending, "/test_%s.c", argc > 1 ? argv[1] : "");
    for (size_t i = 0; i < test_count; i++)
        if (argc < 2 || strstr(files[i], ending))
            chosen[count++] = tests[i];
    if (!count) {
        fprintf(stderr, "usage: %s [NAME [PATTERN]]: there is no test_%s.c\n", argv[0], argv[1]);
        return 2;
    }
    if (argc > 2)
        cmocka_set_test_filter(argv[2]);
    return _cmocka_run_group_tests(argc > 1 ? argv[1] : "all", chosen, count, NULL, NULL);
}
