/* SPDX-License-Identifier: MIT
 * The report of a run: questions and what the numbers say to them. Every sentence with a number
 * is computed here from the CSV files; nothing is remembered from another run. */
#ifndef ATTNLAB_REPORT_H
#define ATTNLAB_REPORT_H

#include <jansson.h>
#include "harness/render/document.h"
#include "harness/render/figures.h"
#include "harness/analysis/labels.h"
#include "harness/analysis/passes.h"
#include "harness/analysis/phase_summary.h"
#include "harness/analysis/study.h"

struct report {
    const char *run; /* folder */
    struct table rows, questions, figure_list, phase_rows, axes, curves, claims;
    json_t *manifest;     /* NULL when there is none */
    char *manifest_fault; /* why a manifest that is there could not be read; NULL */
    struct summary summary;
    struct label *labels; /* one for each cell of the summary */
    struct peaks peaks;
    struct phase_summary phases;
    struct study study;
    struct figures figures;
};

/* Reads the tables of a run and what follows from them; draws nothing. level: of the intervals;
 * margin: of equivalence of time ratios. run must outlive it. False with *error (to be freed): not
 * readable or not tables of a run. report_free() in either case. */
bool report_read(struct report *, const char *run, double level, double margin, char **error);
void report_free(struct report *);

/* The cells of one ablation, of all passes or of one, and the shape that its sentences are about:
 * the last in which a ratio was measured (a time, when there is no baseline). */
struct view {
    const struct report *report;
    const char *ablation, *pass; /* pass: in words; of a view of all, that of its first cell */
    int question;                /* row of questions.csv; -1: none */
    int first, last;             /* cells of the summary */
    int rows, columns;
    int column;        /* of that shape */
    const char *shape; /* its label, "" when there is one shape only */
};
struct view view_of(const struct report *, int first);      /* of all passes */
struct view view_of_pass(const struct report *, int first); /* of the pass of the first cell */
/* The next ablation's first cell. */
int view_end(const struct report *, int first);
bool view_has_passes(const struct view *); /* more than one */

/* What the compared cells of a view's shape say together. */
struct tally {
    int count, verdicts[VERDICTS];
    int few;             /* of the unresolved: too few rounds for any verdict */
    int least, greatest; /* cells, by ratio; -1: nothing compared */
    int least_pairs, most_pairs;
    double least_memory, most_memory; /* ratio of working bytes to the baseline's; NaN: none */
    const char *baseline;             /* its label, or "its own baseline" when there are several */
};
struct tally tally_of(const struct view *);
char *tally_text(const struct tally *); /* "3 faster, 1 slower, against dot"; to be freed */
/* The verdicts with the labels that have them, "Slower: neural; additive. 3 unresolved."; to be
 * freed. */
char *tally_names(const struct view *, const struct tally *);

/* All comparisons of an ablation: one family of tests, corrected by Holm's method together. */
struct family {
    int compared, apart, standing; /* apart: by itself; standing: also after the correction */
    int rounds;                    /* the most pairs that a comparison has */
    double least_p;                /* that so many pairs can give */
    int rounds_needed;             /* with fewer, none of so many comparisons can ever stand */
};
struct family family_of(const struct view *); /* of all passes, whatever the view */

void report_head(struct document *, const struct report *);    /* facts, answers in short */
void report_question(struct document *, const struct view *);  /* one section */
void report_limits(struct document *, const struct view *);    /* its last part */
void report_tail(struct document *, const struct report *);    /* roofline, failures */
void report_machine(struct document *, const struct report *); /* counters, facts */
/* "Hardware counters were not available (see Machine).", "" when all were. */
const char *counters_remark(const struct report *);

/* ---- questions of quality: a section each, and the table of verdicts at the top ---- */
void report_verdicts(struct document *, const struct report *);
/* Its parts, for several runs together: the head of the table, the rows of a run, what it says. */
void report_verdict_table(struct document *);
void report_verdict_rows(struct document *, const struct report *);
void report_verdict_words(struct document *);
/* Whether something was measured of any of its claims. */
bool study_has_claims(const struct study *, const struct study_question *);
void report_rules(struct document *, const struct report *); /* how a verdict comes about */
void report_quality(struct document *, const struct report *, const struct study_question *);
void report_quality_tables(struct document *, const struct report *, const struct study_question *);
/* How sensitive each arm is to the tuned axis, where the sweep was run with several seeds. */
void report_sensitivity(struct document *, const struct report *, const struct study_question *);
void say_sensitivity(struct document *, const struct report *, const struct study_question *);
/* "2 less sensitive, 3 more sensitive to lr", "" without such a sweep; to be freed. */
char *sensitivity_counts(const struct study *, const struct study_question *);
void report_quality_limits(struct document *, const struct report *, const struct study_question *);
/* How many trainings failed; show: each as a row of the table of failures, at most 100. */
int report_quality_failures(struct document *, const struct report *, bool show);

/* Shared by all sections: the figures of an ablation, the command that runs it again. */
void report_figures(struct document *, const struct report *, const char *ablation);
void report_command(struct document *, const struct report *, const char *ablation,
                    const char *path);

/* A text of the manifest by the path to it, "" when there is none. Borrowed. */
const char *manifest_text(const struct report *, const char *object, const char *name);
/* The rows of a cell that were not measured, as "2 timeout, 1 oom"; to be freed. */
char *failures_text(const struct report *, const struct summary_cell *);

/* ---- numbers for people; to be freed ---- */
char *time_text(double ns);     /* "12.3 ms" */
char *bytes_text(double bytes); /* "64.0 MiB" */
/* "2 supported, 1 unresolved", "" when all are 0; to be freed, as the others. */
char *counts_text(const int *counts, const char *const *names, int kinds);
char *ratio_text(double ratio);                                 /* "0.931", "12.4" */
char *ratio_interval_text(const struct estimate *log_ratio);    /* "0.931 [0.918, 0.944]" */
char *gain_text(const struct metric *, const struct paired *);  /* "+2.10 % [+0.40, +3.77]" */
char *gain_words(const struct metric *, const struct paired *); /* "loss lower by 2.10 % [...]" */
char *time_ratio_text(const struct cost *);                     /* "1.25 [1.20, 1.31]" */
char *cost_text(const struct cost *);          /* "time 1.25 [1.20, 1.31]; parameters 1.02" */
char *tally_memory_text(const struct tally *); /* "0.25 to 1.50" */
char *contender_name(const struct study *, int contender); /* "mlp (d_model = 64)" */

#endif
