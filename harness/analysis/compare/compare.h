/* SPDX-License-Identifier: MIT
 * Whether a run says again what a reference run said: row by row to the bit where that can be
 * asked, effect by effect by intervals.
 *
 * Bits are asked of rows that train, when program, system, CPU model, type of core, vector path and
 * BLAS core are those of the reference: then a cell has one result. Anything else (another machine,
 * another build, times in any case) is held against the reference's intervals. Rows are found by
 * question and key, whichever vector path they were asked for (axis `isa`), so a part of a run, or
 * a run of another path, compares too. */
#ifndef ATTNLAB_COMPARE_H
#define ATTNLAB_COMPARE_H

#include "harness/analysis/analysis.h"

/* What must be the same for equal bits. */
enum fact { FACT_PROGRAM, FACT_SYSTEM, FACT_CPU, FACT_CORE, FACT_ISA, FACT_BLAS, FACTS };

enum match_state {
    MATCH_UNASKED,   /* the reference itself has no row */
    MATCH_ABSENT,    /* not in the rerun */
    MATCH_NO_RESULT, /* in the reference there is none: failed or skipped */
    MATCH_LOST,      /* the reference has a result, the rerun has none */
    MATCH_WRONG,     /* lost because its check against the formula failed */
    MATCH_DATA,      /* the two were trained on different data */
    MATCH_TIMED,     /* timed on both sides: compared by its entry's gain alone */
    MATCH_BITS,      /* trained on both sides, no fact differs */
    MATCH_INTERVAL,  /* trained on both sides, one does */
    MATCH_STATES
};
struct match {
    const struct trial *again; /* of the rerun; NULL: none */
    enum match_state state;
    bool differs[FACTS]; /* where both have a result */
    bool other_host;     /* likewise: measured on two machines */
    int column; /* of the reference's cells.csv: the first result that differs; -1: none does */
};

/* An effect at equal steps of the reference of which the rerun measured something again, by the
 * same rows: the same seeds or rounds, the same values of the tuned axis. It agrees where
 *
 *  - trained: the results are equal; or every pair was made again and the intervals overlap, so
 *    that a better never agrees with a worse; or some pairs were, and their mean gain lies in the
 *    reference's prediction interval for the mean of so many, at a level corrected for the number
 *    of comparisons (Bonferroni);
 *  - timed: the intervals overlap once the reference's is widened by the margin of equivalence on
 *    both sides.
 *
 * It disagrees, too, where of the pairs that were made again none ended, since a side diverged
 * that ended in the reference. Open: too few pairs or rounds for an interval, or a time by formula.
 */
enum agreeing { EFFECT_AGREES, EFFECT_DISAGREES, EFFECT_OPEN, AGREEINGS };
struct agreement {
    const struct effect *effect; /* of the reference */
    struct estimate again;
    bool diverged;   /* a side of a pair that ended in the reference */
    bool same;       /* each pair's gain is the reference's to the last bit */
    bool by_formula; /* a time of either run is that of a formula */
    enum agreeing says;
};

/* What an entry of the reference, a baseline too, itself took or learned, held against the rerun:
 * time where host, CPU model, type of core, vector path and BLAS core are the same, the metric
 * where the data are. Pairs are of the same seeds or rounds. Two runs of one machine differ by more
 * than their rounds show (its clock, its memory, what else ran), so a time says no more than the
 * margin is wide. */
enum changing {
    CHANGE_WORSE,      /* the whole interval lies beyond the margin */
    CHANGE_BETTER,     /* likewise */
    CHANGE_WITHIN,     /* lies inside */
    CHANGE_UNRESOLVED, /* neither, or too few pairs for an interval */
    CHANGE_BY_FORMULA, /* a time that is none of the variant's */
    CHANGINGS
};
struct change {
    int entry;
    double reference, rerun; /* means over the pairs: ns, or the metric */
    struct estimate gain;    /* of the rerun over the reference, above 0 is better */
    int noughts;             /* pairs beside these: a loss of 0 has no ratio, so no gain has them */
    int fell, rose;          /* of those: worse, from 0 to more; better, to 0 */
    enum changing says;
};

struct comparison {
    const struct analysis *reference, *run;
    struct match *matches;        /* of each trial of the reference */
    int states[MATCH_STATES];     /* how many rows */
    int equal[MATCH_STATES];      /* of those: all results equal */
    int differs[FACTS];           /* rows, also timed ones */
    int diverged;                 /* rows: or learned nothing, and in the reference they ended */
    int extra;                    /* rows of the rerun that the reference has not */
    struct agreement *agreements; /* trained, then timed */
    int agreement_count, says[AGREEINGS];
    struct change *changes; /* by entry */
    int change_count, changed[CHANGINGS];
};
struct comparison compare(const struct analysis *reference, const struct analysis *run);
void comparison_free(struct comparison *);
/* Whether it diverged, or learned nothing, and ended in the reference (compare_rows.c). */
bool match_diverged(const struct comparison *, const struct match *);
/* The step of it that finds the agreements (compare_effects.c). */
void compare_effects(struct comparison *);
/* The step that finds the changes (compare_changes.c). */
void compare_changes(struct comparison *);
extern const char *const agreeing_names[AGREEINGS], *const changing_names[CHANGINGS];
/* "vector path: plain, in the reference avx2": of the first row that differs in it. To be freed. */
char *difference_found(const struct comparison *, enum fact);

/* ---- A comparison as tables: text, CSV, Markdown.
 * ---- */

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
void compare_markdown(const struct comparison *, const struct verdict *);

/* ---- The lines of a comparison's tables, as numbers (compare_formats.h). ---- */

/* A number with the interval that it has; NaN: none. */
struct told {
    double at, low, high;
};

struct compared_line {
    const char *says;
    const struct question *question;
    char *name; /* of the arm, owned */
    /* Of effects, gains as they are told: in percent where less is better. Of changes, means over
     * the pairs: ns, or the metric; and the gain of the rerun over the reference. */
    struct told reference, rerun, change;
    int pairs, of; /* rerun; in the reference */
};

int compared_count(const struct comparison *, enum compared);
struct compared_line compared_line(const struct comparison *, enum compared, int index);
/* Whether gains of a question are told in percent. */
bool told_in_percent(const struct question *);

#endif
