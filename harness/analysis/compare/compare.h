/* SPDX-License-Identifier: MIT
 * Whether a run agrees with a reference run: trainings to the bit where that can be expected,
 * effects by their intervals.
 *
 * Equal bits are expected of trainings when program, system, CPU model, type of core, vector path
 * and BLAS core are those of the reference. All else (another machine or build, and times) is
 * compared with the reference's intervals. Rows are matched by question and key without the axis
 * `isa`, so a part of a run, or a run of another vector path, can be compared too. */
#ifndef ATTNLAB_COMPARE_H
#define ATTNLAB_COMPARE_H

#include "harness/analysis/analysis.h"

/* What must be the same for equal bits. */
enum fact { FACT_PROGRAM, FACT_SYSTEM, FACT_CPU, FACT_CORE, FACT_ISA, FACT_BLAS, FACTS };

enum match_state {
    MATCH_UNASKED,   /* the reference itself has no row */
    MATCH_ABSENT,    /* not in the rerun */
    MATCH_NO_RESULT, /* failed or skipped in the reference */
    MATCH_LOST,      /* the reference has a result, the rerun has none */
    MATCH_WRONG,     /* lost because its check against the formula failed */
    MATCH_DATA,      /* the two were trained on different data */
    MATCH_TIMED,     /* timed in both: compared by the gains of its entry alone */
    MATCH_BITS,      /* trained in both, all facts equal */
    MATCH_INTERVAL,  /* trained in both, a fact differs */
    MATCH_STATES
};
struct match {
    const struct trial *again; /* of the rerun; NULL: none */
    enum match_state state;
    bool differs[FACTS]; /* if both have a result */
    bool other_host;     /* likewise: measured on two machines */
    int column; /* of the reference's cells.csv: the first result that differs; -1: none does */
};

/* An effect of the reference at equal steps, of which the rerun repeated some pairs: the same seeds
 * or rounds, the same values of the tuned axis. It agrees if
 *
 *  - trained: the results are equal; or all pairs were repeated and the intervals overlap; or some
 *    pairs were, and their mean gain lies in the reference's prediction interval for the mean of
 *    that many, at a level corrected for the number of comparisons (Bonferroni);
 *  - timed: the intervals overlap once the reference's is widened by the margin of equivalence on
 *    both sides.
 *
 * It disagrees too if a side of every repeated pair diverged that ended in the reference. Open: too
 * few pairs or rounds for an interval, or a time by formula. */
enum agreeing { EFFECT_AGREES, EFFECT_DISAGREES, EFFECT_OPEN, AGREEINGS };
struct agreement {
    const struct effect *effect; /* of the reference */
    struct estimate again;
    bool diverged;   /* a side of a pair that ended in the reference */
    bool same;       /* each pair's gain is the reference's to the last bit */
    bool by_formula; /* a time of either run is that of a formula */
    enum agreeing says;
};

/* How an entry of the reference, also a baseline, itself changed in the rerun: its time if host,
 * CPU model, type of core, vector path and BLAS core are the same, its metric if the data are.
 * Pairs are of the same seeds or rounds. Two runs on one machine differ by more than their rounds
 * show, so a time is compared with the margin. */
enum changing {
    CHANGE_WORSE,      /* the whole interval lies beyond the margin */
    CHANGE_BETTER,     /* likewise */
    CHANGE_WITHIN,     /* lies inside */
    CHANGE_UNRESOLVED, /* neither, or too few pairs for an interval */
    CHANGE_BY_FORMULA, /* a time of the formula path */
    CHANGINGS
};
struct change {
    int entry;
    double reference, rerun; /* means over the pairs: ns, or the metric */
    struct estimate gain;    /* of the rerun over the reference, above 0 is better */
    int zeros;               /* pairs without a gain, since a loss of 0 has no ratio */
    int fell, rose;          /* of those: worse, from 0 to more; better, to 0 */
    enum changing says;
};

struct run_comparison {
    const struct analysis *reference, *run;
    struct match *matches;        /* of each trial of the reference */
    int states[MATCH_STATES];     /* rows */
    int equal[MATCH_STATES];      /* of those: all results equal */
    int differs[FACTS];           /* rows, also timed ones */
    int diverged;                 /* rows: or learned nothing, and in the reference they ended */
    int extra;                    /* rows of the rerun that the reference lacks */
    struct agreement *agreements; /* trained, then timed */
    int agreement_count, says[AGREEINGS];
    struct change *changes; /* by entry */
    int change_count, changed[CHANGINGS];
};
struct run_comparison compare(const struct analysis *reference, const struct analysis *run);
void comparison_free(struct run_comparison *);
/* Whether it diverged, or learned nothing, and ended in the reference. */
bool match_diverged(const struct run_comparison *, const struct match *);
/* Steps of compare() (compare_effects.c). */
void compare_effects(struct run_comparison *);
void compare_changes(struct run_comparison *);
extern const char *const agreeing_names[AGREEINGS], *const changing_names[CHANGINGS];
/* "vector path: plain, in the reference avx2": of the first row that differs in it. The caller
 * frees it. */
char *difference_found(const struct run_comparison *, enum fact);

/* ---- tables on stdout (compare_tables.c) ---- */

struct verdict {
    const char *word;
    int code; /* of exit */
};
enum compared { COMPARED_EFFECTS, COMPARED_CHANGES, COMPARED };
/* One table as text, after an empty line; nothing if it has no line. */
void compare_table(const struct run_comparison *, enum compared);
/* Both tables in one, distinguished by the column `part`. */
void compare_csv(const struct run_comparison *);

#endif
