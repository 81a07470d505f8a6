/* SPDX-License-Identifier: MIT
 * UTF-8, the only encoding of text in the project, and what its characters are. Offsets are bytes,
 * positions are code points.
 *
 * Validity is that of Unicode 15, table 3-7: no overlong forms, no surrogates, nothing beyond
 * U+10FFFF. All but utf8_valid expect valid text, but read inside the string whatever it holds. */
#ifndef ATTNLAB_UTF8_H
#define ATTNLAB_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A piece of text that someone else owns. */
struct string {
    const char *at; /* not NUL-terminated */
    size_t size;    /* bytes */
};

enum { UTF8_MAX = 4 }; /* bytes of a code point */

/* False with *bad: the offset of the first byte that belongs to no valid sequence. */
bool utf8_valid(struct string, size_t *bad);
bool utf8_is_control(uint32_t code); /* C0, DEL or C1 */
/* Whether a text is valid and one line: it holds no control character. */
bool utf8_is_line(const char *text);
/* Bytes of the code point at the start of a non-empty string; 1 if it is not valid. */
size_t utf8_step(struct string);
/* Takes the first code point off a non-empty string; U+FFFD and one byte if it is not valid. */
uint32_t utf8_next(struct string *);
/* The first code point: its bytes, 1..4, with *code written; 0 if it is not valid or there is none,
 * and *code is left alone. */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);
size_t utf8_count(struct string);                   /* code points */
size_t utf8_offset(struct string, size_t position); /* byte of a position; size if beyond */
size_t utf8_position(struct string, size_t offset); /* code points that begin before a byte */
/* Writes a code point; returns its bytes, 0 if there is no such code point. */
size_t utf8_write(uint32_t point, char out[UTF8_MAX]);
/* A copy in which each byte that belongs to no valid sequence is U+FFFD; to be freed. */
char *utf8_repaired(const char *text);
/* Latin-1 to UTF-8; out holds 2 * size bytes. Returns the bytes written. */
size_t utf8_from_latin1(struct string, char *out);

/* Lower case, blanks and word characters as Python knows them, because the reference
 * implementations of the metrics are Python programs. */

/* A copy in lower case, to be freed: str.lower(), except that a capital sigma at the end of a word
 * becomes U+03C3 like any other and not U+03C2. Bytes that are not valid stay. */
char *utf8_lower(const char *text);
bool utf8_is_blank(uint32_t code); /* str.isspace(), which is where str.split() splits */
bool utf8_is_word(uint32_t code);  /* \w of re */

#endif
