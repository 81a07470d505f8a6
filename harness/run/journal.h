/* SPDX-License-Identifier: MIT
 * The journal: results/<id>/journal.jsonl, one JSON line per finished row. The journal is the state
 * of a run: rows in it are done, all other rows are not.
 *
 * A line is written by one write() and synced before the run continues. A killed driver therefore
 * leaves whole lines and at most one incomplete last line, which the next open removes. A lock
 * prevents a second driver.
 *
 * The last member of a line is the CRC-32 of all bytes before it:
 *   {"ablation":"...",...,"crc32":"0123abcd"}
 * A line with an invalid checksum is reported and ignored, so its row is measured again; the line
 * stays in the file. A retried row has two lines; the later one counts.
 *
 * Memory holds only a few facts per row; journal_get() reads the rest from the file. */
#ifndef ATTNLAB_JOURNAL_H
#define ATTNLAB_JOURNAL_H

#include "base/row_status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define JOURNAL_NAME "journal.jsonl"

struct journal_row {
    size_t at, length; /* position of the row's line in the file, without the line end */
    enum row_status status;
    double elapsed_s;
    bool recorded; /* the worker wrote a record */
    bool measured; /* the record contains measurements */
    bool trained_elsewhere;
};

struct plan;

struct journal {
    char *path;
    int fd;        /* -1: not open */
    bool writes;   /* true if rows may be appended */
    size_t length; /* bytes of all complete lines */
    size_t cut;    /* bytes of an incomplete last line */
    struct journal_row *rows;
    int count;
    json_t *index; /* "ablation\tkey" -> index in rows */
    int damaged;   /* number of lines with an invalid checksum */
    char *damage; /* message about the first damaged line, "FILE:LINE: this line ..."; NULL: none */
};

/* Opens or creates a journal, locks it, reads it and removes an incomplete last line. Returns false
 * with *error, which the caller frees: locked by another driver, unreadable, not a journal, or a
 * repeated row. A file that is not a journal is never changed. */
bool journal_open(struct journal *, const char *directory, char **error);
/* Reads a journal without a lock. An incomplete last line is ignored. */
bool journal_read(struct journal *, const char *directory, char **error);
void journal_close(struct journal *); /* a zeroed journal is allowed */
/* Prints the first damaged line and the number of damaged lines to stderr. */
void journal_report_damage(const struct journal *);
/* Whether another process has the journal open for writing. */
bool journal_in_use(const char *directory);

/* Drops the rows that a resumed run retries (status_is_of_the_moment()). If there are any, rows
 * that tuning left out are dropped too, because the choice may change. Returns the number of
 * retried rows. */
int journal_drop_retried(struct journal *);
/* Drops rows that are not in the plan, but keeps their lines in the file. Returns the number of
 * dropped rows. */
int journal_keep_planned(struct journal *, const struct plan *);
/* Drops rows that are not in plan.json of a run's folder. Without a readable plan, all rows are
 * kept. Returns whether the plan has timed rows, or true without a readable plan. */
bool journal_drop_unplanned(struct journal *, const char *directory);

/* Returns the index of a row, or -1. */
int journal_find(const struct journal *, const char *ablation, const char *key);
int journal_count(const struct journal *, enum row_status);
/* Returns the line of a row (format: harness/README.md); the caller releases the object. Ends the
 * program if the file has changed since it was opened. */
json_t *journal_get(const struct journal *, int place);
/* Appends a row and takes ownership of it. Returns false with *error if it cannot be written; the
 * file is then unchanged. */
bool journal_append(struct journal *, json_t *row, char **error);

/* Formats a row as a line with checksum and line end. The caller frees the result. */
char *journal_line(const json_t *row, size_t *size);
/* Parses a line and removes the checksum. Returns NULL with *why ("has a ..."), which the caller
 * frees. */
json_t *journal_line_parse(const char *line, size_t length, char **why);

#endif
