/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_TESTS 64

static struct CMUnitTest tests[MOST_TESTS];
static size_t test_count;
static char start[4096];

char test_folder[64];

int compare_u64(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

    return (a > b) - (a < b);
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
    (void)state;
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

    (void)state;
    return chdir(start) || rmdir(test_folder) || left;
}

void test_add(const char *name, CMUnitTestFunction function)
{
    if (test_count == MOST_TESTS)
        abort();
    tests[test_count++] =
        (struct CMUnitTest)cmocka_unit_test_setup_teardown(function, enter, leave);
    tests[test_count - 1].name = name;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
