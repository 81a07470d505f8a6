/* SPDX-License-Identifier: MIT
 * The pages of a run and of a folder of runs: questions and what the numbers say to them. Every
 * sentence with a number is computed here from what the analysis found; nothing is remembered from
 * another run, and no number is formed across runs.
 *
 * Each part of a page adds its blocks to the document. What timed and trained questions have in
 * common is in question_page.c; timed_*.c and trained_*.c say what only one of them has. */
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
};
struct folder {
    const char *directory;
    struct report *runs; /* in the order of their names */
    int count;
    bool is_run; /* the directory is a run itself, and runs[0] */
    struct figures figures;
};

/* Reads a run, or all runs of a folder that is none itself (has no cells.csv) but holds some, and
 * analyses each; draws nothing. level: of the intervals; margin: of equivalence of time ratios.
 * False with *error (to be freed): the first that cannot be read. run_folder_free() anyway. */
bool run_folder_read(struct folder *, const char *directory, double level, double margin,
                     char **error);
void run_folder_free(struct folder *);

/* ---- pages ---- */

/* What a part of a page is about. */
struct page {
    struct document *d;
    const struct folder *folder;
    const struct report *r;
    const struct analysis *a; /* that of r */
    const struct question *q;
};
typedef void page_part(const struct page *);
#define heading(p, depth, ...) doc_heading((p)->d, depth, __VA_ARGS__)
#define say(p, ...)            doc_paragraph((p)->d, __VA_ARGS__)
#define note(p, ...)           doc_item((p)->d, __VA_ARGS__) /* a line of a list */
/* A page about one run of the folder, without a question. */
struct page page_of(struct document *, const struct folder *, int run);
/* The next question that was begun (of which a row was run) and trains, or times; false: none. */
bool next_question(struct page *, bool trains);
bool any_question(const struct page *, bool trains);

page_part run_page, folder_page;
/* The verdicts of all runs, a row for each question, or for each that times. links: what stands
 * before the names of the runs in its links, "" or "results/reference/"; NULL: no links. */
void short_verdicts(const struct page *, const char *links, bool trains);
/* Every verdict on a model of all runs, and how a verdict comes about. */
page_part verdicts, timed_summary, report_question, report_roofs, report_failures, report_machine;
/* "Hardware counters were not available (see Machine).", "" when all were. */
const char *counters_remark(const struct report *);

/* ---- a question (question_page.c) ---- */

/* What differs by kind. */
extern const struct question_parts {
    page_part *what_was_run, *answer, *tables, *limits;
} timed_parts, trained_parts;
page_part trained_limits, trained_tables, say_sensitivity;
page_part show_figures; /* of a question, or all of a folder */
/* "2 less sensitive, 3 more sensitive to lr", "" without such a sweep. */
const char *sensitivity_counts(const struct page *);

/* The trials of some entries that stand together, in analysis.members. */
struct span trials_of(const struct analysis *, struct span entries);
struct trial_counts {
    int of[TRIAL_MISSING + 1];
    int run, unstable; /* run: all but the missing */
};
struct trial_counts count_trials(const struct page *);
/* "batch = 1, heads = 8": what is the same in all entries of the question. */
const char *constants_of(const struct page *);
/* A column of cells.csv in the first row of the question that has it; "". */
const char *first_text(const struct page *, const char *column);
/* The data of its first entry. */
const char *data_of(const struct page *);
/* The rows of an entry that were not measured, as "2 timeout, 1 oom". */
const char *failures_text(const struct page *, int entry);

/* ---- comparisons (comparisons.c) ---- */

/* What the comparisons at equal steps of some conditions of a question say together. */
struct comparisons {
    int outcomes[OUTCOMES], all;           /* also those without a pair that ended */
    int compared;                          /* with such pairs; what follows is of these */
    int few;                               /* too few pairs for any verdict */
    int apart, standing;                   /* by their own p; after Holm's correction */
    int lost;                              /* apart, and unresolved */
    int least_pairs, most_pairs, unpaired; /* unpaired: of all */
    const struct effect *least, *greatest; /* by time, so the best and the worst; NULL: none */
    double least_memory, most_memory;      /* ratio to the baseline's; NaN: none */
    const char *baseline;                  /* its label, or "its own baseline" for several */
    int rounds_needed;                     /* with fewer none of so many can stand, of times */
};
struct comparisons comparisons_of(const struct page *, struct span conditions);
/* "3 faster, 1 slower, against dot"; "5-6"; "0.25 to 1.5". */
const char *outcomes_text(struct document *, const struct comparisons *);
const char *pairs_text(struct document *, const struct comparisons *, const char *to);
const char *memory_text(struct document *, const struct comparisons *);

/* The conditions of one pass of a timed question, and the one that sentences are about: the last in
 * which a ratio was measured (a time, when there is no baseline). */
struct pass {
    const char *words; /* "forward pass"; NULL: there is none */
    struct span conditions;
    const char *shape; /* label of the condition that is told */
    int told;
    struct comparisons n; /* of that one */
};
struct pass pass_at(const struct page *, int condition);
#define for_each_pass(s, p)                                                                        \
    for (struct pass s = pass_at(p, (p)->q->conditions.first); s.words;                            \
         s = pass_at(p, s.conditions.last))

/* The effects of a question at equal steps: they come first. */
#define for_each_effect(e, p)                                                                      \
    for (const struct effect *e = (p)->a->effects + (p)->q->effects.first;                         \
         e < (p)->a->effects + (p)->q->effects.last && e->reading == READ_STEPS; e++)
#define for_each_judged(j, p)                                                                      \
    for (const struct judged *j = (p)->a->judged + (p)->q->judged.first;                           \
         j < (p)->a->judged + (p)->q->judged.last; j++)

/* ---- numbers and names for people (report_words.c) ---- */

const char *time_text(struct document *, double ns);            /* "12.3 ms" */
const char *bytes_text(struct document *, double bytes);        /* "64.0 MiB" */
const char *number(struct document *, int digits, double);      /* "12.3", "" when NaN */
const char *significant(struct document *, int digits, double); /* likewise */
const char *ratio_text(struct document *, double ratio);        /* "0.931", "12.4" */
/* "+0.21 [+0.04, +0.38]", times a sign; n = 1: no interval; n = 0: "". */
const char *estimate_text(struct document *, const struct estimate *, int sign, bool plus,
                          int digits, const char *unit);
/* Of a training "+2.10 % [+0.40, +3.77]"; timed (no metric) the ratio "0.931 [0.918, 0.944]". */
const char *gain_text(struct document *, const struct metric *, const struct estimate *);
/* "loss lower by 2.10 % [0.40, 3.77]"; "time 0.931 [0.918, 0.944]". */
const char *gain_words(struct document *, const struct metric *, const struct estimate *);
const char *time_ratio_text(struct document *, const struct cost *); /* "1.25 [1.20, 1.31]" */
const char *cost_text(struct document *, const struct cost *); /* "time 1.25; parameters 1.02" */
/* Appends to a list. */
void list_add(struct text *, const char *separator, const char *item);
/* "2 supported, 1 unresolved"; kinds without a name are left out. */
const char *counts_text(struct document *, const int *counts, const char *const *names, int kinds);
/* "1 row was", "2 rows were". */
const char *things(struct document *, int count, const char *one, const char *many);
/* "MLP (d_model = 64)". */
const char *name_of(const struct page *, int entry);
/* The question in words, or the name of its specification. */
const char *question_words(const struct question *);
/* The name of the run's folder. */
const char *folder_name(const struct report *);
/* When its first session began; "" without a manifest. */
const char *started_text(const struct report *);

#endif
