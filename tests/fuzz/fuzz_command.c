/* SPDX-License-Identifier: MIT */
/* Command lines: the lines of the input are the words. A number beyond 40 is parsed, but the
 * command does not run then, as it might for hours; nor with --memory, a limit of the process.
 * Words have no slash: all files are in a folder of this process. */
#include "cli/command.h"
#include "cli/parse.h"
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

    if (!option->given || !option->name) /* arguments have no name */
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

static bool takes_long(const cli_command *command)
{
    CLI_EACH (option, command)
        if (is_long(option))
            return true;
    return false;
}

static void run(const uint8_t *data, size_t size, uint8_t choice)
{
    char text[MOST_BYTES + 1], program[] = "riwalk";
    char *words[MOST_WORDS + 2] = {program}, *rest = text;
    const cli_command *command;
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
    command = cli_find_command(words[1]);
    if (command && cli_parse(command, words + 2))
        return;
    if (command && takes_long(command))
        return;
    fuzz_command(words);
}

const fuzz_target fuzz_this = {.run = run, .prepare = fuzz_prepare_commands};
