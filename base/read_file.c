/* SPDX-License-Identifier: MIT
 * Reads whole files (mem.h). Rejects pipes, devices, folders and very large files, because reading
 * them could block or never end. Opening a file never blocks. */
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const size_t file_most = INT_MAX; /* maximum file size; file offsets are ints */

/* Returns 0 if the file is accepted, otherwise an errno; see file_fault(). */
static int refusal(int fd, size_t most)
{
    struct stat facts;
    if (fstat(fd, &facts)) return errno;
    if (S_ISDIR(facts.st_mode)) return EISDIR;
    if (!S_ISREG(facts.st_mode)) return ESPIPE;
    return (size_t)facts.st_size > most ? EFBIG : 0;
}

/* Reads a file to its end, ignoring the reported size, which is 0 for files in /proc. */
static int take(int fd, size_t most, struct text *t)
{
    char chunk[65536];
    ssize_t got;
    while ((got = read(fd, chunk, sizeof chunk)) > 0 || (got < 0 && errno == EINTR)) {
        if (got > 0) text_add_bytes(t, chunk, (size_t)got);
        if (t->length > most) return EFBIG;
    }
    return got < 0 ? errno : 0;
}

static char *read_opened(int fd, size_t most, size_t *size)
{
    struct text t = {0};
    if (fd < 0) return NULL;
    text_add_bytes(&t, "", 0);
    int fault = refusal(fd, most);
    if (!fault) fault = take(fd, most, &t);
    close(fd);
    if (fault) {
        text_free(&t);
        errno = fault;
        return NULL;
    }
    if (size) *size = t.length;
    return t.data;
}

char *read_file_up_to(const char *path, size_t most, size_t *size)
{
    return read_opened(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), most, size);
}

char *read_file(const char *path, size_t *size) { return read_file_up_to(path, file_most, size); }

int open_run_file(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    int fault = fd < 0 ? errno : refusal(fd, SIZE_MAX);
    if (fd >= 0 && fault) close(fd), fd = -1;
    errno = fault;
    return fd;
}

char *read_run_file(const char *path, size_t *size)
{
    return read_opened(open_run_file(path), file_most, size);
}

/* Removes a UTF-8 byte order mark, which some editors write. */
static void drop_mark(char *text, size_t *size)
{
    static const char mark[] = "\xEF\xBB\xBF";
    size_t length = strlen(mark);
    if (*size < length || memcmp(text, mark, length) != 0) return;
    *size -= length;
    memmove(text, text + length, *size + 1);
}

static char *checked_text(char *text, size_t size)
{
    if (text) drop_mark(text, &size);
    if (!text || strlen(text) == size) return text;
    free(text);
    errno = EILSEQ;
    return NULL;
}

char *read_text_file(const char *path, size_t most)
{
    size_t size;
    char *text = read_file_up_to(path, most, &size);
    return checked_text(text, size);
}

char *read_run_text(const char *path)
{
    size_t size;
    char *text = read_run_file(path, &size);
    return checked_text(text, size);
}

const char *file_fault(int error)
{
    switch (error) {
    case EISDIR:
        return "is a folder (expected a file)";
    case ELOOP:
        return "is a symbolic link (expected the file itself)";
    case ESPIPE:
        return "is a pipe or a device (expected a plain file); save its output to a file first";
    case EILSEQ:
        return "contains a NUL byte (expected UTF-8 text); save a UTF-16 file as UTF-8";
    case EFBIG:
        return "is too large (expected at most 4 MiB for a specification, 2 GiB for data)";
    default:
        return strerror(error);
    }
}
