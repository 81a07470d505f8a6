/* SPDX-License-Identifier: MIT
 * A comparison as tables for people, and as CSV, JSON and Markdown for programs and pages. */
#ifndef ATTNLAB_COMPARE_FORMATS_H
#define ATTNLAB_COMPARE_FORMATS_H

#include "harness/analysis/compare/compare.h"

struct verdict {
    const char *word;
    int code; /* of exit */
};

/* The two tables of a comparison: of agreements, and of changes. */
enum compared { COMPARED_EFFECTS, COMPARED_CHANGES, COMPARED };
enum table_form { TABLE_TEXT, TABLE_MARKDOWN };

/* On stdout, each after an empty line; nothing where it has no line. */
void compare_table(const struct comparison *, enum compared, enum table_form);

/* The whole comparison on stdout. CSV has both tables in one, told apart by the column `part`. */
void compare_csv(const struct comparison *, const struct verdict *);
void compare_json(const struct comparison *, const struct verdict *);
void compare_markdown(const struct comparison *, const struct verdict *);

#endif
