/* SPDX-License-Identifier: MIT */
/* Edge lists that become .rwg files within a limit of memory. The first byte chooses the options
 * (fuzz.h), the rest is the file. The graph, or the error's code, is that of the reader of whole
 * files; but lines that end in CR alone are read there only. */
#include "base/memory.h"
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    long before = rw_memory_blocks();
    riwalk_graph *whole = NULL, *stored = NULL;
    riwalk_error error = {0}, other = {0};
    riwalk_read_options options;
    riwalk_status status;
    const char *path;

    if (!size || memchr(data + 1, '\r', size - 1))
        return 0;
    options = fuzz_options(data[0], RIWALK_FORMAT_EDGE_LIST);
    options.add_duplicates = size & 1;
    path = fuzz_file("edges", data + 1, size - 1);
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
    REQUIRE(rw_memory_blocks() == before);
    return 0;
}
