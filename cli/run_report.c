/* SPDX-License-Identifier: MIT */
/* Time and memory of a run as JSON. */
#include "run_report.h"

#include "cli.h"

#include <sys/resource.h>

/* Of the program since it was started. What getrusage tells also counts the program that started
 * this one, up to the moment it did, so the kernel's file comes first. */
static uint64_t peak_memory(const struct rusage *usage)
{
    uint64_t kib = (uint64_t)usage->ru_maxrss;
    FILE *file = fopen("/proc/self/status", "re");
    char line[256];

    if (!file)
        return kib * 1024;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %" SCNu64, &kib) == 1)
            break;
    fclose(file);
    return kib * 1024;
}

/* What the method does not have is left out: roles of DeepWalk, pairs of the factor trainer. */
int cli_write_run_report(riwalk_files *files, const char *path, const riwalk_embed_report *report,
                         const riwalk_vectors *vectors)
{
    struct rusage usage = {0};
    cli_json json;
    rw_json_writer *to = cli_json_begin(&json, 17, '{');

    getrusage(RUSAGE_SELF, &usage);
    rw_json_real(to, "walk_seconds", report->walk_seconds);
    rw_json_real(to, "train_seconds", report->train_seconds);
    rw_json_real(to, "user_seconds",
                 (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6);
    rw_json_whole(to, "peak_memory_bytes", peak_memory(&usage));
    if (report->roles)
        rw_json_whole(to, "roles", report->roles);
    if (report->tokens) {
        rw_json_whole(to, "tokens", report->tokens);
        rw_json_whole(to, "pairs", report->pairs);
        rw_json_real(to, "loss", report->loss);
    }
    cli_json_put_checksum(to, "vectors_checksum", riwalk_vectors_checksum(vectors));
    return cli_json_write(&json, CLI_EXIT_FINE, files, path);
}
