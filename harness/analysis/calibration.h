/* SPDX-License-Identifier: MIT
 * What the analysis says of questions whose answers were built in: how often it is wrong, and how
 * often it finds what is there (ablations/calibrate/).
 *
 * An expectation of such a question says what is true of its arm, in every condition: `equal` where
 * a thing is compared with itself, `worse` or `better` where a difference was planted. Only
 * intervals and tests are held against it, of which verdicts are made: whether a question may have
 * a verdict at all is another matter.
 *
 * The table that is written is all that pages are made of, so that a calibration of an earlier day
 * can be quoted. */
#ifndef ATTNLAB_CALIBRATION_H
#define ATTNLAB_CALIBRATION_H

#include "harness/analysis/analysis.h"

#define CALIBRATION_TABLE "calibration.csv"

/* Comparisons of one arm of a question with its baseline. "The right way": of an arm that is equal
 * there is none, and either way counts. */
struct calibration {
    const struct spec *spec;
    const struct spec_claim *claim;
    const char *label;           /* of the arm */
    int comparisons, left_out;   /* left_out: too few pairs for an interval, or not all
                                  * trainings; in no other count */
    int least_pairs, most_pairs; /* of a comparison */
    int apart;                   /* the interval excludes 0, the right way */
    int said;                    /* better or worse by the interval and the margin, likewise */
    int standing;                /* of the said: what stands the correction within the question */
    int equivalent, wrong;       /* wrong: said the wrong way of what is not equal */
    double gain;                 /* median of the estimates */
    double level;                /* of the intervals */
};

/* Of each expectation of an effect; their count. *list: to be freed; it points into the analysis.
 */
int calibration_count(const struct analysis *, struct calibration **list);

/* The lines of several runs as one table; calibration.def has its columns. */
struct csv;
void calibration_head(struct csv *);
void calibration_add(struct csv *, const struct analysis *);
void calibration_columns_print(FILE *); /* and what each says, in Markdown */

#endif
