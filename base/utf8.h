/* SPDX-License-Identifier: MIT
 * UTF-8, the project's only text encoding, and character properties. Offsets are bytes, positions
 * are code points.
 *
 * Validity follows Unicode 15, table 3-7: no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. All functions but utf8_valid expect valid text, but never read past the string. */
#ifndef ATTNLAB_UTF8_H
#define ATTNLAB_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A borrowed piece of text. */
struct string {
    const char *at; /* not NUL-terminated */
    size_t size;    /* bytes */
};

enum { UTF8_MAX = 4 }; /* bytes of a code point */

/* False with *bad: the offset of the first byte outside a valid sequence. */
bool utf8_valid(struct string, size_t *bad);
bool utf8_is_control(uint32_t code); /* C0, DEL or C1 */
/* Whether a text is valid and has no control characters, so it is one line. */
bool utf8_is_line(const char *text);
/* Bytes of the code point at the start of a non-empty string; 1 if invalid. */
size_t utf8_step(struct string);
/* Removes the first code point from a non-empty string and returns it; U+FFFD and one byte if
 * invalid. */
uint32_t utf8_next(struct string *);
/* The first code point: returns its bytes, 1..4, and writes *code; 0, *code unchanged, if invalid
 * or empty. */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);
size_t utf8_count(struct string);                   /* code points */
size_t utf8_offset(struct string, size_t position); /* byte of a position; size if beyond */
size_t utf8_position(struct string, size_t offset); /* code points that begin before a byte */
/* Writes a code point; returns its bytes, 0 if invalid. */
size_t utf8_write(uint32_t point, char out[UTF8_MAX]);
/* A copy with U+FFFD for each byte outside a valid sequence; the caller frees it. */
char *utf8_repaired(const char *text);
/* Latin-1 to UTF-8; out holds 2 * size bytes. Returns the bytes written. */
size_t utf8_from_latin1(struct string, char *out);

/* Lower case, whitespace and word characters as in Python, because the reference implementations of
 * the metrics are Python programs. */

/* A copy in lower case (the caller frees it): str.lower(), except that a capital sigma at the end
 * of a word becomes U+03C3. Invalid bytes are kept. */
char *utf8_lower(const char *text);
bool utf8_is_blank(uint32_t code); /* str.isspace(), where str.split() splits */
bool utf8_is_word(uint32_t code);  /* \w of re */

#endif
