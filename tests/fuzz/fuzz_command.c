/* SPDX-License-Identifier: MIT */
/* Command lines: the lines of the input are the words. A number beyond 40 is parsed, but the
 * command does not run then, as it might for hours; nor with --memory, a limit of the process.
 * Words have no slash: all files are in a folder of this process. */
#include "cli/cli.h"
#include "cli/command.h"
#include "command.h"
#include "fuzz.h"

#include <string.h>

enum {
    MOST_WORDS = 24,
    MOST_BYTES = 2000,
    MOST_WORK = 40
};

static bool is_long(const cli_option *option)
{
    const char *text;

    if (!option->given || !option->name)
        return false;
    if (!strcmp(option->name, "memory"))
        return true;
    switch (option->kind) {
    case CLI_U32:
        return *(uint32_t *)option->store > MOST_WORK;
    case CLI_U64:
        return *(uint64_t *)option->store > MOST_WORK && strcmp(option->name, "seed");
    case CLI_SETTING:
        text = *(const char **)option->store;
        return text && strcmp(option->name, "seed") && strtod(text, NULL) > MOST_WORK;
    default:
        return false;
    }
}

/* Parses a command line: the words after the program's name. */
static void parse(void *words)
{
    char **word = words;
    const cli_command *command = cli_find_command(*word);

    if (cli_parse(command, word + 1))
        cli_end(CLI_EXIT_USAGE);
    CLI_EACH (option, command)
        if (is_long(option))
            cli_end(CLI_EXIT_USAGE);
}

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    char text[MOST_BYTES + 1], program[] = "riwalk";
    char *words[MOST_WORDS + 2] = {program}, *rest = text;
    int count = 1;

    if (size > MOST_BYTES)
        return;
    memcpy(text, data, size);
    text[size] = 0;
    for (char *slash = text; (slash = strchr(slash, '/'));)
        *slash = '_';
    while (rest && count <= MOST_WORDS)
        words[count++] = strsep(&rest, "\n");
    words[count] = NULL;
    fuzz_reset_commands();
    if (!cli_status_of(parse, words + 1))
        fuzz_command(words);
}

const fuzz_target fuzz_this = {.run = run, .prepare = fuzz_prepare_commands};
