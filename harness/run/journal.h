/* SPDX-License-Identifier: MIT
 * The journal: results/<id>/journal.jsonl, one line of JSON per finished row. It is the state of a
 * run: its rows are done, all others are to do.
 *
 * A line is written by one write() and synced before the run continues, so a killed driver leaves
 * whole lines and at most one torn line at the end, which the next opening cuts off. A lock keeps a
 * second driver out.
 *
 * The last member of a line is the CRC-32 of all bytes before it:
 *   {"ablation":"...",...,"crc32":"0123abcd"}
 * A line without a valid checksum is reported and does not count, so its row is measured again; it
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
    size_t at, length; /* its line in the file, without the line end */
    enum row_status status;
    double elapsed_s;
    bool recorded; /* a worker answered */
    bool measured; /* and measured something */
    bool trained_elsewhere;
};

struct plan;

struct journal {
    char *path;
    int fd;        /* -1: not open */
    bool writes;   /* rows may be appended */
    size_t length; /* bytes of whole lines */
    size_t cut;    /* bytes of a torn last line */
    struct journal_row *rows;
    int count;
    json_t *index; /* "ablation\tkey" -> place in rows */
    int damaged;   /* lines without a valid checksum */
    char *damage;  /* the first of them: "FILE:LINE: this line ..."; NULL: none */
};

/* Creates or opens, locks and reads; cuts off a torn line. False with *error (the caller frees it):
 * in use by another driver, unreadable, no regular file, no journal, or a repeated row. Other files
 * are never changed. */
bool journal_open(struct journal *, const char *directory, char **error);
/* Only reads, without a lock; a torn line is ignored. */
bool journal_read(struct journal *, const char *directory, char **error);
void journal_close(struct journal *); /* zeroed: nothing */
/* Reports the first damaged line and their number on stderr. */
void journal_report_damage(const struct journal *);
/* Whether another process has it open for writing. */
bool journal_in_use(const char *directory);

/* Drops rows that a resumed run retries (status_is_of_the_moment()), and if there are any also
 * those that tuning left out, since the choice may change. Returns the number of the former. */
int journal_drop_retried(struct journal *);
/* Drops rows that are not in the plan; they stay in the file. Returns how many. */
int journal_keep_planned(struct journal *, const struct plan *);
/* The same by plan.json of a run's folder; without a readable plan all rows stay. Returns whether
 * the plan has timed rows; true without a readable plan. */
bool journal_drop_unplanned(struct journal *, const char *directory);

/* The place of a row; -1: none. */
int journal_find(const struct journal *, const char *ablation, const char *key);
/* Number of rows with this status. */
int journal_count(const struct journal *, enum row_status);
/* The line of the row at a place, as in harness/README.md, to be released. Ends the program if the
 * file was changed while it was open. */
json_t *journal_get(const struct journal *, int place);
/* Takes over the row. False with *error when it could not be written; the file is then as before.
 */
bool journal_append(struct journal *, json_t *row, char **error);

/* A row as a line with checksum and line end; the caller frees it. */
char *journal_line(const json_t *row, size_t *size);
/* The row of a line, without the checksum; NULL with *why (the caller frees it): "has a ...". */
json_t *journal_line_parse(const char *line, size_t length, char **why);

#endif
