/* SPDX-License-Identifier: MIT
 * Compares a run with a reference run of the same plan. Training runs must have bit-identical
 * results if program, system, CPU model, core type, vector path and BLAS core are the same. All
 * other results, and all times, are compared by intervals.
 *
 * Rows are matched by question and key, without the axis `isa`. Part of a run, or a run with a
 * different vector path, can therefore be compared. */
#ifndef ATTNLAB_COMPARE_H
#define ATTNLAB_COMPARE_H

#include "harness/analysis/analysis.h"

/* Facts that must be equal in both runs for bit-identical results. */
enum fact { FACT_PROGRAM, FACT_SYSTEM, FACT_CPU, FACT_CORE, FACT_ISA, FACT_BLAS, FACTS };

enum match_state {
    MATCH_UNASKED,   /* the reference lacks the row */
    MATCH_ABSENT,    /* the rerun lacks the row */
    MATCH_NO_RESULT, /* the row failed or was skipped in the reference */
    MATCH_LOST,      /* the reference has a result, but the rerun has none */
    MATCH_WRONG,     /* the rerun has no result because the check against the formula failed */
    MATCH_DATA,      /* the two runs trained on different data */
    MATCH_TIMED,     /* the row was timed in both runs, and times are not compared row by row */
    MATCH_BITS,      /* the row was trained in both runs, and all facts are equal */
    MATCH_INTERVAL,  /* the row was trained in both runs, but a fact differs */
    MATCH_STATES
};
struct match {
    const struct trial *again; /* the same trial in the rerun; NULL if missing */
    enum match_state state;
    bool differs[FACTS]; /* one flag per fact: true if the runs differ in this fact; valid only if
                            both runs have a result */
    bool other_host;     /* true if the runs used different machines; valid only if both runs have a
                            result */
    /* first result column of cells.csv that differs; -1 if all are equal */
    int column;
};

/* Compares an effect of the reference at equal steps with the pairs that were repeated in the
 * rerun.
 * Repeated pairs have the same seeds or rounds and the same tuned values.
 *
 * Trained models: the effect agrees if all results are equal. Otherwise, if all pairs were
 * repeated, the intervals must overlap. If only some pairs were repeated, their mean gain must lie
 * in the reference's prediction interval for this number of pairs. The level of this interval is
 * corrected for the number of comparisons (Bonferroni).
 * Timed layers: the effect agrees if the intervals overlap, after the reference's interval is
 * widened by the equivalence margin on both sides.
 *
 * An effect also disagrees if, in every repeated pair, a run that ended in the reference diverged
 * in the rerun.
 * EFFECT_OPEN: there are too few pairs or rounds for an interval, or a time is by formula. */
enum agreeing { EFFECT_AGREES, EFFECT_DISAGREES, EFFECT_OPEN, AGREEINGS };
struct agreement {
    const struct effect *effect;
    struct estimate again;
    bool diverged;   /* true if any run that ended in the reference diverged in the rerun */
    bool same;       /* true if the gains of all pairs are bit-identical in both runs */
    bool by_formula; /* true if one of the two runs timed the slow formula instead of a fast kernel
                      */
    enum agreeing says;
};

/* The change of an entry's value from the reference to the rerun, over pairs of equal seeds or
 * rounds. Times are compared if host, CPU model, core type, vector path and BLAS core are equal.
 * Metrics are compared if the data are equal. A change of time must exceed the margin, because two
 * runs on one machine always differ a little. */
enum changing {
    CHANGE_WORSE,      /* the whole interval is worse than the margin */
    CHANGE_BETTER,     /* the whole interval is better than the margin */
    CHANGE_WITHIN,     /* the whole interval is within the margin */
    CHANGE_UNRESOLVED, /* the interval crosses the margin, or there are too few pairs for an
                          interval */
    CHANGE_BY_FORMULA,
    CHANGINGS
};
struct change {
    int entry;
    double reference, rerun; /* means over the pairs, in ns or in the unit of the metric */
    struct estimate gain; /* gain of the rerun relative to the reference; positive means better */
    enum changing says;
};

struct run_comparison {
    const struct analysis *reference, *run;
    struct match *matches;
    int states[MATCH_STATES];
    int equal[MATCH_STATES]; /* for each state, number of rows with equal results */
    int differs[FACTS];      /* number of rows that differ, per fact; timed rows are included */
    int diverged; /* number of rows that ended in the reference but diverged or learned nothing in
                     the rerun */
    int extra;
    /* one comparison per effect: first effects of trained models, then effects of timed layers */
    struct agreement *agreements;
    int agreement_count, says[AGREEINGS];
    struct change *changes;
    int change_count, changed[CHANGINGS];
};
struct run_comparison compare(const struct analysis *reference, const struct analysis *run);
void comparison_free(struct run_comparison *);
/* Returns true if a row ended in the reference but diverged or learned nothing in the rerun. */
bool match_diverged(const struct run_comparison *, const struct match *);
/* Compares the effects of two runs (compare_effects.c). Called by compare(). */
void compare_effects(struct run_comparison *);
void compare_changes(struct run_comparison *);
extern const char *const agreeing_names[AGREEINGS], *const changing_names[CHANGINGS];
/* Describes the first row that differs in a fact, such as "vector path: plain (reference: avx2)".
 * The caller frees the text. */
char *difference_found(const struct run_comparison *, enum fact);

/* ---- tables on stdout (compare_tables.c) ---- */

struct verdict {
    const char *word;
    int code;
};
enum compared { COMPARED_EFFECTS, COMPARED_CHANGES, COMPARED };
/* Prints an empty line and one table as text. Prints nothing if the table has no rows. */
void compare_table(const struct run_comparison *, enum compared);
/* Prints both tables as one CSV table; the column `part` distinguishes them. */
void compare_csv(const struct run_comparison *);

#endif
