/* SPDX-License-Identifier: MIT
 * The journal: results/<id>/journal.jsonl, one line of JSON for each finished row, in the order in
 * which they finished. It is the state of a run: what is in it is done, all else is to do.
 *
 * A line is written by one write() and flushed to disk before the run goes on, so a driver killed
 * at any moment leaves whole lines and at most one torn line at the end, which is cut off when the
 * journal is opened again. A lock keeps a second driver out.
 *
 * Each line has a checksum. A line that is not as it was written counts for
 * nothing, so that its row is measured again; it stays in the file, and is told each time. A row
 * that the machine had no file or no memory for is tried again, what was not needed is then decided
 * again, and the later line stands for the row.
 *
 * Of each row only what is asked again and again is kept in memory, so that a hundred thousand fit;
 * the rest is read from its line when it is asked for.
 */
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
    bool recorded; /* it has what a worker answered */
    bool measured; /* and in it what was measured */
    bool taken;    /* trained elsewhere */
};

struct plan;

struct journal {
    char *path;
    int fd;        /* -1: not open */
    bool writes;   /* rows may be appended */
    size_t length; /* bytes that are known to be whole lines */
    size_t cut;    /* bytes of a torn line that opening removed */
    struct journal_row *rows;
    int count;
    json_t *index; /* "ablation\tkey" -> place in rows */
    int damaged;   /* lines that are not as they were written */
    char *damage;  /* the first of them: "FILE:LINE: this line ..."; NULL: none */
};

/* Creates or opens, locks and reads. False with *error (to be freed): in use by another driver,
 * unreadable, no regular file, no journal, a row twice. Nothing but a journal is ever changed. */
bool journal_open(struct journal *, const char *directory, char **error);
/* Only reads what is there, without a lock: a row that is being written is left out. Nothing is
 * appended to it. */
bool journal_read(struct journal *, const char *directory, char **error);
/* On stderr, the first damaged line and how many there are; nothing where all are as written. */
void journal_tell_damage(const struct journal *);
/* Whether another process has it open for writing. */
bool journal_in_use(const char *directory);
/* Takes rows out whose status is of the moment (row_status.h), so that they are to do again, and if
 * there are any also those that were not needed by what the others said. Returns how many of the
 * moment there were. */
int journal_try_again(struct journal *);
/* Takes rows out that a plan does not have, of another run's journal or left out since: they stay
 * in the file, and count nowhere. Returns how many. */
int journal_keep_planned(struct journal *, const struct plan *);
/* The place of a row; -1: it is not there. */
int journal_find(const struct journal *, const char *ablation, const char *key);
/* Number of rows with this status. */
int journal_count(const struct journal *, enum row_status);
/* The line of the row at a place, an object as in harness/README.md, to be given back by
 * json_decref(). Ends the program where somebody changed the file since it was opened. */
json_t *journal_get(const struct journal *, int place);
/* Takes over the row. False with *error when it could not be written; the file is then as before.
 */
bool journal_append(struct journal *, json_t *row, char **error);
void journal_close(struct journal *); /* zeroed: nothing */

/* ---- One finished row as a line of the journal. Its last member is the CRC-32 of all bytes
 * before it:  {"ablation":"...",...,"crc32":"0123abcd"}  so that a digit that changed on the
 * disk, or by hand, is seen. Lines of before there were checksums have none, and are taken
 * as they are. ---- */

/* With its line end; *size without the NUL behind it. To be freed. */
char *journal_line(const json_t *row, size_t *size);
/* The row of a line, without the checksum; NULL with *why, to be freed: what is wrong with it. */
json_t *journal_line_read(const char *line, size_t length, char **why);
/* Whether a file begins as journals do, or is too short to tell. */
bool journal_begins(const char *data, size_t size);

/* ---- Inside of the journal: the row of a line. ---- */

/* Notes the row of the line that begins at a byte of the file: in the place of an earlier line of
 * the same row, or behind all. */
void journal_keep(struct journal *, const json_t *row, size_t at, size_t length);

/* ---- Of a journal the rows that count: those of its run's plan. ---- */

/* journal_keep_planned() by plan.json of a run's folder. Without a readable plan all rows stay.
 * Returns whether the plan times something; true without a readable plan. */
bool planned_rows_keep(struct journal *, const char *directory);

#endif
