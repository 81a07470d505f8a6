/* SPDX-License-Identifier: MIT
 * The report of a run: questions and what the numbers say to them. Every sentence with a number
 * is computed here from what the analysis found; nothing is remembered from another run.
 *
 * A page is a document to which each part adds its blocks. What timed and trained questions have
 * in common is in question_page.c; timed_*.c and trained_*.c say what only one of them has. */
#ifndef ATTNLAB_REPORT_H
#define ATTNLAB_REPORT_H

#include "harness/analysis/roofline.h"
#include "harness/render/document.h"
#include "harness/render/figures/figures.h"

/* A run, and all that its pages tell of it. May not be moved: the parts point at each other. */
struct report {
    struct run_data run;
    struct analysis analysis;
    struct roofline roofline;
    struct figures figures;
};

/* Reads a run and analyses it; draws nothing. level: of the intervals; margin: of equivalence of
 * time ratios. False with *error (to be freed). report_free() in either case. */
bool report_read(struct report *, const char *path, double level, double margin, char **error);
void report_free(struct report *);
void report_page(struct document *, const struct report *);

/* The trials of some entries that stand together, in analysis.members. */
struct span trials_of(const struct analysis *, struct span entries);
/* Whether any of its rows was run; else it has no section. */
bool question_was_begun(const struct report *, const struct question *);
/* Whether such a question of any of the runs trains, or times. */
bool any_question(const struct report *runs, int count, bool trains);

/* ---- its parts, in this order ---- */
typedef void question_part(struct document *, const struct report *, const struct question *);
void report_head(struct document *, const struct report *); /* facts, answers in short */
question_part report_question;
void report_roofs(struct document *, const struct report *); /* phases under them */
void report_failures(struct document *, const struct report *);
void report_machine(struct document *, const struct report *); /* counters, facts */
/* "Hardware counters were not available (see Machine).", "" when all were. */
const char *counters_remark(const struct report *);

/* ---- parts of a question that differ by kind ---- */
extern const struct question_parts {
    question_part *what_was_run, *answer, *tables, *limits;
} timed_parts, trained_parts;
question_part trained_limits, trained_tables;
/* "batch = 1, heads = 8": what is the same in all entries of a question. */
const char *constants_of(struct document *, const struct analysis *, const struct question *);
/* A column of cells.csv in the first row of a question that has it; "". */
const char *first_text(const struct report *, const struct question *, const char *column);
/* The rows of an entry that were not measured, as "2 timeout, 1 oom". */
const char *failures_text(struct document *, const struct report *, int entry);

/* ---- timed questions (timed_counts.c) ---- */

/* What the comparisons of one condition say together. */
struct counts_of_outcomes {
    int compared, outcomes[OUTCOMES];
    int few;                               /* of the unresolved: too few rounds for any verdict */
    const struct effect *least, *greatest; /* by time; NULL: nothing compared */
    int least_pairs, most_pairs;
    double least_memory, most_memory; /* ratio of working bytes to the baseline's; NaN: none */
    const char *baseline;             /* its label, or "its own baseline" when there are several */
};
/* The conditions of one pass of a question, and the one that sentences are about: the last in
 * which a ratio was measured (a time, when there is no baseline). */
struct pass {
    const char *words; /* "forward pass" */
    struct span conditions;
    int told;
    struct counts_of_outcomes n; /* of that one */
};
struct pass pass_at(const struct analysis *, const struct question *, int condition);
#define for_each_pass(p, a, q)                                                                     \
    for (struct pass p = pass_at(a, q, (q)->conditions.first); p.words;                            \
         p = pass_at(a, q, p.conditions.last))

/* "3 faster, 1 slower, against dot". */
const char *outcomes_text(struct document *, const struct counts_of_outcomes *);
const char *pairs_text(struct document *, const struct counts_of_outcomes *);  /* "5-6" */
const char *memory_text(struct document *, const struct counts_of_outcomes *); /* "0.25 to 1.5" */

/* All comparisons of a question together, corrected by Holm's method. */
struct correction {
    int compared, apart, standing; /* apart: by itself; standing: also after the correction */
    int rounds;                    /* the most pairs that a comparison has */
    double least_p;                /* that so many pairs can give */
    int rounds_needed;             /* with fewer, none of so many comparisons can ever stand */
};
struct correction correction_of(const struct analysis *, const struct question *);
/* Answers in short, a row for each pass of each question. */
void timed_summary(struct document *, const struct report *);

/* ---- trained questions ---- */
/* The table of the verdicts of some runs, and how a verdict comes about. */
void verdicts(struct document *, const struct report *runs, int count);
/* Whether something was measured of any of its claims. */
bool question_has_claims(const struct analysis *, const struct question *);
/* How sensitive each arm is to the tuned axis, where the sweep was run with several seeds. */
void sensitivity_table(struct document *, const struct analysis *, const struct question *);
void say_sensitivity(struct document *, const struct analysis *, const struct question *);
/* "2 less sensitive, 3 more sensitive to lr", "" without such a sweep. */
const char *sensitivity_counts(struct document *, const struct analysis *, const struct question *);

/* ---- numbers and names for people (report_words.c) ---- */
const char *time_text(struct document *, double ns);            /* "12.3 ms" */
const char *bytes_text(struct document *, double bytes);        /* "64.0 MiB" */
const char *number(struct document *, int digits, double);      /* "12.3", "" when NaN */
const char *significant(struct document *, int digits, double); /* likewise */
const char *ratio_text(struct document *, double ratio);        /* "0.931", "12.4" */
/* Of a timed gain the ratio of times: "0.931 [0.918, 0.944]". */
const char *time_gain_text(struct document *, const struct estimate *);
/* Of a trained one: "+2.10 % [+0.40, +3.77]"; "loss lower by 2.10 % [...]". */
const char *gain_text(struct document *, const struct metric *, const struct estimate *);
const char *gain_words(struct document *, const struct metric *, const struct estimate *);
const char *time_ratio_text(struct document *, const struct cost *); /* "1.25 [1.20, 1.31]" */
const char *cost_text(struct document *,
                      const struct cost *); /* "time 1.25 [..]; parameters 1.02" */
/* "2 supported, 1 unresolved", "" when all are 0. */
const char *counts_text(struct document *, const int *counts, const char *const *names, int kinds);
/* "MLP (d_model = 64)". */
const char *name_of(struct document *, const struct analysis *, int entry);
/* The question in words, or the name of its specification. */
const char *question_words(const struct question *);
/* When its first session began; "" without a manifest. */
const char *started_text(const struct report *);

#endif
