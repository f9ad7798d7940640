/* SPDX-License-Identifier: MIT */
/* Text that is safe to print. */
#include "base/frontend.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

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
