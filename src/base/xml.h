/* SPDX-License-Identifier: MIT */
/* XML, one tag after the other: the part of it that files of graphs are made of. Elements,
 * attributes, text, CDATA, comments, processing instructions, the five named entities and numbers
 * of characters. Declared entities are refused, so nothing can expand; so are other encodings than
 * UTF-8, elements deeper than RW_XML_DEPTH and attributes longer than RW_XML_VALUE_BYTES.
 *
 * A failure ends the reading: the status stays, and the error says the line. */
#ifndef RW_BASE_XML_H
#define RW_BASE_XML_H

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"

#define RW_XML_DEPTH 200
#define RW_XML_ATTRIBUTES 64 /* of one element */
#define RW_XML_VALUE_BYTES ((size_t)1 << 20)
#define RW_XML_PIECES 100 /* that a text is put together from */

typedef struct rw_xml_attribute {
    rw_span name, value; /* as they are in the file */
} rw_xml_attribute;

typedef struct rw_xml {
    const rw_input *input;
    riwalk_error *error;
    riwalk_status status;
    const char *at, *end;
    const char *tag; /* where the last tag begins */
    rw_span name;    /* of the last tag; without the root's prefix if it has that */
    rw_span content; /* at a closing tag: the text since the last opening one, if it was kept */
    unsigned pieces; /* that the content is made of */
    bool keep;       /* set after an opening tag: its text is wanted */
    bool closing;    /* <a/>: the closing tag is still to come */
    bool rooted;     /* the root has begun */
    size_t prefix;   /* length of the root's prefix, with its colon */
    unsigned depth;  /* of open elements */
    unsigned attribute_count;
    rw_span open[RW_XML_DEPTH]; /* their names as they are in the file */
    rw_xml_attribute attributes[RW_XML_ATTRIBUTES];
    rw_pool decoded;
} rw_xml;

/* Before the first tag. The input must outlive the reading. */
void rw_xml_begin(rw_xml *xml, const rw_input *input, riwalk_error *error);

typedef enum rw_xml_event {
    RW_XML_OPEN,  /* an element begins: name, depth (the root's is 1), attributes */
    RW_XML_CLOSE, /* it ends: name, content; its depth is one more than `depth` */
    RW_XML_END,   /* of the file, or a failure: see status */
} rw_xml_event;

rw_xml_event rw_xml_next(rw_xml *xml);

/* Whether the last tag has this name. */
bool rw_xml_is(const rw_xml *xml, const char *name);

/* An attribute of the element that has just begun, decoded; it lives as long as the input and the
 * reader. No text where there is none, or after a failure. */
rw_span rw_xml_attribute_of(rw_xml *xml, const char *name);

/* Ends the reading with a sentence about the last tag, or about any place. */
riwalk_status rw_xml_fail(rw_xml *xml, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void rw_xml_free(rw_xml *xml);

#endif
