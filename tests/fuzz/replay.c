/* SPDX-License-Identifier: MIT */
/* Runs a fuzz target over files and folders of files, for builds without libFuzzer. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BYTES ((size_t)1 << 20)

static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(MAX_BYTES), *exact;
    size_t size;

    if (!file || !data) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(1);
    }
    size = fread(data, 1, MAX_BYTES, file);
    fclose(file);
    /* A block of the input's size, so that a sanitizer sees any step beyond the end. */
    if ((exact = malloc(size + !size))) {
        memcpy(exact, data, size);
        LLVMFuzzerTestOneInput(exact, size);
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

    for (int i = 1; i < argc; i++)
        count += replay(argv[i]);
    printf("%d inputs\n", count);
    return count ? 0 : 1;
}
