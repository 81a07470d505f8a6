/* SPDX-License-Identifier: MIT
 * UTF-8 (RFC 3629): code points, the first fault, and offsets in bytes and in code points.
 *
 * Overlong forms, surrogates, values above U+10FFFF and sequences cut short are faults. A fault
 * is one byte long: a reader that goes on takes the byte as it is and looks again at the next.
 * Texts are given with their size and may hold NUL bytes. */
#ifndef ATTNLAB_UTF8_H
#define ATTNLAB_UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_BYTES = 4 };       /* of the longest code point */
#define UTF8_NONE ((size_t)-1) /* no such place */

/* The code point that begins at text[0]: its bytes, 1..4, with *code written. 0 on a fault or an
 * empty text, and *code is left alone. */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);

/* Writes 1..4 bytes and returns their number; 0 for a surrogate or a value above U+10FFFF. */
size_t utf8_encode(uint32_t code, char out[UTF8_BYTES]);

/* Byte offset of the first fault, UTF8_NONE if there is none. *reason (or NULL to not ask) becomes
 * a constant such as "overlong form" for the message; NULL if there is no fault. */
size_t utf8_fault(const char *text, size_t size, const char **reason);

/* Code points in text; each byte at fault counts as one. */
size_t utf8_count(const char *text, size_t size);

/* Offset in bytes of code point `index`, counted from 0; index == utf8_count gives size.
 * UTF8_NONE beyond. */
size_t utf8_to_bytes(const char *text, size_t size, size_t index);

/* Code points before byte `offset`; the inverse of the above. UTF8_NONE if offset lies beyond the
 * text or inside a code point. */
size_t utf8_to_points(const char *text, size_t size, size_t offset);

#endif
