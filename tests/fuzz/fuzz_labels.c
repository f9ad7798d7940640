/* SPDX-License-Identifier: MIT */
/* Files of labels, over vectors of three nodes that likely ids name. */
#include "base/memory.h"
#include "evaluate/labels.h"
#include "fuzz.h"

#define ROWS 3

static void check_labels(const riwalk_node_labels *labels)
{
    riwalk_node_labels_summary summary = {.size = sizeof summary};
    uint32_t nodes = 0;

    riwalk_node_labels_summarize(labels, &summary, NULL);
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t *classes = NULL;
        uint32_t count = riwalk_node_labels_of(labels, row, &classes);

        nodes += count > 0;
        REQUIRE(count <= summary.most);
        for (uint32_t i = 0; i < count; i++) {
            REQUIRE(classes[i] < summary.classes && (!i || classes[i - 1] < classes[i]));
            REQUIRE(*riwalk_node_labels_class(labels, classes[i]));
        }
    }
    REQUIRE(nodes == summary.nodes && nodes + summary.unlabelled == ROWS);
}

/* The first byte says whether there is a prefix, and whether one label is told from the rest. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[ROWS] = {"1", "a", "g:2"};
    const float values[ROWS] = {0, 0, 0};
    long before = rw_memory_blocks();
    riwalk_node_labels_options options;
    riwalk_node_labels *labels = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    riwalk_status status;
    rw_input input;

    if (!size || fuzz_is_packed(data + 1, size - 1) ||
        riwalk_vectors_build(ROWS, 1, names, values, &vectors, NULL))
        return 0;
    riwalk_node_labels_options_init(&options);
    options.prefix = data[0] & 1 ? "g" : NULL;
    options.positive = data[0] & 2 ? "1" : NULL;
    if (!rw_input_memory(data + 1, size - 1, "fuzz", &input, NULL)) {
        status = rw_labels_read(&input, "g.labels", vectors, &options, &labels, &error);
        fuzz_check(status, labels, &error);
        if (labels)
            check_labels(labels);
        riwalk_node_labels_free(labels);
        rw_input_close(&input);
    }
    riwalk_vectors_free(vectors);
    REQUIRE(rw_memory_blocks() == before);
    return 0;
}
