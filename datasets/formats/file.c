/* SPDX-License-Identifier: MIT
 * Reads whole files, plain or gzip; iterates over lines; formats errors with their location. */
#define _GNU_SOURCE /* needed for vasprintf() */
#include "datasets/formats/file.h"

#include "base/gzip.h"
#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_regular(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
}

bool file_exists(const char *path)
{
    char *packed = xformat("%s.gz", path);
    bool found = is_regular(path) || is_regular(packed);
    free(packed);
    return found;
}

/* ---- gzip ---- */

static bool is_gzip(struct string raw) { return gzip_is(raw.at, raw.size); }

static bool unpack_gzip(struct file *file, struct text *out, char **error)
{
    size_t offset = 0, size = file->all.size;
    const char *fault = gzip_unpack(file->all.at, size, file_most, out, &offset);
    if (fault == gzip_truncated)
        return file_fail(file, error,
                         "truncated: the gzip stream is incomplete at the end of the file, byte "
                         "%zu; fetch it again",
                         size);
    if (fault == gzip_too_large) return file_fail(file, error, "too large: %s", fault);
    return !fault || file_fail_at(file, offset, error, "damaged gzip (%s); fetch it again", fault);
}

/* ---- whole files ---- */

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), more = strlen(end);
    return size >= more && strcmp(text + size - more, end) == 0;
}

static bool unpacked(struct data_store *store, struct file *file, char **error)
{
    if (!is_gzip(file->all) && ends_with(file->path, ".gz"))
        return file_fail(file, error,
                         "is not a gzip file: it begins with 0x%02x (expected 0x1f 0x8b)",
                         file->all.size ? (unsigned char)file->all.at[0] : 0);
    if (!is_gzip(file->all)) return true;
    struct text out = {0};
    bool good = unpack_gzip(file, &out, error);
    text_add_bytes(&out, "", 0);
    file->all = (struct string){data_adopt(store, out.data), out.length};
    return good && (!is_gzip(file->all) ||
                    file_fail(file, error,
                              "is compressed twice (expected once); unpack it with `gzip -d`"));
}

/* Finds a ~ that was not expanded. Shells do not expand it in text:~/FILE, and YAML never does. */
static const char *unexpanded(const char *path)
{
    return *path == '~' ? "; ~ is not expanded here: give the full path" : "";
}

bool file_read(struct data_store *store, const char *path, struct file *file, char **error)
{
    *file = (struct file){.path = data_format(store, "%s", path)};
    char *bytes = read_file(path, &file->all.size);
    if (!bytes && errno == ENOENT) {
        file->path = data_format(store, "%s.gz", path);
        bytes = read_file(file->path, &file->all.size);
    }
    if (!bytes && errno == ENOENT) data_mark_missing(store);
    if (!bytes)
        return data_fail(error, "%s: cannot be read: %s%s%s", path, file_fault(errno),
                         errno == ENOENT ? ", and there is no .gz file" : "",
                         errno == ENOENT ? unexpanded(path) : "");
    bool packed = is_gzip((struct string){bytes, file->all.size});
    file->all.at = bytes;
    bool good = file->all.size == 0 || unpacked(store, file, error);
    if (packed)
        free(bytes);
    else
        data_adopt(store, bytes);
    if (good && !file->all.size) return file_fail(file, error, "is empty");
    return good;
}

/* ---- lines ---- */

bool lines_next(struct lines *lines, struct string *line)
{
    struct string all = lines->file->all;
    if (lines->at >= all.size) return false;
    const char *from = all.at + lines->at;
    const char *end = memchr(from, '\n', all.size - lines->at);
    size_t size = end ? (size_t)(end - from) : all.size - lines->at;
    lines->start = lines->at;
    lines->at += size + (end != NULL);
    lines->number++;
    if (end && size && from[size - 1] == '\r') size--;
    *line = (struct string){from, size};
    return true;
}

bool file_has_lines(const struct file *file, char **error)
{
    const struct string all = file->all;
    const char *end = all.size ? memchr(all.at, '\r', all.size - 1) : NULL;
    return !end || memchr(all.at, '\n', all.size) ||
           file_fail_at(file, (size_t)(end - all.at), error,
                        "the lines end in CR only (expected LF or CR LF); convert the file with "
                        "`tr '\\r' '\\n'`");
}

bool file_lines_fit(const struct file *file, char **error)
{
    long ends = file_line_at(file, file->all.size) - 1;
    return ends <= MOST_LINES ||
           file_fail(file, error,
                     "too many lines: %ld (expected at most %d); use a part of the text", ends,
                     MOST_LINES);
}

long file_line_at(const struct file *file, size_t offset)
{
    long line = 1;
    for (size_t i = 0; i < offset && i < file->all.size; i++) line += file->all.at[i] == '\n';
    return line;
}

bool file_check_utf8(const struct file *file, char **error)
{
    struct lines place = {.file = file};
    size_t bad;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): only the compressed bytes were freed */
    const char *nul = memchr(file->all.at, 0, file->all.size);
    bool valid = utf8_valid(file->all, &bad);
    if (valid && !nul) return true;
    if (nul && (valid || (size_t)(nul - file->all.at) < bad)) bad = (size_t)(nul - file->all.at);
    place.number = file_line_at(file, bad);
    return lines_fail(&place, error, "not UTF-8 text: byte %zu of the file is 0x%02x", bad,
                      (unsigned char)file->all.at[bad]);
}

void file_drop_mark(struct dataset *data, struct file *file)
{
    static const struct string mark = {"\xEF\xBB\xBF", 3};
    struct string *all = &file->all;
    if (all->size < mark.size || memcmp(all->at, mark.at, mark.size) != 0) return;
    /* a file joined from several files may start with several byte order marks */
    while (all->size >= mark.size && !memcmp(all->at, mark.at, mark.size))
        *all = (struct string){all->at + mark.size, all->size - mark.size};
    data_note(data, "A byte order mark at the start of a file was ignored.");
}

bool file_read_utf8(struct dataset *data, const char *path, struct file *file, char **error)
{
    if (!file_read(data->store, path, file, error) || !file_check_utf8(file, error)) return false;
    file_drop_mark(data, file);
    if (!file->all.size) return file_fail(file, error, "is empty");
    return file_has_lines(file, error) && file_lines_fit(file, error);
}

/* ---- errors ---- */

/* Sets *error to "WHERE: MESSAGE" and returns false. */
__attribute__((format(printf, 3, 0))) static bool fail(char *where, char **error,
                                                       const char *format, va_list list)
{
    char *message = NULL;
    if (vasprintf(&message, format, list) < 0)
        die("invalid format string or out of memory: %s", format);
    data_fail(error, "%s: %s", where, message);
    free(message);
    free(where);
    return false;
}

bool lines_fail(const struct lines *lines, char **error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fail(xformat("%s:%ld", lines->file->path, lines->number), error, format, list);
    va_end(list);
    return false;
}

bool file_fail_at(const struct file *file, size_t offset, char **error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fail(xformat("%s: byte %zu", file->path, offset), error, format, list);
    va_end(list);
    return false;
}

bool file_fail(const struct file *file, char **error, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fail(xstrdup(file->path), error, format, list);
    va_end(list);
    return false;
}
