/* SPDX-License-Identifier: MIT
 * Running gnuplot, with values handed over as variables. */
#ifndef ATTNLAB_GNUPLOT_H
#define ATTNLAB_GNUPLOT_H

#include <stdbool.h>
#include "base/mem.h"

/* Appends "name = 'value';" for gnuplot's -e. In single quotes gnuplot expands nothing, neither
 * backquotes nor macros; a quote is doubled and a control character becomes a blank. */
void gnuplot_set(struct text *, const char *name, const char *value);
/* Whether name may be a gnuplot variable: letters, digits, underscores, no digit first. */
bool gnuplot_name(const char *name);
/* Whether there is a gnuplot that starts. */
bool gnuplot_found(void);
/* Runs `gnuplot -e variables script`; NULL when it ended well, else what it said (to be freed).
 * *note: what it printed after "note: ", a sentence for the caption; "" for none; to be freed. */
char *gnuplot_run(const char *variables, const char *script, char **note);

#endif
