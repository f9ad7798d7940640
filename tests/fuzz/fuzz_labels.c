/* SPDX-License-Identifier: MIT */
/* Files of labels, over vectors of three nodes that likely ids name. */
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
static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    static const char *const names[ROWS] = {"1", "a", "g:2"};
    const float values[ROWS] = {0, 0, 0};
    riwalk_node_labels_options options;
    riwalk_node_labels *labels = NULL;
    riwalk_vectors *vectors = NULL;
    riwalk_error error = {0};
    riwalk_status status;
    rw_input input;

    if (riwalk_vectors_build(ROWS, 1, names, values, &vectors, NULL))
        return;
    riwalk_node_labels_options_init(&options);
    options.prefix = choice & 1 ? "g" : NULL;
    options.positive = choice & 2 ? "1" : NULL;
    if (!rw_input_memory(data, size, "fuzz", &input, NULL)) {
        status = rw_labels_read(&input, "g.labels", vectors, &options, &labels, &error);
        fuzz_check(status, labels, &error);
        if (labels)
            check_labels(labels);
        riwalk_node_labels_free(labels);
        rw_input_close(&input);
    }
    riwalk_vectors_free(vectors);
}

const fuzz_target fuzz_this = {.run = run, .choice = true};
