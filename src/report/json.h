/* SPDX-License-Identifier: MIT */
/* JSON for a <script> element of a page: text is data there, whatever it holds. A failure stays:
 * what is written after it is dropped, and `status` tells. */
#ifndef RW_REPORT_JSON_H
#define RW_REPORT_JSON_H

#include "base/output.h"

typedef struct rw_page_json {
    rw_output *output;
    riwalk_error *error;
    riwalk_status status;
    bool comma; /* before the next value */
} rw_page_json;

/* Every value is one of an object where it has a key, and one of an array where the key is NULL. */

/* '{' or '[', and the bracket that ends it. */
void rw_page_json_begin(rw_page_json *json, const char *key, char bracket);
void rw_page_json_end(rw_page_json *json, char bracket);

/* Text of any bytes; those that are not UTF-8 become U+FFFD. */
void rw_page_json_text(rw_page_json *json, const char *key, const char *text, size_t length);

/* The same of a string; NULL becomes null. */
void rw_page_json_string(rw_page_json *json, const char *key, const char *string);

void rw_page_json_whole(rw_page_json *json, const char *key, uint64_t number);

/* NaN and infinity, which JSON does not have, become null. */
void rw_page_json_real(rw_page_json *json, const char *key, double number);

/* A typed array of JavaScript: its bytes in base64. */
void rw_page_json_bytes(rw_page_json *json, const char *key, const void *data, size_t size);

/* Text as it is, which is no value. */
void rw_page_json_raw(rw_page_json *json, const void *text, size_t length);

#endif
