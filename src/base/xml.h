/* SPDX-License-Identifier: MIT */
/* Reads XML, one tag after the other: the subset that graph files use. Elements, attributes, text,
 * CDATA, comments, processing instructions, the five named entities and character numbers. Declared
 * entities are errors, so nothing can expand; so are encodings other than UTF-8, nesting beyond
 * RW_XML_DEPTH and attributes longer than RW_XML_VALUE_BYTES.
 *
 * After an error the status stays, and the error has the line. */
#ifndef RW_BASE_XML_H
#define RW_BASE_XML_H

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"

#define RW_XML_DEPTH 200
#define RW_XML_ATTRIBUTES 64 /* attributes of one element */
#define RW_XML_VALUE_BYTES ((size_t)1 << 20)
#define RW_XML_PIECES 100 /* parts of one text */

typedef struct rw_xml_attribute {
    rw_span name, value; /* as the file spells them */
} rw_xml_attribute;

typedef struct rw_xml {
    const rw_input *input;
    riwalk_error *error;
    riwalk_status status;
    const char *at, *end;
    const char *tag; /* start of the last tag */
    rw_span name;    /* of the last tag; without the root's prefix */
    rw_span content; /* at a closing tag: the text since the last opening tag, if it was kept */
    unsigned pieces; /* parts of the content */
    bool keep;       /* set it after an opening tag to get the element's text */
    bool closing;    /* <a/>: the closing tag comes next */
    bool rooted;     /* the root was opened */
    size_t prefix;   /* length of the root's prefix with its colon */
    unsigned depth;  /* number of open elements */
    unsigned attribute_count;
    rw_span open[RW_XML_DEPTH]; /* names of open elements as the file spells them */
    rw_xml_attribute attributes[RW_XML_ATTRIBUTES];
    rw_pool decoded;
} rw_xml;

/* Starts reading. The input must outlive the reader. */
void rw_xml_begin(rw_xml *xml, const rw_input *input, riwalk_error *error);

typedef enum rw_xml_event {
    RW_XML_OPEN,  /* an element opens: name, depth (1 for the root), attributes */
    RW_XML_CLOSE, /* it closes: name, content; its depth is `depth` + 1 */
    RW_XML_END,   /* end of file or an error: see status */
} rw_xml_event;

rw_xml_event rw_xml_next(rw_xml *xml);

/* Whether the last tag has this name. */
bool rw_xml_is(const rw_xml *xml, const char *name);

/* A decoded attribute of the element just opened. It lives as long as the input and the reader. Its
 * text is NULL if the attribute is missing or after an error. */
rw_span rw_xml_attribute_of(rw_xml *xml, const char *name);

/* Fails with a sentence about the last tag. */
riwalk_status rw_xml_fail(rw_xml *xml, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void rw_xml_free(rw_xml *xml);

#endif
