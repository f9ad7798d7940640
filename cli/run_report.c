/* SPDX-License-Identifier: MIT */
/* Time and memory of a run as JSON. */
#include "run_report.h"

#include "files.h"
#include "json.h"
#include "report.h"
#include "signals.h"

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

int cli_write_run_report(const char *path, const riwalk_embed_report *report)
{
    json_t *root = report_json(report);
    cli_text_file file;
    int status;

    if (!root)
        return cli_fail("not enough memory for the report");
    cli_signals_hold();
    if (!(status = cli_text_open(path, &file))) {
        json_dumpf(root, file.stream, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
        fputc('\n', file.stream);
        status = cli_text_commit(&file);
    }
    cli_signals_release();
    json_decref(root);
    return status;
}
