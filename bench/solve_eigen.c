/* SPDX-License-Identifier: MIT */
/* Reads a symmetric matrix of doubles, row by row, from standard input and writes its COUNT largest
 * eigenvalues and then their vectors, row by row, to standard output. The least seconds of REPEATS
 * runs, by the clock and of the processor, go to standard error. */
#include "base/eigen.h"
#include "base/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double processor_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int run(uint32_t n, uint32_t count, int threads, int repeats)
{
    size_t size = (size_t)n * n;
    double *given = malloc(size * sizeof *given), *matrix = malloc(size * sizeof *matrix);
    double *values = malloc(count * sizeof *values), least = 1e9, least_processor = 1e9;
    double *vectors = malloc((size_t)count * n * sizeof *vectors);
    riwalk_error error = {.message = "cannot read the matrix"};
    int failed = !given || !matrix || !values || !vectors || fread(given, 8, size, stdin) != size;

    for (int i = 0; i < repeats && !failed; i++) {
        double clock = rw_seconds(), processor = processor_seconds();

        memcpy(matrix, given, size * sizeof *matrix);
        failed = rw_eigen(n, matrix, count, values, vectors, threads, NULL, &error) != 0;
        clock = rw_seconds() - clock;
        processor = processor_seconds() - processor;
        least = clock < least ? clock : least;
        least_processor = processor < least_processor ? processor : least_processor;
    }
    if (failed)
        fprintf(stderr, "solve_eigen: %s\n", error.message);
    else
        fprintf(stderr, "%.6f %.6f\n", least, least_processor);
    failed = failed || fwrite(values, 8, count, stdout) != count ||
             fwrite(vectors, 8, (size_t)count * n, stdout) != (size_t)count * n;
    free(given);
    free(matrix);
    free(values);
    free(vectors);
    return failed;
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: solve_eigen ORDER COUNT THREADS REPEATS <matrix >pairs\n");
        return 2;
    }
    return run((uint32_t)atoi(argv[1]), (uint32_t)atoi(argv[2]), atoi(argv[3]), atoi(argv[4]));
}
