/* SPDX-License-Identifier: MIT
 * Whether other work on its cores had a part in what a timed row measured.
 *
 * Three signs, each as a share of the time in which the samples were taken: the row's threads were
 * ready and waited for a CPU; the hypervisor ran something else there; the other hardware threads
 * of these cores worked. Of the 2,832 rows of the reference's four questions of time (overhead-
 * variants, -seqlen, -width, -threads), measured before there was this rule, none would be
 * disturbed: of a hundred rows 99 waited for less than 0.2 % of their time (several threads: 1 %),
 * and nothing was stolen that two ticks could show. Those cores had one thread each, so the third
 * sign was never seen at work. */
#ifndef ATTNLAB_DISTURBANCE_H
#define ATTNLAB_DISTURBANCE_H

#include <jansson.h>
#include <stdbool.h>

/* False: ATTNLAB_DISTURBED=no in the environment, as in tests that run side by side. */
bool disturbances_looked_for(void);
/* Which it was, as text to be freed, from the member "noise" of the record of a row of so many
 * threads; NULL: none, nothing is told, or none is looked for. */
char *disturbance_of(const json_t *record, int threads);

#endif
