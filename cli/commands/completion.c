/* SPDX-License-Identifier: MIT */
/* riwalk completion: scripts for a shell to complete commands, options and choices. */
#include "cli.h"

static int zsh; /* else bash */

static const cli_choice shells[] = {{"bash", false, NULL}, {"zsh", true, NULL}, {0}};

static cli_option arguments[] = {
    {CLI_ONE_OF(NULL, "SHELL", shells), .store = &zsh, .help = "the shell to make it for"},
};

static void print_command_names(void)
{
    for (int c = 0; cli_commands[c]; c++)
        printf("%s%s", cli_commands[c]->name, cli_commands[c + 1] ? " " : "");
}

/* Whether the values of an option are a list of words, not file names or numbers. */
static bool has_words(const cli_option *option)
{
    return option->choices || !strcmp(option->placeholder, "COMMAND");
}

static void print_words(const cli_option *option)
{
    const cli_choice *choice = option->choices;

    if (!choice)
        print_command_names();
    for (; choice && choice->name; choice++)
        printf("%s%s", choice->name, choice[1].name ? " " : "");
}

/* ---- bash ---- */

/* Prints a case for each option, the words that may follow it (without words, bash completes file
 * names), and one for what may stand anywhere after the command. */
static void print_bash_command(const cli_command *command)
{
    const cli_option *first = command->groups[0]->options;
    const char *blank = "";

    CLI_EACH (option, command) {
        if (option->argument || !option->placeholder)
            continue;
        printf("    %s:--%s", command->name, option->name);
        if (option->letter)
            printf(" | %s:-%c", command->name, option->letter);
        fputs(") words='", stdout);
        if (has_words(option))
            print_words(option);
        puts("' ;;");
    }
    printf("    %s:*)\n        if [[ $current == -* ]]; then\n            words='", command->name);
    CLI_EACH (option, command)
        if (!option->argument) {
            printf("%s--%s", blank, option->name);
            blank = " ";
        }
    puts("'");
    if (command->groups[0]->arguments && has_words(first)) {
        fputs("        else\n            words='", stdout);
        print_words(first);
        puts("'");
    }
    puts("        fi ;;");
}

static void print_bash(void)
{
    puts("# bash completion for riwalk, made by 'riwalk completion bash'\n"
         "_riwalk()\n"
         "{\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    local command= words= word\n"
         "    # bash splits --name=value into three words\n"
         "    if [[ $current == '=' ]]; then\n"
         "        current=\n"
         "    elif [[ $previous == '=' ]]; then\n"
         "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    fi\n"
         "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "        if [[ $word != -* ]]; then\n"
         "            command=$word\n"
         "            break\n"
         "        fi\n"
         "    done\n"
         "    case $command:$previous in");
    fputs("    :*) words='", stdout);
    print_command_names();
    puts(" --help --version' ;;");
    for (int c = 0; cli_commands[c]; c++)
        print_bash_command(cli_commands[c]);
    puts("    esac\n"
         "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
         "}\n"
         "complete -o default -F _riwalk riwalk");
}

/* ---- zsh ---- */

/* Prints text in a single-quoted argument of _arguments; brackets and colons are special there. */
static void print_zsh_text(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

/* Prints ":PLACEHOLDER:(choices)"; file names if the value is text. */
static void print_zsh_value(const cli_option *option)
{
    printf(":%s:", option->placeholder);
    if (has_words(option)) {
        putchar('(');
        print_words(option);
        putchar(')');
    } else if (option->kind == CLI_STRING || option->kind == CLI_STRINGS) {
        fputs("_files", stdout);
    }
}

static void print_zsh_option(const cli_option *option)
{
    const char *equals = option->placeholder ? "=" : "";

    if (option->letter)
        printf(" \\\n            '(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
               option->letter, option->placeholder ? "+" : "", option->name, equals);
    else
        printf(" \\\n            '--%s%s[", option->name, equals);
    print_zsh_text(option->help);
    putchar(']');
    if (option->placeholder)
        print_zsh_value(option);
    putchar('\'');
}

static void print_zsh_command(const cli_command *command)
{
    printf("    %s)\n        _arguments -s", command->name);
    CLI_EACH (option, command)
        if (!option->argument)
            print_zsh_option(option);
    CLI_EACH (option, command)
        if (option->argument) {
            printf(" \\\n            '%s", option->optional ? ":" : "");
            print_zsh_value(option);
            putchar('\'');
        }
    puts(" ;;");
}

static void print_zsh(void)
{
    puts("#compdef riwalk\n"
         "# zsh completion for riwalk, made by 'riwalk completion zsh'\n"
         "_riwalk() {\n"
         "    local -a commands=(");
    for (int c = 0; cli_commands[c]; c++) {
        printf("        '%s:", cli_commands[c]->name);
        print_zsh_text(cli_commands[c]->summary);
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe command commands\n"
         "        return\n"
         "    fi\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $words[1] in");
    for (int c = 0; cli_commands[c]; c++)
        print_zsh_command(cli_commands[c]);
    puts("    esac\n"
         "}\n"
         "_riwalk \"$@\"");
}

static void run(void)
{
    if (zsh)
        print_zsh();
    else
        print_bash();
}

const cli_command cli_completion_command = {
    .name = "completion",
    .summary = "Print a script that completes riwalk's command lines in a shell.",
    .groups = {CLI_ARGUMENTS(arguments), &cli_general_group},
    .examples = "source <(riwalk completion bash)\n"
                "riwalk completion zsh > ~/.zfunc/_riwalk\n",
    .run = run,
};
