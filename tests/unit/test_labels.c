/* SPDX-License-Identifier: MIT */
/* Labels of nodes. Dialects of their files, what is left out and what is refused: tests/labels. */
#include "evaluate/labels.h"
#include "unit/test.h"

static riwalk_vectors *make_vectors(const char *const *names, uint32_t count)
{
    const float values[8] = {0};

    return MADE(vectors, riwalk_vectors_build, count, 1, names, values);
}

static const char *const plain_names[] = {"1", "2", "3", "10", "New York", "-4"};
static const char *const joint_names[] = {"club.labels:1", "club.labels:2", "usa:1", "usa:2"};
static const char *const header_names[] = {"node", "id"};

/* The labels as "row=class,class row=class ...", and how many there are. */
static void tell(const riwalk_node_labels *labels, uint32_t rows, char *text, size_t room)
{
    riwalk_node_labels_summary s = {.size = sizeof s};
    size_t used = 0;

    for (uint32_t row = 0; row < rows; row++) {
        const uint32_t *classes = NULL;
        uint32_t count = riwalk_node_labels_of(labels, row, &classes);

        if (count)
            used += (size_t)snprintf(text + used, room - used, "%u", row);
        for (uint32_t i = 0; i < count; i++)
            used += (size_t)snprintf(text + used, room - used, "%c%s%s", i ? ',' : '=',
                                     riwalk_node_labels_class(labels, classes[i]),
                                     i + 1 < count ? "" : " ");
    }
    riwalk_node_labels_summarize(labels, &s, NULL);
    snprintf(text + used, room - used,
             "of %d nodes and %d without, %d unknown, %d empty; %d classes of %d to %d nodes, %d "
             "of a node, prefix %s",
             (int)s.nodes, (int)s.unlabelled, (int)s.unknown, (int)s.empty, (int)s.classes,
             (int)s.smallest, (int)s.largest, (int)s.most, s.prefix ? s.prefix : "none");
}

/* Options: names (of the vectors), prefix, positive. */
static riwalk_status read_listed(const char *file, const char *options, char *found, size_t room,
                                 riwalk_error *error)
{
    const char *names = listed_option(options, "names");
    bool joint = names && !strcmp(names, "joint");
    uint32_t rows = joint ? 4 : names ? 2 : 6;
    riwalk_node_labels_options how =
        WITH(riwalk_node_labels_options, it.prefix = listed_option(options, "prefix"),
             it.positive = listed_option(options, "positive"));
    scoped_vectors *vectors = make_vectors(joint   ? joint_names
                                           : names ? header_names
                                                   : plain_names,
                                           rows);
    scoped_node_labels *labels = NULL;
    riwalk_status status = riwalk_node_labels_read(file, vectors, &how, &labels, error);

    assert_int_equal(!status, labels != NULL);
    if (labels)
        tell(labels, rows, found, room);
    return status;
}

TEST(files_mean_what_they_say)
{
    check_listed("labels", read_listed);
}

TEST(labels_come_from_memory_too)
{
    static const char *const ids[] = {"3", "1", "8", "3", "2"};
    static const char *const names[] = {"b", "a", "c", "a", ""};
    scoped_vectors *vectors = make_vectors(plain_names, 6);
    scoped_node_labels *labels =
        MADE(node_labels, riwalk_node_labels_build, 5, ids, names, vectors, NULL);
    char text[256];

    tell(labels, 6, text, sizeof text);
    assert_string_equal(text, "0=a 2=a,b of 2 nodes and 4 without, 1 unknown, 1 empty; 2 classes "
                              "of 1 to 2 nodes, 2 of a node, prefix none");
}
