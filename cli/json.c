/* SPDX-License-Identifier: MIT */
/* JSON values of riwalk reproduce, with the troubles of their library looked after. */
#include "json.h"

#include "evaluation.h"
#include "files.h"
#include "report.h"

#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What an allocation that failed gets instead, so that the JSON library never sees one. The command
 * fails in the end, so this is for all that it does until then. */
static _Alignas(max_align_t) char reserve[1 << 20];
static size_t reserve_used;

static void *allocate(size_t size)
{
    size_t units = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t);
    void *block = malloc(size);

    if (block)
        return block;
    cli_note_shortage();
    if (units > (sizeof reserve - reserve_used) / sizeof(max_align_t))
        return NULL;
    block = reserve + reserve_used;
    reserve_used += units * sizeof(max_align_t);
    return block;
}

void cli_json_free(void *block)
{
    uintptr_t at = (uintptr_t)block, begin = (uintptr_t)reserve;

    if (at < begin || at >= begin + sizeof reserve)
        free(block);
}

void cli_json_prepare(void)
{
    json_set_alloc_funcs(allocate, cli_json_free);
}

json_t *cli_json_name(const char *name)
{
    json_t *string = json_string(name), *longer;

    if (string)
        return string;
    string = json_string("");
    for (; string && *name; name++) {
        bool ascii = !(*name & 0x80);

        longer = json_sprintf("%s%.*s%s", json_string_value(string), (int)ascii, name,
                              ascii ? "" : "\xEF\xBF\xBD");
        json_decref(string);
        string = longer;
    }
    return string;
}

json_t *cli_json_number(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *cli_json_seed(uint64_t seed)
{
    return seed >> 53 ? json_sprintf("%" PRIu64, seed) : json_integer((json_int_t)seed);
}

void cli_fit_json(json_t *object)
{
    riwalk_classify_options fit = cli_fit_options();

    json_object_set_new(object, "classifier", json_string("one-vs-rest logistic regression, L2"));
    json_object_set_new(object, "C", json_real(fit.C));
    json_object_set_new(object, "normalize", json_string(cli_normalizations[fit.scale].name));
    json_object_set_new(object, "balanced", json_boolean(fit.balanced));
}

typedef struct dump {
    const json_t *root;
    size_t flags;
} dump;

static int print_dump(const void *what, FILE *to)
{
    const dump *d = what;

    if (json_dumpf(d->root, to, d->flags) && !ferror(to))
        return cli_fail("not enough memory for the JSON text");
    putc('\n', to);
    return CLI_EXIT_FINE;
}

int cli_write_json(riwalk_files *files, const char *path, const json_t *root, size_t flags)
{
    return cli_write_text(files, path, print_dump, &(dump){root, flags});
}
