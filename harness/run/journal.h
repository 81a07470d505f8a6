/* SPDX-License-Identifier: MIT
 * The journal: results/<id>/journal.jsonl, one JSON line per finished row.
 *
 * The journal is the state of a run: rows in the journal are finished, all other rows are not. Each
 * line is written by one write() and synced before the run continues. If the driver is killed, only
 * the last line can be incomplete, and the next open removes it. A lock prevents a second driver.
 *
 * The last member of a line is the CRC-32 of all bytes before it:
 *
 *   {"ablation":"...",...,"crc32":"0123abcd"}
 *
 * A line with an invalid checksum is reported and ignored, so its row is measured again. The line
 * stays in the file. A retried row has two lines; the later one counts. Memory holds only a few
 * facts per row; journal_get() reads the rest from the file. */
#ifndef ATTNLAB_JOURNAL_H
#define ATTNLAB_JOURNAL_H

#include "base/row_status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define JOURNAL_NAME "journal.jsonl"

struct journal_row {
    size_t at, length; /* position and length of the row's line in the file, without the line end */
    enum row_status status;
    double elapsed_s;
    bool recorded; /* true if the worker wrote a record */
    bool measured; /* true if the record contains measurements */
    bool trained_elsewhere;
};

struct plan;

struct journal {
    char *path;
    int fd;        /* file descriptor; -1 if the journal is not open */
    bool writes;   /* true if rows may be appended */
    size_t length; /* total bytes of complete lines */
    size_t cut;    /* bytes of an incomplete last line */
    struct journal_row *rows;
    int count;
    json_t *index; /* maps "ablation\tkey" to an index in rows */
    int damaged;   /* number of lines with an invalid checksum */
    char *damage; /* message about the first damaged line, "FILE:LINE: this line ..."; NULL if there
                     is none */
};

/* Opens or creates a journal, locks it, reads it and removes an incomplete last line. Fails if the
 * file is locked by another driver, is unreadable, is not a journal, or repeats a row. On failure,
 * returns false and sets *error, which the caller frees. A file that is not a journal is never
 * changed. */
bool journal_open(struct journal *, const char *directory, char **error);
/* Reads a journal without locking it. An incomplete last line is ignored. */
bool journal_read(struct journal *, const char *directory, char **error);
void journal_close(struct journal *); /* closes a journal, which may be a zeroed struct */
/* Prints the message about the first damaged line, and the number of damaged lines, to stderr. */
void journal_report_damage(const struct journal *);
/* Returns true if another process has the journal open for writing. */
bool journal_in_use(const char *directory);

/* Drops the rows that a resumed run retries (status_is_of_the_moment()). If any row is dropped,
 * rows that tuning skipped are dropped too, because the choice may change. Returns the number of
 * retried rows. */
int journal_drop_retried(struct journal *);
/* Drops rows that are not in the plan; their lines stay in the file. Returns the number of dropped
 * rows. */
int journal_keep_planned(struct journal *, const struct plan *);
/* Drops rows that are not in plan.json in the run's folder. Without a readable plan, keeps all
 * rows. Returns true if the plan has timed rows or is not readable. */
bool journal_drop_unplanned(struct journal *, const char *directory);

/* Returns the index of a row, or -1 if the journal does not have it. */
int journal_find(const struct journal *, const char *ablation, const char *key);
int journal_count(const struct journal *, enum row_status);
/* Reads the line of a row (harness/README.md describes the format). The caller releases the object.
 * Ends the program if the file has changed since it was opened. */
json_t *journal_get(const struct journal *, int place);
/* Appends a row and takes ownership of the row. If the row cannot be written, returns false, sets
 * *error and leaves the file unchanged. */
bool journal_append(struct journal *, json_t *row, char **error);

/* Formats a row as a line with its checksum and line end. The caller frees the result. */
char *journal_line(const json_t *row, size_t *size);
/* Parses a line and removes the checksum. On failure, returns NULL and sets *why to a text such as
 * "has a ...", which the caller frees. */
json_t *journal_line_parse(const char *line, size_t length, char **why);

#endif
