/* SPDX-License-Identifier: MIT */
/* Comparing words, and UTF-8. */
#include "base/text.h"

#include "base/os.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int rw_span_order(rw_span a, rw_span b)
{
    int order = memcmp(a.text, b.text, a.length < b.length ? a.length : b.length);

    return order ? order : a.length < b.length ? -1 : a.length > b.length;
}

bool rw_span_same(rw_span a, rw_span b)
{
    return a.text && b.text && a.length == b.length && !memcmp(a.text, b.text, a.length);
}

bool rw_span_is(rw_span text, const char *word)
{
    return rw_span_same(text, (rw_span){word, strlen(word)});
}

bool rw_ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);

    return length >= tail && !strcasecmp(path + length - tail, ending);
}

size_t rw_plain_length(const char *path)
{
    return strlen(path) - (rw_ends_with(path, ".gz") ? 3 : rw_ends_with(path, ".zst") ? 4 : 0);
}

bool rw_has_extension(const char *path, const char *extensions)
{
    size_t length = rw_plain_length(path);

    for (size_t tail; *extensions; extensions += tail + strspn(extensions + tail, " ")) {
        tail = strcspn(extensions, " ");
        if (length >= tail && !strncasecmp(path + length - tail, extensions, tail))
            return true;
    }
    return false;
}

rw_span rw_path_stem(const char *path)
{
    const char *name = rw_os_base(path);
    size_t plain = rw_plain_length(name), length = plain;

    while (length > 1 && name[length - 1] != '.')
        length--;
    return (rw_span){name, length > 1 ? length - 1 : plain};
}

bool rw_span_among(rw_span text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (text.length == strlen(words[i]) && !strncasecmp(text.text, words[i], text.length))
            return true;
    return false;
}

bool rw_span_cut(rw_span *rest, char separator, rw_span *word)
{
    const char *end = rest->text ? memchr(rest->text, separator, rest->length) : NULL;

    *word = *rest;
    if (end)
        word->length = (size_t)(end - rest->text);
    *rest = end ? (rw_span){end + 1, rest->length - word->length - 1} : (rw_span){0};
    return word->text;
}

bool rw_parse_count(rw_span text, uint64_t *value)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned digit = (unsigned)(unsigned char)text.text[i] - '0';

        if (digit > 9 || sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    return text.length;
}

void rw_text_add(rw_text *text, const char *format, ...)
{
    bool room = text->length < text->capacity;
    va_list arguments;
    int added;

    va_start(arguments, format);
    added = vsnprintf(room ? text->buffer + text->length : NULL,
                      room ? text->capacity - text->length : 0, format, arguments);
    va_end(arguments);
    if (added > 0)
        text->length += (size_t)added;
}

bool rw_needs_quotes(rw_span name)
{
    static const char *const beginnings[] = {"#", "%", "//", "\"", "\xef\xbb\xbf"};

    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);

        if (name.length >= length && !memcmp(name.text, beginnings[i], length))
            return true;
    }
    for (size_t i = 0; i < name.length; i++)
        if ((unsigned char)name.text[i] <= ' ' || strchr("\x7f,;|", name.text[i]))
            return true;
    return false;
}

size_t rw_utf8_mark(const char *text, size_t length)
{
    return length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
}

size_t rw_utf8_code(const char *begin, size_t left, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *text = (const unsigned char *)begin;
    size_t length = 1 + (text[0] >= 0xC0) + (text[0] >= 0xE0) + (text[0] >= 0xF0);

    if (length > left || text[0] >= 0xF8 || (text[0] & 0xC0) == 0x80)
        return 0;
    *code = length > 1 ? text[0] & (0x7Fu >> length) : text[0];
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3Fu);
    }
    return *code < least[length] || (*code >= 0xD800 && *code < 0xE000) || *code > 0x10FFFF
               ? 0
               : length;
}

size_t rw_utf8_length(const char *text, size_t left)
{
    unsigned code;

    return rw_utf8_code(text, left, &code);
}

bool rw_is_utf8(const char *text, size_t length)
{
    for (size_t at = 0, bytes; at < length; at += bytes) {
        bytes = (unsigned char)text[at] < 0x80 ? 1 : rw_utf8_length(text + at, length - at);
        if (!bytes)
            return false;
    }
    return true;
}

const char *rw_text_find(const char *at, size_t size, const char *word)
{
    size_t length = strlen(word);
    const char *end = at + size;

    while ((size_t)(end - at) >= length &&
           (at = memchr(at, *word, (size_t)(end - at) - length + 1))) {
        if (!memcmp(at, word, length))
            return at;
        at++;
    }
    return NULL;
}

uint64_t rw_text_line(const char *begin, const char *at)
{
    uint64_t line = 1;

    for (; begin < at && (begin = memchr(begin, '\n', (size_t)(at - begin))); begin++)
        line++;
    return line;
}

size_t rw_utf8_put(unsigned long code, char *to)
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    if (!code || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return 0;
    for (size_t i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(length == 1 ? code : (0xF00u >> length & 0xFF) | code);
    return length;
}
