/* SPDX-License-Identifier: MIT
 * The pages of a run and of a folder of runs: questions and what the numbers say to them. Every
 * sentence with a number is computed here from what the analysis found; nothing is remembered from
 * another run, and no number is formed across runs.
 *
 * Each part of a page adds its blocks to the document. What timed and trained questions have in
 * common is in question_page.c; timed_*.c and trained_*.c say what only one of them has. */
#ifndef ATTNLAB_REPORT_H
#define ATTNLAB_REPORT_H

#include "base/shell.h"
#include "harness/analysis/roofline.h"
#include "harness/render/page/document.h"
#include "harness/render/figures/figures.h"

/* A run, and all that its pages tell of it. May not be moved: the parts point at each other. */
struct report {
    struct run_data run;
    struct analysis analysis;
    struct roofline roofline;
    const char *name; /* of its folder */
};
struct folder {
    const char *directory;
    struct report *runs; /* in the order of their names */
    int count;
    bool is_run;       /* the directory is a run itself, and runs[0] */
    struct axes words; /* of the worker that is here; empty: there is none */
    struct figures figures;
};
/* Reads a run, or all runs of a folder that is none itself (has neither cells.csv nor journal) but
 * holds some with tables, and analyses each; draws nothing. level: of the intervals; margin: of
 * equivalence of time ratios. False with *error (to be freed): the first that cannot be read.
 * run_folder_free() anyway. */
bool run_folder_read(struct folder *, const char *directory, double level, double margin,
                     char **error);
void run_folder_free(struct folder *);

/* What a part of a page is about. */
struct page {
    struct document *d;
    const struct folder *folder;
    const struct report *r;
    const struct analysis *a; /* that of r */
    const struct question *q; /* NULL: the run, or all */
};
typedef void page_part(const struct page *);
struct page page_of(struct document *, const struct folder *, int run);
/* The next question that was begun (of which a row was run) and trains, or times; false: none, and
 * q is past all. */
bool next_question(struct page *, bool trains);
#define heading(p, depth, ...) doc_heading((p)->d, depth, __VA_ARGS__)
#define say(p, ...)            doc_paragraph((p)->d, __VA_ARGS__)
#define note(p, ...)           doc_item((p)->d, __VA_ARGS__)
#define table(p, align, ...)   doc_table((p)->d, align, __VA_ARGS__)
#define row(p, ...)            doc_row((p)->d, __VA_ARGS__)
#define words(p, ...)          doc_text((p)->d, __VA_ARGS__)

/* ---- parts of pages ---- */

/* How far a run is that has not ended, and how it goes on; how far one of its questions. */
page_part say_unended, say_progress;
page_part folder_page, report_question, report_roofs, report_failures, report_machine;
/* A figure of the whole run or folder, under a heading of its own (NULL: without); nothing where
 * there is none. */
void show_figure(const struct page *, const char *title, const char *stem);
/* The page of a run of the folder; home: where results/reference lies. */
void run_page(const struct page *, const char *home);
/* Every verdict on a model of all runs: of claims, and of questions without any, a table each. */
page_part verdicts;
/* How a verdict comes about. */
page_part say_rule;
/* "Hardware counters were not available (see Machine).", "" when all were. */
const char *counters_remark(const struct report *);
/* Of other work beside what was timed, "" where nothing is known of any. */
const char *quiet_remark(const struct page *);

/* ---- a question ---- */

/* Which entries ran by formula, so that no verdict is given on their times. */
page_part say_formulas;
/* What differs by kind. */
extern const struct question_parts {
    page_part *what_was_run, *answer, *tables, *limits;
    page_part *statistics; /* behind a click */
} timed_parts, trained_parts;
/* What its file has and the run has not (taken_out.c); nothing where all is there. */
page_part say_taken_out;
page_part trained_limits, trained_tables, trained_statistics, interaction_tables, scaling_tables,
    gate_table;
/* " (2 of them learned nothing: ...; the first ended at 3.36, ...)", "" without one. */
const char *untrained_text(const struct page *);
/* "with position 1 gains less, 2 unresolved", "" where nothing of the sort was asked or formed. */
const char *interaction_counts(const struct page *);
void say_interaction(const struct page *, const struct interaction *);
/* The same in a sentence without its tests. */
void say_interaction_briefly(const struct page *, const struct interaction *);
/* Of what a claim speaks: the arm, and whom it is set against where that is not the baseline. */
const char *judged_name(const struct page *, const struct judged *);
/* What a claim expects: "better", "to gain less as position changes". */
const char *expected_words(const struct page *, const struct spec_claim *);

/* The trials of some entries that stand together, in analysis.members. */
struct span trials_of(const struct analysis *, struct span entries);
struct trial_counts {
    int of[TRIAL_MISSING + 1];
    int untrained; /* of those that count as diverged: they ended, and learned nothing */
    int run;       /* all but the missing */
};
struct trial_counts count_trials(const struct page *);
/* Whether no row of the question was measured undisturbed; and the sentence for a question that has
 * no answer, without its full stop: what became of its rows. */
bool has_no_result(const struct page *);
const char *nothing_words(const struct page *);
/* "batch = 1, heads = 8": what is the same in all entries of the question. */
const char *constants_of(const struct page *);
/* A column of cells.csv in the first row of the question that has it; "". */
const char *first_text(const struct page *, const char *column);
/* "cifar10 (of it train.first4000.bin)": an entry's data, and the files that are not whole. */
const char *data_words(const struct page *, int entry);
#define data_of(p) entry_value((p)->a, (p)->q->entries.first, axes_find(&(p)->a->run->axes, "data"))
/* What an axis is called in a sentence, "learning rate"; of what was tuned, "": nothing was. */
#define axis_called(p, axis) doc_keep((p)->d, axes_named(&(p)->a->run->axes, axis))
#define tuned_axis(p)        ((p)->q->tuned < 0 ? "" : axis_called(p, (p)->q->tuned))
/* The rows of an entry that were not measured, as "2 timeout, 1 oom". */
const char *failures_text(const struct page *, int entry);
/* The command that measures a row again (failures.c). */
const char *cell_command(const struct page *, const struct trial *);
/* Whether what the machine can do differed between the measurements of it in this run. */
void peak_limits(const struct page *);

/* ---- comparisons (comparisons.c) ---- */

/* The effects of a question at equal steps: they come first. */
#define for_each_effect(e, p)                                                                      \
    for (const struct effect *e = (p)->a->effects + (p)->q->effects.first;                         \
         e < (p)->a->effects + (p)->q->effects.last && e->reading == READ_STEPS; e++)
#define for_each_interaction(x, p)                                                                 \
    for (const struct interaction *x = (p)->a->interactions + (p)->q->interactions.first;          \
         x < (p)->a->interactions + (p)->q->interactions.last; x++)
#define for_each_judged(j, p)                                                                      \
    for (const struct judged *j = (p)->a->judged + (p)->q->judged.first;                           \
         j < (p)->a->judged + (p)->q->judged.last; j++)

/* What the comparisons at equal steps of some conditions of a question say together, controls that
 * are damaged on purpose left out. */
struct comparisons {
    int outcomes[OUTCOMES], all, unpaired; /* of all, also without a pair that ended */
    int compared;                          /* with such pairs, and not by formula; what follows is
                                            * of these */
    int few;                               /* too few pairs for any verdict */
    int apart, standing;                   /* by their own p; after Holm's correction */
    int least_pairs, most_pairs;
    const struct effect *least, *greatest; /* by time, so the best and the worst; NULL: none */
    double least_memory, most_memory;      /* ratio to the baseline's; NaN: none */
    const char *baseline;                  /* its label; of several what the question calls them */
    int rounds_needed;                     /* with fewer none can stand correction for all of the
                                            * question, of times */
};
struct comparisons comparisons_of(const struct page *, struct span conditions);
/* Of times: some are suggestive, and none could be more, since even the least p that so many rounds
 * can give does not stand correction. */
bool none_can_stand(const struct comparisons *);
/* "of 16 comparisons with the plain layer none is better and 2 are worse". */
const char *comparisons_sentence(const struct page *, const struct comparisons *);
/* "3 faster, 1 slower, against dot"; "5-6"; "0.25 to 1.5". */
const char *outcomes_text(struct document *, const struct comparisons *);
const char *pairs_text(struct document *, const struct comparisons *, const char *to);
const char *memory_text(struct document *, const struct comparisons *);

/* Of a question that is judged by records (trained_records.c): how many, and that intervals hold
 * them; what is wrong with that. Whether an interval holds the seeds alone, though it should not.
 */
void say_records(const struct page *);
void records_limits(const struct page *);
bool seeds_alone(const struct page *, const struct effect *);

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

/* ---- numbers and names for people (report_words.c); "" for what was not measured ---- */

const char *time_text(struct document *, double ns);     /* "12.3 ms" */
const char *bytes_text(struct document *, double bytes); /* "64.0 MiB" */
const char *number(struct document *, int digits, double);
const char *significant(struct document *, int digits, double);
const char *ratio_text(struct document *, double ratio); /* "0.931", "12.4" */
/* Of a training "+2.10 % [+0.40, +3.77]"; timed (no metric) the ratio "0.931 [0.918, 0.944]". */
const char *gain_text(struct document *, const struct metric *, const struct estimate *);
/* The same without its sign: "2.10 % [0.40, 3.77]". */
const char *gain_size_text(struct document *, const struct metric *, const struct estimate *);
/* "loss lower by 2.10 % [0.40, 3.77]"; "time 0.931 [0.918, 0.944]". */
const char *gain_words(struct document *, const struct metric *, const struct estimate *);
/* "1.25 [1.20, 1.31]", with a mark where it is by formula. */
const char *time_ratio_text(struct document *, const struct cost *);
const char *cost_text(struct document *, const struct cost *); /* "time 1.25; parameters 1.02" */
#define by_formula_mark(which) ((which)->by_formula ? " (by formula)" : "")
#define seeds_alone_mark(p, e) (seeds_alone(p, e) ? " (seeds alone)" : "")
/* How a cell of a table shows an effect's outcome at a glance. */
enum tone tone_of(const struct effect *);
enum tone tone_of_change(const struct interaction *);
/* "▲ better, ▼ worse, = equivalent, ...". */
const char *legend_of_tones(struct document *);
/* "2 supported, 1 unresolved"; kinds without a name are left out. */
const char *counts_text(struct document *, const int *counts, const char *const *names, int kinds);

#define list_add(text, separator, item)                                                            \
    text_add(text, "%s%s", (text)->length ? (separator) : "", item)
/* "1 row was", "2 rows were". */
#define things(p, n, one, many) words(p, "%d %s", n, (n) == 1 ? (one) : (many))
/* A word of a command, as a shell takes it. */
#define in_shell(p, word) doc_keep((p)->d, shell_word(word))
/* "MLP (d_model = 64)". */
#define name_of(p, entry) doc_keep((p)->d, entry_name((p)->a, entry))
/* The question in words, or the name of its specification. */
#define question_words(q) ((q)->spec->question ? (q)->spec->question : (q)->spec->name)

#endif
