/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files and folders of files, for builds without libFuzzer: once as it is,
 * and once with few allocations, a number that differs from input to input. */
#include "base/memory.h"
#include "fuzz.h"

#include <dirent.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 20)

#define MOST_PERMITTED 32

static int replay_file(const char *path)
{
    static long permitted;
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_BYTES), *exact;
    size_t size;

    if (!file || !data) {
        dprintf(2, "cannot read %s\n", path);
        exit(1);
    }
    size = fread(data, 1, MAX_BYTES, file);
    fclose(file);
    /* A block of the input's size, so that a sanitizer sees any step beyond the end. */
    if ((exact = malloc(size + !size))) {
        memcpy(exact, data, size);
        LLVMFuzzerTestOneInput(exact, size);
        rw_memory_permit(permitted++ % MOST_PERMITTED);
        LLVMFuzzerTestOneInput(exact, size);
        rw_memory_permit(-1);
    }
    free(exact);
    free(data);
    return 1;
}

static int replay(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    int count = 0;

    if (!dir)
        return replay_file(path);
    while ((entry = readdir(dir))) {
        char inner[4096];

        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.')
            count += replay(inner);
    }
    closedir(dir);
    return count;
}

int main(int argc, char **argv)
{
    int count = 0;

    for (int i = 1; i < argc; i++) {
        char *path = realpath(argv[i], NULL); /* a target may change the folder */

        count += replay(path ? path : argv[i]);
        free(path);
    }
    printf("%d inputs\n", count);
    return count ? 0 : 1;
}
