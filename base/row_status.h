/* SPDX-License-Identifier: MIT
 * What became of a row, from status_list.def. Its word stands where a row is written or shown:
 * in records, journals and tables. */
#ifndef ATTNLAB_ROW_STATUS_H
#define ATTNLAB_ROW_STATUS_H

#include <stdbool.h>

enum row_status {
    STATUS_UNKNOWN, /* no word of ours: it has no trait at all */
#define STATUS(word, WORD, traits) STATUS_##WORD,
#include "base/status_list.def"
#undef STATUS
    STATUSES
};
extern const char *const status_names[STATUSES]; /* of STATUS_UNKNOWN: NULL */
/* Of a word that is none, or NULL: STATUS_UNKNOWN. */
enum row_status status_find(const char *word);

bool status_fails(enum row_status);
bool status_trained(enum row_status);
bool status_is_of_the_moment(enum row_status);

#endif
