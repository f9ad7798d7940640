/* SPDX-License-Identifier: MIT */
/* Files of graphs, with the options, the status, and the graph or the sentence that expected.txt
 * has for them, tab-separated: every file of tests/mangled is refused, those of tests/graphs mean
 * what they say. What was dropped stands behind the graph. */
#include "graph/graph.h"
#include "unit/test.h"

#include <dirent.h>

typedef struct counts {
    char last[64]; /* file; each may have several lines */
    int files;
    int wrong;
} counts;

/* Whether a letter is among the options, which may end in ":NAME" of an attribute. */
static bool has(const char *options, char letter)
{
    const char *found = strpbrk(options, (char[]){letter, ':', 0});

    return found && *found == letter;
}

/* A graph, and what was dropped to get it. */
static const char *graph_and_losses(const riwalk_graph *graph)
{
    static char text[4200];
    uint64_t loops = graph->self_loops_dropped, repeated = graph->duplicates_dropped;
    size_t used = (size_t)snprintf(text, sizeof text, "%s", text_of(graph));

    if (loops || repeated || graph->columns_ignored)
        snprintf(text + used, sizeof text - used, "; dropped: %d loops, %d repeated, %d columns",
                 (int)loops, (int)repeated, (int)graph->columns_ignored);
    return text;
}

/* Reads one file as its line says; prints what differs. */
static void check_line(char *line, counts *c)
{
    char *file = strtok(line, "\t"), *letters = strtok(NULL, "\t");
    char *status_name = strtok(NULL, "\t"), *expected = strtok(NULL, "\n");
    char *types = strchr(letters, ':');
    riwalk_read_options options =
        WITH(riwalk_read_options, it.weighted = has(letters, 'w'), it.directed = has(letters, 'd'),
             it.undirected = has(letters, 'u'), it.unweighted = has(letters, 'p'),
             it.header = has(letters, 'h')   ? RIWALK_HEADER_YES
                         : has(letters, 'n') ? RIWALK_HEADER_NO
                                             : RIWALK_HEADER_AUTO,
             it.types_attribute = types ? types + 1 : NULL);
    scoped_graph *graph = NULL;
    riwalk_error error = {0};
    riwalk_status status = riwalk_graph_read(file, &options, &graph, &error);
    const char *found = graph ? graph_and_losses(graph) : error.message;
    size_t length = strlen(file); /* a sentence may begin with "FILE:LINE:" */
    bool told = !strncmp(expected, file, length) && expected[length] == ':';

    options.run.threads = 1;
    if (graph)
        check_made(0, graph, riwalk_graph_read, file, &options);
    c->files += strcmp(c->last, file) != 0;
    snprintf(c->last, sizeof c->last, "%s", file);
    if (strcmp(riwalk_status_name(status), status_name) || strcmp(found, expected) ||
        error.line != (told ? strtoull(expected + length + 1, NULL, 10) : 0)) {
        c->wrong++;
        printf("%s: expected\n  %s\t%s\nfound\n  %s\t%s\n", file, status_name, expected,
               riwalk_status_name(status), found);
    }
}

/* Files have a line; good ones among the mangled, the list and the script have none. */
static int count_listed(void)
{
    DIR *dir = opendir(".");
    struct dirent *entry;
    int count = 0;

    while (dir && (entry = readdir(dir)))
        count += entry->d_name[0] != '.' && strncmp(entry->d_name, "good.", 5) &&
                 strcmp(entry->d_name, "expected.txt") && strcmp(entry->d_name, "make");
    if (dir)
        closedir(dir);
    return count;
}

static void check_folder(const char *folder)
{
    char line[1024];
    counts c = {0};
    FILE *expected;

    assert_int_equal(chdir(folder), 0);
    assert_non_null(expected = fopen("expected.txt", "r"));
    while (fgets(line, sizeof line, expected))
        if (line[0] != '#')
            check_line(line, &c);
    fclose(expected);
    assert_int_equal(c.files, count_listed());
    assert_int_equal(c.wrong, 0);
}

TEST(mangled_files_are_refused)
{
    check_folder(MANGLED);
}

TEST(files_mean_what_they_say)
{
    check_folder(GRAPHS);
}
