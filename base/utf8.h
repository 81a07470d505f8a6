/* SPDX-License-Identifier: MIT
 * Decodes, encodes and validates UTF-8, the only text encoding of the project, and classifies
 * characters.
 *
 * Offsets are in bytes, and positions are in code points. Valid UTF-8 follows Unicode 15, table
 * 3-7: no overlong forms, no surrogates, nothing above U+10FFFF. All functions except utf8_valid()
 * expect valid text, but never read past the end of a string. */
#ifndef ATTNLAB_UTF8_H
#define ATTNLAB_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct string {
    const char *at; /* start of the text; the text does not end with a NUL */
    size_t size;
};

enum { UTF8_MAX = 4 }; /* maximum number of bytes per code point */

/* Returns true if the text is valid UTF-8. Otherwise sets *bad to the offset of the first invalid
 * byte. */
bool utf8_valid(struct string, size_t *bad);
/* returns true if a code point is a control character (C0, C1 or DEL) */
bool utf8_is_control(uint32_t code);
/* Returns true if the text is valid UTF-8 without control characters, and therefore one line. */
bool utf8_is_line(const char *text);
/* Returns the length in bytes of the first code point, or 1 if it is invalid. The string must not
 * be empty. */
size_t utf8_step(struct string);
/* Removes and returns the first code point of a non-empty string; an invalid byte is returned as
 * U+FFFD. */
uint32_t utf8_next(struct string *);
/* Decodes the first code point into *code and returns its length, 1 to 4 bytes. Returns 0 and
 * leaves *code unchanged if the text is empty or invalid. */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);
size_t utf8_count(struct string);
/* returns the byte offset of the code point at a position, or the text's size if the position is
 * beyond the end */
size_t utf8_offset(struct string, size_t position);
/* returns the number of code points that start before a byte offset */
size_t utf8_position(struct string, size_t offset);
/* Encodes a code point and returns its length in bytes; 0 if the code point is invalid. */
size_t utf8_write(uint32_t point, char out[UTF8_MAX]);
/* Returns a copy with U+FFFD in place of each invalid byte. The caller frees the copy. */
char *utf8_repaired(const char *text);
/* Converts Latin-1 to UTF-8 and returns the number of bytes written. `out` must have 2 * size
 * bytes. */
size_t utf8_from_latin1(struct string, char *out);

/* Lower case, whitespace and word characters are defined as in Python, because the reference
 * implementations of the metrics are in Python. */

/* Returns a lower-case copy, as str.lower() in Python does, except that a capital sigma at the end
 * of a word becomes U+03C3. Invalid bytes are kept. The caller frees the copy. */
char *utf8_lower(const char *text);
/* returns true if a code point is whitespace, as in Python's str.isspace() */
bool utf8_is_blank(uint32_t code);
bool utf8_is_word(
    uint32_t code); /* returns true if a code point matches \w in Python's module re */

#endif
