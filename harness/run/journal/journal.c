/* SPDX-License-Identifier: MIT
 * Opening a journal, reading its lines and appending to them (journal.h). */
#include "base/gzip.h"
#include "base/mem.h"
#include "harness/run/journal/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- reading ---- */

static const char *text_of(const json_t *row, const char *name)
{
    return json_string_value(json_object_get(row, name));
}

/* A finished row is listed again: which of the two lines is right cannot be known. */
static bool is_twice(const struct journal *j, const json_t *row)
{
    int earlier = journal_find(j, text_of(row, "ablation"), text_of(row, "key"));
    return earlier >= 0 && !status_may_change(j->rows[earlier].status);
}

static void note_damage(struct journal *j, int number, char *why)
{
    if (!j->damaged++) j->damage = xformat("%s:%d: this line %s", j->path, number, why);
    free(why);
}

/* One whole line. A last line that does not parse is torn: *torn is set and the caller cuts it. */
static bool read_line(struct journal *j, const char *line, size_t length, int number, bool last,
                      bool *torn, char **error)
{
    char *why = NULL;
    json_t *row = journal_line_read(line, length, &why);
    bool twice = row && is_twice(j, row);
    if (!row && last)
        *torn = true, free(why);
    else if (!row)
        note_damage(j, number, why);
    else if (twice)
        *error =
            xformat("%s:%d: this line repeats the row %s of %s. Nothing was changed. Remove one "
                    "of the two by hand.",
                    j->path, number, text_of(row, "key"), text_of(row, "ablation"));
    else
        journal_keep(j, row, j->length, length);
    json_decref(row);
    return !twice;
}

static bool read_lines(struct journal *j, const char *data, size_t size, char **error)
{
    bool torn = false;
    int number = 0;
    while (j->length < size && !torn) {
        const char *line = data + j->length;
        const char *end = memchr(line, '\n', size - j->length);
        if (!end) break;
        bool last = end + 1 == data + size;
        size_t length = (size_t)(end - line);
        if (!read_line(j, line, length, ++number, last, &torn, error)) return false;
        if (!torn) j->length += length + 1;
    }
    j->cut = size - j->length;
    return true;
}

static bool fail(const struct journal *j, const char *what, char **error)
{
    *error = xformat("%s: %s: %s", j->path, what, file_fault(errno));
    return false;
}

static bool load(struct journal *j, char **error)
{
    size_t size;
    char *data = read_run_file(j->path, &size);
    if (!data) return fail(j, "cannot read", error);
    bool good = journal_begins(data, size);
    if (!good)
        *error =
            xformat("%s: this file is no journal of attnlab: its first line does not begin as one. "
                    "Nothing was changed.",
                    j->path);
    good = good && read_lines(j, data, size, error);
    free(data);
    if (good && j->cut && j->writes && ftruncate(j->fd, (off_t)j->length))
        return fail(j, "cannot cut off the torn last line", error);
    return good;
}

static void begin(struct journal *j, const char *directory)
{
    *j = (struct journal){
        .path = xformat("%s/" JOURNAL_NAME, directory), .fd = -1, .index = json_object()};
    require(j->index);
}

bool journal_read(struct journal *j, const char *directory, char **error)
{
    begin(j, directory);
    j->fd = open_run_file(j->path);
    return load(j, error);
}

/* Whoever asks journal_in_use() holds the lock for a moment: that is no other driver. */
static int lock(int fd)
{
    static const struct timespec moment = {.tv_nsec = 50 * 1000 * 1000};
    int failed = flock(fd, LOCK_EX | LOCK_NB);
    for (int i = 0; failed && errno == EWOULDBLOCK && i < 10; i++) {
        nanosleep(&moment, NULL);
        failed = flock(fd, LOCK_EX | LOCK_NB);
    }
    return failed;
}

bool journal_in_use(const char *directory)
{
    char *path = xformat("%s/" JOURNAL_NAME, directory);
    int fd = open_run_file(path);
    bool in_use = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    if (fd >= 0) close(fd);
    free(path);
    return in_use;
}

static bool is_regular(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

/* Lustre without -o flock, an old NFS: the run goes on, and says what is not detected. */
static bool has_no_locks(int error)
{
    return error == ENOSYS || error == EOPNOTSUPP || error == ENOLCK;
}

static bool lock_for_writing(struct journal *j, char **error)
{
    if (!lock(j->fd)) return true;
    if (has_no_locks(errno)) {
        fprintf(stderr,
                "note: %s: the file system has no locks (%s), so two drivers in this folder cannot "
                "be detected: start one alone\n",
                j->path, strerror(errno));
        return true;
    }
    if (errno != EWOULDBLOCK) {
        struct stat found;
        fail(j, "cannot lock", error);
        if (fstat(j->fd, &found) == 0 && !found.st_size) unlink(j->path);
        return false;
    }
    *error = xformat("%s: another attnlab is writing to this run. Wait for it, or choose "
                     "another directory with -o.",
                     j->path);
    return false;
}

bool journal_open(struct journal *j, const char *directory, char **error)
{
    begin(j, directory);
    j->writes = true;
    j->fd = open(j->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (j->fd < 0 && errno == ELOOP) {
        *error =
            xformat("%s: a symbolic link; a journal is written to its own file alone", j->path);
        return false;
    }
    if (j->fd < 0) return fail(j, "cannot open", error);
    if (!is_regular(j->fd)) {
        *error = xformat("%s: no regular file", j->path);
        return false;
    }
    return lock_for_writing(j, error) && load(j, error);
}

json_t *journal_get(const struct journal *j, int place)
{
    const struct journal_row *row = &j->rows[place];
    char *line = xarray(row->length + 1, 1), *why = NULL;
    ssize_t got = pread(j->fd, line, row->length, (off_t)row->at);
    json_t *found = got == (ssize_t)row->length ? journal_line_read(line, row->length, &why) : NULL;
    if (!found) die("%s was changed while it was in use, at byte %zu", j->path, row->at);
    free(line);
    return found;
}

void journal_tell_damage(const struct journal *j)
{
    if (!j->damaged) return;
    fprintf(stderr, "note: %s", j->damage);
    if (j->damaged > 1) fprintf(stderr, ", nor are %d more", j->damaged - 1);
    fputs("; what it held counts as not measured, and `attnlab run --resume` measures it\n",
          stderr);
}

/* ---- writing ---- */

static bool write_line(struct journal *j, const char *line, size_t size)
{
    if (write_bytes(j->fd, line, size) && fdatasync(j->fd) == 0) return true;
    int saved = errno;
    if (ftruncate(j->fd, (off_t)j->length)) saved = errno;
    errno = saved;
    return false;
}

bool journal_append(struct journal *j, json_t *row, char **error)
{
    size_t size;
    require(text_of(row, "ablation") && text_of(row, "key"));
    require(!is_twice(j, row));
    char *line = journal_line(row, &size);
    bool good = write_line(j, line, size);
    free(line);
    if (good) {
        journal_keep(j, row, j->length, size - 1);
        j->length += size;
    }
    json_decref(row);
    return good || fail(j, "cannot write a row", error);
}

void journal_close(struct journal *j)
{
    free(j->rows);
    json_decref(j->index);
    if (j->fd >= 0) close(j->fd); /* releases the lock */
    free(j->path);
    free(j->damage);
    *j = (struct journal){.fd = -1};
}

/* ==== Lines of the journal and their checksums. ==== */

static const char beginning[] = "{\"ablation\":";
static const char sum_head[] = ",\"crc32\":\"";
enum { SUM_HEAD = sizeof sum_head - 1, SUM_DIGITS = 8, SUM = SUM_HEAD + SUM_DIGITS + 2 /* "} */ };

bool journal_begins(const char *data, size_t size)
{
    size_t length = sizeof beginning - 1;
    return !memcmp(data, beginning, size < length ? size : length);
}

char *journal_line(const json_t *row, size_t *size)
{
    char *json = json_dumps(row, JSON_COMPACT);
    require(json);
    size_t body = strlen(json) - 1; /* without its last brace */
    char *line =
        xformat("%.*s%s%08" PRIx32 "\"}\n", (int)body, json, sum_head, crc32_of(json, body));
    free(json);
    *size = strlen(line);
    return line;
}

/* Its checksum, where it ends in one. */
static bool has_sum(const char *line, size_t length, uint32_t *sum)
{
    if (length < SUM) return false;
    const char *tail = line + length - SUM;
    if (memcmp(tail, sum_head, SUM_HEAD) || memcmp(tail + SUM - 2, "\"}", 2)) return false;
    char digits[SUM_DIGITS + 1] = {0}, *end;
    memcpy(digits, tail + SUM_HEAD, SUM_DIGITS);
    *sum = (uint32_t)strtoul(digits, &end, 16);
    return end == digits + SUM_DIGITS;
}

static const char *text_of_line(const json_t *row, const char *name)
{
    return json_string_value(json_object_get(row, name));
}

json_t *journal_line_read(const char *line, size_t length, char **why)
{
    json_error_t e;
    uint32_t sum = 0;
    bool summed = has_sum(line, length, &sum);
    if (summed && sum != crc32_of(line, length - SUM)) {
        *why = xstrdup("has a checksum mismatch (crc32)");
        return NULL;
    }
    json_t *row = json_loadb(line, length, JSON_REJECT_DUPLICATES, &e);
    if (!row) {
        *why = xformat("is not JSON (%s at byte %d)", e.text, e.position);
        return NULL;
    }
    if (text_of_line(row, "ablation") && text_of_line(row, "key") && text_of_line(row, "status")) {
        if (summed) json_object_del(row, "crc32");
        return row;
    }
    *why = xstrdup("is not a row: it lacks \"ablation\", \"key\" or \"status\"");
    json_decref(row);
    return NULL;
}
