/* SPDX-License-Identifier: MIT */
/* riwalk-mpi: riwalk embed on the ranks of an MPI job, with the same bytes. */
#include "command.h"
#include "messages.h"
#include "program.h"
#include "ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const cli_command cli_embed_command;

static cli_command embed;

const cli_command *const cli_commands[] = {&embed, &cli_help_command, NULL};

const cli_command cli_program = {
    .name = "riwalk-mpi",
    .summary = "Structural node embeddings by the ranks of an MPI job.",
    .groups = {&cli_general_group},
    .examples = "mpirun -n 4 riwalk-mpi embed graph.rwg -o vectors.npy --trainer factor\n"
                "srun -N 16 riwalk-mpi embed graph.rwg -o vectors.npy --preset best\n",
};

/* ---- What all ranks must share ---- */

#define NAME 32

typedef struct build {
    char version[NAME];
    char isa[NAME];
} build;

/* The instruction set that two machines both have; on x86-64 the lesser one. */
static const char *lesser(const char *a, const char *b)
{
    static const char *const order[] = {"scalar", "avx2"};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (!strcmp(a, order[i]) || !strcmp(b, order[i]))
            return order[i];
    return strcmp(a, b) ? order[0] : a;
}

/* Checks that all ranks have one version, and sets the best instruction set that all hosts have,
 * since rounding depends on it. */
static void agree(void *ranks)
{
    const char *least = riwalk_isa();
    build own = {"", ""}, first = own;
    riwalk_comm *group = ranks;

    if (!group)
        cli_fail("this MPI does not support several threads (MPI_THREAD_MULTIPLE)");
    snprintf(own.version, NAME, "%s", riwalk_version());
    snprintf(own.isa, NAME, "%s", least);
    for (uint32_t r = 0; r < group->members; r++) {
        build its = own;

        cli_try(group->broadcast(group->context, r, &its, sizeof its, &cli_error));
        if (!r)
            first = its;
        if (strcmp(first.version, its.version) != 0)
            cli_fail("rank 0 runs riwalk %s, and rank %u %s: all must run the same", first.version,
                     r, its.version);
        least = lesser(least, its.isa);
    }
    setenv("RIWALK_ISA", least, 1);
}

/* ---- The program ---- */

/* Describes embed for several processes. */
static void describe(void)
{
    embed = cli_embed_command;
    embed.description =
        "As 'riwalk embed', on all ranks: each walks from other nodes, and all write OUT, a .npy "
        "file in a folder that every host sees. The result has the bytes that one process makes, "
        "for any number of ranks. Rank 0 reads GRAPH. Start one rank on each host; it uses all "
        "threads.";
    embed.examples = cli_program.examples;
}

/* Only rank 0 prints. */
static void be_silent(void)
{
    if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
        exit(CLI_EXIT_FAILED);
}

int main(int argc, char **argv)
{
    riwalk_comm *group = ranks_begin(&argc, &argv);
    ranks_traffic moved;
    int status;

    if (group && group->rank)
        be_silent();
    describe();
    cli_processes = group;
    cli_signals_delay = 500000000; /* time for the others: mpirun kills all ranks when one ends */
    if (!(status = (int)cli_status_of(agree, group)))
        status = cli_main(argc, argv);
    if (!group)
        return status;
    moved = ranks_moved();
    if (!status)
        cli_detail("rank 0 has added up %.3f MB, copied %.3f MB, passed on %.3f MB, and made %llu "
                   "tasks",
                   (double)moved.summed / 1e6, (double)moved.copied / 1e6,
                   (double)moved.passed / 1e6, (unsigned long long)moved.asked);
    ranks_end(status);
    return status;
}
