/* SPDX-License-Identifier: MIT */
/* What a command is. Its one table of options gives the parsing, --help, the manual page and the
 * shell completion. A new command is one file that defines a cli_command, and one line in the list
 * in main.c.
 *
 * A command runs once in a process, so a table points to the variables that it fills. Their values
 * before parsing are the defaults, which the help shows. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "riwalk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The type of an option's value, and of the variable that stores it. */
typedef enum cli_kind {
    CLI_FLAG,    /* bool; takes no value */
    CLI_U32,     /* uint32_t */
    CLI_U64,     /* uint64_t */
    CLI_REAL,    /* double */
    CLI_STRING,  /* const char *; NULL when not given */
    CLI_STRINGS, /* cli_strings: repeatable; an argument of this kind comes last */
    CLI_CHOICE,  /* int or an enum: the value of one of the choices */
    CLI_SETTING, /* const char *: text that riwalk_options_set checks, by the option's name */
    /* These take no value and end the parsing, with the kind as its result. */
    CLI_HELP,
    CLI_HELP_ALL,
    CLI_VERSION,
} cli_kind;

/* Whether and how an option is the path of a file. Before the work, files.h compares files that are
 * read with those that are written. */
typedef enum cli_file {
    CLI_NO_FILE,
    CLI_READS,
    CLI_READS_FIRST,    /* read completely before OUT is written; may be the same file */
    CLI_READS_AT,       /* if the value is @FILE */
    CLI_WRITES,         /* NULL: writes nothing, unless required */
    CLI_WRITES_VECTORS, /* vectors and the files beside them */
    CLI_WRITES_BESIDE,  /* not to standard output, where results go */
} cli_file;

/* A value with a name. A list ends with a NULL name. */
typedef struct cli_choice {
    const char *name;
    int value;
    const char *help;    /* NULL: the name says it all */
    const char *aliases; /* other programs' spellings, separated by spaces */
} cli_choice;

/* The values of a CLI_STRINGS, in order. */
typedef struct cli_strings {
    const char **items;
    size_t count;
} cli_strings;

/* An option or an argument. If two options of a command share a spelling, it means the first. */
typedef struct cli_option {
    const char *name; /* without dashes; of an argument: an option for it, or NULL */
    char letter;      /* 0: none */
    cli_kind kind;
    const char *placeholder; /* for the value: "FILE" */
    void *store;
    uint64_t minimum, maximum; /* U32 and U64; maximum 0: the type's */
    double least, most;        /* REAL */
    const cli_choice *choices; /* CHOICE; U32 and REAL: words allowed instead of numbers */
    const char *initial;       /* the default as typed; NULL: 0, or what the group sets */
    const char *shown;         /* the default in words, if its value would not explain it */
    const char *help;          /* begins in lower case, without a full stop */
    const char *aliases;       /* other programs' spellings, separated by spaces */
    unsigned tag;              /* for the command's own use */
    cli_file file;             /* STRING and STRINGS: whether it is a path */
    bool closed;               /* SETTING: only the choices are allowed */
    bool basic;                /* --help shows it; --help-all shows every option */
    bool argument;             /* set by cli_prepare: given by its place */
    bool optional;             /* argument: may be left out */
    bool required;             /* an output that must be given */
    bool given;                /* set by the parser */
    bool changed;              /* set by the parser: given, and not the default */
} cli_option;

/* The common first fields of entries: {CLI_TEXT("labels", "FILE"), .store = &given.labels, ...} */
#define CLI_SWITCH(called) .name = (called), .kind = CLI_FLAG
#define CLI_NUMBER(called) .name = (called), .kind = CLI_U32, .placeholder = "N"
#define CLI_LONG(called) .name = (called), .kind = CLI_U64, .placeholder = "N"
#define CLI_DECIMAL(called) .name = (called), .kind = CLI_REAL, .placeholder = "X"
#define CLI_TEXT(called, value) .name = (called), .kind = CLI_STRING, .placeholder = (value)
#define CLI_READ(called, value) CLI_TEXT(called, value), .file = CLI_READS
#define CLI_WRITE(called, value) CLI_TEXT(called, value), .file = CLI_WRITES
#define CLI_ONE_OF(called, value, list)                                                            \
    .name = (called), .kind = CLI_CHOICE, .placeholder = (value), .choices = (list)

/* The only word that an option allows instead of numbers. */
/* clang-format off */
#define CLI_WORD(word, value, help) (const cli_choice[]){{word, value, help, NULL}, {0}}
/* clang-format on */

/* Options under one heading of the help. Commands share groups; an empty group is not shown. */
typedef struct cli_group {
    const char *title;
    cli_option *options;
    size_t count;
    void (*prepare)(void); /* sets defaults that the library knows; NULL: none */
    bool arguments;        /* the first group may have a command's arguments */
} cli_group;

/* Defines such a function, by a call. */
#define CLI_PREPARE(call)                                                                          \
    static void prepare(void)                                                                      \
    {                                                                                              \
        call;                                                                                      \
    }

/* Loops over all arguments and options of a command, group by group. */
#define CLI_EACH(option, command)                                                                  \
    for (const cli_group *const *each_group = (command)->groups; *each_group; each_group++)        \
        for (cli_option *option = (*each_group)->options;                                          \
             option < (*each_group)->options + (*each_group)->count; option++)

/* The groups of a command's arguments and of its own options; and the content of any group. */
/* clang-format off */
#define CLI_ARGUMENTS(list) &(const cli_group)CLI_GROUP("Arguments", list, NULL, true)
#define CLI_OPTIONS(list, prepare) &(const cli_group)CLI_GROUP("Options", list, prepare, false)
#define CLI_GROUP(title, list, prepare, arguments) \
    {title, list, sizeof(list) / sizeof *(list), prepare, arguments}
/* clang-format on */

#define CLI_MAX_GROUPS 20

typedef struct cli_command cli_command;

struct cli_command {
    const char *name;
    const char *summary;                     /* one line, for the list of commands */
    const char *description;                 /* two or three more sentences, or NULL */
    const char *details;                     /* more sentences, for --help-all and the manual */
    const cli_group *groups[CLI_MAX_GROUPS]; /* ends with NULL */
    const char *examples;                    /* lines, each with a newline; --help shows two */
    const char *stages;                      /* for progress.h, if options do not change them */
    void (*run)(void);
};

/* All commands in the order of the help, then NULL (main.c). */
extern const cli_command *const cli_commands[];

/* The program itself: what "riwalk --help" shows, and options before a command (main.c). */
extern const cli_command cli_program;

/* ---- The program's commands (program.c) ---- */

/* The command being parsed or run, NULL before; and the words after the program's name, then NULL.
 */
extern const cli_command *cli_running;
extern char *const *cli_words;

/* The command with a name; NULL if there is none, which is reported with a similar one. */
const cli_command *cli_find_command(const char *name);

/* Sets the defaults of all options of a command. */
void cli_prepare(const cli_command *command);

/* ---- Options that many commands share (common.c) ---- */

typedef enum cli_progress_when {
    CLI_PROGRESS_AUTO = 0, /* if standard error is a terminal */
    CLI_PROGRESS_ALWAYS = 1,
    CLI_PROGRESS_NEVER = 2,
} cli_progress_when;

typedef struct cli_common {
    bool quiet, verbose, json;
    bool no_metadata;
    uint32_t threads; /* 0: all */
    riwalk_device device;
    cli_progress_when progress;
    const char *memory; /* NULL: no limit */

    /* Files, NULL: none; and the prefix of ids that LABELS name without it. */
    const char *graph, *vectors, *labels, *prefix, *out;
    cli_strings graphs;
    riwalk_vectors_format format; /* of vectors in OUT */
} cli_common;

extern cli_common cli_given;

/* Arguments and options that are equal in many commands. */
#define CLI_GRAPH                                                                                  \
    CLI_READ("input", "GRAPH"), .store = &cli_given.graph,                                         \
                                .help = "graph file; '-' is standard input"
#define CLI_VECTORS                                                                                \
    CLI_READ("input", "VECTORS"), .store = &cli_given.vectors,                                     \
                                  .help = "file of vectors; '-' is standard input"
#define CLI_FILES(value)                                                                           \
    .name = "input", .kind = CLI_STRINGS, .placeholder = (value), .file = CLI_READS
#define CLI_JSON                                                                                   \
    CLI_SWITCH("json"), .store = &cli_given.json, .help = "print JSON instead of a table",         \
                        .basic = true
#define CLI_LABELS CLI_READ("labels", "FILE"), .store = &cli_given.labels, .basic = true
#define CLI_OUTPUT_AS(how)                                                                         \
    CLI_TEXT("output", "OUT"), .letter = 'o', .store = &cli_given.out, .basic = true, .file = (how)
#define CLI_OUTPUT CLI_OUTPUT_AS(CLI_WRITES)
#define CLI_VECTORS_OUTPUT                                                                         \
    CLI_OUTPUT_AS(CLI_WRITES_VECTORS), .required = true,                                           \
                                       .help = "file of vectors to write; '-' is standard output"
#define CLI_TO(list) CLI_ONE_OF("to", "NAME", list), .help = "format of OUT; auto: by its extension"
#define CLI_VECTORS_TO CLI_TO(cli_vector_formats), .store = &cli_given.format
#define CLI_NO_METADATA                                                                            \
    CLI_SWITCH("no-metadata"), .store = &cli_given.no_metadata,                                    \
                               .help = "do not write OUT.json, which says how OUT was made"
#define CLI_SEED CLI_LONG("seed"), .basic = true
#define CLI_PREFIX                                                                                 \
    CLI_TEXT("prefix", "NAME"),                                                                    \
        .store = &cli_given.prefix,                                                                \
        .help = "look up ids as NAME:id, for graphs that were embedded together"

extern const cli_choice cli_devices[];
#define CLI_DEVICE                                                                                 \
    CLI_ONE_OF("device", "NAME", cli_devices),                                                     \
        .store = &cli_given.device, .help = "what walks run on; results do not depend on it"

/* Only GRAPH; several graphs that are embedded together; --json. */
extern const cli_group cli_graph_group, cli_graphs_group, cli_json_group;

/* --memory --threads --progress: commands that take time; planned: they have their own --memory. */
extern const cli_group cli_work_group, cli_planned_work_group;
extern const cli_group cli_general_group; /* -q -v --help --version: every command */
#define CLI_WORKING &cli_work_group, &cli_general_group
#define CLI_READING &cli_read_group, CLI_WORKING /* graph_options.h */

/* ---- The parser (parse.c) ---- */

/* Parses the words, up to NULL, that follow a command's name:
 *
 *     --name value   --name=value   -n value   -nvalue   -qv (flags together)   --   -
 *
 * Options and arguments come in any order; "--" ends the options; "-" alone is an argument; the
 * last of repeated options counts. Names cannot be abbreviated: a later option must not make a
 * working script ambiguous. Returns the kind of an option that replaces the command: CLI_HELP,
 * CLI_HELP_ALL or CLI_VERSION; or 0. */
cli_kind cli_parse(const cli_command *command, char **words);

/* Parses the options of the program; moves *words to the first other word. */
cli_kind cli_parse_program(char ***words);

/* The option or argument of a command with this name (`length` characters) or spelling; NULL if
 * there is none. And whether one of the running command was typed. */
cli_option *cli_find_option(const cli_command *command, const char *text, size_t length);
bool cli_is_given(const char *name);

/* ---- Values of options (values.c) ---- */

/* Stores a value in option->store; NULL for kinds without value. Reports a wrong value. `label` is
 * what the user typed for the option: "--nodes", "-o", "KIND". */
void cli_set_value(const cli_option *option, const char *label, const char *value);

/* The bytes of a value; 0 if it has none, or memory of its own. */
size_t cli_value_size(cli_kind kind);

/* Sets an option to its default. */
void cli_reset(const cli_option *option);

/* Whether a list of words separated by spaces contains a text; NULL is an empty list. */
bool cli_is_listed(const char *text, size_t length, const char *list);

#endif
