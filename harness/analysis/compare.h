/* SPDX-License-Identifier: MIT
 * Whether a run says again what a reference run said: row by row to the bit where that can be
 * asked, effect by effect by intervals.
 *
 * Bits are asked of rows that train, when program, system, CPU model, vector path and BLAS core are
 * those of the reference: then a cell has one result. Anything else (another machine, another
 * build, times in any case) is held against the reference's intervals. Rows are found by question
 * and key, whichever vector path they were asked for (axis `isa`), so a part of a run, or a run of
 * another path, compares too. */
#ifndef ATTNLAB_COMPARE_H
#define ATTNLAB_COMPARE_H

#include "harness/analysis/analysis.h"

/* ---- rows (compare_rows.c) ---- */

/* What must be the same for equal bits. */
enum difference {
    DIFFERENT_PROGRAM,
    DIFFERENT_SYSTEM,
    DIFFERENT_CPU,
    DIFFERENT_ISA,
    DIFFERENT_BLAS,
    DIFFERENCES
};
enum match_state {
    MATCH_ABSENT,    /* not in the rerun */
    MATCH_NO_RESULT, /* in the reference there is none: failed or skipped */
    MATCH_LOST,      /* the reference has a result, the rerun has none */
    MATCH_WRONG,     /* lost because its check against the formula failed */
    MATCH_DATA,      /* the two were trained on different data */
    MATCH_TIMED,     /* timed on both sides: compared by its entry's gain alone */
    MATCH_BITS,      /* trained on both sides, nothing of enum difference differs */
    MATCH_INTERVAL,  /* trained on both sides, something does */
    MATCH_STATES
};
struct match { /* one for each trial of the reference that has a row */
    const struct trial *own;
    const struct trial *again; /* of the rerun; NULL: none */
    enum match_state state;
    unsigned different; /* bit i: enum difference i; where both have a result */
    int column; /* of the reference's cells.csv: the first result that differs; -1: none does */
};

struct comparison {
    const struct analysis *reference, *run;
    struct match *matches;
    int match_count;
    int states[MATCH_STATES];     /* how many rows */
    int equal[2];                 /* of MATCH_BITS, of MATCH_INTERVAL: all results equal */
    int different[DIFFERENCES];   /* rows, also timed ones */
    int extra;                    /* rows of the rerun that the reference has not */
    struct agreement *agreements; /* compare_effects.c */
    int agreement_count, agrees, disagrees;
};
struct comparison compare(const struct analysis *reference, const struct analysis *run);
void comparison_free(struct comparison *);
/* "vector path: plain, in the reference avx2", of a match that differs in it. To be freed. */
char *difference_found(const struct comparison *, const struct match *, enum difference);

/* ---- effects (compare_effects.c) ---- */

enum agreeing { EFFECT_AGREES, EFFECT_DISAGREES, EFFECT_OPEN };
struct agreement {
    const char *question;
    char *label;           /* "mlp, q_norm = before (d_model = 64)" */
    char *reference, *run; /* with intervals, for people */
    int pairs, run_pairs;
    enum agreeing says;
};
/* For each effect at equal steps of the reference of which the rerun measured something. The rules:
 *   trained, equal results      agrees
 *   trained, every pair again   the intervals overlap; so a better never agrees with a worse
 *   trained, some pairs again   the rerun's mean gain lies in the reference's prediction interval
 *                               for the mean of so many pairs, at a level corrected for the number
 *                               of comparisons (Bonferroni); the same values of the tuned axis as
 *                               won in the reference are compared, whatever else was rerun
 *   timed                       the intervals overlap once the reference's is widened by the margin
 *                               of equivalence on both sides
 * Open: too few pairs or rounds on either side for an interval. */
void compare_effects(struct comparison *);
const struct match *match_of(const struct comparison *, const struct trial *own);

#endif
