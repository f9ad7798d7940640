/* SPDX-License-Identifier: MIT */
/* What a command is. One table of options per command gives the parsing, --help, the manual page
 * and the shell completion. A new command is one file that defines a cli_command, and one line in
 * the list in main.c.
 *
 * A command runs once in a process, so a table points straight at the variables that it fills. What
 * they hold before parsing is the default, and that is what the help shows. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The type of an option's value, and of the variable that it is stored in. */
typedef enum cli_kind {
    CLI_FLAG,    /* bool; takes no value */
    CLI_U32,     /* uint32_t */
    CLI_U64,     /* uint64_t */
    CLI_REAL,    /* double */
    CLI_STRING,  /* const char *; NULL when not given */
    CLI_STRINGS, /* cli_strings: may be given again; a positional of this kind comes last */
    CLI_CHOICE,  /* int or an enum: the value of one of the choices */
    CLI_SETTING, /* const char *: text that riwalk_options_set takes for the option's name */
    /* These take no value and end the parsing. */
    CLI_HELP,
    CLI_HELP_ALL,
    CLI_VERSION,
} cli_kind;

/* Whether an option is the path of a file. Before the work, files.h compares what is read with what
 * is written. */
typedef enum cli_file {
    CLI_NO_FILE,
    CLI_READS,
    CLI_READS_FIRST,    /* as a whole, before OUT is written, which may be the same file */
    CLI_READS_AT,       /* where the value is @FILE */
    CLI_WRITES,         /* NULL: nothing, unless it is required */
    CLI_WRITES_VECTORS, /* and what lies beside them */
    CLI_WRITES_BESIDE,  /* while results go to standard output, which it thus cannot be */
} cli_file;

/* A list of choices ends with a NULL name. */
typedef struct cli_choice {
    const char *name;
    int value;
    const char *help;    /* NULL when the name says it all */
    const char *aliases; /* spellings of other programs, separated by spaces */
} cli_choice;

/* What was given for a CLI_STRINGS, in order. */
typedef struct cli_strings {
    const char **items;
    size_t count;
} cli_strings;

/* An option, or a positional argument. A list ends with an entry that has no help. Where two
 * options of a command share a spelling, it is the first one's. */
typedef struct cli_option {
    const char *name; /* without dashes; of a positional: an option that stands for it, or NULL */
    char letter;      /* 0: none */
    cli_kind kind;
    const char *placeholder; /* of the value: "FILE" */
    void *store;
    uint64_t minimum, maximum; /* U32 and U64; maximum 0: that of the type */
    double least, most;        /* REAL */
    const cli_choice *choices; /* CHOICE; U32 and REAL: words that are taken beside numbers */
    const char *initial; /* the default as it would be typed; NULL: 0, or what the group sets */
    const char *shown;   /* the default in words, where the value would not explain it */
    const char *help;    /* begins in lower case, has no full stop */
    const char *aliases; /* spellings of other programs, separated by spaces */
    unsigned tag;        /* for the command's own use */
    cli_file file;       /* STRING and STRINGS: whether it is a path */
    bool closed;         /* SETTING: nothing but the choices is taken */
    bool basic;          /* --help shows it; --help-all shows every option */
    bool optional;       /* positional: may be left out */
    bool required;       /* an output that may not be */
    bool given;          /* set by the parser */
    bool changed;        /* likewise: and not to the default */
} cli_option;

/* How entries of the common kinds begin: {CLI_TEXT("labels", "FILE"), .store = &given.labels, ...}
 */
#define CLI_SWITCH(called) .name = (called), .kind = CLI_FLAG
#define CLI_NUMBER(called) .name = (called), .kind = CLI_U32, .placeholder = "N"
#define CLI_LONG(called) .name = (called), .kind = CLI_U64, .placeholder = "N"
#define CLI_DECIMAL(called) .name = (called), .kind = CLI_REAL, .placeholder = "X"
#define CLI_TEXT(called, value) .name = (called), .kind = CLI_STRING, .placeholder = (value)
#define CLI_READ(called, value) CLI_TEXT(called, value), .file = CLI_READS
#define CLI_WRITE(called, value) CLI_TEXT(called, value), .file = CLI_WRITES
#define CLI_ONE_OF(called, value, list)                                                            \
    .name = (called), .kind = CLI_CHOICE, .placeholder = (value), .choices = (list)

/* The one word that an option takes beside numbers. */
/* clang-format off */
#define CLI_WORD(word, value, help) (const cli_choice[]){{word, value, help, NULL}, {0}}
/* clang-format on */

/* Options under one heading of the help; commands share groups. One without options is not shown.
 */
typedef struct cli_group {
    const char *title;
    cli_option *options;
    void (*prepare)(void); /* sets defaults of the library's; NULL where there are none */
} cli_group;

/* Goes through all options of a command, group by group. */
#define CLI_EACH(option, command)                                                                  \
    for (const cli_group *const *each_group = (command)->groups; *each_group; each_group++)        \
        for (cli_option *option = (*each_group)->options; (option)->help; (option)++)

/* The group of a command's own options, which are called that. */
#define CLI_OPTIONS(list, prepare)                                                                 \
    &(const cli_group)                                                                             \
    {                                                                                              \
        "Options", list, prepare                                                                   \
    }

#define CLI_MAX_GROUPS 20

typedef struct cli_command cli_command;

struct cli_command {
    const char *name;
    const char *summary;                     /* one line, for the list of commands */
    const char *description;                 /* two or three sentences more, or NULL */
    const char *details;                     /* further ones for --help-all and the manual */
    cli_option *positionals;                 /* NULL: none */
    const cli_group *groups[CLI_MAX_GROUPS]; /* ends with NULL */
    const char *examples;                    /* lines, each ended by a newline; --help shows two */
    int (*run)(void);                        /* the exit status, see messages.h */
};

/* All commands in the order of the help; the list ends with NULL. (main.c) */
extern const cli_command *const cli_commands[];

/* The command as a whole: what "riwalk --help" shows and what may precede a command. (main.c) */
extern const cli_command cli_program;

/* The command of a name, or NULL. (program.c) */
const cli_command *cli_find_command(const char *name);

/* Reports that there is no such command, and which one may be meant. (program.c) */
int cli_unknown_command(const char *name);

/* The command whose words are parsed, and that then runs; NULL before. (program.c) */
extern const cli_command *cli_running;

/* The command line after the name of the program, ended by NULL. (program.c) */
extern char *const *cli_words;

/* Sets the defaults of all options of a command. (program.c) */
void cli_prepare(const cli_command *command);

#endif
