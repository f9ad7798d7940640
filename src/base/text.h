/* SPDX-License-Identifier: MIT */
/* Text from outside: what of it is UTF-8. riwalk_printable is here too. */
#ifndef RW_BASE_TEXT_H
#define RW_BASE_TEXT_H

#include "riwalk.h"

/* The length of the UTF-8 sequence that a text begins with, which ends in NUL; 0 where it is none.
 */
size_t rw_utf8_length(const char *text);

#endif
