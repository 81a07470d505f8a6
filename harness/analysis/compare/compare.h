/* SPDX-License-Identifier: MIT
 * Compares a run with a reference run of the same plan.
 *
 * Training runs must have equal bits if program, system, CPU model, core type, vector path and BLAS
 * core are the same. Everything else (another machine or build, and times) is compared by
 * intervals. Rows are matched by question and key, without the axis `isa`. Parts of a run and runs
 * with another vector path can therefore be compared. */
#ifndef ATTNLAB_COMPARE_H
#define ATTNLAB_COMPARE_H

#include "harness/analysis/analysis.h"

/* Facts that must agree for two runs to give equal bits. */
enum fact { FACT_PROGRAM, FACT_SYSTEM, FACT_CPU, FACT_CORE, FACT_ISA, FACT_BLAS, FACTS };

enum match_state {
    MATCH_UNASKED,   /* the row is missing in the reference */
    MATCH_ABSENT,    /* the row is missing in the rerun */
    MATCH_NO_RESULT, /* the row failed or was skipped in the reference */
    MATCH_LOST,      /* the reference has a result, the rerun has none */
    MATCH_WRONG,     /* the rerun lost its result because the check against the formula failed */
    MATCH_DATA,      /* the two runs trained on different data */
    MATCH_TIMED,     /* timed in both runs; only the gains of the entry are compared */
    MATCH_BITS,      /* trained in both runs with all facts equal */
    MATCH_INTERVAL,  /* trained in both runs, but a fact differs */
    MATCH_STATES
};
struct match {
    const struct trial *again; /* trial in the rerun; NULL if there is none */
    enum match_state state;
    bool differs[FACTS]; /* facts that differ; valid if both runs have a result */
    bool other_host; /* whether the two runs used different machines; valid if both have a result */
    /* column of the reference's cells.csv with the first result that differs; -1 if none differs */
    int column;
};

/* An effect of the reference at equal steps, compared with the repeated pairs of the rerun. Such
 * pairs have the same seeds or rounds and the same values of the tuned axis.
 *
 * A trained effect agrees if the results are equal. If all pairs were repeated, overlapping
 * intervals suffice. If only some were, their mean gain must lie in the reference's prediction
 * interval for that many pairs. Its level is corrected for the number of comparisons (Bonferroni).
 * A timed effect agrees if the intervals overlap after the reference's is widened by the margin of
 * equivalence on both sides.
 *
 * An effect disagrees if every repeated pair has a side that ended in the reference and diverged in
 * the rerun. It is open if there are too few pairs or rounds for an interval, or if a time is by
 * formula. */
enum agreeing { EFFECT_AGREES, EFFECT_DISAGREES, EFFECT_OPEN, AGREEINGS };
struct agreement {
    const struct effect *effect;
    struct estimate again;
    bool diverged; /* whether a side of a pair diverged in the rerun, but ended in the reference */
    bool same;     /* whether the gain of each pair has the same bits as in the reference */
    bool by_formula; /* whether a time of either run is by formula */
    enum agreeing says;
};

/* How the value of an entry changed from the reference to the rerun, over pairs of equal seeds or
 * rounds. Times are compared if host, CPU model, core type, vector path and BLAS core are equal;
 * metrics if the data are equal. A time is compared with the margin, because two runs on one
 * machine differ by more than their rounds show. */
enum changing {
    CHANGE_WORSE,      /* the whole interval is beyond the margin on the worse side */
    CHANGE_BETTER,     /* the whole interval is beyond the margin on the better side */
    CHANGE_WITHIN,     /* the whole interval is within the margin */
    CHANGE_UNRESOLVED, /* the interval crosses the margin, or there are too few pairs for one */
    CHANGE_BY_FORMULA,
    CHANGINGS
};
struct change {
    int entry;
    double reference, rerun; /* means over the pairs in both runs, in ns or in the metric */
    struct estimate gain;    /* gain of the rerun over the reference; above 0 is better */
    int zeros;               /* pairs without a gain, because a loss of 0 has no ratio */
    int fell, rose; /* pairs without a gain that became worse (from 0 to more) or better (to 0) */
    enum changing says;
};

struct run_comparison {
    const struct analysis *reference, *run;
    struct match *matches;
    int states[MATCH_STATES];
    int equal[MATCH_STATES]; /* number of rows per state whose results are all equal */
    int differs[FACTS];      /* number of rows that differ in each fact, including timed rows */
    int diverged;            /* rows that diverged or learned nothing, but ended in the reference */
    int extra;
    struct agreement *agreements; /* comparison of each effect: trained effects, then timed ones */
    int agreement_count, says[AGREEINGS];
    struct change *changes;
    int change_count, changed[CHANGINGS];
};
struct run_comparison compare(const struct analysis *reference, const struct analysis *run);
void comparison_free(struct run_comparison *);
/* Whether a row diverged or learned nothing in the rerun, but ended in the reference. */
bool match_diverged(const struct run_comparison *, const struct match *);
/* Compares the effects; a step of compare() (compare_effects.c). */
void compare_effects(struct run_comparison *);
void compare_changes(struct run_comparison *);
extern const char *const agreeing_names[AGREEINGS], *const changing_names[CHANGINGS];
/* Describes the first row that differs in a fact: "vector path: plain, in the reference avx2". The
 * caller frees the text. */
char *difference_found(const struct run_comparison *, enum fact);

/* ---- tables on stdout (compare_tables.c) ---- */

struct verdict {
    const char *word;
    int code;
};
enum compared { COMPARED_EFFECTS, COMPARED_CHANGES, COMPARED };
/* Prints one table as text after an empty line. Prints nothing if the table has no rows. */
void compare_table(const struct run_comparison *, enum compared);
/* Prints both tables as one CSV table; the column `part` distinguishes them. */
void compare_csv(const struct run_comparison *);

#endif
