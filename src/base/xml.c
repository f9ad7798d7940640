/* SPDX-License-Identifier: MIT */
/* Reads XML, one tag after the other. */
#include "base/xml.h"

#include "base/error.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Failures ---- */

/* Fails at a position of the file; returns false. */
static bool fail_at(rw_xml *xml, const char *at, const char *sentence)
{
    if (!xml->status)
        xml->status = rw_fail_at(xml->error, RIWALK_STATUS_FORMAT, xml->input->name,
                                 rw_text_line(xml->input->data, at), "%s", sentence);
    return false;
}

riwalk_status rw_xml_fail(rw_xml *xml, const char *format, ...)
{
    char sentence[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    fail_at(xml, xml->tag, sentence);
    return xml->status;
}

/* ---- Characters ---- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(rw_xml *xml)
{
    while (xml->at < xml->end && is_space(*xml->at))
        xml->at++;
}

static bool starts_with(const rw_xml *xml, const char *text)
{
    size_t length = strlen(text);

    return (size_t)(xml->end - xml->at) >= length && !memcmp(xml->at, text, length);
}

/* Moves past the next `text`; fails if there is none. */
static bool skip_past(rw_xml *xml, const char *text, const char *sentence)
{
    const char *found = rw_text_find(xml->at, (size_t)(xml->end - xml->at), text);

    if (!found)
        return fail_at(xml, xml->tag, sentence);
    xml->at = found + strlen(text);
    return true;
}

static rw_span take_name(rw_xml *xml)
{
    const char *begin = xml->at;

    while (xml->at < xml->end && !is_space(*xml->at) && *xml->at && !strchr("<>/=\"'&", *xml->at))
        xml->at++;
    return (rw_span){begin, (size_t)(xml->at - begin)};
}

/* ---- Entities ---- */

/* The number N of "#N" or "#xN", which ends at `stop`; 0 if there is none. */
static unsigned long character_number(const char *text, const char *stop)
{
    bool hexadecimal = text[0] == '#' && text[1] == 'x';
    const char *digits = text + 1 + hexadecimal;
    const char *known = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";

    if (*text != '#' || digits == stop || digits + strspn(digits, known) != stop)
        return 0;
    return strtoul(digits, NULL, hexadecimal ? 16 : 10);
}

/* Decodes the entity at *from, which starts with an ampersand; false if it is invalid. */
static bool decode_entity(const char **from, const char *end, char **to)
{
    static const struct {
        const char *name;
        char value;
    } named[] = {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    const char *name = *from + 1;
    const char *stop = memchr(name, ';', (size_t)(end - name) < 10 ? (size_t)(end - name) : 10);
    unsigned long code;
    size_t bytes;

    if (!stop)
        return false;
    *from = stop + 1;
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (rw_span_is((rw_span){name, (size_t)(stop - name)}, named[i].name)) {
            *(*to)++ = named[i].value;
            return true;
        }
    code = character_number(name, stop);
    if (code < ' ' && code != '\t' && code != '\n' && code != '\r')
        return false; /* no XML character */
    bytes = rw_utf8_put(code, *to);
    *to += bytes;
    return bytes;
}

/* How to decode a part of the file: CDATA has no entities, and attributes turn all white space into
 * blanks. */
typedef enum spelling {
    TEXT,
    CDATA,
    ATTRIBUTE
} spelling;

/* Decodes a value; the result is never longer than the value. */
static rw_span decode(rw_xml *xml, rw_span raw, spelling how)
{
    const char *from = raw.text, *end = raw.text + raw.length;
    bool plain = how == CDATA || !memchr(raw.text, '&', raw.length);
    char *begin, *to;

    for (size_t i = 0; i < raw.length && plain && how == ATTRIBUTE; i++)
        plain = raw.text[i] == ' ' || !is_space(raw.text[i]);
    if (!rw_is_utf8(raw.text, raw.length))
        fail_at(xml, raw.text, "the text is not UTF-8");
    if (xml->status)
        return (rw_span){0};
    if (plain)
        return raw;
    if (!(begin = to = rw_take(&xml->decoded, raw.length, 1, xml->error))) {
        xml->status = RIWALK_STATUS_MEMORY;
        return (rw_span){0};
    }
    while (from < end && !xml->status) {
        const char *entity = from;

        if (*from != '&') {
            *to++ = how == ATTRIBUTE && is_space(*from) ? ' ' : *from;
            from++;
        } else if (!decode_entity(&from, end, &to)) {
            fail_at(xml, entity,
                    "an entity other than &lt; &gt; &amp; &quot; &apos; and numbers of "
                    "characters is not read");
        }
    }
    if (xml->status)
        return (rw_span){0};
    return (rw_span){begin, (size_t)(to - begin)};
}

/* ---- Tags ---- */

static bool take_attribute(rw_xml *xml)
{
    rw_xml_attribute *a = &xml->attributes[xml->attribute_count];
    const char *begin, *stop;

    if (xml->attribute_count == RW_XML_ATTRIBUTES)
        return fail_at(xml, xml->at, "the element has more than 64 attributes");
    a->name = take_name(xml);
    skip_space(xml);
    if (!a->name.length || xml->at == xml->end || *xml->at != '=')
        return fail_at(xml, xml->at, "expected an attribute, name=\"value\"");
    xml->at++;
    skip_space(xml);
    if (xml->at == xml->end || (*xml->at != '"' && *xml->at != '\''))
        return fail_at(xml, xml->at, "the value of an attribute must stand in quotes");
    begin = xml->at + 1;
    if (!(stop = memchr(begin, *xml->at, (size_t)(xml->end - begin))))
        return fail_at(xml, xml->at, "the closing quote of an attribute is missing");
    a->value = (rw_span){begin, (size_t)(stop - begin)};
    if (a->value.length > RW_XML_VALUE_BYTES)
        return fail_at(xml, begin, "an attribute is longer than 1 MiB");
    if (memchr(begin, '<', a->value.length))
        return fail_at(xml, begin, "an attribute holds a '<': is a quote missing?");
    for (unsigned i = 0; i < xml->attribute_count; i++)
        if (rw_span_same(xml->attributes[i].name, a->name))
            return fail_at(xml, a->name.text, "the element has an attribute twice");
    xml->attribute_count++;
    xml->at = stop + 1;
    return true;
}

static void set_name(rw_xml *xml, rw_span name)
{
    xml->name = name;
    if (xml->prefix && name.length > xml->prefix &&
        !memcmp(name.text, xml->open[0].text, xml->prefix)) {
        xml->name.text += xml->prefix;
        xml->name.length -= xml->prefix;
    }
}

/* Takes attributes up to the end of the tag. */
static bool take_attributes(rw_xml *xml)
{
    for (;;) {
        const char *before = xml->at;

        skip_space(xml);
        if (xml->at == xml->end)
            return fail_at(xml, xml->tag, "the file ends inside a tag: is it truncated?");
        if (*xml->at == '>' || *xml->at == '/')
            return true;
        if (xml->at == before)
            return fail_at(xml, xml->at, "expected a blank before an attribute");
        if (!take_attribute(xml))
            return false;
    }
}

static bool open_element(rw_xml *xml)
{
    const char *colon;
    rw_span name;

    xml->at++;
    name = take_name(xml);
    xml->attribute_count = xml->pieces = 0;
    xml->content = (rw_span){0};
    xml->keep = false;
    if (!name.length)
        return fail_at(xml, xml->tag, "expected the name of an element after '<'");
    if (xml->rooted && !xml->depth)
        return fail_at(xml, xml->tag, "there is a second root element");
    if (xml->depth == RW_XML_DEPTH)
        return fail_at(xml, xml->tag, "elements are nested more than 200 deep");
    if (!take_attributes(xml))
        return false;
    xml->closing = *xml->at++ == '/';
    if (xml->closing && (xml->at == xml->end || *xml->at++ != '>'))
        return fail_at(xml, xml->at - 1, "expected '>' after '/'");
    if (!xml->rooted && (colon = memchr(name.text, ':', name.length)))
        xml->prefix = (size_t)(colon - name.text) + 1;
    xml->rooted = true;
    xml->open[xml->depth++] = name;
    set_name(xml, name);
    return true;
}

static bool close_element(rw_xml *xml)
{
    rw_span open = xml->depth ? xml->open[xml->depth - 1] : (rw_span){"", 0};

    if (!xml->closing) {
        rw_span name;

        xml->at += 2;
        name = take_name(xml);
        skip_space(xml);
        if (!xml->depth || !rw_span_same(open, name))
            return !rw_xml_fail(xml, "</%.*s> does not close the element <%.*s>", RW_CUT(name, 40),
                                RW_CUT(open, 40));
        if (xml->at == xml->end || *xml->at != '>')
            return fail_at(xml, xml->tag, "the closing tag has no end");
        xml->at++;
    }
    xml->closing = false;
    xml->depth--;
    set_name(xml, open);
    return true;
}

/* ---- Text between tags ---- */

/* Appends to the kept content. It has several parts only around comments and CDATA. */
static void add_content(rw_xml *xml, rw_span piece)
{
    rw_span *content = &xml->content;
    char *both;

    if (xml->status || !piece.length)
        return;
    if (!content->length) {
        *content = piece;
        return;
    }
    if (content->length + piece.length > RW_XML_VALUE_BYTES || ++xml->pieces > RW_XML_PIECES) {
        fail_at(xml, xml->tag, "a text is longer than 1 MiB, or in more than 100 pieces");
        return;
    }
    if (!(both = rw_take(&xml->decoded, content->length + piece.length, 1, xml->error))) {
        xml->status = RIWALK_STATUS_MEMORY;
        return;
    }
    memcpy(both, content->text, content->length);
    memcpy(both + content->length, piece.text, piece.length);
    *content = (rw_span){both, content->length + piece.length};
}

/* Takes a text of the file, and keeps it if it is wanted. */
static void take_text(rw_xml *xml, const char *begin, const char *end, spelling how)
{
    rw_span raw = {begin, (size_t)(end - begin)};
    bool keep = xml->keep && xml->depth;

    while (!xml->depth && how == TEXT && begin < end && is_space(*begin))
        begin++;
    if (!xml->depth && (how == CDATA || begin < end))
        fail_at(xml, begin, "there is text outside the root element");
    else if (keep && raw.length > RW_XML_VALUE_BYTES)
        fail_at(xml, begin, "a text is longer than 1 MiB");
    else if (keep)
        add_content(xml, decode(xml, raw, how));
}

/* Skips <!DOCTYPE name PUBLIC "..." "...">; one with declarations is an error. */
static void skip_doctype(rw_xml *xml)
{
    char quote = 0;

    for (; xml->at < xml->end && (quote || (*xml->at != '>' && *xml->at != '[')); xml->at++)
        if (quote ? *xml->at == quote : *xml->at == '"' || *xml->at == '\'')
            quote = quote ? 0 : *xml->at;
    if (xml->at == xml->end)
        fail_at(xml, xml->tag, "the document type has no end");
    else if (*xml->at++ == '[')
        fail_at(xml, xml->tag,
                "the file declares a document type of its own, which could make it expand without "
                "end: remove <!DOCTYPE ...>");
}

/* Accepts <?xml ... encoding="..."?> for encodings that are subsets of UTF-8. */
static void check_declaration(rw_xml *xml, const char *begin)
{
    static const char *const known[] = {"utf-8", "utf8", "us-ascii", "ascii"};
    size_t length = (size_t)(xml->at - begin);
    const char *name = rw_text_find(begin, length, "encoding"), *end = xml->at, *stop;
    char quote;

    if (!name)
        return;
    for (name += 8; name < end && (is_space(*name) || *name == '=');)
        name++;
    quote = name < end ? *name++ : 0;
    stop = memchr(name, quote, (size_t)(end - name));
    if (!stop || !rw_span_among((rw_span){name, (size_t)(stop - name)}, known, 4))
        fail_at(xml, begin, "the file is not in UTF-8: convert it first");
}

static void skip_instruction(rw_xml *xml)
{
    const char *begin = xml->at;

    xml->at += 2;
    if (skip_past(xml, "?>", "<? has no end") && xml->at - begin > 7 &&
        !memcmp(begin, "<?xml", 5) && is_space(begin[5]))
        check_declaration(xml, begin);
}

/* ---- Events ---- */

void rw_xml_begin(rw_xml *xml, const rw_input *input, riwalk_error *error)
{
    *xml = (rw_xml){.input = input, .error = error, .tag = input->data};
    xml->at = input->data + rw_utf8_mark(input->data, input->size);
    xml->end = input->data + input->size;
}

rw_xml_event rw_xml_next(rw_xml *xml)
{
    if (xml->closing && !xml->status)
        return close_element(xml) ? RW_XML_CLOSE : RW_XML_END;
    while (!xml->status && xml->at < xml->end) {
        const char *begin = xml->tag = xml->at;

        if (*begin != '<') {
            xml->at = memchr(begin, '<', (size_t)(xml->end - begin));
            xml->at = xml->at ? xml->at : xml->end;
            take_text(xml, begin, xml->at, TEXT);
        } else if (starts_with(xml, "<!--")) {
            xml->at += 4;
            skip_past(xml, "-->", "the comment has no end");
        } else if (starts_with(xml, "<![CDATA[")) {
            begin = xml->at += strlen("<![CDATA[");
            if (skip_past(xml, "]]>", "the CDATA section has no end"))
                take_text(xml, begin, xml->at - strlen("]]>"), CDATA);
        } else if (starts_with(xml, "<!DOCTYPE") && !xml->rooted)
            skip_doctype(xml);
        else if (starts_with(xml, "<!"))
            fail_at(xml, xml->at, "riwalk does not read declarations, <!...>");
        else if (starts_with(xml, "<?"))
            skip_instruction(xml);
        else if (starts_with(xml, "</"))
            return close_element(xml) ? RW_XML_CLOSE : RW_XML_END;
        else
            return open_element(xml) ? RW_XML_OPEN : RW_XML_END;
    }
    if (!xml->status && (xml->depth || !xml->rooted))
        xml->tag = xml->end;
    if (xml->depth)
        rw_xml_fail(xml, "the file ends inside the element <%.*s>: is it truncated?",
                    RW_CUT(xml->open[xml->depth - 1], 40));
    else if (!xml->rooted)
        rw_xml_fail(xml, "the file has no element");
    return RW_XML_END;
}

bool rw_xml_is(const rw_xml *xml, const char *name)
{
    return rw_span_is(xml->name, name);
}

rw_span rw_xml_attribute_of(rw_xml *xml, const char *name)
{
    for (unsigned i = 0; i < xml->attribute_count && !xml->status; i++)
        if (rw_span_is(xml->attributes[i].name, name))
            return decode(xml, xml->attributes[i].value, ATTRIBUTE);
    return (rw_span){0};
}

void rw_xml_free(rw_xml *xml)
{
    rw_pool_free(&xml->decoded);
}
