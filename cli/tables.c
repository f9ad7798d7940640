/* SPDX-License-Identifier: MIT */
#include "tables.h"

#include "messages.h"

#include <string.h>
#include <strings.h>

static bool has_extension(const char *path, const char *extension)
{
    static const char *const packed[] = {".gz", ".zst", ""};
    size_t length = strlen(path), most = strlen(extension);

    for (size_t i = 0; i < sizeof packed / sizeof *packed; i++) {
        size_t behind = strlen(packed[i]);

        if (length >= most + behind && !strcasecmp(path + length - behind, packed[i]) &&
            !strncasecmp(path + length - behind - most, extension, most))
            return true;
    }
    return false;
}

bool cli_is_json(const char *out)
{
    return out && has_extension(out, ".json");
}

char cli_cell_delimiter(const char *out)
{
    return !out || !strcmp(out, "-") || has_extension(out, ".tsv") ? '\t' : ',';
}

void cli_put_cell(const char *text, char end, char delimiter, FILE *to)
{
    const char special[] = {delimiter, '"', '\n', '\r', 0};

    if (to == stdout)
        text = cli_shown(text);
    if (!text[strcspn(text, special)]) {
        fprintf(to, "%s%c", text, end);
        return;
    }
    fputc('"', to);
    for (; *text; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fprintf(to, "\"%c", end);
}
