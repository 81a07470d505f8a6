/* SPDX-License-Identifier: MIT
 * The journal: results/<id>/journal.jsonl, one JSON line per finished row. The journal is the state
 * of a run: all other rows of the plan must still be run.
 *
 * Each line is appended by one write() and synced before the run continues. If the driver is
 * killed, only the last line can be incomplete; the next journal_open() removes that line. A lock
 * keeps out a second driver.
 *
 * The last member of a line is the CRC-32 of all bytes before it:
 *
 *   {"ablation":"...",...,"crc32":"0123abcd"}
 *
 * A line with a wrong checksum is reported and ignored but not deleted; its row is measured again.
 * A retried row has two lines; the later line counts. Only a few facts per row are in memory;
 * journal_get() reads the rest from the file. */
#ifndef ATTNLAB_JOURNAL_H
#define ATTNLAB_JOURNAL_H

#include "base/row_status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define JOURNAL_NAME "journal.jsonl"

struct journal_row {
    size_t at, length; /* file offset and length of the row's line, without the line end */
    enum row_status status;
    double elapsed_s;
    bool recorded; /* true if the line has a record */
    bool measured; /* true if the record contains measurements */
    bool trained_elsewhere;
};

struct plan;

struct journal {
    char *path;
    int fd;        /* file descriptor; -1 if not open */
    bool writes;   /* true if the journal was opened for appending */
    size_t length; /* total length of complete lines in bytes */
    size_t cut;    /* length of an incomplete last line in bytes */
    struct journal_row *rows;
    int count;
    json_t *index; /* maps "ablation\tkey" to an index in rows */
    int damaged;   /* number of lines with a wrong checksum */
    char *damage;  /* message about the first damaged line, "FILE:LINE: this line ...", or NULL */
};

/* Opens or creates a journal for appending, locks the file and removes an incomplete last line.
 * Fails if another driver holds the lock, or if the file is unreadable, is not a journal or repeats
 * a row. On failure, returns false and sets *error, which the caller frees. A file that is not a
 * journal is never changed. */
bool journal_open(struct journal *, const char *directory, char **error);
/* Reads a journal without a lock. Ignores an incomplete last line. */
bool journal_read(struct journal *, const char *directory, char **error);
void journal_close(struct journal *); /* closes a journal; a zeroed struct is valid */
/* Prints the first damaged line and the number of damaged lines to stderr. */
void journal_report_damage(const struct journal *);
/* Returns true if another process has the journal open for writing. */
bool journal_in_use(const char *directory);

/* Drops rows that a resumed run retries (status_is_of_the_moment()). If there are any, also drops
 * rows that tuning skipped, because the choice may change. Returns the number of rows to retry. */
int journal_drop_retried(struct journal *);
/* Drops rows that the plan does not have. The lines stay in the file. Returns the number of dropped
 * rows. */
int journal_keep_planned(struct journal *, const struct plan *);
/* Drops rows that plan.json in the run's folder does not have. If there is no readable plan, keeps
 * all rows. Returns true if the plan has timed rows or is not readable. */
bool journal_drop_unplanned(struct journal *, const char *directory);

/* Returns the index of a row, or -1 if the row is not in the journal. */
int journal_find(const struct journal *, const char *ablation, const char *key);
int journal_count(const struct journal *, enum row_status);
/* Reads the line of a row (harness/README.md describes the format). The caller releases the object.
 * Ends the program if the file has changed since journal_open(). */
json_t *journal_get(const struct journal *, int place);
/* Appends a row and takes ownership of the row. On failure, returns false, sets *error and leaves
 * the file unchanged. */
bool journal_append(struct journal *, json_t *row, char **error);

/* Formats a row as a line with checksum and line end. The caller frees the line. */
char *journal_line(const json_t *row, size_t *size);
/* Parses a line and removes the checksum. On failure, returns NULL and sets *why to a reason such
 * as "is not JSON", which the caller frees. */
json_t *journal_line_parse(const char *line, size_t length, char **why);

#endif
