/* SPDX-License-Identifier: MIT
 * Opens, reads and writes a journal (journal.h). */
#include "base/gzip.h"
#include "base/mem.h"
#include "harness/plan/plan.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/journal.h"
#include "harness/run/outcome.h"

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

static const char *text_of(const json_t *row, const char *name)
{
    return json_string_value(json_object_get(row, name));
}

/* ---- lines and checksums ---- */

static const char beginning[] = "{\"ablation\":", sum_head[] = ",\"crc32\":\"";
enum { SUM_HEAD = sizeof sum_head - 1, SUM = SUM_HEAD + 8 + 2 }; /* 8 hexadecimal digits, then "} */

char *journal_line(const json_t *row, size_t *size)
{
    char *json = json_dumps(row, JSON_COMPACT);
    require(json);
    size_t body = strlen(json) - 1; /* omits the closing brace */
    char *line =
        xformat("%.*s%s%08" PRIx32 "\"}\n", (int)body, json, sum_head, crc32_of(json, body));
    free(json);
    *size = strlen(line);
    return line;
}

/* Returns true if a line ends with the correct checksum. */
static bool checksum_matches(const char *line, size_t length)
{
    char expected[SUM + 1];
    if (length < SUM) return false;
    snprintf(expected, sizeof expected, "%s%08" PRIx32 "\"}", sum_head,
             crc32_of(line, length - SUM));
    return !memcmp(line + length - SUM, expected, SUM);
}

json_t *journal_line_parse(const char *line, size_t length, char **why)
{
    json_error_t e;
    json_t *row = NULL;
    if (!checksum_matches(line, length))
        *why = xstrdup("has a checksum mismatch (crc32)");
    else if (!(row = json_loadb(line, length, JSON_REJECT_DUPLICATES, &e)))
        *why = xformat("is not JSON (%s at byte %d)", e.text, e.position);
    else if (!text_of(row, "ablation") || !text_of(row, "key") || !text_of(row, "status"))
        *why = xstrdup("is not a row, because it lacks \"ablation\", \"key\" or \"status\"");
    json_object_del(row, "crc32");
    if (!*why) return row;
    json_decref(row);
    return NULL;
}

/* ---- rows in memory ---- */

static char *identity(const char *ablation, const char *key)
{
    return xformat("%s\t%s", ablation, key);
}

static int find_identity(const struct journal *j, const char *id)
{
    const json_t *place = json_object_get(j->index, id);
    return place ? (int)json_integer_value(place) : -1;
}

static struct journal_row row_of(const json_t *row, size_t at, size_t length)
{
    const json_t *record = json_object_get(row, "record");
    return (struct journal_row){.at = at,
                                .length = length,
                                .status = status_find(text_of(row, "status")),
                                .elapsed_s = json_number_value(json_object_get(row, "elapsed_s")),
                                .recorded = record,
                                .measured = record_is_measured(record),
                                .trained_elsewhere = json_object_get(row, "same_as")};
}

/* Adds the row of a line. A later line of the same row replaces the earlier line. */
static void add_row(struct journal *j, const json_t *row, size_t at, size_t length)
{
    char *id = identity(text_of(row, "ablation"), text_of(row, "key"));
    int place = find_identity(j, id);
    if (place < 0) {
        place = j->count;
        j->rows = xroom(j->rows, (size_t)j->count, sizeof *j->rows);
        json_object_set_new(j->index, id, json_integer(j->count++));
    }
    j->rows[place] = row_of(row, at, length);
    free(id);
}

int journal_find(const struct journal *j, const char *ablation, const char *key)
{
    char *id = identity(ablation, key);
    int place = find_identity(j, id);
    free(id);
    return place;
}

int journal_count(const struct journal *j, enum row_status status)
{
    int count = 0;
    for (int i = 0; i < j->count; i++) count += j->rows[i].status == status;
    return count;
}

/* ---- dropping rows ---- */

/* Keeps only rows whose flag is true. Returns the number of dropped rows. */
static int keep(struct journal *j, const bool *stays)
{
    int before = j->count, *to = xarray((size_t)j->count, sizeof *to);
    const char *id;
    void *next;
    json_t *place;
    j->count = 0;
    for (int i = 0; i < before; i++) {
        to[i] = stays[i] ? j->count : -1;
        if (stays[i]) j->rows[j->count++] = j->rows[i];
    }
    json_object_foreach_safe(j->index, next, id, place)
    {
        int now = to[json_integer_value(place)];
        if (now < 0)
            json_object_del(j->index, id);
        else
            json_integer_set(place, now);
    }
    free(to);
    return before - j->count;
}

int journal_drop_retried(struct journal *j)
{
    bool *stays = xarray((size_t)j->count, sizeof *stays);
    int retried = 0;
    for (int i = 0; i < j->count; i++) retried += status_is_of_the_moment(j->rows[i].status);
    for (int i = 0; i < j->count; i++) stays[i] = !retried || !status_may_change(j->rows[i].status);
    keep(j, stays);
    free(stays);
    return retried;
}

int journal_keep_planned(struct journal *j, const struct plan *plan)
{
    bool *stays = xarray((size_t)j->count, sizeof *stays);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        int place = journal_find(j, plan_row_spec(plan, row)->name, row->key);
        if (place >= 0) stays[place] = true;
    }
    int dropped = keep(j, stays);
    free(stays);
    return dropped;
}

bool journal_drop_unplanned(struct journal *journal, const char *directory)
{
    struct axes axes = {0};
    struct plan plan = {0};
    char *error = NULL;
    bool read =
        axes_of_run(&axes, directory, &error) && plan_load(&plan, &axes, directory, false, &error);
    bool times = !read || plan_times(&plan);
    if (read) journal_keep_planned(journal, &plan);
    plan_free(&plan);
    axes_free(&axes);
    free(error);
    return times;
}

/* ---- reading ---- */

/* Returns true if the journal already has a line for this finished row. A second line is an error,
 * because either line may be wrong. */
static bool is_repeated(const struct journal *j, const json_t *row)
{
    int earlier = journal_find(j, text_of(row, "ablation"), text_of(row, "key"));
    return earlier >= 0 && !status_may_change(j->rows[earlier].status);
}

static void note_damage(struct journal *j, int number, char *why)
{
    if (!j->damaged++) j->damage = xformat("%s:%d: this line %s", j->path, number, why);
    free(why);
}

/* Reads one complete line. If the last line is invalid, sets *torn; the caller then removes the
 * line. */
static bool read_line(struct journal *j, const char *line, size_t length, int number, bool last,
                      bool *torn, char **error)
{
    char *why = NULL;
    json_t *row = journal_line_parse(line, length, &why);
    bool repeated = row && is_repeated(j, row);
    if (!row && last)
        *torn = true, free(why);
    else if (!row)
        note_damage(j, number, why);
    else if (repeated)
        *error = xformat("%s:%d: this line repeats the row %s of %s. Nothing was changed. Remove "
                         "one of the two lines.",
                         j->path, number, text_of(row, "key"), text_of(row, "ablation"));
    else
        add_row(j, row, j->length, length);
    json_decref(row);
    return !repeated;
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
    size_t length = size < sizeof beginning - 1 ? size : sizeof beginning - 1;
    bool good = !memcmp(data, beginning, length);
    if (!good)
        *error = xformat("%s: not a journal of attnlab (expected a first line that begins with "
                         "'%s'). Nothing was changed.",
                         j->path, beginning);
    good = good && read_lines(j, data, size, error);
    free(data);
    if (good && j->cut && j->writes && ftruncate(j->fd, (off_t)j->length))
        return fail(j, "cannot remove the incomplete last line", error);
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

/* Locks the file. Retries, because another process may hold the lock briefly in journal_in_use().
 */
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

/* Returns true if errno means that the file system has no locks, as Lustre without -o flock or old
 * NFS. */
static bool has_no_locks(int error)
{
    return error == ENOSYS || error == EOPNOTSUPP || error == ENOLCK;
}

static bool lock_for_writing(struct journal *j, char **error)
{
    if (!lock(j->fd)) return true;
    if (has_no_locks(errno)) {
        fprintf(stderr,
                "note: %s: the file system has no locks (%s), so a second attnlab in this folder "
                "cannot be detected. Start only one\n",
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
                     "another folder with -o.",
                     j->path);
    return false;
}

bool journal_open(struct journal *j, const char *directory, char **error)
{
    begin(j, directory);
    j->writes = true;
    j->fd = open(j->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
    if (j->fd < 0 && errno == ELOOP) {
        *error = xformat("%s: a symbolic link (expected a regular file)", j->path);
        return false;
    }
    if (j->fd < 0) return fail(j, "cannot open", error);
    if (!is_regular(j->fd)) {
        *error = xformat("%s: not a regular file", j->path);
        return false;
    }
    return lock_for_writing(j, error) && load(j, error);
}

json_t *journal_get(const struct journal *j, int place)
{
    const struct journal_row *row = &j->rows[place];
    char *line = xarray(row->length + 1, 1), *why = NULL;
    ssize_t got = pread(j->fd, line, row->length, (off_t)row->at);
    json_t *found =
        got == (ssize_t)row->length ? journal_line_parse(line, row->length, &why) : NULL;
    if (!found) die("%s was changed while it was in use, at byte %zu", j->path, row->at);
    free(line);
    return found;
}

void journal_report_damage(const struct journal *j)
{
    if (!j->damaged) return;
    fprintf(stderr, "note: %s", j->damage);
    if (j->damaged > 1) fprintf(stderr, ", and %d more lines are damaged", j->damaged - 1);
    fputs(". Damaged rows are ignored, and `attnlab run --resume` measures these rows again\n",
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
    require(!is_repeated(j, row));
    char *line = journal_line(row, &size);
    bool good = write_line(j, line, size);
    free(line);
    if (good) {
        add_row(j, row, j->length, size - 1);
        j->length += size;
    }
    json_decref(row);
    return good || fail(j, "cannot write a row", error);
}

void journal_close(struct journal *j)
{
    free(j->rows);
    json_decref(j->index);
    if (j->fd >= 0) close(j->fd);
    free(j->path);
    free(j->damage);
    *j = (struct journal){.fd = -1};
}
