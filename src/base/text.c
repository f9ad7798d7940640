/* SPDX-License-Identifier: MIT */
/* UTF-8, and text that is safe to print. */
#include "base/text.h"

#include <stdio.h>
#include <string.h>

size_t rw_utf8_code(const char *begin, unsigned *code)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *text = (const unsigned char *)begin;
    size_t length = text[0] < 0x80   ? 1
                    : text[0] < 0xC0 ? 0
                    : text[0] < 0xE0 ? 2
                    : text[0] < 0xF0 ? 3
                    : text[0] < 0xF8 ? 4
                                     : 0;

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

size_t rw_utf8_length(const char *begin)
{
    unsigned code;

    return rw_utf8_code(begin, &code);
}

bool rw_is_utf8(const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        char last[5] = {0};
        const char *here = text + at;
        size_t bytes;

        if ((unsigned char)*here < 0x80) {
            at++;
            continue;
        }
        if (length - at < sizeof last)
            here = memcpy(last, here, length - at);
        if (!(bytes = rw_utf8_length(here)))
            return false;
        at += bytes;
    }
    return true;
}

size_t rw_utf8_put(unsigned long code, char *to)
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ||
        (code < ' ' && code != '\t' && code != '\n' && code != '\r'))
        return 0;
    for (size_t i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3F));
    to[0] = (char)(length == 1 ? code : (0xF00u >> length & 0xFF) | code);
    return length;
}

/* The length of the character that may be printed as it is; 0 where its first byte may not. Some
 * terminals take U+0080 .. U+009F as they take ESC. */
static size_t plain_length(const char *text)
{
    size_t length = rw_utf8_length(text);
    unsigned char first = (unsigned char)text[0];

    if (first < ' ' || first == 0x7F || (first == 0xC2 && (unsigned char)text[1] < 0xA0))
        return 0;
    return length;
}

size_t riwalk_printable(const char *text, char *buffer, size_t capacity)
{
    size_t whole = 0, used = 0;

    while (*text) {
        size_t length = plain_length(text), bytes = length ? length : 4;
        char code[5];

        snprintf(code, sizeof code, "\\x%02x", (unsigned char)*text);
        if (used == whole && whole + bytes < capacity) {
            memcpy(buffer + used, length ? text : code, bytes);
            used += bytes;
        }
        whole += bytes;
        text += length ? length : 1;
    }
    if (capacity)
        buffer[used] = 0;
    return whole;
}
