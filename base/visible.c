/* SPDX-License-Identifier: MIT
 * Replaces control characters with visible escapes (visible.h). */
#define _GNU_SOURCE
#include "base/visible.h"
#include "base/utf8.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* LONGEST: size of the longest escape (\u001b) with its NUL byte; AT_ONCE: bytes converted per
 * write */
enum { LONGEST = 8, AT_ONCE = 512 };

/* Returns true if a character is replaced by an escape: a control character, a mark that changes
 * text direction, or the no-break space, which looks like a space but is not one in YAML. */
static bool is_shown(uint32_t code)
{
    if (code == '\n' || code == '\t') return true;
    return !utf8_is_control(code) && code != 0xA0 && code != 0xFEFF && code != 0x200B &&
           (code < 0x200E || code > 0x200F) && (code < 0x202A || code > 0x202E) &&
           (code < 0x2066 || code > 0x2069);
}

/* Writes the visible form of the first character of a non-empty text. Returns the character's
 * length in bytes. */
static size_t show(char out[LONGEST], const char *bytes, size_t size)
{
    uint32_t code;
    size_t length = utf8_decode(bytes, size, &code);
    if (!length) {
        snprintf(out, LONGEST, "\\x%02x", (unsigned char)*bytes);
    } else if (!is_shown(code)) {
        snprintf(out, LONGEST, "\\u%04x", (unsigned)code);
    } else {
        memcpy(out, bytes, length);
        out[length] = '\0';
    }
    return length ? length : 1;
}

void visible_add(struct text *t, const char *bytes, size_t size)
{
    char shown[LONGEST];
    for (size_t at = 0; at < size;) {
        at += show(shown, bytes + at, size - at);
        text_add_bytes(t, shown, strlen(shown));
    }
}

/* ---- streams ---- */

struct stream {
    int fd;
    size_t waits; /* number of bytes in `held`: the start of a character whose last bytes are not
                     yet written */
    char held[UTF8_MAX];
};
static struct stream out = {.fd = STDOUT_FILENO}, err = {.fd = STDERR_FILENO};

/* Returns the number of bytes at the end of a text that belong to an incomplete character. */
static size_t cut_off(const char *bytes, size_t size)
{
    for (size_t k = 1; k < UTF8_MAX && k <= size; k++) {
        unsigned char c = (unsigned char)bytes[size - k];
        if ((c & 0xC0) == 0x80) continue;
        size_t whole = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 1;
        return whole > k ? k : 0;
    }
    return 0;
}

/* Prints bytes without allocating memory, because out-of-memory errors are printed through this
 * function. */
static bool put_some(struct stream *s, const char *bytes, size_t size)
{
    char in[AT_ONCE + UTF8_MAX], shown[sizeof in * LONGEST];
    size_t all = s->waits + size, length = 0;
    memcpy(in, s->held, s->waits);
    memcpy(in + s->waits, bytes, size);
    s->waits = cut_off(in, all);
    memcpy(s->held, in + all - s->waits, s->waits);
    for (size_t at = 0; at < all - s->waits; length += strlen(shown + length))
        at += show(shown + length, in + at, all - s->waits - at);
    return write_bytes(s->fd, shown, length);
}

static ssize_t put(void *cookie, const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size) {
        size_t part = size - done < AT_ONCE ? size - done : AT_ONCE;
        if (!put_some(cookie, bytes + done, part)) return 0;
        done += part;
    }
    return (ssize_t)size;
}

static FILE *shown_stream(struct stream *s, FILE *as_it_is, int mode)
{
    FILE *f = fopencookie(s, "w", (cookie_io_functions_t){.write = put});
    if (!f) return as_it_is;
    setvbuf(f, NULL, mode, BUFSIZ);
    return f;
}

void visible_streams(void)
{
    stdout = shown_stream(&out, stdout, isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF);
    stderr = shown_stream(&err, stderr, _IONBF);
}

void terminal_put(const char *sequence)
{
    fflush(stderr);
    write_bytes(STDERR_FILENO, sequence, strlen(sequence));
}
