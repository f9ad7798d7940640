/* SPDX-License-Identifier: MIT */
/* Edge lists that become .rwg files within a limit of memory. The first byte chooses the options
 * (fuzz.h), the rest is the file. The graph, or the error's code, is that of the reader of whole
 * files; but lines that end in CR alone are read there only. */
#include "fuzz.h"
#include "riwalk_graphs.h"

#include <string.h>
#include <unistd.h>

enum {
    MEMORY = 4 << 20
};

static uint64_t checksum(const riwalk_graph *graph)
{
    riwalk_graph_summary summary = {.size = sizeof summary};

    return graph && !riwalk_graph_summarize(graph, &summary, NULL) ? summary.checksum : 0;
}

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    riwalk_graph *whole = NULL, *stored = NULL;
    riwalk_error error = {0}, other = {0};
    riwalk_read_options options;
    riwalk_status status;
    const char *path;

    if (memchr(data, '\r', size))
        return;
    options = fuzz_options(choice, RIWALK_FORMAT_EDGE_LIST);
    options.add_duplicates = size % 2 == 0;
    path = fuzz_file("edges", data, size);
    status = riwalk_graph_read(path, &options, &whole, &error);
    fuzz_check(status, whole, &error);
    options.store = fuzz_path("stored.rwg");
    options.memory = MEMORY;
    status = riwalk_graph_read(path, &options, &stored, &other);
    fuzz_check(status, stored, &other);
    if (error.code != RIWALK_STATUS_MEMORY && other.code != RIWALK_STATUS_MEMORY) {
        REQUIRE(error.code == other.code);
        REQUIRE(checksum(whole) == checksum(stored));
    }
    REQUIRE(!access(fuzz_path("stored.rwg"), F_OK) == !status);
    unlink(fuzz_path("stored.rwg"));
    riwalk_graph_free(whole);
    riwalk_graph_free(stored);
}

const fuzz_target fuzz_this = {.run = run, .choice = true, .packed = true};
