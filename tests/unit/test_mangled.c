/* SPDX-License-Identifier: MIT */
/* Every file of tests/mangled is refused, with the status and the sentence that expected.txt has
 * for it: "file options status message", tab-separated. Options are letters: w weighted, d
 * directed, - none. The folder is the program's only argument. */
#include "riwalk.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct counts {
    int lines;
    int wrong;
} counts;

/* Reads one file as its line says; prints what differs. */
static void check_line(char *line, counts *c)
{
    char *file = strtok(line, "\t"), *letters = strtok(NULL, "\t");
    char *status_name = strtok(NULL, "\t"), *message = strtok(NULL, "\n");
    riwalk_read_options options;
    riwalk_graph *graph = NULL;
    riwalk_error error = {0};
    riwalk_status status;

    riwalk_read_options_init(&options);
    options.weighted = strchr(letters, 'w');
    options.directed = strchr(letters, 'd');
    status = riwalk_graph_read(file, &options, &graph, &error);
    c->lines++;
    if (strcmp(riwalk_status_name(status), status_name) || strcmp(error.message, message) ||
        graph) {
        c->wrong++;
        printf("%s: expected\n  %s\t%s\nfound\n  %s\t%s\n", file, status_name, message,
               riwalk_status_name(status), error.message);
    }
    riwalk_graph_free(graph);
}

/* Files that are mangled have a line; good ones, the list and the script have none. */
static int count_files(void)
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

int main(int argc, char **argv)
{
    char line[1024];
    counts c = {0};
    FILE *expected;

    if (argc != 2 || chdir(argv[1]) || !(expected = fopen("expected.txt", "r"))) {
        fprintf(stderr, "usage: test_mangled FOLDER\n");
        return 2;
    }
    while (fgets(line, sizeof line, expected))
        if (line[0] != '#')
            check_line(line, &c);
    fclose(expected);
    if (c.lines != count_files()) {
        printf("%d files, %d lines in expected.txt\n", count_files(), c.lines);
        c.wrong++;
    }
    printf("%d mangled files, %d wrong\n", c.lines, c.wrong);
    return c.wrong > 0;
}
