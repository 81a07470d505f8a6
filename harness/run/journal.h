/* SPDX-License-Identifier: MIT
 * The journal: results/<id>/journal.jsonl, one line of JSON for each finished row, in the order in
 * which they finished. It is the state of a run: what is in it is done, all else is to do.
 *
 * A line is written by one write() and flushed to disk before the run goes on, so a driver killed
 * at any moment leaves whole lines and at most one torn line at the end, which is cut off when the
 * journal is opened again. A lock keeps a second driver out. */
#ifndef ATTNLAB_JOURNAL_H
#define ATTNLAB_JOURNAL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define JOURNAL_NAME "journal.jsonl"

struct journal {
    char *path;
    int fd;
    size_t length; /* bytes that are known to be whole lines */
    size_t cut;    /* bytes of a torn line that opening removed */
    json_t **rows; /* objects as in harness/README.md */
    int count;
    json_t *index; /* "ablation\tkey" -> place in rows */
};

/* Creates or opens, locks and reads. False with *error (to be freed): in use by another driver,
 * unreadable, a line that is not a row, a row twice. */
bool journal_open(struct journal *, const char *directory, char **error);
/* Only reads what is there, without a lock: a row that is being written is left out. Nothing is
 * appended to it. */
bool journal_read(struct journal *, const char *directory, char **error);
/* Whether another process has it open for writing. */
bool journal_in_use(const char *directory);
/* NULL when that row is not there. */
json_t *journal_find(const struct journal *, const char *ablation, const char *key);
/* Takes over the row. False with *error when it could not be written; the file is then as before.
 */
bool journal_append(struct journal *, json_t *row, char **error);
void journal_close(struct journal *);

#endif
