/* SPDX-License-Identifier: MIT */
/* Whole commands in this process. The command's own main is compiled as riwalk_main. */
#include "command.h"

#include "base/memory.h"
#include "cli/command.h"
#include "cli/embed_options.h"
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#define MOST_WORDS 64

int riwalk_main(int argc, char **argv);

static void reset_option(cli_option *option)
{
    cli_strings *strings = option->store;

    option->given = false;
    if (!option->store)
        return;
    if (option->kind == CLI_FLAG)
        *(bool *)option->store = false;
    if (option->kind == CLI_STRING || option->kind == CLI_SETTING)
        *(const char **)option->store = NULL;
    if (option->kind == CLI_STRINGS) {
        free(strings->items);
        *strings = (cli_strings){0};
    }
}

static void reset_command(const cli_command *command)
{
    CLI_EACH (option, command)
        reset_option(option);
}

void fuzz_reset_commands(void)
{
    cli_make_library_groups();
    reset_command(&cli_program);
    for (int c = 0; cli_commands[c]; c++)
        reset_command(cli_commands[c]);
    for (int c = 0; cli_commands[c]; c++)
        cli_prepare(cli_commands[c]);
    cli_running = NULL;
}

int fuzz_command(char **words)
{
    long before = rw_memory_blocks();
    FILE *output = stdout;
    int count = 0, status;

    while (words[count])
        count++;
    fuzz_reset_commands();
    REQUIRE((stdout = fopen("/dev/null", "w")));
    status = riwalk_main(count, words); /* which closes it */
    stdout = output;
    REQUIRE(status >= 0 && status <= 2);
    REQUIRE(rw_memory_blocks() == before);
    return status;
}

int fuzz_run(const char *line)
{
    char text[512], *words[MOST_WORDS + 1], *rest = text;
    int count = 0;

    snprintf(text, sizeof text, "riwalk %s", line);
    while (rest && count < MOST_WORDS)
        words[count++] = strsep(&rest, " ");
    words[count] = NULL;
    return fuzz_command(words);
}

/* libFuzzer and sanitizers write to the file, not to the stream. */
void fuzz_prepare_commands(void)
{
    static const char labels[] = "1 a\n2 b\n3 a\n4 b\n5 a\n6 b\n7 a\n8 b\n";
    static const char bare[] = "1 0.5 1\n2 -1 0.25\n"; /* vectors without metadata */
    static const char changes[] = "+ 1 35\n- 1 2\n";
    static const char paid[] = "a,b,2,1\nb,c,1,2\na,c,7,90000\nb,a,3,180000\nc,d,1,90001\n";
    static const char types[] = "a shop\nb person\nc shop\nd bank\n";
    static bool ready;

    if (ready)
        return;
    ready = true;
    REQUIRE(!chdir(fuzz_path("")));
    REQUIRE(freopen("/dev/null", "r", stdin));
    REQUIRE((stderr = fopen("/dev/null", "w")));
    REQUIRE(dup2(fileno(stderr), STDOUT_FILENO) >= 0); /* the library writes there itself */
    REQUIRE(!fuzz_run("generate karate -o club.txt"));
    REQUIRE(!fuzz_run("convert club.txt club.rwg"));
    REQUIRE(!fuzz_run("walks club.txt -o corpus.txt --walks 2"));
    REQUIRE(!fuzz_run("embed club.txt -o v.txt --save-model m.rwm -d 4 --walks 2 --epochs 1"));
    fuzz_file("labels.txt", labels, sizeof labels - 1);
    fuzz_file("bare.txt", bare, sizeof bare - 1);
    fuzz_file("changes.txt", changes, sizeof changes - 1);
    fuzz_file("paid.csv", paid, sizeof paid - 1);
    fuzz_file("types.txt", types, sizeof types - 1);
    REQUIRE(!fuzz_run("convert paid.csv paid.rwg --directed --weighted --node-types types.txt"));
    REQUIRE(!fuzz_run("profiles club.txt --anchors 0:20 -o a.rwp -d 4 --walks 2"));
    REQUIRE(!fuzz_run("profiles club.txt --anchors 20: -o b.rwp -d 4 --walks 2"));
}
