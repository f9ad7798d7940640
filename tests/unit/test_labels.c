/* SPDX-License-Identifier: MIT */
/* Labels of nodes: dialects of their files, what is left out, what is refused. */
#include "evaluate/labels.h"
#include "unit/test.h"

/* A file of labels; its base name is "club". */
static const char path[] = "club.labels.gz";

static riwalk_vectors *make_vectors(const char *const *names, uint32_t count)
{
    const float values[8] = {0};

    return MADE(vectors, riwalk_vectors_build, count, 1, names, values);
}

/* The labels of a file of this content. */
static riwalk_node_labels *read_labels(const char *content, const riwalk_vectors *vectors,
                                       const riwalk_node_labels_options *options)
{
    write_file(path, content);
    return MADE(node_labels, riwalk_node_labels_read, path, vectors, options);
}

static riwalk_node_labels_summary summarize(const riwalk_node_labels *labels)
{
    riwalk_node_labels_summary summary = {.size = sizeof summary};

    riwalk_node_labels_summarize(labels, &summary, NULL);
    return summary;
}

static const char *const plain_names[] = {"1", "2", "3", "10", "New York", "-4"};
static const char *const joint_names[] = {"club.labels:1", "club.labels:2", "usa:1", "usa:2"};

/* The labels as "row=class,class row=class ...". */
static const char *classes_of(const riwalk_node_labels *labels, uint32_t rows)
{
    static char text[512];
    size_t used = 0;

    text[0] = 0;
    for (uint32_t row = 0; row < rows; row++) {
        const uint32_t *classes = NULL;
        uint32_t count = riwalk_node_labels_of(labels, row, &classes);

        if (count)
            used += (size_t)sprintf(text + used, "%s%u", used ? " " : "", row);
        for (uint32_t i = 0; i < count; i++)
            used += (size_t)sprintf(text + used, "%c%s", i ? ',' : '=',
                                    riwalk_node_labels_class(labels, classes[i]));
    }
    return text;
}

TEST(every_dialect_gives_the_same_labels)
{
    static const char *const contents[] = {
        "1 a\n2 b\n10 a\n",
        "# comment\n\n% more\n1\ta\r\n2\tb\r\n10\ta",
        "1,a\n2,b\n10,a\n",
        "1;a\n10;a\n2;b\n",
        "node label\n1 a\n2 b\n10 a\n",
        "\xef\xbb\xbfID,Label\n1,a\n\"2\", b\n10,\"a\"\n",
        "  1   a  \n2 b\n10 a\n1 a\n",
    };
    scoped_vectors *vectors = make_vectors(plain_names, 6);

    EACH (content, contents) {
        scoped_node_labels *labels = read_labels(*content, vectors, NULL);
        riwalk_node_labels_summary summary = summarize(labels);

        assert_string_equal(classes_of(labels, 6), "0=a 1=b 3=a");
        assert_int_equal(summary.nodes, 3);
        assert_int_equal(summary.unlabelled, 3);
        assert_int_equal(summary.unknown, 0);
        assert_int_equal(summary.classes, 2);
        assert_int_equal(summary.smallest, 1);
        assert_int_equal(summary.largest, 2);
        assert_int_equal(summary.most, 1);
        assert_null(summary.prefix);
    }
}

TEST(several_labels_add_up_and_unknown_nodes_are_counted)
{
    scoped_vectors *vectors = make_vectors(plain_names, 6);
    scoped_node_labels *labels =
        read_labels("1 10 9\n77 1\n2 100\n1 -1 9\nx y z\n3\n-4 9\n", vectors, NULL);
    scoped_node_labels *towns = read_labels("New York\tbig city\n1\tsmall town\n", vectors, NULL);

    assert_string_equal(classes_of(labels, 6), "0=-1,9,10 1=100 5=9");
    assert_int_equal(summarize(labels).nodes, 3);
    assert_int_equal(summarize(labels).unknown, 2);
    assert_int_equal(summarize(labels).empty, 1);
    assert_int_equal(summarize(labels).classes, 4); /* 1, y and z belong to unknown nodes */
    assert_int_equal(summarize(labels).most, 3);
    assert_string_equal(classes_of(towns, 6), "0=small town 4=big city");
}

/* A node that is called as a header's column is data. */
TEST(a_node_called_node_is_no_header)
{
    static const char *const names[] = {"node", "id"};
    scoped_vectors *vectors = make_vectors(names, 2);
    scoped_node_labels *labels = read_labels("node a\nid b\n", vectors, NULL);

    assert_string_equal(classes_of(labels, 2), "0=a 1=b");
}

TEST(prefixes_are_given_or_guessed)
{
    riwalk_node_labels_options usa = WITH(riwalk_node_labels_options, it.prefix = "usa");
    scoped_vectors *vectors = make_vectors(joint_names, 4);
    scoped_node_labels *labels = read_labels("1 a\n2 b\n", vectors, &usa);

    assert_string_equal(classes_of(labels, 4), "2=a 3=b");
    assert_string_equal(summarize(labels).prefix, "usa");
    /* The base name of club.labels.gz is "club". */
    check_unmade(node_labels, FORMAT, "", riwalk_node_labels_read, path, vectors, NULL);
    assert_int_equal(rename(path, "club.labels.txt"), 0);
    scoped_node_labels *guessed =
        MADE(node_labels, riwalk_node_labels_read, "club.labels.txt", vectors, NULL);
    assert_string_equal(classes_of(guessed, 4), "0=a 1=b");
}

TEST(one_label_against_the_rest)
{
    riwalk_node_labels_options zero = WITH(riwalk_node_labels_options, it.positive = "0");
    riwalk_node_labels_options seven = WITH(riwalk_node_labels_options, it.positive = "7");
    scoped_vectors *vectors = make_vectors(plain_names, 6);
    scoped_node_labels *labels = read_labels("1 0\n2 1\n3 2\n10 0 2\n", vectors, &zero);

    assert_string_equal(classes_of(labels, 6), "0=positive 1=rest 2=rest 3=positive");
    check_unmade(node_labels, ARGUMENT,
                 ": no node has the label '7'; the first labels are '0' and '1'",
                 riwalk_node_labels_read, path, vectors, &seven);
    write_file(path, "1 7\n2 7\n");
    check_unmade(node_labels, ARGUMENT,
                 ": all nodes have the label '7': there are no others to separate them from",
                 riwalk_node_labels_read, path, vectors, &seven);
}

TEST(what_cannot_be_used_gets_a_sentence)
{
    static const char *const cases[][2] = {
        {"", ": there are no labels"},
        {"# nothing\n", ": there are no labels"},
        {"1\n2\n", ": there are no labels"},
        {"8 a\n9 b\n", ": none of its nodes is known: it names '8', but nodes look like '1'"},
        {"1,a\n2,,b\n", ":2: a field is empty: expected a node and its labels"},
        {"1 a\n\"2 b\n", ":2: the closing quote is missing"},
        {"1 \"a\"\"b\"\n", ":1: quotes inside of quoted fields are not supported"},
    };
    scoped_vectors *vectors = make_vectors(plain_names, 6);

    EACH (c, cases) {
        char expected[256];

        write_file(path, (*c)[0]);
        snprintf(expected, sizeof expected, "%s%s", path, (*c)[1]);
        check_unmade_says(node_labels, FORMAT, expected, riwalk_node_labels_read, path, vectors,
                          NULL);
    }
}

TEST(labels_come_from_memory_too)
{
    static const char *const ids[] = {"3", "1", "8", "3", "2"};
    static const char *const names[] = {"b", "a", "c", "a", ""};
    scoped_vectors *vectors = make_vectors(plain_names, 6);
    scoped_node_labels *labels =
        MADE(node_labels, riwalk_node_labels_build, 5, ids, names, vectors, NULL);

    assert_string_equal(classes_of(labels, 6), "0=a 2=a,b");
    assert_int_equal(summarize(labels).unknown, 1);
    assert_int_equal(summarize(labels).empty, 1);
}
