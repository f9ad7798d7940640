/* SPDX-License-Identifier: MIT */
/* Time and memory of a run as JSON. */
#include "run_report.h"

#include "json.h"
#include "report.h"
#include "vector_files.h"

#include <inttypes.h>
#include <stdio.h>
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
static json_t *report_json(const riwalk_embed_report *report)
{
    struct rusage usage = {0};
    json_t *root;
    double user;

    getrusage(RUSAGE_SELF, &usage);
    user = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec * 1e-6;
    root = json_pack("{s:f, s:f, s:f, s:I}", "walk_seconds", report->walk_seconds, "train_seconds",
                     report->train_seconds, "user_seconds", user, "peak_memory_bytes",
                     (json_int_t)peak_memory(&usage));
    if (root && report->roles)
        json_object_set_new(root, "roles", json_integer((json_int_t)report->roles));
    if (root && report->tokens) {
        json_object_set_new(root, "tokens", json_integer((json_int_t)report->tokens));
        json_object_set_new(root, "pairs", json_integer((json_int_t)report->pairs));
        json_object_set_new(root, "loss", cli_json_number(report->loss));
    }
    return root;
}

int cli_write_run_report(riwalk_files *files, const char *path, const riwalk_embed_report *report,
                         const riwalk_vectors *vectors)
{
    json_t *root = report_json(report);
    int status;

    if (!root || json_object_set_new(root, "vectors_checksum", cli_vectors_checksum(vectors))) {
        json_decref(root);
        return cli_fail("not enough memory for the report");
    }
    status = cli_write_json(files, path, root, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    json_decref(root);
    return status;
}
