/* SPDX-License-Identifier: MIT */
/* Every file of tests/mangled is refused, with the status and the sentence that expected.txt has
 * for it: "file options status message", tab-separated. Options are letters: w weighted, d
 * directed, - none. */
#include "unit/test.h"

#include <dirent.h>

typedef struct counts {
    int lines;
    int wrong;
} counts;

/* Reads one file as its line says; prints what differs. */
static void check_line(char *line, counts *c)
{
    char *file = strtok(line, "\t"), *letters = strtok(NULL, "\t");
    char *status_name = strtok(NULL, "\t"), *message = strtok(NULL, "\n");
    riwalk_read_options options = WITH(riwalk_read_options, it.weighted = strchr(letters, 'w'),
                                       it.directed = strchr(letters, 'd'));
    scoped_graph *graph = NULL;
    riwalk_error error = {0};
    riwalk_status status = riwalk_graph_read(file, &options, &graph, &error);
    uint64_t line_number = strtoull(message + strlen(file) + 1, NULL, 10); /* "FILE:LINE: ..." */

    c->lines++;
    if (strcmp(riwalk_status_name(status), status_name) || strcmp(error.message, message) ||
        error.line != line_number || graph) {
        c->wrong++;
        printf("%s: expected\n  %s\t%s\nfound\n  %s\t%s\n", file, status_name, message,
               riwalk_status_name(status), error.message);
    }
}

/* Files that are mangled have a line; good ones, the list and the script have none. */
static int count_mangled(void)
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

TEST(mangled_files_are_refused)
{
    char line[1024];
    counts c = {0};
    FILE *expected;

    assert_int_equal(chdir(MANGLED), 0);
    assert_non_null(expected = fopen("expected.txt", "r"));
    while (fgets(line, sizeof line, expected))
        if (line[0] != '#')
            check_line(line, &c);
    fclose(expected);
    assert_int_equal(c.lines, count_mangled());
    assert_int_equal(c.wrong, 0);
}
